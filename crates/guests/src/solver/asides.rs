//! What a script asks behind its answer, such as `(get-model)`, and the marks by which the replies are told apart.
//!
//! Solvers print more than they are asked for, or less. So a mark is echoed before each such command and one behind the last,
//! and one before each question but the first: what is not between its marks is nobody's reply. Marks are put in where a script is sent and taken out where its output is
//! read, so that nobody else sees them. A solver without `echo` is asked these commands one by one, each in a run of its own.

use super::flight::marker_in;
use super::marker::Marker;
use super::output::{BLOCK, CHECK, commands, head};
use crate::answer::{Answer, Outcome};
use crate::script::FORMULA_COMMANDS;
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

/// What a script asks.
#[derive(Clone, Default, Debug)]
pub struct Asked<'a> {
    /// How many questions; at least one, since what asks nothing should not be answered.
    pub questions: usize,
    /// The questions but the first, as commands.
    further: Vec<&'a str>,
    /// The commands behind the last question that ask for something. A question behind a model that was blocked is one of them: it
    /// asks for another model.
    pub asides: Vec<&'a str>,
    /// All commands, as far as the script consists of complete ones.
    pub commands: Vec<&'a str>,
    /// How many marks it has.
    marks: usize,
}

impl<'a> Asked<'a> {
    pub fn by(script: &'a str) -> Asked<'a> {
        let Some(mut commands) = commands(script) else {
            let questions = script.matches(&format!("({CHECK}")).count().max(1);
            return Asked { questions, ..Asked::default() };
        };
        let end = commands.iter().position(|command| head(command) == "exit");
        commands.truncate(end.unwrap_or(commands.len()));
        let mut asked = Asked::default();
        let mut has_blocked = false;
        for &command in &commands {
            let head = head(command);
            let is_question = head.starts_with(CHECK);
            has_blocked |= asked.questions > 0 && head.starts_with(BLOCK);
            if is_question && !has_blocked {
                asked.further.extend((asked.questions > 0).then_some(command));
                asked.questions += 1;
                asked.asides.clear();
            } else if asked.questions > 0 && asks(head) {
                asked.asides.push(command);
            } else if head == "echo" {
                asked.marks += usize::from(command.contains(&*MARK));
            }
        }
        Asked { questions: asked.questions.max(1), commands, ..asked }
    }

    /// Whether each reply stands behind a mark.
    pub fn is_marked(&self) -> bool {
        self.marks > 0 && self.marks == self.marks_needed()
    }

    fn marks_needed(&self) -> usize {
        self.further.len() + if self.asides.is_empty() { 0 } else { self.asides.len() + 1 }
    }
}

/// Whether a command with this head is there to be replied to.
fn asks(head: &str) -> bool {
    head.starts_with("get-")
        || head.starts_with(CHECK)
        || head.starts_with(BLOCK)
        || is_for_formula(head)
        || ["eval", "display", "labels", "help"].contains(&head)
}

/// Whether the reply to a command with this head can look like anything.
pub fn is_for_formula(head: &str) -> bool {
    FORMULA_COMMANDS.contains(&head) || head == "eval"
}

/// How all marks of this program begin: no script that was written before knows that.
static MARK: LazyLock<String> = LazyLock::new(|| Marker::new("aside").text().to_owned());

/// The script with a mark before each question but the first, before each aside, and behind the last, each in a line of its own,
/// since some programs read line by line; as it is where there is nothing to tell apart.
pub fn marked(script: &str) -> Cow<'_, str> {
    let asked = Asked::by(script);
    if asked.marks_needed() == 0 {
        return Cow::Borrowed(script);
    }
    let place = |piece: &str| piece.as_ptr() as usize - script.as_ptr() as usize;
    let starts = asked.further.iter().chain(&asked.asides).map(|command| place(command));
    let end = asked.asides.last().map(|last| place(last) + last.len());
    let mut text = String::with_capacity(script.len() + asked.marks_needed() * (MARK.len() + 16));
    let mut copied = 0;
    for (number, at) in starts.chain(end).enumerate() {
        text.push_str(&script[copied..at]);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        // To write to a string never fails.
        let _ = writeln!(text, "(echo \"{}{number}\")", *MARK);
        copied = at;
    }
    let rest = &script[copied..];
    let is_at_end = end.is_some();
    text.push_str(if is_at_end { rest.strip_prefix('\n').unwrap_or(rest) } else { rest });
    Cow::Owned(text)
}

