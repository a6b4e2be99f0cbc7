//! What is seen of a campaign: a live display on a terminal, plain lines elsewhere, or JSON.

use super::super::bisect::describe;
use super::super::live::Form;
use super::super::{Colour, paint};
use crate::campaign::{Campaign, Event, Stop, Summary, Watcher};
use crate::quote::one_line;
use crate::report::quote;
use crate::seeds::NOT_UNDERSTOOD;
use crate::store::{BucketRow, NewFinding, Setup, Tally};
use crate::triage::Strip;
use crate::words::{counted, times};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Plain lines and JSON tell of the progress so often.
const PERIOD: Duration = Duration::from_secs(10);

pub struct Display {
    form: Form,
    folder: String,
    said: Instant,
    stop: Stop,
    /// Nobody reads what we print.
    failure: Option<anyhow::Error>,
}

impl Display {
    pub fn new(json: bool, campaign: &Campaign<'_>, setup: &Setup) -> anyhow::Result<Display> {
        let form = Form::new(json, "{msg}")?;
        let labels: Vec<&str> = setup.solvers.iter().map(|solver| solver.label.as_str()).collect();
        if json {
            say!(
                "{}",
                json!({
                    "event": "start",
                    "campaign": campaign.name,
                    "seed": setup.seed,
                    "seeds": campaign.seeds.len(),
                    "solvers": labels,
                    "strategies": setup.strategies,
                    "jobs": campaign.jobs,
                    "version": setup.version,
                })
            );
        } else {
            let (name, seeds, jobs) = (&campaign.name, campaign.seeds.len(), campaign.jobs);
            let (seeds, jobs) = (counted(seeds as u64, "seed"), counted(jobs as u64, "worker"));
            say!("campaign {name}: number {}, {seeds}, {jobs}", setup.seed);
            say!("  solvers     {}", labels.join(", "));
            say!("  strategies  {}", setup.strategies.join(", "));
        }
        let folder = campaign.name.clone();
        Ok(Display { form, folder, said: Instant::now(), stop: campaign.stop.clone(), failure: None })
    }

    /// Prints, beside the live display if there is one. Where nobody reads, the campaign ends.
    fn print(&mut self, text: &str) {
        if let Err(error) = self.form.print(text) {
            self.failure.get_or_insert(error);
            self.stop.set();
        }
    }

    fn warn(&mut self, text: &str) {
        let text = format!("{}: {text}", paint("warning", Colour::Yellow));
        match &self.form {
            Form::Live(bar) => bar.suspend(|| remark!("{text}")),
            Form::Plain | Form::Json => remark!("{text}"),
        }
    }

    fn tick(&mut self, summary: &Summary) {
        match &self.form {
            Form::Live(bar) => bar.set_message(table(summary)),
            Form::Plain if self.said.elapsed() >= PERIOD => {
                self.said = Instant::now();
                remark!("{}", line(summary));
            }
            Form::Json if self.said.elapsed() >= PERIOD => {
                self.said = Instant::now();
                self.print(&format!("{}\n", summary_json("progress", &self.folder, summary)));
            }
            Form::Plain | Form::Json => {}
        }
    }

    /// Tells which releases have a bug.
    pub fn bisected(&mut self, id: i64, strip: &Strip) {
        let line = match self.form {
            Form::Json => {
                let mut facts = strip.facts();
                facts.extend([
                    ("event".to_owned(), "bisected".into()),
                    ("id".to_owned(), id.into()),
                    ("solver".to_owned(), strip.solver.as_str().into()),
                ]);
                Value::Object(facts).to_string()
            }
            Form::Live(_) | Form::Plain => format!("bug {id}, releases\n{}", describe(strip)),
        };
        self.print(&format!("{line}\n"));
    }

    /// Prints the end of the story.
    pub fn finish(mut self, summary: &Summary, buckets: &[BucketRow]) -> anyhow::Result<()> {
        self.form.clear();
        match self.form {
            Form::Json => self.print(&format!("{}\n", summary_json("summary", &self.folder, summary))),
            Form::Live(_) | Form::Plain => self.print(&story(&self.folder, summary, buckets)),
        }
        self.failure.map_or(Ok(()), Err)
    }
}

