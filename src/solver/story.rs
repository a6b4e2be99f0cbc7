//! What standard output tells, read from top to bottom.

use super::asides::{self, Asked, Cut, is_for_formula};
use super::output::{self, BLOCK, CHECK, ERROR, Reply, end_of_list, head, replies};
use crate::answer::{Aside, Status};

/// The replies to a script's commands, told apart from what else is printed.
#[derive(Debug, Default)]
pub struct Story<'a> {
    questions: usize,
    pub statuses: Vec<Status>,
    /// Why it does not know.
    pub reason: String,
    pub model: Option<String>,
    pub core: Option<Vec<String>>,
    /// What was replied to each command behind the answer that counts.
    pub asides: Vec<Aside>,
    /// Why the answer that counts is to another question: errors and commands that were not carried out.
    pub early_errors: Vec<String>,
    pub later_errors: Vec<String>,
    /// All errors, as printed.
    pub errors: Vec<&'a str>,
    /// The lines that are no replies: only here does a solver speak about itself. Replies repeat what a script says.
    pub messages: Vec<&'a str>,
}

/// The standard's reply to a command that the solver does not carry out.
pub const UNSUPPORTED: &str = "unsupported";
/// The standard's reply to a command that has nothing else to say.
const SUCCESS: &str = "success";

/// Which lines can be replies to a command behind the answer.
#[derive(Clone, Copy, Default)]
struct Wanted {
    /// Answers, to the question for another model.
    answers: bool,
    /// Anything, as a formula.
    formulas: bool,
}

impl Wanted {
    fn by(command: &str) -> Wanted {
        let head = head(command);
        Wanted { answers: head.starts_with(CHECK), formulas: is_for_formula(head) }
    }

    fn or(self, other: Wanted) -> Wanted {
        Wanted { answers: self.answers || other.answers, formulas: self.formulas || other.formulas }
    }
}

