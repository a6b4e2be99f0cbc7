//! Tests that are limited: to logics, to an answer, to narrow bit-vectors.

use crate::campaign::{Folder, HUNT, events, hunt, output};
use crate::support::cpu_seconds;
use gainsay::answer::Status;
use gainsay::campaign::{Plan, Schedule};
use gainsay::rules::RuleBook;
use gainsay::script::{Features, Printer, Script};
use gainsay::seeds::{InMemory, Library, SeedCache};
use gainsay::strategy::{Scope, strategies};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The built-in seeds, about which everything is known.
fn cache(logics: &[&str]) -> SeedCache {
    let logics: Vec<String> = logics.iter().map(|&logic| logic.to_owned()).collect();
    let library = Library::builtin().with_logics(&logics).unwrap();
    SeedCache::new(library, Vec::new(), cpu_seconds(10.0), Arc::new(InMemory::default()))
}

/// What a script needs.
fn features(script: &Script) -> Features {
    script.usage().features
}

fn widest(script: &Script) -> u32 {
    script.usage().widest
}

#[test]
fn no_test_leaves_its_scope_and_each_is_made_again() {
    let scope = Arc::new(Scope {
        logics: vec!["QF_BV".to_owned()],
        status: Some(Status::Unsat),
        max_width: Some(16),
    });
    let chosen: Vec<_> = strategies().iter().copied().filter(|strategy| scope.suits(*strategy)).collect();
    let plan = Plan { seed: 3, block: 10, strategies: chosen, scope, book: RuleBook::shipped() };
    let schedule = Schedule::equal(&plan);
    let cache = cache(&["QF_BV"]);
    let offered = Features::of_logic("QF_BV").unwrap();
    let mut made: BTreeMap<&str, usize> = BTreeMap::new();
    for unit in 0..300 {
        let seeds = plan.seeds_of_block(plan.block_of(unit), &cache);
        let arm = schedule.arm(unit);
        let test = plan.make(unit, arm, Some(&seeds));
        let Some(found) = test.test else { continue };
        let text = Printer::default().script(found.script());
        assert!(offered.contains(features(found.script())), "unit {unit}, {}: {text}", test.strategy);
        assert_eq!(found.evidence().answer(), Status::Unsat, "unit {unit}: {text}");
        assert!(widest(found.script()) <= 16, "unit {unit}: {text}");
        let again = plan.make_without(unit, arm, Some(&seeds), &BTreeSet::new()).unwrap();
        assert_eq!(text, Printer::default().script(again.script()), "unit {unit}");
        *made.entry(test.strategy).or_default() += 1;
    }
    for strategy in ["bits", "terms", "fusion"] {
        assert!(made.get(strategy).is_some_and(|&made| made >= 10), "{strategy}: {made:?}");
    }
}

#[test]
fn strategies_that_cannot_keep_to_a_logic_are_left_out() {
    let suits = |logic: &str, status: Option<Status>| {
        let scope = Arc::new(Scope { logics: vec![logic.to_owned()], status, max_width: None });
        let suitable =
            strategies().iter().filter(|strategy| strategy.is_default() && !strategy.needs_seeds());
        suitable
            .filter(|strategy| scope.suits(**strategy))
            .map(|strategy| strategy.name())
            .collect::<Vec<_>>()
    };
    assert_eq!(suits("QF_BV", None), ["bits", "terms", "syntactic", "swarm", "optima"]);
    assert_eq!(suits("QF_BV", Some(Status::Sat)), ["bits", "terms", "swarm", "optima"]);
    assert!(suits("QF_FP", None).contains(&"floats") && !suits("QF_FP", None).contains(&"strings"));
    assert!(suits("QF_SLIA", None).contains(&"strings"));
    assert_eq!(
        suits("ALL", None),
        ["bits", "floats", "terms", "syntactic", "strings", "swarm", "optima", "horn"]
    );
}

#[test]
fn a_hunt_says_what_it_leaves_out_and_remembers_its_scope() {
    let folder = Folder::new("scope");
    let arguments =
        ["--campaign", "campaign", "--logic", "QF_BV", "--strategy", "bits,strings", "--tests", "40"];
    let (code, stdout, stderr) = output(&folder.0, &[HUNT, &arguments].concat());
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("left out, because they make no tests with --logic QF_BV: strings"), "{stderr}");
    let events = events(&stdout);
    assert_eq!(events[0]["strategies"], serde_json::json!(["bits"]));
    // The same campaign goes on, another one does not.
    hunt(&folder.0, &[&arguments[..6], &["--tests", "45"]].concat());
    let other = [&arguments[..], &["--status", "sat"]].concat();
    let (code, _, stderr) = output(&folder.0, &[HUNT, &other].concat());
    assert_eq!(code, 2);
    assert!(stderr.contains("--status"), "{stderr}");
    // Nothing is left that could keep to it.
    let (code, _, stderr) =
        output(&folder.0, &[HUNT, &["--logic", "QF_BV", "--strategy", "strings"]].concat());
    assert_eq!(code, 2);
    assert!(stderr.contains("no strategy is left"), "{stderr}");
}

