//! The formats in which bugs are exported.

use super::super::text::{essence, releases};
use super::{Entry, same_as};
use crate::files::ForeignFolder;
use crate::triage::History;
use gainsay_judge::judge::Finding;
use gainsay_lang::quote::{fenced, markdown, xml};
use gainsay_lang::script::Script;
use gainsay_lang::words::counted;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A format for exporting bugs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text for issue trackers.
    Markdown,
    Json,
    /// JUnit XML, for services that show test results.
    Junit,
    /// Regression tests in cvc5's format.
    Cvc5,
}

impl Format {
    /// The files for these bugs, with their names. `idle` says why the campaign could not test; each reason
    /// becomes a failed test.
    pub fn files(self, entries: &[Entry], idle: &[String]) -> Vec<(String, String)> {
        match self {
            Format::Markdown => markdown_files(entries),
            Format::Json => {
                let same = same_as(entries);
                let all: Vec<Value> =
                    entries.iter().zip(&same).map(|(entry, same)| facts(entry, same.as_ref())).collect();
                vec![("bugs.json".to_owned(), format!("{:#}\n", Value::Array(all)))]
            }
            Format::Junit => vec![("bugs.xml".to_owned(), junit(entries, idle))],
            Format::Cvc5 => {
                let test = |entry: &Entry| Some((name(entry, "smt2"), entry.regression.clone()?));
                entries.iter().filter_map(test).collect()
            }
        }
    }
}

/// The file name for a bug. The solver's name is cleaned: it may come from someone else's database.
fn name(entry: &Entry, ending: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let solver: String = entry.profile.name.chars().map(keep).collect();
    format!("{solver}-{}-{}.{ending}", entry.finding.kind.word(), entry.id)
}

/// One file per bug, or one per solver if its profile asks for that.
fn markdown_files(entries: &[Entry]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut together: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        if entry.profile.reports.together {
            together.entry(&entry.profile.name).or_default().push(entry);
        } else {
            files.push((name(entry, "md"), format!("# {}\n\n{}", markdown(&entry.title), body(entry))));
        }
    }
    for (solver, entries) in together {
        files.push((format!("{solver}.md"), by_theory(solver, &entries)));
    }
    files
}

/// All bugs of a solver in one list, by theory.
fn by_theory(solver: &str, entries: &[&Entry]) -> String {
    let mut theories: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        theories.entry(theory(&entry.script)).or_default().push(entry);
    }
    let mut out = format!("# {}: {}\n", markdown(solver), counted(entries.len(), "bug"));
    for (theory, entries) in theories {
        let _ = write!(out, "\n## {theory}: {}\n", counted(entries.len(), "bug"));
        for entry in entries {
            // Headings inside of an entry are below its title.
            let text = format!("\n### {}\n\n{}", markdown(&entry.title), body(entry));
            out.push_str(&text.replace("\n## ", "\n#### "));
        }
    }
    out
}

/// The theories that a script uses besides the core theory, as text.
pub fn theory(script: &str) -> String {
    theories(script).into_iter().collect::<Vec<_>>().join(" and ")
}

/// The theories that a script uses, without the core theory unless it is the only one.
pub fn theories(script: &str) -> BTreeSet<String> {
    let usage = Script::read(script).usage();
    let names = usage.theories.iter().map(|(theory, _)| *theory);
    let telling: BTreeSet<String> = names.filter(|name| *name != CORE).map(str::to_owned).collect();
    if telling.is_empty() { BTreeSet::from([CORE.to_owned()]) } else { telling }
}

const CORE: &str = "Core";

fn body(entry: &Entry) -> String {
    let mut out = match &entry.record {
        Some(record) => essence(record),
        None => format!("{}\n\n{}", markdown(&entry.finding.why), fenced("smt2", entry.script.trim_end())),
    };
    if let Some(history) = &entry.history {
        let _ = write!(out, "\n## Releases\n\n{}", releases(history));
    }
    if let Some(known) = &entry.known {
        let _ = writeln!(out, "\nKnown: {} ({})", known.what, known.link);
    }
    out
}

/// All facts of a bug as JSON.
fn facts(entry: &Entry, same: Option<&(i64, String)>) -> Value {
    let releases = entry.history.as_ref().map(History::facts);
    let Finding { kind, solver, certainty, why, .. } = &entry.finding;
    json!({
        "id": entry.id, "bug": entry.finding.is_bug(), "kind": kind, "solver": solver, "certainty": certainty,
        "title": entry.title, "why": why, "findings": entry.count, "bucket": entry.key,
        "theory": theory(&entry.script), "script": entry.script, "folder": entry.folder.as_ref().map(ForeignFolder::path),
        "known": entry.known.as_ref().map(|known| &known.link),
        "releases": releases, "same_as": same.map(|(id, _)| id), "same_because": same.map(|(_, why)| why),
    })
}

fn junit(entries: &[Entry], idle: &[String]) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let count = entries.len() + idle.len();
    let tests = count.max(1);
    let _ = writeln!(out, "<testsuite name=\"gainsay\" tests=\"{tests}\" failures=\"{count}\">");
    // Services take a suite without any tests for one that did not run.
    if count == 0 {
        out.push_str("  <testcase classname=\"gainsay\" name=\"no bugs\"/>\n");
    }
    for why in idle {
        let _ = writeln!(
            out,
            "  <testcase classname=\"gainsay\" name=\"solvers answer\">\n    <failure type=\"idle\" message=\"{}\"/>\n  </testcase>",
            xml(why)
        );
    }
    for entry in entries {
        let Finding { kind, solver, why, .. } = &entry.finding;
        let [solver, title, why, script] = [solver, &entry.title, why, &entry.script].map(|text| xml(text));
        let _ = writeln!(
            out,
            "  <testcase classname=\"{solver}\" name=\"{title}\">\n    <failure type=\"{}\" message=\"{why}\">{script}</failure>\n  </testcase>",
            kind.word()
        );
    }
    out.push_str("</testsuite>\n");
    out
}
