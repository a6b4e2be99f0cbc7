//! The folder of a bug, ready to be sent to the solver's authors.
//!
//! | file | what it is |
//! |---|---|
//! | `bug.json` | all facts as data, also what other releases do, once they were asked |
//! | `report.md` | what is wrong, and why we know: the same in words |
//! | `bug.smt2` | the smallest script that shows it |
//! | `original.smt2` | the script that showed it first, byte for byte |
//! | `seed-1.smt2`, `seed-2.smt2` | the seeds that it was made from |
//! | `steps.smt2` | the script with as few steps from the seeds as possible; its `diff` with a seed is small |
//! | `witness.smt2` | the script with a model in it, which every solver must find satisfiable |
//! | `proof.cnf`, `proof.lrat`, `lemmas.json`, `map.json` | for a script that is unsatisfiable: clauses that it becomes, lemmas about numbers, and a proof that they cannot all hold |
//! | `alone.smt2` | for a leak of state: the last script alone |
//! | `output.txt` | what the solver printed for `bug.smt2` |
//! | `repro.sh` | shows the bug with the solver alone |
//! | `regress.smt2` | a regression test in the form of cvc5's |

pub mod certificate;
pub mod filing;
pub mod plot;
mod presented;
mod record;
mod repro;
mod scripts;
mod text;

pub use record::{BugRecord, EvidenceKind, EvidenceRecord, Origin, Program, REPRO, Said};
pub use repro::{SHOWS, SHOWS_NOT, quote, words};
pub use text::{essence, report};

use crate::files::{ForeignFolder, Refused};
use crate::triage::{Bug, Unit};
use gainsay_guests::solver::Solver;
use gainsay_judge::judge::ShownBy;
use gainsay_prove::evidence::Evidence;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes the folder of a bug into `folder`, atomically, and returns its path. An existing folder of the same
/// bucket stays if its script is not larger.
pub fn write(folder: &Path, bug: &Bug) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let files = files(bug)?;
    let target = folder.join(name(bug));
    let draft = Draft::new(folder)?;
    for (file, text) in &files {
        fs::write(draft.0.join(file), text)?;
    }
    fs::set_permissions(draft.0.join(REPRO), fs::Permissions::from_mode(0o755))?;
    // If another process writes the same folder first, compare with that one and try again.
    const ATTEMPTS: usize = 3;
    for attempt in 1.. {
        let size = files.iter().find(|(file, _)| *file == BUG).map_or(0, |(_, text)| text.len() as u64);
        if fs::metadata(target.join(BUG)).is_ok_and(|there| there.len() <= size) {
            break;
        }
        let replaced = Draft::unused(folder);
        let _ = fs::rename(&target, &replaced.0);
        match fs::rename(&draft.0, &target) {
            Ok(()) => break,
            Err(error) if attempt == ATTEMPTS => {
                let _ = fs::rename(&replaced.0, &target);
                return Err(error);
            }
            Err(_) => {}
        }
    }
    Ok(target)
}

/// Copies the folder of a bug into another one, atomically, as that of a finding of another campaign. Returns
/// its new path, and what was not copied: the campaign may come from anyone. An existing folder of the same
/// bucket is replaced.
pub fn adopt(report: &ForeignFolder, folder: &Path, unit: Unit) -> io::Result<(PathBuf, Vec<String>)> {
    fs::create_dir_all(folder)?;
    let target = folder.join(report.name());
    let draft = Draft::new(folder)?;
    let (names, odd) = report.names()?;
    let told = |name: &str, why: &str| format!("{} is not copied: {why}", report.path().join(name).display());
    let mut refused: Vec<String> = odd
        .iter()
        .map(|name| told(name, "its name is not a plain one, or there are too many files"))
        .collect();
    for name in &names {
        match report.file(name).copy_to(&draft.0.join(name)) {
            Ok(()) => {}
            Err(Refused::Failed(error)) => return Err(error),
            Err(why) => refused.push(told(name, &why.to_string())),
        }
    }
    let data = match fs::read(draft.0.join(DATA)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        read => String::from_utf8(read.unwrap_or_default()).unwrap_or_default(),
    };
    if let Ok(mut record) = serde_json::from_str::<BugRecord>(&data) {
        record.origin.unit = Some(unit);
        fs::write(draft.0.join(DATA), record.to_json()?)?;
        fs::write(draft.0.join(REPORT), text::report(&record))?;
    }
    let replaced = Draft::unused(folder);
    let _ = fs::rename(&target, &replaced.0);
    fs::rename(&draft.0, &target)?;
    Ok((target, refused))
}

