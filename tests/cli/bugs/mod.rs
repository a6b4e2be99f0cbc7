//! Bugs after the hunt: which releases have them, and how they are handed out. The solver that is wrong is a real one.

mod bisect;
mod campaign;

use std::path::{Path, PathBuf};
use std::process::Output;

/// A folder of its own for a test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gainsay-bugs-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Where a release is installed.
fn path_of(name: &str, version: &str) -> String {
    let wanted = format!("{name}@{version}");
    let (_, _, stderr) = gainsay(&std::env::temp_dir(), &["solvers", "add", &wanted]);
    let (_, stdout, _) = gainsay(&std::env::temp_dir(), &["solvers", "--json"]);
    let all: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let is_it = |found: &&serde_json::Value| found["name"] == name && found["version"] == version;
    let found = all["found"].as_array().unwrap().iter().find(is_it);
    found.unwrap_or_else(|| panic!("{stderr}"))["command"][0].as_str().unwrap().to_owned()
}

/// `gainsay`, run in a folder: its exit code, and what it prints.
fn gainsay(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = crate::support::gainsay();
    command.args(arguments).current_dir(folder);
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}
