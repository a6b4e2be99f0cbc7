//! The display of a campaign: a live panel on a terminal, plain lines elsewhere, or JSON.

use super::super::bisect::describe;
use super::super::colour::{Colour, on_stderr, on_stdout, paint, painted};
use super::super::live::{Form, width_of_display, width_of_output};
use super::super::print;
use super::json;
use super::panel::{View, paged, panel, wrapped};
use super::story::{progress, story, verdict};
use crate::campaign::{Campaign, Event, Stop, Summary, Watcher};
use crate::judge::Finding;
use crate::quote::one_line;
use crate::store::{BucketRow, Filed, Setup};
use crate::triage::History;
use crate::words::counted;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The time between progress events in JSON, and at first between plain lines, which become rarer.
const PERIOD: Duration = Duration::from_secs(10);
/// The longest time between plain lines.
const LONGEST_PERIOD: Duration = Duration::from_secs(60);
/// How many of the last findings are shown below the panel.
const RECENT: usize = 3;

/// How much is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Volume {
    Normal,
    /// Only bugs, warnings and the result.
    Quiet,
}

pub struct Display {
    form: Form,
    volume: Volume,
    folder: String,
    time: Option<Duration>,
    units: Option<u64>,
    said: Instant,
    period: Duration,
    /// When the last new bucket was found.
    found: Option<Instant>,
    recent: Vec<String>,
    stop: Stop,
    /// The error if the reader of our output is gone.
    failure: Option<anyhow::Error>,
}

impl Display {
    pub fn new(
        json: bool,
        volume: Volume,
        campaign: &Campaign<'_>,
        setup: &Setup,
    ) -> anyhow::Result<Display> {
        let form = match volume {
            Volume::Quiet if !json => Form::Plain,
            _ => Form::new(json, "{msg}")?,
        };
        let labels: Vec<&str> = setup.solvers.iter().map(|solver| solver.label.as_str()).collect();
        if json {
            say!(
                "{}",
                serde_json::json!({
                    "event": "start",
                    "campaign": campaign.name,
                    "seed": setup.seed,
                    "seeds": campaign.seeds.len(),
                    "solvers": labels,
                    "strategies": setup.strategies,
                    "scope": campaign.plan.scope.to_string(),
                    "jobs": campaign.jobs,
                    "version": setup.version,
                })
            );
        } else if volume == Volume::Normal {
            header(campaign, setup, &labels)?;
        }
        Ok(Display {
            form,
            volume,
            folder: campaign.name.clone(),
            time: campaign.time,
            units: campaign.units.map(|end| end.saturating_sub(campaign.first)),
            said: Instant::now(),
            period: PERIOD,
            found: None,
            recent: Vec::new(),
            stop: campaign.stop.clone(),
            failure: None,
        })
    }

    /// Prints beside the live display if there is one. If the reader is gone, the campaign stops.
    fn print(&mut self, text: &str) {
        if let Err(error) = self.form.print(text) {
            self.failure.get_or_insert(error);
            self.stop.set();
        }
    }

    fn is_json(&self) -> bool {
        matches!(self.form, Form::Json)
    }

    fn warn(&mut self, text: &str) {
        let mut text = format!("{}: {text}", paint("warning", Colour::Yellow));
        if let Form::Live(_) = self.form {
            text = wrapped(&text, width_of_display(), 9);
        }
        self.form.beside(|| remark!("{text}"));
    }

    fn tick(&mut self, summary: &Summary) {
        match &self.form {
            Form::Live(bar) => {
                let view = View {
                    summary,
                    name: &self.folder,
                    time: self.time,
                    units: self.units,
                    since_find: self.found.map(|found| found.elapsed()),
                    recent: &self.recent,
                };
                bar.set_message(panel(&view, width_of_display(), on_stderr()));
            }
            Form::Plain if self.volume == Volume::Normal && self.said.elapsed() >= self.period => {
                self.said = Instant::now();
                self.period = (self.period * 2).min(LONGEST_PERIOD);
                remark!("{}", progress(summary));
            }
            Form::Json if self.said.elapsed() >= PERIOD => {
                self.said = Instant::now();
                self.print(&format!("{}\n", json::summary("progress", &self.folder, summary)));
            }
            Form::Plain | Form::Json => {}
        }
    }

