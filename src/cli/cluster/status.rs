//! `gainsay cluster status`: the progress of the parts of a campaign.

use super::Described;
use crate::campaign::{BLOCK, Shard};
use crate::cluster::{Jobs, PARTS, state};
use crate::store::Store;
use crate::words::{counted, grouped};
use serde_json::json;

/// The saved state of a part.
struct Saved {
    number: u64,
    units: u64,
    /// The number of its units, if that is known.
    of: Option<u64>,
    bugs: u64,
}

pub fn tell(described: &Described, json: bool) -> anyhow::Result<()> {
    let count = described.cluster.parts;
    let saved: Vec<Saved> = (1..=count).map(|number| saved(described, Shard { number, of: count })).collect();
    let jobs = Jobs::of(&described.folder);
    let states = jobs.as_ref().map(|jobs| state(&described.folder, jobs)).transpose()?.unwrap_or_default();
    let is_done = |part: &&Saved| part.of == Some(part.units);
    let (done, units) =
        (saved.iter().filter(is_done).count() as u64, saved.iter().map(|part| part.units).sum());
    if json {
        let parts = saved
            .iter()
            .map(|part| json!({"part": part.number, "units": part.units, "of": part.of, "bugs": part.bugs}));
        let value = json!({"parts": parts.collect::<Vec<_>>(), "done": done, "units": units, "jobs": states});
        say!("{value}");
        return Ok(());
    }
    say!("{:>5} {:>12} {:>12} {:>5}", "part", "units", "of", "bugs");
    for Saved { number, units, of, bugs } in &saved {
        let of = of.map_or_else(|| "?".to_owned(), grouped);
        say!("{number:>5} {:>12} {of:>12} {bugs:>5}", grouped(*units));
    }
    say!("{done} of {} done, {} units saved", counted(count, "part"), grouped(units));
    for line in states {
        say!("slurm: {line}");
    }
    Ok(())
}

fn saved(described: &Described, shard: Shard) -> Saved {
    let part = Store::look_into(&described.folder.join(PARTS).join(shard.number.to_string()));
    let mut part = part.ok();
    let setup = part.as_mut().and_then(|part| part.setup().ok());
    let all = setup.as_ref().and_then(|setup| setup.units).or(described.hunt.tests);
    let block = setup.as_ref().map_or(BLOCK, |setup| setup.block);
    let range = all.map(|all| shard.units(all, block));
    Saved {
        number: shard.number,
        units: part.as_ref().map_or(0, |part| part.done().count()),
        of: range.map(|range| range.end - range.start),
        bugs: part.and_then(|mut part| part.count_buckets().ok()).map_or(0, |(_, bugs)| bugs),
    }
}
