//! Reduces real bugs with gainsay and with ddSMT, one after the other, with the same predicate: a shell script.
//!
//! ```text
//! cargo run --release --manifest-path benches/reduction/Cargo.toml -- BUGS.csv SEEDS --work DIR \
//!     --gainsay target/release/gainsay --ddsmt VENV/bin/ddsmt
//! ```
//!
//! BUGS.csv has the columns file, kind (soundness, crash), solver, version, options, wrong, right. Each bug is blown up with
//! satisfiable scripts from SEEDS until it has some kilobytes and still shows. The third contestant is gainsay's own
//! predicate, which keeps a verdict and not an answer. Sizes are those of the results, printed in the same way.

mod bugs;
mod contestants;

use anyhow::Context;
use bugs::{Bug, Case};
use clap::Parser;
use contestants::{Contestant, Run};
use gainsay::rng::Rng;
use gainsay::solver::Catalogue;
use std::path::PathBuf;

#[derive(Parser)]
pub struct Args {
    /// The table of bugs
    bugs: PathBuf,
    /// A folder with satisfiable scripts, in folders named `sat`
    seeds: PathBuf,
    /// A folder to work in
    #[arg(long)]
    work: PathBuf,
    #[arg(long, default_value = "target/release/gainsay")]
    gainsay: PathBuf,
    #[arg(long, default_value = "ddsmt")]
    ddsmt: PathBuf,
    /// Releases whose bugs are taken
    #[arg(long, value_delimiter = ',', default_value = "z3@4.12.2,z3@4.8.7,cvc4@1.8")]
    releases: Vec<String>,
    /// The release that knows better
    #[arg(long, default_value = "z3@5.4.0")]
    reference: String,
    /// How many bugs
    #[arg(long, default_value_t = 12)]
    count: usize,
    /// Seconds for each reduction
    #[arg(long, default_value_t = 300)]
    limit: u64,
    /// Bytes that a script has at least, and at most
    #[arg(long, num_args = 2, default_values_t = [5_000, 50_000])]
    size: Vec<usize>,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    std::fs::create_dir_all(&args.work)?;
    let catalogue = Catalogue::load(None)?;
    let seeds = bugs::seeds(&args.seeds)?;
    let mut rng = Rng::of_unit(7, 0);
    let table = std::fs::read_to_string(&args.bugs).context("cannot read the table of bugs")?;
    let folder = args.bugs.parent().context("the table has no folder")?;
    println!(
        "| bug | of | bytes | gainsay s | bytes | ddSMT s | bytes | faster | gainsay, verdict s | bytes |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut totals = Totals::default();
    for bug in bugs::spread(Bug::read_all(&table, &args.releases)) {
        if totals.cases == args.count {
            break;
        }
        let number = totals.cases;
        let work = args.work.join(format!("{number:02}"));
        let Some(case) = Case::make(&bug, folder, &work, &args, &catalogue, &seeds, &mut rng)? else {
            eprintln!("{}: cannot be blown up", bug.file);
            continue;
        };
        let runs = Contestant::ALL.map(|contestant| contestant.run(&args, &case));
        totals.add(&runs);
        row(&bug, &case, &runs);
    }
    println!("\n{}", totals.text());
    Ok(())
}

fn row(bug: &Bug, case: &Case, [gainsay, ddsmt, verdict]: &[Run; 3]) {
    let name = bug.file.rsplit('/').next().unwrap_or(&bug.file).trim_end_matches(".smt2");
    let faster = ddsmt.seconds / gainsay.seconds;
    println!(
        "| {name} ({}) | {} | {} | {gainsay} | {ddsmt} | {faster:.1} | {verdict} |",
        bug.kind, bug.release, case.bytes
    );
}

/// What all cases come to.
#[derive(Default)]
struct Totals {
    cases: usize,
    larger: usize,
    five_times: usize,
    unfinished: usize,
    logarithms: f64,
}

impl Totals {
    fn add(&mut self, [gainsay, ddsmt, _]: &[Run; 3]) {
        let ratio = ddsmt.seconds / gainsay.seconds;
        self.cases += 1;
        self.larger += usize::from(gainsay.bytes > ddsmt.bytes);
        self.five_times += usize::from(ratio >= 5.0);
        self.unfinished += usize::from(ddsmt.stopped);
        self.logarithms += ratio.ln();
    }

    fn text(&self) -> String {
        let mean = (self.logarithms / self.cases.max(1) as f64).exp();
        format!(
            "{} bugs; {mean:.1} times as fast (geometric mean), at least 5 times for {}; larger than ddSMT's: {}; ddSMT was stopped {} times",
            self.cases, self.five_times, self.larger, self.unfinished
        )
    }
}
