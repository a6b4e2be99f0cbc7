//! The Boolean skeleton of formulas: connectives down to atoms, with polarities.
//!
//! A place is positive if making the term there true can only make the formula true, negative if it can only make it
//! false. A shared term has the polarities of all its places; inside an atom polarity means nothing, so
//! everything there counts as both.

use super::declarations::DeclKind;
use super::occurrences::Place;
use super::terms::{Binder, Head, Literal, Term, Terms, View};
use super::walk::TermMap;
use crate::theory::connectives;
use crate::theory::sort::Sort;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Polarity {
    Positive,
    Negative,
    Both,
}

impl Polarity {
    pub fn flipped(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Both => Polarity::Both,
        }
    }

    fn bits(self) -> u8 {
        match self {
            Polarity::Positive => POSITIVE,
            Polarity::Negative => NEGATIVE,
            Polarity::Both => BOTH,
        }
    }

    fn of_bits(bits: u8) -> Option<Polarity> {
        match bits & BOTH {
            POSITIVE => Some(Polarity::Positive),
            NEGATIVE => Some(Polarity::Negative),
            BOTH => Some(Polarity::Both),
            _ => None,
        }
    }

    /// The polarity of a child in a place of this polarity.
    pub fn below(self, role: Role) -> Option<Polarity> {
        match role {
            Role::Same => Some(self),
            Role::Flipped => Some(self.flipped()),
            Role::Both => Some(Polarity::Both),
            Role::Outside => None,
        }
    }
}

/// How the truth of a child affects that of its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Same,
    Flipped,
    Both,
    /// Not at all: the child is a pattern, a variable being bound, or no formula.
    Outside,
}

/// What a term is in the skeleton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Atom,
    Not,
    /// `and` and `or`.
    Junction,
    /// All children but the last are premises.
    Implies,
    /// `xor`, and `=` and `distinct` on formulas.
    Parity,
    Ite,
    /// A quantifier or a case: the last child is the body.
    Body,
    /// The first child is annotated by the others.
    Annotated,
    /// The first child is matched, the others are cases.
    Match,
}

impl Shape {
    /// The shape of a term of sort Bool.
    pub fn of(terms: &Terms, term: Term) -> Shape {
        if terms.sort(term) != Sort::BOOL {
            return Shape::Atom;
        }
        match terms.head(term) {
            Head::Apply(_) => {
                let Some(op) = terms.op(term) else { return Shape::Atom };
                let c = connectives();
                let on_formulas = || terms.children(term).iter().all(|&arg| terms.sort(arg) == Sort::BOOL);
                match op {
                    _ if op == c.not => Shape::Not,
                    _ if op == c.and || op == c.or => Shape::Junction,
                    _ if op == c.implies => Shape::Implies,
                    _ if op == c.xor => Shape::Parity,
                    _ if (op == c.equal || op == c.distinct) && on_formulas() => Shape::Parity,
                    _ if op == c.ite => Shape::Ite,
                    _ => Shape::Atom,
                }
            }
            Head::Bind(Binder::Forall | Binder::Exists | Binder::Case(_)) => Shape::Body,
            Head::Annotated(_) => Shape::Annotated,
            Head::Match => Shape::Match,
            _ => Shape::Atom,
        }
    }

    /// The role of a child, by its step and the number of children.
    pub fn role(self, step: usize, count: usize) -> Role {
        match self {
            Shape::Atom => Role::Outside,
            Shape::Not => Role::Flipped,
            Shape::Junction => Role::Same,
            Shape::Implies if step + 1 < count => Role::Flipped,
            Shape::Implies => Role::Same,
            Shape::Parity => Role::Both,
            Shape::Ite if step == 0 => Role::Both,
            Shape::Ite => Role::Same,
            Shape::Body if step + 1 == count => Role::Same,
            Shape::Annotated if step == 0 => Role::Same,
            Shape::Match if step > 0 => Role::Same,
            Shape::Body | Shape::Annotated | Shape::Match => Role::Outside,
        }
    }
}

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;
const BOTH: u8 = 3;
/// The term has a place in the skeleton, not only inside atoms.
const STRUCTURE: u8 = 4;

/// The skeleton of some formulas. Its memory is reused for the next ones.
#[derive(Clone, Default, Debug)]
pub struct Skeleton {
    roots: Vec<Term>,
    bits: TermMap<u8>,
    /// Everything below the roots, each term before its parts.
    order: Vec<Term>,
    atoms: Vec<Term>,
    stack: Vec<Term>,
    /// How many chosen places there are at or below a term, of the term's own polarity, the opposite one, and both.
    counts: TermMap<[u64; 3]>,
    chosen: TermMap<bool>,
}

impl Skeleton {
    /// The skeleton of formulas that are all asserted.
    pub fn of(terms: &Terms, roots: &[Term]) -> Skeleton {
        let mut skeleton = Skeleton::default();
        skeleton.find(terms, roots);
        skeleton
    }

    pub fn find(&mut self, terms: &Terms, roots: &[Term]) {
        self.collect(terms, roots);
        roots.iter().for_each(|&root| self.bits.set(root, POSITIVE | STRUCTURE));
        for at in 0..self.order.len() {
            let term = self.order[at];
            let bits = self.bits.get(term);
            if let Some(named) = named(terms, term) {
                self.add(named, bits & BOTH);
            }
            let children = terms.children(term);
            let shape = if bits & STRUCTURE == 0 { Shape::Atom } else { Shape::of(terms, term) };
            for (step, &child) in children.iter().enumerate() {
                match shape.role(step, children.len()) {
                    Role::Same => self.add(child, bits),
                    Role::Flipped => self.add(child, bits & STRUCTURE | flipped(bits)),
                    Role::Both => self.add(child, bits | BOTH),
                    // Terms of patterns have no truth, and neither do the variables being bound.
                    Role::Outside if matches!(shape, Shape::Annotated | Shape::Body) => {}
                    Role::Outside => self.add(child, BOTH),
                }
            }
        }
        let is_atom = |term: &Term| {
            self.bits.get(*term) & STRUCTURE != 0
                && Shape::of(terms, *term) == Shape::Atom
                && !matches!(terms.view(*term), View::Literal(Literal::Bool(_)))
        };
        self.atoms.clear();
        self.atoms.extend(self.order.iter().rev().copied().filter(is_atom));
    }

