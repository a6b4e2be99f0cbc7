//! What users write on the command line and what they get to read, as values.

use gainsay::cli::{duration, time_name};
use std::process::Command;

/// Whether `--versions` takes a text: if it does, the script is looked for next, which is not there.
fn are_versions(text: &str) -> bool {
    let arguments = ["bisect", "no-such-file.smt2", "--solver", "z3", "--versions", text];
    let output = Command::new(env!("CARGO_BIN_EXE_gainsay"))
        .args(arguments)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let (refused, taken) = (said.contains("versions are wanted"), said.contains("cannot read no-such-file"));
    assert!(refused != taken, "{text}: {said}");
    taken
}

#[test]
fn versions_are_ranges_or_lists() {
    for text in ["4.8.5..5.4.0", "4.8..", "..4.13", "..", "4.12.2,5.4.0", "5.4.0"] {
        assert!(are_versions(text), "{text}");
    }
    for text in ["", "newest", "4.8.5..newest", ","] {
        assert!(!are_versions(text), "{text}");
    }
}

#[test]
fn times_have_readable_names() {
    assert_eq!(time_name(0), "1970-01-01-000000");
    assert_eq!(time_name(951_827_696), "2000-02-29-123456");
    assert_eq!(time_name(1_798_761_599), "2026-12-31-235959");
}

#[test]
fn times_are_read_as_people_write_them() {
    let seconds = |text| duration(text).map(|time| time.as_secs()).ok();
    let cases = [("60s", 60), ("2h", 7200), ("90m", 5400), ("1h30m", 5400), ("45", 45), ("1d", 86_400)];
    for (text, wanted) in cases {
        assert_eq!(seconds(text), Some(wanted), "{text}");
    }
    for text in ["", "0s", "h", "5x", "-5s", "1.5h", "99999999999999999999s", "9999999999999999d"] {
        assert_eq!(seconds(text), None, "{text}");
    }
}
