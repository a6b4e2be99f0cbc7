//! The book's chapter, from what was run.

use crate::experiment::{Experiment, IMAGES, Way};
use crate::{experiments, refind};
use std::fmt::Write;
use std::path::Path;

const PAPERS: [(&str, &str); 5] = [
    ("000", "Sparrow: skeletal approximation enumeration"),
    ("001", "YinYang: semantic fusion"),
    ("002", "Automatically testing string solvers"),
    ("003", "Guaranteed satisfiable and unsatisfiable formulas"),
    ("004", "MulStringFuzz: evolution for performance defects"),
];

const OPENING: &str = "# The papers, repeated

gainsay is built from five papers, which have 35 experiments between them. Each is one command here:

```sh
cargo run --release -p gainsay-papers                               # lists them
cargo run --release -p gainsay-papers -- 002-table4                 # a minute or two
cargo run --release -p gainsay-papers -- 002-table4 --paper-scale   # the paper's times and numbers
cargo run --release -p gainsay-papers -- --all --out DIR            # all, as DIR/NAME.md and DIR/NAME.json
cargo run --release -p gainsay-papers -- chapter DIR --book docs/src   # this page
```

This page is their output: none of our figures on it was written by hand. Runs at the default scale take seconds where the
papers took hours or months, on a shared machine, so small numbers show that the experiment works, and little more. The
figures of the papers are their authors', with the place where they stand.

A separate command finds out whether a strategy would have found a known bug. A table of known bugs is a CSV file with the
columns `file`, `kind` (soundness or crash), `solver`, `version` and `options`:

```sh
cargo run --release -p gainsay-papers -- refind --bugs BUGS.csv --strategy fusion --for 10m
```
";

/// What is not there is listed as not run.
pub fn chapter(folder: &Path) -> String {
    let mut text = OPENING.to_owned();
    if let Ok(run) = std::fs::read_to_string(folder.join(refind::TOLD)) {
        let _ = write!(text, "\n{run}");
    }
    for (number, title) in PAPERS {
        let _ = write!(text, "\n## {number}: {title}\n");
        let mut missing = String::new();
        for Experiment { name, place, measured, way, .. } in
            experiments().filter(|one| one.name.starts_with(number))
        {
            match (std::fs::read_to_string(folder.join(format!("{name}.md"))), way) {
                (Ok(run), _) => {
                    let _ = write!(text, "\n{run}");
                }
                (Err(_), Way::Not(why)) => {
                    let _ = writeln!(missing, "| {name} | {place}: {measured} | it cannot be: {why} |");
                }
                (Err(_), way) => {
                    let why = if matches!(way, Way::Here(_)) { "" } else { way.word() };
                    let _ = writeln!(missing, "| {name} | {place}: {measured} | {why} |");
                }
            }
        }
        if !missing.is_empty() {
            let _ = write!(text, "\nNot run:\n\n| experiment | | why |\n|---|---|---|\n{missing}");
        }
    }
    text
}

/// Writes it into the book, with its plots.
pub fn write(folder: &Path, book: &Path) -> anyhow::Result<()> {
    std::fs::write(book.join("papers.md"), chapter(folder))?;
    let images = book.join(IMAGES);
    std::fs::create_dir_all(&images)?;
    for Experiment { name, .. } in experiments() {
        let image = format!("{name}.svg");
        let from = folder.join(IMAGES).join(&image);
        if from.exists() {
            std::fs::copy(from, images.join(image))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{PAPERS, chapter};
    use crate::experiments;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_experiment_stands_in_the_chapter_once() {
        let names: Vec<&str> = experiments().map(|one| one.name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        let counts = PAPERS.map(|(number, _)| names.iter().filter(|name| name.starts_with(number)).count());
        assert_eq!(counts, [8, 8, 8, 3, 8]);
        let text = chapter(Path::new("/nonexistent"));
        assert!(names.iter().all(|name| text.contains(&format!("| {name} |"))));
    }
}
