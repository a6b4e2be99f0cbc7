//! What scripts reach, each in a separate process: seeds alone, or tests that were made from them.

use crate::consult::Request;
use crate::coverage::{Probe, Source, Trace};
use crate::files::{find_all, read_at_most};
use crate::script::Names;
use crate::seeds::Library;
use crate::solver::{Limits, Solver};
use crate::words::counted;
use anyhow::Context;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The union of what some scripts reached.
#[derive(Default)]
pub struct Sum {
    scripts: usize,
    /// Scripts without coverage, for instance because the process was killed.
    silent: usize,
    places: BTreeSet<u32>,
}

impl Sum {
    fn add(&mut self, trace: &Trace) {
        self.scripts += 1;
        self.silent += usize::from(trace.places() == 0);
        self.places.extend(trace.all().iter().map(|(place, _)| place));
    }

    /// The coverage in words.
    pub fn words(&self, source: &Source) -> String {
        let mut words = format!("{}: {}", counted(self.scripts, "script"), shares(source, &self.places));
        if self.silent > 0 {
            words += &format!(" (nothing is known of {}: killed, or not started)", self.silent);
        }
        words
    }

    pub fn json(&self, source: &Source) -> Value {
        let reached = object(source.counts(&self.places));
        json!({"scripts": self.scripts, "silent": self.silent, "reached": reached})
    }
}

/// `12 of 80 lines (15.0 %), ...`, with shares where the total is known.
pub fn shares(source: &Source, places: &BTreeSet<u32>) -> String {
    let totals = source.totals();
    let share = |(unit, count): (&str, usize)| match totals.iter().find(|(name, _)| *name == unit) {
        Some((_, total)) => {
            let percent = 100.0 * count as f64 / (*total).max(1) as f64;
            format!("{count} of {total} {unit} ({percent:.1} %)")
        }
        None => format!("{count} {unit}"),
    };
    source.counts(places).into_iter().map(share).collect::<Vec<_>>().join(", ")
}

/// Numbers by name, as JSON.
pub fn object(numbers: Vec<(&'static str, usize)>) -> Value {
    numbers.into_iter().map(|(name, number)| (name.to_owned(), Value::from(number))).collect()
}

/// Asks about texts, and passes on the trace of each.
fn reach(
    solver: &Solver,
    source: &Source,
    limits: &Limits,
    texts: impl Iterator<Item = anyhow::Result<String>>,
    mut tell: impl FnMut(&Trace),
) -> anyhow::Result<()> {
    let mut probe: Probe = source.probe(solver)?;
    for text in texts {
        probe.clear();
        probe.solver().ask_fresh(&text?, limits)?;
        tell(&probe.read()?);
    }
    Ok(())
}

/// What the files of each argument reach, and all together.
pub fn of_files(
    words: &[String],
    solver: &Solver,
    source: &Source,
    limits: &Limits,
) -> anyhow::Result<(Vec<(String, Sum)>, Sum)> {
    let (mut sums, mut all) = (Vec::new(), Sum::default());
    for word in words {
        let mut own = Sum::default();
        let texts = find_all(std::slice::from_ref(word))?.into_iter().map(|(folder, name)| {
            let path = folder.join(name);
            let read =
                read_at_most(&path, LARGEST).with_context(|| format!("cannot read {}", path.display()));
            Ok(read?.text)
        });
        reach(solver, source, limits, texts, |trace| {
            own.add(trace);
            all.add(trace);
        })?;
        sums.push((word.clone(), own));
    }
    Ok((sums, all))
}

/// The largest script that is run, in bytes.
const LARGEST: usize = 64 << 20;

/// What the usable seeds of a library reach, unchanged.
pub fn of_seeds(library: &Library, solver: &Solver, source: &Source, limits: &Limits) -> anyhow::Result<Sum> {
    let mut sum = Sum::default();
    let drafts = (0..library.len()).filter_map(|seed| library.load(seed).ok());
    let texts = drafts.map(|draft| Ok(Request::new(&draft.script, false).text(Names::AsWritten).to_owned()));
    reach(solver, source, limits, texts, |trace| sum.add(trace))?;
    Ok(sum)
}
