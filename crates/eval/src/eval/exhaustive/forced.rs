//! Values that a script forces on its symbols: an equation with a term whose value is known determines a
//! symbol.
//!
//! Every model must give the symbols these values, so an assertion that is false under them is false in every
//! model, however large the domains are.

use super::{Decision, Exhausted, How};
use crate::eval::{Evaluator, Limits, Model, Witness};
use gainsay_lang::script::{DeclId, DeclKind, Question, Term, Terms};
use gainsay_lang::theory::connectives;
use gainsay_lang::value::Value;

/// Limit on the rounds of propagation: each evaluates equations under the values forced so far.
const ROUNDS: usize = 16;

/// What the forced values show: that an assertion is false, or that all are true and nothing is left to choose.
pub(super) fn decide(question: &Question<'_>, assertions: &[Term], limits: Limits) -> Option<Decision> {
    let terms = &question.terms;
    let (model, forced) = forced(terms, assertions, limits);
    let is_recursive = |kind: &DeclKind| matches!(kind, DeclKind::Defined { recursive: true, .. });
    if forced == 0 && !terms.decls().any(|(_, decl)| is_recursive(&decl.kind)) {
        return None;
    }
    let mut evaluator = Evaluator::new(terms, &model, limits);
    if assertions.iter().any(|&assertion| evaluator.eval_bool(assertion) == Ok(false)) {
        // Without forced values the assertion is false in every model: a recursive definition computes it.
        let how = if forced == 0 { How::Tried(1) } else { How::Forced(forced) };
        return Some(Decision::Unsat(Exhausted { how, claims: question.claims() }));
    }
    drop(evaluator);
    if forced == 0 || terms.decls().filter(|(_, decl)| decl.is_free()).count() as u64 > forced {
        return None;
    }
    let witness = Witness::check_within(question, model, limits).ok()?;
    Some(Decision::Sat { witness, assignments: 1 })
}

/// The forced values, and how many there are.
fn forced(terms: &Terms, assertions: &[Term], limits: Limits) -> (Model, u64) {
    let claims = conjuncts(terms, assertions);
    let equations: Vec<Equation> = claims.into_iter().flat_map(|claim| equations(terms, claim)).collect();
    let (mut model, mut forced) = (Model::default(), 0);
    for _ in 0..ROUNDS {
        let before = forced;
        for (symbol, value) in values(terms, &equations, &model, limits) {
            // A symbol may be forced to two values: the first is kept, and the other equation evaluates to
            // false later.
            if model.get(symbol).is_none() && model.set(terms, symbol, value).is_ok() {
                forced += 1;
            }
        }
        if forced == before {
            break;
        }
    }
    (model, forced)
}

/// A symbol and the term or truth value that it must equal.
struct Equation {
    symbol: DeclId,
    other: Other,
}

enum Other {
    Bool(bool),
    Term(Term),
}

/// The equations for symbols that a claim states: explicitly, or as a Boolean symbol or its negation.
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

/// The symbol that a term is, if it is a free constant.
fn symbol(terms: &Terms, term: Term) -> Option<DeclId> {
    let term = terms.bare(term);
    let decl = terms.declaration(term)?;
    (terms.children(term).is_empty() && terms.decl(decl).is_free()).then_some(decl)
}

/// The values that the equations force on symbols without a value.
fn values(terms: &Terms, equations: &[Equation], model: &Model, limits: Limits) -> Vec<(DeclId, Value)> {
    let mut evaluator = Evaluator::new(terms, model, limits);
    let open = equations.iter().filter(|equation| model.get(equation.symbol).is_none());
    open.filter_map(|equation| {
        let value = match equation.other {
            Other::Bool(value) => Value::from(value),
            // A value that is not plain, such as a lambda term, may depend on the symbol itself.
            Other::Term(term) => evaluator.eval(term).ok().filter(Value::is_plain)?,
        };
        Some((equation.symbol, value))
    })
    .collect()
}

/// The conjuncts of the assertions.
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
