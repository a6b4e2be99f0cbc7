//! The objectives of evolution: questions on which the target is slower than others, which reach new code, and
//! are simple.

use super::measure::Measure;
use gainsay_lang::script::walk::TermMap;
use gainsay_lang::script::{Script, Term, Terms};

/// Which objectives count, and how crowding is measured: the variants of paper 004.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    pub name: &'static str,
    pub about: &'static str,
    /// Whether the time of the references counts against an individual.
    pub difference: bool,
    pub coverage: bool,
    pub complexity: bool,
    /// Whether crowding compares traces instead of objectives.
    pub by_trace: bool,
}

const fn variant(name: &'static str, about: &'static str, switches: [bool; 4]) -> Variant {
    let [difference, coverage, complexity, by_trace] = switches;
    Variant { name, about, difference, coverage, complexity, by_trace }
}

pub const VARIANTS: &[Variant] = &[
    variant("default", "all three objectives, crowding by traces", [true; 4]),
    variant("only-time", "the target's time alone, without the references'", [false, true, true, true]),
    variant("no-coverage", "without the reward for new code", [true, false, true, true]),
    variant("no-complexity", "without the price of size", [true, true, false, true]),
    variant("default-crowding", "NSGA-II's own crowding distance", [true, true, true, false]),
    variant("single", "one objective, the target's time, as StringFuzz has it", [false; 4]),
    variant("single-difference", "one objective, the difference in time", [true, false, false, false]),
];

impl Variant {
    pub fn of_name(name: &str) -> Option<Variant> {
        VARIANTS.iter().copied().find(|variant| variant.name == name)
    }

    /// The objectives of an individual as a point, all to be maximised.
    pub fn point(&self, measure: &Measure, complexity: u64, reward: Option<u64>) -> Vec<f64> {
        let (target, reference) = (steady(measure.target.seconds), steady(measure.reference_seconds()));
        let mut point = vec![if self.difference { time_score(target, reference) } else { target }];
        if self.coverage {
            point.extend(reward.map(|reward| reward as f64));
        }
        if self.complexity {
            point.push(-(complexity as f64));
        }
        point
    }
}

/// Times are rounded to this, in seconds: smaller differences are noise.
const GRAIN: f64 = 0.01;

/// A time rounded to `GRAIN`.
fn steady(seconds: f64) -> f64 {
    (seconds / GRAIN).round() * GRAIN
}

/// Paper 004, Eq. 1: the target's time, plus its excess over the reference's.
pub fn time_score(target: f64, reference: f64) -> f64 {
    if target <= reference { target } else { target + (target - reference) }
}

/// Paper 004, Eq. 2: the sum of the depths of all nodes; a root counts like its arguments. Shared terms count
/// at each occurrence.
pub fn complexity(script: &Script) -> u64 {
    let roots: Vec<Term> = script.assertions().collect();
    let terms = &script.terms;
    // The number of nodes of a term as a tree, and the sum of their depths.
    let mut sums: TermMap<(u64, u64)> = TermMap::new((0, 0));
    for term in terms.postorder(&roots) {
        let sum = depth_sum(terms, term, &sums);
        sums.set(term, sum);
    }
    roots.iter().fold(0, |total: u64, &root| total.saturating_add(sums.get(root).1).saturating_add(1))
}

fn depth_sum(terms: &Terms, term: Term, sums: &TermMap<(u64, u64)>) -> (u64, u64) {
    terms.children(term).iter().fold((1, 0), |(nodes, depths): (u64, u64), &child| {
        let (below, deeper) = sums.get(child);
        (nodes.saturating_add(below), depths.saturating_add(below).saturating_add(deeper))
    })
}
