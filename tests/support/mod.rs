//! Real solvers for tests, installed into a cache that all tests share and later runs use again.

pub mod imp;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod records;
mod surroundings;

use gainsay::solver::{Cache, Catalogue, Limits, Profiles, Solver, marked};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The releases that names without a version mean in tests. They are installed before any test looks for
/// solvers, so that neither older releases that other tests install nor newer ones that come out take their
/// place.
const NEWEST: [&str; 4] = ["z3@5.4.0", "cvc5@1.4.2", "bitwuzla@0.9.1", "yices@2.6.5"];

/// The cache of solvers.
pub fn home() -> PathBuf {
    static INSTALLED: LazyLock<()> = LazyLock::new(|| {
        let catalogue = all_in(surroundings::HOME);
        for release in NEWEST {
            catalogue.solver(release).unwrap_or_else(|error| panic!("{error}"));
        }
    });
    LazyLock::force(&INSTALLED);
    surroundings::HOME.into()
}

/// The program itself.
pub fn program() -> &'static Path {
    home();
    Path::new(env!("CARGO_BIN_EXE_gainsay"))
}

/// A run of the program without colours, whatever the user's settings.
pub fn gainsay() -> Command {
    let mut command = Command::new(program());
    // Settings files and campaigns in tests are written by the tests themselves.
    command.env("NO_COLOR", "1").env("GAINSAY_TRUST", "1");
    command
}

/// All solvers that can be found and installed.
pub fn catalogue() -> Catalogue {
    all_in(home())
}

fn all_in(home: impl Into<PathBuf>) -> Catalogue {
    Catalogue { profiles: Profiles::shipped(), cache: Cache::at(home), installing: |_| {} }
}

/// A solver, with options if it needs some.
pub fn real(name: &str) -> Solver {
    catalogue().solver(name).unwrap_or_else(|error| panic!("{error}"))
}

/// A limit of CPU time with hardly any limit on the clock: on a busy machine a solver answers as much as on an
/// idle one.
pub fn cpu_seconds(seconds: f64) -> Limits {
    Limits { cpu: Duration::from_secs_f64(seconds), ..Limits::seconds(PATIENCE) }
}

/// How many seconds to wait for something that happens sooner or later, even on a busy machine.
pub const PATIENCE: f64 = 300.0;

/// Waits for something that another process does.
pub fn eventually(what: &str, mut happens: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happens() {
        assert!(start.elapsed().as_secs_f64() < PATIENCE, "{what} did not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Asks with a short limit on the clock, and with longer ones until the outcome is good enough, in case that
/// the machine is busy. Returns the last outcome.
pub fn with_time_enough<T>(mut ask: impl FnMut(&Limits) -> T, is_enough: impl Fn(&T) -> bool) -> T {
    let mut seconds = 0.5;
    loop {
        let outcome = ask(&Limits::seconds(seconds));
        seconds *= 4.0;
        if is_enough(&outcome) || seconds > PATIENCE {
            return outcome;
        }
    }
}

/// A script as it is sent, and a solver's output for it: these answers, then one of the replies after each
/// mark, except for commands that exclude models, which get none.
pub fn printed(script: &str, answers: &str, replies: &[&str]) -> (String, String) {
    let sent = marked(script).into_owned();
    let (mut stdout, mut replies) = (format!("{answers}\n"), replies.iter());
    for piece in sent.split("(echo \"").skip(1) {
        let (mark, command) = piece.split_once("\")").unwrap();
        stdout += &format!("{mark}\n");
        if !command.trim().is_empty() && !command.trim_start().starts_with("(block-") {
            stdout += &replies.next().map_or_else(String::new, |reply| format!("{reply}\n"));
        }
    }
    (sent, stdout)
}

/// Python itself rather than a wrapper that looks for it, which would take longer: planted solvers are started
/// very often.
pub fn python() -> &'static str {
    static PYTHON: LazyLock<String> = LazyLock::new(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        String::from_utf8(asked.expect("python3 is on PATH").stdout).unwrap().trim().to_owned()
    });
    &PYTHON
}

/// A folder for one test, removed on drop.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gainsay-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Writes a file, and creates the folders above it.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Writes a shell script that acts as a solver. `$1` is the SMT-LIB script.
    pub fn program(&self, name: &str, text: &str) {
        let path = self.write(name, format!("#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n{text}\n"));
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Runs the program in this folder.
    pub fn gainsay(&self, arguments: &[&str]) -> Ran {
        let output = gainsay().args(arguments).current_dir(&self.0).output().unwrap();
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

/// The result of a run of the program.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// A text compressed by gzip.
pub fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// A folder from which pip can install these solvers again without a network: the installed files packed as
/// wheels. Solvers that are not in the cache are fetched first.
pub fn wheels(names: &[&str]) -> PathBuf {
    let folder = home().join("wheels");
    std::fs::create_dir_all(&folder).unwrap();
    for name in names {
        let solver = real(name);
        let installed = home().join("solvers").join(format!("{}@{}", solver.profile.name, solver.version));
        let mut pack = Command::new(python());
        let packed = pack.args(["-c", PACK]).args([&installed, &folder]).output().unwrap();
        assert!(packed.status.success(), "{name}: {}", String::from_utf8_lossy(&packed.stderr));
    }
    folder
}

/// Packs the first folder as a wheel into the second, unless it is there.
const PACK: &str = r#"
import os, pathlib, sys, zipfile
installed, folder = map(pathlib.Path, sys.argv[1:])
info = next(installed.glob("*.dist-info"))
wheel = folder / (info.name.removesuffix(".dist-info") + "-py3-none-any.whl")
ours = {"install.toml", "driver.py", "cvc5_driver.py", "bitwuzla_driver.py", "__pycache__"}
if not wheel.exists():
    draft = wheel.with_suffix(f".{os.getpid()}")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        for path in sorted(installed.rglob("*")):
            inside = path.relative_to(installed)
            if path.is_file() and inside.parts[0] not in ours:
                out.write(path, inside)
    draft.rename(wheel)
"#;

/// A folder with a released package that no test installs permanently; it is downloaded once.
pub fn released(package: &str, version: &str) -> PathBuf {
    let folder = home().join("released");
    std::fs::create_dir_all(&folder).unwrap();
    let start = format!("{package}-{version}-");
    let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    if !names.into_iter().any(|name| name.to_string_lossy().starts_with(&start)) {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest"]);
        let fetched = pip.arg(&folder).arg(format!("{package}=={version}")).output().unwrap();
        let complaint = String::from_utf8_lossy(&fetched.stderr);
        assert!(fetched.status.success(), "{package} {version} has to be fetched once: {complaint}");
    }
    folder
}

/// Environment variables that make pip look for packages only in a folder.
pub fn pip_from(folder: &Path) -> [(&'static str, PathBuf); 2] {
    // Spaces would end the folder's name.
    let url = format!("file://{}", folder.display().to_string().replace(' ', "%20"));
    [("PIP_NO_INDEX", "1".into()), ("PIP_FIND_LINKS", url.into())]
}
