//! Asks a solver that behaves by a random plan, and judges it: nobody may be accused but for what the plan's lie explains, and
//! a lie that can be heard must be found. `tests/planted/hell` has the rules.
//!
//! ```text
//! cargo run --release -p gainsay-tools --bin hell -- FIRST LAST [JOBS [SECONDS]]
//! ```
//!
//! Each number is a plan, and the same plan each time. After so many seconds it says how far it came.

#![allow(clippy::unwrap_used)] // As in the tests with which they share most of this.

#[path = "../../../tests/support/imp/mod.rs"]
mod imp;
#[path = "../../../tests/planted/hell/trial.rs"]
mod trial;

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use trial::{Hell, Plan};

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [first, last, ref jobs @ ..] = numbers[..] else {
        eprintln!("usage: hell FIRST LAST [JOBS [SECONDS]]");
        return ExitCode::from(2);
    };
    let folder = std::env::temp_dir().join(format!("gainsay-hell-{}", std::process::id()));
    let hell = Hell::new(&imp::build(&folder));
    for (lie, scripts) in hell.shown() {
        println!("a lie about {lie} shows in {scripts} of {} scripts", hell.tests.len());
    }
    let (next, bad, lying) = (AtomicU64::new(first), AtomicU64::new(0), AtomicU64::new(0));
    let (start, seconds) = (Instant::now(), jobs.get(1).copied().unwrap_or(u64::MAX));
    let end = AtomicU64::new(last);
    std::thread::scope(|scope| {
        for _ in 0..jobs.first().copied().unwrap_or(1) {
            scope.spawn(|| {
                loop {
                    if start.elapsed().as_secs() >= seconds {
                        end.fetch_min(next.load(Ordering::Relaxed), Ordering::Relaxed);
                    }
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end.load(Ordering::Relaxed) {
                        break;
                    }
                    let plan = Plan::new(seed, hell.tests.len());
                    let complaints = hell.trial(&plan);
                    lying.fetch_add(u64::from(plan.lie.is_some()), Ordering::Relaxed);
                    if !complaints.is_empty() {
                        bad.fetch_add(1, Ordering::Relaxed);
                        println!(
                            "{plan:?}\n  {}\n  {}",
                            hell.text_of(&plan).replace('\n', " "),
                            complaints.join("\n  ")
                        );
                    }
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&folder);
    let (end, lying, bad) = (end.into_inner(), lying.into_inner(), bad.into_inner());
    println!("plans {first} to {end}, {lying} of them with a lie: {bad} bad");
    if bad > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}
