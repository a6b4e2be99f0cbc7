//! Lines that gcc's `--coverage` counts: a program writes a `.gcda` file for each of its object files when it ends by
//! itself, and the `.gcno` files that lie where it was compiled say what the numbers mean. Read here without `gcov`, which
//! would take seconds for a large solver.

mod branches;
pub mod flow;
pub mod format;

use super::{BRANCH, CoverageError, Trace};
use crate::solver::{Solver, temp_prefix};
use branches::{Branch, branches};
use format::Function;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// So many bits of a place are the line; the others are the number of its file, of which there can be 2^13: one bit is for
/// branches.
const FILE_BITS: u32 = 18;

/// What the `.gcno` files of a program say.
#[derive(Debug)]
pub struct Program {
    objects: Vec<Object>,
    /// How many branches there are: those of copies of a function, in several objects or of a template, are the same.
    branches: usize,
}

/// What was compiled at once.
#[derive(Debug)]
struct Object {
    /// Where the program writes its counts, if nobody says otherwise.
    data: PathBuf,
    functions: BTreeMap<u32, Known>,
}

/// A function, and its arcs that are branches, with the numbers of these.
#[derive(Debug)]
struct Known {
    function: Function,
    branches: Vec<(usize, u32)>,
}

/// A line of a file as one number.
fn place(file: u32, line: u32) -> u32 {
    file << FILE_BITS | line.min((1 << FILE_BITS) - 1)
}

impl Program {
    /// Reads what belongs to a program, which names all files that it will write.
    pub fn read(program: &[u8], solver: &Solver) -> Result<Program, CoverageError> {
        let mut files = BTreeMap::new();
        let mut objects = Vec::new();
        for data in data_files(program) {
            let path = data.with_extension("gcno");
            let bytes = std::fs::read(&path).map_err(|source| CoverageError::Read { path, source })?;
            let number = |name: &str| {
                let next = files.len() as u32;
                *files.entry(name.to_owned()).or_insert(next)
            };
            let functions = format::notes(&bytes, number).map_err(|why| unusable(solver, &data, &why))?;
            let functions = functions.into_iter().filter(Function::is_sound);
            objects.push(Object {
                data,
                functions: functions
                    .map(|function| (function.ident, Known { function, branches: Vec::new() }))
                    .collect(),
            });
        }
        if objects.is_empty() || files.len() >= 1 << (BRANCH.ilog2() - FILE_BITS) {
            let why = format!("its {} object files are of {} sources", objects.len(), files.len());
            return Err(CoverageError::None { solver: solver.label(), why });
        }
        // Numbers in the order of the names, which are the same in every run.
        let order: BTreeMap<u32, u32> = files.into_values().zip(0..).collect();
        let mut all: BTreeMap<Branch, u32> = BTreeMap::new();
        for known in objects.iter_mut().flat_map(|object| object.functions.values_mut()) {
            for (_, file, _) in &mut known.function.lines {
                *file = order.get(file).copied().unwrap_or(*file);
            }
            for (arc, branch) in branches(&known.function) {
                let next = all.len() as u32;
                known.branches.push((arc, *all.entry(branch).or_insert(next)));
            }
        }
        Ok(Program { objects, branches: all.len() })
    }

