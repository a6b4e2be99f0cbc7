//! Passes that replace subterms by smaller terms.

use super::{Edit, each_once, replacement};
use crate::reduce::Candidate;
use gainsay_lang::script::walk::{TermMap, Walker};
use gainsay_lang::script::{Head, Literal, Term, Terms, View};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::Bits;

/// A subterm is large if it has at least this size, and at least this part (1 / `LARGE_PART`) of the largest one's
/// size.
const LARGE: u64 = 12;
const LARGE_PART: u64 = 100;

/// How many parts of the same sort are tried as replacements of a term.
const MOST_PARTS: usize = 6;

/// Replaces large subterms, largest first: by their value under the witness, a default, a part, or a new constant.
pub fn cut_large(candidate: &mut Candidate) -> Vec<Edit> {
    let sized = by_size(candidate);
    let total = sized.first().map_or(0, |largest| largest.1);
    let limit = (total / LARGE_PART).max(LARGE);
    let mut edits = Vec::new();
    for (term, _) in sized.into_iter().filter(|sized| sized.1 >= limit) {
        edits.extend(values(candidate, term).into_iter().map(|value| replacement(term, value)));
        edits.extend(nearest_parts(candidate, term).into_iter().map(|part| replacement(term, part)));
        edits.extend(constant(candidate, term));
    }
    edits
}

/// Replaces each subterm by one of its parts of the same sort.
pub fn by_part(candidate: &mut Candidate) -> Vec<Edit> {
    by_each(candidate, |candidate, term| nearest_parts(candidate, term))
}

/// Replaces each subterm by its value under the witness, or by a default.
pub fn by_value(candidate: &mut Candidate) -> Vec<Edit> {
    by_each(candidate, values)
}

fn by_each(candidate: &mut Candidate, smaller: fn(&mut Candidate, Term) -> Vec<Term>) -> Vec<Edit> {
    let sized = by_size(candidate).into_iter();
    sized
        .flat_map(|(term, _)| smaller(candidate, term).into_iter().map(move |new| replacement(term, new)))
        .collect()
}

/// Replaces each closed application by a new constant.
pub fn by_constant(candidate: &mut Candidate) -> Vec<Edit> {
    let sized = by_size(candidate);
    sized.into_iter().filter_map(|(term, _)| constant(candidate, term)).collect()
}

/// All subterms with the number of terms below them, largest first, without literals and variables, which cannot
/// become smaller.
fn by_size(candidate: &Candidate) -> Vec<(Term, u64)> {
    let terms = &candidate.script.terms;
    let mut walker = Walker::default();
    let mut sizes: TermMap<u64> = TermMap::new(0);
    let mut sized = Vec::new();
    for &term in walker.postorder(terms, &candidate.roots()) {
        let below =
            terms.children(term).iter().fold(1u64, |sum, &child| sum.saturating_add(sizes.get(child)));
        sizes.set(term, below);
        let wanted = match terms.view(term) {
            View::Literal(_) | View::Variable(_) => false,
            View::Bind(binder, ..) => !matches!(binder, gainsay_lang::script::Binder::Case(_)),
            _ => true,
        };
        if wanted {
            sized.push((term, below));
        }
    }
    // Among equally large terms the last comes first, since it is nearer to the root.
    sized.reverse();
    sized.sort_by_key(|sized| std::cmp::Reverse(sized.1));
    sized
}

/// Values that can replace a term: its own under the witness first, then defaults.
pub fn values(candidate: &mut Candidate, term: Term) -> Vec<Term> {
    let sort = candidate.script.terms.sort(term);
    let mut values = Vec::new();
    if candidate.model.is_some() && candidate.is_closed(term) {
        values.extend(candidate.value_of(term));
    }
    if sort == Sort::BOOL {
        values.extend([true, false].map(|value| candidate.script.terms.bool(value)));
    } else {
        values.extend(candidate.default_of(sort));
        values.extend(one(&mut candidate.script.terms, sort));
    }
    values.retain(|&value| value != term);
    each_once(values)
}

/// The number one of a numeric sort.
fn one(terms: &mut Terms, sort: Sort) -> Option<Term> {
    match *terms.sorts.kind(sort) {
        SortKind::Int => Some(terms.int(1)),
        SortKind::BitVec(width) => Some(terms.literal(Literal::Bits(Bits::one(width)))),
        _ => None,
    }
}

/// The nearest parts of the same sort that mean the same at the term's place.
fn nearest_parts(candidate: &Candidate, term: Term) -> Vec<Term> {
    let terms = &candidate.script.terms;
    let sort = terms.sort(term);
    let mut found: Vec<Term> = Vec::new();
    let mut layer = inner(terms, term);
    let mut looked_at = 0;
    while !layer.is_empty() && found.len() < MOST_PARTS && looked_at < 50 {
        let mut next = Vec::new();
        for part in layer {
            looked_at += 1;
            if found.contains(&part) {
                continue;
            }
            if terms.sort(part) == sort && sort != Sort::UNKNOWN {
                found.push(part);
            } else {
                next.extend(inner(terms, part));
            }
        }
        layer = next;
    }
    found.truncate(MOST_PARTS);
    found
}

/// The parts of a term, without those that only have a meaning inside it.
fn inner(terms: &Terms, term: Term) -> Vec<Term> {
    match terms.view(term) {
        View::Apply(_, children) => children.to_vec(),
        View::Annotated(inner, ..) => vec![inner],
        View::Match(subject, _) => vec![subject],
        View::Bind(_, variables, body) => {
            let used = |&variable: &Term| gainsay_lang::script::rewrite::occurs_free(terms, variable, body);
            if variables.iter().any(used) { Vec::new() } else { vec![body] }
        }
        View::Literal(_) | View::Variable(_) => Vec::new(),
    }
}

/// An edit that replaces a closed application by a new constant.
fn constant(candidate: &Candidate, term: Term) -> Option<Edit> {
    let terms = &candidate.script.terms;
    let has_arguments = matches!(terms.head(term), Head::Apply(_)) && !terms.children(term).is_empty();
    if !has_arguments || !candidate.can_declare(terms.sort(term)) || !candidate.is_closed(term) {
        return None;
    }
    Some(Box::new(move |candidate| {
        let Some(constant) = candidate.fresh_constant_for(term) else { return false };
        let changed = candidate.replace(term, constant);
        candidate.declare_before_use(constant);
        changed
    }))
}
