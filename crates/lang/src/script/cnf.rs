//! Conjunctive normal form of formulas, with definitions (Tseitin 1968; by polarity: Plaisted and Greenbaum 1986). A
//! shared subformula is defined once.

use super::Script;
use super::rewrite::Rewriter;
use super::skeleton::{Role, Shape};
use super::terms::{Attribute, Literal as Value, Term, Terms, View};
use super::walk::TermMap;
use crate::symbols::Symbol;
use crate::theory::connectives;
use crate::theory::sort::Sort;
use smallvec::SmallVec;

const NONE: Term = Term(u32::MAX);

/// An atom or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    pub term: Term,
    pub negated: bool,
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { negated: !self.negated, ..self }
    }
}

/// Which clauses define a fresh constant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Definitions {
    /// The constant is equivalent to its formula: models of the clauses are models of the formulas and back.
    #[default]
    BothWays,
    /// Only the direction that the polarity of the formula needs.
    ByPolarity,
}

/// Clauses that together are satisfiable if and only if some formulas are.
#[derive(Clone, Default, Debug)]
pub struct Cnf {
    pub clauses: Vec<Vec<Literal>>,
    /// The fresh constants with the formulas that they stand for. They are declared in the arena, not in a script.
    pub definitions: Vec<(Term, Term)>,
}

/// The clauses of formulas that are all asserted. Quantified formulas and Boolean `match` count as atoms; `:named` is
/// lost.
pub fn clauses(terms: &mut Terms, roots: &[Term], definitions: Definitions) -> Cnf {
    let base = terms.symbols.intern("b");
    let mut tseitin = Tseitin {
        base,
        both_ways: definitions == Definitions::BothWays,
        literals: TermMap::new(Literal { term: NONE, negated: false }),
        polarity: TermMap::new(0),
        cnf: Cnf::default(),
    };
    let top = tseitin.top(terms, roots);
    tseitin.encode(terms, &top);
    for clause in top {
        let literals = clause.iter().map(|&literal| tseitin.literal(literal)).collect();
        tseitin.push(terms, literals);
    }
    tseitin.cnf
}

struct Tseitin {
    base: Symbol,
    both_ways: bool,
    /// The literal that stands for each formula.
    literals: TermMap<Literal>,
    /// Positive is 1, negative is 2.
    polarity: TermMap<u8>,
    cnf: Cnf,
}

/// The shape of a formula, with quantified ones as atoms.
fn gate(terms: &Terms, term: Term) -> Shape {
    match Shape::of(terms, term) {
        Shape::Body | Shape::Match => Shape::Atom,
        shape => shape,
    }
}

impl Tseitin {
    /// Splits the conjunctions at the top; what is left are disjunctions of formulas.
    fn top(&self, terms: &Terms, roots: &[Term]) -> Vec<Vec<Literal>> {
        let mut seen = [TermMap::new(false), TermMap::new(false)];
        let mut stack: Vec<Literal> =
            roots.iter().rev().map(|&term| Literal { term, negated: false }).collect();
        let mut top = Vec::new();
        while let Some(literal @ Literal { term, negated }) = stack.pop() {
            if seen[usize::from(negated)].get(term) {
                continue;
            }
            seen[usize::from(negated)].set(term, true);
            let shape = gate(terms, term);
            let children = terms.children(term);
            let parts = children.iter().enumerate().map(|(step, &term)| Literal {
                term,
                negated: negated ^ (shape.role(step, children.len()) == Role::Flipped),
            });
            match shape {
                Shape::Not => stack.extend(parts),
                Shape::Annotated => stack.extend(parts.take(1)),
                Shape::Junction | Shape::Implies => {
                    let conjunction = terms.op(term) == Some(connectives().and);
                    if conjunction != negated {
                        stack.extend(parts.rev());
                    } else {
                        top.push(parts.collect());
                    }
                }
                _ => top.push(vec![literal]),
            }
        }
        top
    }

