//! Real solvers for tests, installed if need be into a cache that all tests share and later runs use again.

use gainsay::solver::{Cache, Catalogue, Profiles, Solver};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

/// Where they are.
pub fn home() -> PathBuf {
    let home = std::env::var_os("GAINSAY_HOME").map(PathBuf::from);
    home.unwrap_or_else(|| concat!(env!("CARGO_TARGET_TMPDIR"), "/solvers").into())
}

/// All that can be found and installed.
pub fn catalogue() -> Catalogue {
    Catalogue { profiles: Profiles::shipped(), cache: Cache::at(home()), installing: |_| {} }
}

/// A solver, with options if it needs some.
pub fn real(name: &str) -> Solver {
    catalogue().solver(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Python itself and not a wrapper that looks for it, which takes longer than Python: a planted solver is started very often.
pub fn python() -> &'static str {
    static PYTHON: LazyLock<String> = LazyLock::new(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        String::from_utf8(asked.expect("python3 is on PATH").stdout).unwrap().trim().to_owned()
    });
    &PYTHON
}

/// A folder of its own for one test, gone with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gainsay-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Writes a file, and the folders above it.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Writes a program for the shell: a solver that does as a test wants. `$1` is its script.
    pub fn program(&self, name: &str, text: &str) {
        let path = self.write(name, format!("#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n{text}\n"));
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Runs the program in this folder.
    pub fn gainsay(&self, arguments: &[&str]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_gainsay"))
            .args(arguments)
            .current_dir(&self.0)
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        Ran {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a run of the program came to.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// A text as gzip has it.
pub fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}
