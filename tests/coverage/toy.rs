//! The toy solver, built by the machine's compiler with counters.

use gainsay::solver::Solver;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// How a toy is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    Plain,
    Edges,
    Gcov,
}

/// A toy solver: its program, and the text of a `gainsay.toml` that says how it is asked.
pub struct Toy {
    pub program: PathBuf,
    pub config: String,
}

/// Where everything of this test is put.
pub static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("coverage-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
});

pub fn toy(build: Build) -> Toy {
    static EDGES: LazyLock<PathBuf> = LazyLock::new(|| compile(Build::Edges));
    static GCOV: LazyLock<PathBuf> = LazyLock::new(|| compile(Build::Gcov));
    static PLAIN: LazyLock<PathBuf> = LazyLock::new(|| compile(Build::Plain));
    let program = match build {
        Build::Plain => PLAIN.clone(),
        Build::Edges => EDGES.clone(),
        Build::Gcov => GCOV.clone(),
    };
    let config = format!(
        "[solver.toy]\ncommand = ['{}']\nversion = ['--version']\nstdin = []\nsession = []\nreset_clears_options = true\n",
        program.display()
    );
    Toy { program, config }
}

impl Toy {
    pub fn solver(&self) -> Solver {
        let mut catalogue = crate::support::catalogue();
        catalogue.profiles.add_text("gainsay.toml", &self.config).unwrap();
        catalogue.solver(&format!("toy={}", self.program.display())).unwrap()
    }
}

fn compile(build: Build) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = FOLDER.join(format!("{build:?}").to_lowercase());
    std::fs::create_dir_all(&folder).unwrap();
    let object = |name: &str, source: &Path, flags: &[&str]| {
        let object = folder.join(name);
        cc(&[&["-O0", "-c", "-o", object.to_str().unwrap(), source.to_str().unwrap()], flags].concat());
        object.to_str().unwrap().to_owned()
    };
    let source = root.join("tests/coverage/toy.c");
    let program = folder.join("toy");
    let mut link = vec!["-o".to_owned(), program.to_str().unwrap().to_owned()];
    match build {
        Build::Plain => link.push(object("toy.o", &source, &[])),
        Build::Edges => {
            link.push(object("toy.o", &source, &["-fsanitize-coverage=trace-pc"]));
            link.push(object("edges.o", &root.join("instrument/edges.c"), &[]));
        }
        Build::Gcov => {
            link.push(object("toy.o", &source, &["--coverage"]));
            link.push("--coverage".to_owned());
        }
    }
    cc(&link.iter().map(String::as_str).collect::<Vec<_>>());
    program
}

fn cc(arguments: &[&str]) {
    let output = Command::new("cc").args(arguments).output().unwrap();
    assert!(output.status.success(), "cc {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}
