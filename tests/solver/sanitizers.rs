//! Solvers that were built with sanitizers, as their own developers build them.

use crate::solver::guests::QUESTION;
use crate::support::{catalogue, cpu_seconds};
use gainsay::answer::{Answer, Exit, Limit, Outcome};
use gainsay::solver::{Limits, Solver};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The program, built once.
fn program() -> &'static Path {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sanitized");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/solver/sanitized.c");
        let flags = ["-g", "-O0", "-fsanitize=address,undefined", source, "-o"];
        let built = Command::new("cc").args(flags).arg(&program).output().unwrap();
        assert!(built.status.success(), "cc: {}", String::from_utf8_lossy(&built.stderr));
        program
    });
    &PROGRAM
}

fn solver(mode: &str) -> Solver {
    catalogue().solver(&format!("mine={} {mode}", program().display())).unwrap()
}

fn ask(mode: &str, limits: &Limits) -> Answer {
    solver(mode).ask_fresh(QUESTION, limits).unwrap()
}

fn report(answer: &Answer) -> &str {
    answer.sanitizer.as_ref().map_or("", |report| &report.text)
}

#[test]
fn a_build_with_a_sanitizer_lives_within_its_memory() {
    let answer = ask("honest", &Limits { memory: 64 << 20, ..cpu_seconds(20.0) });
    assert_eq!((&answer.outcome, report(&answer)), (&Outcome::Sat, ""), "{}", answer.stderr);
}

#[test]
fn what_a_sanitizer_reports_is_kept_beside_the_answer() {
    let overflow = ask("overflow", &cpu_seconds(20.0));
    assert_eq!((&overflow.outcome, overflow.exit), (&Outcome::Sat, Exit::Code(0)));
    let expected =
        "undefined behaviour: signed integer overflow: + cannot be represented in type 'int' at sanitized.c:";
    assert!(report(&overflow).starts_with(expected), "{}", overflow.stderr);
    let freed = ask("use-after-free", &cpu_seconds(20.0));
    assert_eq!(freed.outcome, Outcome::Sat);
    let expected = "AddressSanitizer: heap-use-after-free in main sanitized.c:";
    assert!(report(&freed).starts_with(expected), "{}", freed.stderr);
}

#[test]
fn what_is_left_to_the_system_at_the_end_is_no_fault_unless_that_is_asked_for() {
    let answer = ask("leak", &cpu_seconds(20.0));
    assert_eq!((&answer.outcome, answer.exit, report(&answer)), (&Outcome::Sat, Exit::Code(0), ""));
}

#[test]
fn a_sanitizer_that_gets_no_memory_reports_no_fault() {
    let huge = ask("huge", &cpu_seconds(20.0));
    assert_eq!((&huge.outcome, report(&huge)), (&Outcome::OutOfMemory, ""), "{}", huge.stderr);
    let grows = ask("grows", &Limits { memory: 200 << 20, ..cpu_seconds(20.0) });
    assert_eq!((&grows.outcome, grows.exit), (&Outcome::OutOfMemory, Exit::Killed(Limit::Memory)));
    // Seen in time, also by a busy machine, and not by chance.
    assert!((200 << 20..2 << 30).contains(&grows.peak_memory), "{}", grows.peak_memory);
}

/// From the hunt to the report: one bucket, a small script, and a shell script that shows it.
#[test]
fn a_hunt_reports_what_a_sanitizer_finds() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sanitizer-hunt");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("seeds")).unwrap();
    let seed = "(set-logic QF_BV)(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))\n\
                (assert (= (bvmul x y) #x0c))(assert (bvult x y))(check-sat)";
    std::fs::write(folder.join("seeds/seed.smt2"), seed).unwrap();
    let output = crate::support::gainsay()
        .args(["hunt", "seeds", "--strategy", "fusion", "--tests", "4", "-t", "60", "-j", "1"])
        .args(["--campaign", "campaign", "--solver", &format!("mine={} bvmul", program().display())])
        .current_dir(&folder)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(10), "{told}");
    let bugs: Vec<PathBuf> =
        std::fs::read_dir(folder.join("campaign/bugs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(bugs.len(), 1, "{told}");
    let bug = &bugs[0];
    assert!(bug.file_name().unwrap().to_string_lossy().starts_with("sanitizer-"), "{}", bug.display());
    let report = std::fs::read_to_string(bug.join("report.md")).unwrap();
    assert!(report.contains("signed integer overflow"), "{report}");
    let script = std::fs::read_to_string(bug.join("bug.smt2")).unwrap();
    assert!(script.contains("bvmul") && script.len() < seed.len(), "{script}");
    let shown = Command::new("sh").arg(bug.join("repro.sh")).output().unwrap();
    assert_eq!(shown.status.code(), Some(0), "{}", String::from_utf8_lossy(&shown.stdout));
}
