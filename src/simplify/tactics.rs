//! Tactics: a goal and what `(apply t)` makes of it must both be satisfiable, or neither.
//!
//! A goal becomes some subgoals, and is satisfiable if one of them is. Tactics bring in symbols of their own and print no
//! declarations for them; a subgoal with such a symbol is not understood, and nothing is said about it. So is one that the
//! tactic itself does not call precise.

use super::columns::{Column, FALSE, TRUE, UNKNOWN};
use super::field::Field;
use crate::answer::Status;
use crate::script::{ReadOptions, Term};
use crate::sexp::Tape;
use crate::theory::sort::Sort;

/// The commands that apply a tactic to a formula, and leave no trace.
pub fn commands(formula: &str, tactic: &str) -> String {
    format!("(push 1)\n(assert {formula})\n(apply {tactic})\n(pop 1)")
}

/// Whether a formula is satisfiable, as far as its values tell.
pub fn status(field: &Field, values: &Column) -> Status {
    if values.contains(&TRUE) {
        Status::Sat
    } else if field.is_complete && values.iter().all(|&value| value == FALSE) {
        Status::Unsat
    } else {
        Status::Unknown
    }
}

/// Whether the subgoals in a reply to `apply` are satisfiable: unknown where anything is not understood.
pub fn status_of_reply(field: &mut Field, reply: &str, reading: ReadOptions) -> Status {
    let Some(goals) = subgoals(reply) else { return Status::Unknown };
    let mut all = Status::Unsat;
    for goal in &goals {
        match status_of_goal(field, goal, reading) {
            Status::Sat => return Status::Sat,
            Status::Unsat => {}
            Status::Unknown => all = Status::Unknown,
        }
    }
    // A goal without subgoals is nothing that we know of.
    if goals.is_empty() { Status::Unknown } else { all }
}

/// The formulas of each subgoal, if all are precise.
fn subgoals(reply: &str) -> Option<Vec<Vec<String>>> {
    let tape = Tape::parse(reply.trim()).ok()?;
    let root = tape.root(reply.trim());
    let mut parts = root.children();
    if !parts.next()?.is_symbol("goals") {
        return None;
    }
    let mut goals = Vec::new();
    for goal in parts {
        let words: Vec<_> = goal.children().collect();
        let (head, words) = words.split_first()?;
        let end = words.iter().position(|word| word.text() == ":precision")?;
        let is_precise = words.get(end + 1).is_some_and(|word| word.is_symbol("precise"));
        if !head.is_symbol("goal") || !is_precise {
            return None;
        }
        goals.push(words[..end].iter().map(|word| word.text().to_owned()).collect());
    }
    Some(goals)
}

fn status_of_goal(field: &mut Field, formulas: &[String], reading: ReadOptions) -> Status {
    let texts: Vec<&str> = formulas.iter().map(String::as_str).collect();
    if texts.contains(&"false") {
        return Status::Unsat;
    }
    let read = field.script.read_terms(&texts, reading);
    let terms: Option<Vec<Term>> = read
        .into_iter()
        .map(|term| term.ok().filter(|&term| field.script.terms.sort(term) == Sort::BOOL))
        .collect();
    let Some(terms) = terms else { return Status::Unknown };
    let columns = field.columns(&terms);
    // All formulas together: false where one is, true where all are.
    let truth = |at: usize| {
        let values = || columns.iter().map(|column| column[at]);
        match () {
            () if values().any(|value| value == FALSE) => FALSE,
            () if values().all(|value| value == TRUE) => TRUE,
            () => UNKNOWN,
        }
    };
    let both: Column = (0..field.assignments.len()).map(truth).collect();
    status(field, &both)
}
