//! The result of a sweep: a statement about each solver, and a page to publish.

use super::count::{Count, Outcome};
use super::state::{NotShown, Setup, State, Statement};
use gainsay_lang::quote::{markdown, one_line};
use gainsay_lang::words::{counted, grouped};
use std::fmt::Write;

/// The page of a sweep, in its folder.
pub const PAGE: &str = "page.md";

/// The statement about each solver: how many formulas it answered, and how many wrongly.
pub fn statements(setup: &Setup, state: &State, is_complete: bool) -> Vec<Statement> {
    let of = |solver: &String| Statement {
        solver: solver.clone(),
        text: statement(setup, state, solver, is_complete),
    };
    setup.solvers.iter().map(of).collect()
}

/// The statement about a solver, in a sentence.
fn statement(setup: &Setup, state: &State, solver: &str, is_complete: bool) -> String {
    let count = state.totals().remove(solver).unwrap_or_default();
    let languages = setup.languages.join(", ");
    let bugs = state.bugs.iter().filter(|bug| bug.solver == solver).count();
    let found = match bugs {
        0 => "no wrong answer, no invalid model, no crash".to_owned(),
        bugs => {
            format!("{}, in {}", counted(bugs, "bug"), counted(count.get(Outcome::Suspicious), "formula"))
        }
    };
    let which = match (setup.swarm, is_complete) {
        (Some(_), _) => {
            format!("{} random {languages} formulas up to size {}", grouped(count.total()), setup.size)
        }
        (None, true) => {
            format!("all {} {languages} formulas up to size {}", grouped(count.total()), setup.size)
        }
        (None, false) => {
            format!(
                "the first {} of the {languages} formulas up to size {}",
                grouped(count.total()),
                setup.size
            )
        }
    };
    let without = match count.unanswered() {
        0 => String::new(),
        some => format!(" ({} without an answer)", grouped(some)),
    };
    format!("{solver}: {which} with at most {}: {found}{without}", counted(setup.symbols, "symbol"))
}

/// The outcomes in the table, in order.
const SHOWN: [Outcome; 10] = [
    Outcome::SatWithModel,
    Outcome::Sat,
    Outcome::SatUnchecked,
    Outcome::Unsat,
    Outcome::UnsatUnchecked,
    Outcome::Unknown,
    Outcome::Timeout,
    Outcome::Rejected,
    Outcome::LeftOut,
    Outcome::Suspicious,
];

/// The whole as a page in Markdown.
pub fn page(setup: &Setup, state: &State) -> String {
    let mut out = "# All small formulas\n\n".to_owned();
    for Statement { text, .. } in &state.statements {
        let _ = writeln!(out, "- {}.", markdown(text));
    }
    let _ = writeln!(
        out,
        "\nA formula's size is its number of symbols, constants and operators. Formulas that differ by the names of symbols or \
         the order of arguments of commutative operators count as one. The right answer is known by trying all values of the \
         symbols; where a sort has too many, some are tried, which shows that a formula is satisfiable, or nothing. A model is \
         checked by evaluating the formula. Who seemed wrong was asked again in a fresh process.\n\n\
         Asked with gainsay {}, `{}` form, {} s for a question, {} of each sort at most, in {:.0} s of work.\n",
        setup.version,
        setup.form,
        setup.timeout,
        counted(setup.constants, "constant"),
        state.seconds
    );
    let _ = writeln!(
        out,
        "Operators: {}.\n",
        setup.operators.iter().map(|op| format!("`{op}`")).collect::<Vec<_>>().join(" ")
    );
    out.push_str(&table(setup, state));
    if !state.bugs.is_empty() {
        out.push_str(
            "\n## Bugs\n\n| solver | kind | smallest formula | formulas | folder |\n|---|---|---|---|---|\n",
        );
        for bug in &state.bugs {
            let _ = writeln!(
                out,
                "| {} | {} | `{}` | {} | bugs/{} |",
                markdown(&bug.solver),
                bug.kind,
                bug.formula.replace('|', "\\|"),
                grouped(bug.seen),
                bug.folder
            );
        }
    }
    if !state.not_shown.is_empty() {
        let _ = writeln!(
            out,
            "\n{} seemed wrong among many others in one process, and did not show again alone, for instance:\n",
            counted(state.not_shown.len(), "formula")
        );
        for NotShown { solver, formula, reply } in state.not_shown.iter().take(10) {
            let _ = writeln!(out, "- {}: `{formula}`: {}", markdown(solver), markdown(&one_line(reply)));
        }
    }
    out
}

fn table(setup: &Setup, state: &State) -> String {
    let mut out = String::new();
    let totals = state.totals();
    let shown: Vec<Outcome> =
        SHOWN.into_iter().filter(|&outcome| totals.values().any(|count| count.get(outcome) > 0)).collect();
    let heads: Vec<&str> = shown.iter().map(|outcome| outcome.word()).collect();
    let _ = writeln!(out, "| solver | language | size | formulas | {} |", heads.join(" | "));
    let _ = writeln!(out, "|---|---|---|---|{}", "---|".repeat(shown.len()));
    for solver in &setup.solvers {
        for level in state.levels.values() {
            let none = Count::default();
            let count = level.counts.get(solver).unwrap_or(&none);
            if count.total() == 0 {
                continue;
            }
            let cells: Vec<String> = shown.iter().map(|&outcome| grouped(count.get(outcome))).collect();
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} |",
                markdown(solver),
                level.language,
                level.size,
                grouped(count.total()),
                cells.join(" | ")
            );
        }
    }
    out
}