    /// Gives a literal to every formula below some literals.
    fn encode(&mut self, terms: &mut Terms, top: &[Vec<Literal>]) {
        let mut order: Vec<Term> = Vec::new();
        let mut stack: Vec<Term> = Vec::new();
        for literal in top.iter().flatten() {
            stack.push(literal.term);
            self.add(literal.term, if literal.negated { 2 } else { 1 });
        }
        let mut seen = TermMap::new(false);
        while let Some(term) = stack.pop() {
            if seen.get(term) {
                continue;
            }
            seen.set(term, true);
            order.push(term);
            let (shape, children) = (gate(terms, term), terms.children(term));
            let inside = |step: &usize| shape.role(*step, children.len()) != Role::Outside;
            stack.extend((0..children.len()).filter(inside).map(|step| children[step]));
        }
        // A formula's parts have smaller ids than the formula.
        order.sort_unstable();
        for &term in order.iter().rev() {
            let (shape, children) = (gate(terms, term), terms.children(term));
            let bits = self.polarity.get(term);
            for (step, &child) in children.iter().enumerate() {
                match shape.role(step, children.len()) {
                    Role::Same => self.add(child, bits),
                    Role::Flipped => self.add(child, flipped(bits)),
                    Role::Both => self.add(child, 3),
                    Role::Outside => {}
                }
            }
        }
        for &term in &order {
            let literal = self.define(terms, term);
            self.literals.set(term, literal);
        }
    }

    fn add(&mut self, term: Term, bits: u8) {
        let old = self.polarity.get(term);
        self.polarity.set(term, old | bits);
    }

    fn literal(&self, formula: Literal) -> Literal {
        let literal = self.literals.get(formula.term);
        Literal { negated: literal.negated ^ formula.negated, ..literal }
    }

    /// The literal of a formula whose parts have literals already, with the clauses that define it.
    fn define(&mut self, terms: &mut Terms, term: Term) -> Literal {
        let shape = gate(terms, term);
        let bits = if self.both_ways { 3 } else { self.polarity.get(term) };
        let parts: SmallVec<[Literal; 8]> = match shape {
            Shape::Atom => return Literal { term, negated: false },
            Shape::Annotated => return self.literals.get(terms.children(term)[0]),
            _ => terms.children(term).iter().map(|&child| self.literals.get(child)).collect(),
        };
        let c = connectives();
        match (terms.op(term), &parts[..]) {
            (_, &[part]) if shape == Shape::Not => !part,
            (Some(op), parts) if op == c.and => self.conjunction(terms, parts, bits),
            (Some(op), parts) if op == c.or => {
                let negations: SmallVec<[Literal; 8]> = parts.iter().map(|&part| !part).collect();
                !self.conjunction(terms, &negations, flipped(bits))
            }
            (_, [premises @ .., conclusion]) if shape == Shape::Implies => {
                let mut parts: SmallVec<[Literal; 8]> = premises.into();
                parts.push(!*conclusion);
                !self.conjunction(terms, &parts, flipped(bits))
            }
            (_, &[condition, then, other]) if shape == Shape::Ite => {
                self.choice(terms, term, [condition, then, other], bits)
            }
            (Some(op), [first, rest @ ..]) if op == c.xor => {
                let mut all = *first;
                for (at, &part) in rest.iter().enumerate() {
                    let bits = if at + 1 == rest.len() { flipped(bits) } else { 3 };
                    all = !self.equivalence(terms, all, part, bits);
                }
                all
            }
            (_, [_]) => truth(terms, true),
            (Some(op), [_, _, _, ..]) if op == c.distinct => truth(terms, false),
            (Some(op), &[a, b]) if op == c.distinct => !self.equivalence(terms, a, b, flipped(bits)),
            (_, &[a, b]) => self.equivalence(terms, a, b, bits),
            (_, parts) => {
                let pairs: SmallVec<[Literal; 8]> =
                    parts.windows(2).map(|pair| self.equivalence(terms, pair[0], pair[1], bits)).collect();
                self.conjunction(terms, &pairs, bits)
            }
        }
    }

    /// A fresh constant, recorded as standing for a formula.
    fn fresh(&mut self, terms: &mut Terms, formula: Term) -> Literal {
        let name = terms.fresh_name(self.base);
        let term = terms.declare_constant_named(name, Sort::BOOL);
        self.cnf.definitions.push((term, formula));
        Literal { term, negated: false }
    }

    fn formula(&mut self, terms: &mut Terms, literal: Literal) -> Term {
        if literal.negated { terms.not(literal.term) } else { literal.term }
    }

    fn conjunction(&mut self, terms: &mut Terms, parts: &[Literal], bits: u8) -> Literal {
        let formulas: SmallVec<[Term; 8]> = parts.iter().map(|&part| self.formula(terms, part)).collect();
        let formula = terms.and(&formulas);
        let whole = self.fresh(terms, formula);
        if bits & 1 != 0 {
            for &part in parts {
                self.push(terms, vec![!whole, part]);
            }
        }
        if bits & 2 != 0 {
            let clause = std::iter::once(whole).chain(parts.iter().map(|&part| !part)).collect();
            self.push(terms, clause);
        }
        whole
    }

