//! Hunts that test nothing say so: solvers that never answer, and seeds that cannot be used.

use crate::campaign::{Folder, events, output, summary};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

/// A solver that is a shell script.
fn fake(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{name}=./{name}")
}

const BITS: &[&str] = &["hunt", "--strategy", "bits", "-j", "1", "--campaign", "campaign"];

#[test]
fn a_solver_that_never_answers_is_told_early_and_at_the_end() {
    let folder = Folder::new("mute");
    let mute = fake(&folder, "mute", "echo unknown");
    let (code, stdout, stderr) =
        output(&folder.0, &[BITS, &["--solver", &mute, "--solver", "yices", "--tests", "150"]].concat());
    assert_eq!(code, 3, "{stdout}{stderr}");
    let warnings: Vec<&str> = stderr.lines().filter(|line| line.contains("mute answered none of")).collect();
    assert_eq!(warnings.len(), 2, "{stderr}");
    let asked = |line: &str| line.split_whitespace().nth(5).and_then(|word| word.parse::<u64>().ok());
    let (early, late) = (asked(warnings[0]).unwrap(), asked(warnings[1]).unwrap());
    assert!(early < late && early >= 10, "{early} of {late}");
    assert!(stdout.contains("but no answers from mute"), "{stdout}");
    assert!(!stdout.contains("no bugs"), "{stdout}");
}

#[test]
fn a_solver_that_rejects_everything_is_quoted() {
    let folder = Folder::new("rejects");
    let text = "echo '(error \"line 1 column 7: logic not supported\")'; echo unknown";
    // To the first easy question it answers, so that it is no wrong command.
    let text = format!("[ -f \"$1\" ] && grep -q 'bvadd x #b0001' $1 && {{ echo sat; exit; }}\n{text}");
    let picky = fake(&folder, "picky", &text);
    let arguments = ["--json", "--solver", &picky, "--tests", "60"];
    let (code, stdout, stderr) = output(&folder.0, &[BITS, &arguments].concat());
    assert_eq!(code, 3, "{stdout}{stderr}");
    let events = events(&stdout);
    let silent = events.iter().find(|event| event["event"] == "silent").expect("an event");
    assert_eq!((&silent["solver"], &silent["answered"]), (&"picky".into(), &0.into()));
    assert!(silent["sample"].as_str().unwrap().contains("logic not supported"), "{silent}");
    assert_eq!(summary(&events)["silent"][0]["solver"], "picky");
}

#[test]
fn bugs_count_for_more_than_silence() {
    let folder = Folder::new("mute-and-wrong");
    let mute = fake(&folder, "mute", "echo unknown");
    let wrong = fake(&folder, "wrong", "echo unsat");
    let arguments = ["--solver", &mute, "--solver", &wrong, "--tests", "12"];
    let (code, stdout, stderr) = output(&folder.0, &[BITS, &arguments].concat());
    assert_eq!(code, 10, "{stdout}{stderr}");
    assert!(stderr.contains("mute answered none"), "{stderr}");
}

#[test]
fn without_a_usable_seed_a_hunt_stops_at_once() {
    let folder = Folder::new("no-seeds");
    fs::write(folder.join("idle.smt2"), "(set-logic QF_LIA)(declare-const x Int)(assert (> x 0))").unwrap();
    fs::write(
        folder.join("plain.smt2"),
        "(set-logic QF_UFLIA)(declare-fun f (Int) Int)(assert (= (f 0) 1))(check-sat)",
    )
    .unwrap();
    let hunt = |seed: &str, strategies: &str, campaign: &str| {
        let arguments = ["hunt", seed, "--solver", "yices", "-j", "2", "--strategy", strategies];
        // Nothing but itself ends it.
        output(&folder.0, &[&arguments[..], &["--campaign", campaign, "--tests", "1000000"]].concat())
    };
    let (code, stdout, _) = hunt("idle.smt2", "fusion,operators", "one");
    assert_eq!(code, 3, "{stdout}");
    assert!(
        stdout
            .contains("nothing was tested: the only seed, idle.smt2, cannot be used: it has no (check-sat)"),
        "{stdout}"
    );
    let (code, stdout, _) = hunt("plain.smt2", "fusion", "two");
    assert_eq!(code, 3, "{stdout}");
    assert!(stdout.contains("nothing was tested: no test could be made in"), "{stdout}");
    assert!(stdout.contains("(fusion: no change applies)"), "{stdout}");
}

#[test]
fn strategies_that_need_no_seed_go_on_without() {
    let folder = Folder::new("some-seeds");
    fs::write(folder.join("idle.smt2"), "(set-logic QF_LIA)(declare-const x Int)(assert (> x 0))").unwrap();
    let arguments = ["hunt", "idle.smt2", "--solver", "yices", "-j", "1", "--strategy", "fusion,bits"];
    let (code, stdout, stderr) =
        output(&folder.0, &[&arguments[..], &["--campaign", "campaign", "--tests", "40"]].concat());
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(stderr.contains("only strategies that need none make tests: bits"), "{stderr}");
}

#[test]
fn a_closed_pipe_does_not_hide_bugs() {
    let folder = Folder::new("closed-pipe");
    let closed = |solver: &str, campaign: &str| {
        let (reader, writer) = std::io::pipe().unwrap();
        // The first line is read, as by `head -1`.
        let mut child = crate::campaign::gainsay(&folder.0, &["hunt", "--strategy", "bits", "-j", "1"])
            .args(["--solver", solver, "--campaign", campaign, "--tests", "400"])
            .stdout(writer)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut reader = std::io::BufReader::new(reader);
        std::io::BufRead::read_line(&mut reader, &mut String::new()).unwrap();
        drop(reader);
        child.wait().unwrap().code()
    };
    assert_eq!(closed(&fake(&folder, "wrong", "echo unsat"), "bugs"), Some(10));
    assert_eq!(closed("yices", "none"), Some(141));
}

#[test]
fn two_solvers_do_not_share_a_name() {
    let folder = Folder::new("namesakes");
    let (first, second) = (fake(&folder, "a", "echo unknown"), fake(&folder, "b", "echo unknown"));
    let second = second.replace("b=", "a=");
    let (code, _, stderr) = output(&folder.0, &[BITS, &["--solver", &first, "--solver", &second]].concat());
    assert_eq!(code, 2);
    assert!(stderr.contains("two solvers are called `a`"), "{stderr}");
}

#[test]
fn a_program_that_is_no_solver_is_refused() {
    let folder = Folder::new("cat");
    let (code, _, stderr) = output(&folder.0, &[BITS, &["--solver", "cat", "--tests", "1"]].concat());
    assert_eq!(code, 2);
    assert!(stderr.contains("answers neither sat, nor unsat, nor unknown"), "{stderr}");
}

#[test]
fn the_doctor_notices_who_says_sat_to_everything() {
    let folder = Folder::new("doctor");
    let liar = fake(&folder, "a-solver-with-quite-a-long-name", "echo sat");
    let (code, stdout, _) = output(&folder.0, &["solvers", "doctor", &liar, "yices"]);
    assert_eq!(code, 1, "{stdout}");
    assert!(stdout.contains("answers sat to an easy question that is unsat"), "{stdout}");
    let column = |name: &str, word: &str| {
        let line = stdout.lines().find(|line| line.starts_with(name)).unwrap();
        line.find(word).unwrap() + word.len()
    };
    assert_eq!(column("a-solver", "no"), column("SOLVER", "ANSWERS"));
    assert_eq!(column("yices", "yes"), column("SOLVER", "ANSWERS"));
}
