//! A script prepared for a session: the text for a live process, and whether it can be asked in a scope.

use super::asides::marked;
use super::choice::Way;
use super::process::needs_incremental;
use super::sent::as_asked;
use super::{Solver, form, output};

/// A script prepared for a session.
pub struct SessionScript {
    pub text: String,
    /// The options that stay set in the process, if nothing undoes them.
    pub lasting_options: Vec<String>,
    /// Commands that undo other options after `(reset)`.
    pub unset: String,
    /// Whether it has scopes or several questions of its own.
    pub is_dialogue: bool,
    /// The question as a scope, if it can be asked in one.
    pub scope: Option<Scope>,
}

/// A question in two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The commands before the first declaration: the logic and options.
    pub head: String,
    /// The declarations, assertions and requests, with all levels that it opens closed again.
    pub body: String,
    /// A key that is equal for questions whose costs are comparable.
    pub kind: String,
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
        let script = as_asked(script).ok()?;
        let script = marked(&script);
        // A command without end would swallow the marker.
        let commands = output::commands(&script)?;
        // Nothing after `exit` counts, and it would end the session.
        let commands: Vec<&str> =
            commands.into_iter().take_while(|command| output::head(command) != "exit").collect();
        let options: Vec<&str> =
            commands.iter().copied().filter(|c| output::head(c) == "set-option").collect();
        let unsets = |name: &&String| options.contains(&format!("(set-option {name} true)").as_str());
        let unset: Vec<&String> = profile.unset_options.iter().filter(unsets).collect();
        let is_unset = |option: &&str| unset.iter().any(|name| option.contains(name.as_str()));
        let lasting: Vec<&str> = match profile.reset_clears_options {
            true => Vec::new(),
            false => options.iter().copied().filter(|option| !is_unset(option)).collect(),
        };
        Some(SessionScript {
            text: commands.join("\n"),
            lasting_options: lasting.into_iter().map(str::to_owned).collect(),
            unset: unset.iter().map(|name| format!("(set-option {name} false)\n")).collect(),
            is_dialogue,
            scope: if profile.forms.is_empty() { None } else { Scope::of(&commands) },
        })
    }

    /// Whether it can be one of many scripts that are asked at once in this form.
    pub fn can_be_asked_in(&self, way: Way) -> bool {
        match way {
            Way::Plain => !self.is_dialogue && self.unset.is_empty(),
            Way::Scope => self.scope.is_some(),
        }
    }

    /// Whether both can be asked at once: in scopes with the same head, or with the same options.
    pub fn is_like(&self, other: &SessionScript) -> bool {
        let head = |script: &SessionScript| script.scope.as_ref().map(|scope| scope.head.clone());
        head(self) == head(other) && self.lasting_options == other.lasting_options
    }
}

/// The commands that a question in a scope may contain, besides questions, requests, `push` and `pop`.
const BODY: [&str; 10] = [
    "declare-sort",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-const",
    "define-fun",
    "assert",
    "get-model",
    "get-unsat-core",
    "echo",
];
/// Options that a process may have for all its questions.
const OF_ALL: [&str; 2] = [":produce-models", ":produce-unsat-cores"];

impl Scope {
    /// `None` if the script might mean something else in a scope: because of other commands, or other options.
    fn of(commands: &[&str]) -> Option<Scope> {
        let is_head = |command: &&&str| matches!(output::head(command), "set-logic" | "set-option");
        let (head, body) = commands.split_at(commands.iter().take_while(is_head).count());
        let is_fit = |command: &&str| match output::head(command) {
            "set-option" => OF_ALL.iter().any(|option| command.contains(option)),
            _ => true,
        };
        if !head.iter().all(is_fit) {
            return None;
        }
        let (mut questions, mut depth) = (0, 0_usize);
        for command in body {
            match output::head(command) {
                "check-sat" | "check-sat-assuming" => questions += 1,
                "push" => depth = depth.checked_add(levels(command)?)?,
                "pop" => depth = depth.checked_sub(levels(command)?)?,
                other if BODY.contains(&other) => {}
                _ => return None,
            }
        }
        if questions == 0 {
            return None;
        }
        let lines = |commands: &[&str]| commands.iter().fold(String::new(), |text, line| text + line + "\n");
        let close = if depth > 0 { format!("(pop {depth})\n") } else { String::new() };
        let (head, body) = (lines(head), lines(body) + &close);
        let kind = if needs_incremental(&body) { format!("{head}; a dialogue") } else { head.clone() };
        Some(Scope { head, body, kind })
    }

    /// The script that asks only this question, in a scope.
    pub fn alone(&self) -> String {
        format!("{}{}{}", self.head, form::BEFORE, self.body)
    }
}

/// The number of levels of `(push n)` or `(pop n)`.
fn levels(command: &str) -> Option<usize> {
    let inside = command.strip_prefix('(')?.strip_suffix(')')?;
    match inside.split_ascii_whitespace().nth(1) {
        Some(number) => number.parse().ok(),
        None => Some(1),
    }
}

/// The script that asks its question in a scope, if that is possible.
pub fn in_scope(script: &str) -> Option<String> {
    let script = as_asked(script).ok()?;
    Some(Scope::of(&output::commands(&script)?)?.alone())
}