impl Watcher for Display {
    fn notice(&mut self, event: Event<'_>, summary: &Summary) {
        let is_json = matches!(self.form, Form::Json);
        match event {
            Event::Finding { finding, filed } if is_json => {
                let mut event = finding_json("finding", finding, filed.id);
                event["script"] = finding.script.as_str().into();
                self.print(&format!("{event}\n"));
            }
            Event::Finding { .. } => {}
            Event::Bucket { finding, filed } => {
                let folder = filed.folder.as_ref().map(|folder| folder.display().to_string());
                if is_json {
                    let mut event = finding_json("bucket", finding, filed.id);
                    event["folder"] = folder.into();
                    self.print(&format!("{event}\n"));
                } else {
                    let word = if finding.bug { "BUG" } else { "note" };
                    let place = folder.map_or(String::new(), |folder| format!(" -> {folder}"));
                    let NewFinding { solver, kind, certainty, why, .. } = finding;
                    let id = filed.id;
                    self.print(&format!(
                        "{word} {id}: {solver} {kind} ({certainty}): {}{place}\n",
                        one_line(why)
                    ));
                }
            }
            Event::Alarm { unit, text } if is_json => {
                self.print(&format!("{}\n", json!({"event": "alarm", "unit": unit, "text": text})));
            }
            Event::Alarm { unit, text } => {
                self.print(&format!("ALARM in unit {unit}, please report it: {text}\n"));
            }
            Event::Warning(text) => self.warn(text),
            Event::Tick => self.tick(summary),
        }
    }
}

fn finding_json(event: &str, finding: &NewFinding, id: i64) -> Value {
    json!({
        "event": event,
        "id": id,
        "unit": finding.unit,
        "strategy": finding.strategy,
        "kind": finding.kind,
        "solver": finding.solver,
        "certainty": finding.certainty,
        "bug": finding.bug,
        "why": finding.why,
        "bucket": finding.bucket,
    })
}

fn summary_json(event: &str, folder: &str, summary: &Summary) -> Value {
    let tally = &summary.tally;
    let skips: Vec<Value> = tally
        .skips
        .iter()
        .map(|((strategy, reason), count)| json!({"strategy": strategy, "reason": reason, "count": count}))
        .collect();
    json!({
        "event": event,
        "campaign": folder,
        "units": tally.units,
        "tests": tally.tests,
        "tests_per_s": summary.tests_per_s(),
        "seconds": summary.elapsed.as_secs_f64(),
        "this_run": {"units": summary.run.units, "tests": summary.run.tests, "findings": summary.run.count_findings()},
        "strategies": tally.by_strategy().into_iter().map(|(strategy, (tests, findings))| {
            (strategy.to_owned(), json!({"tests": tests, "findings": findings}))
        }).collect::<serde_json::Map<_, _>>(),
        "answers": tally.answers_by_solver(),
        "findings": tally.findings_by_kind(),
        "buckets": summary.buckets,
        "bugs": summary.bugs,
        "alarms": tally.alarms,
        "held_back": tally.held_back,
        "dismissed": tally.dismissed,
        "skips": skips,
        "solver_time_share": tally.solver_time_share(),
        "checksum": format!("{:016x}", tally.checksum),
        "reached": summary.reached.iter().map(|(solver, (places, counted))| {
            (solver.clone(), json!({ counted: places }))
        }).collect::<serde_json::Map<_, _>>(),
    })
}

/// The progress in a line: this run with its own time, then the whole campaign if there is more to it.
fn line(summary: &Summary) -> String {
    let (tally, run) = (&summary.tally, &summary.run);
    let made = |tally: &Tally| (counted(tally.tests, "test"), counted(tally.count_findings(), "finding"));
    let alarms =
        if tally.alarms == 0 { String::new() } else { format!(", {}", counted(tally.alarms, "alarm")) };
    let reached = summary.reached.iter();
    let reached = reached.map(|(solver, (places, counted))| format!(", {places} {counted} of {solver}"));
    let reached: String = reached.collect();
    let (buckets, notes) = (counted(summary.bugs, "bucket"), summary.buckets - summary.bugs);
    let filed = format!("{buckets} of bugs and {notes} of notes{alarms}{reached}");
    let (tests, findings) = made(run);
    let in_solvers = format!("{:.0} % of the time in solvers", 100.0 * run.solver_time_share());
    let this_run = format!(
        "{:6.0} s: {tests} ({:.1}/s), {findings}",
        summary.elapsed.as_secs_f64(),
        summary.tests_per_s(),
    );
    if !summary.is_resumed() {
        return format!("{this_run}, {filed}, {in_solvers}");
    }
    let (tests, findings) = made(tally);
    format!("{this_run}, {in_solvers}; {ALL_RUNS}: {tests}, {findings}, {filed}")
}

