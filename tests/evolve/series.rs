//! Several evolutions, compared.

use super::planted::{code, events, evolve, prepared};
use gainsay::evolve::series::{Figures, Group, mean_and_deviation, table};
use gainsay::evolve::{Moment, ResultSet, State};
use std::fs;

fn state(scores: &[f64]) -> State {
    let moment = |(at, &mean_score): (usize, &f64)| Moment {
        generation: at as u64,
        seconds: 10.0 * at as f64,
        tests: 0,
        timeouts: 3,
        front: 1,
        slow: 0,
        best_ratio: 1.0,
        mean_score,
        mean_complexity: 20.0,
        front_complexity: 20.0,
        places: None,
        mean_places: None,
        candidates: 0,
    };
    State { history: scores.iter().enumerate().map(moment).collect(), ..State::default() }
}

#[test]
fn a_search_has_converged_when_its_score_stays_close_to_the_last_one() {
    let converged =
        |scores: &[f64]| Figures::of(&state(scores)).map(|run| (run.converged, run.converged_seconds));
    assert_eq!(converged(&[1.0, 9.5, 3.0, 9.2, 10.9, 10.0]), Some((3.0, 30.0)));
    assert_eq!(converged(&[1.0, 2.0]), Some((1.0, 10.0)));
    assert_eq!(converged(&[5.0, 5.0, 5.0]), Some((0.0, 0.0)));
    assert_eq!(converged(&[]), None);
}

#[test]
fn a_result_set_that_is_not_complete_does_not_count() {
    let complete = State { results: Some(ResultSet::default()), ..state(&[1.0]) };
    assert_eq!(Figures::of(&complete).unwrap().beyond, Some(0.0));
    let text = r#"{"text": "", "origin": "", "born": 0, "complexity": 1, "reward": null, "measure": {"limit": 1.0,
        "references": [], "target": {"ending": "sat", "seconds": 0.1, "clock": 0.1, "work": null, "runs": 1}}}"#;
    let stopped = State { members: vec![serde_json::from_str(text).unwrap()], ..complete };
    assert_eq!(Figures::of(&stopped).unwrap().beyond, None);
}

#[test]
fn a_sample_has_a_mean_and_a_deviation() {
    assert_eq!(mean_and_deviation(&[2.0, 4.0, 6.0]), (4.0, 2.0));
    assert_eq!(mean_and_deviation(&[7.0]), (7.0, 0.0));
    assert_eq!(mean_and_deviation(&[]), (0.0, 0.0));
}

#[test]
fn a_table_has_means_and_leaves_out_what_nobody_knows() {
    let runs = [4.0, 6.0].map(|score| Figures::of(&state(&[score])).unwrap());
    let group = |variant: &str, runs: &[Figures]| Group {
        variant: variant.to_owned(),
        population: 40,
        runs: runs.to_vec(),
    };
    let table = table(&[group("default", &runs), group("single", &runs[..1])]);
    assert!(!table.contains("places") && !table.contains("beyond"), "{table}");
    assert!(
        table.contains("| default | 40 | 2 | 0.00 ± 0.00 | 5.00 ± 1.41 | 3.00 ± 0.00 | 20.00"),
        "{table}"
    );
    assert!(table.contains("| single | 40 | 1 | 0.00 | 4.00 | 3.00 | 20.00 |"), "{table}");
}

#[test]
fn evolutions_are_repeated_and_compared_and_go_on() {
    let folder = prepared("series");
    let how = "--target fast --reference fast --timeout 0.5 --defects 0 --generations 1 --variant default,single \
               --population 4,6 --seed 7 --out e --json --final-limit 1";
    let run = |runs: u64| {
        let output = evolve(&folder, &format!("{how} --runs {runs}")).output().unwrap();
        assert_eq!(code(&output), Some(0), "{output:?}");
        (events(&output, "generation").len(), events(&output, "comparison").pop().unwrap())
    };
    let (generations, comparison) = run(1);
    assert_eq!(generations, 4 * 2);
    let groups = comparison["groups"].as_array().unwrap();
    let names: Vec<String> = groups
        .iter()
        .map(|group| format!("{}-{}", group["variant"].as_str().unwrap(), group["population"]))
        .collect();
    assert_eq!(names, ["default-4", "default-6", "single-4", "single-6"]);
    assert_eq!(groups[0]["runs"][0]["beyond"], 0.0);
    // What is done is not done again.
    assert_eq!(run(2).0, 4 * 2);
    for name in names {
        for seed in [7, 8] {
            assert!(folder.join(format!("e/{name}-{seed}/report.md")).is_file());
        }
    }
    let page = fs::read_to_string(folder.join("e/runs.md")).unwrap();
    assert!(page.contains("| single | 6 | 2 | 1.00 ± 0.00 |") && page.contains("8 runs"), "{page}");
}
