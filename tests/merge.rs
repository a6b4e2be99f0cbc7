//! Campaigns put together, in whatever order and however often.

use crate::store::full::setup;
use crate::store::snapshot::finding;
use crate::support::{Folder, gainsay};
use gainsay::merge::{MergeError, Part, gaps, merge};
use gainsay::rng::{Rng, digest_with};
use gainsay::seeds::{SeedRecord, SeedStatus};
use gainsay::store::{BucketRow, CoverageRow, Done, FindingRow, Setup, Snapshot, SolverRow, Tally, TurnRow};
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Duration;

const BLOCKS: u64 = 12;

/// What one machine may have done: some blocks to their end, some a bit of, at its own speed.
fn machine(number: u64) -> Part {
    let mut rng = Rng::of_unit(number, 0);
    let mut part = Snapshot {
        created: format!("2026-11-15 09:{number:02}:00"),
        setup: Setup { units: Some(BLOCKS * 50), ..setup() },
        solvers: Vec::new(),
        done: Done::default(),
        blocks: Default::default(),
        seeds: Vec::new(),
        findings: Vec::new(),
        buckets: Vec::new(),
        kept: Default::default(),
        guided: Default::default(),
        turns: Vec::new(),
        coverage: Vec::new(),
        alarms: Vec::new(),
    };
    for block in (0..BLOCKS).filter(|_| rng.one_in(2)).collect::<Vec<_>>() {
        let units = if rng.one_in(3) { 1 + rng.below(50) } else { 50 };
        let first = block * 50;
        part.done.insert_range(first, first + units - 1);
        let mut tally =
            Tally { units, tests: units, working: Duration::from_nanos(rng.below(9)), ..Tally::default() };
        for unit in first..first + units {
            tally.checksum = tally.checksum.wrapping_add(digest_with(unit, "test"));
            if unit.is_multiple_of(7) {
                let time = format!("2026-11-15 10:{:02}:{:02}", rng.below(60), number);
                let row = finding(unit, &format!("bucket {}", unit % 3));
                part.findings.push(FindingRow { id: part.findings.len() as i64 + 1, finding: row, time });
            }
            if unit.is_multiple_of(5) {
                part.coverage.push(CoverageRow {
                    unit,
                    solver: "z3@1".to_owned(),
                    counted: "edges".to_owned(),
                    strategy: "bits".to_owned(),
                    seconds: rng.below(1000) as f64,
                    places: vec![unit as u32 % 40, unit as u32],
                    new: 2,
                });
            }
        }
        part.blocks.insert(block, tally);
        part.turns.push(turn(first, number));
        part.seeds.push(seed(block, if number == 3 { "unknown" } else { "sat" }));
    }
    for row in &part.findings {
        let (key, first) = (&row.finding.bucket, row.id);
        match part.buckets.iter_mut().find(|bucket| bucket.key == *key) {
            Some(bucket) => bucket.count += 1,
            None => part.buckets.push(BucketRow {
                key: key.clone(),
                kind: "crash".to_owned(),
                solver: "z3@1".to_owned(),
                bug: true,
                count: 1,
                first,
                folder: Some(format!("{number}/bugs/{key}")),
            }),
        }
    }
    Part { name: format!("part {number}"), snapshot: part }
}

fn turn(first: u64, options: u64) -> TurnRow {
    TurnRow {
        first,
        strategy: "bits".to_owned(),
        size: None,
        operators: String::new(),
        options,
        language: None,
        cost: 1,
        reward: 0.0,
    }
}

fn seed(number: u64, status: &str) -> SeedRecord {
    SeedRecord {
        origin: format!("{number}.smt2"),
        digest: number,
        status: SeedStatus::from_word(status).unwrap(),
        why: "stated".to_owned(),
        witness: None,
    }
}

fn together(parts: &[&Part]) -> Part {
    let parts: Vec<Part> = parts.iter().map(|part| (*part).clone()).collect();
    Part { name: "whole".to_owned(), snapshot: merge(&parts).unwrap().snapshot }
}

