//! The history of a bug: which releases of a solver have it. Nothing is concluded about releases that were not
//! tried.

use super::search::Seen;
use super::{ReleaseVerdict, Trial};
use gainsay_judge::judge::{Basis, FindingKind};
use gainsay_lang::words::counted;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The results of a solver's releases, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct History {
    pub solver: String,
    /// The kind of the bug; `None` if no release shows one.
    pub kind: Option<FindingKind>,
    /// All releases, including those that were not tried, as far as they are known.
    pub trials: Vec<Trial>,
    /// Whether these are all releases from the first to the last.
    #[serde(default)]
    pub complete: bool,
}

/// Two releases between which a bug appeared or disappeared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge<'a> {
    pub bad: &'a str,
    /// The nearest good release before the first bad one or after the last.
    pub good: Option<&'a str>,
    /// The known releases between them; without a good one, all releases on that side.
    pub between: &'a [Trial],
}

impl History {
    /// The history of a bug of the given kind, or of the gravest kind that shows.
    pub fn new(solver: &str, kind: Option<FindingKind>, trials: Vec<Trial>, complete: bool) -> History {
        let kind = kind.or_else(|| gravest(&trials));
        History { solver: solver.to_owned(), kind, trials, complete }
    }

    /// The result of a release as the search sees it.
    pub(super) fn seen(&self, trial: &Trial) -> Seen {
        match trial.verdict {
            ReleaseVerdict::NotTried => Seen::NotYet,
            ReleaseVerdict::NotInstalled | ReleaseVerdict::CannotBeAsked => Seen::Missing,
            _ if self.is_bad(trial) => Seen::Bad,
            _ => Seen::NotBad,
        }
    }

    /// Whether a release has the bug. A wrong answer counts, whichever of sat and unsat it is.
    pub fn is_bad(&self, trial: &Trial) -> bool {
        match (self.kind, trial.verdict.kind()) {
            (Some(own), Some(shown)) => same_bug(own, shown),
            _ => false,
        }
    }

    /// Whether a release is known not to have the bug.
    pub fn is_good(&self, trial: &Trial) -> bool {
        match trial.verdict {
            ReleaseVerdict::Right => true,
            // Its answer is right, only its model is wrong.
            ReleaseVerdict::Bad(kind) => kind.row().rests_on == Basis::Model && !self.is_bad(trial),
            ReleaseVerdict::Undecided
            | ReleaseVerdict::Rejected
            | ReleaseVerdict::NotInstalled
            | ReleaseVerdict::CannotBeAsked
            | ReleaseVerdict::NotTried => false,
        }
    }

