//! Merges campaigns into one: a pure function of the contents of their databases.
//!
//! Units are done by block, and a block is taken whole from the part that has done most of it, so nothing is
//! counted twice. Findings, coverage and the status of seeds are facts, and are united. So neither the order of
//! merging matters, nor the number of steps, nor repetition.

mod buckets;
mod coverage;
mod gaps;

pub use gaps::gaps;

use crate::seeds::{Kept, SeedRecord, SeedStatus};
use crate::store::{AlarmRow, Done, FindingRow, NewFinding, Setup, Snapshot, SolverRow, is_unreduced};
use std::collections::{BTreeMap, BTreeSet};

/// A campaign to be merged.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name in messages.
    pub name: String,
    pub snapshot: Snapshot,
}

/// The result of a merge.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    pub snapshot: Snapshot,
    /// Seeds whose status differs between parts, which is allowed: tests made from them may differ from those
    /// of a single machine.
    pub unlike_seeds: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    #[error("there is nothing to merge")]
    Nothing,
    #[error("{one} and {other} are not parts of one campaign: {}", differences.join("; "))]
    Differs { one: String, other: String, differences: Vec<String> },
}

/// Merges campaigns.
pub fn merge(parts: &[Part]) -> Result<Merged, MergeError> {
    let [first, others @ ..] = parts else { return Err(MergeError::Nothing) };
    for other in others {
        see_to_agreement(first, other)?;
    }
    let snapshots: Vec<&Snapshot> = parts.iter().map(|part| &part.snapshot).collect();
    let length = first.snapshot.setup.block.max(1);
    let doers = doers(&snapshots, length);
    let is_by = |part: usize, unit: u64| doers.get(&(unit / length)) == Some(&part);
    let (seeds, unlike_seeds) = unite_seeds(&snapshots);
    let (findings, numbers) = unite_findings(&snapshots);
    let buckets = buckets::unite(&snapshots, &findings, &numbers);
    let of_doers = || snapshots.iter().enumerate();
    let snapshot = Snapshot {
        created: snapshots.iter().map(|part| part.created.clone()).min().unwrap_or_default(),
        setup: whole(&snapshots, &first.snapshot.setup),
        solvers: unite_solvers(&snapshots),
        done: unite_done(&snapshots, &doers, length),
        blocks: of_doers()
            .flat_map(|(at, part)| part.blocks.iter().map(move |(block, tally)| (at, *block, tally)))
            .filter(|(at, block, _)| doers.get(block) == Some(at))
            .map(|(_, block, tally)| (block, tally.clone()))
            .collect(),
        seeds,
        findings,
        buckets,
        kept: unite_kept(&snapshots),
        guided: of_doers()
            .flat_map(|(at, part)| part.guided.iter().map(move |(block, unit)| (at, *block, *unit)))
            .filter(|(at, block, _)| doers.get(block) == Some(at))
            .map(|(_, block, unit)| (block, unit))
            .collect(),
        turns: {
            let turns = of_doers().flat_map(|(at, part)| part.turns.iter().map(move |turn| (at, turn)));
            let mut turns: Vec<_> =
                turns.filter(|(at, turn)| is_by(*at, turn.first)).map(|(_, turn)| turn.clone()).collect();
            turns.sort_by_key(|turn| turn.first);
            turns
        },
        coverage: coverage::unite(&snapshots),
        alarms: unite_alarms(&snapshots),
    };
    Ok(Merged { snapshot, unlike_seeds })
}

/// Checks that two parts agree about everything that determines tests and answers.
fn see_to_agreement(one: &Part, other: &Part) -> Result<(), MergeError> {
    let mut differences = one.snapshot.setup.conflicts(&other.snapshot.setup);
    let (ours, theirs) = (texts_of_seeds(&one.snapshot), texts_of_seeds(&other.snapshot));
    let unlike = ours
        .iter()
        .filter(|(origin, texts)| theirs.get(*origin).is_some_and(|others| texts.is_disjoint(others)));
    differences.extend(unlike.map(|(origin, _)| format!("the seed {origin} is another text")).take(3));
    if differences.is_empty() {
        return Ok(());
    }
    Err(MergeError::Differs { one: one.name.clone(), other: other.name.clone(), differences })
}

fn texts_of_seeds(part: &Snapshot) -> BTreeMap<&str, BTreeSet<u64>> {
    let mut texts: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for seed in &part.seeds {
        texts.entry(&seed.origin).or_default().insert(seed.digest);
    }
    texts
}

/// The part from which each block is taken: the one that has done most of it, the first of several.
fn doers(parts: &[&Snapshot], length: u64) -> BTreeMap<u64, usize> {
    let mut doers: BTreeMap<u64, usize> = BTreeMap::new();
    for (at, part) in parts.iter().enumerate() {
        let begun = part.turns.iter().map(|turn| turn.first / length);
        let begun: BTreeSet<u64> =
            part.blocks.keys().chain(part.guided.keys()).copied().chain(begun).collect();
        for block in begun {
            let doer = doers.entry(block).or_insert(at);
            if part.blocks.get(&block) > parts[*doer].blocks.get(&block) {
                *doer = at;
            }
        }
    }
    doers
}

