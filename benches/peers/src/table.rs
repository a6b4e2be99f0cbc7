//! The results as a table of Markdown, and as a chart.

use std::fmt::{self, Write};

#[derive(Default)]
pub struct Table(Vec<Row>);

struct Row {
    pair: String,
    what: String,
    unit: String,
    theirs: f64,
    ours: f64,
    /// How many times better ours is; nothing where neither is better for more.
    ahead: Option<f64>,
}

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

    fn row(
        &mut self,
        peer: &str,
        own: &str,
        what: &str,
        unit: &str,
        [theirs, ours]: [f64; 2],
        ahead: Option<f64>,
    ) {
        let (what, unit) = (what.to_owned(), unit.to_owned());
        self.0.push(Row { pair: format!("{peer} / {own}"), what, unit, theirs, ours, ahead });
    }

    /// How far ahead each row is, as bars on a logarithmic scale: to the right of the line is better than the peer.
    pub fn chart(&self) -> String {
        const HEIGHT: usize = 18;
        const MIDDLE: f64 = 520.0;
        const DECADE: f64 = 70.0;
        let rows: Vec<&Row> = self.0.iter().filter(|row| row.ahead.is_some()).collect();
        let height = (rows.len() + 2) * HEIGHT;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for (at, row) in rows.into_iter().enumerate() {
            let (top, ratio) = ((at + 1) * HEIGHT, row.ahead.unwrap_or(1.0));
            // Where only one of both has anything, the bar is as long as it gets.
            let length = if ratio.is_nan() { 0.0 } else { ratio.log10().clamp(-1.5, 4.0) * DECADE };
            let (left, colour) =
                if length < 0.0 { (MIDDLE + length, "#c0392b") } else { (MIDDLE, "#2e7d32") };
            let _ = write!(
                svg,
                "<text x=\"4\" y=\"{text}\">{}: {}</text>\n\
                 <rect x=\"{left:.1}\" y=\"{}\" width=\"{:.1}\" height=\"12\" fill=\"{colour}\"/>\n\
                 <text x=\"{:.1}\" y=\"{text}\">{}</text>\n",
                row.pair,
                row.what,
                top - 10,
                length.abs().max(1.0),
                MIDDLE + length.max(0.0) + 4.0,
                ahead(ratio),
                text = top,
            );
        }
        svg + &format!(
            "<line x1=\"{MIDDLE}\" x2=\"{MIDDLE}\" y1=\"4\" y2=\"{height}\" stroke=\"black\"/>\n</svg>\n"
        )
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| peer / gainsay | what | unit | peer | gainsay | gainsay is ahead |")?;
        writeln!(f, "|---|---|---|---:|---:|---:|")?;
        self.0.iter().try_for_each(|Row { pair, what, unit, theirs, ours, ahead: ratio }| {
            let ahead = ratio.map_or(String::new(), ahead);
            writeln!(f, "| {pair} | {what} | {unit} | {theirs:.1} | {ours:.1} | {ahead} |")
        })
    }
}

/// How many times better ours is, in words that hide nothing.
pub fn ahead(ratio: f64) -> String {
    match ratio {
        _ if ratio.is_nan() => "neither".to_owned(),
        f64::INFINITY => "only gainsay".to_owned(),
        0.0 => "only the peer (behind)".to_owned(),
        _ if ratio < 1.0 => format!("{ratio:.2}x (behind)"),
        _ => format!("{ratio:.1}x"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, ahead};

    #[test]
    fn what_is_behind_says_so() {
        let words = [2.04, 1.0, 0.97, 0.0, f64::INFINITY, f64::NAN].map(ahead);
        assert_eq!(
            words,
            ["2.0x", "1.0x", "0.97x (behind)", "only the peer (behind)", "only gainsay", "neither"]
        );
    }

    #[test]
    fn the_chart_has_all_rows_that_have_a_ratio() {
        let mut table = Table::default();
        table.less_is_better("a", "b", "time", "s", 1.0, 2.0);
        table.plain("a", "b", "size", "bytes", 1.0, 2.0);
        table.more_is_better("a", "b", "bugs", "", 0.0, 0.0);
        let chart = table.chart();
        assert!(chart.contains("0.50x (behind)") && chart.contains("neither") && !chart.contains(": size"));
        assert!(table.to_string().contains("| a / b | time | s | 1.0 | 2.0 | 0.50x (behind) |"));
    }
}
