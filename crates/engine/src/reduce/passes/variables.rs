//! Passes over the script's constants and functions.

use super::commands::retain;
use super::subterms::values;
use super::{Edit, chunks, replacements};
use crate::reduce::Candidate;
use gainsay_lang::script::occurrences::{free_constants, is_free_constant};
use gainsay_lang::script::{Command, Decl, DeclId, Function, Head, Term};
use gainsay_lang::theory::connectives;

/// Substitutes a constant by the other side of an asserted equation, and drops the equation.
pub fn eliminate(candidate: &mut Candidate) -> Vec<Edit> {
    let terms = &candidate.script.terms;
    let mut edits: Vec<Edit> = Vec::new();
    for assertion in candidate.script.assertions() {
        let &[left, right] = terms.children(assertion) else { continue };
        if terms.op(assertion) != Some(connectives().equal) {
            continue;
        }
        for (constant, term) in [(left, right), (right, left)] {
            if !is_free_constant(terms, constant) || terms.postorder(&[term]).contains(&constant) {
                continue;
            }
            edits.push(Box::new(move |candidate| {
                retain(candidate, |command| *command != Command::Assert(assertion))
                    && candidate.replace(constant, term)
            }));
        }
    }
    edits
}

/// Replaces constants by values: all of them, halves and quarters, those of one sort, single ones. Groups are
/// needed where only a joint change stays interesting. Declarations are dropped, too: a value may be longer than a
/// name, but not than a name with its declaration.
pub fn settle(candidate: &mut Candidate) -> Vec<Edit> {
    let terms = &candidate.script.terms;
    let mut constants: Vec<Term> =
        free_constants(terms, &candidate.roots()).into_iter().map(|(term, _)| term).collect();
    constants.sort_by_key(|&constant| terms.sort(constant));
    let lengths =
        constants.chunk_by(|&left, &right| terms.sort(left) == terms.sort(right)).map(<[Term]>::len);
    let mut groups = chunks(constants.len());
    let mut start = 0;
    for length in lengths {
        groups.push(start..start + length);
        start += length;
    }
    let values: Vec<Vec<Term>> = constants.iter().map(|&constant| values(candidate, constant)).collect();
    let most = values.iter().map(Vec::len).max().unwrap_or(0);
    let mut edits = Vec::new();
    for group in groups {
        for choice in 0..most {
            // A constant with fewer values keeps its last one.
            let value = |at: usize| values[at].get(choice).or(values[at].last()).copied();
            let pairs: Vec<(Term, Term)> =
                group.clone().filter_map(|at| Some((constants[at], value(at)?))).collect();
            edits.push(settled(pairs));
        }
    }
    edits
}

fn settled(pairs: Vec<(Term, Term)>) -> Edit {
    let replace = replacements(pairs.clone());
    Box::new(move |candidate| {
        let changed = replace(candidate);
        let terms = &candidate.script.terms;
        let gone: Vec<DeclId> =
            pairs.iter().filter_map(|(constant, _)| terms.declaration(*constant)).collect();
        candidate.script.commands.retain(|command| match command {
            Command::Declare { decl, .. } => !gone.contains(decl),
            _ => true,
        });
        changed
    })
}

/// Replaces one constant by another of its sort, and one function by another of its signature.
pub fn merge(candidate: &mut Candidate) -> Vec<Edit> {
    let terms = &candidate.script.terms;
    let constants: Vec<Term> =
        free_constants(terms, &candidate.roots()).into_iter().map(|(term, _)| term).collect();
    let mut edits: Vec<Edit> = Vec::new();
    for (at, &later) in constants.iter().enumerate().rev() {
        for &earlier in &constants[..at] {
            if terms.sort(earlier) == terms.sort(later) {
                edits.push(super::replacement(later, earlier));
            }
        }
    }
    let functions: Vec<DeclId> = declared_functions(candidate);
    for (at, &later) in functions.iter().enumerate().rev() {
        for &earlier in &functions[..at] {
            let signature = |decl: DeclId| (terms.decl(decl).arg_sorts(), terms.decl(decl).result_sort());
            if signature(earlier) == signature(later) {
                edits.push(Box::new(move |candidate| {
                    candidate.replace_decl(later, earlier);
                    true
                }));
            }
        }
    }
    edits
}

/// Drops a parameter of a function, and its argument in every application.
pub fn drop_parameters(candidate: &mut Candidate) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for decl in declared_functions(candidate) {
        for at in (0..candidate.script.terms.decl(decl).arity()).rev() {
            edits.push(Box::new(move |candidate| drop_parameter(candidate, decl, at)));
        }
    }
    edits
}

fn drop_parameter(candidate: &mut Candidate, decl: DeclId, at: usize) -> bool {
    let terms = &mut candidate.script.terms;
    let old = terms.decl(decl);
    let (Some(mut sorts), result, name) = (old.arg_sorts(), old.result_sort(), old.name) else {
        return false;
    };
    let arity = sorts.len();
    sorts.remove(at);
    let new = terms.declare(Decl::function(name, &sorts, result));
    candidate.declare_instead(decl, new);
    candidate.rewrite(|terms, _, term| {
        let head = terms.head(term);
        let Head::Apply(function) = head else { return term };
        if *terms.function(function) != Function::Declared(decl) || terms.children(term).len() != arity {
            return term;
        }
        let mut children = terms.children(term).to_vec();
        children.remove(at);
        terms.apply_decl(new, None, &children).unwrap_or(term)
    })
}

/// The declared functions with parameters and without definition.
fn declared_functions(candidate: &Candidate) -> Vec<DeclId> {
    let terms = &candidate.script.terms;
    let is_function = |decl: &DeclId| {
        let decl = terms.decl(*decl);
        decl.is_free() && decl.arity() > 0 && decl.arg_sorts().is_some()
    };
    candidate.declared().into_iter().filter(is_function).collect()
}