    /// How many lines, functions and branches there are.
    pub fn totals(&self) -> [(&'static str, usize); 3] {
        let lines = self.functions().flat_map(|function| &function.lines);
        let lines: BTreeSet<u32> = lines.map(|&(_, file, line)| place(file, line)).collect();
        named([lines.len(), self.beginnings().len(), self.branches])
    }

    /// How many of them are among places that were reached. A function was called if the line was that it begins with.
    pub fn counts(&self, places: &BTreeSet<u32>) -> [(&'static str, usize); 3] {
        let lines = places.range(..BRANCH).count();
        let called = self.beginnings().intersection(places).count();
        named([lines, called, places.len() - lines])
    }

    fn functions(&self) -> impl Iterator<Item = &Function> {
        self.objects.iter().flat_map(|object| object.functions.values()).map(|known| &known.function)
    }

    /// Where functions begin, by which they are known: copies are one. Those without lines are the compiler's own.
    fn beginnings(&self) -> BTreeSet<u32> {
        let first = |function: &Function| function.lines.first().map(|&(_, file, line)| place(file, line));
        self.functions().filter_map(first).collect()
    }
}

fn named(numbers: [usize; 3]) -> [(&'static str, usize); 3] {
    let [lines, functions, branches] = numbers;
    [("lines", lines), ("functions", functions), ("branches", branches)]
}

fn unusable(solver: &Solver, path: &Path, why: &str) -> CoverageError {
    CoverageError::None { solver: solver.label(), why: format!("{}: {why}", path.display()) }
}

/// The paths of all `.gcda` files that a program names, without those that appear twice.
fn data_files(program: &[u8]) -> Vec<PathBuf> {
    let texts = program.split(|byte| *byte == 0).filter(|text| text.ends_with(b".gcda"));
    // Before the path there may be bytes that are no text.
    let path = |text: &[u8]| {
        let begin = text.iter().rposition(|byte| !(0x20..0x7f).contains(byte)).map_or(0, |at| at + 1);
        let path = Path::new(OsStr::from_bytes(&text[begin..])).to_owned();
        path.is_absolute().then_some(path)
    };
    let mut paths: Vec<PathBuf> = texts.filter_map(path).collect();
    paths.sort();
    paths.dedup();
    paths
}

/// A folder into which the processes of one solver write.
#[derive(Debug)]
pub struct Lines {
    program: std::sync::Arc<Program>,
    folder: PathBuf,
}

impl Lines {
    pub fn new(program: std::sync::Arc<Program>) -> Lines {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mut folder = temp_prefix().into_os_string();
        folder.push(format!("gcov-{}", COUNT.fetch_add(1, Ordering::Relaxed)));
        Lines { program, folder: folder.into() }
    }

    /// The solver, with the variable that makes it write here. Every question gets a process of its own, because counts are
    /// written at the end of one.
    pub fn equip(&self, solver: &Solver) -> Solver {
        let mut solver = solver.with_variable("GCOV_PREFIX", &self.folder.to_string_lossy());
        solver.profile.session = None;
        solver
    }

    pub fn clear(&self) {
        // That there is nothing to remove is no failure.
        let _ = std::fs::remove_dir_all(&self.folder);
    }

    /// What was written since the last `clear`; nothing if the processes were killed.
    pub fn read(&self, solver: &Solver) -> Result<Trace, CoverageError> {
        let mut run = Run::default();
        for object in &self.program.objects {
            let written = self.folder.join(object.data.strip_prefix("/").unwrap_or(&object.data));
            let Ok(bytes) = std::fs::read(&written) else { continue };
            let data = format::data(&bytes).map_err(|why| unusable(solver, &written, &why))?;
            for counted in data.iter().filter(|counted| counted.counts.iter().any(|count| *count > 0)) {
                let known = object.functions.get(&counted.ident);
                if let Some(known) = known.filter(|known| known.function.checksum == counted.checksum) {
                    run.add(known, &counted.counts);
                }
            }
        }
        let trace = Trace::new(run.lines.into_iter().collect(), FILE_BITS);
        Ok(trace.with_branches(run.branches.into_iter().collect()))
    }
}

/// What one run reached.
#[derive(Default)]
struct Run {
    /// With how often.
    lines: BTreeMap<u32, u32>,
    branches: BTreeSet<u32>,
}

impl Run {
    fn add(&mut self, known: &Known, counters: &[u64]) {
        let Known { function, branches } = known;
        let counts = flow::counts(function, counters);
        for (block, file, line) in &function.lines {
            let count = counts.blocks[*block as usize].min(u64::from(u32::MAX)) as u32;
            if count > 0 {
                let most = self.lines.entry(place(*file, *line)).or_default();
                *most = count.max(*most);
            }
        }
        let taken = branches.iter().filter(|(arc, _)| counts.arcs[*arc] > 0);
        self.branches.extend(taken.map(|(_, branch)| branch));
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.clear();
    }
}
