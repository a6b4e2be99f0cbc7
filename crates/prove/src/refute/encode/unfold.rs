//! Unfolds definitions and names in assertions, and splits conjunctions.

use super::Undecided;
use super::expand::expanded;
use gainsay_lang::hash::{HashMap, HashSet};
use gainsay_lang::script::rewrite::{Rewriter, unfolded};
use gainsay_lang::script::{DeclId, Term, Terms};
use gainsay_lang::theory::Connective;

/// Limit on the terms, since nested definitions can double a term repeatedly.
const MOST_TERMS: usize = 5_000_000;

/// The conjuncts of all assertions, without definitions, matches and quantifiers over few values.
pub(super) fn assertions(
    terms: &mut Terms,
    assertions: impl Iterator<Item = Term>,
) -> Result<Vec<Term>, Undecided> {
    let mut rewriter = Rewriter::default();
    let mut parts = Vec::new();
    // Shared conjuncts may occur very often: each is taken once.
    let mut met: HashSet<Term> = HashSet::default();
    for assertion in inlined(terms, assertions)? {
        let assertion = expanded(&mut rewriter, terms, assertion)?;
        let mut left = vec![assertion];
        while let Some(part) = left.pop() {
            let part = terms.bare(part);
            if !met.insert(part) {
                continue;
            }
            match terms.connective(part) {
                Some(Connective::And) => left.extend(terms.children(part).iter().rev()),
                _ => parts.push(part),
            }
        }
    }
    Ok(parts)
}

/// The assertions with definitions unfolded, and not changed otherwise.
pub(in crate::refute) fn inlined(
    terms: &mut Terms,
    assertions: impl Iterator<Item = Term>,
) -> Result<Vec<Term>, Undecided> {
    let mut rewriter = Rewriter::default();
    let assertions: Vec<Term> = assertions.collect();
    let bodies: Vec<(DeclId, Term)> =
        terms.decls().filter_map(|(decl, _)| Some((decl, terms.definition(decl)?))).collect();
    // A definition refers only to earlier ones, which are already unfolded.
    let mut definitions: HashMap<DeclId, Term> = HashMap::default();
    for (decl, body) in bodies {
        let body = without_definitions(&mut rewriter, terms, body, &definitions)?;
        definitions.insert(decl, body);
    }
    let inlined = assertions.into_iter();
    inlined.map(|term| without_definitions(&mut rewriter, terms, term, &definitions)).collect()
}

fn without_definitions(
    rewriter: &mut Rewriter,
    terms: &mut Terms,
    term: Term,
    definitions: &HashMap<DeclId, Term>,
) -> Result<Term, Undecided> {
    if definitions.is_empty() {
        return Ok(term);
    }
    let term = rewriter.bottom_up(terms, term, |terms, _, new| {
        let body = terms.declaration(new).and_then(|decl| definitions.get(&decl)).copied();
        match body {
            Some(body) if terms.len() < MOST_TERMS => unfolded(terms, new, body).unwrap_or(new),
            _ => new,
        }
    });
    if terms.len() < MOST_TERMS { Ok(term) } else { Err(Undecided::TooLarge) }
}
