//! Variants of scripts that ask for more or for less.

use super::Solver;
use super::output::{Reply, commands, elements, head, replies};
use super::story::SKIPPED;
use gainsay_lang::answer::{Answer, Outcome};

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
