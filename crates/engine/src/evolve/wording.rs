//! Questions in the syntax of each release: older ones use other names for operators and other escapes in
//! strings.

use crate::consult::Request;
use gainsay_guests::solver::{Ask, AskError, Limits, Solver};
use gainsay_lang::answer::Answer;
use gainsay_lang::script::{Escapes, Names, Script};

/// The syntax in which a solver is asked.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    /// The names to try first; others follow if it rejects them.
    names: Names,
    escapes: Escapes,
}

/// A script with operators that had other names before SMT-LIB 2.6.
const RENAMED: &str =
    "(set-logic QF_S)\n(declare-const s String)\n(assert (str.in_re s (str.to_re \"a\")))\n(check-sat)\n";

impl Wording {
    /// Finds out which names a solver accepts.
    pub fn of(solver: &Solver, limits: &Limits) -> Result<Wording, AskError> {
        let escapes = if solver.writes_old_strings() { Escapes::Old } else { Escapes::Unicode };
        let (script, mut names) = (Script::read(RENAMED), Names::default());
        let request = Request::bare(&script, escapes);
        request.ask_through(solver, &mut solver.clone(), &mut names, limits)?;
        Ok(Wording { names, escapes })
    }

    /// A script in this syntax.
    pub fn text(&self, script: &Script) -> String {
        Request::bare(script, self.escapes).text(self.names).to_owned()
    }

    /// Asks about a text in this syntax, and in others if the solver rejects it. Names that would mean
    /// something else are not tried.
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