#[test]
fn order_grouping_and_repetition_do_not_matter() {
    for round in 0..40 {
        let [a, b, c] = [1, 2, 3].map(|number| machine(round * 10 + number));
        let whole = together(&[&a, &b, &c]).snapshot;
        assert_eq!(together(&[&together(&[&a, &b]), &c]).snapshot, whole);
        assert_eq!(together(&[&a, &together(&[&b, &c])]).snapshot, whole);
        let whole = Part { name: "whole".to_owned(), snapshot: whole };
        for known in [&a, &b, &c, &whole] {
            assert_eq!(together(&[&whole, known]).snapshot, whole.snapshot, "what is in it adds nothing");
        }
        let other = together(&[&c, &a, &b]).snapshot;
        assert_eq!((&other.done, &other.blocks), (&whole.snapshot.done, &whole.snapshot.blocks));
        let ids =
            |part: &Snapshot| part.findings.iter().map(|row| (row.id, row.finding.unit)).collect::<Vec<_>>();
        assert_eq!(ids(&other), ids(&whole.snapshot));
        assert_eq!(other.coverage, whole.snapshot.coverage);
    }
}

#[test]
fn a_block_counts_once_and_is_taken_from_who_did_most_of_it() {
    let parts: Vec<Part> = (1..=5).map(machine).collect();
    let whole = together(&parts.iter().collect::<Vec<_>>()).snapshot;
    let mut seen = 0;
    for (block, tally) in &whole.blocks {
        let best =
            parts.iter().filter_map(|part| part.snapshot.blocks.get(block)).map(|tally| tally.units).max();
        assert_eq!(Some(tally.units), best);
        seen += tally.units;
        // Its tests are those of its units, and of no others.
        let units = whole.done.within(block * 50, block * 50 + 49).flat_map(|(first, last)| first..=last);
        let checksum = units.fold(0u64, |sum, unit| sum.wrapping_add(digest_with(unit, "test")));
        assert_eq!(tally.checksum, checksum);
    }
    assert_eq!(whole.done.count(), seen);
    let found: BTreeSet<(u64, &str)> = parts
        .iter()
        .flat_map(|part| &part.snapshot.findings)
        .map(|row| (row.finding.unit, row.finding.bucket.as_str()))
        .collect();
    assert_eq!(whole.findings.len(), found.len(), "a finding of a unit is one, whoever made it");
    assert_eq!(whole.buckets.len(), 3);
    for bucket in &whole.buckets {
        let rows = whole.findings.iter().filter(|row| row.finding.bucket == bucket.key);
        assert_eq!(bucket.count, rows.clone().count() as u64);
        assert!(rows.map(|row| row.id).any(|id| id == bucket.first));
    }
    let places: BTreeSet<u32> = whole.coverage.iter().flat_map(|row| row.places.clone()).collect();
    let reached: u64 = whole.coverage.iter().map(|row| row.new).sum();
    assert_eq!(places.len() as u64, reached, "each place is new once");
}

#[test]
fn gaps_are_whole_blocks() {
    let part = |ranges: &[(u64, u64)], units, own| {
        let mut part = machine(1).snapshot;
        part.setup = Setup { units, part: own, ..part.setup };
        part.done = Done::default();
        ranges.iter().for_each(|(first, last)| part.done.insert_range(*first, *last));
        gaps(&part)
    };
    assert_eq!(part(&[(0, 599)], Some(600), None), []);
    assert_eq!(part(&[], Some(120), None), [(0, 120)]);
    assert_eq!(part(&[(0, 69), (100, 599)], Some(600), None), [(50, 100)]);
    assert_eq!(part(&[(0, 49), (100, 120), (140, 149)], Some(610), None), [(50, 610)]);
    assert_eq!(part(&[(0, 49), (100, 149)], None, None), [(50, 100)]);
    assert_eq!(part(&[(100, 149)], Some(600), Some((100, 200))), [(150, 200)]);
}

