//! `gainsay suite`: one lying solver alone is caught on every test, honest ones are not accused, and a changed test accuses nobody.

use crate::support::{Folder, Ran, python};
use serde_json::Value;
use std::fs;

/// Solvers that say the same about everything. The last one gives each symbol the first value of its sort.
const UNSAT: &str = "echo unsat";
const SAT: &str = "echo sat";
const WITH_MODEL: &str = r#"
import re, sys
def first(sort):
    size = re.fullmatch(r'\(_ BitVec (\d+)\)', sort)
    floats = re.fullmatch(r'\(_ FloatingPoint (\d+) (\d+)\)', sort)
    if size: return '#b' + '0' * int(size[1])
    if floats: return '(_ +zero %s %s)' % floats.groups()
    return {'Bool': 'false', 'Int': '0', 'Real': '0.0', 'String': '""', 'RoundingMode': 'RNE'}.get(sort)
found = re.findall(r'\(declare-const (\S+) (\w+|\([^()]*\))\)', open(sys.argv[-1]).read())
print('sat\n(')
for name, sort in found:
    if first(sort): print('(define-fun %s () %s %s)' % (name, sort, first(sort)))
print(')')
"#;

/// A folder with three liars, and tests of a strategy: every so many of a suite.
fn suite(name: &str, strategy: &[&str], one_in: usize) -> Folder {
    let folder = Folder::new(name);
    folder.program("unsat", UNSAT);
    folder.program("sat", SAT);
    folder.write("model.py", WITH_MODEL);
    folder.program("model", &format!("exec '{}' -I -S \"$(dirname \"$0\")/model.py\" \"$1\"", python()));
    let made = folder.gainsay(&[&["make"], strategy, &["--out", "tests"]].concat());
    assert_eq!(made.code, Some(0), "{}", made.err);
    for (number, file) in files(&folder).iter().enumerate() {
        if number % one_in != 0 {
            fs::remove_file(folder.0.join("tests").join(file)).unwrap();
        }
    }
    folder
}

fn files(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.0.join("tests")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

/// The names of the tests that got one of these marks.
fn marked(score: &Value, marks: &[&str]) -> Vec<String> {
    let failures = score["failures"].as_array().unwrap().iter();
    let wanted = failures.filter(|failure| marks.contains(&failure["mark"].as_str().unwrap()));
    wanted.map(|failure| failure["file"].as_str().unwrap().trim_start_matches("tests/").to_owned()).collect()
}

/// Each liar is wrong about all tests that must get the contrary answer, and about no other.
fn every_lie_is_found(folder: &Folder) {
    let of = |status: &str| -> Vec<String> {
        files(folder).into_iter().filter(|name| name.contains(status)).collect()
    };
    let (sat, unsat) = (of("-sat"), of("-unsat"));
    assert!(sat.len() > 10 && unsat.len() > 10, "{} {}", sat.len(), unsat.len());
    for (liar, contrary) in [("unsat", &sat), ("sat", &unsat), ("model", &unsat)] {
        let ran = folder.gainsay(&["suite", "tests", "--solver", &format!("liar=./{liar}"), "--json"]);
        assert_eq!(ran.code, Some(10), "{}", ran.err);
        let score = json(&ran);
        // What else a script asks may be decided, too.
        let asks_once =
            |name: &String| folder.read(&format!("tests/{name}")).matches("(check-sat").count() == 1;
        let mut wrong = marked(&score, &["wrong"]);
        wrong.retain(|name| contrary.contains(name) || asks_once(name));
        assert_eq!(&wrong, contrary, "{liar}");
        assert_eq!(score["claimed"], 0);
        assert_eq!(score["tests"], sat.len() + unsat.len());
        assert_eq!(score["alarms"].as_array().unwrap().len(), 0);
    }
}

#[test]
fn one_liar_is_caught_on_every_test_of_strings() {
    let folder = suite("suite-strings", &["strings"], 60);
    every_lie_is_found(&folder);
}

#[test]
fn one_liar_is_caught_on_every_test_of_bits() {
    every_lie_is_found(&suite("suite-bits", &["bits", "--count", "60"], 1));
}

#[test]
fn one_liar_is_caught_on_every_test_of_floats() {
    every_lie_is_found(&suite("suite-floats", &["floats", "--count", "60"], 1));
}

/// `check` uses the same evidence.
#[test]
fn check_knows_the_answers_of_a_suite_too() {
    let folder = suite("suite-check", &["strings"], 200);
    let ran = folder.gainsay(&["check", "tests", "--solver", "liar=./sat", "--json"]);
    assert_eq!(ran.code, Some(10), "{}", ran.err);
    for line in ran.out.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["truth"], record["claimed"], "{line}");
        let is_accused = record["findings"].as_array().unwrap().iter().any(|found| found["bug"] == true);
        assert_eq!(is_accused, record["truth"] == "unsat", "{line}");
    }
}

