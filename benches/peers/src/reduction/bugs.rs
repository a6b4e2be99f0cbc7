//! The bugs, blown up, with a shell script that tells whether a script shows one.

use super::Options;
use anyhow::Context;
use gainsay::rng::Rng;
use gainsay::script::import::Renaming;
use gainsay::script::{Command, Printer, Script};
use gainsay::solver::{Catalogue, Solver};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process;

/// A row of the table.
#[derive(Clone)]
pub struct Bug {
    pub file: String,
    pub kind: String,
    /// As in `z3@4.12.2`.
    pub release: String,
    wrong: String,
    right: String,
}

impl Bug {
    pub fn read_all(table: &str, releases: &[String]) -> Vec<Bug> {
        let read = |line: &str| {
            let mut words = line.split(',').map(str::to_owned);
            let [file, kind, solver, version, options, wrong, right] =
                std::array::from_fn(|_| words.next().unwrap_or_default());
            let release = format!("{solver}@{version}");
            let wanted = options.is_empty() && !right.contains(' ') && releases.contains(&release);
            wanted.then_some(Bug { file, kind, release, wrong, right })
        };
        table.lines().skip(1).filter_map(read).collect()
    }
}

/// Each file once, such that kinds and releases take turns.
pub fn spread(bugs: Vec<Bug>) -> Vec<Bug> {
    let mut groups: Vec<Vec<Bug>> = Vec::new();
    for bug in bugs {
        match groups.iter_mut().find(|group| (&group[0].kind, &group[0].release) == (&bug.kind, &bug.release))
        {
            Some(group) => group.push(bug),
            None => groups.push(vec![bug]),
        }
    }
    let mut chosen: Vec<Bug> = Vec::new();
    while groups.iter().any(|group| !group.is_empty()) {
        for group in &mut groups {
            while !group.is_empty() {
                let bug = group.remove(0);
                if chosen.iter().all(|other| other.file != bug.file) {
                    chosen.push(bug);
                    break;
                }
            }
        }
    }
    chosen
}

/// The scripts in folders named `sat`, in the order of their names.
pub fn seeds(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if folder.ends_with("sat") && path.extension().is_some_and(|name| name == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A bug that is blown up, and how it is known.
pub struct Case {
    pub script: PathBuf,
    pub predicate: PathBuf,
    pub bytes: usize,
    /// The solvers for gainsay's own predicate, the accused first.
    pub solvers: String,
    pub folder: PathBuf,
}

/// So many ways to blow a bug up are tried.
const ATTEMPTS: usize = 60;
/// The exit code of the predicate for scripts that show the bug.
const SHOWS: i32 = 7;

impl Case {
    pub fn make(
        bug: &Bug,
        bugs: &Path,
        folder: &Path,
        options: &Options,
        catalogue: &Catalogue,
        seeds: &[PathBuf],
    ) -> anyhow::Result<Option<Case>> {
        std::fs::create_dir_all(folder)?;
        let folder = std::fs::canonicalize(folder)?;
        let (accused, reference) = (catalogue.solver(&bug.release)?, catalogue.solver(&options.reference)?);
        let case = Case {
            script: folder.join("in.smt2"),
            predicate: folder.join("shows.sh"),
            bytes: 0,
            solvers: format!("{};{};cvc5", bug.release, options.reference),
            folder,
        };
        std::fs::write(&case.predicate, predicate(bug, &accused, &reference))?;
        std::fs::set_permissions(&case.predicate, std::fs::Permissions::from_mode(0o755))?;
        let mut best = Script::read(&std::fs::read_to_string(bugs.join(&bug.file))?);
        let asks_once = best.commands.iter().filter(|command| is_question(command)).count() == 1;
        if !best.is_understood() || !asks_once || !case.shows(&best)? {
            return Ok(None);
        }
        let mut rng = Rng::new(7);
        let mut bytes = 0;
        for _ in 0..ATTEMPTS {
            let seed = Script::read(&std::fs::read_to_string(rng.pick(seeds))?);
            let larger = beside(&best, &seed);
            let size = Printer::default().script(&larger).len();
            // A seed that shows something by itself would lead away from the bug.
            let is_plain = seed.is_understood() && size <= options.size[1] && !case.shows(&seed)?;
            if is_plain && case.shows(&larger)? {
                (best, bytes) = (larger, size);
            }
            if bytes >= options.size[0] {
                return Ok(case.shows(&best)?.then_some(Case { bytes, ..case }));
            }
        }
        Ok(None)
    }

    /// Whether a script shows the bug.
    fn shows(&self, script: &Script) -> anyhow::Result<bool> {
        std::fs::write(&self.script, Printer::default().script(script))?;
        Ok(self.shows_in(&self.script))
    }

    pub fn shows_in(&self, file: &Path) -> bool {
        let run = process::Command::new(&self.predicate).arg(file).current_dir(&self.folder).status();
        run.is_ok_and(|status| status.code() == Some(SHOWS))
    }
}

/// A script with all of a seed before its question.
fn beside(script: &Script, seed: &Script) -> Script {
    let mut both = script.clone();
    let question = both.commands.iter().position(is_question).unwrap_or(both.commands.len());
    let rest = both.commands.split_off(question);
    let is_content = |command: &Command| command.is_declaration() || matches!(command, Command::Assert(_));
    both.append(seed, Renaming::default(), is_content);
    both.commands.extend(rest);
    if both.logic().is_some() {
        both.fit_logic();
    }
    both
}

fn is_question(command: &Command) -> bool {
    matches!(command, Command::CheckSat | Command::CheckSatAssuming(_))
}

/// A script that exits with [`SHOWS`] if the accused is wrong and the reference is right, and with 0 otherwise. An error
/// before the answer means that another question was answered.
fn predicate(bug: &Bug, accused: &Solver, reference: &Solver) -> String {
    let ask = |solver: &Solver| {
        let environment: String =
            solver.environment.iter().map(|(name, value)| format!("{name}='{value}' ")).collect();
        let stdin = solver.profile.stdin.clone().unwrap_or_default().join(" ");
        format!("env {environment}timeout 5 {} {stdin} < \"$1\"", solver.argv.join(" "))
    };
    let accused = ask(accused);
    if bug.kind == "crash" {
        // `signal 6 suffered a segfault`: how the process ends, and what it says before.
        let words: Vec<&str> = bug.wrong.splitn(3, ' ').collect();
        let status = 128 + words.get(1).and_then(|word| word.parse().ok()).unwrap_or(11);
        let said = words.get(2).unwrap_or(&"");
        return format!(
            "#!/bin/sh\nsaid=$({accused} 2>&1)\n[ $? -eq {status} ] || exit 0\ncase \"$said\" in *'{said}'*) exit {SHOWS};; esac\nexit 0\n"
        );
    }
    let reference = ask(reference);
    format!(
        "#!/bin/sh\n[ \"$({accused} 2>/dev/null | head -n 1)\" = {} ] || exit 0\n[ \"$({reference} 2>/dev/null | head -n 1)\" = {} ] || exit 0\nexit {SHOWS}\n",
        bug.wrong, bug.right
    )
}