    /// Reports the first finding of a bucket.
    fn tell(&mut self, finding: &Finding, filed: &Filed) {
        let Finding { solver, kind, certainty, why, .. } = finding;
        let (kind, certainty) = (kind.word(), certainty.word());
        let why = one_line(why);
        let word = if finding.is_bug() { "BUG" } else { "note" };
        self.found = Some(Instant::now());
        self.recent.push(format!("{word} {}: {solver} {kind}: {why}", filed.id));
        if self.recent.len() > RECENT {
            self.recent.remove(0);
        }
        let place = filed.folder.as_ref().map_or(String::new(), |folder| format!(" -> {}", folder.display()));
        let text = format!("{word} {}: {solver} {kind} ({certainty}): {why}{place}", filed.id);
        let is_page = std::io::stdout().is_terminal();
        let text = if is_page { wrapped(&text, width_of_output(), 4) } else { text };
        let colour = if finding.is_bug() { Colour::Red } else { Colour::Yellow };
        let painted = if on_stdout() { text.replacen(word, &painted(word, colour), 1) } else { text };
        self.print(&format!("{painted}\n"));
    }

    /// Reports which releases have a bug.
    pub fn bisected(&mut self, id: i64, history: &History) {
        let line = match self.form {
            Form::Json => {
                let mut facts = history.facts();
                facts.extend([
                    ("event".to_owned(), "bisected".into()),
                    ("id".to_owned(), id.into()),
                    ("solver".to_owned(), history.solver.as_str().into()),
                ]);
                serde_json::Value::Object(facts).to_string()
            }
            Form::Live(_) | Form::Plain => format!("bug {id}, releases\n{}", describe(history)),
        };
        self.print(&format!("{line}\n"));
    }

    /// Prints the summary.
    pub fn finish(mut self, summary: &Summary, buckets: &[BucketRow]) -> anyhow::Result<()> {
        self.form.clear();
        match self.form {
            Form::Json => self.print(&format!("{}\n", json::summary("summary", &self.folder, summary))),
            _ if self.volume == Volume::Quiet => {
                self.print(&format!("{}: {}\n", self.folder, verdict(summary)));
            }
            Form::Live(_) | Form::Plain => {
                let text = story(&self.folder, summary, buckets, width_of_output(), on_stdout());
                let is_page = std::io::stdout().is_terminal();
                self.print(&if is_page { paged(&text, width_of_output()) } else { text });
            }
        }
        for silence in summary.silences() {
            self.warn(&silence.to_string());
        }
        for (solver, why) in summary.unasked() {
            self.warn(&format!("{solver} was never asked: {why}"));
        }
        self.failure.map_or(Ok(()), Err)
    }
}

/// Prints the settings of the campaign.
fn header(campaign: &Campaign<'_>, setup: &Setup, labels: &[&str]) -> anyhow::Result<()> {
    let (name, seeds, jobs) = (&campaign.name, campaign.seeds.len(), campaign.jobs);
    let (seeds, jobs) = (counted(seeds as u64, "seed"), counted(jobs as u64, "worker"));
    let width = width_of_output();
    let first = format!("campaign {name}: random seed {}, {seeds}, {jobs}", setup.seed);
    let mut out = format!("{}\n", wrapped(&first, width, 4));
    let scope = campaign.plan.scope.to_string();
    let rows = [("solvers", labels.join(", ")), ("strategies", setup.strategies.join(", ")), ("only", scope)];
    for (name, words) in rows.iter().filter(|(_, words)| !words.is_empty()) {
        // Wrap with a placeholder as wide as the column of names.
        let text = wrapped(&format!("{} {words}", "-".repeat(HEADING)), width, HEADING + 1);
        out.push_str(&format!("  {name:10} {}\n", &text[HEADING..]));
    }
    print(&out)
}

/// The width of the header's first column.
const HEADING: usize = 13;

impl Watcher for Display {
    fn notice(&mut self, event: Event<'_>, summary: &Summary) {
        match event {
            Event::Finding { finding, filed } if self.is_json() => {
                let mut event = json::finding("finding", finding, filed.id, summary);
                event["before"] = finding.before.clone().into();
                event["script"] = finding.script.as_str().into();
                self.print(&format!("{event}\n"));
            }
            Event::Finding { .. } => {}
            Event::Bucket { finding, filed } if self.is_json() => {
                let mut event = json::finding("bucket", finding, filed.id, summary);
                event["folder"] = filed.folder.as_ref().map(|folder| folder.display().to_string()).into();
                self.print(&format!("{event}\n"));
            }
            Event::Bucket { finding, filed } => self.tell(&finding.finding, filed),
            Event::Alarm { unit, text } if self.is_json() => {
                let event = serde_json::json!({"event": "alarm", "unit": unit, "text": text});
                self.print(&format!("{event}\n"));
            }
            Event::Alarm { unit, text } => {
                self.print(&format!("ALARM in unit {unit}, please report it: {text}\n"));
            }
            Event::Warning(text) => {
                if self.is_json() {
                    self.print(&format!("{}\n", json::warning(text, summary)));
                }
                self.warn(text);
            }
            Event::Silence(silence) => {
                if self.is_json() {
                    self.print(&format!("{}\n", json::silence(silence, summary)));
                }
                self.warn(&silence.to_string());
            }
            Event::Tick => self.tick(summary),
        }
    }
}