fn unite_done(parts: &[&Snapshot], doers: &BTreeMap<u64, usize>, length: u64) -> Done {
    let mut done = Done::default();
    for (block, doer) in doers {
        let first = block * length;
        for (first, last) in parts[*doer].done.within(first, first + (length - 1)) {
            done.insert_range(first, last);
        }
    }
    done
}

/// The setup of the whole.
fn whole(parts: &[&Snapshot], first: &Setup) -> Setup {
    let units = parts.iter().filter_map(|part| part.setup.units).max();
    // Several copies of one part are still that part.
    let part = first.part.filter(|own| parts.iter().all(|part| part.setup.part == Some(*own)));
    Setup { units, part, bugs: None, bugs_seal: None, ..first.clone() }
}

fn unite_solvers(parts: &[&Snapshot]) -> Vec<SolverRow> {
    let mut solvers: BTreeMap<&str, &SolverRow> = BTreeMap::new();
    for solver in parts.iter().flat_map(|part| &part.solvers) {
        solvers.entry(&solver.label).or_insert(solver);
    }
    solvers.into_values().cloned().collect()
}

/// The status of all seeds, and the names of seeds whose status differs between parts: a solver may time out on
/// one machine and not on another.
fn unite_seeds(parts: &[&Snapshot]) -> (Vec<SeedRecord>, Vec<String>) {
    let mut seeds: BTreeMap<(&str, u64), &SeedRecord> = BTreeMap::new();
    let mut unlike = BTreeSet::new();
    let worth = |seed: &SeedRecord| {
        let is_known = seed.status != SeedStatus::UNKNOWN;
        (seed.witness.clone(), is_known, seed.status.word(), seed.why.clone())
    };
    for seed in parts.iter().flat_map(|part| &part.seeds) {
        let known = seeds.entry((&seed.origin, seed.digest)).or_insert(seed);
        if known.status != seed.status || known.witness != seed.witness {
            unlike.insert(seed.origin.clone());
        }
        if worth(seed) > worth(known) {
            *known = seed;
        }
    }
    (seeds.into_values().cloned().collect(), unlike.into_iter().collect())
}

fn unite_kept(parts: &[&Snapshot]) -> BTreeMap<u64, Kept> {
    let mut kept = BTreeMap::new();
    for (unit, test) in parts.iter().flat_map(|part| &part.kept) {
        kept.entry(*unit).or_insert_with(|| test.clone());
    }
    kept
}

/// The findings of all parts in the order of their units, and for each part a map from old to new ids.
fn unite_findings(parts: &[&Snapshot]) -> (Vec<FindingRow>, Vec<BTreeMap<i64, i64>>) {
    // Equal findings of one part are different ones; equal findings of parts that did the same unit are the
    // same.
    let is_kept = kept_findings(parts);
    let mut united: BTreeMap<(u64, &str, &str, &str, &str, usize), &FindingRow> = BTreeMap::new();
    let mut keys = Vec::new();
    for part in parts {
        let mut seen: BTreeMap<_, usize> = BTreeMap::new();
        for row in part.findings.iter().filter(|row| is_kept(row)) {
            let found = &row.finding;
            let kind = found.finding.kind.word();
            let what = (
                found.unit,
                kind,
                found.finding.solver.as_str(),
                found.bucket.as_str(),
                found.script.as_str(),
            );
            let count = seen.entry(what).or_default();
            let key = (what.0, what.1, what.2, what.3, what.4, *count);
            *count += 1;
            let known = united.entry(key).or_insert(row);
            if row.time < known.time {
                *known = row;
            }
            keys.push(key);
        }
    }
    let number: BTreeMap<_, i64> = united.keys().copied().zip(1..).collect();
    let mut keys = keys.iter();
    let numbers = parts.iter().map(|part| {
        let kept = part.findings.iter().filter(|row| is_kept(row));
        kept.zip(keys.by_ref()).map(|(row, key)| (row.id, number[key])).collect()
    });
    let numbers = numbers.collect();
    let findings = united.values().zip(1..).map(|(row, id)| FindingRow { id, ..(*row).clone() }).collect();
    (findings, numbers)
}

/// Which findings are kept: an unreduced bug of one part is dropped if another part has reduced it.
fn kept_findings<'a>(parts: &[&'a Snapshot]) -> impl Fn(&FindingRow) -> bool + use<'a> {
    let findings = parts.iter().flat_map(|part| &part.findings).map(|row| &row.finding);
    let small = findings.filter(|row| row.finding.is_bug() && !is_unreduced(&row.bucket));
    let small: BTreeSet<(u64, &str)> = small.map(|row| (row.unit, row.finding.kind.word())).collect();
    move |row: &FindingRow| {
        let NewFinding { unit, finding, bucket, .. } = &row.finding;
        !is_unreduced(bucket) || !small.contains(&(*unit, finding.kind.word()))
    }
}

fn unite_alarms(parts: &[&Snapshot]) -> Vec<AlarmRow> {
    let mut alarms: BTreeMap<(u64, &str), &AlarmRow> = BTreeMap::new();
    for alarm in parts.iter().flat_map(|part| &part.alarms) {
        let known = alarms.entry((alarm.unit, &alarm.text)).or_insert(alarm);
        if alarm.time < known.time {
            *known = alarm;
        }
    }
    alarms.into_values().cloned().collect()
}
