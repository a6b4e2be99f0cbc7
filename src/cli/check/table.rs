//! The CSV file of all answers: one row per question and solver.

use super::record::{Record, Said};
use crate::judge::RecordPolicy;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

const HEADER: &str =
    "file,question,solver,answer,seconds,cpu_seconds,peak_memory,model,proved,status,findings,reason";

pub struct Table {
    path: PathBuf,
    file: File,
}

impl Table {
    /// Creates a table. Another kind of file is not overwritten.
    pub fn create(path: &Path) -> anyhow::Result<Table> {
        if let Ok(file) = File::open(path)
            && let mut first = String::new()
            && BufReader::new(file).read_line(&mut first).is_ok_and(|bytes| bytes > 0)
            && first.trim_end() != HEADER
        {
            bail!("{} exists and is not a table of `gainsay check`; it is left as it is", path.display());
        }
        let cannot = || format!("cannot write {}", path.display());
        let mut file = File::create(path).with_context(cannot)?;
        writeln!(file, "{HEADER}").with_context(cannot)?;
        Ok(Table { path: path.to_owned(), file })
    }

    pub fn add(&mut self, record: &Record) -> anyhow::Result<()> {
        let rows: String = record.answers.iter().map(|said| row(record, said)).collect();
        let cannot = || format!("cannot write {}", self.path.display());
        self.file.write_all(rows.as_bytes()).with_context(cannot)
    }
}

fn row(record: &Record, said: &Said) -> String {
    let own = record.findings.iter().filter(|found| found.solver == said.solver);
    let told = own.filter(|found| found.kind.row().noted != RecordPolicy::Never);
    let findings: Vec<String> =
        told.map(|found| format!("{} ({})", found.kind.word(), found.certainty.word())).collect();
    let cells = [
        record.place.file.clone(),
        record.place.question.to_string(),
        said.solver.clone(),
        said.answer.clone(),
        format!("{:.3}", said.seconds),
        format!("{:.3}", said.cpu_seconds),
        said.peak_memory.to_string(),
        said.model.clone().unwrap_or_default(),
        record.truth.clone().unwrap_or_default(),
        record.place.claimed.clone().unwrap_or_default(),
        findings.join("; "),
        said.reason.clone().unwrap_or_default(),
    ];
    cells.map(|cell| quoted(&cell)).join(",") + "\n"
}

/// A cell, quoted as RFC 4180 says.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}
