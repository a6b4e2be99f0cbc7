//! Requests of a script after its answer, such as `(get-model)` ("asides"), and the marks by which their replies
//! are told apart.
//!
//! Solvers print more than they are asked for, or less. So a mark is echoed before each question but the first,
//! before each aside, and after the last one; output that is not between its marks counts as no reply. Marks are
//! added when a script is sent and removed when its output is read, so no other module sees them. A solver without
//! `echo` gets the asides one by one, each in a run of its own.

use super::flight::marker_in;
use super::marker::Marker;
use super::output::{BLOCK, CHECK, commands, head};
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::FORMULA_COMMANDS;
use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

/// The questions and requests of a script.
#[derive(Clone, Default, Debug)]
pub struct Asked<'a> {
    /// The number of questions; at least one, since a script without a question should get no answer.
    pub questions: usize,
    /// All questions but the first, as commands.
    further: Vec<&'a str>,
    /// The requests after the last question. A question after a blocked model is among them: it asks for another
    /// model.
    pub asides: Vec<&'a str>,
    /// All commands before `exit`; empty if the script does not consist of complete commands.
    pub commands: Vec<&'a str>,
    /// The number of marks in the script.
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

    /// Whether every reply is preceded by a mark.
    pub fn is_marked(&self) -> bool {
        self.marks > 0 && self.marks == self.marks_needed()
    }

    fn marks_needed(&self) -> usize {
        self.further.len() + if self.asides.is_empty() { 0 } else { self.asides.len() + 1 }
    }
}

/// Whether a command with this head expects a reply.
fn asks(head: &str) -> bool {
    head.starts_with("get-")
        || head.starts_with(CHECK)
        || head.starts_with(BLOCK)
        || is_for_formula(head)
        || ["eval", "display", "labels", "help"].contains(&head)
}

/// Whether the reply to a command with this head can be any term or formula.
pub fn is_for_formula(head: &str) -> bool {
    FORMULA_COMMANDS.contains(&head) || head == "eval"
}

/// The prefix of all marks of this program. No script written before can contain it.
static MARK: LazyLock<String> = LazyLock::new(|| Marker::new("aside").text().to_owned());

/// The script with a mark before each question but the first, before each aside, and after the last one. Each mark
/// has a line of its own, since some programs read line by line. A script that needs no marks is returned
/// unchanged.
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
        // Writing to a string never fails.
        let _ = writeln!(text, "(echo \"{}{number}\")", *MARK);
        copied = at;
    }
    let rest = &script[copied..];
    let is_at_end = end.is_some();
    text.push_str(if is_at_end { rest.strip_prefix('\n').unwrap_or(rest) } else { rest });
    Cow::Owned(text)
}

/// Removes the marks from a text that was sent.
pub fn unmarked(text: &str) -> String {
    let start = format!("(echo \"{}", *MARK);
    let mut pieces = text.split(&start);
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_prefix("\")").unwrap_or(rest);
        // A mark in a line of its own is removed with its line.
        let alone = if plain.is_empty() || plain.ends_with('\n') { rest.strip_prefix('\n') } else { None };
        plain.push_str(alone.unwrap_or(rest));
    }
    plain
}

/// An output, cut at its marks.
pub struct Cut<'a> {
    /// The output for each question that was reached.
    pub answers: Vec<&'a str>,
    /// The output for each aside that is complete.
    pub asides: Vec<&'a str>,
    /// The output after the last mark. Nothing in it counts as a reply.
    pub rest: &'a str,
}

/// Cuts the output of a marked script, as long as the marks come in order.
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
    // If no mark follows the last answer, the answer extends to the end of the output.
    let is_answer = pieces.len() <= asked.further.len();
    let asides = pieces.split_off(pieces.len().min(asked.further.len() + 1));
    pieces.extend(is_answer.then_some(rest));
    Cut { answers: pieces, asides, rest: if is_answer { "" } else { rest } }
}

/// Removes the lines with marks from an output.
pub fn without_marks(output: &str) -> Cow<'_, str> {
    if !output.contains(&*MARK) {
        return Cow::Borrowed(output);
    }
    let mut plain = String::with_capacity(output.len());
    for line in output.split_inclusive('\n') {
        match marker_in(line.trim_end_matches('\n').as_bytes(), MARK.as_bytes()) {
            Some((start, _)) => plain.push_str(&line[..start]),
            None => plain.push_str(line),
        }
    }
    Cow::Owned(plain)
}

/// Scripts that each ask one of the asides; `None` if there are fewer than two, or if they depend on each other.
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

/// The head of a script's first aside; empty if it has none.
pub fn first_aside(script: &str) -> &str {
    Asked::by(script).asides.first().map_or("", |command| head(command))
}

/// Whether an aside makes sense after this answer.
pub fn is_worth_asking(aside: &str, outcome: &Outcome) -> bool {
    match aside {
        "get-model" | "get-value" | "get-assignment" => *outcome != Outcome::Unsat,
        "get-unsat-core" | "get-unsat-assumptions" => *outcome == Outcome::Unsat,
        _ => true,
    }
}

/// Merges the reply from another run, which asked another aside after the same answer.
pub(super) fn join(answer: &mut Answer, other: Option<Answer>, command: &str) {
    answer.is_apart = true;
    match other.filter(|other| other.outcome == answer.outcome) {
        Some(other) => {
            answer.model = answer.model.take().or(other.model);
            answer.core = answer.core.take().or(other.core);
            answer.asides.extend(other.asides);
        }
        None => answer.asides.push(gainsay_lang::answer::Aside::silent(command)),
    }
}
