//! What users write on the command line and what they get to read, as values.

use gainsay::cli::{command, duration, megabytes, seconds, time_name};
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Whether `--versions` takes a text: if it does, the script is looked for next, which is not there.
fn are_versions(text: &str) -> bool {
    let arguments = ["bisect", "no-such-file.smt2", "--solver", "z3", "--versions", text];
    let output =
        crate::support::gainsay().args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let (refused, taken) = (said.contains("expected versions"), said.contains("cannot read no-such-file"));
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
fn times_have_units() {
    let read = ["5", "0.5", "5s", "500ms", "2m", " 1.5 h", "1e9", "", "s", "-1", "0", "5x", "NaN", "inf"];
    let right = [5.0, 0.5, 5.0, 0.5, 120.0, 5400.0].map(Some).into_iter().chain([None; 8]);
    for (text, right) in read.into_iter().zip(right) {
        assert_eq!(seconds(text).ok(), right, "{text}");
    }
}

#[test]
fn sizes_have_units() {
    let read =
        ["4096", "512M", "4G", "4GiB", "1.5g", "512 MB", "4T", "63", "1", "-1G", "4K", "", "G", "much"];
    let right = [4096, 512, 4096, 4096, 1536, 512, 4 << 20].map(Some).into_iter().chain([None; 7]);
    for (text, right) in read.into_iter().zip(right) {
        assert_eq!(megabytes(text).ok(), right, "{text}");
    }
    // Bytes of the largest can still be counted.
    assert!(megabytes("99999999999999999999G").is_ok_and(|large| large.checked_mul(1 << 20).is_some()));
}

/// What is longer is broken anywhere, and with it the columns of the examples.
#[test]
fn what_stands_below_the_help_fits_on_the_screen() {
    const WIDTH: usize = 100;
    let mut lines = 0;
    for command in command().get_subcommands() {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{}: {line}", command.get_name());
            lines += 1;
        }
    }
    assert!(lines > 80, "only {lines} lines");
}

#[test]
fn nobody_needs_to_listen() {
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join("many-errors.smt2");
    fs::write(&script, "(assert nobody)) ".repeat(1000)).unwrap();
    // The other end is closed at once, as by `2>&1 | head`.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = crate::support::gainsay()
        .args(["fmt".as_ref(), script.as_os_str()])
        .stdout(Stdio::null())
        .stderr(writer)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
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

#[test]
fn what_is_no_text_is_not_rewritten() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("latin.smt2");
    let bytes = b"; caf\xe9\n(check-sat)\n";
    fs::write(&path, bytes).unwrap();
    let output = crate::support::gainsay()
        .args(["fmt".as_ref(), "--in-place".as_ref(), path.as_os_str()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}
