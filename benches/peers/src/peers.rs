//! The peers: yinyang 0.3.0 with opfuzz and typefuzz, smtfuzz 0.2 and ddSMT 2.0.6, in a Python environment of their own.

use crate::measure::{Course, Hunt, Making, Run, run};
use anyhow::{Context, bail};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const PACKAGES: [&str; 3] = ["yinyang==0.3.0", "smtfuzz==0.2", "ddsmt==2.0.6"];

/// The environment with the peers.
pub struct Peers {
    bin: PathBuf,
    scripts: PathBuf,
}

impl Peers {
    /// Installs them, unless they are there.
    pub fn install(cache: &Path) -> anyhow::Result<Peers> {
        let environment = cache.join(PACKAGES.join("-").replace("==", "-"));
        let bin = environment.join("bin");
        if !["yinyang", "smtfuzz", "ddsmt"].iter().all(|name| bin.join(name).exists()) {
            // What an interrupted run left behind is of no use.
            let _ = std::fs::remove_dir_all(&environment);
            println!("installing {} into {}", PACKAGES.join(", "), environment.display());
            succeed(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
            succeed(Command::new(bin.join("pip")).args(["install", "--quiet"]).args(PACKAGES))?;
        }
        let peers = Peers { bin, scripts: cache.to_owned() };
        std::fs::write(peers.script("hunt.py"), include_str!("hunt.py"))?;
        std::fs::write(peers.script("make.py"), include_str!("make.py"))?;
        Ok(peers)
    }

    fn script(&self, name: &str) -> PathBuf {
        self.scripts.join(name)
    }

    /// A program among them.
    pub fn program(&self, name: &str) -> PathBuf {
        self.bin.join(name)
    }

    fn python(&self) -> Command {
        let mut command = Command::new(self.bin.join("python3"));
        // The user's own modules are not part of the comparison.
        command.arg("-I");
        command
    }

    /// Makes mutants for a while.
    pub fn make(
        &self,
        tool: &str,
        time: Duration,
        course: &Course,
        seeds: &[PathBuf],
    ) -> anyhow::Result<Making> {
        let mut command = self.python();
        command.arg(self.script("make.py")).arg(tool).arg(time.as_secs_f64().to_string());
        let output = command.arg(&course.oracle).args(seeds).output()?;
        if !output.status.success() {
            bail!("{tool} cannot make mutants: {}", String::from_utf8_lossy(&output.stderr));
        }
        let line = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(line.lines().last().unwrap_or_default()).with_context(|| line.to_string())
    }

    /// How many formulas smtfuzz makes in a second, each in a process of its own, as it is used.
    pub fn formulas_per_second(&self, time: Duration) -> anyhow::Result<f64> {
        let (mut made, start) = (0u32, Instant::now());
        while start.elapsed() < time {
            let mut command = self.python();
            command.arg(self.program("smtfuzz")).args(["--seed", &made.to_string()]);
            let output = command.output()?;
            made += u32::from(output.status.success() && !output.stdout.is_empty());
        }
        Ok(f64::from(made) / start.elapsed().as_secs_f64())
    }

    /// Hunts for a while in an empty folder. A tool that stops by itself is started again: some cannot bear some seeds.
    pub fn hunt(&self, tool: &str, course: &Course, folder: &Path) -> anyhow::Result<Hunt> {
        let start = Instant::now();
        let mut all = Hunt::default();
        let mut idle = 0;
        while let Some(left) = course.time.checked_sub(start.elapsed()) {
            let hunt = self.hunt_once(tool, course, left, folder)?;
            idle = if hunt.questions == 0 { idle + 1 } else { 0 };
            all.add(hunt);
            if left < Duration::from_secs(1) {
                break;
            }
            if idle == MOST_IDLE {
                println!("   {tool} stops by itself and asks nothing");
                break;
            }
        }
        Ok(all)
    }

    /// A tool that compares solvers is given the same one twice where there is no other.
    fn hunt_once(&self, tool: &str, course: &Course, time: Duration, folder: &Path) -> anyhow::Result<Hunt> {
        let Course { oracle, program, .. } = course;
        let told = folder.join("told.json");
        let mut command = self.python();
        command.arg(self.script("hunt.py")).arg(&told).arg(self.program(tool)).args(["-t", "2"]);
        match tool {
            "yinyang" => command.args(["-o", oracle, program]),
            _ => {
                let second = course.second.as_ref().map_or(program, |second| &second.program);
                command.arg(format!("{program};{second}"))
            }
        };
        command.arg(&course.seeds).current_dir(folder);
        command.envs(course.environment.iter().map(|(name, value)| (name, value)));
        let Run { cpu, peak_memory, .. } = run(&mut command, Some(time))?;
        #[derive(Deserialize)]
        struct Told {
            calls: u64,
            in_solver: f64,
            seconds: f64,
        }
        let text = std::fs::read_to_string(&told).with_context(|| format!("{tool} told nothing"))?;
        let told: Told = serde_json::from_str(&text)?;
        let solver_share = told.in_solver / told.seconds;
        Ok(Hunt { questions: told.calls, seconds: told.seconds, solver_share, cpu, peak_memory })
    }
}

/// So often a tool may stop in a row without having asked anything.
const MOST_IDLE: u32 = 5;

fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}
