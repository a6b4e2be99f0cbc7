//! Evolutions against a solver that tells what it reaches.

use crate::coverage::hunt::{folder, gainsay, toy_program};
use crate::coverage::toy::Build;
use serde_json::Value;
use std::path::Path;

/// Evolves the toy against itself in `e`; gives the events.
fn evolve(folder: &Path, generations: &str, variant: &str) -> Vec<Value> {
    let solver = format!("toy={}", toy_program(folder));
    let how =
        ["evolve", "--json", "-j1", "--out", variant, "--variant", variant, "--generations", generations];
    let who = ["--logic", "QF_LIA", "--population", "6", "--target", &solver, "--reference", &solver];
    let (code, stdout, stderr) = gainsay(folder, &[&how[..], &who[..]].concat());
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(!stderr.contains("notice"), "{stderr}");
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// How many places were reached by each generation.
fn places(events: &[Value]) -> Vec<u64> {
    let generations = events.iter().filter(|event| event["event"] == "generation");
    generations.map(|event| event["places"].as_u64().unwrap()).collect()
}

/// Also where it is no objective: for comparison.
fn counts_over_runs(build: Build, unit: &str, variant: &str) {
    let folder = folder(&format!("evolve-{unit}"), build);
    let first = places(&evolve(&folder, "2", variant));
    assert!(first.len() == 3 && first[0] > 20 && first.is_sorted(), "{first:?}");
    let read = |name: &str| std::fs::read_to_string(folder.join(variant).join(name)).unwrap();
    assert!(read("report.md").contains(&format!("Coverage: {} {unit} of the target.", first[2])));
    // The front has coverage as its third dimension: a column, and the size of the dots.
    assert!(read("report.md").contains(&format!("| complexity | {unit} |")));
    let front = read("front.svg");
    assert!(front.contains(&format!("larger: more {unit}")) && front.contains("r=\"8.0\""), "{front}");
    let before: Value = serde_json::from_str(&read("state.json")).unwrap();
    let again = evolve(&folder, "3", variant);
    let after: Value = serde_json::from_str(&read("state.json")).unwrap();
    let second = places(&again);
    assert!(second.len() == 1 && second[0] >= first[2], "{first:?} {second:?}");
    // All that the first run reached is known to the second, and not only what its last population reaches.
    let reached = |state: &Value| -> Vec<u64> {
        let counts = state["reached"]["counts"].as_array().unwrap();
        counts.iter().map(|count| count[0].as_u64().unwrap()).collect()
    };
    let (before, after) = (reached(&before), reached(&after));
    assert!(before.len() as u64 == first[2] && before.iter().all(|place| after.contains(place)));
    let last = &again.last().unwrap()["last"];
    assert!(last["mean_places"].as_f64().unwrap() <= second[0] as f64, "{last}");
    assert_eq!(last["timeouts"], 0);
}

#[test]
fn an_evolution_goes_on_with_the_edges_that_it_knows() {
    counts_over_runs(Build::Edges, "edges", "default");
}

#[test]
fn an_evolution_counts_lines_where_they_are_no_objective() {
    counts_over_runs(Build::Gcov, "lines", "single");
}
