//! Bars, for the figures that have them in the papers: the book's plots have numbers on both axes.

use std::fmt::Write;

/// Bars from left to right, one below the other, each with its name and its figure, as SVG.
pub fn bars(title: &str, rows: &[(String, f64)]) -> String {
    const ROW: f64 = 18.0;
    const NAMES: f64 = 220.0;
    const LONGEST: f64 = 380.0;
    let most = rows.iter().map(|row| row.1).fold(f64::MIN_POSITIVE, f64::max);
    let height = ROW * (rows.len() as f64 + 2.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"680\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"8\" y=\"14\">{}</text>\n",
        escaped(title)
    );
    for (number, (name, figure)) in rows.iter().enumerate() {
        let (top, length) = (ROW * (number as f64 + 1.5), LONGEST * figure.max(0.0) / most);
        let (text, right, told) = (top + 11.0, NAMES + 6.0 + length, (10.0 * figure).round() / 10.0);
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{text}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{NAMES}\" y=\"{top}\" width=\"{length:.1}\" height=\"13\" fill=\"#4477aa\"/>\
             <text x=\"{right:.1}\" y=\"{text}\">{told}</text>",
            NAMES - 6.0,
            escaped(name)
        );
    }
    out + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
