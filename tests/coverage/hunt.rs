//! Campaigns with a solver that tells what it reaches.

use crate::coverage::toy::{Build, FOLDER, toy};
use gainsay::campaign::{Plan, Schedule, Stop, supply};
use gainsay::consult::Request;
use gainsay::rng::digest_with;
use gainsay::script::Names;
use gainsay::store::{Setup, Store};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A folder with a `gainsay.toml` that knows the toy.
pub fn folder(name: &str, build: Build) -> PathBuf {
    let folder = FOLDER.join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("gainsay.toml"), toy(build).config).unwrap();
    folder
}

pub fn gainsay(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = crate::support::gainsay();
    command.args(arguments).current_dir(folder);
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// Runs a campaign in `c` with the toy alone; gives its summary and its warnings.
fn hunt(folder: &Path, more: &[&str]) -> (Value, String) {
    let solver = toy_solver(folder);
    let arguments = [&["hunt", "--json", "--campaign", "c", "--solver", &solver], more].concat();
    let (code, stdout, stderr) = gainsay(folder, &arguments);
    // The toy never answers.
    assert_eq!(code, 3, "{stdout}{stderr}");
    (serde_json::from_str(stdout.lines().last().unwrap()).unwrap(), stderr)
}

/// The name makes the toy's own profile known, whatever the profile says about its program.
pub fn toy_solver(folder: &Path) -> String {
    format!("toy={}", toy_program(folder))
}

pub fn toy_program(folder: &Path) -> String {
    let config = std::fs::read_to_string(folder.join("gainsay.toml")).unwrap();
    config.split('\'').nth(1).unwrap().to_owned()
}

fn coverage(folder: &Path) -> Value {
    coverage_of(folder, "c")
}

pub fn coverage_of(folder: &Path, campaign: &str) -> Value {
    let (code, stdout, stderr) = gainsay(folder, &["coverage", campaign, "--json"]);
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

fn tells_what_it_reached(build: Build, counted: &str) {
    let folder = folder(&format!("tells-{counted}"), build);
    let (summary, _) = hunt(&folder, &["--tests", "60", "--strategy", "fusion,strings,bits"]);
    let places = summary["reached"]["toy@1.0"][counted].as_u64().unwrap();
    assert!(places > 20, "{summary}");
    let (code, table, _) = gainsay(&folder, &["coverage", "c", "--svg", "plot.svg"]);
    assert_eq!(code, 0);
    assert!(table.starts_with(&format!("{counted} of toy@1.0 that were reached, by strategy\n")), "{table}");
    let last: Vec<u64> =
        table.lines().last().unwrap().split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
    // All together, and each of the three, which reach less, but something.
    assert_eq!((last.len(), last[0]), (4, places), "{table}");
    assert!(last[1..].iter().all(|own| 20 < *own && *own <= places), "{table}");
    assert!(last[1..].iter().sum::<u64>() > places);
    let svg = std::fs::read_to_string(folder.join("plot.svg")).unwrap();
    for word in ["<svg ", "</svg>", ">fusion</text>", ">strings</text>", ">bits</text>", ">seconds</text>"] {
        assert!(svg.contains(word), "{word} is not in {svg}");
    }
    assert_eq!(svg.matches("stroke-width=\"2\"").count(), 4);
    // What was reached before is not new in another run.
    let (again, _) = hunt(&folder, &["--tests", "120", "--strategy", "fusion,strings,bits"]);
    let more = again["reached"]["toy@1.0"][counted].as_u64().unwrap();
    let json = coverage(&folder);
    assert!(places <= more && more < places + 50, "{places} {more}");
    assert_eq!((&json["solvers"][0]["places"], &json["kept"]), (&more.into(), &0.into()));
    let points = json["solvers"][0]["curves"][0]["points"].as_array().unwrap();
    assert!(points.windows(2).all(|pair| pair[0][0].as_f64() <= pair[1][0].as_f64()));
    assert!(points.windows(2).all(|pair| pair[0][1].as_u64() < pair[1][1].as_u64()));
}

#[test]
fn a_hunt_tells_which_edges_it_reached() {
    tells_what_it_reached(Build::Edges, "edges");
}

#[test]
fn a_hunt_tells_which_lines_it_reached() {
    tells_what_it_reached(Build::Gcov, "lines");
}

/// A campaign beside its seeds alone, with shares of what there is.
#[test]
fn a_campaign_is_compared_with_its_seeds() {
    let folder = folder("baseline", Build::Gcov);
    std::fs::create_dir_all(folder.join("seeds")).unwrap();
    let seeds =
        ["(declare-const x Int)(assert (= x 11))(check-sat)", "(declare-const p Bool)(assert p)(check-sat)"];
    for (number, seed) in seeds.iter().enumerate() {
        std::fs::write(folder.join(format!("seeds/{number}.smt2")), seed).unwrap();
    }
    hunt(&folder, &["seeds", "--tests", "60", "--strategy", "operators,strings"]);
    let (code, stdout, stderr) = gainsay(&folder, &["coverage", "c", "--baseline", "--json"]);
    assert_eq!(code, 0, "{stderr}");
    let json: Value = serde_json::from_str(&stdout).unwrap();
    let story = &json["solvers"][0];
    let (total, places) = (story["totals"]["lines"].as_u64().unwrap(), story["places"].as_u64().unwrap());
    let alone = &story["baseline"];
    let lines = alone["reached"]["lines"].as_u64().unwrap();
    assert_eq!((&alone["scripts"], &alone["silent"]), (&2.into(), &0.into()));
    assert!(10 < lines && lines < places && places < total, "{lines} {places} {total}");
    let (_, table, _) = gainsay(&folder, &["coverage", "c", "--baseline"]);
    let percent =
        |count: u64| format!("{count} of {total} lines ({:.1} %)", 100.0 * count as f64 / total as f64);
    assert!(table.contains(&format!("in all: {}, ", percent(places))), "{table}");
    // Branches are told of the campaign, too, and it took more than its seeds do alone.
    let branches = |sum: &Value| sum["branches"].as_u64().unwrap();
    let (own, all, total) =
        (branches(&alone["reached"]), branches(&story["reached"]), branches(&story["totals"]));
    assert!(0 < own && own < all && all < total, "{own} {all} {total}");
    assert_eq!(story["reached"]["lines"], places);
    let own = format!("the seeds alone, 2 scripts: {}, ", percent(lines));
    assert!(
        table.contains(&own) && table.contains(" functions (") && table.contains(" branches ("),
        "{table}"
    );

    // The same seeds as files reach the same, and more with another script.
    std::fs::write(folder.join("more.smt2"), "(declare-const s String)(assert (str.< s s))(check-sat)")
        .unwrap();
    let solver = format!("toy={}", toy_program(&folder));
    let how = ["coverage", "--json", "--solver", &solver, "seeds", "more.smt2"];
    let (code, stdout, stderr) = gainsay(&folder, &how);
    assert_eq!(code, 0, "{stderr}");
    let json: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(json["parts"][0]["what"], "seeds");
    let branches = |sum: &Value| sum["reached"]["branches"].as_u64().unwrap();
    let [seeds, more] = [0, 1].map(|part| branches(&json["parts"][part]["sum"]));
    let all = branches(&json["all"]);
    assert!(seeds < all && more < all && all < seeds + more, "{json}");
    assert_eq!((&json["all"]["scripts"], &json["totals"],), (&3.into(), &story["totals"]));
}

#[test]
fn what_cannot_tell_is_told() {
    let folder = folder("cannot-tell", Build::Plain);
    std::fs::write(folder.join("a.smt2"), "(check-sat)").unwrap();
    let solver = format!("toy={}", toy_program(&folder));
    let (code, _, stderr) = gainsay(&folder, &["coverage", "--solver", &solver, "a.smt2"]);
    assert!(code == 2 && stderr.contains("is not built with coverage counters"), "{stderr}");
    let (code, _, stderr) = gainsay(&folder, &["coverage", "a", "b"]);
    assert!(code == 2 && stderr.contains("name one campaign"), "{stderr}");
}

pub const GUIDED: [&str; 4] = ["--logic", "QF_LIA", "--strategy", "fusion,operators"];

/// Tests that reach something new become seeds, and every test can be made again from what was written down.
#[test]
fn a_guided_hunt_keeps_what_reaches_new_code() {
    let folder = folder("guided", Build::Edges);
    // In two runs: what was written down in the first is known in the second.
    let units = 800;
    for tests in ["400", "800"] {
        hunt(&folder, &[&GUIDED[..], &["--guide", "coverage", "-j", "2", "--tests", tests]].concat());
    }
    assert!(coverage(&folder)["kept"].as_u64().unwrap() > 0);
    let setup = made_again(&folder.join("c"), units);
    // It goes on as it began, and as nothing else.
    let (code, _, stderr) = gainsay(&folder, &["hunt", "--campaign", "c", "--tests", "800"]);
    assert!(code == 0 || code == 10, "{stderr}");
    assert_eq!(Store::look_into(&folder.join("c")).unwrap().setup().unwrap().guide, setup.guide);
    let (code, _, stderr) = gainsay(&folder, &["hunt", "--campaign", "c", "--tests", "800", "--seed", "5"]);
    assert!(code == 2 && stderr.contains("--seed"), "{stderr}");
}

/// Makes all tests of a guided campaign again from what was written down, some of them from tests that were kept; gives its
/// setup.
pub fn made_again(campaign: &Path, units: u64) -> Setup {
    let mut store = Store::look_into(campaign).unwrap();
    let (setup, tally) = (store.setup().unwrap(), store.tally().unwrap());
    let choices = store.kept().unwrap().choices().unwrap();
    assert!(choices.values().flatten().count() > 0, "{choices:?}");

    let plan = Plan::of(&setup).unwrap();
    let seeds = supply(&setup, setup.library().unwrap(), Vec::new(), &store, &Stop::default()).unwrap();
    let schedule = Schedule::of(&setup, &plan, &store).unwrap();
    let (mut checksum, mut from_kept) = (0u64, 0);
    for unit in 0..units {
        let seeds = plan.seeds_of_block(plan.block_of(unit), &*seeds);
        let main = &seeds.inputs.as_ref().unwrap().main;
        if let Some(parent) = main.origin.strip_prefix("unit ") {
            from_kept += 1;
            assert_eq!(Some(&Some(parent.parse().unwrap())), choices.get(&plan.block_of(unit)));
        }
        let Some(test) = plan.make(unit, schedule.written(unit), Some(&seeds)).test else { continue };
        let question = Request::new(test.script(), true);
        checksum = checksum.wrapping_add(digest_with(unit, question.text(Names::AsWritten)));
    }
    assert!(from_kept > 0);
    assert_eq!((tally.units, checksum), (units, tally.checksum));
    setup
}

#[test]
fn a_guide_that_has_nothing_to_go_by_is_told() {
    let folder = folder("blind", Build::Plain);
    let (summary, warnings) = hunt(&folder, &["--tests", "5", "--guide", "coverage", "--strategy", "bits"]);
    assert!(warnings.contains("no solver is built with coverage counters"), "{warnings}");
    assert_eq!((summary["units"].as_u64(), summary["reached"].as_object().unwrap().len()), (Some(5), 0));
    let (code, _, stderr) = gainsay(&folder, &["coverage", "c"]);
    assert!(code == 2 && stderr.contains("none of its solvers is built with coverage counters"), "{stderr}");
}