    /// Where the bug began: the oldest bad release that was tried, and the nearest good one before it.
    pub fn beginning(&self) -> Option<Edge<'_>> {
        let bad = self.trials.iter().position(|trial| self.is_bad(trial))?;
        let good = self.trials[..bad].iter().rposition(|trial| self.is_good(trial));
        Some(Edge {
            bad: &self.trials[bad].release,
            good: good.map(|good| self.trials[good].release.as_str()),
            between: &self.trials[good.map_or(0, |good| good + 1)..bad],
        })
    }

    /// Where the bug ended: the newest bad release that was tried, and the nearest good one after it.
    pub fn end(&self) -> Option<Edge<'_>> {
        let bad = self.trials.iter().rposition(|trial| self.is_bad(trial))?;
        let after = &self.trials[bad + 1..];
        let good = after.iter().position(|trial| self.is_good(trial));
        Some(Edge {
            bad: &self.trials[bad].release,
            good: good.map(|good| after[good].release.as_str()),
            between: &after[..good.unwrap_or(after.len())],
        })
    }

    /// Whether no release lies between the bad one and the good one.
    fn is_exact(&self, edge: &Edge<'_>) -> bool {
        self.complete && edge.good.is_some() && edge.between.is_empty()
    }

    /// The oldest bad release that was tried, if the release right before it is good.
    pub fn first_bad(&self) -> Option<&str> {
        self.beginning().filter(|edge| self.is_exact(edge)).map(|edge| edge.bad)
    }

    /// The release right after the newest bad one that was tried, if it is good.
    pub fn fixed_in(&self) -> Option<&str> {
        self.end().filter(|edge| self.is_exact(edge)).and_then(|edge| edge.good)
    }

    /// Whether the newest release that could be asked has the bug.
    pub fn is_in_newest(&self) -> bool {
        self.asked().next_back().is_some_and(|trial| self.is_bad(trial))
    }

    /// Whether the answer of any tried release is known to be right or wrong.
    pub fn tells_anything(&self) -> bool {
        let tells = |trial: &Trial| trial.verdict == ReleaseVerdict::Right || trial.verdict.kind().is_some();
        self.trials.iter().any(tells)
    }

    /// The releases that were asked.
    fn asked(&self) -> impl DoubleEndedIterator<Item = &Trial> {
        let was_asked = |trial: &&Trial| {
            !matches!(
                trial.verdict,
                ReleaseVerdict::NotInstalled | ReleaseVerdict::CannotBeAsked | ReleaseVerdict::NotTried
            )
        };
        self.trials.iter().filter(was_asked)
    }

    /// The known releases that were not tried.
    fn not_tried(&self) -> Vec<&str> {
        let not_tried = self.trials.iter().filter(|trial| trial.verdict == ReleaseVerdict::NotTried);
        not_tried.map(|trial| trial.release.as_str()).collect()
    }

    /// The history as one character for each release.
    pub fn text(&self) -> String {
        let character = |trial: &Trial| match trial.verdict {
            ReleaseVerdict::Bad(kind) if kind.is_fault() => 'C',
            ReleaseVerdict::Bad(_) if !self.is_good(trial) => '!',
            ReleaseVerdict::Right | ReleaseVerdict::Bad(_) => '.',
            ReleaseVerdict::Undecided => '?',
            ReleaseVerdict::Rejected => '-',
            ReleaseVerdict::NotInstalled => 'x',
            ReleaseVerdict::CannotBeAsked => '~',
            ReleaseVerdict::NotTried => '_',
        };
        self.trials.iter().map(character).collect()
    }

    /// Runs of consecutive releases with the same result: first, last, and their answer.
    pub fn runs(&self) -> Vec<(&str, &str, &str)> {
        let same = |left: &Trial, right: &Trial| (left.verdict, &left.said) == (right.verdict, &right.said);
        self.trials
            .chunk_by(same)
            .filter(|run| run[0].verdict != ReleaseVerdict::NotTried)
            .map(|run| (run[0].release.as_str(), run[run.len() - 1].release.as_str(), run[0].said.as_str()))
            .collect()
    }

    /// The release in which the bug appeared, as far as releases were tried.
    pub fn since(&self) -> String {
        let Some(edge) = self.beginning() else { return self.nowhere() };
        match edge.good {
            Some(good) if self.is_exact(&edge) => format!("{} ({good} is good)", edge.bad),
            Some(good) => format!("good in {good}, bad in {}{}", edge.bad, self.gap(&edge)),
            None if edge.between.is_empty() => format!("{} or older (nothing older was tried)", edge.bad),
            None => format!("{} or older ({})", edge.bad, without_verdict(edge.between)),
        }
    }

    /// The release in which the bug disappeared, as far as releases were tried.
    pub fn until(&self) -> String {
        let Some(edge) = self.end() else { return self.nowhere() };
        match edge.good {
            Some(good) if self.is_exact(&edge) => format!("{good} ({} is bad)", edge.bad),
            Some(good) => format!("bad in {}, good in {good}{}", edge.bad, self.gap(&edge)),
            None if edge.between.is_empty() => format!("not in {} (nothing newer was tried)", edge.bad),
            None => format!("not in {} ({})", edge.bad, without_verdict(edge.between)),
        }
    }

    /// `since` and `until` in one word each, for a table.
    pub fn in_short(&self) -> (String, String) {
        let (Some(beginning), Some(end)) = (self.beginning(), self.end()) else {
            return ("none".to_owned(), String::new());
        };
        let since =
            if self.is_exact(&beginning) { beginning.bad.to_owned() } else { format!("<={}", beginning.bad) };
        let until = match end.good {
            Some(good) if self.is_exact(&end) => good.to_owned(),
            Some(good) => format!("<={good}"),
            None => format!(">{}", end.bad),
        };
        (since, until)
    }

    fn nowhere(&self) -> String {
        match self.asked().count() {
            0 => "unknown, no release could be asked".to_owned(),
            asked => format!("in none of the {} asked", counted(asked, "release")),
        }
    }

    fn gap(&self, edge: &Edge<'_>) -> String {
        match edge.between {
            [] => "; nothing between them was tried".to_owned(),
            between => format!("; between them: {}", without_verdict(between)),
        }
    }

    /// `since`, `until` and the releases that were not tried, as sentences.
    pub fn story(&self) -> Vec<String> {
        let mut lines = match self.kind {
            Some(kind) if self.beginning().is_some() => vec![
                format!("first bad: {} [{}]", self.since(), kind.word()),
                format!("fixed in:  {}", self.until()),
            ],
            _ => vec![format!("first bad: {}", self.nowhere())],
        };
        let runs = self.trials.chunk_by(|left, right| left.verdict == right.verdict);
        let not_tried: Vec<String> =
            runs.filter(|run| run[0].verdict == ReleaseVerdict::NotTried).map(range).collect();
        if !not_tried.is_empty() {
            lines.push(format!("not tried: {}", not_tried.join(", ")));
        }
        lines
    }

    /// The same as data.
    pub fn facts(&self) -> Map<String, Value> {
        let (beginning, end) = (self.beginning(), self.end());
        let facts = json!({
            "strip": self.text(),
            "first_bad": self.first_bad(),
            "fixed_in": self.fixed_in(),
            "good_before": beginning.and_then(|edge| edge.good),
            "oldest_bad": beginning.map(|edge| edge.bad),
            "newest_bad": end.map(|edge| edge.bad),
            "good_after": end.and_then(|edge| edge.good),
            "not_tried": self.not_tried(),
            "all_releases": self.complete,
            "in_newest": self.is_in_newest(),
        });
        if let Value::Object(facts) = facts { facts } else { Map::new() }
    }
}

