//! What a test claims, and why: the reason comes with the claim, and only what was checked can be a reason.

use crate::eval::{Bounds, Decision, Exhausted, Model, Witness, decide};
use crate::script::{Command, DeclId, Script};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A question with a known answer, or with none.
#[derive(Clone, Debug)]
pub struct Test {
    /// As it is asked. It may ask several questions: the last one counts.
    pub script: Script,
    pub evidence: Evidence,
    pub lineage: Lineage,
}

/// Where a test came from: enough to explain it, and, with the number of its unit, to make it again.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Lineage {
    /// The strategy that made it; empty if it was given.
    pub strategy: String,
    /// Where its seeds came from, the first one first.
    pub seeds: Vec<String>,
    pub steps: Vec<Step>,
}

/// One thing that was done to a seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The name of the rule.
    pub rule: String,
    /// Where and how it was used, in words.
    pub at: String,
}

/// The answer that a test must get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expect {
    Sat,
    Unsat,
    /// Nobody knows; only comparison, models and crashes can tell.
    Unknown,
}

/// Why the answer is known.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// Satisfiable: our evaluator computes true for every assertion under this model.
    Witness(Witness),
    /// Unsatisfiable: an assertion is false for each assignment of a small domain, or for the only one that equations leave.
    Exhausted(Exhausted),
    /// Follows from seeds of known status by rules that are machine-checked.
    Derived(Derivation),
    None,
}

/// How a status follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation {
    pub unsat: bool,
    /// Where the seeds came from.
    pub seeds: Vec<String>,
    /// The names of the rules, in the order of their use.
    pub steps: Vec<String>,
}

impl Test {
    /// What the evidence speaks about: the last question of the script, flat.
    pub fn question(&self) -> Cow<'_, Script> {
        self.script.flat()
    }

    /// The test with proof in place of a derivation, or of nothing, where trying everything gives one. An error tells how the
    /// proof contradicts the derivation: then we are wrong.
    pub fn settled(mut self) -> Result<Test, String> {
        if matches!(self.evidence, Evidence::Witness(_) | Evidence::Exhausted(_)) {
            return Ok(self);
        }
        let proof = Evidence::by_trying(&self.question(), Bounds::default());
        match (self.evidence.expect(), proof.expect()) {
            (_, Expect::Unknown) => Ok(self),
            (expected, proved) if expected == proved || expected == Expect::Unknown => {
                self.evidence = proof;
                Ok(self)
            }
            (_, proved) => Err(format!(
                "the test is called {} because {}, but trying everything shows that it is {}",
                self.evidence.expect().word(),
                self.evidence.reason(),
                proved.word()
            )),
        }
    }

    /// What a witness says about the script's own symbols: it may know those of a script that this one was made from. All that
    /// it says, if some of it is about what the standard leaves open.
    pub fn model_of(&self, witness: &Witness) -> Model {
        let mut model = witness.model().clone();
        if model.has_partial() {
            return model;
        }
        let question = self.question();
        let is_declared = |symbol: DeclId| {
            let declares =
                |command: &Command| matches!(command, Command::Declare { decl, .. } if *decl == symbol);
            question.commands.iter().any(declares)
        };
        let others: Vec<DeclId> =
            model.iter().map(|(decl, _)| decl).filter(|&decl| !is_declared(decl)).collect();
        for decl in others {
            model.remove(decl);
        }
        model
    }

    /// A test that nobody made.
    pub fn given(script: Script, evidence: Evidence) -> Test {
        Test { script, evidence, lineage: Lineage::default() }
    }
}

impl Expect {
    /// As `:status` has it.
    pub fn word(self) -> &'static str {
        match self {
            Expect::Sat => "sat",
            Expect::Unsat => "unsat",
            Expect::Unknown => "unknown",
        }
    }
}

impl Evidence {
    /// What trying everything tells about a flat script.
    pub fn by_trying(script: &Script, bounds: Bounds) -> Evidence {
        match decide(script, bounds) {
            Decision::Sat { witness, .. } => Evidence::Witness(witness),
            Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
            Decision::TooLarge | Decision::Unknown(_) => Evidence::None,
        }
    }

    pub fn expect(&self) -> Expect {
        match self {
            Evidence::Witness(_) => Expect::Sat,
            Evidence::Exhausted(_) => Expect::Unsat,
            Evidence::Derived(derivation) if derivation.unsat => Expect::Unsat,
            Evidence::Derived(_) => Expect::Sat,
            Evidence::None => Expect::Unknown,
        }
    }

    /// The reason in words, for a report.
    pub fn reason(&self) -> String {
        match self {
            Evidence::Witness(_) => "it has a model under which every assertion evaluates to true".to_owned(),
            Evidence::Exhausted(exhausted) => exhausted.to_string(),
            Evidence::Derived(derivation) if derivation.seeds.is_empty() => {
                format!("it is so by construction: {}", derivation.steps.join(", "))
            }
            Evidence::Derived(derivation) if derivation.steps.is_empty() => {
                format!("it asks what {} asks", derivation.seeds.join(" and "))
            }
            Evidence::Derived(derivation) => format!(
                "it is derived from {} by {}",
                derivation.seeds.join(" and "),
                derivation.steps.join(", ")
            ),
            Evidence::None => "nothing is known about it".to_owned(),
        }
    }
}