/// Changes all tests: only these lines are kept.
fn keep_lines(folder: &Folder, is_kept: impl Fn(&str) -> bool) {
    for file in files(folder) {
        let text = folder.read(&format!("tests/{file}"));
        let kept: Vec<&str> = text.lines().filter(|line| is_kept(line)).collect();
        folder.write(&format!("tests/{file}"), kept.join("\n"));
    }
}

/// The only assertions that an empty string satisfies, and a claim that nobody can check.
#[test]
fn a_claim_alone_accuses_nobody() {
    let folder = suite("suite-claims", &["strings", "--status", "unsat"], 40);
    keep_lines(&folder, |line| !line.starts_with("; made by:"));
    let ran = folder.gainsay(&["suite", "tests", "--solver", "liar=./sat", "--json"]);
    let score = json(&ran);
    assert_eq!(ran.code, Some(11), "{ran:?}");
    assert_eq!(marked(&score, &["wrong"]), Vec::<String>::new());
    assert_eq!(marked(&score, &["disputed"]), files(&folder));
    assert_eq!(score["claimed"], files(&folder).len());
}

#[test]
fn a_changed_test_says_so_and_accuses_nobody() {
    let folder = suite("suite-changed", &["strings", "--status", "unsat"], 40);
    keep_lines(&folder, |line| !line.ends_with(":named a0))"));
    let ran = folder.gainsay(&["suite", "tests", "--solver", "liar=./sat"]);
    assert_eq!(ran.code, Some(11), "{ran:?}");
    assert!(ran.out.contains("Tests whose comments do not hold") && ran.out.contains("it was changed"));
}

#[test]
fn a_subset_has_only_tests_of_its_operation() {
    let folder = suite("suite-subset", &["strings"], 30);
    let arguments = ["suite", "tests", "--solver", "liar=./unsat", "--operation", "str.replace,str.at"];
    let score = json(&folder.gainsay(&[&arguments[..], &["--status", "sat", "--json"]].concat()));
    let rows = score["rows"].as_array().unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        assert!(row["operation"] == "str.replace" || row["operation"] == "str.at", "{row}");
        assert_eq!(row["status"], "sat");
        assert_eq!(row["marks"]["wrong"], row["tests"]);
    }
    let none = folder.gainsay(&["suite", "tests", "--solver", "liar=./unsat", "--operation", "str.cat"]);
    assert_eq!(none.code, Some(3), "{none:?}");
}

#[test]
fn tables_are_printed_by_class_and_operation() {
    let folder = suite("suite-tables", &["strings"], 100);
    let text = folder.gainsay(&["suite", "tests", "--solver", "liar=./unsat"]).out;
    let row = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned();
    let cells = |name: &str| -> Vec<usize> {
        row(name)[name.len()..].split_whitespace().map(|cell| cell.parse().unwrap()).collect()
    };
    let (count, sat) =
        (files(&folder).len(), files(&folder).iter().filter(|name| name.contains("-sat")).count());
    assert_eq!(cells("all")[..3], [count, count - sat, sat], "{text}");
    let (synthesis, noise) = (cells("sat, term-synthesis"), cells("unsat, noise "));
    assert_eq!((synthesis[0], synthesis[1]), (synthesis[2], 0), "{text}");
    assert_eq!((noise[0], noise[2]), (noise[1], 0), "{text}");
    assert!(!cells("str.replace, sat").is_empty());
    let page = folder.gainsay(&["suite", "tests", "--solver", "liar=./unsat", "--markdown"]).out;
    assert!(page.contains("### liar\n\n|  | tests | right | wrong |"), "{page}");
}

/// An expected core reaches the judge: noise in a core is seen without asking anybody else.
#[test]
fn noise_in_a_core_is_seen() {
    let folder = suite("suite-cores", &["strings", "--status", "unsat"], 20);
    folder.program(
        "cores",
        "echo unsat; grep -q get-unsat-core \"$1\" && echo \"($(grep -o 'named [an][0-9]*' \"$1\" | cut -d' ' -f2 | tr '\\n' ' '))\"",
    );
    let ran = folder.gainsay(&["check", "tests", "--solver", "mine=./cores", "--json"]);
    let noisy = |line: &str| line.contains("unsatisfiable without n0, by construction");
    let has_noise = |name: &&String| folder.read(&format!("tests/{name}")).contains(":named n0");
    let expected = files(&folder).iter().filter(has_noise).count();
    assert!(expected > 3, "{expected}");
    assert_eq!(ran.out.lines().filter(|line| noisy(line)).count(), expected, "{ran:?}");
}
