//! Unsatisfiable with many bits by a fact about all values: a contradicted rule, or an unsatisfiable formula over
//! few bits with terms substituted for its symbols.

use super::builder::{TestBuilder, TestPlan};
use super::exhausted::few_unsat;
use super::language::Language;
use super::pinned::{noise, shuffle};
use crate::strategy::{Skip, Steps};
use gainsay_lang::answer::Status;
use gainsay_lang::script::Term;
use gainsay_lang::script::rewrite::Rewriter;
use gainsay_lang::theory::signature::MAX_SIZES;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::words::counted;
use gainsay_prove::evidence::{Derivation, Evidence};
use gainsay_prove::rules::{Binding, Rule, RuleBook, RuleKind, built_in};

/// Contradicts a rule of the book, with random terms for its parameters.
pub(super) fn contradicted(builder: &mut TestBuilder<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    builder.declare_symbols().ok_or(Skip::NothingApplies)?;
    let rules = RuleBook::shipped().rules();
    let rule = (0..16).find_map(|_| {
        let rule = rules.get(builder.rng.index(rules.len().max(1)))?;
        builder.assertions = instance(builder, rule)?;
        Some(rule)
    });
    let rule = rule.ok_or(Skip::NothingApplies)?;
    steps.take("contradicted", rule.name.clone());
    noise(builder, steps);
    shuffle(builder);
    builder.close().ok_or(Skip::NothingApplies)?;
    let by = vec![rule.inference(), built_in::CONTRADICTED];
    Ok(Evidence::Derived(Derivation::new(Status::Unsat, Vec::new(), by)))
}

/// Assertions that contradict the rule for some terms.
fn instance(builder: &mut TestBuilder<'_>, rule: &Rule) -> Option<Vec<Term>> {
    let binding = bind(builder, rule)?;
    let terms = &mut builder.script.terms;
    match &rule.kind {
        RuleKind::Weakening { strong, weak } => {
            let strong = strong.instantiate_as(terms, &binding, Sort::BOOL)?;
            let weak = weak.instantiate_as(terms, &binding, Sort::BOOL)?;
            Some(vec![strong, terms.not(weak)])
        }
        RuleKind::Equality { given, left, right } => {
            let left = left.instantiate(terms, &binding)?;
            let right = right.instantiate_as(terms, &binding, terms.sort(left))?;
            let equal = terms.equal(left, right);
            let mut all = vec![terms.not(equal)];
            if let Some(given) = given {
                all.push(given.instantiate_as(terms, &binding, Sort::BOOL)?);
            }
            Some(all)
        }
        RuleKind::Fusion { fused, x, constants, .. } => {
            let terms_of = |at: usize| binding.terms[at];
            let fused = fused.instantiate(terms, &binding)?;
            let back = x.term.instantiate_as(terms, &binding, terms.sort(terms_of(0)?))?;
            let (is_fused, is_back) = (terms.equal(terms_of(2)?, fused), terms.equal(terms_of(0)?, back));
            let mut all = vec![is_fused, terms.not(is_back)];
            for condition in x.given.iter().chain(constants) {
                all.push(condition.instantiate_as(terms, &binding, Sort::BOOL)?);
            }
            Some(all)
        }
    }
}

/// Sorts of the language for the rule's parameters, and terms of these sorts.
fn bind(builder: &mut TestBuilder<'_>, rule: &Rule) -> Option<Binding> {
    let mut binding = Binding::of(rule);
    for (slot, class) in rule.sorts.iter().enumerate() {
        let fitting: Vec<Sort> = builder.palette.iter().copied().filter(|&sort| class.has(sort)).collect();
        binding.holes.sorts[slot] = Some(*fitting.get(builder.rng.index(fitting.len().max(1)))?);
    }
    let width = builder.palette.iter().find_map(|&sort| builder.script.terms.sorts.width(sort));
    for slot in 0..rule.sizes.min(MAX_SIZES) {
        let width = width.filter(|_| builder.rng.chance(3, 4)).unwrap_or(2 + builder.rng.below(12) as u32);
        binding.holes.sizes[slot] = Some(i64::from(width));
    }
    if !rule.conditions.iter().all(|condition| condition.holds(&binding.holes.sizes)) {
        return None;
    }
    for at in 0..rule.parameters.len() {
        let sort = binding.sort(rule, &mut builder.script.terms, at)?;
        if !speaks_of(builder, sort) {
            return None;
        }
        let term = builder.term(sort)?;
        if !binding.bind(rule, &builder.script.terms, at, term) {
            return None;
        }
    }
    Some(binding)
}

/// Whether a sort belongs to the language of the test.
fn speaks_of(builder: &TestBuilder<'_>, sort: Sort) -> bool {
    let language = builder.plan.language;
    match *builder.script.terms.sorts.kind(sort) {
        SortKind::Bool => true,
        SortKind::Int => language.has(Language::INTS),
        SortKind::Real => language.has(Language::REALS),
        SortKind::BitVec(width) => language.has(Language::BITS) && width > 0,
        SortKind::Float(eb, sb) => language.has(Language::FLOATS) && eb > 1 && sb > 1,
        SortKind::RoundingMode => language.has(Language::FLOATS),
        SortKind::String | SortKind::RegLan => language.has(Language::STRINGS),
        _ => builder.palette.contains(&sort),
    }
}

/// An unsatisfiable formula over few bits, with wide terms substituted for its symbols.
pub(super) fn lifted(builder: &mut TestBuilder<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    let proof = few_unsat(builder)?;
    steps.take("few-bits", counted(proof.assignments(), "assignment"));
    steps.take("instantiated", "");
    let narrow: Vec<Term> = builder
        .generator
        .vocabulary
        .functions
        .clone()
        .into_iter()
        .map(|decl| builder.script.terms.constant(decl))
        .collect();
    widen(builder);
    let map: Option<Vec<(Term, Term)>> = narrow
        .into_iter()
        .map(|symbol| {
            let sort = builder.script.terms.sort(symbol);
            Some((symbol, builder.term(sort)?))
        })
        .collect();
    let map = map.ok_or(Skip::NothingApplies)?;
    let mut assertions = std::mem::take(&mut builder.assertions);
    Rewriter::default().substitute_all(&mut builder.script.terms, &mut assertions, &map);
    builder.assertions = assertions;
    noise(builder, steps);
    shuffle(builder);
    builder.close().ok_or(Skip::NothingApplies)?;
    let by = vec![built_in::FEW_BITS, built_in::INSTANTIATED];
    Ok(Evidence::Derived(Derivation::new(Status::Unsat, Vec::new(), by)))
}

/// Removes the symbols from scope, and declares wide ones.
fn widen(builder: &mut TestBuilder<'_>) {
    builder.generator.vocabulary.functions.clear();
    builder.generator.vocabulary_changed();
    builder.generator.forget_terms();
    builder.generator.config.widest = builder.plan.widest;
    builder.plan.few = false;
    let wide = TestPlan { size: builder.plan.size + 8, ..builder.plan };
    for _ in 0..1 + builder.rng.index(2) {
        let sort = wide.language.scalar(&mut builder.script.terms, builder.rng, &wide);
        builder.palette.push(sort);
        let decl = builder.declare(&[], sort);
        if builder.give_value(decl).is_some() {
            builder.bring_into_scope(decl);
        }
    }
}
