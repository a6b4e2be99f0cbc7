//! Forces timeouts of a solver that ignores SIGTERM and forks children that leave its group, and looks for
//! survivors: `orphans [N]`, 1,000 by default.

use gainsay::answer::Outcome;
use gainsay::solver::{Catalogue, Limits};
use std::time::Instant;

const SCRIPT: &str = include_str!("../../../tests/solver/forking_solver.sh");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: usize = std::env::args().nth(1).map_or(Ok(1000), |text| text.parse())?;
    // The duration that its children sleep is also what they are known by.
    let duration = format!("8{}", std::process::id());
    let path = std::env::temp_dir().join(format!("forking-solver-{}.sh", std::process::id()));
    std::fs::write(&path, SCRIPT)?;
    let solver = Catalogue::load(None)?.solver(&format!("forking=sh {} {duration}", path.display()))?;
    let start = Instant::now();
    for _ in 0..count {
        let answer = solver.ask_fresh("(check-sat)", &Limits::seconds(0.02))?;
        assert_eq!(answer.outcome, Outcome::Timeout);
    }
    let seconds = start.elapsed().as_secs_f64();
    std::fs::remove_file(path)?;
    println!("{count} timeouts in {seconds:.1} s, {} processes left", survivors(&duration));
    Ok(())
}

fn survivors(argument: &str) -> usize {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.split(|&byte| byte == 0).any(|word| word == argument.as_bytes())).count()
}
