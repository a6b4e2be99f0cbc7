//! Fault injection: a command is run again and again, and each time another one of its system calls fails.
//! Shared by the test, which tries a few faults, and by the tool `faults`, which tries all.
//!
//! After a fault nothing may have panicked, hung or been left running, no solver may be accused falsely,
//! everything recorded must still be there, the message must name the cause, and the same command must then
//! reach the same end as without faults.

mod kit;
mod scenarios;

pub use kit::Kit;
pub use scenarios::{SCENARIOS, Scenario};

use kit::Ended;

/// Kinds of faults, which `shim.c` explains.
pub const MODES: [&str; 7] = ["once", "eintr", "short", "full", "files", "broken", "processes"];
/// Faults after which a program must go on: a short read or write, and an interrupted call.
const HARMLESS: [&str; 2] = ["eintr", "short"];

/// The exit code of a hunt in which no solver answered anything.
const NO_ANSWERS: i32 = 3;

/// The result of a scenario without faults.
pub struct Reference {
    code: Option<i32>,
    result: String,
}

/// The result of one fault.
pub struct Trial {
    /// The first failed call, as the shim describes it; empty if the command ended before.
    pub failed: String,
    /// What went wrong.
    pub complaints: Vec<String>,
}

/// Runs a scenario without faults, twice: its result must be reproducible.
pub fn reference(kit: &Kit, scenario: &Scenario) -> Reference {
    let mut runs = [(); 2].map(|()| {
        kit.renew(scenario);
        let ended = kit.run(scenario.arguments, None);
        let result = (scenario.result)(kit, &ended)
            .unwrap_or_else(|error| panic!("{}: {error}\n{ended:?}", scenario.name));
        Reference { code: ended.code, result }
    });
    assert_eq!(runs[0].result, runs[1].result, "{}", scenario.name);
    assert_eq!(runs[0].code, Some(scenario.done), "{}", scenario.name);
    std::mem::replace(&mut runs[0], Reference { code: None, result: String::new() })
}

/// The number of calls of a scenario that could fail in this mode.
pub fn count(kit: &Kit, scenario: &Scenario, mode: &str) -> u64 {
    kit.renew(scenario);
    kit.run(scenario.arguments, Some((mode, 0))).calls
}

/// Lets call number `at` of a scenario fail, and examines the consequences.
pub fn trial(kit: &Kit, scenario: &Scenario, reference: &Reference, mode: &str, at: u64) -> Trial {
    kit.renew(scenario);
    let ended = kit.run(scenario.arguments, Some((mode, at)));
    let mut complaints = Vec::new();
    if let Some(complaint) = unfit_end(&ended, scenario, mode) {
        complaints.push(complaint);
    }
    let is_done = ended.code == Some(scenario.done);
    if is_done || !scenario.others.iter().any(|code| ended.code == Some(*code)) {
        complaints.extend(difference(kit, scenario, reference, &ended, "it claims to be done"));
    } else if let Some(complaint) = unfit_message(&ended) {
        complaints.push(complaint);
    }
    complaints.extend((scenario.intact)(kit).err().map(|lost| format!("something is lost: {lost}")));
    complaints.extend(kit.left_behind().map(|left| format!("left behind: {left}")));
    if !is_done {
        let again = kit.run(scenario.arguments, None);
        // A hunt with few units left may end without any answer, because the solver knows none to these
        // questions.
        let again = match again.code {
            Some(NO_ANSWERS) if scenario.done == 0 => Ended { code: Some(0), ..again },
            _ => again,
        };
        complaints.extend(difference(kit, scenario, reference, &again, "the second time"));
    }
    if !complaints.is_empty() {
        complaints.push(format!("it ended with {:?} and said: {}", ended.code, ended.err.trim()));
    }
    Trial { failed: ended.failed, complaints }
}

/// A complaint if the program ended in a way that is never allowed.
fn unfit_end(ended: &Ended, scenario: &Scenario, mode: &str) -> Option<String> {
    let code = ended.code.unwrap_or(128);
    if ended.hung {
        Some("it hung".to_owned())
    } else if code >= 128 {
        Some("it was killed by a signal".to_owned())
    } else if ["panicked at", "RUST_BACKTRACE", "memory allocation of"]
        .iter()
        .any(|word| ended.err.contains(word))
    {
        Some("it panicked".to_owned())
    } else if code != scenario.done && !scenario.others.contains(&code) {
        Some(format!("exit code {code} means something else"))
    } else if HARMLESS.contains(&mode) && code != scenario.done {
        Some("what is harmless ended it".to_owned())
    } else {
        None
    }
}

/// Words for causes: the system's, and ours where we know the cause better.
const CAUSES: [&str; 19] = [
    "Input/output error",
    "No space left on device",
    "Too many open files",
    "Resource temporarily unavailable",
    "Operation not permitted",
    "Permission denied",
    "Cannot allocate memory",
    "No locks available",
    "Device or resource busy",
    "No such process",
    "Interrupted system call",
    "disk I/O error",
    "disk is full",
    "database or disk is full",
    "unable to open database file",
    "locking protocol",
    // SQLite takes any failure to lock for another process's lock.
    "database is locked",
    "disk image is malformed",
    // The folder exists but could not be examined.
    "File exists",
];

/// A complaint if the message does not name the cause.
fn unfit_message(ended: &Ended) -> Option<String> {
    let says = CAUSES.iter().any(|cause| ended.err.contains(cause));
    (!says).then(|| "the message does not name the cause".to_owned())
}

/// The difference to the result without faults.
fn difference(
    kit: &Kit,
    scenario: &Scenario,
    reference: &Reference,
    ended: &Ended,
    when: &str,
) -> Option<String> {
    match (scenario.result)(kit, ended) {
        Err(error) => Some(format!("{when}: {error}; it ended with {:?}: {}", ended.code, ended.err.trim())),
        Ok(_) if ended.code != reference.code => {
            Some(format!("{when} it ended with {:?}: {}", ended.code, ended.err.trim()))
        }
        Ok(result) if result != reference.result => {
            Some(format!("{when} there is another result: {}", first_difference(&reference.result, &result)))
        }
        Ok(_) => None,
    }
}

fn first_difference(wanted: &str, found: &str) -> String {
    let mut lines = wanted.lines().zip(found.lines()).filter(|(a, b)| a != b);
    match lines.next() {
        Some((wanted, found)) => format!("{found}, not {wanted}"),
        None => format!("{} lines, not {}", found.lines().count(), wanted.lines().count()),
    }
}
