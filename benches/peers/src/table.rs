//! The results as a table of Markdown.

use std::fmt;

#[derive(Default)]
pub struct Table(Vec<[String; 6]>);

impl Table {
    pub fn less_is_better(&mut self, peer: &str, own: &str, what: &str, unit: &str, theirs: f64, ours: f64) {
        self.row(peer, own, what, unit, [theirs, ours], Some(theirs / ours));
    }

    pub fn more_is_better(&mut self, peer: &str, own: &str, what: &str, unit: &str, theirs: f64, ours: f64) {
        self.row(peer, own, what, unit, [theirs, ours], Some(ours / theirs));
    }

    /// Neither is better for more.
    pub fn plain(&mut self, peer: &str, own: &str, what: &str, unit: &str, theirs: f64, ours: f64) {
        self.row(peer, own, what, unit, [theirs, ours], None);
    }

    fn row(&mut self, peer: &str, own: &str, what: &str, unit: &str, values: [f64; 2], ahead: Option<f64>) {
        let [theirs, ours] = values.map(|value| format!("{value:.1}"));
        let ahead = ahead.map_or(String::new(), |ahead| format!("{ahead:.1}x"));
        self.0.push([format!("{peer} / {own}"), what.to_owned(), unit.to_owned(), theirs, ours, ahead]);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| peer / gainsay | what | unit | peer | gainsay | gainsay is ahead |")?;
        writeln!(f, "|---|---|---|---:|---:|---:|")?;
        self.0.iter().try_for_each(|row| writeln!(f, "| {} |", row.join(" | ")))
    }
}
