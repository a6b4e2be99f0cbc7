//! Decides scripts over small finite domains by exhaustive search: a sound and complete reference for what it
//! decides. Of other scripts, those whose equations leave nothing to choose (`forced.rs`).
//!
//! The assertions become a program over machine words (`compile/`, `program.rs`), which a search runs under
//! partial assignments (`search.rs`). What the program cannot compute, or the standard leaves open, is
//! unknown; `Unsat` is reported only if every assignment makes some assertion false, and `Sat` only with a
//! model that the evaluator accepts.

mod compile;
mod forced;
mod program;
mod search;
mod words;

use super::{Limits, Model, Rejection, Witness};
use gainsay_lang::script::{Claims, DeclId, Function, Question, Script, Term, Terms, View};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Reason;
use gainsay_lang::words::counted;
use search::{Found, Search};
use std::collections::BTreeMap;
use std::fmt;

/// Limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Partial assignments to the script's symbols.
    pub assignments: u64,
    /// Assignments to quantified variables, in total.
    pub instances: u64,
    /// Largest domain of a symbol or variable.
    pub domain: u64,
    /// Largest size of a declared sort that is tried; sizes are tried from one on.
    pub universe: u32,
    /// Work of one application of an operator.
    pub work: u64,
    /// Elementary steps (a few nanoseconds each) in total. A script with many assertions needs more of them
    /// per assignment.
    pub steps: u64,
}

impl Bounds {
    /// Limits that are reached within a few seconds.
    pub const DEFAULT: Bounds = Bounds {
        assignments: 1 << 24,
        instances: 1 << 26,
        domain: 1 << 16,
        universe: 3,
        work: 1_000_000,
        steps: 1 << 29,
    };
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds::DEFAULT
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub enum Decision {
    /// Some assignment satisfies the script.
    Sat {
        witness: Witness,
        /// How many partial assignments were tried.
        assignments: u64,
    },
    /// No assignment satisfies it.
    Unsat(Exhausted),
    /// A domain, or the number of assignments, is larger than the bounds allow.
    TooLarge,
    /// The result depends on something that the standard leaves open or the program cannot compute.
    Unknown(Reason),
}

/// Proof by exhaustion that every assignment makes an assertion false. Can only be made by a search, and
/// knows which question it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exhausted {
    how: How,
    claims: Claims,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// This many partial assignments were tried.
    Tried(u64),
    /// Equations force values on this many symbols, and under these an assertion is false.
    Forced(u64),
}

impl Exhausted {
    /// How many partial assignments were tried.
    pub fn assignments(&self) -> u64 {
        match self.how {
            How::Tried(assignments) => assignments,
            How::Forced(_) => 1,
        }
    }

    /// Whether this question was tried.
    pub fn is_for(&self, question: &Question<'_>) -> bool {
        self.claims == question.claims()
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.how {
            How::Tried(count) => {
                let tried = counted(count, "partial assignment");
                write!(f, "its domain was tried in full ({tried}), and each makes an assertion false")
            }
            How::Forced(count) => {
                let symbols = counted(count, "symbol");
                write!(f, "its equations force values on {symbols}, and these make an assertion false")
            }
        }
    }
}

/// Decides a question.
pub fn decide(question: &Question<'_>, bounds: Bounds) -> Decision {
    if !question.is_understood() {
        return Decision::Unknown(Reason::NotComputed("the script was not understood"));
    }
    let assertions: Vec<Term> = question.assertions().collect();
    let declared = declared_sorts(question);
    let mut spent = Spent::default();
    let mut last = Decision::TooLarge;
    for size in 1..=if declared.is_empty() { 1 } else { bounds.universe } {
        let mut model = Model::default();
        for &sort in &declared {
            model.set_universe(sort, size);
        }
        last = decide_under(question, &model, &assertions, bounds, &mut spent);
        if !matches!(last, Decision::Unknown(_)) {
            break;
        }
    }
    if !matches!(last, Decision::TooLarge | Decision::Unknown(_)) {
        return last;
    }
    if let Some(exhausted) = refute_part(question, &assertions, &declared, bounds) {
        return Decision::Unsat(exhausted);
    }
    let limits = Limits { work: bounds.work, ..Limits::default() };
    forced::decide(question, &assertions, limits).unwrap_or(last)
}