/// What is counted since the campaign began.
const ALL_RUNS: &str = "all runs";

/// The progress in a table.
fn table(summary: &Summary) -> String {
    let mut out = line(summary);
    let by_solver = summary.tally.answers_by_solver();
    if by_solver.is_empty() {
        return out;
    }
    let mut outcomes: Vec<&str> = by_solver.values().flat_map(|answers| answers.keys().copied()).collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    let by_kind = summary.tally.findings_by_kind();
    let width = name_width(&summary.tally);
    let heading = if summary.is_resumed() { ALL_RUNS } else { "" };
    // Writing to a string does not fail.
    let _ = write!(out, "\n  {heading:width$}");
    outcomes.iter().for_each(|outcome| out.push_str(&format!(" {outcome:>13}")));
    for (solver, answers) in &by_solver {
        let _ = write!(out, "\n  {solver:width$}");
        for outcome in &outcomes {
            let _ = write!(out, " {:>13}", answers.get(outcome).copied().unwrap_or(0));
        }
    }
    if !by_kind.is_empty() {
        let _ = write!(out, "\n  {:width$} {:>13}", "kind", "findings");
    }
    for (kind, count) in &by_kind {
        let _ = write!(out, "\n  {kind:width$} {count:>13}");
    }
    out
}

/// What the strategies did, a line each.
fn strategies(tally: &Tally) -> String {
    let width = name_width(tally);
    let mut out = format!("  {:width$} {:>13} {:>13}\n", "strategy", "tests", "findings");
    for (strategy, (tests, findings)) in tally.by_strategy() {
        let _ = writeln!(out, "  {strategy:width$} {tests:>13} {findings:>13}");
    }
    out
}

/// The width of a column that has the names of solvers, kinds of findings, and strategies.
fn name_width(tally: &Tally) -> usize {
    let (solvers, kinds, strategies) =
        (tally.answers_by_solver(), tally.findings_by_kind(), tally.by_strategy());
    let names = solvers.keys().chain(kinds.keys()).chain(strategies.keys());
    names.map(|name| name.len()).max().unwrap_or(0).max(ALL_RUNS.len())
}

/// The summary at the end.
fn story(folder: &str, summary: &Summary, buckets: &[BucketRow]) -> String {
    let tally = &summary.tally;
    let mut out = format!("{}\n{}", table(summary), strategies(tally));
    let mut skips: Vec<_> = tally.skips.iter().collect();
    skips.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for ((strategy, reason), count) in skips.into_iter().take(MOST_LINES) {
        let remedy = if reason == NOT_UNDERSTOOD { " (`gainsay info FILE` says why)" } else { "" };
        let _ = writeln!(out, "  no test {}: {strategy}, {reason}{remedy}", times(*count));
    }
    if tally.dismissed > 0 {
        let suspicions = counted(tally.dismissed, "suspicion");
        let _ = writeln!(out, "  {suspicions} did not show again in fresh processes, or are known");
    }
    if tally.held_back > 0 {
        let suspicions = counted(tally.held_back, "suspicion");
        let _ = writeln!(out, "  {suspicions} not looked into, like many others that were");
    }
    for bucket in buckets.iter().take(MOST_LINES) {
        let BucketRow { kind, solver, count, first, .. } = bucket;
        let word = if bucket.bug { "BUG" } else { "note" };
        let place = bucket.folder.as_ref().map_or(String::new(), |folder| format!(" -> {folder}"));
        let _ = writeln!(out, "  {word} {first}: {solver} {kind}, {}{place}", times(*count));
    }
    if buckets.len() > MOST_LINES {
        let _ = writeln!(out, "  .. and {} more", counted((buckets.len() - MOST_LINES) as u64, "bucket"));
    }
    let bugs = match summary.bugs {
        0 => "no bugs".to_owned(),
        some => counted(some, "bug"),
    };
    let _ = writeln!(out, "{folder}: {}, {bugs}", counted(tally.tests, "test"));
    if let Some(first) = buckets.iter().find(|bucket| bucket.bug) {
        let _ = writeln!(out, "to look at them: gainsay bugs {folder}");
        let _ = writeln!(out, "to see one again: gainsay replay {folder} {}", first.first);
    }
    let _ = writeln!(out, "to go on: gainsay hunt --campaign {}", quote(folder));
    out
}

/// Lists in the summary are no longer than this.
const MOST_LINES: usize = 40;
