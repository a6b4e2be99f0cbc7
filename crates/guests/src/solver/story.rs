//! Reads standard output from top to bottom as replies to a script's commands.

use super::asides::{self, Asked, Cut, is_for_formula};
use super::output::{self, BLOCK, CHECK, ERROR, Reply, end_of_list, head, replies};
use gainsay_lang::answer::{Aside, Status};

/// The replies to a script's commands, separated from other output.
#[derive(Debug, Default)]
pub struct Story<'a> {
    questions: usize,
    pub statuses: Vec<Status>,
    /// The reason for `unknown`.
    pub reason: String,
    pub model: Option<String>,
    pub core: Option<Vec<String>>,
    /// The replies to the commands after the answer that counts.
    pub asides: Vec<Aside>,
    /// Why the answer that counts is to another question: errors, and commands that were skipped.
    pub early_errors: Vec<String>,
    pub later_errors: Vec<String>,
    /// All errors, as printed.
    pub errors: Vec<&'a str>,
    /// The lines that are not replies: the only place where a solver speaks about itself. Replies repeat parts of
    /// the script.
    pub messages: Vec<&'a str>,
}

/// The standard's reply to a command that the solver does not support.
pub const UNSUPPORTED: &str = "unsupported";
/// The standard's reply to a command that has nothing else to report.
const SUCCESS: &str = "success";

/// Which lines can be replies to a command after the answer.
#[derive(Clone, Copy, Default)]
struct Wanted {
    /// Answers, since the command asks for another model.
    answers: bool,
    /// Any line, since the command asks for a formula.
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

    /// Reads marked output: each reply stands between two marks.
    fn read_marked(&mut self, stdout: &'a str, asked: &Asked<'_>) {
        let Cut { answers, asides, rest } = asides::cut(stdout, asked);
        self.read_answers(&answers);
        for (at, command) in asked.asides.iter().enumerate() {
            let replies = match asides.get(at) {
                Some(piece) => self.read_replies(piece, Wanted::by(command)),
                None => Vec::new(),
            };
            self.record_aside(command, &replies);
        }
        self.read_replies(rest, Wanted::default());
    }

    /// Each of several questions must get exactly one answer. If one does not, it and all later ones count as
    /// unanswered.
    fn read_answers(&mut self, answers: &[&'a str]) {
        let (mut known, mut is_lost) = (0, false);
        for answer in answers {
            self.read_replies(answer, Wanted::default());
            if self.questions > 1 {
                is_lost |= self.statuses.len() != known + 1;
                known += usize::from(!is_lost);
                self.statuses.truncate(known);
            }
        }
    }

    /// Reads unmarked output: replies are told apart only by their order, so they count only if there is one for
    /// each command.
    fn read_unmarked(&mut self, stdout: &'a str, asked: &Asked<'_>) {
        let replying = |command: &&&str| !head(command).starts_with(BLOCK);
        let wanted = asked.asides.iter().map(|command| Wanted::by(command));
        let wanted = wanted.reduce(Wanted::or).unwrap_or_default();
        let mut behind = self.read_replies(stdout, wanted);
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
            self.record_aside(command, &replies);
        }
    }

    /// Reads output; returns what may be replies to commands after the answer.
    fn read_replies(&mut self, output: &'a str, wanted: Wanted) -> Vec<Reply<'a>> {
        replies(output).into_iter().filter(|reply| self.take(*reply, wanted)).collect()
    }

    /// Records a reply; returns whether it may be a reply to a command after the answer.
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

    /// Records the reply to a command after the answer, if there is exactly one of its form.
    fn record_aside(&mut self, command: &str, replies: &[Reply<'a>]) {
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
            "get-value" | "get-assignment" | "get-unsat-assumptions" => {
                only(replies.iter().filter(|reply| !are_statistics(reply))).and_then(|reply| usable(*reply))
            }
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

    /// The answer that counts. If there are fewer or more answers than questions, they cannot be assigned.
    pub fn answer(&self) -> Option<Status> {
        self.statuses.last().copied().filter(|_| self.statuses.len() == self.questions)
    }

    /// Whether there are at least as many answers as questions.
    pub fn is_complete(&self) -> bool {
        self.statuses.len() >= self.questions
    }

    /// Some solvers give the reason for `unknown` in the same line.
    fn add_line(&mut self, line: &'a str) {
        let (word, reason) = line.split_once(" (").unwrap_or((line, ""));
        match (Status::from_word(word), Status::from_word(line)) {
            (Some(Status::Unknown), _) => {
                self.statuses.push(Status::Unknown);
                self.reason = reason.trim_end_matches(')').to_owned();
            }
            (_, Some(status)) => self.statuses.push(status),
            // It cannot be told which command this replies to.
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

/// The beginning of the message about a command that the solver skipped.
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

/// The text of a reply that is not cut short.
fn usable(reply: Reply<'_>) -> Option<&str> {
    match reply {
        Reply::Line(text) | Reply::List(text) | Reply::Quoted(text) => {
            let is_whole = !text.starts_with('(') || end_of_list(text).is_some();
            Some(text).filter(|text| is_whole && !text.starts_with(ERROR) && *text != UNSUPPORTED)
        }
        Reply::Torn(_) => None,
    }
}

/// The message inside an error reply.
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

/// Statistics, which a solver may print at any time, are a list of keywords and numbers.
fn are_statistics(reply: &Reply<'_>) -> bool {
    matches!(reply, Reply::List(list) if output::elements(list).first().is_some_and(|first| first.starts_with(':')))
}
