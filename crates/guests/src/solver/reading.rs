//! Turns the output and the end of a run into an answer.
//!
//! What a solver says must be distinguished from what it repeats: symbols and strings of the script may contain
//! the text of any message. So messages are only looked for outside of replies, texts that the script itself
//! contains are ignored, and standard error, where warnings go, counts only if the process failed.

use super::asides::{Asked, without_marks};
use super::os::own_address_limit;
use super::output::ERROR;
use super::settings::answering_another_question;
use super::signature;
use super::story::{Story, error_text};
use super::{Limits, Profile};
use gainsay_lang::answer::{Answer, Exit, Limit, NO_ANSWER, Outcome, Signature, SignatureKind, Status};
use std::time::Duration;

/// Reads the output of a run on a script. Pure, so stored output can be read again.
pub fn read_answer(stdout: &[u8], stderr: &[u8], exit: Exit, profile: &Profile, script: &str) -> Answer {
    let stdout = String::from_utf8_lossy(stdout).into_owned();
    let stderr = String::from_utf8_lossy(stderr).into_owned();
    let asked = Asked::by(script);
    let story = Story::read(&stdout, &asked);
    let messages = story.messages.join("\n");
    let unmarked = without_marks(&stdout);
    let mut run = Run {
        story: &story,
        messages: &messages,
        stdout: &unmarked,
        stderr: &stderr,
        exit,
        profile,
        script,
        is_out_of_memory: false,
    };
    run.is_out_of_memory = run.says(OUT_OF_MEMORY) || run.says(&profile.patterns.out_of_memory);
    let sanitizer = run.sanitizer();
    let doubt = run.doubt();
    let outcome = run.outcome(sanitizer.as_ref());
    let Story { statuses, model, asides, core, later_errors, .. } = story;
    let answer = Answer {
        questions: asked.questions,
        statuses,
        model,
        asides,
        core,
        later_errors,
        doubt,
        sanitizer,
        stdout: unmarked.into_owned(),
        stderr,
        exit,
        ..Answer::new(outcome)
    };
    match profile.changed_by_script(&asked.commands) {
        Some(setting) => answering_another_question(answer, &setting),
        None => answer,
    }
}

/// Adds measurements. A crash close to the memory limit is attributed to the limit.
pub fn measured(
    mut answer: Answer,
    wall: Duration,
    cpu: Duration,
    peak_memory: u64,
    limits: &Limits,
) -> Answer {
    (answer.wall, answer.cpu, answer.peak_memory) = (wall, cpu, peak_memory);
    // An inherited limit on the address space takes effect long before resident memory reaches it.
    let is_near = peak_memory > limits.memory / 10 * 8
        || own_address_limit().is_some_and(|most| peak_memory > most / 10);
    if matches!(answer.outcome, Outcome::Crash(_)) && is_near {
        answer.outcome = Outcome::OutOfMemory;
    }
    answer
}

/// The facts about a run.
struct Run<'a> {
    story: &'a Story<'a>,
    /// Standard output outside of replies.
    messages: &'a str,
    stdout: &'a str,
    stderr: &'a str,
    exit: Exit,
    profile: &'a Profile,
    script: &'a str,
    /// Whether it reports that memory or another resource ran out.
    is_out_of_memory: bool,
}

/// How programs report that they got no more memory, in any programming language.
const OUT_OF_MEMORY: &[&str] = &[
    "bad_alloc",
    "out of memory",
    "Out of memory",
    "Cannot allocate memory",
    "cannot allocate memory",
    "failed to allocate",
    "MemoryError",
    // Rust.
    "memory allocation of ",
    // Sanitizers: "requested allocation size 0x400000000000 exceeds maximum supported size".
    "requested allocation size",
    "rss limit exhausted",
    "ReserveShadowMemoryRange failed",
    // Other resources that run out through no fault of the solver: threads and disks.
    "Resource temporarily unavailable",
    "No space left on device",
];

/// The beginning of a line in which a program reports an error.
const ERROR_WORDS: [&str; 3] = ["ERROR: ", "Error: ", "error: "];