    fn equivalence(&mut self, terms: &mut Terms, a: Literal, b: Literal, bits: u8) -> Literal {
        let (left, right) = (self.formula(terms, a), self.formula(terms, b));
        let formula = terms.equal(left, right);
        let whole = self.fresh(terms, formula);
        if bits & 1 != 0 {
            self.push(terms, vec![!whole, !a, b]);
            self.push(terms, vec![!whole, a, !b]);
        }
        if bits & 2 != 0 {
            self.push(terms, vec![whole, a, b]);
            self.push(terms, vec![whole, !a, !b]);
        }
        whole
    }

    fn choice(&mut self, terms: &mut Terms, of: Term, [c, a, b]: [Literal; 3], bits: u8) -> Literal {
        let parts: SmallVec<[Term; 4]> = [c, a, b].iter().map(|&part| self.formula(terms, part)).collect();
        let formula = terms.rebuild(of, &parts);
        let whole = self.fresh(terms, formula);
        if bits & 1 != 0 {
            self.push(terms, vec![!whole, !c, a]);
            self.push(terms, vec![!whole, c, b]);
        }
        if bits & 2 != 0 {
            self.push(terms, vec![whole, !c, !a]);
            self.push(terms, vec![whole, c, !b]);
        }
        whole
    }

    /// Adds a clause without false and repeated literals, unless it is a tautology.
    fn push(&mut self, terms: &Terms, mut clause: Vec<Literal>) {
        let mut is_true = false;
        clause.retain(|literal| match terms.view(literal.term) {
            View::Literal(Value::Bool(value)) => {
                is_true |= *value != literal.negated;
                false
            }
            _ => true,
        });
        clause.sort_unstable();
        clause.dedup();
        is_true |= clause.windows(2).any(|pair| pair[0].term == pair[1].term);
        if !is_true {
            self.cnf.clauses.push(clause);
        }
    }
}

fn flipped(bits: u8) -> u8 {
    bits >> 1 | (bits & 1) << 1
}

fn truth(terms: &mut Terms, value: bool) -> Literal {
    Literal { term: terms.bool(value), negated: false }
}

impl Terms {
    /// A clause as a term.
    pub fn clause(&mut self, clause: &[Literal]) -> Term {
        let literals: SmallVec<[Term; 8]> = clause
            .iter()
            .map(|literal| if literal.negated { self.not(literal.term) } else { literal.term })
            .collect();
        self.or(&literals)
    }
}

impl Script {
    /// Whether it gives terms names with `:named`.
    pub fn has_names(&self) -> bool {
        self.terms.decls().any(|(_, decl)| matches!(decl.kind, super::DeclKind::Named(_)))
    }

    /// Replaces the names that `:named` gives by the terms that they name, and removes the annotations.
    pub fn expand_names(&mut self) {
        let mut map: Vec<(Term, Term)> = Vec::new();
        for at in 0..self.terms.decls.len() {
            let decl = super::DeclId(at as u32);
            if let super::DeclKind::Named(term) = self.terms.decl(decl).kind {
                map.push((self.terms.constant(decl), term));
            }
        }
        if map.is_empty() {
            return;
        }
        // A named term may use older names.
        let mut rewriter = Rewriter::default();
        for at in 0..map.len() {
            let (older, newer) = map.split_at_mut(at);
            newer[0].1 = rewriter.substitute(&mut self.terms, newer[0].1, older);
            newer[0].1 = rewriter.bottom_up(&mut self.terms, newer[0].1, without_names);
        }
        self.map_terms(|terms, term| {
            let term = rewriter.substitute(terms, term, &map);
            rewriter.bottom_up(terms, term, without_names)
        });
    }
}

/// A term without `:named` annotations at its top.
fn without_names(terms: &mut Terms, _: Term, term: Term) -> Term {
    let View::Annotated(inner, attributes, patterns) = terms.view(term) else { return term };
    if !attributes.iter().any(|attribute| matches!(attribute, Attribute::Named(_))) {
        return term;
    }
    let rest: Box<[Attribute]> =
        attributes.iter().filter(|attribute| !matches!(attribute, Attribute::Named(_))).cloned().collect();
    let patterns: SmallVec<[Term; 4]> = patterns.into();
    if rest.is_empty() { inner } else { terms.annotate(inner, rest, &patterns) }
}