#[test]
fn what_does_not_belong_together_is_refused_with_the_difference() {
    let one = machine(1);
    let refused = |change: fn(&mut Snapshot)| {
        let mut other = machine(2);
        change(&mut other.snapshot);
        match merge(&[one.clone(), other]) {
            Err(MergeError::Differs { one, other, differences }) => {
                assert_eq!((one.as_str(), other.as_str()), ("part 1", "part 2"));
                differences.join("; ")
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(|part| part.setup.seed = 9), "--seed: 1, not 9");
    assert_eq!(refused(|part| part.setup.seeds_digest = "other".to_owned()), "seeds: none, not other");
    assert_eq!(refused(|part| part.setup.version = "2".to_owned()), "version of gainsay: 1, not 2");
    assert_eq!(refused(|part| part.setup.timeout = 2.0), "limits: 1 s, 0 MB, not 2 s, 0 MB");
    assert_eq!(refused(|part| part.setup.solvers = vec![solver("a")]), "solvers: , not z3@1");
    assert!(
        refused(|part| part.seeds.iter_mut().for_each(|seed| seed.digest += 100)).contains("is another text")
    );
    let with = |digest: &str, number| {
        let mut part = machine(number);
        part.snapshot.setup.solvers = vec![solver(digest)];
        part
    };
    let error = merge(&[with("aa", 1), with("bb", 2)]).unwrap_err().to_string();
    assert!(error.contains("program of z3@1: sha256 aa, not bb"), "{error}");
    assert_eq!(merge(&[]), Err(MergeError::Nothing));
    // Where a machine took too long for a seed, that is told, and what is known is kept.
    let merged = merge(&[machine(1), machine(3)]).unwrap();
    assert!(!merged.unlike_seeds.is_empty());
    let origin = &merged.unlike_seeds[0];
    let seed = merged.snapshot.seeds.iter().find(|seed| seed.origin == *origin).unwrap();
    assert_eq!(seed.status, SeedStatus::from_word("sat").unwrap());
}

fn solver(digest: &str) -> SolverRow {
    SolverRow {
        label: "z3@1".to_owned(),
        name: "z3".to_owned(),
        version: "1".to_owned(),
        profile: "z3".to_owned(),
        argv: vec![format!("/{digest}/z3")],
        environment: Vec::new(),
        arguments: Vec::new(),
        is_own: false,
        stdin: None,
        like: None,
        digest: Some(digest.to_owned()),
        seal: None,
    }
}

/// Real campaigns: alone, and in three parts, one of which is lost and done again.
#[test]
fn parts_make_the_tests_and_find_the_bugs_of_one_machine() {
    let folder = Folder::new("merge");
    let run = |arguments: &[&str]| {
        let output = gainsay().args(arguments).current_dir(&folder.0).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let hunt = |more: &[&str]| {
        let hunt = [
            "hunt",
            "--solver",
            "z3@4.12.2",
            "--strategy",
            "bits",
            "--schedule",
            "equal",
            "-t",
            "20s",
            "--fixed-limits",
            "-j",
            "1",
            "--json",
        ];
        let (code, text) = run(&[&hunt[..], more].concat());
        (code, serde_json::from_str::<Value>(text.lines().last().unwrap()).unwrap())
    };
    let (_, alone) = hunt(&["--tests", "160", "--campaign", "alone"]);
    for part in ["1/3", "3/3"] {
        hunt(&["--tests", "160", "--shard", part, "--campaign", &part[..1]]);
    }
    let merge = |parts: &[&str]| {
        let (code, text) = run(&[&["merge", "all", "--json"], parts].concat());
        (code, serde_json::from_str::<Value>(&text).unwrap())
    };
    let (code, whole) = merge(&["1", "3"]);
    assert_eq!((code, &whole["gaps"]), (75, &serde_json::json!([{"first": 50, "end": 100}])), "{whole}");
    // Stopped in the middle, a part says so; the same command goes on.
    assert_eq!(hunt(&["--tests", "1000000", "--shard", "1/2", "--for", "1s", "--campaign", "long"]).0, 75);
    assert_eq!(hunt(&["--tests", "160", "--units", "50..75", "--campaign", "2"]).1["units"], 25);
    assert_eq!(hunt(&["--tests", "160", "--shard", "2/3", "--campaign", "2"]).1["units"], 50);
    let (code, whole) = merge(&["2", "1"]);
    assert_eq!(code, 0, "{whole}");
    for what in ["units", "tests", "checksum", "bugs"] {
        assert_eq!(whole[what], alone[what], "{what}");
    }
    let buckets = |campaign: &str| {
        let (_, text) = run(&["bugs", campaign, "--all", "--json"]);
        let bugs: Vec<Value> = serde_json::from_str(&text).unwrap();
        bugs.iter().map(|bug| bug["bucket"].as_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    assert_eq!(buckets("all"), buckets("alone"));
    // The lost part can also be done where the rest is.
    run(&["merge", "again", "1", "3"]);
    run(&["hunt", "--campaign", "again", "--units", "50..100", "-j", "1"]);
    let (code, text) = run(&["merge", "again", "3", "--json"]);
    assert_eq!(
        (code, serde_json::from_str::<Value>(&text).unwrap()["checksum"].clone()),
        (0, alone["checksum"].clone())
    );
    // Another campaign is refused.
    hunt(&["--tests", "160", "--units", "0..50", "--seed", "7", "--campaign", "other"]);
    assert_eq!(run(&["merge", "all", "other"]).0, 2);
    let (code, text) = run(&["hunt", "--units", "30..100", "--campaign", "wrong"]);
    assert_eq!((code, text.as_str()), (2, ""));
}
