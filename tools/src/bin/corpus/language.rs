//! Every script is read, sorted and printed back.

use crate::text;
use gainsay::script::{Printer, Problem, ProblemKind, Script};
use std::path::{Path, PathBuf};

/// What came of reading the corpus.
pub struct Language {
    /// The files that were sorted from end to end.
    pub sorted: Vec<PathBuf>,
    pub failures: Vec<String>,
}

/// Words of theories that the table leaves alone: bags and tables, relations, tuples, nullables, finite fields,
/// separation logic, cardinality constraints, set comprehension.
const FOREIGN: [&str; 23] = [
    // Commands of one solver, and old forms of commands.
    "`get-unsat-core-lemmas`",
    "`get-abduct-next`",
    "`get-interpolant-next`",
    "`find-synth`",
    "`get-timeout-core-assuming`",
    "`declare-rel`",
    "`get-consequences`",
    "`check-sat` is not known in this form",
    "Bag",
    "bag",
    "Table",
    "table.",
    "Relation",
    "rel.",
    "uple",
    "ullable",
    "FiniteField",
    "#f",
    "pto",
    "sep",
    "wand",
    "fmf.card",
    "set.comprehension",
];

/// Files that are not fully sorted, each with its reason.
const EXCEPTIONS: &str = include_str!("exceptions.txt");

pub fn check(folder: &Path, files: &[PathBuf]) -> Language {
    let mut result = Language { sorted: Vec::new(), failures: Vec::new() };
    let (mut foreign, mut excepted) = (0, 0);
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
        let text = text(path);
        let script = Script::read(&text);
        if let Err(difference) = check_printing(&script) {
            result.failures.push(format!("{name}: {difference}"));
        }
        let unexplained = match script.problems.iter().any(is_foreign) {
            true => None,
            false => script.problems.first(),
        };
        match (reason(&name), unexplained) {
            (None, None) if script.problems.is_empty() => result.sorted.push(path.clone()),
            (None, None) => foreign += 1,
            (Some(_), Some(_)) => excepted += 1,
            (Some(_), None) => result.failures.push(format!("{name}: listed as an exception, but is none")),
            (None, Some(problem)) => {
                let (line, column) = problem.line_and_column(&text);
                result.failures.push(format!("{name}:{line}:{column}: {}", problem.message));
            }
        }
    }
    let read = files.len();
    println!(
        "{read} read, {} fully sorted, {foreign} with theories outside the table, {excepted} exceptions",
        { result.sorted.len() }
    );
    let of_the_table = result.sorted.len() + excepted;
    if result.sorted.len() * 100 < of_the_table * 99 {
        result.failures.push(format!("only {} of {of_the_table} files are sorted", result.sorted.len()));
    }
    result
}

fn reason(name: &str) -> Option<&'static str> {
    EXCEPTIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .find_map(|(file, reason)| name.ends_with(file).then_some(reason))
}

fn is_foreign(problem: &Problem) -> bool {
    problem.kind == ProblemKind::Opaque && FOREIGN.iter().any(|word| problem.message.contains(word))
}

/// Printing, compact or pretty, and reading again changes nothing any more.
fn check_printing(script: &Script) -> Result<(), &'static str> {
    let compact = Printer::default().script(script);
    let again = Script::read(&compact);
    if Printer::default().script(&again) != compact {
        return Err("printing is no fixpoint");
    }
    if again.problems.len() != script.problems.len() {
        return Err("the printed script reads differently");
    }
    let pretty = Printer::pretty().script(script);
    if Printer::default().script(&Script::read(&pretty)) != compact {
        return Err("the pretty form is another script");
    }
    Ok(())
}
