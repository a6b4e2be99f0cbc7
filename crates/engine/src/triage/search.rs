//! The order in which releases are tried: a binary search on both sides of a bad one, since installing takes long.
//!
//! A bug may come and go several times, which a binary search does not see. So a history records which releases
//! were not tried, and nothing is claimed about them.

use super::{History, ReleaseCheck, Trial};
use gainsay_guests::solver::{AskError, Catalogue, SolverSpec, release_key};
use gainsay_judge::judge::FindingKind;

/// The releases that may be tried.
#[derive(Clone, Debug)]
pub struct Releases {
    /// Their names, oldest first.
    pub names: Vec<String>,
    /// Whether no other known releases lie between them.
    pub complete: bool,
    /// Whether to try all of them.
    pub every: bool,
    /// A release that is said to have the bug.
    pub start: Option<String>,
}

/// A release that was tried, and the progress of the search.
pub struct Progress<'a> {
    pub trial: &'a Trial,
    pub tried: usize,
    /// The most releases that will be tried.
    pub most: usize,
}

/// Tries releases of a solver, and installs them if necessary. If it is stopped, the history contains the trials
/// so far.
pub fn bisect(
    check: &ReleaseCheck<'_>,
    catalogue: &Catalogue,
    spec: &SolverSpec,
    releases: &Releases,
    kind: Option<FindingKind>,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<History, AskError> {
    let trials = releases.names.iter().map(|release| Trial::not_tried(release)).collect();
    let mut history = History::new(&spec.program, kind, trials, releases.complete);
    let same =
        |start: &String| releases.names.iter().position(|release| release_key(release) == release_key(start));
    let start = releases.start.as_ref().and_then(same);
    let most = if releases.every { releases.names.len() } else { most_trials(releases.names.len()) };
    let (mut tried, mut meant) = (0, kind);
    while let Some(at) = next(&history, releases.every, start) {
        let release = &releases.names[at];
        let spec = SolverSpec { version: Some(release.clone()), ..spec.clone() };
        let trial = match catalogue.resolve(&spec) {
            Ok(solver) => check.ask(release, &solver)?,
            Err(error) => Trial::not_installed(release, &error.to_string()),
        };
        // An interrupted question proves nothing.
        if (check.stop)() {
            break;
        }
        tried += 1;
        history.trials[at] = trial;
        watch(Progress { trial: &history.trials[at], tried, most: most.max(tried) });
        // If no kind of bug was given, it is the kind that the start release shows.
        if start == Some(at) {
            meant = meant.or(history.trials[at].verdict.kind());
        }
        history = History::new(&spec.program, meant, history.trials, releases.complete);
    }
    Ok(history)
}

fn next(history: &History, every: bool, start: Option<usize>) -> Option<usize> {
    let seen: Vec<Seen> = history.trials.iter().map(|trial| history.seen(trial)).collect();
    match every {
        true => seen.iter().position(|seen| *seen == Seen::NotYet),
        false => next_to_try(&seen, start),
    }
}

/// The result of a release, as far as it determines which one is tried next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    NotYet,
    Bad,
    /// Good, or without an answer.
    NotBad,
    /// It cannot be installed, or cannot be asked.
    Missing,
}

/// The release to try next: the one that is said to be bad, the newest, the oldest; then the middle between a bad
/// one and its nearest neighbours that are not bad. Without a bad one, the middles of the largest gaps, up to a
/// limit.
pub fn next_to_try(seen: &[Seen], start: Option<usize>) -> Option<usize> {
    let is_open = |at: &usize| seen[*at] == Seen::NotYet;
    if let Some(start) = start.filter(is_open) {
        return Some(start);
    }
    let is_there = |seen: &Seen| *seen != Seen::Missing;
    let ends = [seen.iter().rposition(is_there), seen.iter().position(is_there)];
    if let Some(end) = ends.into_iter().flatten().find(is_open) {
        return Some(end);
    }
    let bad = |seen: &Seen| *seen == Seen::Bad;
    let Some(first) = seen.iter().position(bad) else { return probe(seen) };
    let last = seen.iter().rposition(bad).unwrap_or(first);
    let not_bad = |seen: &Seen| *seen == Seen::NotBad;
    let below = seen[..first].iter().rposition(not_bad).map_or(0, |at| at + 1);
    let above = seen[last..].iter().position(not_bad).map_or(seen.len(), |at| last + at);
    middle(seen, below, first).or_else(|| middle(seen, last, above))
}

/// The untried release nearest to the middle of a range.
fn middle(seen: &[Seen], from: usize, to: usize) -> Option<usize> {
    let open = (from..to).filter(|&at| seen[at] == Seen::NotYet);
    open.min_by_key(|at| (2 * at + 1).abs_diff(from + to))
}

/// The middle of the largest gap, unless enough releases were tried.
fn probe(seen: &[Seen]) -> Option<usize> {
    let tried = seen.iter().filter(|seen| **seen == Seen::NotBad).count();
    if tried >= most_trials(seen.len()) {
        return None;
    }
    let gaps = seen.chunk_by(|left, right| (*left == Seen::NotYet) == (*right == Seen::NotYet));
    let mut at = 0;
    let mut largest = 0..0;
    for gap in gaps {
        if gap[0] == Seen::NotYet && gap.len() > largest.len() {
            largest = at..at + gap.len();
        }
        at += gap.len();
    }
    middle(seen, largest.start, largest.end)
}

/// The most releases that a search tries, unless some cannot be installed.
pub fn most_trials(releases: usize) -> usize {
    let halvings = usize::BITS - releases.leading_zeros();
    (3 + 2 * halvings as usize).min(releases)
}
