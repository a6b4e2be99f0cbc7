//! What tests see of the machine: all of its programs but the solvers, and solvers in a place of their own. Whoever has an old
//! solver on PATH, or a newer one in the cache, gets the same results as everybody else.

use gainsay::solver::Profiles;
use std::ffi::OsString;
use std::io::{ErrorKind, Result};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Where the solvers of all tests are.
pub const HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/solvers");

/// Before `main`: no test can be earlier, and whatever a test starts inherits it.
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

/// The folders of PATH. In the place of one with solvers stands another one with links to all else.
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

/// A folder with all programs of another one but these.
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
        // Python looks for its modules beside the name that it was called by.
        let made =
            if name.starts_with("python") { call(&entry.path(), &own) } else { link(&entry.path(), &own) };
        made.unwrap_or_else(|error| panic!("{}: {error}", own.display()));
    }
    twin
}

/// An earlier run may have made it.
fn link(program: &Path, own: &Path) -> Result<()> {
    match symlink(program, own) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// A script that runs the program by its own name.
fn call(program: &Path, own: &Path) -> Result<()> {
    let draft = own.with_extension(format!("{}.draft", std::process::id()));
    fs::write(&draft, format!("#!/bin/sh\nexec '{}' \"$@\"\n", program.display()))?;
    fs::set_permissions(&draft, fs::Permissions::from_mode(0o755))?;
    fs::rename(draft, own)
}