#[test]
fn a_limited_finding_is_made_again() {
    let folder = Folder::new("limited-replay");
    std::fs::write(folder.join("wrong"), "#!/bin/sh\necho unsat\n").unwrap();
    std::fs::set_permissions(folder.join("wrong"), std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .unwrap();
    let limits = ["--logic", "QF_BV", "--status", "sat", "--max-width", "8"];
    let arguments =
        ["hunt", "--json", "--solver", "wrong=./wrong", "--strategy", "bits,terms", "--tests", "20"];
    let (code, stdout, stderr) =
        output(&folder.0, &[&arguments[..], &limits, &["--campaign", "campaign", "-j", "1"]].concat());
    assert_eq!(code, 10, "{stderr}");
    let events = events(&stdout);
    let is_bug = |event: &&serde_json::Value| event["event"] == "finding" && event["bug"] == true;
    let findings: Vec<_> = events.iter().filter(is_bug).collect();
    assert!(findings.len() >= 3, "{stdout}");
    let mut before = 0.0;
    for finding in &findings {
        let script = Script::read(finding["script"].as_str().unwrap());
        assert!(Features::of_logic("QF_BV").unwrap().contains(features(&script)) && widest(&script) <= 8);
        let seconds = finding["seconds"].as_f64().unwrap();
        assert!(seconds >= before && finding["tests"].as_u64().unwrap() > 0, "{finding}");
        before = seconds;
        let (code, _, stderr) = output(&folder.0, &["replay", "campaign", &finding["id"].to_string()]);
        assert_eq!(code, 10, "{stderr}");
    }
}

/// Who gets a report sees what was changed, without the seeds of the hunt.
#[test]
fn the_seed_and_the_smallest_change_are_in_the_folder() {
    let folder = Folder::new("seed-and-steps");
    std::fs::write(folder.join("wrong"), "#!/bin/sh\necho unsat\n").unwrap();
    std::fs::set_permissions(folder.join("wrong"), std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .unwrap();
    let arguments =
        ["hunt", "--json", "--solver", "wrong=./wrong", "--strategy", "approximate", "--logic", "QF_BV"];
    let more = ["--status", "sat", "--tests", "60", "--campaign", "campaign", "-j", "1"];
    let (code, stdout, stderr) = output(&folder.0, &[&arguments[..], &more].concat());
    assert_eq!(code, 10, "{stdout}{stderr}");
    let mut seen = 0;
    for bug in std::fs::read_dir(folder.join("campaign/bugs")).unwrap() {
        let bug = bug.unwrap().path();
        let read = |file: &str| std::fs::read_to_string(bug.join(file)).unwrap_or_default();
        assert!(read("report.md").contains("`diff seed-1.smt2 steps.smt2`"), "{}", read("report.md"));
        // This one is wrong about the seed itself.
        let [seed, steps] = ["seed-1.smt2", "steps.smt2"].map(|file| Script::parse(&read(file)).unwrap());
        assert_eq!(seed.assertions().count(), steps.assertions().count());
        seen += 1;
    }
    assert!(seen > 0, "{stdout}");
}

#[test]
fn make_has_the_same_limits() {
    let folder = Folder::new("make-limits");
    let arguments =
        ["make", "bits", "--json", "--count", "40", "--logic", "QF_BV,QF_ABV", "--max-width", "8"];
    let (code, stdout, stderr) = output(&folder.0, &[&arguments[..], &["--status", "unsat"]].concat());
    assert_eq!(code, 0, "{stderr}");
    let tests = events(&stdout);
    assert_eq!(tests.len(), 40);
    for test in tests {
        let script = Script::read(test["script"].as_str().unwrap());
        assert_eq!(test["status"], "unsat");
        assert!(widest(&script) <= 8, "{test}");
        assert!(Features::of_logic("QF_ABV").unwrap().contains(features(&script)), "{test}");
    }
    let (code, _, stderr) = output(&folder.0, &["make", "strings", "--json", "--logic", "QF_BV"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("`strings` makes no tests with --logic QF_BV"), "{stderr}");
}
