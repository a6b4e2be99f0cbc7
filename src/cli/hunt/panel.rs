//! The progress of a hunt laid out for a width: the live panel, and the tables of the summary.

use super::super::colour::{Colour, painted};
use crate::campaign::{Doing, Summary};
use crate::store::Tally;
use crate::words::{counted, grouped};
use std::time::Duration;

/// The data of the panel.
pub struct View<'a> {
    pub summary: &'a Summary,
    /// The campaign's folder.
    pub name: &'a str,
    /// The time limit of this run, if there is one.
    pub time: Option<Duration>,
    /// The number of units, if there is a limit.
    pub units: Option<u64>,
    /// The time since the last new bucket.
    pub since_find: Option<Duration>,
    /// The last findings, the newest last.
    pub recent: &'a [String],
}

/// A line of coloured words, cut at the width.
#[derive(Default)]
pub struct Line(Vec<(String, Option<Colour>)>);

impl Line {
    fn add(mut self, text: impl Into<String>) -> Line {
        self.0.push((text.into(), None));
        self
    }

    fn ink(mut self, text: impl Into<String>, colour: Colour) -> Line {
        self.0.push((text.into(), Some(colour)));
        self
    }

    /// A row of the panel, with its heading.
    fn row(heading: &str) -> Line {
        Line::default().ink(format!(" {heading:9}"), Colour::Dim)
    }

