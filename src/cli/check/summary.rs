//! The summary of a run: the answers of each solver, what is wrong where, and a comparison of two solvers.

use super::record::{Change, Grade, Record};
use crate::judge::Finding;
use crate::quote::one_line;
use crate::words::{counted, joined, time};

/// The totals of all questions so far.
#[derive(Default)]
pub struct Summary {
    pub files: usize,
    questions: usize,
    proved: [usize; 2],
    agreed: usize,
    pub disputed: Vec<String>,
    open: usize,
    solvers: Vec<Tally>,
    pub wrong: Vec<String>,
    alarms: Vec<String>,
    wrong_statuses: Vec<String>,
    not_understood: Vec<String>,
    /// Files without a question.
    pub silent: Vec<String>,
    /// Files that are missing or cannot be read.
    pub unreadable: Vec<String>,
    changes: Vec<Change>,
}

/// The totals of one solver.
struct Tally {
    solver: String,
    answers: [usize; ANSWERS.len()],
    wrong: usize,
    cpu_seconds: f64,
}

/// The answers that are counted: the columns of the table.
const ANSWERS: [&str; 8] =
    ["sat", "unsat", "unknown", "timeout", "out of memory", "crash", "rejected", "not asked"];

impl Summary {
    /// Adds a question; the caller counts files.
    pub fn add(&mut self, record: &Record) {
        self.questions += 1;
        let place = record.place.to_string();
        match record.grade() {
            Grade::Proved("sat", _) => self.proved[0] += 1,
            Grade::Proved(..) => self.proved[1] += 1,
            Grade::Agreed(..) => self.agreed += 1,
            Grade::Disputed => self.disputed.push(format!("{place}: {}", record.dispute())),
            Grade::Open => self.open += 1,
        }
        if !record.place.understood {
            self.not_understood.push(place.clone());
        }
        if let Some(claimed) = record.wrong_status() {
            self.wrong_statuses.push(format!("{place}: says {claimed}"));
        }
        self.changes.extend(record.change());
        self.alarms.extend(record.alarms.iter().map(|alarm| format!("{place}: {alarm}")));
        for (at, said) in record.answers.iter().enumerate() {
            if self.solvers.len() == at {
                let solver = said.solver.clone();
                self.solvers.push(Tally { solver, answers: [0; ANSWERS.len()], wrong: 0, cpu_seconds: 0.0 });
            }
            let tally = &mut self.solvers[at];
            if let Some(answer) = ANSWERS.iter().position(|answer| *answer == said.answer) {
                tally.answers[answer] += 1;
            }
            tally.cpu_seconds += said.cpu_seconds;
            let own = |found: &&Finding| found.is_bug() && found.solver == said.solver;
            let mut kinds: Vec<&str> =
                record.findings.iter().filter(own).map(|found| found.kind.word()).collect();
            kinds.dedup();
            if !kinds.is_empty() {
                tally.wrong += 1;
                self.wrong.push(format!("{place}: {} {}", said.solver, joined(kinds)));
            }
        }
    }

    /// Whether the summary would say nothing new.
    pub fn is_trivial(&self) -> bool {
        self.questions + self.silent.len() + self.unreadable.len() <= 1
    }

    pub fn as_text(&self, seconds: f64, is_complete: bool) -> String {
        let stopped = if is_complete { "" } else { " (stopped before the end)" };
        let (files, questions) = (counted(self.files, "file"), counted(self.questions, "question"));
        let mut text = format!("\nSummary: {files}, {questions} in {}{stopped}\n\n", time(seconds));
        text += &self.table();
        text += &self.grades();
        text += &self.comparison();
        for (title, places) in [
            ("ALARM: gainsay contradicts itself, please report it:", &self.alarms),
            ("Wrong:", &self.wrong),
            ("Disputed:", &self.disputed),
            ("Contradicted :status:", &self.wrong_statuses),
            ("Not understood, so that answers were only compared:", &self.not_understood),
            ("Without a question:", &self.silent),
            ("Cannot be read:", &self.unreadable),
        ] {
            if !places.is_empty() {
                text += &format!("\n{title}\n");
                places.iter().for_each(|place| text += &format!("  {}\n", one_line(place)));
            }
        }
        text
    }

    /// A row for each solver, with the answers that occurred.
    fn table(&self) -> String {
        let given =
            |column: &usize| *column < 2 || self.solvers.iter().any(|tally| tally.answers[*column] > 0);
        let columns: Vec<usize> = (0..ANSWERS.len()).filter(given).collect();
        let mut rows = vec![vec![String::new()]];
        rows[0].extend(columns.iter().map(|&column| ANSWERS[column].to_owned()));
        rows[0].extend(["wrong".to_owned(), "CPU time".to_owned()]);
        for tally in &self.solvers {
            let mut row = vec![tally.solver.clone()];
            row.extend(columns.iter().map(|&column| tally.answers[column].to_string()));
            row.extend([tally.wrong.to_string(), time(tally.cpu_seconds)]);
            rows.push(row);
        }
        aligned(&rows)
    }

    fn grades(&self) -> String {
        let [sat, unsat] = self.proved;
        let parts = [
            (sat, "proved sat"),
            (unsat, "proved unsat"),
            (self.agreed, "not proved"),
            (self.disputed.len(), "disputed"),
            (self.open, "undecided"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
        if parts.is_empty() { String::new() } else { format!("\nAnswers: {}\n", parts.join(", ")) }
    }

    /// The comparison of the second of two solvers with the first.
    fn comparison(&self) -> String {
        let [first, second] = &self.solvers[..] else { return String::new() };
        let count = |change: Change| self.changes.iter().filter(|other| **other == change).count();
        let flipped = counted(count(Change::Flipped), "answer");
        let other = count(Change::Other);
        let gained = counted(count(Change::TimeoutGained), "timeout");
        let (lost, slower, faster) =
            (count(Change::TimeoutLost), count(Change::Slower), count(Change::Faster));
        format!(
            "\nFrom {} to {}: {flipped} flipped, {other} changed otherwise; {gained} gained, {lost} lost; \
             {slower} slower, {faster} faster\n\
             (slower and faster: by more than a factor of 2 and 0.1 s of CPU time)\n",
            first.solver, second.solver
        )
    }
}

/// Aligns a table: the first column to the left, all others to the right.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = format!("{:1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            line += &format!("  {cell:>width$}");
        }
        text += &format!("{}\n", line.trim_end());
    }
    text
}
