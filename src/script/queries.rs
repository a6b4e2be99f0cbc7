//! A script with several `check-sat` as one script for each question it asks.
//!
//! Elsewhere a script stands for its last question, and what is known about it is known about that one.

use super::{Command, Script, Term};
use std::borrow::Cow;

impl Script {
    /// The questions of the script, in order: for each `check-sat` the declarations and assertions that are in force there,
    /// flat, without `push` and `pop`. What is asked about the answer (`get-model` and its like) is left out.
    ///
    /// Each question has an arena of its own, a copy of the script's, so that it can be changed and judged alone.
    pub fn queries(&self) -> Vec<Script> {
        let mut scopes = Scopes::default();
        let mut queries = Vec::new();
        for command in &self.commands {
            match command {
                Command::CheckSat => queries.push(self.query(&scopes, &[])),
                Command::CheckSatAssuming(assumptions) => queries.push(self.query(&scopes, assumptions)),
                Command::Exit => break,
                other => scopes.enter(other),
            }
        }
        queries
    }

    /// The first of [`Script::queries`], without the others.
    pub fn first_query(&self) -> Option<Script> {
        let at = self.commands.iter().position(Command::is_question)?;
        let mut scopes = Scopes::default();
        for command in &self.commands[..at] {
            match command {
                Command::Exit => return None,
                other => scopes.enter(other),
            }
        }
        let assumptions: &[Term] = match &self.commands[at] {
            Command::CheckSatAssuming(assumptions) => assumptions,
            _ => &[],
        };
        Some(self.query(&scopes, assumptions))
    }

    /// The last of [`Script::queries`], without the others. A script that asks nothing is asked at its end.
    pub fn last_query(&self) -> Script {
        let end = self.commands.iter().position(|command| *command == Command::Exit);
        let commands = &self.commands[..end.unwrap_or(self.commands.len())];
        let last = commands.iter().rposition(Command::is_question);
        let mut scopes = Scopes::default();
        for command in &commands[..last.unwrap_or(commands.len())] {
            scopes.enter(command);
        }
        let assumptions: &[Term] = match last.map(|at| &commands[at]) {
            Some(Command::CheckSatAssuming(assumptions)) => assumptions,
            _ => &[],
        };
        self.query(&scopes, assumptions)
    }

    /// The script as its last question alone: itself if that is all there is.
    pub fn flat(&self) -> Cow<'_, Script> {
        let is_more = self.is_incremental() || self.asserts_too_late();
        if is_more { Cow::Owned(self.last_query()) } else { Cow::Borrowed(self) }
    }

    /// Whether it asserts something that is never asked about, behind its question or an exit.
    fn asserts_too_late(&self) -> bool {
        let is_end = |command: &Command| command.is_question() || *command == Command::Exit;
        let end = self.commands.iter().position(is_end).unwrap_or(self.commands.len());
        self.commands[end..].iter().any(|command| matches!(command, Command::Assert(_)))
    }

    /// Whether it asks anything.
    pub fn asks(&self) -> bool {
        self.commands.iter().any(Command::is_question)
    }

    /// Whether an answer may depend on what was asked or forgotten before.
    pub fn is_incremental(&self) -> bool {
        let changes = |command: &Command| {
            matches!(
                command,
                Command::Push(_)
                    | Command::Pop(_)
                    | Command::Reset
                    | Command::ResetAssertions
                    | Command::CheckSatAssuming(_)
            )
        };
        let checks = self.commands.iter().filter(|command| matches!(command, Command::CheckSat)).count();
        checks > 1 || self.commands.iter().any(changes)
    }

    /// The script without options and without questions about answers.
    pub fn questions_only(&self) -> Script {
        let mut script = self.clone();
        script.commands.retain(|command| match command {
            Command::SetOption { keyword, .. } => &**keyword == GLOBAL_DECLARATIONS,
            Command::GetModel | Command::GetValue(_) | Command::GetUnsatCore | Command::Other(_) => false,
            _ => true,
        });
        script
    }

    /// A command that is not understood may assert, forget or ask: it goes into each question, wherever it stands, so that no
    /// question of such a script passes for one that is understood.
    fn query(&self, scopes: &Scopes<'_>, assumptions: &[Term]) -> Script {
        let mut commands: Vec<Command> = scopes.in_force.iter().map(|&command| command.clone()).collect();
        commands.extend(self.commands.iter().filter(|command| !command.is_understood()).cloned());
        commands.extend(assumptions.iter().map(|&assumption| Command::Assert(assumption)));
        commands.push(Command::CheckSat);
        Script { commands, terms: self.terms.clone(), problems: self.problems.clone() }
    }
}

/// The option that lets declarations outlive their level.
pub const GLOBAL_DECLARATIONS: &str = ":global-declarations";

/// The commands in force at a point of the script.
#[derive(Default)]
struct Scopes<'a> {
    in_force: Vec<&'a Command>,
    /// How many commands were in force at each open `push`.
    levels: Vec<usize>,
    global_declarations: bool,
}

impl<'a> Scopes<'a> {
    fn enter(&mut self, command: &'a Command) {
        match command {
            Command::Push(count) => {
                for _ in 0..*count {
                    self.levels.push(self.in_force.len());
                }
            }
            Command::Pop(count) => {
                let kept = self.levels.len().saturating_sub(*count as usize);
                if let Some(&length) = self.levels.get(kept) {
                    self.levels.truncate(kept);
                    self.leave(length);
                }
            }
            Command::Reset => *self = Scopes::default(),
            Command::ResetAssertions => {
                self.levels.clear();
                self.leave(0);
            }
            Command::SetOption { keyword, value } => {
                if &**keyword == GLOBAL_DECLARATIONS {
                    self.global_declarations = &**value == "true";
                }
                self.in_force.push(command);
            }
            _ if is_part_of_a_question(command) => self.in_force.push(command),
            _ => {}
        }
    }

    /// Forgets what came after a point, but for what outlives it.
    fn leave(&mut self, length: usize) {
        let global = self.global_declarations;
        let late = self.in_force.split_off(length);
        self.in_force.extend(late.into_iter().filter(|command| outlives_pop(command, global)));
    }
}

fn is_part_of_a_question(command: &Command) -> bool {
    command.is_declaration() || matches!(command, Command::SetLogic(_) | Command::Assert(_))
}

fn outlives_pop(command: &Command, global_declarations: bool) -> bool {
    match command {
        Command::SetLogic(_) | Command::SetOption { .. } => true,
        Command::Assert(_) => false,
        _ => global_declarations,
    }
}
