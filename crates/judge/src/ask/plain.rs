//! Plain questions, which everybody can be asked.

use crate::script::{Command, Script, Term};

/// What a script declares, and nothing that it says.
pub(super) fn declarations(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(Command::is_declaration);
    script
}

/// The question whether all of these can hold, in the logic that it needs.
pub(super) fn asking(mut script: Script, wanted: &[Term]) -> Script {
    script.commands.extend(wanted.iter().map(|&term| Command::Assert(term)));
    script.commands.push(Command::CheckSat);
    let logic = script.needed_logic();
    let logic = script.terms.symbols.intern(&logic);
    script.commands.insert(0, Command::SetLogic(logic));
    script
}
