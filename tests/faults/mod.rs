//! Fault injection: a thinned sweep. The tool `faults` tries all faults.

mod sweep;

use crate::support::{imp, program};
use std::path::Path;
use sweep::{Kit, MODES, SCENARIOS, count, reference, trial};

/// Tries every `step`-th call of some scenarios.
fn nothing_breaks(name: &str, scenarios: &[&str], step: u64) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let kit = Kit::new(program(), &imp::build(&folder), &folder);
    let mut tried = 0;
    for scenario in SCENARIOS.iter().filter(|scenario| scenarios.contains(&scenario.name)) {
        let reference = reference(&kit, scenario);
        for mode in MODES {
            let calls = count(&kit, scenario, mode);
            for at in (step / 2..=calls).step_by(step as usize) {
                let trial = trial(&kit, scenario, &reference, mode, at);
                let complaints = trial.complaints.join("\n  ");
                assert!(
                    complaints.is_empty(),
                    "{} {mode} {at}: {}\n  {complaints}",
                    scenario.name,
                    trial.failed
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 20, "only {tried} faults were tried");
}

#[test]
fn a_hunt_survives_whatever_fails() {
    nothing_breaks("faults-hunt", &["hunt", "resume"], 211);
}

#[test]
fn bugs_survive_whatever_fails() {
    nothing_breaks("faults-bugs", &["bugs", "reduce", "check", "prove"], 307);
}

#[test]
fn campaigns_of_others_survive_whatever_fails() {
    nothing_breaks("faults-merge", &["merge", "docket", "export", "site"], 101);
}
