//! `check-sat-using`: the tactic by which z3 should find the answer. The question is the same as for
//! `check-sat`.

use gainsay_lang::script::{Command, Script};

pub fn is_asked_by(script: &Script) -> bool {
    script.commands.iter().any(|command| matches!(command, Command::CheckSatUsing(_)))
}

/// The same questions for solvers without tactics.
pub fn without_tactics(script: &Script) -> Script {
    let mut script = script.clone();
    for command in &mut script.commands {
        if matches!(command, Command::CheckSatUsing(_)) {
            *command = Command::CheckSat;
        }
    }
    script
}
