//! Passes over whole commands.

use super::{Edit, chunks};
use crate::reduce::Candidate;
use gainsay_lang::script::{Command, Term};
use std::rc::Rc;

/// Drops assertions: all, halves, quarters, single ones; the last ones first, since later ones were often added by
/// a mutation.
pub fn drop_assertions(candidate: &mut Candidate) -> Vec<Edit> {
    let assertions: Rc<[Term]> = candidate.script.assertions().collect();
    let edit = |range: std::ops::Range<usize>| -> Edit {
        let assertions = assertions.clone();
        Box::new(move |candidate| {
            let dropped = &assertions[range.clone()];
            retain(candidate, |command| !matches!(command, Command::Assert(term) if dropped.contains(term)))
        })
    };
    let mut ranges = chunks(assertions.len());
    ranges.sort_by_key(|range| (std::cmp::Reverse(range.len()), std::cmp::Reverse(range.start)));
    ranges.into_iter().map(edit).collect()
}

/// Drops commands that are neither assertions nor declarations: options, information, the logic, questions,
/// scopes.
pub fn drop_commands(candidate: &mut Candidate) -> Vec<Edit> {
    let is_wanted = |command: &&Command| !command.is_declaration() && !matches!(command, Command::Assert(_));
    let others: Vec<Command> = candidate.script.commands.iter().filter(is_wanted).cloned().collect();
    let talk = |command: &Command| {
        !command.is_question()
            && !matches!(
                command,
                Command::Push(_) | Command::Pop(_) | Command::Reset | Command::ResetAssertions
            )
    };
    let mut edits: Vec<Edit> =
        vec![Box::new(move |candidate| retain(candidate, |command| !is_wanted(&command) || !talk(command)))];
    for command in others {
        edits.push(Box::new(move |candidate| retain(candidate, |other| *other != command)));
    }
    // The same command may occur several times. The last ones come first, since commands after a crash are not
    // needed.
    for at in (0..candidate.script.commands.len()).rev() {
        let command = candidate.script.commands[at].clone();
        if is_wanted(&&command) {
            edits.push(Box::new(move |candidate| {
                let there = candidate.script.commands.iter().rposition(|other| *other == command);
                there.is_some_and(|at| {
                    candidate.script.commands.remove(at);
                    true
                })
            }));
        }
    }
    edits
}

/// Drops declarations that nothing uses: all at once, then single ones.
pub fn drop_unused_declarations(candidate: &mut Candidate) -> Vec<Edit> {
    let unused = candidate.script.unused_declarations();
    let commands: Rc<[Command]> = unused.iter().map(|&at| candidate.script.commands[at].clone()).collect();
    let edit = |range: std::ops::Range<usize>| -> Edit {
        let commands = commands.clone();
        Box::new(move |candidate| {
            let dropped = &commands[range.clone()];
            retain(candidate, |command| !dropped.contains(command))
        })
    };
    chunks(commands.len()).into_iter().map(edit).collect()
}

/// Keeps the wanted commands. Returns whether any command was dropped.
pub fn retain(candidate: &mut Candidate, wanted: impl Fn(&Command) -> bool) -> bool {
    let before = candidate.script.commands.len();
    candidate.script.commands.retain(wanted);
    candidate.script.commands.len() < before
}
