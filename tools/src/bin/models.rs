//! Asks solvers for models of the satisfiable scripts of a folder, reads and evaluates them, and says what came of it.
//!
//! ```text
//! cargo run --release -p gainsay-tools --bin models -- FOLDER [--solvers z3,cvc5] [--seconds 2] [--all]
//! ```
//! Scripts are those below folders named `sat`; with `--all`, every script.

use gainsay::answer::Outcome;
use gainsay::eval::{Evaluator, Limits as Work, explain, read_model, value_text};
use gainsay::script::{Binder, Printer, Script, View};
use gainsay::solver::{Ask, Catalogue, Limits, Solver, asking_for_model};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const SOLVERS: &str = "z3,cvc5,yices,bitwuzla";
const THREADS: usize = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first().map(PathBuf::from) else {
        eprintln!("usage: models FOLDER [--solvers z3,cvc5] [--seconds 2] [--all]");
        return ExitCode::from(2);
    };
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let seconds = option("--seconds").and_then(|text| text.parse().ok()).unwrap_or(2.0);
    let names = option("--solvers").unwrap_or_else(|| SOLVERS.to_owned());
    let catalogue = Catalogue::load(None);
    let solvers: Result<Vec<Solver>, _> =
        catalogue.and_then(|catalogue| names.split(',').map(|name| catalogue.solver(name)).collect());
    let solvers = match solvers {
        Ok(solvers) => solvers,
        Err(error) => {
            eprintln!("no solvers: {error}");
            return ExitCode::from(2);
        }
    };
    let files = scripts(&folder, arguments.iter().any(|argument| argument == "--all"));
    let tallies = survey(&files, &solvers, seconds, &folder);
    for (solver, tally) in solvers.iter().zip(&tallies) {
        println!("{}", tally.text(&solver.label()));
    }
    println!("{}", Tally::sum(&tallies).text("all"));
    ExitCode::SUCCESS
}

/// The scripts of a folder; unless all are asked for, those that are said to be satisfiable.
fn scripts(folder: &Path, all: bool) -> Vec<PathBuf> {
    let mut found = gainsay::files::find(folder).unwrap_or_default();
    found.retain(|path| all || path.parent().is_some_and(|folder| folder.ends_with("sat")));
    found.sort();
    found
}

/// What came of the models of one solver.
#[derive(Clone, Default)]
struct Tally {
    asked: usize,
    models: usize,
    read: usize,
    /// Without and with quantifiers: true, false, unknown.
    evaluated: [[usize; 3]; 2],
    reasons: BTreeMap<String, usize>,
}

impl Tally {
    fn sum(tallies: &[Tally]) -> Tally {
        let mut sum = Tally::default();
        for tally in tallies {
            sum.asked += tally.asked;
            sum.models += tally.models;
            sum.read += tally.read;
            for (row, other) in sum.evaluated.iter_mut().zip(&tally.evaluated) {
                row.iter_mut().zip(other).for_each(|(count, other)| *count += other);
            }
            for (reason, count) in &tally.reasons {
                *sum.reasons.entry(reason.clone()).or_insert(0) += count;
            }
        }
        sum
    }

    fn text(&self, name: &str) -> String {
        let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        let mut text = format!(
            "{name}: {} asked, {} models, {} read ({:.2}%)\n",
            self.asked,
            self.models,
            self.read,
            percent(self.read, self.models)
        );
        for (row, what) in self.evaluated.iter().zip(["quantifier-free", "quantified"]) {
            let total: usize = row.iter().sum();
            text += &format!(
                "  {what}: {} true, {} false, {} unknown ({:.2}% definite)\n",
                row[0],
                row[1],
                row[2],
                percent(row[0] + row[1], total)
            );
        }
        for (reason, count) in &self.reasons {
            text += &format!("  {count:5} {reason}\n");
        }
        text
    }
}

