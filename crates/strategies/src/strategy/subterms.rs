//! Generative type-aware mutation (Park, Winterer, Zhang, Su: Generative Type-Aware Mutation for Testing SMT Solvers,
//! OOPSLA 2021).
//!
//! A subterm is replaced by a random term of its sort, made of the seed's own operators, functions and subterms
//! and of the variables bound at the place. Some tests leave the seed's logic: they also use operators on every
//! sort that conversions lead to.

use super::draft::{ATTEMPTS, Draft, head_text, is_constant};
use super::{Inputs, Seed, Skip, Steps, Strategy};
use gainsay_eval::generate::{Generator, TermConfig};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::occurrences::{Place, free_variables};
use gainsay_lang::script::walk::Walker;
use gainsay_lang::script::{Binder, Features, Head, Literal, Term, Terms, View};
use gainsay_lang::theory::signature::Pattern;
use gainsay_lang::theory::sort::Sort;
use gainsay_prove::evidence::Test;
use smallvec::SmallVec;

pub(super) struct Subterms;

/// The most places at which a subterm is replaced.
const MAX_CHANGES: usize = 3;

/// How many subterms of the seed a new term may use.
const PARTS: usize = 8;

/// How many conversions are tried for each sort that the seed does not have.
const CONVERSIONS: usize = 4;

impl Strategy for Subterms {
    fn name(&self) -> &'static str {
        "subterms"
    }

    fn about(&self) -> &'static str {
        "replaces subterms by random terms of their sorts; the answer is not known"
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        let seed = &*seeds.main;
        let mut draft = Draft::new(seed, rng, is_replaceable)?;
        let wider = if draft.leaves_logic { seed.vocabulary.wider() } else { None };
        let config = config(seed, rng, wider.is_some());
        let mut generator = Generator::new(wider.unwrap_or_else(|| seed.vocabulary.clone()), config);
        let mut changes: Vec<(Place, Term)> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for _ in 0..=rng.index(MAX_CHANGES) {
            let change = (0..ATTEMPTS).find_map(|_| {
                let (place, old) = draft.place(rng)?;
                let apart = !changes.iter().any(|change| change.0.overlaps(&place));
                let new = apart.then(|| another(&mut draft, &mut generator, rng, &place, old))??;
                Some((place, old, new))
            });
            let Some((place, old, new)) = change else { break };
            let [from, to] = [old, new].map(|term| head_text(&draft.script.terms, term));
            names.push(format!("{from} -> {to} at assertion {}", place.root + 1));
            changes.push((place, new));
        }
        if changes.is_empty() {
            return Err(Skip::NothingApplies);
        }
        let mut names = names.into_iter();
        changes.retain(|_| steps.take("subterm", names.next().unwrap_or_default()));
        draft.replace(&changes);
        draft.finish(self.name(), steps)
    }
}

fn config(seed: &Seed, rng: &mut Rng, is_wider: bool) -> TermConfig {
    let has_quantifiers = seed.offered.is_some_and(|offered| offered.contains(Features::QUANTIFIERS));
    TermConfig {
        // Conversions need room.
        depth: 1 + u32::from(is_wider) + rng.below(3) as u32,
        size: if is_wider { 20 } else { 12 },
        widest: 128,
        own_widths: true,
        n_ary: false,
        quantifiers: has_quantifiers,
        higher_order: false,
        patterns: false,
        annotations: false,
        ..TermConfig::default()
    }
}

/// Whether a term is a value of its own, so that another term can stand there.
fn is_replaceable(terms: &Terms, term: Term) -> bool {
    let kind = terms.sorts.kind(terms.sort(term));
    !matches!(terms.head(term), Head::Bind(Binder::Case(_))) && !kind.is_map() && !kind.is_open()
}

/// A new term for a place.
fn another(
    draft: &mut Draft<'_>,
    generator: &mut Generator,
    rng: &mut Rng,
    place: &Place,
    old: Term,
) -> Option<Term> {
    let variables = place.variables(&draft.script.terms, &draft.roots);
    let mut parts = parts(draft, rng, &variables);
    let made_before = draft.script.terms.len();
    add_conversions(draft, generator, rng, &mut parts);
    let sort = draft.script.terms.sort(old);
    let new = generator.term_with(&mut draft.script.terms, rng, sort, &variables, &parts)?;
    let terms = &draft.script.terms;
    // Terms of a sort that the seed otherwise does not use, such as the bits of a float, are replaced by constants
    // only.
    let has_sort = sort == Sort::REGLAN || draft.seed.vocabulary.sorts.contains(&sort);
    if new == old || !(has_sort || is_constant(terms, new)) {
        return None;
    }
    // `true` and `false` decide too much to be used everywhere.
    let may_be_trivial = rng.one_in(8);
    let is_trivial = |&term: &Term| matches!(terms.view(term), View::Literal(Literal::Bool(_)));
    let is_literal = |term: Term| matches!(terms.head(term), Head::Literal(_));
    let is_allowed = |&term: &Term| {
        let children = terms.children(term);
        terms.op(term).is_none_or(|op| draft.allows(op.op(), children))
            && (may_be_trivial || !children.iter().any(is_trivial))
            && (terms.sort(term) != Sort::REGLAN || is_plain_regex(terms, term))
    };
    let mut walker = Walker::default();
    let made = walker.postorder_where(terms, &[new], |term| term.index() >= made_before);
    let fits = made.iter().all(is_allowed)
        && draft.allows_at(place, old, new)
        && (sort != Sort::STRING || is_literal(new) || !draft.is_in_regex(place));
    (fits && (may_be_trivial || !is_trivial(&new))).then_some(new)
}

/// Adds terms of the sorts that the seed does not use, converted from terms of the seed: otherwise the only terms
/// of these sorts would be literals.
fn add_conversions(
    draft: &mut Draft<'_>,
    generator: &mut Generator,
    rng: &mut Rng,
    parts: &mut SmallVec<[Term; PARTS]>,
) {
    let is_new = |sort: &Sort| !draft.seed.vocabulary.sorts.contains(sort);
    let new: SmallVec<[Sort; 4]> = generator.vocabulary.sorts.iter().copied().filter(is_new).collect();
    for sort in new {
        let converted = (0..CONVERSIONS).find_map(|_| {
            let part = *parts.get(rng.index(parts.len().max(1)))?;
            generator.around(&mut draft.script.terms, rng, part, sort)
        });
        parts.extend(converted);
    }
}

/// Whether a regular expression is made by a string-theory operator over string literals: solvers support few
/// others.
fn is_plain_regex(terms: &Terms, term: Term) -> bool {
    let is_own = terms.op(term).is_none_or(|op| op.op().signature.result == Pattern::Sort(Sort::REGLAN));
    let is_open =
        |&child: &Term| terms.sort(child) == Sort::STRING && !matches!(terms.head(child), Head::Literal(_));
    is_own && !terms.children(term).iter().any(is_open)
}

/// Some subterms of the seed whose free variables are in scope.
fn parts(draft: &Draft<'_>, rng: &mut Rng, variables: &[Term]) -> SmallVec<[Term; PARTS]> {
    let terms = &draft.script.terms;
    let has_binders = draft.roots.iter().any(|&root| terms.has_binder(root));
    let is_bound = |term: Term| {
        !has_binders || free_variables(terms, term).iter().all(|variable| variables.contains(variable))
    };
    // Patterns and other attributes stay where they are.
    let part = |_| Some(terms.bare(draft.place(rng)?.1));
    (0..PARTS).filter_map(part).filter(|&part| is_bound(part)).collect()
}
