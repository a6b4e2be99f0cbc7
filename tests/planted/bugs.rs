//! Each planted bug is found, confirmed, put into one bucket, and reproduced by its folder.

use crate::planted::solvers::{
    HONEST, asking, confirmed, examined, planted, script, suspects, test, with_honest,
};
use crate::support::cpu_seconds;
use gainsay::consult::Consultation;
use gainsay::judge::{Certainty, FindingKind};
use gainsay::report;
use gainsay::script::Printer;
use gainsay::solver::{Ask, Limits, Session, SessionConfig};
use gainsay::triage::{Bug, Confirmed, Examined, Ignores, Unit, state_leak};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A planted bug, the operator that triggers it, and the expected finding.
struct Planted {
    bug: &'static str,
    operator: &'static str,
    satisfiable: bool,
    kind: FindingKind,
    certainty: Certainty,
    how: Consultation,
    /// The number of tests that trigger it.
    tests: usize,
}

impl Planted {
    fn new(bug: &'static str, operator: &'static str, satisfiable: bool, kind: FindingKind) -> Planted {
        let how = asking(cpu_seconds(10.0));
        Planted { bug, operator, satisfiable, kind, certainty: Certainty::Proved, how, tests: 2 }
    }

    /// Finds, confirms and reports the bug; there must be no other finding.
    fn hunt(self) {
        let solver = planted(self.bug);
        let _ = std::fs::remove_dir_all(folder(self.bug));
        let solvers = with_honest(&solver);
        for satisfiable in [true, false] {
            let others = suspects(&test("bvsub", satisfiable, 1), &solvers, &self.how);
            assert!(others.is_empty(), "{}: {others:?}", self.bug);
        }
        let mut found: Vec<Confirmed> = Vec::new();
        for number in 0..self.tests {
            let test = test(self.operator, self.satisfiable, number);
            for suspect in suspects(&test, &solvers, &self.how) {
                found.push(confirmed(examined(suspect, &solvers, &self.how.limits)));
            }
        }
        let kinds: Vec<_> = found.iter().map(|one| (one.finding.kind, one.finding.certainty)).collect();
        assert_eq!(kinds, vec![(self.kind, self.certainty); self.tests], "{}", self.bug);
        let buckets: BTreeSet<String> = found.iter().map(|one| one.bucket().key()).collect();
        assert_eq!(buckets.len(), 1, "{}: {buckets:?}", self.bug);
        assert!(found.iter().all(|one| one.solver.arguments.is_empty() && one.others.len() == HONEST.len()));
        let folders: BTreeSet<PathBuf> = found.into_iter().map(|one| write(self.bug, one)).collect();
        let [folder] = folders.into_iter().collect::<Vec<_>>().try_into().expect("one folder");
        check_repro(&folder);
    }
}

fn folder(bug: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted").join(bug)
}

fn write(bug: &str, original: Confirmed) -> PathBuf {
    let unit = Some(Unit { campaign: "campaign".to_owned(), finding: 1, unit: 0, seed: 0 });
    report::write(
        &folder(bug),
        &Bug { original, reduced: None, mended_by: Vec::new(), unit, made_from: None },
    )
    .unwrap()
}

/// Checks that the folder's script shows the bug in the planted solver, and not in the real one.
pub fn check_repro(folder: &Path) {
    let run = |solver: Option<String>| {
        let mut command = Command::new("sh");
        // It must work from any folder.
        command.arg(folder.join("repro.sh")).current_dir("/").env_remove("SOLVER");
        command.envs(solver.map(|solver| ("SOLVER", solver)));
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, text) = run(None);
    assert_eq!(code, Some(0), "{}: {text}", folder.display());
    let (code, text) = run(Some(format!("{} -smt2 -in", HONEST[0].argv[0])));
    assert_eq!(code, Some(1), "{}: {text}", folder.display());
    let (code, text) = run(Some("/no/such/solver".to_owned()));
    assert_eq!(code, Some(125), "{}: {text}", folder.display());
}

#[test]
fn wrong_unsat() {
    Planted::new("wrong-unsat", "bvmul", true, FindingKind::WrongUnsat).hunt();
}

