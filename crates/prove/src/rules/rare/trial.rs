//! Tries rules on values, through their instances.

use super::RareRule;
use super::instance::{Instance, NoInstance, Size, Template};
use crate::rules::attempt::{Attempt, Trying, attempt, values_text};
use crate::rules::check::Claim;
use gainsay_lang::hash::{HashMap, HashSet, hash_of};
use gainsay_lang::rng::Rng;

/// The result of trying a rule.
#[derive(Clone, Default, Debug)]
pub struct RareTrial {
    /// The number of instances tried on all values, and on some values.
    pub exhausted: u64,
    pub sampled: u64,
    /// How often the conditions were satisfied.
    pub held: u64,
    /// Counterexamples.
    pub problems: Vec<String>,
    /// Why it could not be tried.
    pub untried: Option<String>,
}

/// For small and for large widths: the number of choices made, and the limit on instances tried.
const ROUNDS: [(Size, u64, usize); 2] = [(Size::Small, 4000, 160), (Size::Large, 1000, 30)];

/// All values are tried if there are at most this many assignments.
const ASSIGNMENTS: u64 = 1 << 12;

/// Limit on the counterexamples of a rule.
const ENOUGH: usize = 3;

/// Tries a rule on all values of small sorts, and on about `samples` values of large ones.
pub fn rare_trial(rule: &RareRule, samples: u64) -> RareTrial {
    let template = Template::of(rule);
    let mut trial = RareTrial::default();
    let mut rng = Rng::new(0);
    let mut reasons = Reasons::default();
    for (size, choices, most) in ROUNDS {
        let found = instances(&template, &mut rng, size, choices, most, &mut reasons);
        let trying = Trying { assignments: ASSIGNMENTS, samples: samples_each(samples, found.len()) };
        for instance in found {
            match attempt(&instance.script, &mut rng, trying) {
                Attempt::Exhausted { applies } => {
                    trial.exhausted += 1;
                    trial.held += u64::from(applies);
                }
                Attempt::Sampled { held } => {
                    trial.sampled += 1;
                    trial.held += held;
                }
                Attempt::Refuted(witness) => {
                    let values = values_text(&instance.script, witness.model());
                    let problem = format!("the sides differ ({}); counterexample: {values}", instance.choice);
                    trial.problems.push(problem);
                    if trial.problems.len() == ENOUGH {
                        return trial;
                    }
                }
            }
        }
    }
    if trial.problems.is_empty() && trial.held == 0 {
        trial.untried = Some(match trial.exhausted + trial.sampled {
            0 => reasons.told(),
            _ => "its conditions held for no values that were tried and can be computed".to_owned(),
        });
    }
    trial
}

/// More values for each instance if there are fewer instances.
fn samples_each(samples: u64, instances: usize) -> u64 {
    (4 * samples / instances.max(1) as u64).clamp(samples.div_ceil(8), 2 * samples)
}

/// Reasons why choices gave no instance, with their frequencies.
#[derive(Default)]
struct Reasons {
    left: HashMap<String, u64>,
    rest: HashMap<String, u64>,
}

impl Reasons {
    /// The most frequent reason, preferably one that is not about the left side.
    fn told(self) -> String {
        let most = |counts: HashMap<String, u64>| {
            counts
                .into_iter()
                .max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)))
                .map(|(reason, _)| reason)
        };
        match (most(self.rest), most(self.left)) {
            (Some(reason), _) => format!("where its left side has a sort, the rest has none: {reason}"),
            (None, Some(reason)) => format!("no instance of it was found: {reason}"),
            (None, None) => "no instance of it was found".to_owned(),
        }
    }
}

/// Some claims about large widths, to be checked by solvers.
pub fn rare_claims(rule: &RareRule) -> Vec<Claim> {
    let template = Template::of(rule);
    let found = instances(&template, &mut Rng::new(1), Size::Large, 500, 3, &mut Reasons::default());
    let claim = |Instance { choice, script }| Claim::new("the sides are equal", choice, script);
    found.into_iter().map(claim).collect()
}

/// Different instances; `reasons` counts why other choices gave none.
fn instances(
    template: &Template<'_>,
    rng: &mut Rng,
    size: Size,
    choices: u64,
    most: usize,
    reasons: &mut Reasons,
) -> Vec<Instance> {
    let (mut found, mut seen) = (Vec::new(), HashSet::default());
    for _ in 0..choices {
        match template.instance(rng, size) {
            Ok(instance) => {
                if seen.insert(hash_of(&instance.choice)) {
                    found.push(instance);
                }
            }
            Err(NoInstance::Left(reason)) => *reasons.left.entry(reason).or_default() += 1,
            Err(NoInstance::Rest(reason)) => *reasons.rest.entry(reason).or_default() += 1,
        }
        if found.len() == most {
            break;
        }
    }
    found
}
