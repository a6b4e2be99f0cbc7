//! Known wrong answers, judged: given a table of bugs, what does `gainsay check` say of each release that is wrong about its file?

use crate::bench::{Bench, Options};
use crate::refind::{read_rows, table_of};
use crate::table::{NONE, Table};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    /// The known bugs: a CSV table with the columns file, kind, solver, version and options, or a folder with a bugs.csv
    #[arg(long, value_name = "TABLE")]
    bugs: PathBuf,
    /// Only these releases, such as z3@4.8.7, with commas between [default: all that are installed]
    #[arg(long, value_delimiter = ',')]
    solver: Vec<String>,
    /// Those to ask beside them, with `;` between
    #[arg(long, default_value = "z3@5.4.0;cvc5@1.4.2")]
    beside: String,
    /// Time for each question, as for `gainsay check`
    #[arg(short, long, default_value = "5")]
    timeout: String,
    /// Only rows without options
    #[arg(long)]
    without_options: bool,
    /// Print JSON, one object a row
    #[arg(long)]
    json: bool,
    /// The gainsay to be used [default: the one that this program is linked with]
    #[arg(long, value_name = "PROGRAM")]
    gainsay: Option<PathBuf>,
}

/// What a row comes to.
struct Judged {
    file: String,
    release: String,
    said: String,
    /// A kind of finding that is proved or derived, `disputed`, `not shown` or `alarm`.
    verdict: String,
    certainty: String,
    evidence: String,
    /// Why gainsay itself does not decide it.
    undecided: String,
}

/// `papers proved`.
pub fn command(args: &Args) -> anyhow::Result<String> {
    let options = Options { gainsay: args.gainsay.clone(), ..Options::on_bugs(args.bugs.clone()) };
    let mut bench = Bench::open(&options)?;
    let (folder, text) = table_of(&args.bugs)?;
    let mut installed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut judged = Vec::new();
    for [file, kind, solver, version, options, _] in read_rows(&text)? {
        let release = format!("{solver}@{version}");
        let is_meant = args.solver.is_empty() || args.solver.contains(&release);
        if kind != "soundness" || !is_meant || args.without_options && !options.is_empty() {
            continue;
        }
        if !installed.contains_key(solver) {
            installed.insert(solver, bench.releases(solver)?.into_iter().collect());
        }
        if !installed[solver].contains(version) {
            continue;
        }
        let accused = format!("{release} {options}").trim().to_owned();
        let path = folder.join(file).to_string_lossy().into_owned();
        let solvers = format!("{accused};{}", args.beside);
        let asked =
            ["check", &path, "--solver", &solvers, "-t", &args.timeout, "-j", "1", "--no-cores", "--json"];
        judged.push(Judged::of(file, &accused, &bench.ask(&asked)?));
    }
    let lines = || judged.iter().map(|row| format!("{}\n", row.json())).collect();
    Ok(if args.json { lines() } else { format!("{}\n{}", counted(&judged), unproved(&judged)) })
}

impl Judged {
    /// Of the questions of a file, the first with a finding about the release counts.
    fn of(file: &str, release: &str, records: &[Value]) -> Judged {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let own = |finding: &&Value| {
            finding["solver"] == release
                && matches!(finding["kind"].as_str(), Some("wrong-sat" | "wrong-unsat" | "invalid-model"))
        };
        let findings_of = |record: &Value| record["findings"].as_array().cloned().unwrap_or_default();
        let accused = records.iter().find(|record| findings_of(record).iter().any(|one| own(&one)));
        let answers = |record: &Value| -> BTreeSet<String> {
            let answers = record["answers"].as_array().cloned().unwrap_or_default();
            answers.iter().map(|said| text(&said["answer"])).collect()
        };
        let contrary = |record: &&Value| ["sat", "unsat"].iter().all(|word| answers(record).contains(*word));
        let disputed = records.iter().find(contrary);
        let Some(record) = accused.or(disputed).or(records.last()) else {
            let none = String::new;
            let [said, certainty, evidence, undecided] = [none(), none(), none(), none()];
            let (file, release, verdict) = (file.to_owned(), release.to_owned(), "not shown".to_owned());
            return Judged { file, release, said, verdict, certainty, evidence, undecided };
        };
        let finding = findings_of(record).into_iter().find(|one| own(&one));
        let has_alarms = record["alarms"].as_array().is_some_and(|alarms| !alarms.is_empty());
        let verdict = match &finding {
            _ if has_alarms => "alarm".to_owned(),
            Some(finding) => text(&finding["kind"]),
            None if disputed.is_some() => "disputed".to_owned(),
            None => "not shown".to_owned(),
        };
        Judged {
            file: file.to_owned(),
            release: release.to_owned(),
            said: text(&record["answers"][0]["answer"]),
            verdict,
            certainty: finding.map(|finding| text(&finding["certainty"])).unwrap_or_default(),
            evidence: text(&record["evidence"]),
            undecided: text(&record["undecided"]),
        }
    }

    fn json(&self) -> Value {
        json!({
            "file": self.file,
            "solver": self.release,
            "said": self.said,
            "verdict": self.verdict,
            "certainty": self.certainty,
            "evidence": self.evidence,
            "undecided": self.undecided,
        })
    }
}

/// How many rows come to what, in a sentence.
fn counted(judged: &[Judged]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for row in judged {
        let verdict = format!("{} {}", row.certainty, row.verdict).trim().to_owned();
        *counts.entry(verdict).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.into_iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    format!("Of {} rows: {}.\n", judged.len(), counts.join(", "))
}

/// The rows that are not proved, one by one.
fn unproved(judged: &[Judged]) -> Table {
    let mut table = Table::new(["file", "solver", "said", "verdict", "why it is not proved"]);
    for row in judged.iter().filter(|row| row.certainty != "proved") {
        let why = if row.undecided.is_empty() { NONE } else { &row.undecided };
        table.row([&row.file, &row.release, &row.said, &row.verdict, why]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::Judged;
    use serde_json::json;

    #[test]
    fn a_row_is_what_its_first_finding_says() {
        let record = |kind: &str, answers: [&str; 2]| {
            json!({
                "answers": [{ "answer": answers[0] }, { "answer": answers[1] }],
                "findings": [{ "solver": "z3@1", "kind": kind, "certainty": "proved" }],
                "evidence": "refuted",
            })
        };
        let verdict = |record| {
            let judged = Judged::of("a.smt2", "z3@1", &[record]);
            (judged.verdict, judged.certainty)
        };
        assert_eq!(verdict(record("wrong-sat", ["sat", "unsat"])), ("wrong-sat".into(), "proved".into()));
        assert_eq!(verdict(record("disagreement", ["sat", "unsat"])), ("disputed".into(), String::new()));
        assert_eq!(verdict(record("slow", ["unsat", "unsat"])), ("not shown".into(), String::new()));
    }
}
