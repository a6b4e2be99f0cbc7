//! Marks: the result of a solver in a test.

use crate::cli::check::Record;
use crate::judge::{Basis, Finding};

/// The result of a solver in a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Right,
    /// The opposite of the right answer.
    Wrong,
    BadModel,
    BadCore,
    Crash,
    OtherBug,
    /// It contradicts an answer that is only claimed, or other solvers.
    Disputed,
    Unknown,
    Timeout,
    OutOfMemory,
    Rejected,
    NotAsked,
    /// It answers, but the right answer is not known.
    NoTruth,
}

impl Mark {
    pub const ALL: [Mark; 13] = [
        Mark::Right,
        Mark::Wrong,
        Mark::BadModel,
        Mark::BadCore,
        Mark::Crash,
        Mark::OtherBug,
        Mark::Disputed,
        Mark::Unknown,
        Mark::Timeout,
        Mark::OutOfMemory,
        Mark::Rejected,
        Mark::NotAsked,
        Mark::NoTruth,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Mark::Right => "right",
            Mark::Wrong => "wrong",
            Mark::BadModel => "bad model",
            Mark::BadCore => "bad core",
            Mark::Crash => "crash",
            Mark::OtherBug => "other bug",
            Mark::Disputed => "disputed",
            Mark::Unknown => "unknown",
            Mark::Timeout => "timeout",
            Mark::OutOfMemory => "out of memory",
            Mark::Rejected => "rejected",
            Mark::NotAsked => "not asked",
            Mark::NoTruth => "no truth",
        }
    }

    /// Whether its column is shown even if it is empty.
    pub fn is_always_shown(self) -> bool {
        matches!(self, Mark::Right | Mark::Wrong | Mark::Crash | Mark::Unknown | Mark::Timeout)
    }

    pub fn is_bug(self) -> bool {
        matches!(self, Mark::Wrong | Mark::BadModel | Mark::BadCore | Mark::Crash | Mark::OtherBug)
    }
}

/// The right answer to a test.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Expected {
    /// `sat`, `unsat`, or `unknown` if it is not known.
    pub status: String,
    /// Whether only the test itself claims it.
    pub is_claimed: bool,
}

impl Expected {
    /// The right answer to the last question of a test.
    pub fn of(record: &Record) -> Expected {
        let claimed = || record.place.claimed.clone().filter(|status| matches!(&**status, "sat" | "unsat"));
        match &record.truth {
            Some(truth) => Expected { status: truth.clone(), is_claimed: false },
            None => match claimed() {
                Some(status) => Expected { status, is_claimed: true },
                None => Expected { status: "unknown".to_owned(), is_claimed: false },
            },
        }
    }
}

/// The mark of the solver with this index, and the reason. The last question is the test, but a bug in an
/// earlier one counts as well.
pub fn mark(records: &[Record], solver: usize, expected: &Expected) -> (Mark, String) {
    let Some(said) = records.last().and_then(|record| record.answers.get(solver)) else {
        return (Mark::NotAsked, String::new());
    };
    let own = || {
        let all = records.iter().flat_map(|record| &record.findings);
        all.filter(|found| found.solver == said.solver)
    };
    if let Some(found) = own().filter(|found| found.is_bug()).min_by_key(|found| found.kind.row().gravity) {
        return (mark_of_bug(found), format!("{}: {}", found.kind.word(), found.why));
    }
    let is_dispute =
        |found: &&Finding| matches!(found.kind.row().rests_on, Basis::ContraryAnswer | Basis::Core);
    if let Some(found) = own().find(is_dispute) {
        return (Mark::Disputed, found.why.clone());
    }
    let reason = said.reason.clone().unwrap_or_default();
    let status = expected.status.as_str();
    match said.answer.as_str() {
        "sat" | "unsat" if status == "unknown" => (Mark::NoTruth, reason),
        answer @ ("sat" | "unsat") if answer == status => (Mark::Right, reason),
        answer @ ("sat" | "unsat") => (
            Mark::Disputed,
            format!("it answers {answer}; the test claims {status}, but nothing here proves that"),
        ),
        "unknown" => (Mark::Unknown, reason),
        "timeout" => (Mark::Timeout, reason),
        "out of memory" => (Mark::OutOfMemory, reason),
        "crash" => (Mark::Crash, reason),
        "rejected" => (Mark::Rejected, reason),
        _ => (Mark::NotAsked, reason),
    }
}

fn mark_of_bug(found: &Finding) -> Mark {
    match found.kind.row().rests_on {
        Basis::Satisfiable | Basis::Unsatisfiable | Basis::Reply => Mark::Wrong,
        Basis::Model => Mark::BadModel,
        Basis::Core | Basis::CoreSize => Mark::BadCore,
        Basis::Fault => Mark::Crash,
        Basis::OwnAnswers | Basis::History | Basis::ContraryAnswer | Basis::Comparison => Mark::OtherBug,
    }
}
