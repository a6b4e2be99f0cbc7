//! Where terms occur: counting and choosing places in the tree that a shared term stands for.
//!
//! A tree can have exponentially more places than the shared term has nodes. So places are counted for each node, up
//! to the largest number there is, and the one with a given number is found by going down from the root.

use super::Script;
use super::rewrite::{occurs_free, replace_each};
use super::terms::{Head, Term, Terms, View};
use super::walk::{TermMap, Walker};
use smallvec::SmallVec;

/// A place: which of the roots, and which child to go to at each step down from it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Place {
    pub root: usize,
    pub path: Vec<u32>,
}

impl Place {
    /// Whether one place is, or is inside, the other.
    pub fn overlaps(&self, other: &Place) -> bool {
        self.root == other.root && (self.path.starts_with(&other.path) || other.path.starts_with(&self.path))
    }

    /// The terms above the place, each with the step down from it.
    pub fn above<'a>(&'a self, terms: &'a Terms, roots: &[Term]) -> impl Iterator<Item = (Term, u32)> + 'a {
        self.path.iter().scan(roots[self.root], |term, &step| {
            let above = *term;
            *term = *terms.children(above).get(step as usize)?;
            Some((above, step))
        })
    }

    /// The bound variables that are in scope there.
    pub fn variables(&self, terms: &Terms, roots: &[Term]) -> SmallVec<[Term; 4]> {
        let mut variables = SmallVec::new();
        for (above, _) in self.above(terms, roots) {
            if let View::Bind(_, bound, _) = terms.view(above) {
                variables.extend_from_slice(bound);
            }
        }
        variables
    }
}

/// Replaces the terms at places below the roots. The places must not overlap.
pub fn replace_places(terms: &mut Terms, roots: &mut [Term], changes: &[(&Place, Term)]) {
    for (number, root) in roots.iter_mut().enumerate() {
        let here = changes.iter().filter(|(place, _)| place.root == number);
        let here: SmallVec<[(&[u32], Term); 4]> = here.map(|(place, new)| (&place.path[..], *new)).collect();
        if !here.is_empty() {
            *root = replace_each(terms, *root, &here);
        }
    }
}

/// The depth of most places: the initial capacity of a path.
const USUAL_DEPTH: usize = 16;

/// All places of a term, or of terms of one kind, below some roots. Its memory is reused by the next search.
#[derive(Clone, Default, Debug)]
pub struct Occurrences {
    walker: Walker,
    roots: Vec<Term>,
    /// How many places there are at or below each term.
    counts: TermMap<u64>,
    /// Whether the term itself is one that was searched for.
    found: TermMap<bool>,
}

impl Occurrences {
    /// Finds all places of a term. Where a binder binds one of the term's free variables, there is none.
    pub fn find(&mut self, terms: &Terms, roots: &[Term], target: Term) {
        self.begin(roots);
        let leaves = terms.leaves(target);
        let may_contain =
            |term: Term| leaves & !terms.leaves(term) == 0 && term >= target && !hides(terms, term, target);
        for &term in self.walker.postorder_where(terms, roots, may_contain) {
            if term == target {
                self.found.set(term, true);
                self.counts.set(term, 1);
            } else {
                let count = count_below(terms, &self.counts, term);
                self.counts.set(term, count);
            }
        }
    }

    /// Finds all places of terms that are wanted, bound or not; not those where a binder introduces its variables. A
    /// place inside another one counts too.
    pub fn find_where(&mut self, terms: &Terms, roots: &[Term], mut wanted: impl FnMut(Term) -> bool) {
        self.begin(roots);
        self.counts.make_room_below(roots);
        self.found.make_room_below(roots);
        for &term in self.walker.postorder(terms, roots) {
            let found = wanted(term);
            self.found.set(term, found);
            let count = count_below(terms, &self.counts, term).saturating_add(u64::from(found));
            self.counts.set(term, count);
        }
    }

    fn begin(&mut self, roots: &[Term]) {
        self.counts.clear();
        self.found.clear();
        self.roots.clear();
        self.roots.extend_from_slice(roots);
    }

    /// How many places there are below all roots, or `u64::MAX` if more.
    pub fn count(&self) -> u64 {
        self.roots.iter().fold(0, |sum, &root| sum.saturating_add(self.counts.get(root)))
    }

