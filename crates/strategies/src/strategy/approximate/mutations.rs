//! Replacements for a formula: formulas that it implies (weaker) or that imply it (stronger).
//!
//! Most replacements come from `rules/weakening.smt2`. This file has those that no rule can express: for any
//! number of arguments, with functions of the script, for quantifiers, and with random snippets.

use super::Means;
use super::snippets::Snippets;
use crate::strategy::Inputs;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::rewrite::substitute;
use gainsay_lang::script::{Binder, DeclId, DeclKind, Function, Head, Literal, Term, Terms, View};
use gainsay_lang::theory::connectives;
use gainsay_lang::theory::signature::Shape;
use gainsay_lang::theory::sort::Sort;
use gainsay_prove::rules::{Direction, Inference, Match, RuleBook, built_in};
use smallvec::SmallVec;

pub(super) struct Mutator<'a> {
    book: &'a RuleBook,
    snippets: Snippets,
    /// The kinds of mutation to choose from; a kind that is listed more often is more likely.
    kinds: &'static [Kind],
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Rule,
    Snippet,
    Rearrangement,
    Function,
}

impl Kind {
    const ALL: [Kind; 8] = [
        Kind::Rule,
        Kind::Rule,
        Kind::Rule,
        Kind::Rule,
        Kind::Snippet,
        Kind::Snippet,
        Kind::Rearrangement,
        Kind::Function,
    ];
}

/// How many rules or functions are tried for one formula.
const ATTEMPTS: usize = 4;

type Mutated = Option<(Inference, Term)>;

impl Mutator<'_> {
    pub fn new(seeds: &Inputs, terms: &Terms, roots: &[Term], means: Means) -> Mutator<'static> {
        let kinds = match means {
            Means::All => &Kind::ALL[..],
            Means::Predicates => &[Kind::Rule],
            Means::Snippets => &[Kind::Snippet],
        };
        Mutator { book: seeds.book, snippets: Snippets::new(&seeds.main, terms, roots), kinds }
    }

    /// A formula that is weaker or stronger than this one, and the inference that says so.
    pub fn mutate(
        &mut self,
        terms: &mut Terms,
        rng: &mut Rng,
        formula: Term,
        direction: Direction,
        scope: &[Term],
    ) -> Mutated {
        let Mutator { book, snippets, kinds } = self;
        let first = rng.index(kinds.len());
        let mut mutation = Mutation { book, snippets, terms, rng, formula, direction, scope };
        (first..first + kinds.len()).find_map(|at| {
            let (by, new) = match kinds[at % kinds.len()] {
                Kind::Rule => mutation.by_rule(),
                Kind::Snippet => mutation.inject(),
                Kind::Rearrangement => mutation.rearrange(),
                Kind::Function => mutation.by_function(),
            }?;
            (new != formula).then_some((by, new))
        })
    }
}

/// One formula to be replaced, with its direction and everything that a mutation needs.
struct Mutation<'a> {
    book: &'a RuleBook,
    snippets: &'a mut Snippets,
    terms: &'a mut Terms,
    rng: &'a mut Rng,
    formula: Term,
    direction: Direction,
    /// The variables that may be used where the formula stands.
    scope: &'a [Term],
}

