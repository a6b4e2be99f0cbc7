//! Unsatisfiable with many bits: every symbol is pinned to one value, and an assertion is false there.
//!
//! Each symbol equals a term over the previous ones, so at most one assignment is possible, and the evaluator
//! computes the last assertion under it. None of this depends on the number of bits.

use super::builder::TestBuilder;
use crate::strategy::{Skip, Steps};
use gainsay_lang::answer::Status;
use gainsay_lang::script::{DeclId, Term};
use gainsay_lang::theory::connectives;
use gainsay_lang::theory::sort::Sort;
use gainsay_prove::evidence::{Derivation, Evidence};
use gainsay_prove::rules::{Binding, Direction, Inference, Rule, RuleBook, RuleKind, built_in};

/// Pins symbols, and negates a formula that is true of their values.
pub(super) fn pinned(builder: &mut TestBuilder<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    let mut used = vec![built_in::PINNED];
    steps.take("pinned", "");
    for _ in 0..builder.symbol_count() {
        let sort = builder.any_sort();
        let pin = pin(builder, sort, &mut used).ok_or(Skip::NothingApplies)?;
        builder.assertions.push(pin);
    }
    let truth = builder.truth().ok_or(Skip::NothingApplies)?;
    let contradiction = builder.script.terms.not(truth);
    let contradiction = disguise(builder, contradiction);
    builder.assertions.push(contradiction);
    used.push(built_in::EVALUATED);
    noise(builder, steps);
    shuffle(builder);
    builder.close().ok_or(Skip::NothingApplies)?;
    Ok(Evidence::Derived(Derivation::new(Status::Unsat, Vec::new(), used)))
}

/// A new symbol, and the assertion that pins its value. Terms may use the symbol only afterwards.
fn pin(builder: &mut TestBuilder<'_>, sort: Sort, used: &mut Vec<Inference>) -> Option<Term> {
    let decl = builder.declare(&[], sort);
    let symbol = builder.script.terms.constant(decl);
    let equation = (0..8).find_map(|_| {
        let is_term = !builder.generator.vocabulary.functions.is_empty() && builder.rng.coin();
        let term = if is_term { builder.term(sort)? } else { builder.random_value(sort)? };
        let value = builder.value(term)?;
        builder.model.set(&builder.script.terms, decl, value).ok()?;
        let hidden = if builder.rng.one_in(3) { hidden(builder, decl, symbol, used) } else { None };
        Some(hidden.unwrap_or_else(|| {
            let (left, right) = if builder.rng.coin() { (symbol, term) } else { (term, symbol) };
            builder.script.terms.equal(left, right)
        }))
    })?;
    let equation = strengthened(builder, equation, used).unwrap_or(equation);
    let pin = disguise(builder, equation);
    builder.bring_into_scope(decl);
    Some(pin)
}

/// Pins a symbol under an invertible operation of a fusion rule: `f(x, c) = f(v, c)`.
fn hidden(
    builder: &mut TestBuilder<'_>,
    decl: DeclId,
    symbol: Term,
    used: &mut Vec<Inference>,
) -> Option<Term> {
    let rules: Vec<&Rule> = RuleBook::shipped().fusions().collect();
    if rules.is_empty() {
        return None;
    }
    let rule = rules[builder.rng.index(rules.len())];
    let RuleKind::Fusion { fused, x, constants, .. } = &rule.kind else { return None };
    // If recovering the symbol needs the symbol itself, it is not pinned.
    if x.term.mentions(0) {
        return None;
    }
    let mut binding = Binding::of(rule);
    if !binding.bind(rule, &builder.script.terms, 0, symbol) {
        return None;
    }
    for at in (1..rule.parameters.len()).filter(|&at| at != 2) {
        let sort = binding.sort(rule, &mut builder.script.terms, at)?;
        let value = builder.random_value(sort)?;
        if !binding.bind(rule, &builder.script.terms, at, value) {
            return None;
        }
    }
    let operation = fused.instantiate(&mut builder.script.terms, &binding)?;
    let sort = builder.script.terms.sort(operation);
    let value = builder.value(operation)?;
    let value = gainsay_eval::eval::value_term(&mut builder.script.terms, &value, sort)?;
    if !binding.bind(rule, &builder.script.terms, 2, value) {
        return None;
    }
    // The conditions of the inversion must not depend on the symbol, and must hold.
    for condition in x.given.iter().chain(constants) {
        if condition.mentions(0) {
            return None;
        }
        let condition = condition.instantiate_as(&mut builder.script.terms, &binding, Sort::BOOL)?;
        if builder.holds(condition) != Some(true) {
            return None;
        }
    }
    debug_assert!(builder.model.get(decl).is_some());
    used.push(rule.inference());
    Some(builder.script.terms.equal(operation, value))
}

/// A stronger formula by a rule: bounds on both sides instead of an equation, for example.
fn strengthened(builder: &mut TestBuilder<'_>, formula: Term, used: &mut Vec<Inference>) -> Option<Term> {
    if !builder.rng.one_in(4) {
        return None;
    }
    let mut matches = RuleBook::shipped().weakenings(&builder.script.terms, formula, Direction::Strengthen);
    if matches.is_empty() {
        return None;
    }
    let found = matches.swap_remove(builder.rng.index(matches.len()));
    let mut binding = found.binding;
    let open: Vec<usize> = binding.open().collect();
    for at in open {
        let sort = binding.sort(found.rule, &mut builder.script.terms, at)?;
        let term = builder.term(sort)?;
        if !binding.bind(found.rule, &builder.script.terms, at, term) {
            return None;
        }
    }
    let strong = found.result.instantiate_as(&mut builder.script.terms, &binding, Sort::BOOL)?;
    used.push(found.rule.inference());
    Some(strong)
}

/// A formula that implies the given one where the pinned symbols have their values.
pub(super) fn disguise(builder: &mut TestBuilder<'_>, formula: Term) -> Term {
    let mut formula = formula;
    let most = 1 + u64::from(builder.plan.size) / 6;
    for _ in 0..builder.rng.below(most + 1) {
        formula = disguised(builder, formula).unwrap_or(formula);
    }
    formula
}

fn disguised(builder: &mut TestBuilder<'_>, formula: Term) -> Option<Term> {
    let terms = &builder.script.terms;
    let c = connectives();
    if let (Some(op), &[left, right]) = (terms.op(formula), terms.children(formula))
        && op == c.equal
        && builder.rng.one_in(4)
    {
        let distinct = builder.distinct(left, right)?;
        return Some(builder.script.terms.not(distinct));
    }
    let guard = builder.truth()?;
    let other = builder.claim()?;
    let terms = &mut builder.script.terms;
    let lie = terms.not(guard);
    let (op, args): (_, &[Term]) = match builder.rng.below(8) {
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

/// Adds assertions that are true under the model. The rest stays unsatisfiable whatever they say.
pub(super) fn noise(builder: &mut TestBuilder<'_>, steps: &mut Steps) {
    for _ in 0..builder.rng.index(1 + builder.plan.size as usize / 5) {
        let Some(truth) = builder.new_truth() else { continue };
        if steps.take("noise", "") {
            builder.assertions.push(truth);
        }
    }
}

/// Puts the assertions in a random order.
pub(super) fn shuffle(builder: &mut TestBuilder<'_>) {
    for at in (1..builder.assertions.len()).rev() {
        let other = builder.rng.index(at + 1);
        builder.assertions.swap(at, other);
    }
}
