//! Makes tests, asks solvers through sessions, and prints what they do wrong:
//! `try_maker STRATEGY --solver z3@4.8.7 [--solver ..] [--seconds N] [--seed N] [--timeout SECONDS]`.

use gainsay::consult::{Request, testimony};
use gainsay::judge::{FindingKind, Verdict, judge};
use gainsay::rng::Rng;
use gainsay::script::{Names, Printer};
use gainsay::solver::{Catalogue, Limits, Session, SessionConfig};
use gainsay::strategy::{Inputs, Steps, strategy};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str =
    "usage: try_maker STRATEGY --solver NAME@VERSION .. [--seconds N] [--seed N] [--timeout SECONDS]";
/// So many findings of one kind and solver are printed.
const SHOWN: usize = 3;

struct Config {
    strategy: String,
    solvers: Vec<String>,
    seconds: u64,
    seed: u64,
    timeout: f64,
}

fn main() -> ExitCode {
    let Some(config) = config() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn config() -> Option<Config> {
    let mut words = std::env::args().skip(1);
    let strategy = words.next()?;
    let mut config = Config { strategy, solvers: Vec::new(), seconds: 60, seed: 1, timeout: 1.0 };
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word.as_str() {
            "--solver" => config.solvers.push(value),
            "--seconds" => config.seconds = value.parse().ok()?,
            "--seed" => config.seed = value.parse().ok()?,
            "--timeout" => config.timeout = value.parse().ok()?,
            _ => return None,
        }
    }
    (!config.solvers.is_empty()).then_some(config)
}

fn run(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = Catalogue::load(None)?;
    let strategy = strategy(&config.strategy)?;
    let mut sessions = Vec::new();
    for name in &config.solvers {
        let solver = catalogue.solver(name)?;
        sessions.push((Session::new(solver, SessionConfig::default()), Names::default()));
    }
    let limits = Limits::seconds(config.timeout);
    let end = Instant::now() + Duration::from_secs(config.seconds);
    let mut outcomes: BTreeMap<(String, &'static str), u64> = BTreeMap::new();
    let mut found: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
    let mut tests = 0u64;
    for unit in 0.. {
        if Instant::now() > end {
            break;
        }
        // Small first, again and again.
        let size = 1 + (unit % u64::from(Inputs::LARGE)) as u32;
        let made = strategy.make(
            &Inputs::of_size(size),
            &mut Rng::of_unit(config.seed, unit),
            &mut Steps::default(),
        );
        let Ok(test) = made else { continue };
        tests += 1;
        let question = Request::new(test.script(), false);
        let mut testimonies = Vec::new();
        for (session, names) in &mut sessions {
            let solver = session.solver().clone();
            let answer = question.ask_through(&solver, session, names, &limits)?;
            *outcomes.entry((solver.label(), answer.outcome.word())).or_default() += 1;
            testimonies.push(testimony(&solver, answer));
        }
        let verdict = judge(&test, &testimonies);
        report(&verdict, unit, &Printer::default().script(test.script()), &mut found);
    }
    println!("{tests} tests");
    outcomes.iter().for_each(|((solver, word), count)| println!("{solver:32} {word:20} {count}"));
    println!("findings:");
    found.iter().for_each(|((solver, word), count)| println!("{solver:32} {word:20} {count}"));
    Ok(())
}

fn report(verdict: &Verdict, unit: u64, text: &str, found: &mut BTreeMap<(String, &'static str), usize>) {
    for alarm in &verdict.alarms {
        println!("ALARM {} unit {unit}: {}\n{text}", alarm.solver, alarm.why);
    }
    for finding in &verdict.findings {
        // What only says something in comparison is left to others.
        if matches!(finding.kind, FindingKind::Slow | FindingKind::RejectedInput | FindingKind::Incomplete) {
            continue;
        }
        let count = found.entry((finding.solver.clone(), finding.kind.word())).or_default();
        *count += 1;
        if *count <= SHOWN {
            let (kind, certainty) = (finding.kind.word(), finding.certainty.word());
            println!("{kind} ({certainty}) of {} unit {unit}: {}", finding.solver, finding.why);
            finding.lines().for_each(|detail| println!("  {detail}"));
            println!("{text}");
        }
    }
}
