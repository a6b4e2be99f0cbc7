//! Unsatisfiable with many bits: every symbol is pinned to one value, and something is asserted that is false there.
//!
//! Each symbol is equal to a term over those before it, so there is one assignment at most, and the evaluator computes
//! what it makes of the last assertion. Nothing of this depends on how many bits there are.

use super::stage::Stage;
use crate::answer::Status;
use crate::evidence::{Derivation, Evidence};
use crate::rules::{Binding, Direction, Inference, Rule, RuleBook, RuleKind, built_in};
use crate::script::{DeclId, Term};
use crate::strategy::{Skip, Steps};
use crate::theory::connectives;
use crate::theory::sort::Sort;

/// Pins symbols, and contradicts a truth about them.
pub(super) fn pinned(stage: &mut Stage<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    let mut used = vec![built_in::PINNED];
    steps.take("pinned", "");
    for _ in 0..stage.symbol_count() {
        let sort = stage.any_sort();
        let pin = pin(stage, sort, &mut used).ok_or(Skip::NothingApplies)?;
        stage.assertions.push(pin);
    }
    let truth = stage.truth().ok_or(Skip::NothingApplies)?;
    let contradiction = stage.script.terms.not(truth);
    let contradiction = disguise(stage, contradiction);
    stage.assertions.push(contradiction);
    used.push(built_in::EVALUATED);
    noise(stage, steps);
    shuffle(stage);
    stage.close().ok_or(Skip::NothingApplies)?;
    Ok(Evidence::Derived(Derivation::new(Status::Unsat, Vec::new(), used)))
}

/// A new symbol, and the assertion that leaves it one value. Only then may terms use it.
fn pin(stage: &mut Stage<'_>, sort: Sort, used: &mut Vec<Inference>) -> Option<Term> {
    let decl = stage.declare(&[], sort);
    let symbol = stage.script.terms.constant(decl);
    let equation = (0..8).find_map(|_| {
        let is_term = !stage.generator.vocabulary.functions.is_empty() && stage.rng.coin();
        let term = if is_term { stage.term(sort)? } else { stage.random_value(sort)? };
        let value = stage.value(term)?;
        stage.model.set(&stage.script.terms, decl, value).ok()?;
        let hidden = if stage.rng.one_in(3) { hidden(stage, decl, symbol, used) } else { None };
        Some(hidden.unwrap_or_else(|| {
            let (left, right) = if stage.rng.coin() { (symbol, term) } else { (term, symbol) };
            stage.script.terms.equal(left, right)
        }))
    })?;
    let equation = strengthened(stage, equation, used).unwrap_or(equation);
    let pin = disguise(stage, equation);
    stage.bring_into_scope(decl);
    Some(pin)
}

/// The pin of a symbol behind an operation that can be undone, by a fusion rule: `f(x, c) = f(v, c)`.
fn hidden(stage: &mut Stage<'_>, decl: DeclId, symbol: Term, used: &mut Vec<Inference>) -> Option<Term> {
    let rules: Vec<&Rule> = RuleBook::shipped().fusions().collect();
    if rules.is_empty() {
        return None;
    }
    let rule = rules[stage.rng.index(rules.len())];
    let RuleKind::Fusion { fused, x, constants, .. } = &rule.kind else { return None };
    // Had back with its own help, the symbol is not pinned.
    if x.term.mentions(0) {
        return None;
    }
    let mut binding = Binding::of(rule);
    if !binding.bind(rule, &stage.script.terms, 0, symbol) {
        return None;
    }
    for at in (1..rule.parameters.len()).filter(|&at| at != 2) {
        let sort = binding.sort(rule, &mut stage.script.terms, at)?;
        let value = stage.random_value(sort)?;
        if !binding.bind(rule, &stage.script.terms, at, value) {
            return None;
        }
    }
    let operation = fused.instantiate(&mut stage.script.terms, &binding)?;
    let sort = stage.script.terms.sort(operation);
    let value = stage.value(operation)?;
    let value = crate::eval::value_term(&mut stage.script.terms, &value, sort)?;
    if !binding.bind(rule, &stage.script.terms, 2, value) {
        return None;
    }
    // What makes the inverse right must not depend on the symbol: then it is known to hold.
    for condition in x.given.iter().chain(constants) {
        if condition.mentions(0) {
            return None;
        }
        let condition = condition.instantiate_as(&mut stage.script.terms, &binding, Sort::BOOL)?;
        if stage.holds(condition) != Some(true) {
            return None;
        }
    }
    debug_assert!(stage.model.get(decl).is_some());
    used.push(rule.inference());
    Some(stage.script.terms.equal(operation, value))
}