#[test]
fn wrong_sat() {
    Planted::new("wrong-sat", "bvudiv", false, FindingKind::WrongSat).hunt();
}

#[test]
fn bad_model() {
    Planted::new("bad-model", "bvadd", true, FindingKind::InvalidModel).hunt();
}

#[test]
fn bad_core() {
    let mut planted = Planted::new("bad-core", "bvand", false, FindingKind::InvalidCore);
    planted.how.cores = true;
    planted.hunt();
}

#[test]
fn crash_by_signal() {
    Planted::new("segfault", "bvor", true, FindingKind::Crash).hunt();
}

#[test]
fn crash_by_assertion() {
    Planted::new("assertion", "bvshl", false, FindingKind::Crash).hunt();
}

#[test]
fn hang() {
    let mut planted = Planted::new("hang", "bvlshr", true, FindingKind::Slow);
    planted.certainty = Certainty::Disputed;
    planted.tests = 1;
    planted.how.limits = Limits::seconds(5.0);
    planted.hunt();
}

#[test]
fn memory() {
    let mut planted = Planted::new("memory", "bvurem", true, FindingKind::Memory);
    planted.certainty = Certainty::Disputed;
    // The memory limit is reached long before the time limit.
    planted.how.limits = Limits { memory: 512 << 20, ..cpu_seconds(60.0) };
    planted.hunt();
}

#[test]
fn unknown() {
    let mut planted = Planted::new("unknown", "bvashr", true, FindingKind::Incomplete);
    planted.certainty = Certainty::Disputed;
    planted.hunt();
}

#[test]
fn nondeterminism() {
    let mut planted = Planted::new("nondeterminism", "bvnand", true, FindingKind::Nondeterminism);
    planted.how.other_seed = Some(7);
    planted.hunt();
}

#[test]
fn leak_of_state() {
    let solver = planted("state-leak");
    let _ = std::fs::remove_dir_all(folder("state-leak"));
    let config = SessionConfig { sample_every: 8, ..SessionConfig::default() };
    let mut session = Session::new(solver.clone(), config);
    let limits = cpu_seconds(10.0);
    for number in 0..8 {
        let operator = if number == 3 { "bvxor" } else { "bvsub" };
        let text = Printer::default().script(&script(operator, true, number));
        session.ask(&text, &limits).unwrap();
    }
    let off = session.off().expect("the leak was seen");
    let leak = confirmed(state_leak(off, &solver, &limits, &Ignores::default()).unwrap());
    assert_eq!((leak.finding.kind, leak.finding.certainty), (FindingKind::StateLeak, Certainty::Proved));
    let [before] = <[String; 1]>::try_from(leak.before.clone()).unwrap();
    assert!(before.contains("bvxor") && leak.text.contains("x7"), "{before}\n{}", leak.text);
    assert_eq!(leak.session_text(), format!("{before}\n(reset)\n{}", leak.text));
    let again = state_leak(off, &planted("honest"), &limits, &Ignores::default()).unwrap();
    assert!(matches!(again, Examined::NotConfirmed(_)), "{again:?}");
    check_repro(&write("state-leak", leak));
}

/// Output that is no answer to the question, or no text, is not a bug.
#[test]
fn bad_manners_are_no_bugs() {
    for (bug, operator) in [("error-before", "bvnor"), ("flood", "bvsdiv"), ("not-utf8", "bvsrem")] {
        let solvers = with_honest(&planted(bug));
        let how = asking(Limits { output: 1 << 20, ..cpu_seconds(10.0) });
        let test = test(operator, true, 1);
        let found = suspects(&test, &solvers, &how);
        assert!(found.iter().all(|suspect| !suspect.finding.is_bug()), "{bug}: {found:?}");
        if bug == "error-before" {
            let [suspect] = <[_; 1]>::try_from(found).unwrap();
            assert_eq!(suspect.finding.kind, FindingKind::RejectedInput);
            let outcome = examined(suspect, &solvers, &how.limits);
            assert!(matches!(outcome, Examined::NotConfirmed(_)), "{outcome:?}");
        }
    }
}
