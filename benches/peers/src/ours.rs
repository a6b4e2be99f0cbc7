//! gainsay: its strategies in this process, and its hunts in a process of their own.

use crate::measure::{Course, Hunt, Making, run};
use anyhow::{Context, anyhow};
use gainsay::consult::Request;
use gainsay::rng::Rng;
use gainsay::script::Names;
use gainsay::seeds::{InMemory, Library, Memory, SeedCache};
use gainsay::solver::{Limits, Solver};
use gainsay::strategy::{Inputs, Seed, Steps, strategy};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The seeds, prepared, and where they come from.
pub struct Seeds {
    ready: Vec<Arc<Seed>>,
    /// Reads a seed each time, and only remembers what solvers said about it.
    reading: SeedCache,
    usable: Vec<usize>,
}

impl Seeds {
    pub fn prepare(folder: &str, solver: &Solver) -> anyhow::Result<Seeds> {
        let open = || Library::open(&[folder.to_owned()]).map_err(|error| anyhow!("{error}"));
        let memory: Arc<dyn Memory> = Arc::new(InMemory::default());
        let limits = Limits::seconds(2.0);
        let cache = SeedCache::new(open()?, vec![solver.clone()], limits, memory.clone());
        let usable: Vec<usize> =
            (0..cache.library().len()).filter(|&number| cache.get(number).is_ok()).collect();
        let ready: Vec<Arc<Seed>> = usable.iter().filter_map(|&number| cache.get(number).ok()).collect();
        if ready.is_empty() {
            return Err(anyhow!("no seed of {folder} can be used"));
        }
        let reading = SeedCache::new(open()?, vec![solver.clone()], limits, memory).keeping(1);
        Ok(Seeds { ready, reading, usable })
    }

    pub fn count(&self) -> usize {
        self.ready.len()
    }

    /// Makes mutants for a while.
    pub fn make(&self, name: &str, time: Duration) -> anyhow::Result<Making> {
        let strategy = strategy(name).context("a strategy")?;
        let mut rng = Rng::new(1);
        let mut making = Making::default();
        let mut bytes = 0;
        // The text of a mutant, and the time for it, with what was spent on tries that gave none.
        let mut make = |inputs: &Inputs, rng: &mut Rng| {
            let start = Instant::now();
            for _ in 0..8 {
                if let Ok(test) = strategy.make(inputs, rng, &mut Steps::default()) {
                    bytes += Request::new(test.script(), true).text(Names::AsWritten).len();
                    return Some(start.elapsed().as_secs_f64());
                }
            }
            None
        };
        let start = Instant::now();
        while start.elapsed() < time {
            let pick = |rng: &mut Rng| self.ready[rng.index(self.ready.len())].clone();
            let others = (0..4).map(|_| pick(&mut rng)).collect();
            let inputs = Inputs::new(pick(&mut rng), others);
            making.making.extend((0..30).filter_map(|_| make(&inputs, &mut rng)));
            if let Some(whole) = self.read_and(&mut make, &mut rng) {
                making.whole.push(whole);
            }
        }
        making.bytes = bytes as f64 / (making.making.len() + making.whole.len()).max(1) as f64;
        Ok(making)
    }

    /// Reads two seeds, as fusion needs them, and makes a mutant.
    fn read_and(&self, make: &mut dyn FnMut(&Inputs, &mut Rng) -> Option<f64>, rng: &mut Rng) -> Option<f64> {
        let start = Instant::now();
        let main = self.reading.get(*rng.pick(&self.usable)).ok()?;
        let other = self.reading.get(*rng.pick(&self.usable)).ok()?;
        let inputs = Inputs::new(main, vec![other]);
        let reading = start.elapsed().as_secs_f64();
        Some(reading + make(&inputs, rng)?)
    }
}

/// How many random scripts are made and printed in a second.
pub fn formulas_per_second(time: Duration) -> anyhow::Result<f64> {
    let strategy = strategy("syntactic").context("a strategy")?;
    let mut rng = Rng::new(1);
    let (mut made, start) = (0u32, Instant::now());
    while start.elapsed() < time {
        let inputs = Inputs::of_size(10);
        if let Ok(test) = strategy.make(&inputs, &mut rng, &mut Steps::default()) {
            made += u32::from(!Request::new(test.script(), false).text(Names::AsWritten).is_empty());
        }
    }
    Ok(f64::from(made) / start.elapsed().as_secs_f64())
}

/// Hunts for a while: this program is gainsay itself when it is told so.
pub fn hunt(strategies: &[&str], course: &Course, folder: &Path) -> anyhow::Result<Hunt> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("hunt").arg(&course.seeds).args(["--strategy", &strategies.join(",")]);
    let second = course.second.iter().map(|second| &second.solver);
    let solvers: Vec<&str> = [&course.solver].into_iter().chain(second).map(String::as_str).collect();
    command.args(["--solver", &solvers.join(";")]);
    command.args(["-j", "1", "-t", "2", "--json"]);
    command.arg("--for").arg(format!("{}s", course.time.as_secs().max(1)));
    command.arg("--campaign").arg(folder.join("campaign"));
    command.envs(course.environment.iter().map(|(name, value)| (name, value)));
    let run = run(command.current_dir(folder), None)?;
    let line = run.stdout.lines().last().unwrap_or_default();
    let summary: serde_json::Value = serde_json::from_str(line).with_context(|| run.stdout.clone())?;
    let number = |key: &str| summary[key].as_f64().with_context(|| format!("no {key} in {line}"));
    Ok(Hunt {
        questions: number("tests")? as u64 * solvers.len() as u64,
        seconds: number("seconds")?,
        solver_share: number("solver_time_share")?,
        cpu: run.cpu,
        peak_memory: run.peak_memory,
    })
}
