//! Claims that a dialogue asserts and takes back. They are made of parts of the script, so they need no new
//! declarations.

use gainsay_lang::rng::Rng;
use gainsay_lang::script::occurrences::free_variables;
use gainsay_lang::script::{DeclKind, Script, Term, Terms, View};
use gainsay_lang::theory::connectives;
use gainsay_lang::theory::sort::{Sort, SortKind};

/// The parts of a script that can stand anywhere after its declarations.
pub struct ClaimPool {
    pub assertions: Vec<Term>,
    /// Boolean terms.
    pub claims: Vec<Term>,
    /// Terms that can be compared.
    pub values: Vec<Term>,
}

impl ClaimPool {
    pub fn of(script: &Script) -> ClaimPool {
        let terms = &script.terms;
        let mut junk = ClaimPool { assertions: Vec::new(), claims: Vec::new(), values: Vec::new() };
        let roots: Vec<Term> = script.assertions().map(|term| terms.bare(term)).collect();
        junk.assertions = roots.iter().copied().filter(|&root| junk.is_plain(terms, root)).collect();
        let has_binders = junk.assertions.iter().any(|&root| terms.has_binder(root));
        let is_open = |part: Term| has_binders && !free_variables(terms, part).is_empty();
        for part in terms.postorder(&junk.assertions) {
            // A `match` case is not a term by itself.
            if terms.has_binder(part) || is_open(part) || matches!(terms.view(part), View::Bind(..)) {
                continue;
            }
            match terms.sorts.kind(terms.sort(part)) {
                SortKind::Bool => junk.claims.push(part),
                SortKind::RegLan => {}
                kind if kind.is_map() || kind.is_open() => {}
                _ => junk.values.push(part),
            }
        }
        junk
    }

    /// Whether a term means the same wherever it stands: it gives no names, and uses none that an assertion gives.
    pub fn is_plain(&self, terms: &Terms, term: Term) -> bool {
        let uses_name = |part: Term| {
            let decl = terms.declaration(part);
            decl.is_some_and(|decl| matches!(terms.decl(decl).kind, DeclKind::Named(_)))
        };
        terms
            .postorder(&[term])
            .into_iter()
            .all(|part| !matches!(terms.view(part), View::Annotated(..)) && !uses_name(part))
    }

    /// A formula to assert: an assertion, a part of one, an equation or a disequation of two parts; or the
    /// negation of such.
    pub fn claim(&self, terms: &mut Terms, rng: &mut Rng) -> Option<Term> {
        let claim = match rng.below(4) {
            0 | 1 if !self.assertions.is_empty() => *rng.pick(&self.assertions),
            2 if !self.claims.is_empty() => *rng.pick(&self.claims),
            _ => self.comparison(terms, rng).or_else(|| self.assertions.first().copied())?,
        };
        Some(if rng.coin() { terms.not(claim) } else { claim })
    }

    fn comparison(&self, terms: &mut Terms, rng: &mut Rng) -> Option<Term> {
        if self.values.is_empty() {
            return None;
        }
        let left = *rng.pick(&self.values);
        let sort: Sort = terms.sort(left);
        let others: Vec<Term> =
            self.values.iter().copied().filter(|&other| other != left && terms.sort(other) == sort).collect();
        if others.is_empty() {
            return None;
        }
        let right = *rng.pick(&others);
        match rng.coin() {
            true => Some(terms.equal(left, right)),
            false => terms.apply_ops(&[connectives().distinct], &[], None, &[left, right]).ok(),
        }
    }
}
