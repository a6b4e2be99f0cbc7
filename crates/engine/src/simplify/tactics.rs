//! Tactics: a goal and its subgoals after `(apply t)` must both be satisfiable, or both not.
//!
//! A goal becomes several subgoals, and is satisfiable if one of them is. Tactics introduce symbols without
//! declaring them; a subgoal with such a symbol is not understood and never held against the solver, nor is one
//! that the tactic does not call precise.

use super::columns::{FALSE, TRUE};
use super::field::Field;
use gainsay_eval::eval::{Bounds, Limits, Model, eval};
use gainsay_judge::ask::formula::subgoals;
use gainsay_lang::answer::Status;
use gainsay_lang::script::{Printer, ReadOptions, Script, Term};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Value;
use gainsay_prove::evidence::Evidence;

/// The commands that apply a tactic to a formula inside a scope.
pub fn commands(formula: &str, tactic: &str) -> String {
    format!("(push 1)\n(assert {formula})\n(apply {tactic})\n(pop 1)")
}

/// A way to find out whether formulas can be true together.
pub type Teller = fn(&mut Field, &[Term]) -> Status;

/// By the columns of the field: fast, but no proof.
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

/// By an assignment under which the evaluator finds all true, or by exhaustive search.
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

/// The status of the disjunction of subgoals in a reply to `apply`; unknown if anything is not understood.
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
    // A reply without subgoals is not understood.
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
