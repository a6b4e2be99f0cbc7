//! A sample of the corpus is put to real solvers, as it was and as we print it: the answers must be the same.

use crate::text;
use gainsay::answer::{Answer, Outcome, Status};
use gainsay::script::{Printer, Script};
use gainsay::solver::{Ask, Catalogue, Limits, Solver};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const SOLVERS: [&str; 2] = ["z3@5.4.0", "cvc5@1.4.2"];
const SECONDS: f64 = 1.5;
/// Larger files are left to the other checks.
const LARGEST: usize = 60_000;
/// So many files must have been answered both ways by some solver.
const WANTED: usize = 500;

pub fn check(folder: &Path, files: &[PathBuf], sample: usize) -> Vec<String> {
    let solvers: Result<Vec<Solver>, _> = Catalogue::load(None)
        .and_then(|catalogue| SOLVERS.iter().map(|name| catalogue.solver(name)).collect());
    let solvers = match solvers {
        Ok(solvers) => solvers,
        Err(error) => return vec![format!("no solvers: {error}")],
    };
    // A stride through the sorted list: the same files every time, from every folder.
    let stride = files.len().div_ceil(sample.max(1)).max(1);
    let chosen: Vec<&PathBuf> = files.iter().step_by(stride).collect();
    let next = AtomicUsize::new(0);
    let answered = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(path) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let original = text(path);
                    if original.len() > LARGEST {
                        continue;
                    }
                    let printed = Printer::default().script(&Script::read(&original));
                    let verdicts = solvers.iter().map(|solver| compare(solver, &original, &printed));
                    let verdicts: Vec<Verdict> = verdicts.collect();
                    if verdicts.iter().any(|verdict| matches!(verdict, Verdict::Same)) {
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                    for (verdict, solver) in verdicts.iter().zip(&solvers) {
                        if let Verdict::Different(how) = verdict {
                            let name = path.strip_prefix(folder).unwrap_or(path).display();
                            let failure = format!("{name}: {} {how}", solver.label());
                            failures.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(failure);
                        }
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap_or_default();
    let answered = answered.into_inner();
    println!("{} files put to {}: {answered} answered alike", chosen.len(), SOLVERS.join(" and "));
    if answered < WANTED && files.len() > WANTED {
        failures.push(format!("only {answered} files of the sample were answered, {WANTED} are wanted"));
    }
    failures.sort();
    failures
}

enum Verdict {
    Same,
    /// No answer to the original, or none in time.
    Nothing,
    Different(String),
}

fn compare(solver: &Solver, original: &str, printed: &str) -> Verdict {
    let ask = |script: &str| solver.clone().ask(script, &Limits::seconds(SECONDS));
    let before = match ask(original) {
        Ok(answer) if is_answered(&answer.outcome, &answer.statuses) => answer.statuses,
        _ => return Verdict::Nothing,
    };
    match ask(printed) {
        Ok(answer) if answer.statuses == before => Verdict::Same,
        Ok(Answer { outcome: Outcome::Rejected(why), .. }) => {
            Verdict::Different(format!("rejects the printed script: {why}"))
        }
        Ok(answer) if answer.statuses.len() == before.len() && contradicts(&before, &answer.statuses) => {
            Verdict::Different(format!("answers {before:?} and, printed, {:?}", answer.statuses))
        }
        _ => Verdict::Nothing,
    }
}

fn is_answered(outcome: &Outcome, statuses: &[Status]) -> bool {
    matches!(outcome, Outcome::Sat | Outcome::Unsat) && !statuses.is_empty()
}

/// Whether one says sat where the other says unsat; `unknown` may come and go with the order of things.
fn contradicts(before: &[Status], after: &[Status]) -> bool {
    before.iter().zip(after).any(|(a, b)| a != b && *a != Status::Unknown && *b != Status::Unknown)
}
