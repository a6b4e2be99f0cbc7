//! A table of figures, ours beside the paper's.

use crate::bars::bars;
use gainsay::report::plot::Plot;
use serde_json::{Value, json};
use std::fmt;

pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
    /// As SVG.
    plot: Option<String>,
}

/// What stands where there is no figure.
pub const NONE: &str = "-";

impl Table {
    pub fn new<S: ToString>(columns: impl IntoIterator<Item = S>) -> Table {
        let columns = columns.into_iter().map(|name| name.to_string()).collect();
        Table { columns, rows: Vec::new(), notes: Vec::new(), plot: None }
    }

    pub fn row<S: ToString>(&mut self, cells: impl IntoIterator<Item = S>) {
        let mut cells: Vec<String> =
            cells.into_iter().map(|cell| cell.to_string().replace('|', "\\|")).collect();
        cells.resize(self.columns.len(), NONE.to_owned());
        self.rows.push(cells);
    }

    /// A sentence about this run that the table cannot show.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// For figures that are plots in the paper.
    pub fn draw(&mut self, plot: &Plot) {
        self.plot = Some(plot.svg());
    }

    /// The same, for bars.
    pub fn draw_bars(&mut self, title: &str, rows: &[(String, f64)]) {
        self.plot = Some(bars(title, rows));
    }

    pub fn plot(&self) -> Option<&str> {
        self.plot.as_deref()
    }

    pub fn json(&self) -> Value {
        json!({ "columns": self.columns, "rows": self.rows })
    }
}

/// As Markdown. Columns of figures are aligned to the right.
impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line =
            |out: &mut fmt::Formatter<'_>, cells: &[String]| writeln!(out, "| {} |", cells.join(" | "));
        line(out, &self.columns)?;
        let is_number =
            |cell: &str| cell == NONE || cell.chars().all(|c| c.is_ascii_digit() || ",.%() ".contains(c));
        for column in 0..self.columns.len() {
            let numbers = column > 0 && self.rows.iter().all(|row| is_number(&row[column]));
            write!(out, "{}", if numbers { "|---:" } else { "|---" })?;
        }
        writeln!(out, "|")?;
        self.rows.iter().try_for_each(|row| line(out, row))
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn figures_stand_to_the_right_and_missing_cells_are_shown() {
        let mut table = Table::new(["tool", "paper", "why"]);
        table.row(["a|b", "1,234", "x"]);
        table.row(["c"]);
        let text = "| tool | paper | why |\n|---|---:|---|\n| a\\|b | 1,234 | x |\n| c | - | - |\n";
        assert_eq!(table.to_string(), text);
    }
}
