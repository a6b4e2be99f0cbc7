//! Scripts that ask for more than they did.

use super::output::{Reply, commands, elements, head, replies};
use super::{Answer, Solver};

impl Solver {
    /// The script, asking at its end how many steps it took, if the solver counts them.
    pub fn asking_for_work(&self, script: &str) -> String {
        match &self.profile.work {
            Some(keyword) => format!("{script}\n(get-info {keyword})\n"),
            None => script.to_owned(),
        }
    }

    /// How many steps an answer took, if the solver was asked and tells.
    pub fn work_of(&self, answer: &Answer) -> Option<u64> {
        let keyword = self.profile.work.as_deref()?;
        replies(&answer.stdout).into_iter().rev().find_map(|reply| match reply {
            Reply::List(list) => match elements(list)[..] {
                [key, count] if key == keyword => count.parse().ok(),
                _ => None,
            },
            Reply::Line(_) => None,
        })
    }
}

/// The script up to its first `check-sat`, asking for a model as well; `None` if it asks nothing or is not complete.
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

/// The option was set already, and some solvers do not take it twice.
fn is_about_models(command: &str) -> bool {
    head(command) == "set-option" && command.contains(":produce-models")
}
