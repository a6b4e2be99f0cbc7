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

/// A script in two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// What stands before the first declaration: the logic, and options.
    pub head: String,
    /// What declares, asserts and asks, with all scopes closed that it opens.
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
        Some(SessionScript {
            text: commands.join("\n"),
            lasting_options: lasting.into_iter().map(str::to_owned).collect(),
            is_dialogue,
            scope: if profile.forms.is_empty() { None } else { Scope::of(&commands) },
        })
    }
}

/// Commands of which a script in a scope may consist.
const BODY: [&str; 12] = [
    "declare-sort",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-const",
    "define-fun",
    "assert",
    "get-model",
    "check-sat",
    "check-sat-assuming",
    "push",
    "pop",
];

impl Scope {
    /// `None` for what may not be the same in a scope: other commands, or other options.
    fn of(commands: &[&str]) -> Option<Scope> {
        let is_head = |command: &&&str| matches!(output::head(command), "set-logic" | "set-option");
        let (head, body) = commands.split_at(commands.iter().take_while(is_head).count());
        let is_fit = |command: &&str| match output::head(command) {
            "set-option" => command.contains(":produce-models"),
            _ => true,
        };
        let is_of_body = |command: &&str| BODY.contains(&output::head(command));
        let asks = body.iter().any(|command| output::head(command).starts_with("check-sat"));
        if !asks || !head.iter().all(is_fit) || !body.iter().all(is_of_body) {
            return None;
        }
        let lines = |commands: &[&str]| commands.iter().fold(String::new(), |text, line| text + line + "\n");
        let mut scope = Scope { head: lines(head), body: lines(body) };
        match open_scopes(body)? {
            0 => {}
            open => scope.body += &format!("(pop {open})\n"),
        }
        Some(scope)
    }

    /// The script that asks this question in a scope, and nothing else.
    pub fn alone(&self) -> String {
        format!("{}{}{}", self.head, form::BEFORE, self.body)
    }
}

/// How many scopes are open at the end; `None` if more are closed than were opened.
fn open_scopes(commands: &[&str]) -> Option<u64> {
    commands.iter().try_fold(0u64, |open, command| match (output::head(command), output::elements(command)) {
        ("push", elements) => open.checked_add(levels(&elements)?),
        ("pop", elements) => open.checked_sub(levels(&elements)?),
        _ => Some(open),
    })
}

/// The number of a `push` or `pop`.
fn levels(elements: &[&str]) -> Option<u64> {
    elements.get(1).map_or(Some(1), |number| number.parse().ok())
}

/// The script inside of a scope, if it can be asked so.
pub fn in_scope(script: &str) -> Option<String> {
    Some(Scope::of(&output::commands(&as_asked(script))?)?.alone())
}
