//! An experiment: what the paper measured, how it is repeated, and what came of it.

use crate::bench::{Bench, Options};
use crate::table::Table;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

pub struct Experiment {
    pub name: &'static str,
    /// Where it stands in the paper.
    pub place: &'static str,
    /// What the paper measured.
    pub measured: &'static str,
    /// What differs from the paper's setting, and why.
    pub differs: &'static str,
    pub way: Way,
}

pub type Measure = fn(&mut Bench) -> anyhow::Result<Table>;

pub enum Way {
    Here(Measure),
    /// If the user gives something that cannot be installed.
    Given(Need, Measure),
    /// It cannot be repeated by a tool, and why.
    Not(&'static str),
}

#[derive(Clone, Copy)]
pub enum Need {
    /// A solver that tells what code it reaches.
    Instrumented,
    /// Known bugs.
    Bugs,
    /// Tests of StringFuzz.
    StringFuzz,
}

impl Way {
    pub fn word(&self) -> &'static str {
        match self {
            Way::Here(_) => "runs",
            Way::Given(Need::Instrumented, _) => "needs --instrumented",
            Way::Given(Need::Bugs, _) => "needs --bugs",
            Way::Given(Need::StringFuzz, _) => "needs --stringfuzz",
            Way::Not(_) => "not by a tool",
        }
    }
}

impl Experiment {
    /// Why it cannot be run with these options.
    pub fn lacks(&self, options: &Options) -> Option<&'static str> {
        match self.way {
            Way::Not(why) => Some(why),
            Way::Given(Need::Instrumented, _) if options.instrumented.is_none() => Some(
                "it needs a solver that tells what code it reaches, built as instrument/README.md says: --instrumented \"z3=COMMAND\"",
            ),
            Way::Given(Need::Bugs, _) if options.bugs.is_none() => {
                Some("it needs known bugs, a table in a folder with their files: --bugs DIR")
            }
            Way::Given(Need::StringFuzz, _) if options.stringfuzz.is_none() => {
                Some("it needs tests that StringFuzz made, with their :status: --stringfuzz DIR")
            }
            Way::Here(_) | Way::Given(..) => None,
        }
    }

    pub fn run(&self, bench: &mut Bench) -> anyhow::Result<Report<'_>> {
        let table = match self.way {
            Way::Here(measure) | Way::Given(_, measure) => measure(bench)?,
            Way::Not(why) => anyhow::bail!(why),
        };
        let (commands, cpu) = bench.used();
        Ok(Report { experiment: self, table, commands, cpu })
    }
}

/// The folder of plots, beside the text.
pub const IMAGES: &str = "papers";

/// What came of an experiment.
pub struct Report<'a> {
    experiment: &'a Experiment,
    table: Table,
    /// The command lines of gainsay that were run.
    commands: Vec<String>,
    /// Seconds, of all processes.
    cpu: f64,
}

impl Report<'_> {
    pub fn markdown(&self) -> String {
        let Experiment { name, place, measured, differs, .. } = self.experiment;
        let mut text = format!(
            "### {name}\n\n{place}: {measured}. Repeated in {:.0} CPU seconds.\n\n{}\n",
            self.cpu, self.table
        );
        if self.table.plot().is_some() {
            let _ = writeln!(text, "![{name}]({IMAGES}/{name}.svg)\n");
        }
        let _ = writeln!(text, "What differs, and why: {differs}");
        for note in self.table.notes() {
            let _ = writeln!(text, "{note}");
        }
        if !self.commands.is_empty() {
            let _ = writeln!(text, "\n```sh\n{}\n```", self.commands.join("\n"));
        }
        text
    }

    pub fn json(&self) -> Value {
        let Experiment { name, place, measured, differs, .. } = self.experiment;
        json!({
            "name": name,
            "place": place,
            "measured": measured,
            "table": self.table.json(),
            "differs": differs,
            "notes": self.table.notes(),
            "commands": self.commands,
            "cpu_seconds": self.cpu,
        })
    }

    /// As NAME.md and NAME.json, and a plot as papers/NAME.svg.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let name = self.experiment.name;
        std::fs::write(folder.join(format!("{name}.md")), self.markdown())?;
        std::fs::write(folder.join(format!("{name}.json")), serde_json::to_string_pretty(&self.json())?)?;
        if let Some(plot) = self.table.plot() {
            let images = folder.join(IMAGES);
            std::fs::create_dir_all(&images)?;
            std::fs::write(images.join(format!("{name}.svg")), plot)?;
        }
        Ok(())
    }
}
