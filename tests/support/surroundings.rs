//! The environment of tests: all programs of the machine except for solvers, which are in a folder of their
//! own. So an old solver on PATH, or a newer one in the cache, does not change any result.

use gainsay::solver::Profiles;
use std::ffi::OsString;
use std::io::{ErrorKind, Result};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folder of the solvers of all tests.
pub const HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/solvers");

/// Runs before `main`, so before any test, and everything that a test starts inherits the environment.
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = settle;

extern "C" fn settle() {
    let path = path_without_solvers();
    // SAFETY: there is no other thread yet.
    unsafe {
        env::set_var("PATH", path);
        env::set_var("GAINSAY_HOME", HOME);
    }
}

/// PATH with each folder that has solvers replaced by one with links to everything else.
fn path_without_solvers() -> OsString {
    let solvers: Vec<String> =
        Profiles::shipped().iter().map(|profile| profile.program().to_owned()).collect();
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).map(|folder| {
        let has_solvers = solvers.iter().any(|solver| folder.join(solver).exists());
        if has_solvers { without(&solvers, &folder) } else { folder }
    });
    env::join_paths(folders).expect("they were a PATH before")
}

/// A folder with links to all programs of another one, except these.
fn without(solvers: &[String], folder: &Path) -> PathBuf {
    let name = folder.to_string_lossy().replace('/', "-");
    let twin = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("without-solvers{name}"));
    fs::create_dir_all(&twin).expect("the folder for tests can be written to");
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, own) = (entry.file_name(), twin.join(entry.file_name()));
        let name = name.to_string_lossy();
        if solvers.iter().any(|solver| *solver == name) {
            continue;
        }
        // Python looks for its modules beside the path by which it was called.
        let made =
            if name.starts_with("python") { call(&entry.path(), &own) } else { link(&entry.path(), &own) };
        made.unwrap_or_else(|error| panic!("{}: {error}", own.display()));
    }
    twin
}

/// Makes a link, unless an earlier run has made it.
fn link(program: &Path, own: &Path) -> Result<()> {
    match symlink(program, own) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// Makes a script that runs the program by its own path.
fn call(program: &Path, own: &Path) -> Result<()> {
    let draft = own.with_extension(format!("{}.draft", std::process::id()));
    fs::write(&draft, format!("#!/bin/sh\nexec '{}' \"$@\"\n", program.display()))?;
    fs::set_permissions(&draft, fs::Permissions::from_mode(0o755))?;
    fs::rename(draft, own)
}
