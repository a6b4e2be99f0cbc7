//! `check-sat-using`: the tactic by which z3 should find the answer. The question is the same as for
//! `check-sat`.

use super::Query;
use gainsay_lang::script::{Command, Script};

/// A tactic that the solver must use. The only reply is the answer.
pub struct Tactic;

impl Query for Tactic {
    fn word(&self) -> &'static str {
        "tactic"
    }

    fn is_asked_by(&self, script: &Script) -> bool {
        script.commands.iter().any(|command| matches!(command, Command::CheckSatUsing(_)))
    }

    /// The same questions for solvers without tactics.
    fn without(&self, script: &Script) -> Script {
        let mut script = script.clone();
        for command in &mut script.commands {
            if matches!(command, Command::CheckSatUsing(_)) {
                *command = Command::CheckSat;
            }
        }
        script
    }

    fn is_asked_flat(&self) -> bool {
        false
    }
}
