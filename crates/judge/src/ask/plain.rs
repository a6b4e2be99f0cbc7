//! Plain questions, which every solver can be asked.

use gainsay_lang::script::{Command, Script, Term};

/// The declarations of a script, without assertions and checks.
pub(super) fn declarations(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(Command::is_declaration);
    script
}

/// The question whether these terms can all be true, in the logic that it needs.
pub(super) fn asking(mut script: Script, wanted: &[Term]) -> Script {
    script.commands.extend(wanted.iter().map(|&term| Command::Assert(term)));
    script.commands.push(Command::CheckSat);
    let logic = script.needed_logic();
    let logic = script.terms.symbols.intern(&logic);
    script.commands.insert(0, Command::SetLogic(logic));
    script
}