impl Run<'_> {
    fn outcome(&self, sanitizer: Option<&Signature>) -> Outcome {
        let crash = match sanitizer {
            // An answer stands although a sanitizer reports a fault after it.
            Some(report) => Some(report.clone()).filter(|_| !self.story.is_complete()),
            None => self.crash(),
        };
        self.ran_out()
            .or_else(|| crash.map(Outcome::Crash))
            .or_else(|| self.story.early_errors.first().cloned().map(Outcome::Rejected))
            .or_else(|| self.line_with(&self.profile.patterns.unsupported).map(Outcome::Rejected))
            .or_else(|| self.answered())
            .unwrap_or_else(|| self.without_answer())
    }

    /// A solver that runs out of memory or time before its answer has not crashed, even if it reports that by
    /// aborting.
    fn ran_out(&self) -> Option<Outcome> {
        let Profile { patterns, exit_codes, .. } = self.profile;
        if self.story.is_complete() {
            None
        } else if self.exit == Exit::Killed(Limit::Memory)
            || self.is_out_of_memory
            || self.exits_with(&exit_codes.out_of_memory)
        {
            Some(Outcome::OutOfMemory)
        } else if self.says(&patterns.timeout) || self.exits_with(&exit_codes.timeout) {
            Some(Outcome::Timeout)
        } else {
            None
        }
    }

    fn answered(&self) -> Option<Outcome> {
        Some(match self.story.answer() {
            Some(Status::Sat) => Outcome::Sat,
            Some(Status::Unsat) => Outcome::Unsat,
            Some(Status::Unknown) => Outcome::Unknown(self.story.reason.clone()),
            None if self.story.is_complete() => Outcome::Unknown("more answers than questions".to_owned()),
            None => return None,
        })
    }

    /// Whether messages, errors or standard error contain one of the patterns.
    fn says<P: AsRef<str>>(&self, patterns: &[P]) -> bool {
        let mut texts = [self.stderr, self.messages].into_iter().chain(self.story.errors.iter().copied());
        texts.any(|text| patterns.iter().any(|pattern| text.contains(pattern.as_ref())))
    }

    fn line_with(&self, patterns: &[String]) -> Option<String> {
        let mut lines = self.stderr.lines().chain(self.messages.lines());
        lines.find(|line| patterns.iter().any(|pattern| line.contains(pattern))).map(str::to_owned)
    }

    fn exits_with(&self, codes: &[i32]) -> bool {
        matches!(self.exit, Exit::Code(code) if codes.contains(&code))
    }

    /// Whether it ended in another way than a program that succeeded.
    fn has_failed(&self) -> bool {
        !matches!(self.exit, Exit::Code(0) | Exit::Killed(_) | Exit::Alive)
    }

    /// Whether it aborted, or a shell says so of it.
    fn has_aborted(&self) -> bool {
        [Exit::Signal(libc::SIGABRT), Exit::Code(128 + libc::SIGABRT)].contains(&self.exit)
    }

    /// The sanitizer's report. None if memory ran out: a sanitizer reports that in the same form as a fault.
    fn sanitizer(&self) -> Option<Signature> {
        if self.is_out_of_memory {
            return None;
        }
        [self.stderr, self.messages].iter().find_map(|text| signature::of_sanitizer(text, self.script))
    }

    fn crash(&self) -> Option<Signature> {
        let patterns = &self.profile.patterns;
        if self.is_out_of_memory || self.has_aborted() && self.gives_up() {
            return None;
        }
        let internal_error = || {
            self.message(SignatureKind::InternalError, &patterns.internal_error)
                .filter(|_| self.doubt().is_none())
        };
        self.message(SignatureKind::Assertion, &patterns.crash)
            .or_else(internal_error)
            .or_else(|| self.death())
    }

    /// What it says against its own answer. The answer was given, so this is not a crash.
    fn doubt(&self) -> Option<String> {
        let doubts = &self.profile.patterns.doubts;
        let own: Vec<&String> = doubts.iter().filter(|words| !self.script.contains(*words)).collect();
        let lines = self.story.errors.iter().copied().chain(self.messages.lines()).chain(self.stderr.lines());
        let mut said = lines.filter(|line| own.iter().any(|words| line.contains(*words)));
        said.find(|_| self.story.is_complete()).map(|line| without_place(line).to_owned())
    }

    /// Some solvers abort on unsupported input, and some when `:status` differs from their answer.
    fn gives_up(&self) -> bool {
        let patterns = &self.profile.patterns;
        self.says(&patterns.rejected) || self.says(&patterns.status_abort)
    }

    /// What the solver says about a fault of its own.
    fn message(&self, kind: SignatureKind, patterns: &[String]) -> Option<Signature> {
        let patterns = patterns.iter().map(String::as_str);
        let own: Vec<&str> = patterns.filter(|pattern| !self.script.contains(pattern)).collect();
        let begins = |error: &&&str| own.iter().any(|pattern| without_place(error).starts_with(pattern));
        let errors = self.story.errors.iter().filter(begins).copied();
        let stderr = Some(self.stderr).filter(|_| self.has_failed());
        let texts = stderr.into_iter().chain([self.messages]).chain(errors);
        texts.into_iter().find_map(|text| signature::of_message(kind, text, &own))
    }

    /// An end of the process that counts as a crash without any message.
    fn death(&self) -> Option<Signature> {
        let death = match self.exit {
            Exit::Signal(signal) => crash_signal(signal)?.to_owned(),
            Exit::Code(code) if self.profile.exit_codes.crash.contains(&code) => format!("exit code {code}"),
            // A shell that started the solver reports its signal in this way.
            Exit::Code(code) if code > 128 => crash_signal(code - 128)?.to_owned(),
            _ => return None,
        };
        Some(signature::of_death(&death, self.last_line()))
    }

    fn without_answer(&self) -> Outcome {
        match self.exit {
            Exit::Killed(Limit::Wall | Limit::Cpu) => Outcome::Timeout,
            Exit::Killed(Limit::Memory) => Outcome::OutOfMemory,
            Exit::Killed(Limit::Output) => Outcome::Unknown("printed more than the output limit".to_owned()),
            // Only the kernel kills without a message, when memory runs out.
            Exit::Signal(libc::SIGKILL) => Outcome::OutOfMemory,
            _ if self.gives_up() => Outcome::Rejected(self.complaint()),
            Exit::Code(code) if code != 0 && !self.last_line().is_empty() => {
                Outcome::Rejected(self.complaint())
            }
            Exit::Code(code) if code != 0 => Outcome::Unknown(format!("{NO_ANSWER}, exit code {code}")),
            Exit::Signal(signal) => Outcome::Unknown(format!("{NO_ANSWER}, killed by signal {signal}")),
            _ => Outcome::Unknown(NO_ANSWER.to_owned()),
        }
    }

    /// The reason that it gives. An error line is preferred to the last line, since a list of all options may
    /// follow it.
    fn complaint(&self) -> String {
        let lines = || self.stderr.lines().chain(self.messages.lines()).map(str::trim);
        let is_error = |line: &&str| ERROR_WORDS.iter().any(|word| line.starts_with(word));
        let error = self.line_with(&self.profile.patterns.rejected);
        let error = error.or_else(|| lines().find(is_error).map(str::to_owned));
        let line = error.unwrap_or_else(|| self.last_line().to_owned());
        if line.starts_with(ERROR) { error_text(&line).to_owned() } else { line }
    }

    fn last_line(&self) -> &str {
        let mut lines = self.stderr.lines().rev().chain(self.stdout.lines().rev()).map(str::trim);
        lines.find(|line| !line.is_empty()).unwrap_or("")
    }
}

/// The text of an error after its leading place, such as `line 9 column 10: `.
fn without_place(error: &str) -> &str {
    let text = error_text(error);
    let is_place = |word: &str| {
        matches!(word, "at" | "line" | "column")
            || word.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
    };
    match text.split_once(": ") {
        Some((place, rest)) if place.split_whitespace().all(is_place) => rest,
        _ => text,
    }
}

/// Signals that a program gets for a fault of its own.
fn crash_signal(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGSYS => "SIGSYS",
        _ => return None,
    })
}
