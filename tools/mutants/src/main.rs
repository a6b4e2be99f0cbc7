//! Mutation testing: does a test fail when the code is wrong? `mutants build|reach|run|report`.
//!
//! All mutants live in one build, below `target/mutants`: each changed place checks which mutant is on
//! (`switch.rs`), so thousands are tried without compiling again. `build` makes it, and removes mutants that do
//! not compile. `reach` runs each test that needs no solver alone, and records which mutants it reaches. `run`
//! tries each mutant with the tests that reach it, those of its own module first, until one fails. It can be
//! stopped and resumed. `report` prints counts, and lists the survivors for which `tools/mutants/reasons.toml`
//! gives no reason.
//!
//! ```text
//! mutants run [--part 3/10] [--minutes 8] [--only crates/lang/src/circuit] [--seconds 20] [--again [--with tests::whose::names]]
//! ```
//!
//! `--again` tries survivors again, `--with` only with these tests.

mod build;
mod changes;
mod plan;
mod points;
mod process;
mod reach;
mod render;
mod report;
mod trial;

use build::Population;
use plan::Plan;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let plan = Plan::read(&root.join("tools/mutants/reasons.toml"))?;
    let population = Population::of(&root, &plan)?;
    let folder = Folder(root.join("target/mutants"));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("build") => build(&root, &folder, &plan, &population),
        Some("reach") => reach::record(&folder, &population, arguments.get(1).map_or("", String::as_str)),
        Some("run") => trial::run(&folder, &population, &plan, &trial::Options::read(&arguments[1..])?),
        Some("report") => {
            report::print(&folder, &population, &plan, arguments.get(1).map_or("", String::as_str))
        }
        _ => Err(io::Error::other("mutants build|reach|run|report")),
    }
}

/// The folder below `target`.
pub struct Folder(PathBuf);

impl Folder {
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The test program.
    pub fn program(&self) -> io::Result<PathBuf> {
        Ok(PathBuf::from(std::fs::read_to_string(self.path("program"))?))
    }

    /// The mutants that do not compile.
    pub fn refused(&self, population: &Population) -> BTreeSet<u32> {
        let text = std::fs::read_to_string(self.path("refused")).unwrap_or_default();
        let lines: BTreeSet<&str> = text.lines().collect();
        let keys = population.keys.iter();
        keys.filter(|(_, key)| lines.contains(key.text().as_str())).map(|(number, _)| *number).collect()
    }
}

fn build(root: &Path, folder: &Folder, plan: &Plan, population: &Population) -> io::Result<()> {
    let copy = folder.path("copy");
    build::copy(root, &copy, plan, population)?;
    let refused = build::settle(&copy, population, folder.refused(population))?;
    let keys: Vec<String> = refused.iter().map(|number| population.keys[number].text()).collect();
    std::fs::write(folder.path("refused"), keys.join("\n"))?;
    println!("{} mutants, {} refused by the compiler", population.keys.len(), refused.len());
    let program = build::program(&copy)?;
    std::fs::write(folder.path("program"), program.display().to_string())
}
