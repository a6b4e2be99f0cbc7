//! Table 4 and what belongs to it: tests with known answers, and what solvers make of them.

use super::SOLVERS;
use super::sample::{copy, sample, whole as whole_suite};
use crate::bench::{Bench, file_name};
use crate::statistics::whole;
use crate::table::{NONE, Table};
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeMap;

/// Table 4: numbers of tests.
const TESTS: [(&str, &str); 3] = [("sat", "6,120"), ("unsat", "458"), ("unsat, with patterns", "458")];

pub fn tests(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in whole_suite(bench)? {
        // 00682-sat-constant-assignment.smt2
        let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (status, class) =
            name.split_once('-').and_then(|(_, rest)| rest.split_once('-')).unwrap_or_default();
        let kind = if class.ends_with("-with-patterns") {
            format!("{status}, with patterns")
        } else {
            status.to_owned()
        };
        *counts.entry(kind).or_default() += 1;
        *counts.entry(format!("{status}: {class}")).or_default() += 1;
    }
    let mut table = Table::new(["tests", "paper", "ours"]);
    for (kind, printed) in TESTS {
        table.row([kind, printed, &whole(counts.remove(kind).unwrap_or(0) as f64)]);
    }
    for (class, count) in counts {
        table.row([&class, NONE, &whole(count as f64)]);
    }
    Ok(table)
}

/// What the prose of Section 4.1 says of the tests of a status.
const TABLE_4: [(&str, &str, &str); 4] = [
    ("Z3-seq", "sat", "1,003 of 6,120 unknown"),
    ("Z3str3", "sat", "245 of 6,120 unsound"),
    ("CVC4", "sat", "none unsound"),
    ("CVC4", "unsat", "none unsound"),
];

/// Columns of our tables: marks of `gainsay suite`.
const MARKS: [(&str, &[&str]); 9] = [
    ("right", &["right"]),
    ("wrong", &["wrong"]),
    ("disputed", &["disputed", "no_truth"]),
    ("bad model", &["bad_model"]),
    ("bad core", &["bad_core"]),
    ("unknown", &["unknown"]),
    ("timeout", &["timeout", "out_of_memory"]),
    ("crash, other bug", &["crash", "other_bug"]),
    ("not taken", &["rejected", "not_asked"]),
];

fn solvers(bench: &Bench) -> Vec<(String, String)> {
    match &bench.options().solver {
        Some(solver) => vec![(solver.clone(), solver.clone())],
        None => SOLVERS.map(|(name, solver)| (name.to_owned(), solver.to_owned())).to_vec(),
    }
}

/// The sample of Table 4, in a folder.
fn sample_of_table4(bench: &mut Bench) -> anyhow::Result<String> {
    let counts = [bench.count(300, 6120), bench.count(50, 916)];
    let name = format!("sample-{}-{}", counts[0], counts[1]);
    if !bench.folder.join(&name).exists() {
        sample(bench, &name, "sat", counts[0])?;
        sample(bench, &name, "unsat", counts[1])?;
    }
    Ok(name)
}

/// What a solver makes of a folder of tests.
fn run_suite(bench: &mut Bench, folder: &str, solver: &str, more: &[&str]) -> anyhow::Result<Value> {
    let limit = format!("{}s", if bench.options().paper_scale { 15 } else { 1 });
    let mut arguments = vec!["suite", folder, "--solver", solver, "-t", &limit, "-j", "1"];
    arguments.extend(more);
    arguments.push("--json");
    let name = file_name(&arguments);
    bench.remembered(&arguments, &name)?.events.pop().context("gainsay suite says nothing")
}

/// Sums of marks for rows of the answer that fit.
fn marks(told: &Value, fits: impl Fn(&str, &str) -> bool) -> (u64, Vec<u64>) {
    let rows = told["rows"].as_array().into_iter().flatten();
    let rows: Vec<&Value> = rows
        .filter(|row| fits(row["status"].as_str().unwrap_or(""), row["class"].as_str().unwrap_or("")))
        .collect();
    let sum = |key: &dyn Fn(&Value) -> u64| rows.iter().map(|row| key(row)).sum();
    let tests = sum(&|row| row["tests"].as_u64().unwrap_or(0));
    let counts = MARKS.iter().map(|(_, words)| {
        sum(&|row| words.iter().map(|word| row["marks"][word].as_u64().unwrap_or(0)).sum())
    });
    (tests, counts.collect())
}

fn row_of_marks(table: &mut Table, first: [&str; 3], (tests, counts): (u64, Vec<u64>)) {
    let figures = [tests].into_iter().chain(counts).map(|count| count.to_string());
    table.row(first.map(str::to_owned).into_iter().chain(figures));
}