/// Finds a group of assertions that shares no symbol with the others and is unsatisfiable by itself, so that
/// the whole question is. The other groups may be too large to decide.
fn refute_part(
    question: &Question<'_>,
    assertions: &[Term],
    declared: &[Sort],
    bounds: Bounds,
) -> Option<Exhausted> {
    let parts = independent_parts(&question.terms, assertions);
    if parts.len() < 2 {
        return None;
    }
    let mut spent = Spent::default();
    parts.iter().find_map(|part| {
        let mut model = Model::default();
        declared.iter().for_each(|&sort| model.set_universe(sort, 1));
        match decide_under(question, &model, part, bounds, &mut spent) {
            Decision::Unsat(exhausted) => Some(exhausted),
            _ => None,
        }
    })
}

/// Groups assertions that are connected by common symbols; more than `MOST` assertions are left in one group.
fn independent_parts(terms: &Terms, assertions: &[Term]) -> Vec<Vec<Term>> {
    const MOST: usize = 1000;
    if assertions.len() > MOST {
        return vec![assertions.to_vec()];
    }
    // A union-find forest: the parent of each assertion has a smaller index, or is the assertion itself.
    let mut part_of: Vec<usize> = (0..assertions.len()).collect();
    let mut first_with: BTreeMap<DeclId, usize> = BTreeMap::new();
    for (at, &assertion) in assertions.iter().enumerate() {
        for term in terms.postorder(&[assertion]) {
            let View::Apply(function, _) = terms.view(term) else { continue };
            let Function::Declared(symbol) = terms.function(function) else { continue };
            let other = *first_with.entry(*symbol).or_insert(at);
            let (mine, others) = (end_of(&part_of, at), end_of(&part_of, other));
            part_of[mine.max(others)] = mine.min(others);
        }
    }
    let mut parts: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
    for (at, &assertion) in assertions.iter().enumerate() {
        parts.entry(end_of(&part_of, at)).or_default().push(assertion);
    }
    parts.into_values().collect()
}

fn end_of(chain: &[usize], mut at: usize) -> usize {
    while chain[at] != at {
        at = chain[at];
    }
    at
}

/// The part of the bounds that earlier searches used up.
#[derive(Default)]
struct Spent {
    assignments: u64,
    steps: u64,
}

/// Decides the assertions over models whose declared sorts have as many elements as in this one.
fn decide_under(
    question: &Question<'_>,
    model: &Model,
    assertions: &[Term],
    bounds: Bounds,
    spent: &mut Spent,
) -> Decision {
    let left = Bounds {
        assignments: bounds.assignments.saturating_sub(spent.assignments),
        steps: bounds.steps.saturating_sub(spent.steps),
        ..bounds
    };
    let Ok(mut compiled) = compile::compile(&question.terms, model, assertions, left) else {
        return Decision::TooLarge;
    };
    let mut search = Search::new(&mut compiled);
    let found = search.run(left.assignments);
    spent.assignments += search.tried;
    spent.steps += search.steps(left.steps);
    match found {
        Found::Satisfied => {
            let Some(model) = search.model(&question.terms, model) else {
                return Decision::Unknown(Reason::IllSorted);
            };
            match Witness::check_within(question, model, Limits::default()) {
                Ok(witness) => Decision::Sat { witness, assignments: spent.assignments },
                Err(rejection) => {
                    debug_assert!(!matches!(rejection, Rejection::False(_)), "the evaluator says otherwise");
                    Decision::Unknown(Reason::NotComputed("the evaluator does not accept the model"))
                }
            }
        }
        Found::Nothing if compiled.guessed => {
            Decision::Unknown(Reason::NotComputed("a declared sort may have more elements"))
        }
        Found::Nothing => {
            Decision::Unsat(Exhausted { how: How::Tried(spent.assignments), claims: question.claims() })
        }
        Found::Undecided => match compiled.reason {
            Some(Reason::TooLarge | Reason::Quantifier) => Decision::TooLarge,
            Some(reason) => Decision::Unknown(reason),
            None => Decision::Unknown(Reason::Open),
        },
        Found::OutOfBounds => Decision::TooLarge,
    }
}

/// The sorts made only of declared sorts; their number of elements is part of a model.
fn declared_sorts(script: &Script) -> Vec<Sort> {
    let sorts = &script.terms.sorts;
    let named = |sort: &Sort| sorts.kind(*sort).is_named();
    (0..sorts.count() as u32)
        .map(Sort::from_number)
        .filter(named)
        .filter(|&sort| script.terms.datatype(sort).is_none())
        .collect()
}
