//! Every command ends on the first signal, also where its input never does; and it does not wait for what may never come.

use super::{command, gainsay, pipe};
use crate::support::Folder;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

fn signal(child: &Child, signal: i32) {
    // SAFETY: the call takes integers only.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

#[test]
fn named_pipes_and_devices_are_refused_at_once() {
    let folder = Folder::new("pipes");
    pipe(&folder, "p.smt2");
    for input in ["p.smt2", "/dev/zero"] {
        let commands: [&[&str]; 3] =
            [&["check", input, "--solver", "z3"], &["prove", input], &["reduce", input, "--solver", "z3"]];
        for command in commands {
            let ran = gainsay(&folder, command);
            let told = ran.err.contains("named pipe") || ran.err.contains("binary file");
            assert_eq!((ran.code, told), (Some(2), true), "{command:?}: {ran:?}");
        }
    }
    folder.write("x.smt2", "(check-sat)");
    for command in [
        &["check", "--resume", "p.smt2", "x.smt2", "--solver", "z3"][..],
        &["hunt", "--tests", "1", "--pins", "p.smt2"],
    ] {
        let ran = gainsay(&folder, command);
        assert_eq!((ran.code, ran.err.contains("named pipe")), (Some(2), true), "{command:?}: {ran:?}");
    }
    // A seed of a hunt is left out, and the others are used.
    folder.write("s.smt2", "(declare-const x Int)(assert (= x 1))(check-sat)");
    let how = ["--strategy", "unchanged", "--tests", "100", "-j", "1", "--solver", "z3", "--campaign", "c"];
    let ran = gainsay(&folder, &[&["hunt", "p.smt2", "s.smt2"], &how[..]].concat());
    assert_eq!((ran.code, ran.err.contains("named pipe")), (Some(0), true), "{ran:?}");
}

#[test]
fn a_signal_ends_what_waits_for_its_input() {
    let folder = Folder::new("waits");
    for name in ["check", "prove"] {
        let mut started = command(&folder, &[name, "-"]);
        let mut child = started.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // More than the pipe holds: when it is written, the program is reading.
        input.write_all(&b"; waits\n".repeat(100_000)).unwrap();
        signal(&child, libc::SIGTERM);
        let ended = child.wait().unwrap();
        assert!(!ended.success(), "{name}: {ended:?}");
        drop(input);
    }
}

#[test]
fn questions_are_told_when_they_are_done() {
    let folder = Folder::new("told");
    // The second question is answered when the first one was read.
    // The whole script is asked first, and rejected.
    folder.program(
        "slow",
        "grep -q push \"$1\" && exit 1\nhere=$(dirname \"$0\")\n\
         if grep -q second \"$1\"; then while [ ! -e \"$here/go\" ]; do sleep 0.05; done; fi\necho sat",
    );
    folder.write(
        "x.smt2",
        "(declare-const first Bool)(push 1)(assert first)(check-sat)(pop 1)(declare-const second Bool)(assert second)(check-sat)",
    );
    let how = ["check", "x.smt2", "--solver", "slow=./slow", "--no-cores", "--json", "-t", "600"];
    let mut started = command(&folder, &how);
    let mut child = started.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("\"question\":1"), "{first}");
    folder.write("go", "");
    let second = lines.next().unwrap().unwrap();
    assert!(second.contains("\"question\":2"), "{second}");
    child.wait().unwrap();
}

#[test]
fn a_folder_for_temporary_files_that_is_not_there_is_named() {
    let folder = Folder::new("no-tmp");
    folder.write("x.smt2", "(check-sat)");
    let output =
        command(&folder, &["check", "x.smt2", "--solver", "z3"]).env("TMPDIR", "no-such-folder").output();
    let told = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(
        told.contains("no-such-folder") && told.contains("TMPDIR") && !told.contains("installed"),
        "{told}"
    );
}
