//! Lines that gcc's `--coverage` counts: a program writes a `.gcda` file for each of its object files when it ends by
//! itself, and the `.gcno` files that lie where it was compiled say what the numbers mean. Read here without `gcov`, which
//! would take seconds for a large solver.

pub mod flow;
pub mod format;

use super::{CoverageError, Trace};
use crate::solver::{Solver, temp_prefix};
use format::Function;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// So many bits of a place are the line; the others are the number of its file, of which there can be 2^14.
const FILE_BITS: u32 = 18;

/// What the `.gcno` files of a program say.
#[derive(Debug)]
pub struct Program {
    objects: Vec<Object>,
}

/// What was compiled at once.
#[derive(Debug)]
struct Object {
    /// Where the program writes its counts, if nobody says otherwise.
    data: PathBuf,
    functions: BTreeMap<u32, Function>,
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
                functions: functions.map(|function| (function.ident, function)).collect(),
            });
        }
        if objects.is_empty() || files.len() >= 1 << (u32::BITS - FILE_BITS) {
            let why = format!("its {} object files are of {} sources", objects.len(), files.len());
            return Err(CoverageError::None { solver: solver.label(), why });
        }
        // Numbers in the order of the names, which are the same in every run.
        let order: BTreeMap<u32, u32> = files.into_values().zip(0..).collect();
        for (_, file, _) in
            objects.iter_mut().flat_map(|object| object.functions.values_mut()).flat_map(|f| &mut f.lines)
        {
            *file = order.get(file).copied().unwrap_or(*file);
        }
        Ok(Program { objects })
    }
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
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for object in &self.program.objects {
            let written = self.folder.join(object.data.strip_prefix("/").unwrap_or(&object.data));
            let Ok(bytes) = std::fs::read(&written) else { continue };
            let data = format::data(&bytes).map_err(|why| unusable(solver, &written, &why))?;
            for counted in data.iter().filter(|counted| counted.counts.iter().any(|count| *count > 0)) {
                let function = object.functions.get(&counted.ident);
                let Some(function) = function.filter(|function| function.checksum == counted.checksum) else {
                    continue;
                };
                let blocks = flow::block_counts(function, &counted.counts);
                for (block, file, line) in &function.lines {
                    let count = blocks[*block as usize].min(u64::from(u32::MAX)) as u32;
                    if count > 0 {
                        let place = file << FILE_BITS | (*line).min((1 << FILE_BITS) - 1);
                        let most = counts.entry(place).or_default();
                        *most = count.max(*most);
                    }
                }
            }
        }
        Ok(Trace::new(counts.into_iter().collect(), FILE_BITS))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.clear();
    }
}
