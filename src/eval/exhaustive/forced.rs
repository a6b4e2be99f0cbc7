//! Values that a script forces on its symbols: an equation with a term whose value is known leaves a symbol one value.
//!
//! Every model must give the symbols these values, so an assertion that they make false is false in every model, however
//! large the domains are.

use crate::eval::{Evaluator, Limits, Model};
use crate::script::{DeclId, DeclKind, Term, Terms};
use crate::theory::connectives;
use crate::value::Value;

/// Values are forced by values that were forced before, so many times at most.
const ROUNDS: usize = 32;

/// How many symbols have a value forced on them, if these values make an assertion false.
pub(super) fn refutation(terms: &Terms, assertions: &[Term], limits: Limits) -> Option<u64> {
    let equations: Vec<Equation> =
        conjuncts(terms, assertions).into_iter().flat_map(|claim| equations(terms, claim)).collect();
    let (mut model, mut forced) = (Model::default(), 0);
    for _ in 0..ROUNDS {
        let before = forced;
        for (symbol, value) in values(terms, &equations, &model, limits) {
            // A second value makes its equation false, which shows in the end.
            if model.get(symbol).is_none() && model.set(terms, symbol, value).is_ok() {
                forced += 1;
            }
        }
        if forced == before {
            break;
        }
    }
    let mut evaluator = Evaluator::new(terms, &model, limits);
    let is_false = |&assertion: &Term| evaluator.eval_bool(assertion) == Ok(false);
    (forced > 0 && assertions.iter().any(is_false)).then_some(forced)
}

/// A symbol, and what it must be equal to.
struct Equation {
    symbol: DeclId,
    other: Other,
}

enum Other {
    Bool(bool),
    Term(Term),
}

/// What a claim says about the values of symbols.
fn equations(terms: &Terms, claim: Term) -> Vec<Equation> {
    let known = connectives();
    let sides = match (terms.op(claim), terms.children(claim)) {
        (Some(op), &[left, right]) if op == known.equal => {
            vec![(left, Other::Term(right)), (right, Other::Term(left))]
        }
        (Some(op), &[inner]) if op == known.not => vec![(inner, Other::Bool(false))],
        _ => vec![(claim, Other::Bool(true))],
    };
    let equation = |(side, other)| symbol(terms, side).map(|symbol| Equation { symbol, other });
    sides.into_iter().filter_map(equation).collect()
}

/// The symbol that a term consists of, if a model chooses its value.
fn symbol(terms: &Terms, term: Term) -> Option<DeclId> {
    let term = terms.bare(term);
    let decl = terms.declaration(term)?;
    let is_free = terms.children(term).is_empty() && matches!(terms.decl(decl).kind, DeclKind::Free);
    is_free.then_some(decl)
}

/// The values that follow for symbols that have none yet.
fn values(terms: &Terms, equations: &[Equation], model: &Model, limits: Limits) -> Vec<(DeclId, Value)> {
    let mut evaluator = Evaluator::new(terms, model, limits);
    let open = equations.iter().filter(|equation| model.get(equation.symbol).is_none());
    open.filter_map(|equation| {
        let value = match equation.other {
            Other::Bool(value) => Value::from(value),
            Other::Term(term) => evaluator.eval(term).ok()?,
        };
        Some((equation.symbol, value))
    })
    .collect()
}

/// The claims whose conjunction the assertions are.
fn conjuncts(terms: &Terms, assertions: &[Term]) -> Vec<Term> {
    let mut parts = Vec::new();
    let mut left: Vec<Term> = assertions.iter().rev().copied().collect();
    while let Some(claim) = left.pop() {
        let claim = terms.bare(claim);
        if terms.op(claim) == Some(connectives().and) {
            left.extend(terms.children(claim).iter().rev());
        } else {
            parts.push(claim);
        }
    }
    parts
}
