//! Functions beyond plain symbols: recursive ones ([`Recursion`]), and functions as values ([`Lambdas`]).
//!
//! Assertions are random, over symbols and calls. The symbols get values, under which our evaluator computes the
//! calls; an assertion that is false then is negated.

mod lambdas;
mod recursion;

pub use lambdas::Lambdas;
pub use recursion::Recursion;

use super::grammar::{Grammar, Kind, Unknown};
use super::{Skip, Steps, Strategy, witness};
use gainsay_eval::eval::{Bounds, Evaluator, Limits, Model};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, DeclId, Script};
use gainsay_prove::evidence::{Evidence, Lineage, Test};

const LIMITS: Limits = Limits { work: 100_000, depth: 1_000, instances: 1, candidates: 1 };
/// A small search: mostly no symbols are left, so there is one point.
const TRIED: Bounds = Bounds { assignments: 1 << 8, work: 50_000, ..Bounds::DEFAULT };

/// A few symbols, declared and bounded.
fn symbols(rng: &mut Rng, width: u32) -> (String, Vec<Unknown>) {
    let kinds = [Kind::Whole, Kind::Whole, Kind::Bits(width), Kind::Truth];
    let symbols: Vec<Unknown> = (0..1 + rng.index(2)).map(|at| Unknown::random(rng, at, &kinds)).collect();
    let mut text = String::new();
    for symbol in &symbols {
        text += &format!("(declare-const {} {})\n", symbol.name, symbol.kind.sort());
    }
    for bounds in symbols.iter().filter_map(Unknown::bounds) {
        text += &format!("(assert {bounds})\n");
    }
    (text, symbols)
}

/// Random assertions about symbols and calls.
fn asserted(
    rng: &mut Rng,
    symbols: &[Unknown],
    mut calls: Vec<Unknown>,
    size: u32,
    steps: &mut Steps,
) -> String {
    calls.extend(symbols.iter().map(|Unknown { name, kind, .. }| Unknown {
        name: name.clone(),
        kind: *kind,
        domain: Vec::new(),
    }));
    let mut grammar = Grammar { rng, unknowns: &calls };
    let mut text = String::new();
    for _ in 0..1 + grammar.rng.index(2 + size as usize / 4) {
        let assertion = format!("(assert {})\n", grammar.term(Kind::Truth, 3));
        if steps.take("assertion", assertion.as_str()) {
            text += &assertion;
        }
    }
    text
}

/// The declared symbols, in order.
fn declared(script: &Script) -> impl Iterator<Item = DeclId> + '_ {
    script.commands.iter().filter_map(|command| match command {
        Command::Declare { decl, .. } => Some(*decl),
        _ => None,
    })
}

/// Random values for the scalar symbols, which are declared first.
fn values(script: &Script, symbols: &[Unknown], rng: &mut Rng) -> Result<Model, Skip> {
    let mut model = Model::default();
    for (symbol, decl) in symbols.iter().zip(declared(script)) {
        let value = rng.pick(&symbol.domain).clone();
        model.set(&script.terms, decl, value).map_err(|_| Skip::NothingApplies)?;
    }
    Ok(model)
}

/// Mostly negates the assertions that are false under the model, which then is the witness. In a quarter of the
/// cases with a false assertion, leaves them and searches exhaustively.
fn with_answer(
    strategy: &dyn Strategy,
    mut script: Script,
    model: Model,
    rng: &mut Rng,
    steps: &Steps,
) -> Result<Test, Skip> {
    let mut is_true = Vec::new();
    let mut evaluator = Evaluator::new(&script.terms, &model, LIMITS);
    for assertion in script.assertions() {
        is_true.push(evaluator.eval_bool(assertion).map_err(|_| Skip::WitnessUnknown)?);
    }
    drop(evaluator);
    let evidence = if rng.one_in(4) && is_true.contains(&false) {
        Evidence::by_trying(&script.question(), TRIED)
    } else {
        let Script { commands, terms, .. } = &mut script;
        let assertions = commands.iter_mut().filter_map(|command| match command {
            Command::Assert(term) => Some(term),
            _ => None,
        });
        for (assertion, _) in assertions.zip(is_true).filter(|(_, is_true)| !is_true) {
            *assertion = terms.not(*assertion);
        }
        witness(&script, model, LIMITS.work)?
    };
    let lineage =
        Lineage { strategy: strategy.name().to_owned(), steps: steps.taken().to_vec(), ..Lineage::default() };
    Ok(Test::new(script, evidence, lineage))
}
