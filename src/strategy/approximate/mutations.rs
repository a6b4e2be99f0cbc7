//! What may be put for a formula: something that it implies, or something that implies it.
//!
//! Most of it is in `rules/weakening.smt2`. Here is what a rule cannot say: for any number of arguments, for functions of
//! the script, under quantifiers, and with random snippets.

use super::snippets::Snippets;
use crate::rng::Rng;
use crate::rules::{Direction, Match, RuleBook};
use crate::script::rewrite::substitute;
use crate::script::{Binder, DeclId, DeclKind, Function, Head, Literal, Term, Terms, View};
use crate::strategy::Seed;
use crate::theory::connectives;
use crate::theory::signature::Shape;
use crate::theory::sort::Sort;
use smallvec::SmallVec;

pub(super) struct Mutator<'a> {
    book: &'a RuleBook,
    snippets: Snippets,
}

/// So many rules or functions are tried for one formula.
const ATTEMPTS: usize = 4;

type Mutated = Option<(String, Term)>;

impl Mutator<'_> {
    pub fn new(seed: &Seed, terms: &Terms, roots: &[Term]) -> Mutator<'static> {
        Mutator { book: RuleBook::in_use(), snippets: Snippets::new(seed, terms, roots) }
    }

    /// A formula that is weaker or stronger than this one, and the name of the reason.
    pub fn mutate(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        formula: Term,
        direction: Direction,
        scope: &[Term],
    ) -> Mutated {
        let first = rng.below(8);
        (first..first + 8).find_map(|kind| {
            let (name, new) = match kind % 8 {
                0..=3 => self.by_rule(terms, rng, formula, direction, scope),
                4 | 5 => self.inject(terms, rng, formula, direction, scope),
                6 => self.rearrange(terms, rng, formula, direction, scope),
                _ => self.by_function(terms, rng, formula, direction, scope),
            }?;
            (new != formula).then_some((name, new))
        })
    }

    /// Transforms the predicate by a rule. Parameters that the formula leaves open stand for anything.
    fn by_rule(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        formula: Term,
        direction: Direction,
        scope: &[Term],
    ) -> Mutated {
        let mut found = self.book.weakenings(terms, formula, direction);
        for _ in 0..ATTEMPTS.min(found.len()) {
            let chosen = found.swap_remove(rng.index(found.len()));
            let name = chosen.rule.name.clone();
            if let Some(new) = self.instance(terms, rng, chosen, scope) {
                return Some((name, new));
            }
        }
        None
    }

    fn instance(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        mut chosen: Match<'_>,
        scope: &[Term],
    ) -> Option<Term> {
        let snippets = &self.snippets;
        if !chosen.result.all_operators(&mut |ops| ops.iter().any(|&op| snippets.knows(op))) {
            return None;
        }
        let open: SmallVec<[usize; 4]> =
            chosen.binding.open().filter(|&parameter| chosen.result.mentions(parameter)).collect();
        for parameter in open {
            let sort = chosen.binding.sort(chosen.rule, terms, parameter)?;
            let term = self.snippets.term(terms, rng, sort, scope)?;
            if !chosen.binding.bind(chosen.rule, terms, parameter, term) {
                return None;
            }
        }
        chosen.result.instantiate_as(terms, &chosen.binding, Sort::BOOL)
    }

    /// Adds a snippet, whose truth does not matter.
    fn inject(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        formula: Term,
        direction: Direction,
        scope: &[Term],
    ) -> Mutated {
        let snippet = self.snippets.formula(terms, rng, scope)?;
        let truth = terms.bool(direction == Direction::Weaken);
        let new = match (direction, rng.below(4)) {
            (_, 0) => terms.apply_ops(
                &[connectives().ite],
                &[],
                None,
                &match direction {
                    Direction::Weaken => [snippet, truth, formula],
                    Direction::Strengthen => [snippet, formula, truth],
                },
            ),
            (Direction::Weaken, 1) => Ok(terms.or(&[snippet, formula])),
            (Direction::Weaken, 2) => Ok(terms.implies(snippet, formula)),
            (Direction::Weaken, _) => Ok(terms.or(&[formula, snippet])),
            (Direction::Strengthen, 1) => Ok(terms.and(&[snippet, formula])),
            (Direction::Strengthen, _) => Ok(terms.and(&[formula, snippet])),
        };
        Some(("inject".to_owned(), new.ok()?))
    }

    /// Changes the number of arguments, or a quantifier.
    fn rearrange(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        formula: Term,
        direction: Direction,
        scope: &[Term],
    ) -> Mutated {
        match terms.view(formula) {
            View::Bind(binder @ (Binder::Forall | Binder::Exists), ..) => {
                let applies = (binder == Binder::Forall) == (direction == Direction::Weaken);
                if applies { self.requantify(terms, rng, formula, scope) } else { None }
            }
            View::Literal(Literal::Bool(value)) => {
                let opposite = *value != (direction == Direction::Weaken);
                if opposite {
                    Some(("any-formula".to_owned(), self.snippets.formula(terms, rng, scope)?))
                } else {
                    None
                }
            }
            View::Apply(_, args) => {
                let args: SmallVec<[Term; 8]> = args.into();
                self.with_other_arguments(terms, rng, formula, args, direction, scope)
            }
            _ => None,
        }
    }

    /// `forall` becomes `exists` or an instance, which it implies, and `exists` the reverse, which imply it. No sort is
    /// empty.
    fn requantify(&mut self, terms: &mut Terms, rng: &mut Rng, formula: Term, scope: &[Term]) -> Mutated {
        let View::Bind(binder, variables, body) = terms.view(formula) else { return None };
        let variables: SmallVec<[Term; 4]> = variables.into();
        if rng.one_in(4) {
            let other = if binder == Binder::Forall { Binder::Exists } else { Binder::Forall };
            return Some(("other-quantifier".to_owned(), terms.bind(other, &variables, body)));
        }
        let mut map: SmallVec<[(Term, Term); 4]> = SmallVec::new();
        for variable in variables {
            let sort = terms.sort(variable);
            map.push((variable, self.snippets.term(terms, rng, sort, scope)?));
        }
        // Patterns are of no use without the quantifier.
        let body = terms.bare(body);
        Some(("instantiate".to_owned(), substitute(terms, body, &map)))
    }

    /// More or fewer arguments of an operator that takes any number of them.
    fn with_other_arguments(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        formula: Term,
        mut args: SmallVec<[Term; 8]>,
        direction: Direction,
        scope: &[Term],
    ) -> Mutated {
        let op = terms.op(formula)?;
        let (c, count) = (connectives(), args.len());
        let weaken = direction == Direction::Weaken;
        let shape = op.op().signature.shape;
        let name = match shape {
            _ if op == c.and || op == c.or => {
                if (op == c.and) != weaken || count < 3 {
                    return None;
                }
                args.remove(rng.index(count));
                "fewer-parts"
            }
            _ if op == c.implies => {
                if weaken || count < 3 {
                    return None;
                }
                args.remove(rng.index(count - 1));
                "fewer-premises"
            }
            Shape::Chainable | Shape::Pairwise if weaken && count > 2 => {
                // In the middle of a chain each argument is compared with both of its neighbours.
                let ends =
                    if shape == Shape::Pairwise { rng.index(count) } else { [0, count - 1][rng.index(2)] };
                args.remove(ends);
                "fewer-compared"
            }
            Shape::Chainable | Shape::Pairwise if !weaken && count > 1 => {
                let sort = terms.sort(args[count - 1]);
                args.push(self.snippets.term(terms, rng, sort, scope)?);
                "more-compared"
            }
            _ => return None,
        };
        let new = terms.apply_ops(&[op], &[], None, &args).ok()?;
        Some((name.to_owned(), new))
    }

    /// What follows from an equation by a function of the script, and what testers say about each other.
    fn by_function(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        formula: Term,
        direction: Direction,
        scope: &[Term],
    ) -> Mutated {
        let View::Apply(function, args) = terms.view(formula) else { return None };
        match (terms.function(function), args) {
            (&Function::Tester(constructor), &[term]) => {
                other_tester(terms, rng, constructor, term, direction)
            }
            (_, &[left, right]) if terms.op(formula) == Some(connectives().equal) => {
                if direction == Direction::Strengthen {
                    return None;
                }
                if rng.coin()
                    && let Some(tester) = constructed(terms, left, right)
                {
                    return Some(("constructed".to_owned(), tester));
                }
                let functions: SmallVec<[DeclId; ATTEMPTS]> = match self.snippets.functions() {
                    [] => return None,
                    functions => (0..ATTEMPTS).map(|_| *rng.pick(functions)).collect(),
                };
                functions.iter().find_map(|&decl| self.congruent(terms, rng, decl, [left, right], scope))
            }
            _ => None,
        }
    }

    /// `(= (f .. x ..) (f .. y ..))`, which `(= x y)` implies.
    fn congruent(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        decl: DeclId,
        sides: [Term; 2],
        scope: &[Term],
    ) -> Mutated {
        let sort = terms.sort(sides[0]);
        let mut args: SmallVec<[Term; 4]> = SmallVec::from_slice(&sides[..1]);
        let mut at = 0;
        if terms.decl(decl).arity() != 1 {
            let sorts = terms.decl(decl).arg_sorts()?;
            let places: SmallVec<[usize; 4]> =
                (0..sorts.len()).filter(|&place| sorts[place] == sort).collect();
            at = if places.is_empty() { return None } else { *rng.pick(&places) };
            args.clear();
            for (place, &sort) in sorts.iter().enumerate() {
                args.push(if place == at {
                    sides[0]
                } else {
                    self.snippets.term(terms, rng, sort, scope)?
                });
            }
        }
        let left = terms.apply_decl(decl, None, &args).ok()?;
        args[at] = sides[1];
        let right = terms.apply_decl(decl, None, &args).ok()?;
        let same = terms.sort(left) == terms.sort(right) && !terms.sorts.is_open(terms.sort(left));
        same.then(|| ("congruence".to_owned(), terms.equal(left, right)))
    }
}

/// A value of one constructor is of no other one; with two of them that says the same.
fn other_tester(
    terms: &mut Terms,
    rng: &mut Rng,
    constructor: DeclId,
    term: Term,
    direction: Direction,
) -> Mutated {
    let others: SmallVec<[DeclId; 8]> = terms
        .datatype(terms.sort(term))?
        .constructors
        .iter()
        .map(|other| other.decl)
        .filter(|&other| other != constructor)
        .collect();
    if others.is_empty() || (others.len() > 1 && direction == Direction::Strengthen) {
        return None;
    }
    let other = terms.test(*rng.pick(&others), term).ok()?;
    Some(("other-constructor".to_owned(), terms.not(other)))
}

/// What is equal to an application of a constructor is of that constructor.
fn constructed(terms: &mut Terms, left: Term, right: Term) -> Option<Term> {
    [(left, right), (right, left)].into_iter().find_map(|(term, built)| {
        let Head::Apply(function) = terms.head(built) else { return None };
        let &Function::Declared(decl) = terms.function(function) else { return None };
        match terms.decl(decl).kind {
            DeclKind::Constructor { .. } if terms.datatype(terms.sort(term)).is_some() => {
                terms.test(decl, term).ok()
            }
            _ => None,
        }
    })
}