/// A text that was sent, without its marks.
pub fn unmarked(text: &str) -> String {
    let start = format!("(echo \"{}", *MARK);
    let mut pieces = text.split(&start);
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_prefix("\")").unwrap_or(rest);
        // A mark in a line of its own goes with its line.
        let alone = if plain.is_empty() || plain.ends_with('\n') { rest.strip_prefix('\n') } else { None };
        plain.push_str(alone.unwrap_or(rest));
    }
    plain
}

/// An output, cut at its marks.
pub struct Cut<'a> {
    /// What was replied to each question, as far as they were reached.
    pub answers: Vec<&'a str>,
    /// What was replied to each aside, as far as its end shows.
    pub asides: Vec<&'a str>,
    /// What came then, which replies to nothing.
    pub rest: &'a str,
}

/// Cuts the output of a marked script, as far as the marks come in their order.
pub fn cut<'o>(output: &'o str, asked: &Asked<'_>) -> Cut<'o> {
    let (mut pieces, mut start, mut at) = (Vec::new(), 0, 0);
    for line in output.split_inclusive('\n') {
        let end = at + line.len();
        if pieces.len() < asked.marks
            && let Some((before, number)) = marker_in(line.trim_end_matches('\n').as_bytes(), MARK.as_bytes())
            && number == pieces.len() as u64
        {
            pieces.push(&output[start..at + before]);
            start = end;
        }
        at = end;
    }
    let rest = &output[start..];
    // Where no mark follows the last answer, it ends with the output.
    let is_answer = pieces.len() <= asked.further.len();
    let asides = pieces.split_off(pieces.len().min(asked.further.len() + 1));
    pieces.extend(is_answer.then_some(rest));
    Cut { answers: pieces, asides, rest: if is_answer { "" } else { rest } }
}

/// An output without the lines of marks.
pub fn without_marks(output: String) -> String {
    if !output.contains(&*MARK) {
        return output;
    }
    let mut plain = String::with_capacity(output.len());
    for line in output.split_inclusive('\n') {
        match marker_in(line.trim_end_matches('\n').as_bytes(), MARK.as_bytes()) {
            Some((start, _)) => plain.push_str(&line[..start]),
            None => plain.push_str(line),
        }
    }
    plain
}

/// The scripts that ask the asides one by one, if there are several and each can be asked alone.
pub fn one_by_one(script: &str) -> Option<Vec<String>> {
    let asked = Asked::by(script);
    let depends = |command: &&str| head(command).starts_with(BLOCK) || head(command).starts_with(CHECK);
    if asked.asides.len() < 2 || asked.asides.iter().any(depends) {
        return None;
    }
    let is_aside = |command: &&str| asked.asides.iter().any(|aside| std::ptr::eq(*aside, *command));
    let with_only = |wanted: &&str| {
        let kept =
            asked.commands.iter().filter(|command| !is_aside(command) || std::ptr::eq(**command, *wanted));
        kept.fold(String::new(), |text, command| text + command + "\n")
    };
    Some(asked.asides.iter().map(with_only).collect())
}

/// The first word of what a script asks behind its answer.
pub fn first_aside(script: &str) -> &str {
    Asked::by(script).asides.first().map_or("", |command| head(command))
}

/// Whether there is a point in such an aside after this answer.
pub fn is_worth_asking(aside: &str, outcome: &Outcome) -> bool {
    match aside {
        "get-model" | "get-value" | "get-assignment" => *outcome != Outcome::Unsat,
        "get-unsat-core" | "get-unsat-assumptions" => *outcome == Outcome::Unsat,
        _ => true,
    }
}

/// Adds what came of another run, which asked something else behind the same answer.
pub(super) fn join(answer: &mut Answer, other: Option<Answer>, command: &str) {
    answer.is_apart = true;
    match other.filter(|other| other.outcome == answer.outcome) {
        Some(other) => {
            answer.model = answer.model.take().or(other.model);
            answer.core = answer.core.take().or(other.core);
            answer.asides.extend(other.asides);
        }
        None => answer.asides.push(crate::answer::Aside::silent(command)),
    }
}
