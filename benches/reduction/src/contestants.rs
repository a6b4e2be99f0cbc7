//! Who reduces, and what came out.

use super::Args;
use super::bugs::Case;
use gainsay::script::{Printer, Script};
use std::fmt;
use std::path::{Path, PathBuf};
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
pub struct Run {
    pub seconds: f64,
    pub bytes: usize,
    /// Whether it took all the time that there was.
    pub stopped: bool,
    /// Whether the result still shows the bug.
    shows: bool,
}

impl Contestant {
    pub const ALL: [Contestant; 3] = [Contestant::Gainsay, Contestant::DdSmt, Contestant::Verdict];

    pub fn run(self, args: &Args, case: &Case) -> Run {
        let result = case.folder.join(self.file());
        let _ = std::fs::remove_file(&result);
        let mut command = self.command(args, case, &result);
        command.stdout(Stdio::null()).stderr(Stdio::null()).current_dir(&case.folder);
        let start = Instant::now();
        let status = command.status();
        let seconds = start.elapsed().as_secs_f64();
        let text = std::fs::read_to_string(&result).unwrap_or_default();
        let ended = status.is_ok_and(|status| status.success());
        Run {
            seconds,
            bytes: Printer::default().script(&Script::read(&text)).len(),
            stopped: !ended || seconds >= args.limit as f64,
            shows: case.shows_in(&result),
        }
    }

    fn file(self) -> &'static str {
        match self {
            Contestant::Gainsay => "gainsay.smt2",
            Contestant::DdSmt => "ddsmt.smt2",
            Contestant::Verdict => "verdict.smt2",
        }
    }

    fn command(self, args: &Args, case: &Case, result: &Path) -> Command {
        let gainsay = std::path::absolute(&args.gainsay).unwrap_or_else(|_| PathBuf::from(&args.gainsay));
        let mut command = Command::new("timeout");
        command.args(["-s", "INT", "-k", "10"]).arg(args.limit.to_string());
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
                .arg(&args.ddsmt)
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
        command
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.stopped { ">" } else { "" };
        let lost = if self.shows { "" } else { " (no bug)" };
        write!(f, "{more}{:.1} | {}{lost}", self.seconds, self.bytes)
    }
}
