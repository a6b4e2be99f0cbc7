//! Variants of scripts that ask for more or for less.

use super::Solver;
use super::output::{Reply, commands, elements, end_of_list, head, replies};
use super::story::SKIPPED;
use gainsay_lang::answer::{Answer, Outcome};
use std::borrow::Cow;

impl Solver {
    /// The script with a request for the number of steps at its end, if the solver counts them.
    pub fn asking_for_work(&self, script: &str) -> String {
        match &self.profile.work {
            Some(keyword) => format!("{script}\n(get-info {keyword})\n"),
            None => script.to_owned(),
        }
    }

    /// The number of steps that an answer took, if the solver was asked and reports it.
    pub fn work_of(&self, answer: &Answer) -> Option<u64> {
        let keyword = self.profile.work.as_deref()?;
        replies(&answer.stdout).into_iter().rev().find_map(|reply| match reply {
            Reply::List(list) => match elements(list)[..] {
                [key, count] if key == keyword => count.parse().ok(),
                _ => None,
            },
            Reply::Line(_) | Reply::Quoted(_) | Reply::Torn(_) => None,
        })
    }
}

/// The script up to its first `check-sat`, followed by a request for a model; `None` if it asks nothing or is not
/// complete.
pub fn asking_for_model(script: &str) -> Option<String> {
    let commands = commands(script)?;
    let last = commands.iter().position(|command| head(command).starts_with("check-sat"))?;
    let mut asking = "(set-option :produce-models true)\n".to_owned();
    for command in &commands[..=last] {
        if !is_about_models(command) {
            asking.push_str(command);
            asking.push('\n');
        }
    }
    asking.push_str("(get-model)\n");
    Some(asking)
}

/// The logic that a script sets, and the script without it, if the solver skipped a command. If it accepts the
/// rest, the logic was the skipped command.
pub fn without_skipped_logic(script: &str, answer: &Answer) -> Option<(String, String)> {
    let Outcome::Rejected(why) = &answer.outcome else { return None };
    if !why.starts_with(SKIPPED) {
        return None;
    }
    let commands = commands(script)?;
    let logic = commands.iter().find(|command| head(command) == "set-logic")?;
    let name = (*elements(logic).get(1)?).to_owned();
    Some((name, without_logic(script)))
}

/// A script without its `set-logic`; unchanged if it does not consist of commands.
pub fn without_logic(script: &str) -> String {
    let Some(commands) = commands(script) else { return script.to_owned() };
    let rest = commands.iter().filter(|command| head(command) != "set-logic");
    rest.fold(String::new(), |text, command| text + command + "\n")
}

/// Some solvers reject setting the option twice.
fn is_about_models(command: &str) -> bool {
    head(command) == "set-option" && command.contains(":produce-models")
}

/// The part of a script that is sent to solvers: the question, without commands that affect how the answer is
/// reported. It leaves out remarks such as `:status`, since some solvers abort when they disagree; `echo`, whose
/// text could be taken for an answer; and options that name files to write. Text that is not a command is kept.
pub fn as_asked(script: &str) -> Cow<'_, str> {
    if !["set-info", "set-option", "echo"].iter().any(|word| script.contains(word)) {
        return Cow::Borrowed(script);
    }
    let mut asked = String::new();
    // The text before this position is in `asked`, or was left out.
    let mut copied = 0;
    let mut at = 0;
    while let Some(byte) = script.as_bytes().get(at) {
        let rest = &script[at..];
        let end = match byte {
            b'(' => end_of_list(rest),
            b';' => rest.find('\n'),
            b'"' | b'|' => rest[1..].find(*byte as char).map(|end| end + 2),
            _ => rest.find(['(', ';', '"', '|']),
        };
        let Some(end) = end else { break };
        if *byte == b'(' && is_beside_the_question(&rest[..end]) {
            asked.push_str(&script[copied..at]);
            copied = at + end;
        }
        at += end;
    }
    if copied == 0 {
        return Cow::Borrowed(script);
    }
    asked.push_str(&script[copied..]);
    Cow::Owned(asked)
}

fn is_beside_the_question(command: &str) -> bool {
    // A comment may precede the first word.
    if !matches!(head(command), "set-info" | "set-option" | "echo" | "") {
        return false;
    }
    match elements(command)[..] {
        ["set-info" | "echo", ..] => true,
        ["set-option", name, ..] => names_a_file(name),
        _ => false,
    }
}

/// Matches `:regular-output-channel`, `:diagnostic-output-channel`, and solvers' own options such as cvc5's `:out`
/// and z3's `:sat.drat.file` and `:solver.smtlib2_log`.
fn names_a_file(option: &str) -> bool {
    let mut words = option.trim_start_matches(':').split(['-', '_', '.']);
    words.any(|word| ["channel", "file", "filename", "log", "out", "err", "dump"].contains(&word))
}