/// Removes unfinished folders of processes that were killed.
pub fn clear_away_drafts(folder: &Path) {
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(DRAFT)?.split_once('-'));
        if process.is_some_and(|(process, _)| !processes.join(process).exists()) {
            drop(Draft(entry.path()));
        }
    }
}

const DATA: &str = "bug.json";
const REPORT: &str = "report.md";
const BUG: &str = "bug.smt2";
const ORIGINAL: &str = "original.smt2";
const WITNESS: &str = "witness.smt2";
const ALONE: &str = "alone.smt2";
const SEEDS: [&str; 2] = ["seed-1.smt2", "seed-2.smt2"];
const STEPS: &str = "steps.smt2";
const REGRESSION: &str = "regress.smt2";
/// Prefix of the names of unfinished folders.
const DRAFT: &str = ".draft-";

/// The name of a bug's folder: the same for all bugs of a bucket and solver version.
pub fn name(bug: &Bug) -> String {
    let best = bug.best();
    let plain = |text: &str| {
        let keep = |c: char| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' };
        text.chars().map(keep).collect::<String>()
    };
    let version = if best.solver.version.is_empty() { "unknown" } else { &best.solver.version };
    let digest = digest(&bug.bucket().key());
    let family = family(&best.solver);
    format!("{}-{}-{}-{digest:08x}", best.finding.kind.word(), plain(family), plain(version))
}

/// The solver's name as its authors use it, not as the user called it.
fn family(solver: &Solver) -> &str {
    if solver.profile.command.is_empty() { &solver.name } else { &solver.profile.name }
}

/// FNV-1a: the same on every machine and in every version.
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// All files of the folder.
fn files(bug: &Bug) -> io::Result<Vec<(&'static str, String)>> {
    let best = bug.best();
    let presented = presented::present(best);
    let mut record = BugRecord::new(bug, &presented);
    let mut files = vec![
        (BUG, presented.script.clone()),
        (ORIGINAL, bug.original.session_text()),
        ("output.txt", presented.output()),
        (REPRO, repro::script(best, &record)),
    ];
    if let Some((_, repro)) = files.iter().find(|(name, _)| *name == REPRO) {
        record.seal(repro);
    }
    files.extend(scripts::witness(best).map(|text| (WITNESS, text)));
    if matches!(best.test.evidence(), Evidence::Exhausted(_) | Evidence::Refuted(_)) {
        files.extend(certificate::of_script(&presented.script));
    }
    files.extend(scripts::regression(best).map(|text| (REGRESSION, text)));
    if let Some(made_from) = &bug.made_from {
        files.extend(SEEDS.into_iter().zip(made_from.seeds.iter().cloned()));
        files.push((STEPS, made_from.with_fewest_steps.clone()));
    }
    if best.finding.telling().shown_by == ShownBy::Session {
        files.push((ALONE, best.text.clone()));
    }
    record.files = files.iter().map(|(file, _)| file).copied().chain([REPORT]).map(str::to_owned).collect();
    record.files.sort();
    files.push((REPORT, report(&record)));
    files.push((DATA, record.to_json()?));
    Ok(files)
}

/// A folder that is removed when it is dropped, unless it was renamed.
struct Draft(PathBuf);

impl Draft {
    fn new(folder: &Path) -> io::Result<Draft> {
        let draft = Draft::unused(folder);
        fs::create_dir(&draft.0)?;
        Ok(draft)
    }

    fn unused(folder: &Path) -> Draft {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Draft(folder.join(format!("{DRAFT}{}-{number}", std::process::id())))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