    /// The line in at most `width` columns.
    fn render(&self, width: usize, colours: bool) -> String {
        let mut out = String::new();
        let mut left = width;
        for (text, colour) in &self.0 {
            let cut = fit(text, left);
            left -= length(&cut);
            match colour {
                Some(colour) if colours && !cut.trim().is_empty() => out.push_str(&painted(&cut, *colour)),
                _ => out.push_str(&cut),
            }
        }
        out.truncate(out.trim_end().len());
        out
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// The text in at most `width` columns, with an ellipsis if it is cut, without control characters.
fn fit(text: &str, width: usize) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    if length(&text) <= width {
        return text;
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    if width == 0 { kept } else { format!("{kept}…") }
}

/// Lines as a text of this width.
pub fn render(lines: &[Line], width: usize, colours: bool) -> String {
    let lines: Vec<String> = lines.iter().map(|line| line.render(width, colours)).collect();
    lines.join("\n")
}

/// The widest panel: on wider terminals its parts would be too far apart.
const WIDEST: usize = 100;

/// The live panel. No line is longer than `width`.
pub fn panel(view: &View<'_>, width: usize, colours: bool) -> String {
    let width = width.min(WIDEST);
    let mut lines = vec![Line::default(), title(view, width)];
    lines.extend(facts(view));
    let table = answers(&view.summary.tally, width);
    if !table.is_empty() {
        lines.push(Line::default());
        lines.extend(table);
    }
    if !view.recent.is_empty() {
        lines.push(Line::default());
    }
    for text in view.recent {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let colour = if word == "BUG" { Colour::Red } else { Colour::Yellow };
        lines.push(Line::default().add(" ").ink(word, colour).add(format!(" {rest}")));
    }
    render(&lines, width, colours)
}

/// The campaign's name on the left, times on the right.
fn title(view: &View<'_>, width: usize) -> Line {
    let run = clock(view.summary.elapsed);
    let left = match (view.time, view.units) {
        (Some(time), _) => format!(", {} left", clock(time.saturating_sub(view.summary.elapsed))),
        (None, Some(units)) => {
            let done = 100.0 * view.summary.tally.units as f64 / units.max(1) as f64;
            format!(", {:.0} % done", done.min(100.0))
        }
        (None, None) => String::new(),
    };
    let times = format!("{run}{left}");
    let room = width.saturating_sub(length(&times) + 12);
    let name = fit(view.name, room);
    let gap = " ".repeat(room - length(&name) + 2);
    Line::default().ink(" gainsay  ", Colour::Bold).add(name).add(gap).ink(times, Colour::Bold)
}

fn facts(view: &View<'_>) -> Vec<Line> {
    let summary = view.summary;
    let (speed, share) = (summary.tests_per_s(), 100.0 * summary.run.solver_time_share());
    let tests = Line::row("tests").ink(grouped(summary.run.tests), Colour::Bold);
    let tests = tests.add(format!(", {speed:.1}/s, {share:.0} % of the time in solvers"));
    let colour = if summary.bugs > 0 { Colour::Red } else { Colour::Bold };
    let notes = counted(summary.buckets - summary.bugs, "note");
    let mut found = Line::row("found").ink(counted(summary.bugs, "bug"), colour).add(format!(", {notes}"));
    if summary.tally.alarms > 0 {
        found = found.add(", ").ink(counted(summary.tally.alarms, "alarm"), Colour::Red);
    }
    if let Some(since) = view.since_find {
        found = found.add(format!(", last new one {} ago", span(since)));
    }
    let mut lines = vec![tests, found, Line::row("now").ink(doing(summary), Colour::Cyan)];
    if summary.is_resumed() {
        let tally = &summary.tally;
        let findings = counted(tally.count_findings(), "finding");
        lines.push(Line::row("all runs").add(format!("{} tests, {findings}", grouped(tally.tests))));
    }
    for (solver, (places, what)) in &summary.reached {
        lines.push(Line::row("reached").add(format!("{} {what} of {solver}", grouped(*places))));
    }
    lines
}

/// What the workers are doing.
pub fn doing(summary: &Summary) -> String {
    let (known, all) = summary.seeds;
    let words = summary.doing.iter().map(|doing| match doing {
        Doing::Seeds => format!("{doing} {known}/{all}"),
        _ => doing.to_string(),
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { "starting".to_owned() } else { words.join("; ") }
}

/// The columns of the table of answers: outcome, heading, short heading, and whether it is always shown.
const OUTCOMES: [(&str, &str, &str, bool); 9] = [
    ("sat", "sat", "sat", true),
    ("unsat", "unsat", "unsat", true),
    ("unknown", "unknown", "unkn", true),
    ("timeout", "timeout", "time", true),
    ("rejected", "rejected", "rej", true),
    ("crash", "crash", "crash", true),
    ("out of memory", "memory", "mem", false),
    ("not judged", "not judged", "unj", false),
    ("not asked", "skipped", "skip", false),
];

/// How often each solver gave each answer.
pub fn answers(tally: &Tally, width: usize) -> Vec<Line> {
    let by_solver = tally.answers_by_solver();
    if by_solver.is_empty() {
        return Vec::new();
    }
    let count = |solver: &str, outcome: &str| {
        by_solver.get(solver).and_then(|answers| answers.get(outcome)).copied().unwrap_or(0)
    };
    let total = |outcome: &str| by_solver.keys().map(|solver| count(solver, outcome)).sum::<u64>();
    let longest = by_solver.keys().map(|solver| length(solver)).max().unwrap_or(0).max(8);
    let columns = |short: bool, all: bool| {
        let chosen = OUTCOMES.iter().filter(|column| column.3 && all || total(column.0) > 0);
        chosen
            .map(|&(outcome, heading, brief, _)| {
                let heading = if short { brief } else { heading };
                let digits = by_solver.keys().map(|solver| grouped(count(solver, outcome)).len());
                (outcome, heading, digits.max().unwrap_or(0).max(heading.len()) + 2)
            })
            .collect::<Vec<_>>()
    };
    let room = |columns: &[(&str, &str, usize)]| {
        width.saturating_sub(2 + columns.iter().map(|column| column.2).sum::<usize>())
    };
    let layouts = [columns(false, true), columns(true, true), columns(true, false)];
    let fits = |columns: &&Vec<_>| room(columns) >= longest.min(MOST_NAME);
    let columns = layouts.iter().find(fits).unwrap_or(&layouts[2]);
    let name = longest.min(room(columns));
    let heading = Line::default().ink(format!("  {:name$}", "solver"), Colour::Dim);
    let cells = columns.iter().map(|(_, text, width)| format!("{text:>width$}"));
    let mut lines = vec![cells.fold(heading, |line, cell| line.ink(cell, Colour::Dim))];
    for solver in by_solver.keys() {
        let mut line = Line::default().add(format!("  {:name$}", fit(solver, name)));
        for (outcome, _, width) in columns {
            let count = count(solver, outcome);
            let cell = format!("{:>width$}", grouped(count));
            line = match *outcome {
                _ if count == 0 => line.ink(cell, Colour::Dim),
                "sat" | "unsat" => line.ink(cell, Colour::Green),
                "crash" => line.ink(cell, Colour::Red),
                "rejected" | "out of memory" => line.ink(cell, Colour::Yellow),
                _ => line.add(cell),
            };
        }
        lines.push(line);
    }
    lines
}

/// Names up to this length are shown in full, if there is room with short headings.
const MOST_NAME: usize = 24;

/// A line for each strategy: tests, findings, and its share of the workers' time.
pub fn strategies(tally: &Tally) -> Vec<Line> {
    let all = tally.by_strategy();
    let name = all.keys().map(|name| length(name)).max().unwrap_or(0).max(8);
    let time = |strategy: &str| tally.time_by_strategy.get(strategy).copied().unwrap_or_default();
    let whole: Duration = tally.time_by_strategy.values().sum();
    let heading =
        format!("  {:name$}{:>10}{:>10}{:>11}{:>8}", "strategy", "tests", "findings", "time", "share");
    let mut lines = vec![Line::default().ink(heading, Colour::Dim)];
    for (strategy, (tests, findings)) in all {
        let time = time(strategy);
        let share = 100.0 * time.as_secs_f64() / whole.as_secs_f64().max(1e-9);
        let line = Line::default().add(format!("  {strategy:name$}{:>10}", grouped(tests)));
        let cell = format!("{:>10}", grouped(findings));
        let line = if findings > 0 { line.ink(cell, Colour::Yellow) } else { line.add(cell) };
        lines.push(line.add(format!("{:>9.1} s{share:>6.0} %", time.as_secs_f64())));
    }
    lines
}

/// `0:42`, `1:02:03`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// `12 s`, `3 min`, `2 h 5 min`.
fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// A text with lines wrapped at the width. Lines with colours are tables, which fit already.
pub fn paged(text: &str, width: usize) -> String {
    let page = |line: &str| {
        let rest = line.trim_start_matches(' ');
        let indent = line.len() - rest.len();
        if length(line) <= width || line.contains('\x1b') {
            return format!("{line}\n");
        }
        let wrapped = wrapped(rest, width - indent, 4).replace('\n', &format!("\n{}", " ".repeat(indent)));
        format!("{}{wrapped}\n", " ".repeat(indent))
    };
    text.lines().map(page).collect()
}

/// A text wrapped between words; lines after the first are indented. Longer words stay whole, since they are
/// paths to be copied.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if column > indent && column + 1 + length(word) > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length(word);
    }
    out
}
