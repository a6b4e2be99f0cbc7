//! The program as it is called.

use std::process::{Command, Output};

fn papers(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_papers")).args(arguments).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn all_experiments_are_listed() {
    let listed = text(&papers(&[]));
    assert_eq!(listed.lines().count(), 35);
    let told = text(&papers(&["--json"]));
    let names = told
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["name"].clone());
    for name in names {
        assert!(listed.contains(name.as_str().expect("a name")), "{name}");
    }
}

#[test]
fn what_cannot_be_repeated_says_why() {
    for (name, why) in
        [("001-fig9", "no program measures it"), ("000-table7", "--instrumented"), ("002-table5", "--bugs")]
    {
        let output = papers(&[name]);
        assert_eq!(output.status.code(), Some(3), "{name}");
        assert!(text(&output).contains(why), "{}", text(&output));
    }
    assert_eq!(papers(&["005-table1"]).status.code(), Some(2));
}

#[test]
fn an_experiment_prints_both_figures_and_what_it_ran() {
    let output = papers(&["002-tests"]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("| sat | 6,120 | 1"), "{text}");
    assert!(text.contains("gainsay make strings --out strings"), "{text}");
}
