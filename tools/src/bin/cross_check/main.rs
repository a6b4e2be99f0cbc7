//! Compares the evaluator with solvers on random ground terms: `cross_check --terms 1000000 [--seed N] [--theory T]
//! [--solver NAME]`.
//!
//! Terms are applications of the operator table up to four deep. Each is evaluated, and a solver is asked whether the
//! value is another one, many terms in one question. Every disagreement is printed as the smallest application that
//! shows it; the summary counts them by theory.

#[path = "../../../../tests/theory/applications.rs"]
mod applications;
#[path = "../../../../tests/theory/check.rs"]
mod check;
#[path = "../../../../tests/theory/patterns.rs"]
mod patterns;

use applications::Term;
use check::{Judge, NAMES, Reply, Verdict, culprit, deviates, evaluate};
use gainsay::rng::Rng;
use gainsay::theory::{Meaning, Op};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str = "usage: cross_check --terms N [--seed N] [--theory NAME] [--solver NAME]";
/// Terms in one question.
const BATCH: usize = 250;
const DEPTH: u32 = 4;
/// Theories in which a solver takes so long that fewer terms are asked about.
const SLOW: &[(&str, &str)] = &[("z3", "Sequences"), ("z3", "ArraysEx"), ("cvc5", "ArraysEx")];

struct Config {
    terms: usize,
    seed: u64,
    theory: Option<String>,
    solver: Option<String>,
}

#[derive(Default)]
struct Counts {
    terms: usize,
    agreed: usize,
    open: usize,
    unknown: usize,
    rejected: usize,
    silent: usize,
    deviations: usize,
    disagreements: usize,
}

fn main() -> ExitCode {
    let Some(config) = config() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let mut counts: BTreeMap<(&str, &str), Counts> = BTreeMap::new();
    let names: Vec<&str> =
        NAMES.into_iter().filter(|name| config.solver.as_deref().is_none_or(|only| only == *name)).collect();
    let mut workers: Vec<Worker> = names.iter().map(|name| Worker::new(name, &config)).collect();
    workers.retain(|worker| !worker.rows.is_empty());
    if workers.is_empty() {
        eprintln!("no such solver, or none that knows the theory\n{USAGE}");
        return ExitCode::from(2);
    }
    let start = Instant::now();
    let mut done = 0;
    let mut reported = 0;
    while done < config.terms {
        for worker in &mut workers {
            done += worker.batch(&mut counts);
        }
        if done / 10_000 > reported {
            reported = done / 10_000;
            let rate = done as f64 / start.elapsed().as_secs_f64();
            let wrong: usize = counts.values().map(|counts| counts.disagreements).sum();
            eprintln!("{done} terms, {rate:.0} a second, {wrong} disagreements");
        }
    }
    let wrong = print_summary(&counts);
    println!("{done} terms in {:.0} s", start.elapsed().as_secs_f64());
    ExitCode::from(if wrong == 0 { 0 } else { 1 })
}

fn config() -> Option<Config> {
    let mut config = Config { terms: 0, seed: 1, theory: None, solver: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word.as_str() {
            "--terms" => config.terms = value.parse().ok()?,
            "--seed" => config.seed = value.parse().ok()?,
            "--theory" => config.theory = Some(value),
            "--solver" => config.solver = Some(value),
            _ => return None,
        }
    }
    (config.terms > 0).then_some(config)
}

/// A solver with the terms that are made for it.
struct Worker {
    judge: Judge,
    generator: applications::Generator,
    rows: Vec<&'static Op>,
    /// Whether all rows are of one theory.
    is_only: bool,
}

impl Worker {
    fn new(name: &str, config: &Config) -> Worker {
        let judge = Judge::new(name);
        let unit = NAMES.iter().position(|other| *other == name).unwrap_or(0) as u64;
        let generator = judge.generator(Rng::of_unit(config.seed, unit));
        let wanted = |op: &&'static Op| {
            config.theory.as_deref().is_none_or(|theory| theory == op.theory)
                && !matches!(op.meaning, Meaning::Unknown(_))
        };
        let rows = generator.language.rows.iter().copied().filter(wanted).collect();
        Worker { judge, generator, rows, is_only: config.theory.is_some() }
    }

    /// Makes and checks some terms; gives their number.
    fn batch(&mut self, counts: &mut BTreeMap<(&'static str, &'static str), Counts>) -> usize {
        let mut terms = Vec::new();
        while terms.len() < BATCH {
            let op = *self.generator.rng.pick(&self.rows);
            if SLOW.contains(&(self.judge.name, op.theory)) && !self.generator.rng.one_in(8) && !self.is_only
            {
                continue;
            }
            let made = match self.generator.rng.below(20) {
                0 => self.generator.quantified(op),
                1..=4 => self.generator.row(op),
                _ => self.generator.nested(op, DEPTH),
            };
            terms.extend(made.map(|term| (op, term)));
        }
        let only: Vec<Term> = terms.iter().map(|(_, term)| term.clone()).collect();
        let verdicts = evaluate(&only);
        let mut claims: Vec<(&'static Op, &Term, &str)> = Vec::new();
        for ((op, term), verdict) in terms.iter().zip(&verdicts) {
            let counts = counts.entry((op.theory, self.judge.name)).or_default();
            counts.terms += 1;
            match verdict {
                Verdict::Value(value) => {
                    claims.push((op, term, value));
                    self.generator.keep(term);
                }
                Verdict::Open => counts.open += 1,
                Verdict::Unknown(_) => counts.unknown += 1,
            }
        }
        let pairs: Vec<(&Term, &str)> = claims.iter().map(|(_, term, value)| (*term, *value)).collect();
        for ((op, term, value), reply) in claims.iter().zip(self.judge.compare(&pairs)) {
            let counts = counts.entry((op.theory, self.judge.name)).or_default();
            match reply {
                Reply::Agrees => counts.agreed += 1,
                Reply::Rejects(why) => {
                    counts.rejected += 1;
                    eprintln!("{} rejects {}: {why}", self.judge.name, term.text);
                }
                Reply::Silent(_) => counts.silent += 1,
                Reply::Differs => {
                    let (small, ours) = culprit(&mut self.judge, term);
                    if deviates(self.judge.profile(), &small) {
                        counts.deviations += 1;
                        continue;
                    }
                    counts.disagreements += 1;
                    println!("{}: {} is {ours} to us", self.judge.name, small.text);
                    println!("  in {} which is {value}", term.text);
                }
            }
        }
        terms.len()
    }
}

/// Prints the table; gives the number of disagreements.
fn print_summary(counts: &BTreeMap<(&str, &str), Counts>) -> usize {
    let mut wrong = 0;
    println!(
        "{:20} {:9} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>9} {:>13}",
        "theory",
        "solver",
        "terms",
        "agreed",
        "open",
        "unknown",
        "rejected",
        "silent",
        "deviation",
        "disagreements"
    );
    for ((theory, solver), c) in counts {
        println!(
            "{theory:20} {solver:9} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>9} {:>13}",
            c.terms, c.agreed, c.open, c.unknown, c.rejected, c.silent, c.deviations, c.disagreements
        );
        wrong += c.disagreements;
    }
    wrong
}
