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

/// `gainsay`, run in a folder: its exit code, and what it prints.
fn gainsay(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = crate::support::gainsay();
    command.args(arguments).current_dir(folder);
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}
