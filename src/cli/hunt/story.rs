//! A hunt in plain lines: progress without a terminal, and the summary at the end.

use super::panel::{Line, answers, doing, render, strategies};
use crate::campaign::{Silence, Summary};
use crate::quote::one_line;
use crate::report::quote;
use crate::seeds::NOT_UNDERSTOOD;
use crate::store::{BucketRow, Tally};
use crate::words::{counted, times};
use std::fmt::Write;

/// Heads the counts since the campaign began.
const ALL_RUNS: &str = "all runs";

/// The most lines of a list in the summary.
const MOST_LINES: usize = 40;

/// The progress in one line: this run with its own time, then the whole campaign if there were earlier runs.
pub fn line(summary: &Summary) -> String {
    let (tally, run) = (&summary.tally, &summary.run);
    let made = |tally: &Tally| (counted(tally.tests, "test"), counted(tally.count_findings(), "finding"));
    let alarms =
        if tally.alarms == 0 { String::new() } else { format!(", {}", counted(tally.alarms, "alarm")) };
    let reached = summary.reached.iter();
    let reached = reached.map(|(solver, (places, counted))| format!(", {places} {counted} of {solver}"));
    let reached: String = reached.collect();
    let (bugs, notes) = (counted(summary.bugs, "bug"), counted(summary.buckets - summary.bugs, "note"));
    let filed = format!("{bugs} and {notes}{alarms}{reached}");
    let (tests, findings) = made(run);
    let in_solvers = format!("{:.0} % of the time in solvers", 100.0 * run.solver_time_share());
    let (seconds, speed) = (summary.elapsed.as_secs_f64(), summary.tests_per_s());
    let this_run = format!("{seconds:6.0} s: {tests} ({speed:.1}/s), {findings}");
    if !summary.is_resumed() {
        return format!("{this_run}, {filed}, {in_solvers}");
    }
    let (tests, findings) = made(tally);
    format!("{this_run}, {in_solvers}; {ALL_RUNS}: {tests}, {findings}, {filed}")
}

/// The progress in one line, with the current activity.
pub fn progress(summary: &Summary) -> String {
    format!("{}; now {}", line(summary), doing(summary))
}

/// The summary at the end.
pub fn story(folder: &str, summary: &Summary, buckets: &[BucketRow], width: usize, colours: bool) -> String {
    let tally = &summary.tally;
    let mut tables = answers(tally, width);
    if !tables.is_empty() {
        tables.push(Line::default());
    }
    tables.extend(strategies(tally));
    let mut out = format!("{}\n\n{}\n", line(summary).trim_start(), render(&tables, width, colours));
    let kinds: Vec<String> =
        tally.findings_by_kind().iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    if !kinds.is_empty() {
        let _ = writeln!(out, "  findings: {}", kinds.join(", "));
    }
    if tally.cores + tally.second_seeds > 0 {
        let (cores, seeds) = (counted(tally.cores, "unsat core"), counted(tally.second_seeds, "answer"));
        let _ = writeln!(out, "  asked again: {cores}, and {seeds} under another random seed");
    }
    out.push_str(&left_aside(tally));
    out.push_str(&found(buckets, width));
    let _ = writeln!(out, "{folder}: {}", verdict(summary));
    if summary.unreduced > 0 {
        let bugs = counted(summary.unreduced, "bug");
        let _ = writeln!(out, "  confirmed, but not reduced yet, and so without a report: {bugs}");
    }
    if let Some(first) = buckets.iter().find(|bucket| bucket.bug) {
        let _ = writeln!(out, "to look at them: gainsay bugs {}", quote(folder));
        let _ = writeln!(out, "to see one again: gainsay bugs {} replay {}", quote(folder), first.first);
    }
    let _ = writeln!(out, "to go on: gainsay hunt --campaign {}", quote(folder));
    out
}

/// What did not become a test or a finding.
fn left_aside(tally: &Tally) -> String {
    let mut out = String::new();
    let mut skips: Vec<_> = tally.skips.iter().collect();
    skips.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for ((strategy, reason), count) in skips.into_iter().take(MOST_LINES) {
        let remedy = if reason == NOT_UNDERSTOOD { " (`gainsay info FILE` says why)" } else { "" };
        let (attempts, what) = (counted(*count, "attempt"), format!("{strategy}, {reason}"));
        let _ = writeln!(out, "  {attempts} skipped: {}{remedy}", one_line(&what));
    }
    if tally.dismissed > 0 {
        let suspicions = counted(tally.dismissed, "suspicion");
        let _ = writeln!(out, "  {suspicions} dropped: not seen again in a fresh process, or already known");
    }
    if tally.held_back > 0 {
        let suspicions = counted(tally.held_back, "suspicion");
        let _ = writeln!(out, "  {suspicions} skipped: many similar ones were examined");
    }
    out
}

fn found(buckets: &[BucketRow], width: usize) -> String {
    let mut out = String::new();
    for bucket in buckets.iter().take(MOST_LINES) {
        let BucketRow { kind, solver, count, first, .. } = bucket;
        let word = if bucket.bug { "BUG" } else { "note" };
        let what = format!("  {word} {first}: {solver} {kind}, {}", times(*count));
        let place = match &bucket.folder {
            Some(folder) if what.len() + 4 + folder.len() <= width => format!(" -> {folder}"),
            Some(folder) => format!("\n      -> {folder}"),
            None => String::new(),
        };
        let _ = writeln!(out, "{what}{place}");
    }
    if buckets.len() > MOST_LINES {
        let _ = writeln!(out, "  and {} more", buckets.len() - MOST_LINES);
    }
    out
}

/// The result of the hunt in a line.
pub fn verdict(summary: &Summary) -> String {
    let tests = counted(summary.tally.tests, "test");
    let mute: Vec<String> =
        summary.silences().into_iter().filter(Silence::is_total).map(|mute| mute.solver).collect();
    match &summary.gave_up {
        _ if summary.unreduced > 0 => {
            format!("{tests}, {} ({} not reduced yet)", counted(summary.bugs, "bug"), summary.unreduced)
        }
        _ if summary.bugs > 0 => format!("{tests}, {}", counted(summary.bugs, "bug")),
        Some(why) => format!("nothing was tested: {why}"),
        None if summary.tally.tests == 0 => {
            "nothing was tested: it ended before the first test (`--for` gives it more time)".to_owned()
        }
        None if summary.tested_nothing() => "nothing was tested: no solver was asked anything".to_owned(),
        None if !mute.is_empty() => format!("{tests}, but no answers from {}", mute.join(", ")),
        None => format!("{tests}, no bugs"),
    }
}
