//! The last population with a long limit.

use super::planted::{code, events, evolve, prepared};
use serde_json::Value;
use std::fs;

#[test]
fn the_whole_last_population_is_asked_with_a_long_limit() {
    let folder = prepared("results");
    let how = "--target endless --reference fast --timeout 0.2 --generations 1 --population 12 --defects 0 -j 2 --out e \
               --json --final-limit";
    let run = |limit: &str| {
        let output = evolve(&folder, &format!("{how} {limit}")).output().unwrap();
        assert_eq!(code(&output), Some(0), "{output:?}");
        let [summary] = <[Value; 1]>::try_from(events(&output, "summary")).unwrap();
        let state = fs::read_to_string(folder.join("e/state.json")).unwrap();
        (summary["results"].clone(), serde_json::from_str::<Value>(&state).unwrap())
    };
    let (results, state) = run("0.5");
    let members = state["members"].as_array().unwrap();
    let slow = members.iter().filter(|member| member["text"].as_str().unwrap().contains("str.len")).count();
    assert!(0 < slow && slow < members.len(), "{slow} of {}", members.len());
    let all = members.len();
    let target = serde_json::json!({"beyond": slow, "within": all - slow, "no_answer": 0});
    let reference = serde_json::json!({"beyond": 0, "within": all, "no_answer": 0});
    assert_eq!(results["solvers"], serde_json::json!([target, reference]));
    assert_eq!((&results["slow"], &results["asked"]), (&Value::from(slow), &Value::from(all)));

    let report = fs::read_to_string(folder.join("e/report.md")).unwrap();
    let row = format!("| endless | {slow} | {} | 0 |\n| fast | 0 | {all} | 0 |", all - slow);
    assert!(report.contains(&row) && report.contains("times.svg"), "{report}");
    assert!(fs::read_to_string(folder.join("e/times.svg")).unwrap().contains("endless"));

    // Nothing is asked again, but for another limit.
    assert_eq!(run("0.5").1["results"], state["results"]);
    let (other, _) = run("0.6");
    assert_eq!((&other["limit"], &other["asked"]), (&Value::from(0.6), &Value::from(all)));
}
