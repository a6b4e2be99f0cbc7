//! Optimization over few unknowns: all points of a small space, or a sample of a large one, are evaluated. The
//! best feasible point is the witness.

use super::{attributes, priority};
use crate::strategy::Steps;
use crate::strategy::grammar::{Grammar, Kind, Unknown};
use gainsay_eval::eval::{Evaluator, Limits, Model};
use gainsay_judge::ask::optimum::{Amount, Direction, Goals, OptimumQuestions};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, DeclId, Script};
use gainsay_lang::value::Value;

/// The most points that are evaluated.
const MOST_POINTS: usize = 400;
const LIMITS: Limits = Limits { work: 20_000, depth: 100, instances: 1, candidates: 1 };

/// The script, and the best point found that satisfies it.
pub fn make(rng: &mut Rng, size: u32, steps: &mut Steps) -> Option<(Script, Option<Model>)> {
    let widest = if rng.one_in(4) { 16 } else { 4 };
    let width = 1 + rng.below(widest) as u32;
    let pools: [&[Kind]; 6] = [
        &[Kind::Truth],
        &[Kind::Whole],
        &[Kind::Whole, Kind::Truth],
        &[Kind::Fraction, Kind::Truth],
        &[Kind::Whole, Kind::Fraction, Kind::Truth],
        &[Kind::Bits(width), Kind::Truth],
    ];
    let kinds = *rng.pick(&pools);
    let count = 1 + rng.index(2 + size as usize / 5);
    let unknowns: Vec<Unknown> = (0..count).map(|at| Unknown::random(rng, at, kinds)).collect();
    let mut text = priority(rng, &["", "", "lex", "box", "pareto"]);
    for unknown in &unknowns {
        text += &format!("(declare-const {} {})\n", unknown.name, unknown.kind.sort());
    }
    for bounds in unknowns.iter().filter_map(Unknown::bounds) {
        text += &format!("(assert {bounds})\n");
    }
    let mut grammar = Grammar { rng, unknowns: &unknowns };
    for _ in 0..grammar.rng.index(2 + size as usize / 4) {
        text += &format!("(assert {})\n", grammar.term(Kind::Truth, 3));
    }
    for goal in goals(&mut grammar, kinds) {
        if steps.take("goal", goal.as_str()) {
            text += &goal;
            text.push('\n');
        }
    }
    let script = Script::parse(&text).ok()?;
    let model = best(&script, &unknowns);
    Some((script, model))
}

/// Random objectives and soft constraints, as commands.
fn goals(grammar: &mut Grammar<'_>, kinds: &[Kind]) -> Vec<String> {
    let numbers: Vec<Kind> = kinds.iter().copied().filter(|kind| *kind != Kind::Truth).collect();
    let mut goals = Vec::new();
    for _ in 0..1 + grammar.rng.index(3) {
        if numbers.is_empty() || grammar.rng.one_in(3) {
            for _ in 0..1 + grammar.rng.index(4) {
                let wish = grammar.term(Kind::Truth, 2);
                goals.push(format!("(assert-soft {wish} {})", attributes(grammar.rng)));
            }
        } else {
            let kind = *grammar.rng.pick(&numbers);
            let word = if grammar.rng.coin() { "maximize" } else { "minimize" };
            goals.push(format!("({word} {})", grammar.term(kind, 2)));
        }
    }
    goals
}

/// The best of the evaluated points that satisfy the script, by the script's goals.
fn best(script: &Script, unknowns: &[Unknown]) -> Option<Model> {
    let question = script.question();
    let goals = Goals::of(&question)?;
    let rivals = OptimumQuestions::new(&question, &goals)?;
    let terms = &rivals.script().terms;
    let decls: Vec<DeclId> = script
        .commands
        .iter()
        .filter_map(|command| match command {
            Command::Declare { decl, .. } => Some(*decl),
            _ => None,
        })
        .collect();
    let total: usize = unknowns.iter().map(|unknown| unknown.domain.len()).product();
    let mut best: Option<(Vec<Amount>, Model)> = None;
    for number in 0..total.min(MOST_POINTS) {
        // Every point of a small space; a stride that spreads over a large one.
        let mut left = if total > MOST_POINTS { number * (total / MOST_POINTS) + number % 7 } else { number };
        let mut model = Model::default();
        for (unknown, decl) in unknowns.iter().zip(&decls) {
            let value: &Value = &unknown.domain[left % unknown.domain.len()];
            left /= unknown.domain.len();
            model.set(terms, *decl, value.clone()).ok()?;
        }
        let mut evaluator = Evaluator::new(terms, &model, LIMITS);
        if !question.assertions().all(|assertion| evaluator.eval_bool(assertion) == Ok(true)) {
            continue;
        }
        let value = |term| evaluator.eval(term).ok().and_then(|value| Amount::of(&value));
        let Some(values) = rivals.terms().map(value).collect::<Option<Vec<_>>>() else { continue };
        if best.as_ref().is_none_or(|(other, _)| is_better(&goals, &values, other)) {
            best = Some((values, model));
        }
    }
    best.map(|(_, model)| model)
}

/// Whether values are better than others, compared lexicographically in the order of the goals.
fn is_better(goals: &Goals, values: &[Amount], others: &[Amount]) -> bool {
    for ((goal, value), other) in goals.goals.iter().zip(values).zip(others) {
        if value != other {
            return (value > other) == (goal.direction == Direction::Maximise);
        }
    }
    false
}
