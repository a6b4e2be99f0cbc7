//! The display of an evolution: live on a terminal, plain lines elsewhere, or JSON.

use super::super::live::Form;
use super::super::{Colour, paint};
use crate::evolve::{Defect, Event, Evolution, Moment, ResultSet, State, Tally, Watcher};
use crate::words::counted;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub struct Display {
    form: Form,
    folder: String,
    unit: Option<&'static str>,
    stop: Arc<AtomicBool>,
    /// The error if the reader of our output is gone.
    failure: Option<anyhow::Error>,
}

impl Display {
    pub fn new(json: bool, evolution: &Evolution<'_>, stop: Arc<AtomicBool>) -> anyhow::Result<Display> {
        let form = Form::new(json, "{spinner} {elapsed} {msg}")?;
        if let Form::Live(bar) = &form {
            bar.enable_steady_tick(Duration::from_millis(200));
            bar.set_message("the first population");
        }
        let (setup, folder) = (evolution.setup, evolution.folder.path.display().to_string());
        if json {
            let setup = serde_json::to_value(setup)?;
            say!("{}", json!({"event": "start", "folder": folder, "setup": setup, "jobs": evolution.jobs}));
        } else {
            say!("evolution {folder}: random seed {}, variant {}", setup.seed, setup.variant);
            say!("  target      {}", setup.target);
            say!("  references  {}", setup.references.join(", "));
            say!("  logics      {}", setup.logics.join(", "));
        }
        if evolution.bench.unit.is_none() && evolution.settings.variant.coverage {
            remark!(
                "{}: {} is not built with coverage counters, so coverage is not an objective, and individuals are told \
                 apart by their operators",
                paint("notice", Colour::Yellow),
                setup.target
            );
        }
        Ok(Display { form, folder, unit: evolution.bench.unit, stop, failure: None })
    }

    /// Prints beside the live display if there is one. If the reader is gone, the evolution stops.
    fn print(&mut self, text: &str) {
        if let Err(error) = self.form.print(text) {
            self.failure.get_or_insert(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn tell(&mut self, line: &str) {
        match &self.form {
            Form::Live(bar) => bar.set_message(line.to_owned()),
            Form::Plain => remark!("{line}"),
            Form::Json => {}
        }
    }

    /// An event as text, or as JSON.
    fn say(&mut self, text: impl FnOnce() -> String, json: impl FnOnce() -> Value) {
        let line = if matches!(self.form, Form::Json) { json().to_string() } else { text() };
        self.print(&format!("{line}\n"));
    }

    /// Prints the summary.
    pub fn finish(mut self, state: &State) -> anyhow::Result<()> {
        self.form.clear();
        let (folder, unit) = (self.folder.clone(), self.unit);
        let defects: Vec<String> = state.defects.iter().map(Defect::summary).collect();
        self.say(
            || {
                let lines = (1..).zip(&defects).map(|(number, defect)| format!("defect {number}: {defect}\n"));
                let generations = counted(state.generation, "generation");
                let (tests, count) = (counted(state.tests, "question"), counted(defects.len(), "defect"));
                let mut end = format!("{folder}: {generations}, {tests}, {count}");
                let (open, suspicions) = (state.unconfirmed().count(), state.suspicions.len());
                if open > 0 {
                    let questions = counted(open, "slow question");
                    end += &format!(
                        ", {questions} not confirmed (in {folder}/candidates; the same command with --out {folder} continues)"
                    );
                }
                if let Some(results) = &state.results {
                    let (all, slow) = (results.members.len(), results.slow());
                    end += &format!(", {slow} of {all} in the last population beyond {} s", results.limit);
                }
                if suspicions > 0 {
                    end += &format!(", {} of another kind", counted(suspicions, "suspicion"));
                }
                lines.collect::<String>() + &end + &format!("\nreport: {folder}/report.md")
            },
            || {
                json!({
                    "event": "summary",
                    "folder": folder,
                    "generations": state.generation,
                    "seconds": state.seconds,
                    "tests": state.tests,
                    "refused": state.refused,
                    "timeouts": state.timeouts,
                    "places": unit.map(|_| state.reached.places()),
                    "candidates": state.candidates.len(),
                    "unconfirmed": state.unconfirmed().count(),
                    "suspicions": state.suspicions.len(),
                    "defects": defects,
                    "results": state.results.as_ref().map(json_of_results),
                    "last": state.history.last().map(|moment| serde_json::to_value(moment).unwrap_or_default()),
                })
            },
        );
        self.failure.map_or(Ok(()), Err)
    }
}

impl Watcher for Display {
    fn notice(&mut self, event: Event<'_>) {
        match event {
            Event::Generation(state) => match &self.form {
                Form::Json => {
                    let moment = state.history.last().and_then(|moment| serde_json::to_value(moment).ok());
                    let mut event = moment.unwrap_or_default();
                    event["event"] = "generation".into();
                    self.print(&format!("{event}\n"));
                }
                Form::Live(_) | Form::Plain => {
                    let line = line(state, self.unit);
                    self.tell(&line);
                }
            },
            Event::Suspicion(suspicion) => self.say(
                || format!("SUSPICION, {}: see suspicions/ in the folder", suspicion.why),
                || json!({"event": "suspicion", "why": suspicion.why, "script": suspicion.text}),
            ),
            Event::Examining(open) => self.tell(&format!(
                "confirming one of {} (Ctrl-C stops and keeps them)",
                counted(open, "slow question")
            )),
            Event::Results(left) => {
                self.tell(&format!("the last population with the long limit: {left} left"));
            }
            Event::Dismissed(why) => self.tell(&format!("no defect: {why}")),
            Event::Defect(defect, folder) => {
                let folder = folder.display();
                self.say(
                    || format!("DEFECT: {} -> {folder}", defect.summary()),
                    || {
                        json!({
                            "event": "defect",
                            "summary": defect.summary(),
                            "ratio": defect.ratio(),
                            "folder": folder.to_string(),
                            "script": defect.reduced,
                        })
                    },
                );
            }
        }
    }
}

/// The answers of each solver to the last population within the long limit; the target is the first.
fn json_of_results(results: &ResultSet) -> Value {
    let solvers = results.members.first().map_or(0, |result| 1 + result.measure.references.len());
    let solvers = (0..solvers).map(|solver| {
        let Tally { beyond, within, without } = results.tally(solver);
        json!({"beyond": beyond, "within": within, "no_answer": without})
    });
    let solvers: Vec<Value> = solvers.collect();
    json!({"limit": results.limit, "asked": results.members.len(), "slow": results.slow(), "solvers": solvers})
}

/// The progress in one line.
fn line(state: &State, unit: Option<&str>) -> String {
    let Some(moment) = state.history.last() else { return String::new() };
    let coverage = match (unit, moment.places) {
        (Some(unit), Some(places)) => format!(", {places} {unit}"),
        _ => String::new(),
    };
    let Moment { seconds, generation, front, best_ratio, mean_complexity, timeouts, .. } = moment;
    let questions = counted(moment.tests, "question");
    format!(
        "{seconds:6.0} s: generation {generation}, {questions}, front of {front}, best ratio {best_ratio:.0}, \
         mean complexity {mean_complexity:.0}{coverage}, {timeouts} not done"
    )
}