    /// Fills `order`, by descending ids: a term's parts, and the term that a name stands for, have smaller ids.
    fn collect(&mut self, terms: &Terms, roots: &[Term]) {
        const SEEN: u8 = 8;
        self.roots.clear();
        self.roots.extend_from_slice(roots);
        self.bits.clear();
        self.counts.clear();
        self.order.clear();
        self.stack.clear();
        self.stack.extend_from_slice(roots);
        while let Some(term) = self.stack.pop() {
            if self.bits.get(term) != 0 {
                continue;
            }
            self.bits.set(term, SEEN);
            self.order.push(term);
            self.stack.extend_from_slice(terms.children(term));
            self.stack.extend(named(terms, term));
        }
        self.order.sort_unstable_by(|a, b| b.cmp(a));
        self.bits.clear();
    }

    #[inline]
    fn add(&mut self, term: Term, bits: u8) {
        let old = self.bits.get(term);
        self.bits.set(term, old | bits);
    }

    /// The atoms, each once, the oldest first. `true` and `false` are none.
    pub fn atoms(&self) -> &[Term] {
        &self.atoms
    }

    /// The polarities of all places of a term together; `None` if it has no place, or only in patterns.
    pub fn polarity(&self, term: Term) -> Option<Polarity> {
        Polarity::of_bits(self.bits.get(term))
    }

    /// Whether a term has a place in the skeleton: as an atom, or as a formula above atoms.
    pub fn is_part(&self, term: Term) -> bool {
        self.bits.get(term) & STRUCTURE != 0
    }

    /// Chooses which terms of the skeleton are to be found by [`Skeleton::nth`]: atoms, or formulas above atoms.
    pub fn choose(&mut self, terms: &Terms, mut wanted: impl FnMut(Term) -> bool) {
        self.counts.clear();
        self.chosen.clear();
        for at in (0..self.order.len()).rev() {
            let term = self.order[at];
            if !self.is_part(term) {
                continue;
            }
            let chosen = wanted(term);
            self.chosen.set(term, chosen);
            let mut sum = [u64::from(chosen), 0, 0];
            let (shape, children) = (Shape::of(terms, term), terms.children(term));
            for (step, &child) in children.iter().enumerate() {
                let below = self.counts.get(child);
                for polarity in [Polarity::Positive, Polarity::Negative, Polarity::Both] {
                    let place = Polarity::Positive.below(shape.role(step, children.len()));
                    let more = place.map_or(0, |place| count_of(below, place, polarity));
                    sum[polarity as usize] = sum[polarity as usize].saturating_add(more);
                }
            }
            self.counts.set(term, sum);
        }
    }

    /// How many chosen places of a polarity there are, or `u64::MAX` if more.
    pub fn count(&self, polarity: Polarity) -> u64 {
        let of = |&root: &Term| count_of(self.counts.get(root), Polarity::Positive, polarity);
        self.roots.iter().map(of).fold(0, u64::saturating_add)
    }

    /// The chosen place of a polarity with a number, and the term there.
    pub fn nth(&self, terms: &Terms, wanted: Polarity, mut index: u64) -> Option<(Place, Term)> {
        let mut here = |count: u64| {
            let here = index < count;
            index -= if here { 0 } else { count };
            here
        };
        let count = |term: Term, polarity: Polarity| count_of(self.counts.get(term), polarity, wanted);
        let root = self.roots.iter().position(|&root| here(count(root, Polarity::Positive)))?;
        let mut place = Place { root, path: Vec::new() };
        let (mut term, mut polarity) = (self.roots[root], Polarity::Positive);
        loop {
            if here(u64::from(self.chosen.get(term) && polarity == wanted)) {
                return Some((place, term));
            }
            let (shape, children) = (Shape::of(terms, term), terms.children(term));
            let mut steps = children.iter().enumerate();
            let (step, child, below) = steps.find_map(|(step, &child)| {
                let below = polarity.below(shape.role(step, children.len()))?;
                here(count(child, below)).then_some((step, child, below))
            })?;
            place.path.push(step as u32);
            (term, polarity) = (child, below);
        }
    }
}

/// The count for the wanted polarity, when the counts are relative to a term whose place has polarity `place`.
fn count_of(counts: [u64; 3], place: Polarity, wanted: Polarity) -> u64 {
    match (place, wanted) {
        (Polarity::Both, Polarity::Both) => counts.iter().fold(0, |sum, &count| sum.saturating_add(count)),
        (Polarity::Both, _) => 0,
        (_, Polarity::Both) => counts[2],
        _ => counts[usize::from(place != wanted)],
    }
}

fn flipped(bits: u8) -> u8 {
    Polarity::of_bits(bits).map_or(0, |polarity| polarity.flipped().bits())
}

/// The term that a constant is the name of, by `:named`.
fn named(terms: &Terms, term: Term) -> Option<Term> {
    match terms.decl(terms.declaration(term)?).kind {
        DeclKind::Named(term) => Some(term),
        _ => None,
    }
}
