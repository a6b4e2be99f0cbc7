//! Passes over the Boolean structure.

use super::arguments::is_bool;
use super::{Edit, each_once, everywhere_then_each};
use crate::reduce::Candidate;
use gainsay_lang::script::{Command, Term, Terms};
use gainsay_lang::theory::connectives;
use gainsay_lang::theory::sort::Sort;

/// Splits conjunctions into assertions of their own: for all assertions, then for single ones.
pub fn split_conjunctions(candidate: &mut Candidate) -> Vec<Edit> {
    let mut edits: Vec<Edit> = vec![Box::new(|candidate| split(candidate, |_| true))];
    for assertion in candidate.script.assertions() {
        edits.push(Box::new(move |candidate| split(candidate, |term| term == assertion)));
    }
    edits
}

fn split(candidate: &mut Candidate, wanted: impl Fn(Term) -> bool) -> bool {
    let script = &mut candidate.script;
    let mut commands = Vec::new();
    let mut changed = false;
    for command in std::mem::take(&mut script.commands) {
        match command {
            Command::Assert(term) if wanted(term) => {
                let parts = conjuncts(&mut script.terms, term);
                changed |= parts != [term];
                commands.extend(parts.into_iter().map(Command::Assert));
            }
            other => commands.push(other),
        }
    }
    script.commands = commands;
    changed
}

/// The conjuncts of a term.
fn conjuncts(terms: &mut Terms, term: Term) -> Vec<Term> {
    let connectives = connectives();
    let mut parts = Vec::new();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        let children = terms.children(term).to_vec();
        let op = terms.op(term);
        if op == Some(connectives.and) {
            stack.extend(children.into_iter().rev());
            continue;
        }
        if op == Some(connectives.not) {
            let inner = children[0];
            let below = terms.children(inner).to_vec();
            if terms.op(inner) == Some(connectives.or) {
                stack.extend(below.into_iter().rev().map(|part| terms.not(part)));
                continue;
            }
            if terms.op(inner) == Some(connectives.implies)
                && let [premises @ .., conclusion] = &below[..]
            {
                stack.push(terms.not(*conclusion));
                stack.extend(premises.iter().rev());
                continue;
            }
        }
        parts.push(term);
    }
    parts
}

/// Replaces another relation between two terms of a sort by an equation: the simplest one, and often the relation
/// does not matter.
pub fn plain_relations(candidate: &mut Candidate) -> Vec<Edit> {
    everywhere_then_each(candidate, plain)
}

fn plain(terms: &mut Terms, term: Term) -> Term {
    let Some(op) = terms.op(term) else { return term };
    let &[left, right] = terms.children(term) else { return term };
    let relates = terms.sort(term) == Sort::BOOL && terms.sort(left) == terms.sort(right);
    let is_known = terms.sort(left) != Sort::BOOL && terms.sort(left) != Sort::UNKNOWN;
    if relates && is_known && op != connectives().equal && left != right {
        terms.equal(left, right)
    } else {
        term
    }
}

/// Simplifies by `true` and `false`, double negations and equal branches.
pub fn simplify(candidate: &mut Candidate) -> Vec<Edit> {
    everywhere_then_each(candidate, simpler)
}

/// An equivalent term that is simpler at its root.
fn simpler(terms: &mut Terms, term: Term) -> Term {
    let connectives = connectives();
    let Some(op) = terms.op(term) else { return term };
    let children = terms.children(term).to_vec();
    match (op, &children[..]) {
        (op, [inner]) if op == connectives.not => terms.not(*inner),
        (op, all) if op == connectives.and || op == connectives.or => {
            let absorbing = op == connectives.or;
            if all.iter().any(|&part| is_bool(terms, part, absorbing)) {
                return terms.bool(absorbing);
            }
            let kept = each_once(all.iter().copied().filter(|&part| !is_bool(terms, part, !absorbing)));
            if absorbing { terms.or(&kept) } else { terms.and(&kept) }
        }
        (op, &[premise, conclusion]) if op == connectives.implies => {
            if is_bool(terms, premise, true) {
                conclusion
            } else if is_bool(terms, premise, false) || is_bool(terms, conclusion, true) {
                terms.bool(true)
            } else if is_bool(terms, conclusion, false) {
                terms.not(premise)
            } else {
                term
            }
        }
        (op, &[left, right]) if op == connectives.equal => match (left, right) {
            (left, right) if left == right => terms.bool(true),
            (left, right) if is_bool(terms, left, true) => right,
            (left, right) if is_bool(terms, right, true) => left,
            (left, right) if is_bool(terms, left, false) => terms.not(right),
            (left, right) if is_bool(terms, right, false) => terms.not(left),
            _ => term,
        },
        (op, &[condition, then, other]) if op == connectives.ite => {
            if is_bool(terms, condition, true) || then == other {
                then
            } else if is_bool(terms, condition, false) {
                other
            } else {
                term
            }
        }
        _ => term,
    }
}
