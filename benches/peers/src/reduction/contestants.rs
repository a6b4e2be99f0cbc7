//! Who reduces, and what came out.

use super::bugs::Case;
use crate::measure::Course;
use crate::peers::Peers;
use gainsay::script::{Printer, Script};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

#[derive(Clone, Copy)]
pub enum Contestant {
    Gainsay,
    DdSmt,
    /// gainsay with its own predicate.
    Verdict,
}

/// What a reduction came to.
#[derive(Clone, Serialize, Deserialize)]
pub struct Run {
    pub seconds: f64,
    pub bytes: usize,
    /// Whether it took all the time that there was.
    pub stopped: bool,
    /// Whether the result still shows the bug.
    pub shows: bool,
}

impl Contestant {
    pub const ALL: [Contestant; 3] = [Contestant::Gainsay, Contestant::DdSmt, Contestant::Verdict];

    pub fn run(self, course: &Course, peers: &Peers, case: &Case) -> anyhow::Result<Run> {
        println!("   {}", self.name());
        let result = case.folder.join(self.name()).with_extension("smt2");
        let _ = std::fs::remove_file(&result);
        let mut command = self.command(course, peers, case, &result)?;
        command.stdout(Stdio::null()).stderr(Stdio::null()).current_dir(&case.folder);
        let start = Instant::now();
        let ended = command.status()?.success();
        let seconds = start.elapsed().as_secs_f64();
        let text = std::fs::read_to_string(&result).unwrap_or_default();
        Ok(Run {
            seconds,
            bytes: Printer::default().script(&Script::read(&text)).len(),
            stopped: !ended || seconds >= course.time.as_secs_f64(),
            shows: case.shows_in(&result),
        })
    }

    fn name(self) -> &'static str {
        match self {
            Contestant::Gainsay => "gainsay",
            Contestant::DdSmt => "ddsmt",
            Contestant::Verdict => "verdict",
        }
    }

    fn command(self, course: &Course, peers: &Peers, case: &Case, result: &Path) -> anyhow::Result<Command> {
        let gainsay = std::env::current_exe()?;
        let mut command = Command::new("timeout");
        command.args(["-s", "INT", "-k", "10"]).arg(course.time.as_secs().to_string());
        match self {
            Contestant::Gainsay => command
                .arg(gainsay)
                .arg("reduce")
                .arg(&case.script)
                .args(["--ignore-output", "-o"])
                .arg(result)
                .arg("--")
                .arg(&case.predicate),
            Contestant::DdSmt => command
                .arg(peers.program("ddsmt"))
                .args(["-q", "--ignore-output", "-j", "1"])
                .args([&case.script, result])
                .arg(&case.predicate),
            Contestant::Verdict => command
                .arg(gainsay)
                .arg("reduce")
                .arg(&case.script)
                .args(["--solver", &case.solvers, "-o"])
                .arg(result),
        };
        Ok(command)
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.stopped { ">" } else { "" };
        let lost = if self.shows { "" } else { " (no bug)" };
        write!(f, "{more}{:.1} | {}{lost}", self.seconds, self.bytes)
    }
}
