//! Facts about releases other than bugs (counts of campaigns, results of sweeps, retests), by which the page compares two
//! releases of a solver.

use super::source::Source;
use gainsay_guests::solver::release_key;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A statement of one source about one release.
pub struct Fact {
    /// The solver's name as its authors use it.
    pub solver: String,
    pub release: String,
    pub told: Told,
}

pub enum Told {
    /// Its counts in a campaign.
    Campaign(Value),
    /// The result of a sweep, in a sentence.
    Sweep(String),
    /// The result of retesting a bug, in a word.
    Retest(String),
}

impl Fact {
    /// A fact about the release in a label such as `z3@4.12.2`; options after it are ignored.
    pub fn new(label: &str, told: Told) -> Option<Fact> {
        let (solver, release) = label.split_whitespace().next()?.split_once('@')?;
        Some(Fact { solver: solver.to_owned(), release: release.to_owned(), told })
    }
}

#[derive(Default)]
struct Known {
    campaigns: Vec<Value>,
    sweeps: Vec<Value>,
    retests: BTreeMap<String, u64>,
}

/// For each solver, its releases, the oldest first, with what is known of each.
pub fn known(sources: &[Source], page: impl Fn(usize) -> String) -> Value {
    let mut all: BTreeMap<String, BTreeMap<String, Known>> = BTreeMap::new();
    for (at, source) in sources.iter().enumerate() {
        for Fact { solver, release, told } in source.facts() {
            let known = all.entry(solver).or_default().entry(release).or_default();
            match told {
                Told::Campaign(did) => known.campaigns.push(json!([source.name, page(at), did])),
                Told::Sweep(text) => known.sweeps.push(json!([source.name, page(at), text])),
                Told::Retest(word) => *known.retests.entry(word).or_default() += 1,
            }
        }
    }
    let sorted = |releases: BTreeMap<String, Known>| -> Vec<Value> {
        let mut releases: Vec<(String, Known)> = releases.into_iter().collect();
        releases.sort_by_cached_key(|(release, _)| release_key(release));
        let one = |(release, Known { campaigns, sweeps, retests }): (String, Known)| json!({"release": release, "campaigns": campaigns, "sweeps": sweeps, "retests": retests});
        releases.into_iter().map(one).collect()
    };
    json!(all.into_iter().map(|(solver, releases)| (solver, sorted(releases))).collect::<BTreeMap<_, _>>())
}
