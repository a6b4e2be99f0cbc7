//! What comes from somebody else: files, programs, text, scripts without end. Each case is one of an attack.

mod ends;
mod files;
mod programs;
mod records;
mod releases;
mod scripts;
mod text;
mod unreduced;

use crate::support::{Folder, Ran, home};
use std::process::Command;

/// Runs the program as a user who has trusted nothing, with a home of its own beside the solvers of all tests.
fn gainsay(folder: &Folder, arguments: &[&str]) -> Ran {
    let output = command(folder, arguments).output().unwrap();
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let own = folder.0.join("home");
    std::fs::create_dir_all(&own).unwrap();
    let solvers = own.join("solvers");
    if !solvers.exists() {
        std::os::unix::fs::symlink(home().join("solvers"), solvers).unwrap();
    }
    let mut command = crate::support::gainsay();
    command.args(arguments).current_dir(&folder.0).env_remove("GAINSAY_TRUST").env("GAINSAY_HOME", own);
    command
}

/// Makes a pipe whose other end never comes.
fn pipe(folder: &Folder, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.0.join(name)).status().unwrap().success());
}
