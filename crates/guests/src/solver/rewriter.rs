//! A solver's rewriter: rewrites terms, without solving.
//!
//! One process gets many terms in one command, and many commands are in flight. Terms that are not rewritten
//! because of an error or the end of the process are sent again, in smaller groups and at last alone. The output
//! of such a process is no ground for an accusation: see [`Rewriter::alone`].

use super::lets::elements_below_lets;
use super::output::ERROR;
use super::process::is_interrupted;
use super::profile::RewritingForm;
use super::volley::{Volley, VolleyEnd};
use super::{AskError, Limits, Rewriting, Solver};
use gainsay_lang::sexp::{Kind, Lexer};
use std::fmt::Write;

/// A term to be rewritten, and the index of its sort among the rewriter's sorts.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub term: &'a str,
    pub sort: usize,
}

/// The result for a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rewritten {
    Term(String),
    /// It printed an error message, or text that is not a term.
    Refused(String),
    /// The process ended on it.
    Died,
    /// No reply in time.
    Late,
}

/// The rewriter of one solver, for terms over given declarations.
pub struct Rewriter {
    solver: Solver,
    rewriting: Rewriting,
    prelude: String,
    live: Option<Volley>,
    /// How many terms the live process has seen.
    seen: usize,
}

/// The most arguments of one function. Printing results takes solvers longest, and with more arguments, more
/// common parts are printed only once.
const MANY: usize = 200;
/// The number of arguments if there are fewer terms, or if a larger group was refused.
const FEW: usize = 20;
/// The most lines of one command.
const LINES: usize = 200;
/// A new process is started after this many terms, because solvers keep some memory for each.
const RESTART_AFTER: usize = 300_000;
/// The prefix of uninterpreted functions; the index of the sort and the number of arguments follow.
const FUNCTION: &str = "gainsay!";

impl Rewriter {
    /// `declarations` are commands, and `sorts` the sorts of all terms that will be rewritten, as text. `None` if
    /// the solver gives no access to its rewriter.
    pub fn new(solver: &Solver, declarations: &str, sorts: &[String]) -> Option<Rewriter> {
        let rewriting = solver.profile.rewriter.clone()?;
        let mut prelude = rewriting.setup.join("\n") + "\n" + declarations;
        if rewriting.form == RewritingForm::Arguments {
            for (number, sort) in sorts.iter().enumerate() {
                for size in [FEW, MANY] {
                    let arguments = vec![sort.as_str(); size].join(" ");
                    let _ = writeln!(prelude, "(declare-fun {FUNCTION}{number}!{size} ({arguments}) Bool)");
                }
            }
        }
        Some(Rewriter { solver: solver.clone(), rewriting, prelude, live: None, seen: 0 })
    }

    /// Rewrites terms. `options` are put into each command.
    pub fn rewrite(
        &mut self,
        requests: &[Request<'_>],
        options: &str,
        limits: &Limits,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Rewritten>, AskError> {
        let mut results = vec![Rewritten::Late; requests.len()];
        let mut left = self.commands(requests);
        while !left.is_empty() && !is_interrupted() && !is_stopped() {
            let texts: Vec<String> =
                left.iter().map(|command| command_text(requests, command, options)).collect();
            let asked = self.ask(&texts, limits)?;
            let mut again = Vec::new();
            for (command, reply) in left.iter().zip(&asked.replies) {
                if !note(&mut results, command, &String::from_utf8_lossy(reply)) {
                    again.extend(command.split());
                }
            }
            // The first command without a reply is the one at which the process was lost.
            let mut rest = left.split_off(asked.replies.len().min(left.len())).into_iter();
            match (rest.next(), asked.loss) {
                (Some(Command::One(number)), Some(loss)) => results[number] = loss,
                (Some(command), _) => again.extend(command.split()),
                (None, _) => {}
            }
            left = again.into_iter().chain(rest).collect();
        }
        Ok(results)
    }

    /// Rewrites one term by a command of its own.
    pub fn rewrite_one(&mut self, term: &str, options: &str, limits: &Limits) -> Result<Rewritten, AskError> {
        let mut result = [Rewritten::Late];
        let asked = self.ask(&[single_command(term, options)], limits)?;
        match (asked.replies.first(), asked.loss) {
            (Some(reply), _) => {
                note(&mut result, &Command::One(0), &String::from_utf8_lossy(reply));
            }
            (None, Some(loss)) => result = [loss],
            (None, None) => {}
        }
        let [result] = result;
        Ok(result)
    }

    /// The same in a process that has seen nothing else.
    pub fn alone(&mut self, term: &str, options: &str, limits: &Limits) -> Result<Rewritten, AskError> {
        self.live = None;
        let result = self.rewrite_one(term, options, limits);
        self.live = None;
        result
    }

    /// The reply to other commands, with `alone` in a process that has seen nothing else; `None` if the process
    /// does not survive them.
    pub fn reply(
        &mut self,
        commands: &str,
        alone: bool,
        limits: &Limits,
    ) -> Result<Option<String>, AskError> {
        Ok(self.replies(&[commands.to_owned()], alone, limits)?.pop())
    }

    /// The replies to several commands: the first ones, up to one that the process does not survive.
    pub fn replies(
        &mut self,
        commands: &[String],
        alone: bool,
        limits: &Limits,
    ) -> Result<Vec<String>, AskError> {
        if alone {
            self.live = None;
        }
        let asked = self.ask(commands, limits)?;
        if alone {
            self.live = None;
        }
        Ok(asked.replies.iter().map(|reply| String::from_utf8_lossy(reply).into_owned()).collect())
    }

    /// Groups the terms into commands.
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
                let chunks = by_sort.flat_map(|same| same.chunks(MANY));
                chunks.map(|arguments| Command::Arguments(arguments.to_vec())).collect()
            }
        }
    }

    fn ask(&mut self, questions: &[String], limits: &Limits) -> Result<Asked, AskError> {
        if self.seen > RESTART_AFTER {
            self.live = None;
        }
        let mut volley = match self.live.take() {
            Some(volley) => volley,
            None => {
                self.seen = 0;
                match Volley::start(&self.solver, &[], &self.prelude, limits)? {
                    Some(volley) => volley,
                    None => {
                        return Ok(Asked {
                            replies: Vec::new(),
                            loss: Some(Rewritten::Refused(NO_START.to_owned())),
                        });
                    }
                }
            }
        };
        let replies = volley.ask(questions, limits)?;
        let loss = match replies.end {
            VolleyEnd::Complete => None,
            VolleyEnd::Died(_) => {
                Some(refusal_in(replies.rest()).map_or(Rewritten::Died, Rewritten::Refused))
            }
            VolleyEnd::Hit(_) | VolleyEnd::Garbled => Some(Rewritten::Late),
        };
        let replies = replies.iter().map(<[u8]>::to_vec).collect();
        self.seen += questions.iter().map(|question| question.len() / 20).sum::<usize>();
        self.live = volley.is_alive().then_some(volley);
        Ok(Asked { replies, loss })
    }
}

