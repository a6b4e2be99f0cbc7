//! Problems of a script, shown at their places in the text.

use super::{Colour, paint};
use crate::quote::one_line;
use crate::script::{Problem, ProblemKind};
use crate::words::counted;
use std::path::Path;

/// The most problems that are shown.
const MOST: usize = 20;

/// Renders problems one after the other, but not all if there are very many, as in a file that is not a script.
pub(super) fn render_all(path: &Path, text: &str, problems: &[&Problem]) -> String {
    let shown = problems.iter().take(MOST).map(|problem| render(path, text, problem));
    let more = match problems.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("{}: {} more like these\n", path.display(), counted(more, "problem")),
    };
    shown.collect::<String>() + &more
}

/// `file:line:column: error: message`, the line, and a caret below the place.
pub(super) fn render(path: &Path, text: &str, problem: &Problem) -> String {
    let (line, column) = problem.line_and_column(text);
    let severity = match problem.kind {
        ProblemKind::Syntax | ProblemKind::Sort => paint("error", Colour::Red),
        ProblemKind::Opaque => paint("note", Colour::Yellow),
    };
    let path = one_line(&path.display().to_string()).into_owned();
    let source = text.lines().nth(line - 1).unwrap_or("");
    let (source, caret) = excerpt(source, column - 1);
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let (message, indent) = (&problem.message, " ".repeat(caret));
    format!("{path}:{line}:{column}: {severity}: {message}\n {number} | {source}\n {margin} | {indent}^\n")
}

/// The character, or a replacement that takes one column.
fn in_its_place(c: char) -> char {
    match c {
        '\t' => ' ',
        _ if c.is_control() => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// The part of a line around a column, and the column in it: lines of generated scripts can be megabytes long.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    const BEFORE: usize = 40;
    const WIDTH: usize = 100;
    let start = if column > WIDTH - 20 { column - BEFORE } else { 0 };
    let mut shown: String = line.chars().skip(start).take(WIDTH).map(in_its_place).collect();
    let mut caret = column - start;
    if start > 0 {
        shown.insert_str(0, "...");
        caret += 3;
    }
    if line.chars().nth(start + WIDTH).is_some() {
        shown.push_str("...");
    }
    (shown, caret)
}
