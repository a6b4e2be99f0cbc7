//! What standard output tells, read from top to bottom.

use super::output::{self, Asked, ERROR, Reply, replies};
use crate::answer::Status;

/// The replies to a script's commands, told apart from what else is printed.
#[derive(Debug, Default)]
pub struct Story<'a> {
    questions: usize,
    /// How many replies to come are formulas: they are known by their place, since a formula can look like anything.
    formulas: usize,
    /// How many answers to come are about further models.
    further: usize,
    pub statuses: Vec<Status>,
    /// Why it does not know.
    pub reason: String,
    pub model: Option<String>,
    /// Other lists after the answer that counts, and formulas.
    pub replies: Vec<String>,
    pub core: Option<Vec<String>>,
    /// Why the answer that counts is to another question: errors and commands that were not carried out.
    pub early_errors: Vec<String>,
    pub later_errors: Vec<String>,
    /// All errors, as printed.
    pub errors: Vec<&'a str>,
    /// The lines that are no replies: only here does a solver speak about itself. Replies repeat what a script says.
    pub messages: Vec<&'a str>,
}

/// The standard's reply to a command that the solver does not carry out.
const UNSUPPORTED: &str = "unsupported";
/// The standard's reply to a command that has nothing else to say.
const SUCCESS: &str = "success";

impl<'a> Story<'a> {
    pub fn read(stdout: &'a str, asked: Asked) -> Story<'a> {
        let Asked { questions, formulas, further } = asked;
        let mut story = Story { questions, formulas, further, ..Story::default() };
        for reply in replies(stdout) {
            if story.takes_for_formula(reply) {
                continue;
            }
            match reply {
                Reply::Line(line) | Reply::List(line) if line.starts_with(ERROR) => story.add_error(line),
                Reply::Line(line) => story.add_line(line),
                Reply::List(list) => story.add_list(list),
                Reply::Quoted(_) | Reply::Torn(_) => {}
            }
        }
        story
    }

    /// Whether it is the reply to a command that asks for a formula; an error is one, too.
    fn takes_for_formula(&mut self, reply: Reply<'a>) -> bool {
        let (Reply::Line(text) | Reply::List(text) | Reply::Quoted(text)) = reply else { return false };
        let is_other = text == SUCCESS || text.starts_with(';') || Status::from_word(text).is_some();
        if self.formulas == 0 || !self.is_complete() || is_other {
            return false;
        }
        self.formulas -= 1;
        let is_formula = !text.starts_with(ERROR) && text != UNSUPPORTED;
        if is_formula {
            self.replies.push(text.to_owned());
        }
        is_formula
    }

    /// The answer that counts. Where there are fewer or more than questions, nobody can tell which one belongs to which.
    pub fn answer(&self) -> Option<Status> {
        self.statuses.last().copied().filter(|_| self.statuses.len() == self.questions)
    }

    /// Whether all questions were answered, or more.
    pub fn is_complete(&self) -> bool {
        self.statuses.len() >= self.questions
    }

    /// Whether it is no answer to the question, but one about another model.
    fn takes_for_further(&mut self, word: &str) -> bool {
        let is_further = self.further > 0 && self.is_complete() && Status::from_word(word).is_some();
        self.further -= usize::from(is_further);
        is_further
    }

    /// Some say in the same line why they do not know.
    fn add_line(&mut self, line: &'a str) {
        let (word, reason) = line.split_once(" (").unwrap_or((line, ""));
        if self.takes_for_further(word) {
            return;
        }
        match (Status::from_word(word), Status::from_word(line)) {
            (Some(Status::Unknown), _) => {
                self.statuses.push(Status::Unknown);
                self.reason = reason.trim_end_matches(')').to_owned();
            }
            (_, Some(status)) => self.statuses.push(status),
            // Nobody can tell which command it replies to.
            _ if line == UNSUPPORTED && !self.is_complete() => self
                .early_errors
                .push("it replied `unsupported` before its answer: it skipped a command".to_owned()),
            _ if line == UNSUPPORTED || line == SUCCESS => {}
            // A comment may repeat anything.
            _ if line.starts_with(';') => {}
            _ => self.messages.push(line),
        }
    }

    fn add_error(&mut self, error: &'a str) {
        self.errors.push(error);
        let message = error_text(error).split_whitespace().collect::<Vec<_>>().join(" ");
        let errors = if self.is_complete() { &mut self.later_errors } else { &mut self.early_errors };
        errors.push(message);
    }

    /// Replies are known by their form, because a script's commands and a solver's replies need not match one to one.
    fn add_list(&mut self, list: &str) {
        let elements = output::elements(list);
        if elements.first() == Some(&":reason-unknown") {
            self.reason = elements[1..].join(" ").trim_matches('"').to_owned();
            return;
        }
        match self.answer() {
            Some(Status::Sat | Status::Unknown) if self.model.is_none() && is_model(&elements) => {
                self.model = Some(list.to_owned());
            }
            // The last one, since a model may have been asked for before.
            Some(Status::Unsat) if is_core(&elements) => {
                self.core = Some(elements.iter().map(|&name| name.to_owned()).collect());
            }
            Some(_) => self.replies.push(list.to_owned()),
            None => {}
        }
    }
}

/// What an error reply says.
pub fn error_text(error: &str) -> &str {
    error.trim_start_matches(ERROR).trim_end_matches(')').trim().trim_matches('"')
}

fn is_model(elements: &[&str]) -> bool {
    let first = elements.first().copied().unwrap_or("(define-fun");
    first == "model"
        || ["define-", "declare-", "forall"].iter().any(|word| output::head(first).starts_with(word))
}

fn is_core(elements: &[&str]) -> bool {
    elements.iter().all(|element| !element.starts_with(['(', '"', ':']))
}
