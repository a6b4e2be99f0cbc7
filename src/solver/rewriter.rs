//! A solver's rewriter: terms go in, and what the solver makes of each comes out.
//!
//! One process is asked about many terms with one command, and about many commands at once. Where the replies are not as
//! many as there must be, or the process dies, the same is asked in smaller parts, in the end one term at a time. Nobody is
//! accused by what such a process says: see [`Rewriter::alone`].

use super::guest::Guest;
use super::marker::Marker;
use super::output::ERROR;
use super::process::{Received, Stop, exchange, is_interrupted};
use super::profile::RewritingForm;
use super::{AskError, Limits, Rewriting, Solver};
use crate::answer::Limit;
use crate::sexp::{Kind, Lexer};
use std::fmt::Write;

/// A term to be rewritten, and the number of its sort among those that the rewriter was told.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub term: &'a str,
    pub sort: usize,
}

/// What became of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rewritten {
    Term(String),
    /// An error message, or something that is no term.
    Refused(String),
    /// The process did not survive it.
    Died,
    /// No reply in time.
    Late,
}

/// The rewriter of one solver, for terms over given declarations.
pub struct Rewriter {
    solver: Solver,
    rewriting: Rewriting,
    prelude: String,
    live: Option<Guest>,
    /// How many terms the live process has seen.
    seen: usize,
}

/// So many terms are the arguments of one function.
const ARGUMENTS: usize = 50;
/// So many terms are on the lines of one command.
const LINES: usize = 200;
/// A new process after so many terms, because solvers keep some memory for each.
const RESTART_AFTER: usize = 300_000;
/// The function that nobody knows anything of; the number of a sort follows.
const FUNCTION: &str = "gainsay!";

impl Rewriter {
    /// `declarations` are commands, and `sorts` the sorts of all terms that will be asked about, as text. None if the solver
    /// hands out no rewriter.
    pub fn new(solver: &Solver, declarations: &str, sorts: &[String]) -> Option<Rewriter> {
        let rewriting = solver.profile.rewriter.clone()?;
        let mut prelude = rewriting.setup.join("\n") + "\n" + declarations;
        if rewriting.form == RewritingForm::Arguments {
            for (number, sort) in sorts.iter().enumerate() {
                let arguments = format!("{sort} ").repeat(ARGUMENTS);
                let _ = writeln!(prelude, "(declare-fun {FUNCTION}{number} ({}) Bool)", arguments.trim_end());
            }
        }
        Some(Rewriter { solver: solver.clone(), rewriting, prelude, live: None, seen: 0 })
    }