/// A formula that implies the formula, by a rule: bounds on both sides in the place of an equation, for one.
fn strengthened(stage: &mut Stage<'_>, formula: Term, used: &mut Vec<Inference>) -> Option<Term> {
    if !stage.rng.one_in(4) {
        return None;
    }
    let mut matches = RuleBook::shipped().weakenings(&stage.script.terms, formula, Direction::Strengthen);
    if matches.is_empty() {
        return None;
    }
    let found = matches.swap_remove(stage.rng.index(matches.len()));
    let mut binding = found.binding;
    let open: Vec<usize> = binding.open().collect();
    for at in open {
        let sort = binding.sort(found.rule, &mut stage.script.terms, at)?;
        let term = stage.term(sort)?;
        if !binding.bind(found.rule, &stage.script.terms, at, term) {
            return None;
        }
    }
    let strong = found.result.instantiate_as(&mut stage.script.terms, &binding, Sort::BOOL)?;
    used.push(found.rule.inference());
    Some(strong)
}

/// A formula that implies the formula where the pinned symbols have their values.
pub(super) fn disguise(stage: &mut Stage<'_>, formula: Term) -> Term {
    let mut formula = formula;
    let most = 1 + u64::from(stage.plan.size) / 6;
    for _ in 0..stage.rng.below(most + 1) {
        formula = disguised(stage, formula).unwrap_or(formula);
    }
    formula
}

fn disguised(stage: &mut Stage<'_>, formula: Term) -> Option<Term> {
    let terms = &stage.script.terms;
    let c = connectives();
    if let (Some(op), &[left, right]) = (terms.op(formula), terms.children(formula))
        && op == c.equal
        && stage.rng.one_in(4)
    {
        let distinct = stage.distinct(left, right)?;
        return Some(stage.script.terms.not(distinct));
    }
    let guard = stage.truth()?;
    let other = stage.claim()?;
    let terms = &mut stage.script.terms;
    let lie = terms.not(guard);
    let (op, args): (_, &[Term]) = match stage.rng.below(8) {
        0 => (c.or, &[lie, formula]),
        1 => (c.or, &[formula, lie]),
        2 => (c.implies, &[guard, formula]),
        3 => (c.ite, &[guard, formula, other]),
        4 => (c.ite, &[lie, other, formula]),
        5 => (c.and, &[formula, guard]),
        6 => (c.xor, &[formula, lie]),
        _ => (c.equal, &[formula, guard]),
    };
    terms.apply_ops(&[op], &[], None, args).ok()
}

/// Assertions that are true under the model: whatever they say, the rest stays unsatisfiable.
pub(super) fn noise(stage: &mut Stage<'_>, steps: &mut Steps) {
    for _ in 0..stage.rng.index(1 + stage.plan.size as usize / 5) {
        let Some(truth) = stage.new_truth() else { continue };
        if steps.take("noise", "") {
            stage.assertions.push(truth);
        }
    }
}

/// Puts the assertions in a random order.
pub(super) fn shuffle(stage: &mut Stage<'_>) {
    for at in (1..stage.assertions.len()).rev() {
        let other = stage.rng.index(at + 1);
        stage.assertions.swap(at, other);
    }
}
