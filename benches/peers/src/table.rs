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
        const MIDDLE: f64 = 470.0;
        const DECADE: f64 = 90.0;
        let rows: Vec<&Row> = self.0.iter().filter(|row| row.ahead.is_some()).collect();
        let height = (rows.len() + 2) * HEIGHT;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for (at, row) in rows.into_iter().enumerate() {
            let (top, ahead) = ((at + 1) * HEIGHT, row.ahead.unwrap_or(1.0));
            let length = ahead.log10() * DECADE;
            let (left, colour) =
                if length < 0.0 { (MIDDLE + length, "#c0392b") } else { (MIDDLE, "#2e7d32") };
            let _ = write!(
                svg,
                "<text x=\"4\" y=\"{text}\">{} : {}</text>\n\
                 <rect x=\"{left:.1}\" y=\"{}\" width=\"{:.1}\" height=\"12\" fill=\"{colour}\"/>\n\
                 <text x=\"{:.1}\" y=\"{text}\">{ahead:.1}x</text>\n",
                row.pair,
                row.what,
                top - 10,
                length.abs().max(1.0),
                MIDDLE + length.max(0.0) + 4.0,
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
        self.0.iter().try_for_each(|Row { pair, what, unit, theirs, ours, ahead }| {
            let ahead = ahead.map_or(String::new(), |ahead| format!("{ahead:.1}x"));
            writeln!(f, "| {pair} | {what} | {unit} | {theirs:.1} | {ours:.1} | {ahead} |")
        })
    }
}