fn gravest(trials: &[Trial]) -> Option<FindingKind> {
    trials.iter().filter_map(|trial| trial.verdict.kind()).min_by_key(|kind| kind.row().gravity)
}

/// Whether two kinds of findings may be the same bug: an answer may be wrong either way; and if reduction made the
/// script unsatisfiable, a wrong model becomes a wrong `sat`.
pub(super) fn same_bug(own: FindingKind, shown: FindingKind) -> bool {
    let is_answer = |kind: FindingKind| kind.row().rests_on.right_answer().is_known();
    let rests_on = |kind: FindingKind| kind.row().rests_on;
    let has_no_model = rests_on(own) == Basis::Model && rests_on(shown) == Basis::Unsatisfiable;
    let is_reply = |kind: FindingKind| rests_on(kind) == Basis::Reply;
    own == shown || is_answer(own) && is_answer(shown) || has_no_model || is_reply(own) && is_reply(shown)
}

/// A range of consecutive releases, by their names.
fn range(trials: &[Trial]) -> String {
    let name = |trial: &Trial| trial.release.clone();
    match trials {
        [first, _, .., last] => format!("{} to {}", name(first), name(last)),
        few => few.iter().map(name).collect::<Vec<_>>().join(", "),
    }
}

/// Why releases tell nothing about a bug, grouped by the reason.
fn without_verdict(trials: &[Trial]) -> String {
    let reason = |trial: &Trial| match trial.verdict {
        ReleaseVerdict::NotTried => "not tried",
        ReleaseVerdict::NotInstalled => "not installable",
        ReleaseVerdict::CannotBeAsked => "cannot be asked so",
        ReleaseVerdict::Rejected => "rejected it",
        _ => "undecided",
    };
    let groups = trials.chunk_by(|left, right| left.verdict == right.verdict);
    let group = |group: &[Trial]| format!("{} {}", range(group), reason(&group[0]));
    groups.map(group).collect::<Vec<_>>().join("; ")
}
