//! The score as tables and as JSON.

use super::mark::{Expected, Mark};
use super::score::{Failure, Kind, Marks, Score};
use crate::cli::check::aligned;
use crate::quote::{markdown, one_line};
use crate::words::{counted, grouped, time};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

impl Score {
    pub fn as_text(&self, seconds: f64, is_complete: bool, as_markdown: bool) -> String {
        let [tests, claimed, unknown] = self.tests();
        let mut text = String::new();
        if self.untold() > 0 && !as_markdown {
            text += &format!(".. and {} more; --json lists all\n", grouped(self.untold() as u64));
        }
        let stopped = if is_complete { "" } else { " (stopped before the end)" };
        text += &format!(
            "\n{} in {}{stopped}; the answer of {} is known by evidence that was checked",
            counted(tests, "test"),
            time(seconds),
            grouped((tests - claimed - unknown) as u64)
        );
        if claimed > 0 {
            text += &format!(", that of {} is only claimed", grouped(claimed as u64));
        }
        text += "\n";
        for (at, solver) in self.solvers.iter().enumerate() {
            let table = self.table(at);
            text += &if as_markdown {
                format!("\n### {}\n\n{}", markdown(solver), in_markdown(&table))
            } else {
                format!("\n{}\n\n{}", one_line(solver), aligned(&table))
            };
        }
        for (title, lines) in [
            ("Tests whose comments do not hold, and are no evidence:", &self.remarks),
            ("ALARM: gainsay contradicts itself, please report it:", &self.alarms),
        ] {
            if !lines.is_empty() {
                text += &format!("\n{title}\n");
            }
            for line in lines {
                text += &match as_markdown {
                    true => format!("- {}\n", markdown(&one_line(line))),
                    false => format!("  {}\n", one_line(line)),
                };
            }
        }
        text
    }

    /// The marks of a solver: by answer and class, then by operation and answer, then all.
    fn table(&self, solver: usize) -> Vec<Vec<String>> {
        let by_class = self.sums(solver, |kind| match &kind.class {
            Some(class) => Some(format!("{}, {class}", in_words(&kind.expected))),
            None => Some(in_words(&kind.expected)),
        });
        let by_operation = self.sums(solver, |kind| {
            Some(format!("{}, {}", kind.operation.as_deref()?, in_words(&kind.expected)))
        });
        let all = self.sums(solver, |_| Some("all".to_owned()));
        let total = all.values().next().copied().unwrap_or_default();
        let is_shown = |mark: &Mark| mark.is_always_shown() || total[*mark as usize] > 0;
        let shown: Vec<Mark> = Mark::ALL.into_iter().filter(is_shown).collect();
        let mut rows = vec![vec![String::new(), "tests".to_owned()]];
        rows[0].extend(shown.iter().map(|mark| mark.word().to_owned()));
        for (name, marks) in by_class.iter().chain(&by_operation).chain(&all) {
            let mut row = vec![name.clone(), marks.iter().sum::<usize>().to_string()];
            row.extend(shown.iter().map(|mark| marks[*mark as usize].to_string()));
            rows.push(row);
        }
        rows
    }

    /// The marks of a solver, summed over all kinds with the same name; kinds without a name are left out.
    fn sums(&self, solver: usize, name: impl Fn(&Kind) -> Option<String>) -> BTreeMap<String, Marks> {
        let mut sums: BTreeMap<String, Marks> = BTreeMap::new();
        for (kind, marks) in &self.kinds {
            let Some(name) = name(kind) else { continue };
            let sum = sums.entry(name).or_default();
            sum.iter_mut().zip(&marks[solver]).for_each(|(sum, count)| *sum += count);
        }
        sums
    }

    pub fn as_json(&self, seconds: f64, is_complete: bool) -> String {
        let [tests, claimed, unknown] = self.tests();
        let mut rows = Vec::new();
        for (kind, marks) in &self.kinds {
            for (solver, marks) in self.solvers.iter().zip(marks) {
                rows.push(row(solver, kind, marks));
            }
        }
        let failures: Vec<Value> = self.failures.iter().map(failure).collect();
        json!({
            "complete": is_complete,
            "seconds": seconds,
            "tests": tests,
            "checked": tests - claimed - unknown,
            "claimed": claimed,
            "solvers": self.solvers,
            "rows": rows,
            "failures": failures,
            "remarks": self.remarks,
            "alarms": self.alarms,
        })
        .to_string()
    }
}

fn row(solver: &str, kind: &Kind, marks: &Marks) -> Value {
    let counts = Mark::ALL.iter().map(|mark| (mark.word().replace(' ', "_"), json!(marks[*mark as usize])));
    json!({
        "solver": solver,
        "operation": kind.operation,
        "class": kind.class,
        "status": kind.expected.status,
        "claimed": kind.expected.is_claimed,
        "tests": marks.iter().sum::<usize>(),
        "marks": counts.collect::<Map<String, Value>>(),
    })
}

fn failure(failure: &Failure) -> Value {
    json!({
        "file": failure.file,
        "solver": failure.solver,
        "mark": failure.mark.word().replace(' ', "_"),
        "status": failure.expected.status,
        "claimed": failure.expected.is_claimed,
        "answer": failure.answer,
        "why": failure.why,
    })
}

fn in_words(expected: &Expected) -> String {
    let claimed = if expected.is_claimed { " (claimed)" } else { "" };
    format!("{}{claimed}", expected.status)
}

/// A Markdown table. The first row is the heading; numbers are right-aligned.
fn in_markdown(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| markdown(cell)).collect();
        text += &format!("| {} |\n", cells.join(" | "));
        if number == 0 {
            text += &format!("|---|{}\n", "--:|".repeat(row.len().saturating_sub(1)));
        }
    }
    text
}