fn survey(files: &[PathBuf], solvers: &[Solver], seconds: f64, folder: &Path) -> Vec<Tally> {
    let next = AtomicUsize::new(0);
    let tallies = Mutex::new(vec![Tally::default(); solvers.len()]);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
                    let name = path.strip_prefix(folder).unwrap_or(path).display().to_string();
                    for (at, solver) in solvers.iter().enumerate() {
                        let result = examine(&text, solver, seconds);
                        let mut tallies = tallies.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        count(&mut tallies[at], result, &name, &solver.label());
                    }
                }
            });
        }
    });
    tallies.into_inner().unwrap_or_default()
}

/// What came of one model.
struct Examined {
    unread: Option<String>,
    quantified: bool,
    verdict: Verdict,
}

enum Verdict {
    True,
    False(String),
    Unknown(String),
}

fn count(tally: &mut Tally, result: Option<Examined>, name: &str, solver: &str) {
    tally.asked += 1;
    let Some(examined) = result else { return };
    tally.models += 1;
    match &examined.unread {
        None => tally.read += 1,
        Some(why) => println!("UNREAD {solver} {name}: {why}"),
    }
    let row = &mut tally.evaluated[usize::from(examined.quantified)];
    match examined.verdict {
        Verdict::True => row[0] += 1,
        Verdict::False(why) => {
            row[1] += 1;
            println!("FALSE {solver} {name}: {why}");
        }
        Verdict::Unknown(why) => {
            row[2] += 1;
            println!(
                "UNKNOWN{} {solver} {name}: {why}",
                if examined.quantified { " (quantified)" } else { "" }
            );
            *tally.reasons.entry(why).or_insert(0) += 1;
        }
    }
}

fn examine(text: &str, solver: &Solver, seconds: f64) -> Option<Examined> {
    let question = asking_for_model(text)?;
    let answer = solver.clone().ask(&question, &Limits::seconds(seconds)).ok()?;
    if answer.outcome != Outcome::Sat {
        return None;
    }
    let model = answer.model?;
    let mut script = Script::read(&question);
    let quantified = is_quantified(&script);
    let read = match read_model(&mut script, &model) {
        Ok(read) => read,
        Err(error) => {
            let why = error.to_string();
            return Some(Examined { unread: Some(why.clone()), quantified, verdict: Verdict::Unknown(why) });
        }
    };
    let unread = read.misunderstood.first().map(ToString::to_string);
    let mut evaluator = Evaluator::new(&script.terms, &read.model, Work::default());
    let mut verdict = Verdict::True;
    let question = script.first_question().unwrap_or_else(|| script.question());
    for assertion in question.assertions() {
        match evaluator.eval_bool(assertion) {
            Ok(true) => {}
            Ok(false) => {
                let why = explain(&mut evaluator, assertion, 1).pop();
                verdict = Verdict::False(why.map_or_else(String::new, |why| show(&script, &why)));
                break;
            }
            Err(unknown) => verdict = Verdict::Unknown(unknown.to_string()),
        }
    }
    Some(Examined { unread, quantified, verdict })
}

fn show(script: &Script, why: &gainsay::eval::Explanation) -> String {
    let print = |term| Printer::default().term(&script.terms, term).chars().take(300).collect::<String>();
    let mut text = print(why.term);
    for (argument, value) in &why.arguments {
        let value = match value {
            Ok(value) => value_text(&script.terms, value, script.terms.sort(*argument)),
            Err(unknown) => Some(unknown.to_string()),
        };
        let value: String = value.unwrap_or_else(|| "a function".to_owned()).chars().take(200).collect();
        text += &format!("\n      {} is {value}", print(*argument));
    }
    text
}

fn is_quantified(script: &Script) -> bool {
    let assertions: Vec<_> = script.assertions().collect();
    script
        .terms
        .postorder(&assertions)
        .iter()
        .any(|&term| matches!(script.terms.view(term), View::Bind(Binder::Forall | Binder::Exists, ..)))
}