impl Mutation<'_> {
    /// A random term of a sort.
    fn any_term(&mut self, sort: Sort) -> Option<Term> {
        self.snippets.term(self.terms, self.rng, sort, self.scope)
    }

    /// A random formula.
    fn any_formula(&mut self) -> Option<Term> {
        self.snippets.formula(self.terms, self.rng, self.scope)
    }

    fn weakens(&self) -> bool {
        self.direction == Direction::Weaken
    }

    /// Transforms the predicate by a rule. Parameters of the result that the formula does not bind become random
    /// terms.
    fn by_rule(&mut self) -> Mutated {
        let mut found = self.book.weakenings(self.terms, self.formula, self.direction);
        for _ in 0..ATTEMPTS.min(found.len()) {
            let chosen = found.swap_remove(self.rng.index(found.len()));
            let by = chosen.rule.inference();
            if let Some(new) = self.instance(chosen) {
                return Some((by, new));
            }
        }
        None
    }

    fn instance(&mut self, mut chosen: Match<'_>) -> Option<Term> {
        let snippets = &self.snippets;
        if !chosen.result.all_operators(&mut |ops| ops.iter().any(|&op| snippets.knows(op))) {
            return None;
        }
        let open: SmallVec<[usize; 4]> =
            chosen.binding.open().filter(|&parameter| chosen.result.mentions(parameter)).collect();
        for parameter in open {
            let sort = chosen.binding.sort(chosen.rule, self.terms, parameter)?;
            let term = self.any_term(sort)?;
            if !chosen.binding.bind(chosen.rule, self.terms, parameter, term) {
                return None;
            }
        }
        chosen.result.instantiate_as(self.terms, &chosen.binding, Sort::BOOL)
    }

    /// Joins a random formula, so that the result is weaker or stronger whatever the random formula's truth value.
    fn inject(&mut self) -> Mutated {
        let snippet = self.any_formula()?;
        let truth = self.terms.bool(self.weakens());
        let new = match (self.direction, self.rng.below(4)) {
            (_, 0) => self.terms.apply_ops(
                &[connectives().ite],
                &[],
                None,
                &match self.direction {
                    Direction::Weaken => [snippet, truth, self.formula],
                    Direction::Strengthen => [snippet, self.formula, truth],
                },
            ),
            (Direction::Weaken, 1) => Ok(self.terms.or(&[snippet, self.formula])),
            (Direction::Weaken, 2) => Ok(self.terms.implies(snippet, self.formula)),
            (Direction::Weaken, _) => Ok(self.terms.or(&[self.formula, snippet])),
            (Direction::Strengthen, 1) => Ok(self.terms.and(&[snippet, self.formula])),
            (Direction::Strengthen, _) => Ok(self.terms.and(&[self.formula, snippet])),
        };
        Some((built_in::INJECT, new.ok()?))
    }

    /// Changes the number of arguments, or a quantifier.
    fn rearrange(&mut self) -> Mutated {
        match self.terms.view(self.formula) {
            View::Bind(binder @ (Binder::Forall | Binder::Exists), ..) => {
                let applies = (binder == Binder::Forall) == self.weakens();
                if applies { self.requantify() } else { None }
            }
            View::Literal(Literal::Bool(value)) => {
                let opposite = *value != self.weakens();
                if opposite { Some((built_in::ANY_FORMULA, self.any_formula()?)) } else { None }
            }
            View::Apply(_, args) => {
                let args: SmallVec<[Term; 8]> = args.into();
                self.with_other_arguments(args)
            }
            _ => None,
        }
    }

    /// Weakens `forall` to `exists` or to an instance, and strengthens `exists` to `forall` or to an instance.
    /// This is sound because no sort is empty.
    fn requantify(&mut self) -> Mutated {
        let View::Bind(binder, variables, body) = self.terms.view(self.formula) else { return None };
        let variables: SmallVec<[Term; 4]> = variables.into();
        if self.rng.one_in(4) {
            let other = if binder == Binder::Forall { Binder::Exists } else { Binder::Forall };
            return Some((built_in::OTHER_QUANTIFIER, self.terms.bind(other, &variables, body)));
        }
        let mut map: SmallVec<[(Term, Term); 4]> = SmallVec::new();
        for variable in variables {
            let sort = self.terms.sort(variable);
            map.push((variable, self.any_term(sort)?));
        }
        // Patterns mean nothing without their quantifier.
        let body = self.terms.bare(body);
        Some((built_in::INSTANTIATE, substitute(self.terms, body, &map)))
    }

    /// More or fewer arguments of an operator that takes any number of them.
    fn with_other_arguments(&mut self, mut args: SmallVec<[Term; 8]>) -> Mutated {
        let op = self.terms.op(self.formula)?;
        let (c, count) = (connectives(), args.len());
        let weaken = self.weakens();
        let shape = op.op().signature.shape;
        let by = match shape {
            _ if op == c.and || op == c.or => {
                if (op == c.and) != weaken || count < 3 {
                    return None;
                }
                args.remove(self.rng.index(count));
                built_in::FEWER_PARTS
            }
            _ if op == c.implies => {
                if weaken || count < 3 {
                    return None;
                }
                args.remove(self.rng.index(count - 1));
                built_in::FEWER_PREMISES
            }
            Shape::Chainable | Shape::Pairwise if weaken && count > 2 => {
                // Only an end of a chain can be dropped: an argument in the middle is compared with both
                // neighbours.
                let ends = if shape == Shape::Pairwise {
                    self.rng.index(count)
                } else {
                    [0, count - 1][self.rng.index(2)]
                };
                args.remove(ends);
                built_in::FEWER_COMPARED
            }
            Shape::Chainable | Shape::Pairwise if !weaken && count > 1 => {
                let sort = self.terms.sort(args[count - 1]);
                args.push(self.any_term(sort)?);
                built_in::MORE_COMPARED
            }
            _ => return None,
        };
        let new = self.terms.apply_ops(&[op], &[], None, &args).ok()?;
        Some((by, new))
    }

    /// Consequences of an equation by a function of the script, and of a tester by the other constructors.
    fn by_function(&mut self) -> Mutated {
        let View::Apply(function, args) = self.terms.view(self.formula) else { return None };
        match (self.terms.function(function), args) {
            (&Function::Tester(constructor), &[term]) => {
                other_tester(self.terms, self.rng, constructor, term, self.direction)
            }
            (_, &[left, right]) if self.terms.op(self.formula) == Some(connectives().equal) => {
                if self.direction == Direction::Strengthen {
                    return None;
                }
                if self.rng.coin()
                    && let Some(tester) = constructed(self.terms, left, right)
                {
                    return Some((built_in::CONSTRUCTED, tester));
                }
                let functions: SmallVec<[DeclId; ATTEMPTS]> = match self.snippets.functions() {
                    [] => return None,
                    functions => (0..ATTEMPTS).map(|_| *self.rng.pick(functions)).collect(),
                };
                functions.iter().find_map(|&decl| self.congruent(decl, [left, right]))
            }
            _ => None,
        }
    }

    /// `(= (f .. x ..) (f .. y ..))`, a consequence of `(= x y)`.
    fn congruent(&mut self, decl: DeclId, sides: [Term; 2]) -> Mutated {
        let sort = self.terms.sort(sides[0]);
        let mut args: SmallVec<[Term; 4]> = SmallVec::from_slice(&sides[..1]);
        let mut at = 0;
        if self.terms.decl(decl).arity() != 1 {
            let sorts = self.terms.decl(decl).arg_sorts()?;
            let places: SmallVec<[usize; 4]> =
                (0..sorts.len()).filter(|&place| sorts[place] == sort).collect();
            at = if places.is_empty() { return None } else { *self.rng.pick(&places) };
            args.clear();
            for (place, &sort) in sorts.iter().enumerate() {
                args.push(if place == at { sides[0] } else { self.any_term(sort)? });
            }
        }
        let left = self.terms.apply_decl(decl, None, &args).ok()?;
        args[at] = sides[1];
        let right = self.terms.apply_decl(decl, None, &args).ok()?;
        let same = self.terms.sort(left) == self.terms.sort(right)
            && !self.terms.sorts.is_open(self.terms.sort(left));
        same.then(|| (built_in::CONGRUENCE, self.terms.equal(left, right)))
    }
}

/// Replaces "is of this constructor" by "is not of that other one". This is weaker, and equivalent if there are
/// two constructors.
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
    Some((built_in::OTHER_CONSTRUCTOR, terms.not(other)))
}

/// From an equation with a constructor application: the other side is of that constructor.
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
