//! The passes as a table: the name of each, when it runs, and the edits that it proposes.
//!
//! An edit need not preserve meaning: every result is checked by the predicate. It changes the candidate and
//! returns whether it could. It is lazy and refers to terms, so it can be applied after other edits were taken.

mod arguments;
mod boolean;
mod commands;
mod constants;
mod definitions;
mod names;
mod quantifiers;
mod scopes;
mod subterms;
mod variables;
mod widths;

use super::Candidate;
use gainsay_lang::script::{Term, Terms};

/// A change to try.
pub type Edit = Box<dyn Fn(&mut Candidate) -> bool>;

/// A way to make scripts smaller.
#[derive(Clone, Copy)]
pub struct Pass {
    pub name: &'static str,
    pub stage: Stage,
    /// The edits to try, those that remove most first. Terms that they need are made in the candidate's arena; the
    /// script itself is not changed.
    pub edits: fn(&mut Candidate) -> Vec<Edit>,
}

/// When a pass first runs: passes that remove much come before those that need many tries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    Cut,
    Simplify,
    Polish,
}

const fn pass(name: &'static str, stage: Stage, edits: fn(&mut Candidate) -> Vec<Edit>) -> Pass {
    Pass { name, stage, edits }
}

/// All passes, in the order in which they run.
pub const PASSES: &[Pass] = &[
    pass("flatten scopes", Stage::Cut, scopes::flatten),
    pass("drop levels", Stage::Cut, scopes::drop_levels),
    pass("drop questions", Stage::Cut, scopes::drop_questions),
    pass("drop assertions", Stage::Cut, commands::drop_assertions),
    pass("drop commands", Stage::Cut, commands::drop_commands),
    pass("drop assumptions", Stage::Cut, scopes::drop_assumptions),
    pass("drop tactics", Stage::Cut, scopes::drop_tactics),
    pass("drop unused declarations", Stage::Cut, commands::drop_unused_declarations),
    pass("split conjunctions", Stage::Cut, boolean::split_conjunctions),
    pass("cut large subterms", Stage::Cut, subterms::cut_large),
    pass("drop arguments", Stage::Cut, arguments::drop_arguments),
    pass("inline definitions", Stage::Cut, definitions::inline),
    pass("simplify Boolean structure", Stage::Simplify, boolean::simplify),
    pass("replace by a part", Stage::Simplify, subterms::by_part),
    pass("replace by a value", Stage::Simplify, subterms::by_value),
    pass("replace by a constant", Stage::Simplify, subterms::by_constant),
    pass("drop annotations", Stage::Simplify, definitions::drop_annotations),
    pass("drop bound variables", Stage::Simplify, quantifiers::drop_variables),
    pass("instantiate quantifiers", Stage::Simplify, quantifiers::instantiate),
    pass("flatten nested operators", Stage::Simplify, arguments::flatten),
    pass("plain relations", Stage::Simplify, boolean::plain_relations),
    pass("drop literal arguments", Stage::Simplify, arguments::drop_literals),
    pass("eliminate variables", Stage::Simplify, variables::eliminate),
    pass("merge variables", Stage::Simplify, variables::merge),
    pass("drop parameters", Stage::Simplify, variables::drop_parameters),
    // Late, since constants leave more possibilities for other edits than values do.
    pass("settle constants", Stage::Simplify, variables::settle),
    pass("shrink constants", Stage::Simplify, constants::shrink),
    pass("narrow bit-vectors", Stage::Simplify, widths::narrow_bit_vectors),
    pass("narrow floats", Stage::Simplify, widths::narrow_floats),
    pass("short names", Stage::Polish, names::shorten),
];

/// The pass with this name.
pub fn find(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// An edit that replaces one term by another.
fn replacement(from: Term, to: Term) -> Edit {
    Box::new(move |candidate| candidate.replace(from, to))
}

/// An edit that does several replacements at once.
fn replacements(pairs: Vec<(Term, Term)>) -> Edit {
    Box::new(move |candidate| {
        candidate.rewrite(|_, old, new| match pairs.iter().find(|pair| pair.0 == old) {
            Some(pair) => pair.1,
            None => new,
        })
    })
}

/// An edit that makes a change wherever possible, then one edit for each term that it changes.
fn everywhere_then_each(candidate: &mut Candidate, change: fn(&mut Terms, Term) -> Term) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for term in candidate.parts() {
        if change(&mut candidate.script.terms, term) != term {
            edits.push(Box::new(move |candidate| {
                candidate.rewrite(|terms, old, new| if old == term { change(terms, new) } else { new })
            }));
        }
    }
    if !edits.is_empty() {
        edits.insert(0, Box::new(move |candidate| candidate.rewrite(|terms, _, new| change(terms, new))));
    }
    edits
}

/// The items in order, without duplicates.
fn each_once<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut kept = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

/// The index ranges that delta debugging (ddmin) tries to remove: all, halves, quarters, down to single items.
pub fn chunks(count: usize) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut size = count;
    while size > 0 {
        ranges.extend((0..count).step_by(size).map(|start| start..(start + size).min(count)));
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    ranges
}
