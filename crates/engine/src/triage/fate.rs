//! The fate of bugs that were found before, and the outlook for all of them: a bug about which there is no answer
//! does not count as fixed.

use super::history::same_bug;
use super::{ReleaseVerdict, Trial};
use gainsay_judge::judge::FindingKind;
use gainsay_lang::answer::Status;

/// The fate of a bug, in order from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    Fixed,
    /// The solver behaves differently, but not in a way known to be right.
    Changed,
    /// It answers `unknown`.
    Unknown,
    /// It gives no answer.
    NoAnswer,
    /// The script shows another bug.
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

    /// The fate of a bug of this kind according to a trial; `None` if the solver could not be asked.
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

/// The fates of some bugs.
#[derive(Clone, Default, Debug)]
pub struct Fates(Vec<Option<Fate>>);

/// The summary of all fates, worst first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// A bug is still there, or another one in its place.
    Bad,
    /// The solver could not be asked about a bug.
    NotAsked,
    /// It gave no answer to one, or nothing but `unknown` to all.
    NoAnswer,
    /// No bug shows.
    Good,
}

impl FromIterator<Option<Fate>> for Fates {
    fn from_iter<T: IntoIterator<Item = Option<Fate>>>(fates: T) -> Fates {
        Fates(fates.into_iter().collect())
    }
}

impl Fates {
    /// How many bugs have this fate; with `None`, how many could not be asked about.
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

    /// All counts in words; rare fates are left out if their count is 0.
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