impl<'a> Story<'a> {
    pub fn read(stdout: &'a str, asked: &Asked<'_>) -> Story<'a> {
        let mut story = Story { questions: asked.questions, ..Story::default() };
        if asked.is_marked() {
            story.read_marked(stdout, asked);
        } else {
            story.read_unmarked(stdout, asked);
        }
        story
    }

    /// Each reply stands between two marks.
    fn read_marked(&mut self, stdout: &'a str, asked: &Asked<'_>) {
        let Cut { answers, asides, rest } = asides::cut(stdout, asked);
        self.hear_answers(&answers);
        for (at, command) in asked.asides.iter().enumerate() {
            let replies = match asides.get(at) {
                Some(piece) => self.hear(piece, Wanted::by(command)),
                None => Vec::new(),
            };
            self.settle(command, &replies);
        }
        self.hear(rest, Wanted::default());
    }

    /// Of several questions each gets one answer. If one gets none or two, it and all behind it count as unanswered.
    fn hear_answers(&mut self, answers: &[&'a str]) {
        let (mut known, mut is_lost) = (0, false);
        for answer in answers {
            self.hear(answer, Wanted::default());
            if self.questions > 1 {
                is_lost |= self.statuses.len() != known + 1;
                known += usize::from(!is_lost);
                self.statuses.truncate(known);
            }
        }
    }

    /// Nothing tells replies apart but their number: they count where there is one for each command.
    fn read_unmarked(&mut self, stdout: &'a str, asked: &Asked<'_>) {
        let replying = |command: &&&str| !head(command).starts_with(BLOCK);
        let wanted = asked.asides.iter().map(|command| Wanted::by(command));
        let wanted = wanted.reduce(Wanted::or).unwrap_or_default();
        let mut behind = self.hear(stdout, wanted);
        // Beside a complaint, what else was printed need not reply to anything.
        if behind.iter().any(is_complaint) {
            behind.retain(is_complaint);
        }
        let expected = asked.asides.iter().filter(replying).count();
        let mut next = behind.iter();
        for command in &asked.asides {
            let replies: Vec<Reply<'a>> = match expected {
                1 if replying(&command) => behind.clone(),
                _ if expected == behind.len() && replying(&command) => {
                    next.next().copied().into_iter().collect()
                }
                _ => Vec::new(),
            };
            self.settle(command, &replies);
        }
    }

    /// Reads on; returns what may be a reply to a command behind the answer.
    fn hear(&mut self, output: &'a str, wanted: Wanted) -> Vec<Reply<'a>> {
        replies(output).into_iter().filter(|reply| self.take(*reply, wanted)).collect()
    }

    /// Whether it may be a reply to a command behind the answer.
    fn take(&mut self, reply: Reply<'a>, wanted: Wanted) -> bool {
        let is_behind = self.is_complete();
        match reply {
            Reply::Line(line) | Reply::List(line) if line.starts_with(ERROR) => self.add_error(line),
            Reply::Line(line) => {
                let is_status = Status::from_word(line.split(" (").next().unwrap_or(line)).is_some();
                let is_silent = line == SUCCESS || line.starts_with(';');
                let is_reply = is_status && wanted.answers || !is_status && !is_silent && wanted.formulas;
                if is_behind && (is_reply || line == UNSUPPORTED) {
                    return true;
                }
                self.add_line(line);
                return false;
            }
            Reply::List(list) => {
                let elements = output::elements(list);
                if elements.first() == Some(&":reason-unknown") {
                    self.reason = elements[1..].join(" ").trim_matches('"').to_owned();
                    return false;
                }
            }
            Reply::Quoted(_) | Reply::Torn(_) => {}
        }
        is_behind
    }

    /// Notes what was replied to a command behind the answer: one reply, of its form.
    fn settle(&mut self, command: &str, replies: &[Reply<'a>]) {
        let head = head(command);
        let of_form = |fits: fn(&[&str]) -> bool| {
            let lists = replies.iter().filter_map(|reply| match reply {
                Reply::List(list) if !list.starts_with(ERROR) => Some(*list),
                _ => None,
            });
            only(lists.filter(|list| fits(&output::elements(list))))
        };
        let reply = match head {
            "get-model" => of_form(is_model),
            "get-unsat-core" => of_form(is_core),
            _ => only(replies.iter()).and_then(|reply| usable(*reply)),
        };
        match (head, reply, self.answer()) {
            ("get-model", Some(model), Some(Status::Sat | Status::Unknown)) if self.model.is_none() => {
                self.model = Some(model.to_owned());
            }
            ("get-unsat-core", Some(core), Some(Status::Unsat)) => {
                self.core = Some(output::elements(core).iter().map(|&name| name.to_owned()).collect());
            }
            _ => {}
        }
        let has_failed = reply.is_none() && !replies.is_empty();
        self.asides.push(Aside { command: head.to_owned(), reply: reply.map(str::to_owned), has_failed });
    }

    /// The answer that counts. Where there are fewer or more than questions, nobody can tell which one belongs to which.
    pub fn answer(&self) -> Option<Status> {
        self.statuses.last().copied().filter(|_| self.statuses.len() == self.questions)
    }

    /// Whether all questions were answered, or more.
    pub fn is_complete(&self) -> bool {
        self.statuses.len() >= self.questions
    }

    /// Some say in the same line why they do not know.
    fn add_line(&mut self, line: &'a str) {
        let (word, reason) = line.split_once(" (").unwrap_or((line, ""));
        match (Status::from_word(word), Status::from_word(line)) {
            (Some(Status::Unknown), _) => {
                self.statuses.push(Status::Unknown);
                self.reason = reason.trim_end_matches(')').to_owned();
            }
            (_, Some(status)) => self.statuses.push(status),
            // Nobody can tell which command it replies to.
            _ if line == UNSUPPORTED && !self.is_complete() => {
                self.early_errors.push(format!("{SKIPPED}: it skipped a command"));
            }
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
}

/// How the complaint begins about a command that the solver skipped.
pub const SKIPPED: &str = "it replied `unsupported` before its answer";

/// Whether a reply says that a command was not carried out.
fn is_complaint(reply: &Reply<'_>) -> bool {
    match reply {
        Reply::Line(text) | Reply::List(text) => text.starts_with(ERROR) || *text == UNSUPPORTED,
        Reply::Quoted(_) | Reply::Torn(_) => false,
    }
}

/// The only one of some.
fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}

/// The text of a reply that says something, and is whole.
fn usable(reply: Reply<'_>) -> Option<&str> {
    match reply {
        Reply::Line(text) | Reply::List(text) | Reply::Quoted(text) => {
            let is_whole = !text.starts_with('(') || end_of_list(text).is_some();
            Some(text).filter(|text| is_whole && !text.starts_with(ERROR) && *text != UNSUPPORTED)
        }
        Reply::Torn(_) => None,
    }
}

/// What an error reply says.
pub fn error_text(error: &str) -> &str {
    error.trim_start_matches(ERROR).trim_end_matches(')').trim().trim_matches('"')
}

fn is_model(elements: &[&str]) -> bool {
    let first = elements.first().copied().unwrap_or("(define-fun");
    first == "model" || ["define-", "declare-", "forall"].iter().any(|word| head(first).starts_with(word))
}

fn is_core(elements: &[&str]) -> bool {
    elements.iter().all(|element| !element.starts_with(['(', '"', ':']))
}
