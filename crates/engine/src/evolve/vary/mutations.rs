//! The mutations of paper 004, except that of literals.

use super::subject::{Subject, is_closed};
use gainsay_lang::script::rewrite::substitute;
use gainsay_lang::script::{Command, Term};
use gainsay_lang::theory::sort::Sort;
use gainsay_prove::evidence::Evidence;
use gainsay_strategies::strategy::{Inputs, Seed, Steps, strategy};
use std::sync::Arc;

pub fn new_variable(subject: &mut Subject<'_>) -> bool {
    let sorts = subject.sorts();
    if sorts.is_empty() {
        return false;
    }
    let sort = *subject.rng.pick(&sorts);
    let constant = subject.declare(sort);
    let mut generator = subject.generator();
    let terms = &mut subject.script.terms;
    let claim = match generator.around(terms, subject.rng, constant, Sort::BOOL) {
        Some(claim) => Some(claim),
        None => generator.term(terms, subject.rng, sort).map(|other| terms.equal(constant, other)),
    };
    claim.map(|claim| subject.assert(claim)).is_some()
}

pub fn delete_variable(subject: &mut Subject<'_>) -> bool {
    let terms = &subject.script.terms;
    let constants: Vec<Term> = subject.script.free_constants().into_iter().map(|found| found.0).collect();
    let others = |constant: Term| -> Vec<Term> {
        let is_other = |other: &Term| *other != constant && terms.sort(*other) == terms.sort(constant);
        constants.iter().copied().filter(is_other).collect()
    };
    let pairs = constants.iter().map(|&constant| (constant, others(constant)));
    let replaceable: Vec<(Term, Vec<Term>)> = pairs.filter(|(_, others)| !others.is_empty()).collect();
    if replaceable.is_empty() {
        return false;
    }
    let (constant, others) = subject.rng.pick(&replaceable);
    let other = *subject.rng.pick(others);
    let mut roots = subject.roots();
    for root in &mut roots {
        *root = substitute(&mut subject.script.terms, *root, &[(*constant, other)]);
    }
    subject.set_roots(&roots);
    true
}

pub fn add_assertion(subject: &mut Subject<'_>) -> bool {
    let mut generator = subject.generator();
    let claim = generator.term(&mut subject.script.terms, subject.rng, Sort::BOOL);
    claim.map(|claim| subject.assert(claim)).is_some()
}

pub fn delete_assertion(subject: &mut Subject<'_>) -> bool {
    let mut roots = subject.roots();
    if roots.len() < 2 {
        return false;
    }
    roots.remove(subject.rng.index(roots.len()));
    subject.set_roots(&roots);
    true
}

/// As the strategy `operators` does it.
pub fn replace_operator(subject: &mut Subject<'_>) -> bool {
    let Ok(operators) = strategy("operators") else { return false };
    let seed = Seed::new("", subject.script.clone(), Evidence::None);
    let seeds = Inputs::new(Arc::new(seed), Vec::new());
    match operators.make(&seeds, subject.rng, &mut Steps::default()) {
        Ok(test) => {
            subject.script = test.into_script();
            subject.script.commands.push(Command::CheckSat);
            true
        }
        Err(_) => false,
    }
}

pub fn exchange(subject: &mut Subject<'_>) -> bool {
    let Some((first, one)) = subject.place(is_closed) else { return false };
    let sort = subject.script.terms.sort(one);
    let fits = |terms: &_, term| -> bool { is_like(terms, term, sort) && term != one };
    let Some((second, other)) = subject.place(fits) else { return false };
    let is_inside = first.root == second.root
        && (first.path.starts_with(&second.path) || second.path.starts_with(&first.path));
    if is_inside {
        return false;
    }
    subject.put(&first, other);
    subject.put(&second, one);
    true
}

fn is_like(terms: &gainsay_lang::script::Terms, term: Term, sort: Sort) -> bool {
    terms.sort(term) == sort && is_closed(terms, term)
}
