//! Passes over incremental features: levels, questions before the last, assumptions.

use super::commands::retain;
use super::{Edit, chunks};
use crate::reduce::Candidate;
use gainsay_lang::script::{Command, Script};
use gainsay_lang::sexp::Tape;

/// Replaces the script by one of its questions, without scopes.
pub fn flatten(candidate: &mut Candidate) -> Vec<Edit> {
    let count = candidate.script.count_questions();
    let has_scopes = candidate.script.commands.iter().any(|command| {
        matches!(command, Command::Push(_) | Command::Pop(_) | Command::Reset | Command::ResetAssertions)
    });
    // A single question with assumptions gains little; assumptions have a pass of their own.
    if count <= 1 && !has_scopes {
        return Vec::new();
    }
    let question = |at: usize| -> Edit {
        Box::new(move |candidate| match candidate.script.questions().into_iter().nth(at) {
            Some(question) => {
                candidate.script = question.into_script();
                true
            }
            None => false,
        })
    };
    // The last question first, since it is the one that counts.
    let mut edits: Vec<Edit> = (0..count).rev().map(question).collect();
    let is_scope = |command: &Command| matches!(command, Command::Push(_) | Command::Pop(_));
    edits.push(Box::new(move |candidate| retain(candidate, |command| !is_scope(command))));
    edits
}

/// Drops levels, the last ones first: each with its contents, then only its `push` and `pop`.
pub fn drop_levels(candidate: &mut Candidate) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for with_content in [true, false] {
        for number in (0..levels(&candidate.script).len()).rev() {
            edits.push(Box::new(move |candidate| drop_level(&mut candidate.script, number, with_content)));
        }
    }
    edits
}

/// The positions at which a level is opened and closed.
struct Level {
    push: usize,
    pop: Option<usize>,
}

/// All levels, in the order in which they are opened. A `pop` of more levels than are open closes none.
fn levels(script: &Script) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, command) in script.commands.iter().enumerate() {
        match command {
            Command::Push(count) => {
                for _ in 0..(*count).min(MOST_LEVELS) {
                    open.push(levels.len());
                    levels.push(Level { push: at, pop: None });
                }
            }
            Command::Pop(count) if *count as usize <= open.len() => {
                for level in open.split_off(open.len() - *count as usize) {
                    levels[level].pop = Some(at);
                }
            }
            Command::Reset | Command::ResetAssertions => open.clear(),
            _ => {}
        }
    }
    levels
}

/// The most levels of one `(push N)` that are considered: N may be arbitrarily large.
const MOST_LEVELS: u32 = 64;

fn drop_level(script: &mut Script, number: usize, with_content: bool) -> bool {
    let levels = levels(script);
    let Some(&Level { push, pop }) = levels.get(number) else { return false };
    // The contents of a level that is never closed are part of the question.
    let Some(pop) = pop.or(Some(push).filter(|_| !with_content)) else { return false };
    let content = if with_content { push + 1..pop } else { push..push };
    let one_less = |command: &mut Command| match command {
        Command::Push(count) | Command::Pop(count) => *count = count.saturating_sub(1),
        _ => {}
    };
    one_less(&mut script.commands[push]);
    if pop != push {
        one_less(&mut script.commands[pop]);
    }
    let mut at = 0;
    script.commands.retain(|command| {
        at += 1;
        !matches!(command, Command::Push(0) | Command::Pop(0)) && !content.contains(&(at - 1))
    });
    true
}

/// Drops the questions before the last: all, halves, quarters, single ones; then everything after one of them.
pub fn drop_questions(candidate: &mut Candidate) -> Vec<Edit> {
    let earlier = questions(&candidate.script).len().saturating_sub(1);
    let mut edits: Vec<Edit> = Vec::new();
    for range in chunks(earlier) {
        edits.push(Box::new(move |candidate| {
            let questions = questions(&candidate.script);
            let kept = questions.len().saturating_sub(1);
            let dropped = &questions[range.start.min(kept)..range.end.min(kept)];
            dropped.iter().rev().for_each(|&at| drop(candidate.script.commands.remove(at)));
            !dropped.is_empty()
        }));
    }
    for number in 0..earlier {
        edits.push(Box::new(move |candidate| match questions(&candidate.script).get(number) {
            Some(&at) if at + 1 < candidate.script.commands.len() => {
                candidate.script.commands.truncate(at + 1);
                true
            }
            _ => false,
        }));
    }
    edits
}

fn questions(script: &Script) -> Vec<usize> {
    let commands = script.commands.iter().enumerate();
    commands.filter(|(_, command)| command.is_question()).map(|(at, _)| at).collect()
}

/// Drops assumptions, or asserts all assumptions of a question instead.
pub fn drop_assumptions(candidate: &mut Candidate) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (number, at) in questions(&candidate.script).into_iter().enumerate() {
        let Command::CheckSatAssuming(assumptions) = &candidate.script.commands[at] else { continue };
        edits.push(Box::new(move |candidate| {
            let Some(&at) = questions(&candidate.script).get(number) else { return false };
            let Command::CheckSatAssuming(assumptions) = candidate.script.commands[at].clone() else {
                return false;
            };
            let asserted = assumptions.iter().map(|&term| Command::Assert(term)).chain([Command::CheckSat]);
            candidate.script.commands.splice(at..=at, asserted);
            true
        }));
        for range in chunks(assumptions.len()) {
            edits.push(Box::new(move |candidate| {
                let Some(&at) = questions(&candidate.script).get(number) else { return false };
                let Command::CheckSatAssuming(assumptions) = &candidate.script.commands[at] else {
                    return false;
                };
                let mut kept = assumptions.to_vec();
                if range.end > kept.len() {
                    return false;
                }
                kept.drain(range.clone());
                candidate.script.commands[at] =
                    if kept.is_empty() { Command::CheckSat } else { Command::CheckSatAssuming(kept.into()) };
                true
            }));
        }
    }
    edits
}

/// Asks without the tactic, or with a smaller one.
pub fn drop_tactics(candidate: &mut Candidate) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (number, at) in questions(&candidate.script).into_iter().enumerate() {
        let Command::CheckSatUsing(tactic) = &candidate.script.commands[at] else { continue };
        let fewer = smaller_tactics(tactic).into_iter().map(Command::CheckSatUsing);
        for question in std::iter::once(Command::CheckSat).chain(fewer) {
            edits.push(Box::new(move |candidate| {
                let Some(&at) = questions(&candidate.script).get(number) else { return false };
                candidate.script.commands[at] = question.clone();
                true
            }));
        }
    }
    edits
}

/// Each component of a tactic, then the tactic without one of them.
fn smaller_tactics(tactic: &str) -> Vec<Box<str>> {
    let Ok(tape) = Tape::parse(tactic) else { return Vec::new() };
    let words: Vec<&str> = tape.root(tactic).children().map(|part| part.text()).collect();
    let Some((combinator, parts)) = words.split_first() else { return Vec::new() };
    let mut smaller: Vec<Box<str>> = parts.iter().map(|&part| part.into()).collect();
    for dropped in 0..parts.len() {
        let mut kept = parts.to_vec();
        kept.remove(dropped);
        if kept.len() > 1 {
            smaller.push(format!("({combinator} {})", kept.join(" ")).into());
        }
    }
    smaller
}
