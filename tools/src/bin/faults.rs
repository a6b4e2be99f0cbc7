//! Lets every system call of gainsay's commands fail, one after another, and reports what that breaks: `tests/faults` says what
//! may not happen. Takes some minutes for each scenario; the parts of a sweep can be run beside each other.
//!
//! ```text
//! cargo build --release && cargo run --release -p gainsay-tools --bin faults -- hunt --mode once --step 1 --from 1
//! ```
//!
//! `all` stands for all scenarios, and so it does for modes. `--step N --from K` is one of N parts.

#![allow(clippy::unwrap_used)] // As in the tests with which they share most of this.

#[path = "../../../tests/support/imp/mod.rs"]
mod imp;
#[path = "../../../tests/faults/sweep/mod.rs"]
mod sweep;

use std::process::ExitCode;
use sweep::{Kit, MODES, SCENARIOS, Scenario, count, reference, trial};

/// What the user wants.
struct Wanted {
    scenario: String,
    mode: String,
    step: u64,
    from: u64,
    /// Stop beginning trials after so many seconds.
    seconds: u64,
}

fn main() -> ExitCode {
    let Some(wanted) = wanted() else {
        let names: Vec<&str> = SCENARIOS.iter().map(|scenario| scenario.name).collect();
        eprintln!("usage: faults SCENARIO|all [--mode MODE|all] [--step N] [--from K] [--for SECONDS]");
        eprintln!("scenarios: {}; modes: {}", names.join(" "), MODES.join(" "));
        return ExitCode::from(2);
    };
    let gainsay = std::env::current_exe().unwrap_or_default().with_file_name("gainsay");
    let folder = std::env::temp_dir().join(format!("gainsay-faults-{}", std::process::id()));
    let kit = Kit::new(&gainsay, &imp::build(&folder), &folder);
    let start = std::time::Instant::now();
    let mut failures = 0;
    for scenario in SCENARIOS.iter().filter(|scenario| ["all", scenario.name].contains(&&*wanted.scenario)) {
        let reference = reference(&kit, scenario);
        for mode in MODES.into_iter().filter(|mode| ["all", mode].contains(&&*wanted.mode)) {
            let calls = count(&kit, scenario, mode);
            // A fault may make more calls than there are without it.
            let (mut tried, mut bad, mut at) = (0, 0, wanted.from);
            while at <= calls && start.elapsed().as_secs() < wanted.seconds {
                let trial = trial(&kit, scenario, &reference, mode, at);
                tried += 1;
                if !trial.complaints.is_empty() {
                    bad += 1;
                    println!(
                        "{} {mode} {at}: {}\n    {}",
                        scenario.name,
                        trial.failed,
                        trial.complaints.join("\n    ")
                    );
                }
                at += wanted.step;
            }
            let left = if at <= calls { format!("; go on with --from {at}") } else { String::new() };
            println!("{} {mode}: {calls} calls, {tried} tried, {bad} bad{left}", scenario.name);
            failures += bad;
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    if failures > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

fn wanted() -> Option<Wanted> {
    let mut arguments = std::env::args().skip(1);
    let scenario = arguments.next()?;
    let mut wanted = Wanted { scenario, mode: "all".to_owned(), step: 1, from: 1, seconds: u64::MAX };
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match &*name {
            "--mode" => wanted.mode = value,
            "--step" => wanted.step = value.parse().ok().filter(|step| *step > 0)?,
            "--from" => wanted.from = value.parse().ok()?,
            "--for" => wanted.seconds = value.parse().ok()?,
            _ => return None,
        }
    }
    let is_known = |scenario: &Scenario| ["all", scenario.name].contains(&&*wanted.scenario);
    (SCENARIOS.iter().any(is_known) && (wanted.mode == "all" || MODES.contains(&&*wanted.mode)))
        .then_some(wanted)
}
