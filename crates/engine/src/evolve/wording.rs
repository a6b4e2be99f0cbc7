//! Questions in the words of each release: older ones have other names for operators and other escapes in strings.

use crate::answer::Answer;
use crate::consult::Request;
use crate::script::{Escapes, Names, Script};
use crate::solver::{Ask, AskError, Limits, Solver};

/// How a solver is best asked.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    /// The names that it is asked with first; others follow if it does not take them.
    names: Names,
    escapes: Escapes,
}

/// Has operators that had another name before SMT-LIB 2.6.
const RENAMED: &str =
    "(set-logic QF_S)\n(declare-const s String)\n(assert (str.in_re s (str.to_re \"a\")))\n(check-sat)\n";

impl Wording {
    /// Finds out which names a solver knows.
    pub fn of(solver: &Solver, limits: &Limits) -> Result<Wording, AskError> {
        let escapes = if solver.writes_old_strings() { Escapes::Old } else { Escapes::Unicode };
        let (script, mut names) = (Script::read(RENAMED), Names::default());
        let request = Request::bare(&script, escapes);
        request.ask_through(solver, &mut solver.clone(), &mut names, limits)?;
        Ok(Wording { names, escapes })
    }

    /// A script in these words.
    pub fn text(&self, script: &Script) -> String {
        Request::bare(script, self.escapes).text(self.names).to_owned()
    }

    /// Asks about a text in the words of the solver, and in others if it does not take those. What it would take for something
    /// else is not asked.
    pub fn ask(
        &self,
        solver: &Solver,
        way: &mut dyn Ask,
        text: &str,
        limits: &Limits,
    ) -> Result<Answer, AskError> {
        let script = Script::read(text);
        Request::bare(&script, self.escapes).ask_through(solver, way, &mut self.names.clone(), limits)
    }
}
