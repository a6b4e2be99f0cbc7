//! `check-sat-using`: by which tactic z3 is to find the answer. Whatever it is, the question is that of `check-sat`.

use crate::script::{Command, Script};

pub fn is_asked_by(script: &Script) -> bool {
    script.commands.iter().any(|command| matches!(command, Command::CheckSatUsing(_)))
}

/// The same questions for solvers that have no tactics.
pub fn without_tactics(script: &Script) -> Script {
    let mut script = script.clone();
    for command in &mut script.commands {
        if matches!(command, Command::CheckSatUsing(_)) {
            *command = Command::CheckSat;
        }
    }
    script
}