    /// The place with a number, counted from the left, a term before its parts; and the term there.
    pub fn nth(&self, terms: &Terms, index: u64) -> Option<(Place, Term)> {
        let mut place = Place { root: 0, path: Vec::with_capacity(USUAL_DEPTH) };
        let term = self.nth_into(terms, index, &mut place)?;
        Some((place, term))
    }

    /// As [`Occurrences::nth`], into an existing place.
    pub fn nth_into(&self, terms: &Terms, mut index: u64, place: &mut Place) -> Option<Term> {
        place.path.clear();
        let mut term = None;
        for (number, &root) in self.roots.iter().enumerate() {
            let count = self.counts.get(root);
            if index < count {
                place.root = number;
                term = Some(root);
                break;
            }
            index -= count;
        }
        let mut term = term?;
        loop {
            if self.found.get(term) {
                match index.checked_sub(1) {
                    None => return Some(term),
                    Some(rest) => index = rest,
                }
            }
            let (step, child) = inner_children(terms, term).find(|&(_, child)| {
                let count = self.counts.get(child);
                let here = index < count;
                if !here {
                    index -= count;
                }
                here
            })?;
            place.path.push(step);
            term = child;
        }
    }

    /// The places one after the other, made as they are asked for.
    pub fn iter<'a>(&'a self, terms: &'a Terms) -> impl Iterator<Item = (Place, Term)> + 'a {
        (0..self.count()).map_while(move |index| self.nth(terms, index))
    }
}

/// A term's children with their steps, without the variables that a binder introduces.
pub(super) fn inner_children(terms: &Terms, term: Term) -> impl Iterator<Item = (u32, Term)> + '_ {
    let children = terms.children(term);
    let skipped = if matches!(terms.head(term), Head::Bind(_)) { children.len() - 1 } else { 0 };
    children.iter().enumerate().skip(skipped).map(|(step, &child)| (step as u32, child))
}

fn count_below(terms: &Terms, counts: &TermMap<u64>, term: Term) -> u64 {
    inner_children(terms, term).fold(0u64, |sum, (_, child)| sum.saturating_add(counts.get(child)))
}

/// Whether a binder binds a free variable of a target.
fn hides(terms: &Terms, binder: Term, target: Term) -> bool {
    match terms.view(binder) {
        View::Bind(_, variables, _) => variables.iter().any(|&variable| {
            terms.leaves(variable) & !terms.leaves(target) == 0 && occurs_free(terms, variable, target)
        }),
        _ => false,
    }
}

/// The uninterpreted constants below the roots, each once, with the number of their places.
pub fn free_constants(terms: &Terms, roots: &[Term]) -> Vec<(Term, u64)> {
    let mut walker = Walker::default();
    let order = walker.postorder(terms, roots);
    let mut places: TermMap<u64> = TermMap::new(0);
    let add = |term: Term, count: u64, places: &mut TermMap<u64>| {
        places.set(term, places.get(term).saturating_add(count));
    };
    roots.iter().for_each(|&root| add(root, 1, &mut places));
    for &term in order.iter().rev() {
        let count = places.get(term);
        inner_children(terms, term).for_each(|(_, child)| add(child, count, &mut places));
    }
    let constants = order.iter().filter(|&&term| is_free_constant(terms, term));
    constants.map(|&term| (term, places.get(term))).collect()
}

/// Whether a term is a constant that a `declare-const` or `declare-fun` introduced.
pub fn is_free_constant(terms: &Terms, term: Term) -> bool {
    terms
        .declaration(term)
        .map(|decl| terms.decl(decl))
        .is_some_and(|decl| decl.is_free() && decl.arity() == 0)
}

/// The variables that are free in a term, each once.
pub fn free_variables(terms: &Terms, root: Term) -> Vec<Term> {
    let mut walker = Walker::default();
    let variables: Vec<Term> = walker
        .postorder(terms, &[root])
        .iter()
        .copied()
        .filter(|&term| matches!(terms.head(term), Head::Variable(_)))
        .collect();
    variables.into_iter().filter(|&variable| occurs_free(terms, variable, root)).collect()
}

impl Script {
    /// The uninterpreted constants in the assertions, each once, with the number of their places.
    pub fn free_constants(&self) -> Vec<(Term, u64)> {
        let roots: Vec<Term> = self.assertions().collect();
        free_constants(&self.terms, &roots)
    }
}