    /// What the solver makes of each term. `options` are put into each command.
    pub fn rewrite(
        &mut self,
        requests: &[Request<'_>],
        options: &str,
        limits: &Limits,
    ) -> Result<Vec<Rewritten>, AskError> {
        let mut results = vec![Rewritten::Late; requests.len()];
        // What is not answered as it must be is asked again in smaller parts.
        let mut left = vec![self.commands(requests)];
        while let Some(commands) = left.pop() {
            if is_interrupted() {
                break;
            }
            let mut text = String::new();
            for command in &commands {
                self.write_command(&mut text, requests, command, options);
            }
            let asked = self.ask(&text, limits)?;
            let output = String::from_utf8_lossy(&asked.output);
            let replies = expressions(&output).filter(|replies| {
                asked.stop == Stop::Satisfied
                    && replies.len() == commands.iter().map(Self::replies_to).sum::<usize>()
            });
            match (replies, &commands[..]) {
                (Some(replies), _) => {
                    let again = note(&mut results, &commands, &replies);
                    if !again.is_empty() {
                        left.push(again.into_iter().map(Command::One).collect());
                    }
                }
                (None, [Command::One(number)]) => {
                    results[*number] = self.rewrite_one(requests[*number].term, options, limits)?;
                }
                (None, [command]) => {
                    left.push(command.terms().iter().map(|&number| Command::One(number)).collect())
                }
                (None, commands) => {
                    let (first, second) = commands.split_at(commands.len() / 2);
                    left.extend([second.to_vec(), first.to_vec()]);
                }
            }
        }
        Ok(results)
    }

    /// What the solver makes of one term by a command of its own.
    pub fn rewrite_one(&mut self, term: &str, options: &str, limits: &Limits) -> Result<Rewritten, AskError> {
        let asked = self.ask(&single_command(term, options), limits)?;
        let output = String::from_utf8_lossy(&asked.output);
        Ok(match (asked.stop, expressions(&output).as_deref()) {
            (Stop::Satisfied, Some([reply])) => as_result(reply),
            (Stop::Satisfied, _) => Rewritten::Refused(output.trim().to_owned()),
            (Stop::Hit(Limit::Wall | Limit::Cpu), _) => Rewritten::Late,
            (Stop::Hit(Limit::Output | Limit::Memory), _) => Rewritten::Late,
            (Stop::Ended, _) => Rewritten::Died,
        })
    }

    /// The same in a process that has seen nothing else.
    pub fn alone(&mut self, term: &str, options: &str, limits: &Limits) -> Result<Rewritten, AskError> {
        self.live = None;
        let result = self.rewrite_one(term, options, limits);
        self.live = None;
        result
    }

    /// The reply to commands that need not be about a rewriter.
    pub fn reply(&mut self, commands: &str, limits: &Limits) -> Result<Option<String>, AskError> {
        let asked = self.ask(commands, limits)?;
        let is_whole = asked.stop == Stop::Satisfied;
        Ok(is_whole.then(|| String::from_utf8_lossy(&asked.output).into_owned()))
    }

    /// Which terms go into which command.
    fn commands(&self, requests: &[Request<'_>]) -> Vec<Command> {
        let mut numbers: Vec<usize> = (0..requests.len()).collect();
        match self.rewriting.form {
            RewritingForm::One => numbers.into_iter().map(Command::One).collect(),
            RewritingForm::Lines => {
                numbers.chunks(LINES).map(|lines| Command::Lines(lines.to_vec())).collect()
            }
            RewritingForm::Arguments => {
                numbers.sort_by_key(|&number| requests[number].sort);
                let by_sort = numbers.chunk_by(|&a, &b| requests[a].sort == requests[b].sort);
                let chunks = by_sort.flat_map(|same| same.chunks(ARGUMENTS));
                chunks.map(|arguments| Command::Arguments(arguments.to_vec())).collect()
            }
        }
    }

    /// How many expressions must come for a command.
    fn replies_to(command: &Command) -> usize {
        match command {
            Command::One(_) | Command::Arguments(_) => 1,
            Command::Lines(numbers) => numbers.len(),
        }
    }

    fn write_command(&self, text: &mut String, requests: &[Request<'_>], command: &Command, options: &str) {
        match command {
            Command::One(number) => text.push_str(&single_command(requests[*number].term, options)),
            Command::Lines(numbers) => {
                text.push_str("(simplify\n");
                for &number in numbers {
                    let _ = writeln!(text, "{}", requests[number].term);
                }
                text.push_str(")\n");
            }
            Command::Arguments(numbers) => {
                let _ = write!(text, "(simplify ({FUNCTION}{}", requests[numbers[0]].sort);
                // The last one fills the places that are left.
                for place in 0..ARGUMENTS {
                    let number = numbers[place.min(numbers.len() - 1)];
                    text.push(' ');
                    text.push_str(requests[number].term);
                }
                let _ = writeln!(text, "){options})");
            }
        }
    }

    fn ask(&mut self, commands: &str, limits: &Limits) -> Result<Asked, AskError> {
        if self.seen > RESTART_AFTER {
            self.live = None;
        }
        let is_new = self.live.is_none();
        let mut guest = match self.live.take() {
            Some(guest) => guest,
            None => self.start(limits)?,
        };
        let (begin, end) = (Marker::new("begin"), Marker::new("end"));
        let prelude = if is_new { &self.prelude } else { "" };
        let input = format!("{prelude}{}\n{commands}\n{}\n", begin.command(), end.command());
        let mut received = Received::default();
        let mut searched = 0;
        let stop = exchange(&mut guest, input.as_bytes(), false, limits, &mut received, |received| {
            let found = end.end_of_line(&received.stdout, searched).is_some();
            searched = received.stdout.len().saturating_sub(end.line_length());
            found
        });
        let stop = stop.map_err(|source| self.solver.failure(source))?;
        self.seen += commands.len() / 20;
        if stop == Stop::Satisfied {
            self.live = Some(guest);
        }
        let mut output = received.stdout;
        if let Some(at) = end.start_of_line(&output, 0) {
            output.truncate(at);
        }
        output.drain(..begin.end_of_line(&output, 0).unwrap_or(0));
        Ok(Asked { stop, output })
    }

    fn start(&mut self, limits: &Limits) -> Result<Guest, AskError> {
        self.seen = 0;
        let profile = &self.solver.profile;
        let mut command = self.solver.command();
        command.args(profile.session.iter().flatten()).args(profile.stdin.iter().flatten());
        // Of the process as a whole only the memory is limited: it lives long.
        let limits = Limits { cpu: std::time::Duration::MAX, ..*limits };
        Guest::start(&mut command, &limits).map_err(|source| self.solver.failure(source))
    }
}

/// A command about terms, given by their numbers; there is at least one.
#[derive(Clone, Debug)]
enum Command {
    One(usize),
    Lines(Vec<usize>),
    Arguments(Vec<usize>),
}

impl Command {
    fn terms(&self) -> &[usize] {
        match self {
            Command::One(number) => std::slice::from_ref(number),
            Command::Lines(numbers) | Command::Arguments(numbers) => numbers,
        }
    }
}

/// Notes the results in the replies to commands. Terms that an error kept from being rewritten may do better one by one.
fn note(results: &mut [Rewritten], commands: &[Command], replies: &[&str]) -> Vec<usize> {
    let (mut replies, mut again) = (replies.iter(), Vec::new());
    for command in commands {
        match command {
            Command::One(_) | Command::Lines(_) => {
                for (&number, reply) in command.terms().iter().zip(&mut replies) {
                    results[number] = as_result(reply);
                }
            }
            Command::Arguments(numbers) => match replies.next().and_then(|reply| arguments(reply)) {
                Some(arguments) => {
                    for (&number, term) in numbers.iter().zip(arguments) {
                        results[number] = Rewritten::Term(term.to_owned());
                    }
                }
                None => again.extend(numbers),
            },
        }
    }
    again
}

/// What the function is applied to, if that is what a reply is.
fn arguments(reply: &str) -> Option<Vec<&str>> {
    let mut elements = expressions(reply.strip_prefix('(')?.strip_suffix(')')?)?;
    let fits = elements.len() == ARGUMENTS + 1 && elements[0].starts_with(FUNCTION);
    fits.then(|| elements.split_off(1))
}

struct Asked {
    stop: Stop,
    output: Vec<u8>,
}

fn single_command(term: &str, options: &str) -> String {
    format!("(simplify {term}{options})\n")
}

/// A reply as a term.
fn as_result(reply: &str) -> Rewritten {
    match reply.starts_with(ERROR) {
        true => Rewritten::Refused(reply.to_owned()),
        false => Rewritten::Term(reply.to_owned()),
    }
}

/// The expressions that a text consists of; none if it ends inside one.
fn expressions(text: &str) -> Option<Vec<&str>> {
    let mut lexer = Lexer::new(text);
    let mut found = Vec::new();
    loop {
        let first = lexer.peek();
        if first.kind == Kind::End {
            return Some(found);
        }
        if !lexer.skip_one() {
            return None;
        }
        found.push(&text[first.start..lexer.offset()]);
    }
}
