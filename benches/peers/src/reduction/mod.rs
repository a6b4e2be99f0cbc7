//! Real bugs reduced by gainsay and by ddSMT, one after the other, with the same predicate: a shell script.
//!
//! Each bug is blown up with satisfiable scripts until it has some kilobytes and still shows. The third contestant is
//! gainsay's own predicate, which keeps a verdict and not an answer. Sizes are those of the results, printed in the same way.

mod bugs;
mod contestants;

use crate::cells::Cells;
use crate::measure::Course;
use crate::peers::Peers;
use crate::table::{Table, ahead};
use anyhow::{Context, bail};
use bugs::{Bug, Case};
use contestants::{Contestant, Run};
use gainsay::solver::Catalogue;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// A table of bugs to reduce: file, kind (soundness, crash), solver, version, options, wrong, right
    #[arg(long = "bugs-table", value_name = "CSV")]
    pub table: Option<PathBuf>,
    /// A folder with folders named `sat`, of whose scripts bugs are blown up [default: the seeds]
    #[arg(long, value_name = "FOLDER")]
    pub filler: Option<PathBuf>,
    /// Releases whose bugs are reduced
    #[arg(long = "bugs-of", value_delimiter = ',', default_value = "z3@4.12.2,z3@4.8.7,cvc4@1.8")]
    releases: Vec<String>,
    /// The release that knows better
    #[arg(long, default_value = "z3@5.4.0")]
    reference: String,
    /// How many bugs are reduced
    #[arg(long = "reduction-count", default_value_t = 10)]
    count: usize,
    /// How long a reduction may take
    #[arg(long, default_value = "5m", value_parser = gainsay::cli::duration)]
    pub limit: Duration,
    /// Bytes that a script has at least, and at most
    #[arg(long, num_args = 2, default_values_t = [5_000, 50_000])]
    size: Vec<usize>,
}

/// A bug, how large it was made, and what the contestants made of it.
#[derive(Serialize, Deserialize)]
struct Race {
    bug: String,
    kind: String,
    release: String,
    bytes: usize,
    runs: [Run; 3],
}

/// The part of the report about reduction, and the numbers.
pub fn compare(
    table: &mut Table,
    cells: &Cells,
    course: &Course,
    peers: &Peers,
    options: &Options,
) -> anyhow::Result<(String, Value)> {
    let path = options.table.as_ref().context("a table of bugs is wanted")?;
    let folder = path.parent().context("the table has no folder")?;
    let list = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let catalogue = Catalogue::load(None)?;
    let seeds = bugs::seeds(&course.seeds)?;
    if seeds.is_empty() {
        bail!("no folder named sat in {}: --filler is needed", course.seeds.display());
    }
    let mut races: Vec<Race> = Vec::new();
    for bug in bugs::spread(Bug::read_all(&list, &options.releases)) {
        if races.len() == options.count {
            break;
        }
        let name = bug.file.rsplit('/').next().unwrap_or(&bug.file).trim_end_matches(".smt2").to_owned();
        let race = cells.get(&format!("reduction {} {name}", bug.release), || {
            let work = cells.folder().join("reduction").join(format!("{}-{name}", bug.release));
            let Some(case) = Case::make(&bug, folder, &work, options, &catalogue, &seeds)? else {
                println!("   it does not show in a larger script");
                return Ok(None);
            };
            let mut runs = Vec::new();
            for contestant in Contestant::ALL {
                runs.push(contestant.run(course, peers, &case)?);
            }
            let runs = runs.try_into().map_err(|_| anyhow::anyhow!("three runs are wanted"))?;
            let (kind, release) = (bug.kind.clone(), bug.release.clone());
            Ok(Some(Race { bug: name.clone(), kind, release, bytes: case.bytes, runs }))
        })?;
        races.extend(race);
    }
    let [theirs, ours] = [1, 0].map(|who| mean(&races, |race| race.runs[who].seconds));
    table.less_is_better("ddSMT", "reduce", "time for a bug, geometric mean", "s", theirs, ours);
    // A result that lost the bug has no size.
    let kept: Vec<&Race> = races.iter().filter(|race| race.runs[0].shows && race.runs[1].shows).collect();
    let [theirs, ours] =
        [1, 0].map(|who| mean(kept.iter().copied(), |race| race.runs[who].bytes.max(1) as f64));
    table.less_is_better("ddSMT", "reduce", "size of the result, geometric mean", "bytes", theirs, ours);
    Ok((text(&races, options), json!(races)))
}

/// Geometric.
fn mean<'a>(races: impl IntoIterator<Item = &'a Race>, of: impl Fn(&Race) -> f64) -> f64 {
    let logarithms: Vec<f64> = races.into_iter().map(|race| of(race).ln()).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}

fn text(races: &[Race], options: &Options) -> String {
    let mut text = format!(
        "\n## Reduction\n\nBugs of old releases, blown up with other scripts, reduced one after the other by the same shell script, \
         at most {:.0} s each (`>`: stopped then). The last two columns are gainsay with its own predicate, which keeps a \
         verdict and not an answer.\n\n\
         | bug | of | bytes | ddSMT s | bytes | gainsay s | bytes | gainsay is ahead | size | own predicate s | bytes |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---|---:|---:|\n",
        options.limit.as_secs_f64()
    );
    for Race { bug, kind, release, bytes, runs: [gainsay, ddsmt, verdict] } in races {
        let faster = ahead(ddsmt.seconds / gainsay.seconds);
        let size = match (gainsay.shows, gainsay.bytes.cmp(&ddsmt.bytes)) {
            (false, _) => "gainsay lost the bug (behind)",
            _ if !ddsmt.shows => "ddSMT lost the bug",
            (_, Ordering::Less) => "smaller",
            (_, Ordering::Equal) => "the same",
            (_, Ordering::Greater) => "larger (behind)",
        };
        let _ = writeln!(
            text,
            "| {bug} ({kind}) | {release} | {bytes} | {ddsmt} | {gainsay} | {faster} | {size} | {verdict} |"
        );
    }
    text
}
