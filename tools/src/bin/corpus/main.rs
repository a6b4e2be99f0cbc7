//! The corpus acceptance: reads every script of a folder, prints it, and asks real solvers whether it still means the
//! same. `.ci/run` runs it on the shared corpus.
//!
//! ```text
//! cargo run --release -p gainsay-tools --bin corpus -- FOLDER [--sample N]
//! ```

mod language;
mod solvers;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first().map(PathBuf::from) else {
        eprintln!("usage: corpus FOLDER [--sample N]");
        return ExitCode::from(2);
    };
    let sample = match &arguments[1..] {
        [flag, count] if flag == "--sample" => count.parse().unwrap_or(SAMPLE),
        _ => SAMPLE,
    };
    let files = scripts(&folder);
    println!("{} scripts below {}", files.len(), folder.display());
    let language = language::check(&folder, &files);
    let same = solvers::check(&folder, &language.sorted, sample);
    let mut failures = language.failures;
    failures.extend(same);
    for failure in &failures {
        println!("FAILED: {failure}");
    }
    println!("{} failed", failures.len());
    ExitCode::from(u8::from(!failures.is_empty()))
}

/// How many files are put to the solvers. Some of them come to nothing, and 500 must remain.
const SAMPLE: usize = 720;

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = gainsay::files::find(folder).unwrap_or_default();
    found.sort();
    found
}

/// The text of a script; bytes that are no UTF-8 are replaced, as the program does.
fn text(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
}
