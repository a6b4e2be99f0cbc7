//! What became of a bug that was found before, and what that means for all bugs together: nothing is well that nobody answered.

use super::history::same_bug;
use super::{ReleaseVerdict, Trial};
use crate::answer::Status;
use crate::judge::FindingKind;

/// What became of a bug, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    Fixed,
    /// The solver does otherwise, which is not known to be right.
    Changed,
    /// It says that it does not know.
    Unknown,
    /// It says nothing to the question.
    NoAnswer,
    /// It gets the script wrong in another way.
    AnotherBug,
    StillThere,
}

impl Fate {
    pub const ALL: [Fate; 6] =
        [Fate::Fixed, Fate::Changed, Fate::Unknown, Fate::NoAnswer, Fate::AnotherBug, Fate::StillThere];

    pub fn word(self) -> &'static str {
        match self {
            Fate::Fixed => "fixed",
            Fate::Changed => "changed",
            Fate::Unknown => "unknown",
            Fate::NoAnswer => "no answer",
            Fate::AnotherBug => "another bug",
            Fate::StillThere => "still there",
        }
    }

    /// What a trial means for a bug of a kind; `None` if the solver could not be asked.
    pub fn of(kind: FindingKind, trial: &Trial) -> Option<Fate> {
        Some(match trial.verdict {
            ReleaseVerdict::Bad(shown) if same_bug(kind, shown) => Fate::StillThere,
            ReleaseVerdict::Bad(_) => Fate::AnotherBug,
            ReleaseVerdict::Right => Fate::Fixed,
            ReleaseVerdict::Undecided | ReleaseVerdict::Rejected => match trial.replied() {
                // A solver that answers has not crashed, whether or not its answer is known to be right.
                Some(Status::Sat | Status::Unsat) if kind.is_fault() => Fate::Fixed,
                Some(Status::Unknown) => Fate::Unknown,
                Some(_) => Fate::Changed,
                None => Fate::NoAnswer,
            },
            ReleaseVerdict::NotInstalled | ReleaseVerdict::CannotBeAsked | ReleaseVerdict::NotTried => {
                return None;
            }
        })
    }
}

/// How many bugs have which fate.
#[derive(Clone, Default, Debug)]
pub struct Fates(Vec<Option<Fate>>);

/// What the fates of all bugs come to, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// One is still there, or another one in its place.
    Bad,
    /// The solver could not be asked about one.
    NotAsked,
    /// It gave no answer to one, or nothing but `unknown` to all.
    NoAnswer,
    /// None shows.
    Good,
}

impl FromIterator<Option<Fate>> for Fates {
    fn from_iter<T: IntoIterator<Item = Option<Fate>>>(fates: T) -> Fates {
        Fates(fates.into_iter().collect())
    }
}

impl Fates {
    /// How many have this one; with `None`, how many could not be asked about.
    pub fn count(&self, fate: Option<Fate>) -> usize {
        self.0.iter().filter(|other| **other == fate).count()
    }

    pub fn outlook(&self) -> Outlook {
        let any = |fate| self.0.contains(&fate);
        let is_answered = any(Some(Fate::Fixed)) || any(Some(Fate::Changed));
        if any(Some(Fate::StillThere)) || any(Some(Fate::AnotherBug)) {
            Outlook::Bad
        } else if any(None) {
            Outlook::NotAsked
        } else if any(Some(Fate::NoAnswer)) || any(Some(Fate::Unknown)) && !is_answered {
            Outlook::NoAnswer
        } else {
            Outlook::Good
        }
    }

    /// All counts in words; those that are rare are left out where they are 0.
    pub fn words(&self) -> String {
        let count = |fate| self.count(Some(fate));
        let rare =
            |count: usize, word: &str| if count == 0 { String::new() } else { format!(", {count} {word}") };
        format!(
            "{} fixed, {} changed, {} still there{}{}{}{}",
            count(Fate::Fixed),
            count(Fate::Changed),
            count(Fate::StillThere),
            rare(count(Fate::AnotherBug), "with another bug"),
            rare(count(Fate::Unknown), "unknown"),
            rare(count(Fate::NoAnswer), "without an answer"),
            rare(self.count(None), "not asked")
        )
    }
}
