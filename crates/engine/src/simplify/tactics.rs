//! Tactics: a goal and what `(apply t)` makes of it must both be satisfiable, or neither.
//!
//! A goal becomes some subgoals, and is satisfiable if one of them is. Tactics bring in symbols of their own and print no
//! declarations for them; a subgoal with such a symbol is not understood, and nothing is said about it. So is one that the
//! tactic itself does not call precise.

use super::columns::{FALSE, TRUE};
use super::field::Field;
use crate::answer::Status;
use crate::ask::formula::subgoals;
use crate::eval::{Bounds, Limits, Model, eval};
use crate::evidence::Evidence;
use crate::script::{Printer, ReadOptions, Script, Term};
use crate::theory::sort::Sort;
use crate::value::Value;

/// The commands that apply a tactic to a formula, and leave no trace.
pub fn commands(formula: &str, tactic: &str) -> String {
    format!("(push 1)\n(assert {formula})\n(apply {tactic})\n(pop 1)")
}

/// A way to tell whether formulas can be true together.
pub type Teller = fn(&mut Field, &[Term]) -> Status;

/// As far as values tell: fast, and accuses nobody.
pub fn seems(field: &mut Field, formulas: &[Term]) -> Status {
    let columns = field.columns(formulas);
    let mut all_false = field.is_complete;
    for at in 0..field.assignments.len() {
        let values = || columns.iter().map(|column| column[at]);
        if values().all(|value| value == TRUE) {
            return Status::Sat;
        }
        all_false &= values().any(|value| value == FALSE);
    }
    if all_false { Status::Unsat } else { Status::Unknown }
}

/// By an assignment under which the evaluator finds all true, or by trying everything.
pub fn proved(field: &mut Field, formulas: &[Term]) -> Status {
    let terms = &field.script.terms;
    let is_true = |model: &Model, formula: Term| {
        eval(terms, formula, model, Limits::default()).ok() == Some(Value::Bool(true))
    };
    let is_witness = |model: &&Model| formulas.iter().all(|&formula| is_true(model, formula));
    if field.assignments.iter().any(|model| is_witness(&model)) {
        return Status::Sat;
    }
    let mut text = field.declarations_of(&field.symbols_of(formulas));
    for &formula in formulas {
        text += &format!("(assert {})\n", Printer::default().term(terms, formula));
    }
    let goal = Script::read(&text);
    Evidence::by_trying(&goal.question(), Bounds::default()).answer()
}

/// Whether the subgoals in a reply to `apply` are satisfiable: unknown where anything is not understood.
pub fn status_of_reply(field: &mut Field, reply: &str, reading: ReadOptions, teller: Teller) -> Status {
    let Some(goals) = subgoals(reply) else { return Status::Unknown };
    let mut all = Status::Unsat;
    for goal in &goals {
        match status_of_goal(field, goal, reading, teller) {
            Status::Sat => return Status::Sat,
            Status::Unsat => {}
            Status::Unknown => all = Status::Unknown,
        }
    }
    // A goal without subgoals is nothing that we know of.
    if goals.is_empty() { Status::Unknown } else { all }
}

fn status_of_goal(field: &mut Field, formulas: &[String], reading: ReadOptions, teller: Teller) -> Status {
    let texts: Vec<&str> = formulas.iter().map(String::as_str).collect();
    if texts.contains(&"false") {
        return Status::Unsat;
    }
    let read = field.script.read_terms(&texts, reading);
    let terms: Option<Vec<Term>> = read
        .into_iter()
        .map(|term| term.ok().filter(|&term| field.script.terms.sort(term) == Sort::BOOL))
        .collect();
    terms.map_or(Status::Unknown, |terms| teller(field, &terms))
}
