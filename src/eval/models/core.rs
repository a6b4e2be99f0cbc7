//! Unsat cores: the part of a script that a solver says is enough for its answer.

use crate::script::{Command, Script};
use crate::sexp::symbol_name;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// The script up to its first `check-sat`, with only those of the named assertions that the core names, ready to be asked
/// again. Assertions without a name stay: the standard has them in every core. `None` if the core has a name that no
/// assertion has.
pub fn core_script(script: &Script, names: &[impl AsRef<str>]) -> Option<Script> {
    let wanted: HashSet<&str, FxBuildHasher> = names.iter().map(|name| symbol_name(name.as_ref())).collect();
    let mut found: HashSet<&str, FxBuildHasher> = HashSet::default();
    let mut commands = Vec::new();
    for command in &script.commands {
        match command {
            Command::Assert(term) => match script.terms.name_of(*term) {
                Some(name) if !wanted.contains(name) => {}
                name => {
                    found.extend(name);
                    commands.push(command.clone());
                }
            },
            Command::CheckSat | Command::CheckSatAssuming(_) => {
                commands.push(Command::CheckSat);
                break;
            }
            Command::GetUnsatCore | Command::GetModel => {}
            _ => commands.push(command.clone()),
        }
    }
    if found.len() != wanted.len() {
        return None;
    }
    Some(Script { commands, terms: script.terms.clone(), problems: script.problems.clone() })
}
