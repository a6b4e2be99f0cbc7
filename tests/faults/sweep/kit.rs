//! The kit of a sweep: the program, a solver, the shim, a fresh folder for each run, and the run itself.

use super::Scenario;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The program, and the folder in which everything happens.
pub struct Kit {
    gainsay: PathBuf,
    folder: PathBuf,
}

/// How a run ended.
#[derive(Debug, Default)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    pub hung: bool,
    /// The number of calls that could have failed.
    pub calls: u64,
    /// The first call that failed.
    pub failed: String,
}

/// Far more than any of the runs takes, even on a busy machine.
const LONGEST_RUN: &str = "120";
/// Far longer than the watching shell needs to notice that gainsay has ended.
const LONGEST_FAREWELL: Duration = Duration::from_secs(60);

const SEEDS: &[(&str, &str, &str)] = &[
    (
        "QF_BV",
        "sat",
        "(declare-const v (_ BitVec 4))(assert (bvult (bvadd v #x3) (bvmul v #x5)))(assert (not (= v #x0)))",
    ),
    (
        "QF_BV",
        "sat",
        "(declare-const v (_ BitVec 3))(declare-const w (_ BitVec 3))(assert (= (bvand v w) (bvor v w)))",
    ),
    ("QF_BV", "unsat", "(declare-const v (_ BitVec 4))(assert (bvult v #x3))(assert (bvugt v #xc))"),
    ("QF_UF", "sat", "(declare-const p Bool)(declare-const q Bool)(assert (xor p q))(assert (=> p q))"),
    (
        "QF_UF",
        "unsat",
        "(declare-const p Bool)(declare-const q Bool)(assert (and p q))(assert (not (or p q)))",
    ),
];

/// The solvers of the configuration: an honest one, and one with wrong models.
const SOLVERS: &str = "\
[solver.NAME]\ncommand = ['PROGRAM', 'LIE']\nstdin = []\nsession = []\nanswers = ['dialogue']\n\
[[solver.NAME.forms]]\nname = 'scope'\n";

impl Kit {
    /// Prepares the templates of all scenarios in this folder, which holds the solver already.
    pub fn new(gainsay: &Path, imp: &Path, folder: &Path) -> Kit {
        let kit = Kit { gainsay: gainsay.to_owned(), folder: folder.to_owned() };
        let base = kit.template("base");
        fs::create_dir_all(base.join("seeds")).unwrap();
        kit.compile_shim();
        for (at, (logic, status, text)) in SEEDS.iter().enumerate() {
            let script = format!("(set-logic {logic})\n(set-info :status {status})\n{text}\n(check-sat)\n");
            fs::write(base.join(format!("seeds/{at}.smt2")), script).unwrap();
        }
        let program = imp.display().to_string();
        let solvers = [("imp", "honest"), ("liar", "lie=model")].map(|(name, lie)| {
            SOLVERS.replace("NAME", name).replace("PROGRAM", &program).replace("LIE", lie)
        });
        fs::write(base.join("gainsay.toml"), solvers.concat()).unwrap();
        for (name, from, commands) in super::scenarios::TEMPLATES {
            kit.make_template(name, from, commands);
        }
        kit
    }

    fn compile_shim(&self) {
        let (source, library) = (self.folder.join("shim.c"), self.folder.join("shim.so"));
        fs::write(&source, include_str!("../shim.c")).unwrap();
        let mut cc = Command::new("cc");
        cc.args(["-O2", "-shared", "-fPIC", "-o"]).args([&library, &source]).arg("-ldl");
        assert!(cc.status().unwrap().success(), "cc cannot compile {}", source.display());
    }

    fn template(&self, name: &str) -> PathBuf {
        self.folder.join("templates").join(name)
    }

    fn make_template(&self, name: &str, from: &str, commands: &[&[&str]]) {
        self.renew_from(from);
        for command in commands {
            let ended = self.run(command, None);
            assert!(matches!(ended.code, Some(0 | 10 | 75)), "{command:?}: {ended:?}");
        }
        copy(&self.work(), &self.template(name));
    }

    /// The working folder of the commands: always the same path, because campaigns store the paths of their
    /// solvers.
    pub fn work(&self) -> PathBuf {
        self.folder.join("work")
    }

    /// Resets the working folder for a scenario.
    pub fn renew(&self, scenario: &Scenario) {
        self.renew_from(scenario.template);
    }

    fn renew_from(&self, template: &str) {
        for folder in [self.work(), self.temporary()] {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
        }
        copy(&self.template(template), &self.work());
    }

    fn temporary(&self) -> PathBuf {
        self.folder.join("tmp")
    }

    /// Runs the program, with a fault or without.
    pub fn run(&self, arguments: &[&str], fault: Option<(&str, u64)>) -> Ended {
        let file = |name: &str| self.folder.join(name);
        fs::write(file("report"), [0; 4096]).unwrap();
        // `timeout` must not be hit by faults, so only gainsay itself gets the shim.
        let mut command = Command::new("timeout");
        command.args(["--signal=KILL", LONGEST_RUN, "env"]);
        if let Some((mode, at)) = fault {
            command
                .arg(format!("LD_PRELOAD={}", file("shim.so").display()))
                .arg(format!("FAULTS_MODE={mode}"));
            command.arg(format!("FAULTS_AT={at}")).arg(format!("FAULTS_REPORT={}", file("report").display()));
        }
        command.arg(&self.gainsay).args(arguments).current_dir(self.work()).stdin(Stdio::null());
        command.env("NO_COLOR", "1").env("GAINSAY_HOME", file("home")).env("TMPDIR", self.temporary());
        // Everything in this folder was made by the sweep itself.
        command.env("GAINSAY_TRUST", "1");
        let output = command.output().unwrap();
        let code = output.status.code();
        let report = fs::read(file("report")).unwrap();
        let number = |at: usize| u64::from_le_bytes(report[at..at + 8].try_into().unwrap());
        let first = String::from_utf8_lossy(&report[16..]).trim_end_matches('\0').to_owned();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        // With `--signal=KILL`, `timeout` also dies by that signal.
        let hung = code.is_none() || code == Some(137);
        Ended {
            code,
            out: text(output.stdout),
            err: text(output.stderr),
            hung,
            calls: number(0),
            failed: first,
        }
    }

    /// Processes and temporary files that outlive a run.
    pub fn left_behind(&self) -> Option<String> {
        let start = Instant::now();
        loop {
            let left =
                processes_with(&self.folder.display().to_string()).or_else(|| self.temporary_file())?;
            if start.elapsed() > LONGEST_FAREWELL {
                return Some(left);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn temporary_file(&self) -> Option<String> {
        let entry = fs::read_dir(self.temporary()).unwrap().next()?.unwrap();
        Some(entry.path().display().to_string())
    }
}

/// The command line of a process, other than this one, that has this text in it.
fn processes_with(text: &str) -> Option<String> {
    let own = std::process::id().to_string();
    let others = fs::read_dir("/proc").unwrap().flatten().filter(|entry| *entry.file_name() != *own);
    let lines = others.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let mut lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.find(|line| line.contains(text))
}

/// Copies the contents of a folder into another one.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type().unwrap().is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}
