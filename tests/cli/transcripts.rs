//! The command line, file by file: drop a script with `; RUN:` lines into `tests/cli/`, run with `BLESS=1`, read the
//! `.out` file that appears, and commit both.
//!
//! A line `; RUN: fmt %s` runs `gainsay fmt` on the file. All output of all lines, standard output before standard error,
//! and the exit codes are compared with the `.out` file beside.

use std::fs;
use std::path::{Path, PathBuf};

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut cases: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "smt2"))
        .collect();
    cases.sort();
    cases
}

/// What the program prints for the RUN lines of a case.
fn transcript(case: &Path) -> String {
    let text = String::from_utf8_lossy(&fs::read(case).unwrap()).into_owned();
    let name = case.file_name().unwrap().to_str().unwrap();
    let mut transcript = String::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("; RUN: ")) {
        let arguments: Vec<String> = line.split_whitespace().map(|word| word.replace("%s", name)).collect();
        let output =
            crate::support::gainsay().args(&arguments).current_dir(case.parent().unwrap()).output().unwrap();
        transcript += &format!("$ gainsay {}\n", arguments.join(" "));
        transcript += &String::from_utf8_lossy(&output.stdout);
        transcript += &String::from_utf8_lossy(&output.stderr);
        transcript += &format!("[exit {}]\n", output.status.code().unwrap_or(-1));
    }
    transcript
}

#[test]
fn transcripts() {
    let cases = cases();
    assert!(!cases.is_empty(), "no case in tests/cli");
    let mut failures = Vec::new();
    for case in cases {
        let expected_path = case.with_extension("out");
        let actual = transcript(&case);
        assert!(actual.starts_with('$'), "{} has no RUN line", case.display());
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected_path, &actual).unwrap();
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default();
        if actual != expected {
            failures.push(format!("--- {}\nexpected:\n{expected}\nactual:\n{actual}", case.display()));
        }
    }
    assert!(failures.is_empty(), "{}\n(BLESS=1 accepts the output)", failures.join("\n"));
}
