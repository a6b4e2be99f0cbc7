//! A script made fit for a session: what the live process gets of it, and whether it can be put in a scope.

use super::process::needs_incremental;
use super::question::as_asked;
use super::{Solver, form, output};

/// A script made fit for a session.
pub struct SessionScript {
    pub text: String,
    pub lasting_options: Vec<String>,
    /// Whether it has scopes or several questions of its own.
    pub is_dialogue: bool,
    /// The parts of which it consists as a question in a scope, if it can be put so.
    pub scope: Option<Scope>,
}

/// A flat question, in two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// What stands before the first declaration: the logic, and options.
    pub head: String,
    /// What declares, asserts and asks.
    pub body: String,
}

impl SessionScript {
    /// `None` if the script must have a process of its own.
    pub fn new(script: &str, solver: &Solver) -> Option<SessionScript> {
        let profile = &solver.profile;
        profile.session.as_ref().and(profile.stdin.as_ref())?;
        let is_dialogue = needs_incremental(script);
        let has_sessions_for_it =
            !is_dialogue || profile.incremental_sessions || !profile.options.incremental.is_empty();
        let excluded = profile.never_in_sessions.iter().any(|text| script.contains(text));
        if excluded || !has_sessions_for_it {
            return None;
        }
        let script = as_asked(script);
        // A command without end would swallow the marker.
        let commands = output::commands(&script)?;
        // Nothing after it counts, and it would end the session.
        let commands: Vec<&str> =
            commands.into_iter().take_while(|command| output::head(command) != "exit").collect();
        let options: Vec<&str> =
            commands.iter().copied().filter(|c| output::head(c) == "set-option").collect();
        let lasting = if profile.reset_clears_options { Vec::new() } else { options };
        let has_scopes = !is_dialogue && !profile.forms.is_empty();
        Some(SessionScript {
            text: commands.join("\n"),
            lasting_options: lasting.into_iter().map(str::to_owned).collect(),
            is_dialogue,
            scope: if has_scopes { Scope::of(&commands) } else { None },
        })
    }
}

/// Commands of which a question in a scope consists, besides the one that asks.
const BODY: [&str; 5] = ["declare-fun", "declare-const", "define-fun", "assert", "get-model"];

impl Scope {
    /// `None` for what may not be the same in a scope: other commands, or other options.
    fn of(commands: &[&str]) -> Option<Scope> {
        let is_head = |command: &&&str| matches!(output::head(command), "set-logic" | "set-option");
        let (head, body) = commands.split_at(commands.iter().take_while(is_head).count());
        let is_fit = |command: &&str| match output::head(command) {
            "set-option" => command.contains(":produce-models"),
            _ => true,
        };
        let is_of_body =
            |command: &&str| *command == form::CHECK_SAT || BODY.contains(&output::head(command));
        let asks_once = body.iter().filter(|command| **command == form::CHECK_SAT).count() == 1;
        if !asks_once || !head.iter().all(is_fit) || !body.iter().all(is_of_body) {
            return None;
        }
        let lines = |commands: &[&str]| commands.iter().fold(String::new(), |text, line| text + line + "\n");
        Some(Scope { head: lines(head), body: lines(body) })
    }

    /// The script that asks this question in a scope, and nothing else.
    pub fn alone(&self) -> String {
        format!("{}{}{}", self.head, form::BEFORE, self.body)
    }
}

/// The script that asks the question of a flat one in a scope, if it can be asked so.
pub fn in_scope(script: &str) -> Option<String> {
    let script = as_asked(script);
    if needs_incremental(&script) {
        return None;
    }
    Some(Scope::of(&output::commands(&script)?)?.alone())
}