fn columns(first: [&'static str; 3]) -> Vec<&'static str> {
    first.into_iter().chain(["tests"]).chain(MARKS.map(|(name, _)| name)).collect()
}

pub fn table4(bench: &mut Bench) -> anyhow::Result<Table> {
    let folder = sample_of_table4(bench)?;
    let mut table = Table::new(columns(["solver", "category", "paper"]));
    for (name, solver) in solvers(bench) {
        let told = run_suite(bench, &folder, &solver, &[])?;
        let rows = told["rows"].as_array().into_iter().flatten();
        let mut classes: Vec<(&str, &str)> =
            rows.filter_map(|row| Some((row["status"].as_str()?, row["class"].as_str()?))).collect();
        classes.sort_unstable();
        classes.dedup();
        let label = if name == solver { name.clone() } else { format!("{name}: {solver}") };
        for (status, class) in classes {
            let counts = marks(&told, |other, of| (other, of) == (status, class));
            row_of_marks(&mut table, [&label, &format!("{status}, {class}"), ""], counts);
        }
        for status in ["sat", "unsat"] {
            let printed = TABLE_4
                .iter()
                .find(|(of, kind, _)| (*of, *kind) == (name.as_str(), status))
                .map_or(NONE, |(.., text)| text);
            let counts = marks(&told, |other, _| other == status);
            row_of_marks(&mut table, [&label, &format!("all {status}"), printed], counts);
        }
    }
    Ok(table)
}

/// Failing tests on z3 4.8.6 and CVC4 1.7: the legible sums of Table 4, and the prose.
const IMPROVEMENTS: [(&str, &str); 3] = [
    ("Z3-seq", "6 sat, none unsound; 69 unsat answered sat"),
    ("Z3str3", "237 sat, 40 unsound; 33 unsat unsound"),
    ("CVC4", "0 sat"),
];

pub fn improvements(bench: &mut Bench) -> anyhow::Result<Table> {
    let folder = sample_of_table4(bench)?;
    let mut table = Table::new(columns(["failed on", "asked again", "paper: still failing"]));
    for (name, solver) in SOLVERS {
        let newest = if solver.contains("cvc4") { "cvc5" } else { "z3" };
        let told = run_suite(bench, &folder, solver, &[])?;
        let again = format!("failed-{name}");
        let target = bench.folder.join(&again);
        let _ = std::fs::remove_dir_all(&target);
        std::fs::create_dir_all(&target)?;
        for failure in told["failures"].as_array().into_iter().flatten() {
            // What a release does not know, it does not fail.
            let taken = !["rejected", "not_asked"].contains(&failure["mark"].as_str().unwrap_or(""));
            if let Some(file) = failure["file"].as_str().filter(|_| taken) {
                copy(&bench.folder.join(file), &target)?;
            }
        }
        let printed = IMPROVEMENTS.iter().find(|(of, _)| *of == name).map_or(NONE, |(_, text)| text);
        if std::fs::read_dir(&target)?.next().is_none() {
            table.row([name, newest, printed, "0"]);
            continue;
        }
        let told = run_suite(bench, &again, newest, &[])?;
        row_of_marks(&mut table, [name, newest, printed], marks(&told, |_, _| true));
    }
    Ok(table)
}

pub fn seeds(bench: &mut Bench) -> anyhow::Result<Table> {
    let folder = sample_of_table4(bench)?;
    let printed = [("Z3-seq", "less stable"), ("Z3str3", "less stable"), ("CVC4", "the same")];
    let mut table = Table::new(columns(["solver", "random seeds", "paper"]));
    for (name, solver) in SOLVERS {
        let text = printed.iter().find(|(of, _)| *of == name).map_or(NONE, |(_, text)| text);
        for more in [&["--status", "sat"][..], &["--status", "sat", "--other-seed", "1465"]] {
            let told = run_suite(bench, &folder, solver, more)?;
            let asked = if more.len() > 2 { "0 and 1465" } else { "0" };
            row_of_marks(&mut table, [&format!("{name}: {solver}"), asked, text], marks(&told, |_, _| true));
        }
    }
    Ok(table)
}

/// Section 4.2: timeouts among 700 tests; all others were right.
const STRINGFUZZ: [(&str, &str); 3] =
    [("Z3-seq", "82 timeouts"), ("Z3str3", "82 timeouts"), ("CVC4", "74 timeouts")];

pub fn stringfuzz(bench: &mut Bench) -> anyhow::Result<Table> {
    let folder = bench.options().stringfuzz.clone().context("--stringfuzz is needed")?.canonicalize()?;
    // What is written down does not depend on where the user has them.
    const LINK: &str = "stringfuzz-tests";
    let link = bench.folder.join(LINK);
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(folder, &link).with_context(|| link.display().to_string())?;
    let mut table = Table::new(columns(["solver", "", "paper: of 700"]));
    for (name, solver) in SOLVERS {
        let told = run_suite(bench, LINK, solver, &[])?;
        let printed = STRINGFUZZ.iter().find(|(of, _)| *of == name).map_or(NONE, |(_, text)| text);
        row_of_marks(&mut table, [name, solver, printed], marks(&told, |_, _| true));
    }
    Ok(table)
}
