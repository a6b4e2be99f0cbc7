//! Advisories: which releases have which bugs, from all cases of a docket.

use super::{Docket, State};
use gainsay_engine::triage::{Cause, History, Trial};
use gainsay_guests::solver::release_key;
use gainsay_lang::script::Script;
use gainsay_lang::words::shortened;
use serde::Serialize;
use std::collections::BTreeSet;

/// What users of a solver should know about a bug.
#[derive(Clone, Debug, Serialize)]
pub struct Advisory {
    /// The bug's name in the docket.
    pub bug: String,
    pub solver: String,
    pub kind: &'static str,
    pub title: String,
    pub state: String,
    /// The oldest and the newest release known to have it.
    pub oldest_bad: String,
    pub newest_bad: String,
    /// The oldest later release known to be right.
    pub fixed_in: Option<String>,
    /// All releases known to have it.
    pub bad: Vec<String>,
    /// All releases known to be right.
    pub good: Vec<String>,
    /// Operators that a query must use to be affected.
    pub operators: Vec<String>,
    /// The options that the bug needs.
    pub options: Vec<String>,
    /// Sets of options with which the solver is right.
    pub correct_with: Vec<Vec<String>>,
    /// The script on one line.
    pub example: String,
}

/// The advisories of all bugs that are neither invalid nor duplicates, by solver.
pub fn advisories(docket: &Docket) -> Vec<Advisory> {
    let mut advisories: Vec<Advisory> = Vec::new();
    for case in docket.cases.iter().filter(|case| case.life.state.is_bug()) {
        let record = &case.record;
        let history = record.releases.as_ref();
        let tried = |is: &dyn Fn(&History, &Trial) -> bool| -> Vec<String> {
            let trials =
                history.iter().flat_map(|history| history.trials.iter().map(move |trial| (history, trial)));
            trials
                .filter(|(history, trial)| is(history, trial))
                .map(|(_, trial)| trial.release.clone())
                .collect()
        };
        let seen = case.life.sightings.iter().map(|sighting| sighting.version.clone());
        let bad: BTreeSet<String> =
            tried(&|history, trial| history.is_bad(trial)).into_iter().chain(seen).collect();
        let mut bad: Vec<String> = bad.into_iter().filter(|release| !release.is_empty()).collect();
        bad.sort_by_key(|release| release_key(release));
        let (Some(oldest), Some(newest)) = (bad.first().cloned(), bad.last().cloned()) else { continue };
        let script = Script::read(&record.script);
        let operators = Cause::of(record.finding.kind, &script.question(), None);
        let fixed_in = match &case.life.state {
            State::FixedIn(release) => Some(release.clone()),
            _ => history.and_then(|history| Some(history.end()?.good?.to_owned())),
        };
        advisories.push(Advisory {
            bug: case.name.clone(),
            solver: record.program.name.clone(),
            kind: record.finding.kind.word(),
            title: record.fault.clone(),
            state: case.life.state.to_string(),
            oldest_bad: oldest,
            newest_bad: newest,
            fixed_in,
            good: tried(&|history, trial| history.is_good(trial)),
            bad,
            operators: operators.operators().map(str::to_owned).collect(),
            options: record.program.arguments.clone(),
            correct_with: record.correct_with.clone(),
            example: one_line(&record.script),
        });
    }
    advisories.sort_by(|left, right| left.solver.cmp(&right.solver));
    advisories
}

impl Advisory {
    /// Whether a release is known to have the bug, or lies between two that have it and is not known to be
    /// right.
    pub fn concerns(&self, release: &str) -> bool {
        let key = release_key(release);
        let is = |known: &String| release_key(known) == key;
        let between = release_key(&self.oldest_bad) <= key && key <= release_key(&self.newest_bad);
        self.bad.iter().any(is) || between && !self.good.iter().any(is)
    }

    /// Whether it is unknown if a release has the bug: it was not asked, does not lie between bad releases, and
    /// is older than the one with the fix.
    pub fn is_open_about(&self, release: &str) -> bool {
        let key = release_key(release);
        let is_fixed = self.fixed_in.as_ref().is_some_and(|fixed| release_key(fixed) <= key);
        let is_right = self.good.iter().any(|known| release_key(known) == key);
        !self.concerns(release) && !is_right && !is_fixed
    }

    /// Whether a query with these operators may be affected: it uses all operators of the smallest script.
    pub fn is_met_by(&self, used: &BTreeSet<String>) -> bool {
        !self.operators.is_empty() && self.operators.iter().all(|operator| used.contains(operator))
    }
}

/// A script on one line, without what every script has.
fn one_line(script: &str) -> String {
    const LONGEST: usize = 300;
    let mut out = String::new();
    for line in script.lines().map(str::trim) {
        let is_usual = ["(set-", "(check-sat)", "(get-model)", "(exit)", ";"]
            .iter()
            .any(|usual| line.starts_with(usual));
        if !line.is_empty() && !is_usual {
            out.push_str(line);
            out.push(' ');
        }
    }
    shortened(out.trim_end(), LONGEST)
}