/// The error that a process printed before it ended: then it refused the term, and did not crash on it.
fn refusal_in(output: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(output);
    text.lines().find(|line| line.trim_start().starts_with("(error")).map(str::to_owned)
}

struct Asked {
    replies: Vec<Vec<u8>>,
    /// The result for the first question without a reply.
    loss: Option<Rewritten>,
}

const NO_START: &str = "it does not take the declarations";

fn command_text(requests: &[Request<'_>], command: &Command, options: &str) -> String {
    match command {
        Command::One(number) => single_command(requests[*number].term, options),
        Command::Lines(numbers) => {
            let lines: Vec<&str> = numbers.iter().map(|&number| requests[number].term).collect();
            format!("(simplify\n{}\n)", lines.join("\n"))
        }
        Command::Arguments(numbers) => {
            let size = places(numbers.len());
            let mut text = format!("(simplify ({FUNCTION}{}!{size}", requests[numbers[0]].sort);
            // The last term fills the remaining places.
            for place in 0..size {
                text.push(' ');
                text.push_str(requests[numbers[place.min(numbers.len() - 1)]].term);
            }
            text + ")" + options + ")"
        }
    }
}

/// The number of arguments of the function for this many terms.
fn places(terms: usize) -> usize {
    if terms > FEW { MANY } else { FEW }
}

fn single_command(term: &str, options: &str) -> String {
    format!("(simplify {term}{options})")
}

/// A command about terms, given by their indices; there is at least one.
#[derive(Clone, Debug)]
enum Command {
    One(usize),
    Lines(Vec<usize>),
    Arguments(Vec<usize>),
}

impl Command {
    /// Splits it into commands about fewer terms: those affected by an error may succeed without the others.
    fn split(&self) -> Vec<Command> {
        match self {
            Command::Arguments(numbers) if numbers.len() > FEW => {
                numbers.chunks(FEW).map(|some| Command::Arguments(some.to_vec())).collect()
            }
            Command::One(number) => vec![Command::One(*number)],
            Command::Lines(numbers) | Command::Arguments(numbers) => {
                numbers.iter().map(|&number| Command::One(number)).collect()
            }
        }
    }
}

/// Records the results in the reply to a command; returns false if they are not in it.
fn note(results: &mut [Rewritten], command: &Command, reply: &str) -> bool {
    match command {
        Command::One(number) => {
            results[*number] = match expressions(reply).as_deref() {
                Some([result]) => as_result(result),
                _ => Rewritten::Refused(reply.trim().to_owned()),
            };
        }
        Command::Lines(numbers) => {
            let lines = expressions(reply).filter(|lines| lines.len() == numbers.len());
            let Some(lines) = lines else { return false };
            for (&number, result) in numbers.iter().zip(lines) {
                results[number] = as_result(result);
            }
        }
        Command::Arguments(numbers) => {
            let elements = elements_below_lets(reply.trim());
            let is_whole =
                |all: &Vec<String>| all.len() == 1 + places(numbers.len()) && all[0].starts_with(FUNCTION);
            let Some(elements) = elements.filter(is_whole) else { return false };
            for (&number, term) in numbers.iter().zip(elements.into_iter().skip(1)) {
                results[number] = Rewritten::Term(term);
            }
        }
    }
    true
}

/// Reads a reply as a term or a refusal.
fn as_result(reply: &str) -> Rewritten {
    match reply.starts_with(ERROR) {
        true => Rewritten::Refused(reply.to_owned()),
        false => Rewritten::Term(reply.to_owned()),
    }
}

/// The expressions in a text; `None` if it ends inside one.
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
