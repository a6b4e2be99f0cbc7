//! Quotas: how many bugs are reported at once, so that a solver's developers can look at them all.

use super::Entry;
use crate::files::{ForeignFolder, Refused};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// When each bug of a campaign was handed out for reporting.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Filed {
    /// Seconds since 1970, by the bugs' numbers, or by their buckets where numbers change.
    times: BTreeMap<String, u64>,
}

const FILE: &str = "filed.json";
const WEEK: u64 = 7 * 24 * 60 * 60;

impl Filed {
    /// Reads the record in a campaign's folder.
    pub fn read(campaign: &Path) -> io::Result<Filed> {
        match ForeignFolder::new(campaign).text(FILE) {
            Ok(text) => Ok(serde_json::from_str(&text)?),
            Err(Refused::Missing) => Ok(Filed::default()),
            Err(why) => Err(why.into()),
        }
    }

    /// Records that bugs are handed out now, unless they were before.
    pub fn add(&mut self, entries: &[Entry], now: u64) {
        for entry in entries {
            self.times.entry(mark(entry)).or_insert(now);
        }
    }

    pub fn write(&self, campaign: &Path) -> io::Result<()> {
        Ok(ForeignFolder::new(campaign).replace(FILE, &serde_json::to_string(self)?)?)
    }

    fn was_filed(&self, entry: &Entry) -> bool {
        self.times.contains_key(&mark(entry))
    }

    fn is_recent(&self, entry: &Entry, now: u64) -> bool {
        self.times.get(&mark(entry)).is_some_and(|&time| now < time.saturating_add(WEEK))
    }
}

/// By what a bug is known again: a bucket gets another name when its bug is reduced, and keeps its number.
fn mark(entry: &Entry) -> String {
    if entry.is_numbered_for_good { entry.id.to_string() } else { entry.key.clone() }
}

/// What is to be reported now, and what is not.
#[derive(Default, Debug)]
pub struct Selection {
    pub chosen: Vec<Entry>,
    /// How many must wait, by solver.
    pub waiting: BTreeMap<String, usize>,
    /// Bugs that do not show any more.
    pub gone: Vec<Entry>,
}

/// Chooses bugs in the given order. A bug that was handed out once stays chosen; of the others, each solver
/// gets at most its quota per week, from `quotas` or else its profile. `still_shows` is asked last.
pub fn select<E>(
    entries: Vec<Entry>,
    filed: &Filed,
    quotas: &BTreeMap<String, usize>,
    now: u64,
    mut still_shows: impl FnMut(&Entry) -> Result<bool, E>,
) -> Result<Selection, E> {
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| filed.is_recent(entry, now)) {
        *used.entry(entry.profile.name.clone()).or_default() += 1;
    }
    let mut selection = Selection::default();
    for entry in entries {
        let name = entry.profile.name.clone();
        let quota = quotas.get(&name).copied().or(entry.profile.reports.a_week);
        let used = used.entry(name.clone()).or_default();
        let is_new = !filed.was_filed(&entry);
        if is_new && quota.is_some_and(|quota| *used >= quota) {
            *selection.waiting.entry(name).or_default() += 1;
        } else if still_shows(&entry)? {
            *used += usize::from(is_new);
            selection.chosen.push(entry);
        } else {
            selection.gone.push(entry);
        }
    }
    Ok(selection)
}
