//! What a test claims, and why: the reason comes with the claim, and only what was checked can be a reason.

use crate::answer::Status;
use crate::eval::{Bounds, Decision, Exhausted, Model, Witness, decide};
use crate::rules::Inference;
use crate::script::{Command, DeclId, Question, Script, Terms};
use serde::{Deserialize, Serialize};

/// A question with a known answer, or with none.
#[derive(Clone, Debug)]
pub struct Test {
    script: Script,
    evidence: Evidence,
    lineage: Lineage,
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

/// The right answer to a question, as far as anybody knows it, and how that is known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Truth {
    pub answer: Status,
    pub why: String,
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

/// How an answer follows: from seeds by inferences that were checked, and from nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation {
    answer: Status,
    seeds: Vec<String>,
    by: By,
    core: Option<Vec<String>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum By {
    /// In the order of their use.
    Inferences(Vec<Inference>),
    /// A seed whose answer cannot be proved here: who confirmed it, in words.
    Confirmation(String),
}

impl Derivation {
    pub fn new(answer: Status, seeds: Vec<String>, by: Vec<Inference>) -> Derivation {
        Derivation { answer, seeds, by: By::Inferences(by), core: None }
    }

    /// What several solvers confirm about a seed.
    pub fn confirmed(answer: Status, seed: String, how: String) -> Derivation {
        Derivation { answer, seeds: vec![seed], by: By::Confirmation(how), core: None }
    }

    /// With the names of the assertions that are enough for it.
    pub fn with_core(self, core: Vec<String>) -> Derivation {
        Derivation { core: Some(core), ..self }
    }

    /// With one inference more.
    pub fn then(mut self, inference: Inference) -> Derivation {
        match &mut self.by {
            By::Inferences(all) => all.push(inference),
            By::Confirmation(how) => *how += &format!(", {inference}"),
        }
        self
    }

    /// Where the seeds came from.
    pub fn seeds(&self) -> &[String] {
        &self.seeds
    }

    /// How it follows from them, in words.
    pub fn steps(&self) -> Vec<&str> {
        match &self.by {
            By::Inferences(all) => all.iter().map(Inference::name).collect(),
            By::Confirmation(how) => vec![how],
        }
    }
}

impl Test {
    /// The one way to make a test. Evidence about another question is worth nothing: better no claim than a wrong one.
    pub fn new(script: Script, evidence: Evidence, lineage: Lineage) -> Test {
        let evidence = if evidence.is_for(&script.question()) { evidence } else { Evidence::None };
        Test { script, evidence, lineage }
    }

    /// A test that nobody made.
    pub fn given(script: Script, evidence: Evidence) -> Test {
        Test::new(script, evidence, Lineage::default())
    }

    /// The test with a step more in its lineage.
    pub fn after(mut self, step: &Step) -> Test {
        self.lineage.steps.push(step.clone());
        self
    }

    /// The test with a witness in place of its evidence, over its terms and those that the witness needs.
    pub fn with_witness(self, terms: Terms, witness: Witness) -> Test {
        Test::new(Script { terms, ..self.script }, Evidence::Witness(witness), self.lineage)
    }

    pub fn into_script(self) -> Script {
        self.script
    }

    /// As it is asked. It may ask several questions: the last one counts.
    pub fn script(&self) -> &Script {
        &self.script
    }

    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    pub fn lineage(&self) -> &Lineage {
        &self.lineage
    }

    /// What the evidence speaks about.
    pub fn question(&self) -> Question<'_> {
        self.script.question()
    }

    /// The test with proof in place of a derivation, or of nothing, where trying everything gives one. An error tells how the
    /// proof contradicts the derivation: then we are wrong.
    pub fn settled(mut self) -> Result<Test, String> {
        if matches!(self.evidence, Evidence::Witness(_) | Evidence::Exhausted(_)) {
            return Ok(self);
        }
        let proof = Evidence::by_trying(&self.question(), Bounds::default());
        match (self.evidence.answer(), proof.answer()) {
            (_, Status::Unknown) => Ok(self),
            (expected, proved) if expected == proved || expected == Status::Unknown => {
                self.evidence = proof;
                Ok(self)
            }
            (_, proved) => Err(format!(
                "the test is called {} because {}, but trying everything shows that it is {}",
                self.evidence.answer().word(),
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
}

impl Truth {
    pub fn new(answer: Status, why: impl Into<String>) -> Truth {
        Truth { answer, why: why.into() }
    }
}

impl Evidence {
    /// What trying everything tells.
    pub fn by_trying(question: &Question<'_>, bounds: Bounds) -> Evidence {
        match decide(question, bounds) {
            Decision::Sat { witness, .. } => Evidence::Witness(witness),
            Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
            Decision::TooLarge | Decision::Unknown(_) => Evidence::None,
        }
    }

    /// Whether it speaks about this question. A derivation is made together with its script.
    fn is_for(&self, question: &Question<'_>) -> bool {
        match self {
            Evidence::Witness(witness) => witness.is_for(question),
            Evidence::Exhausted(exhausted) => exhausted.is_for(question),
            Evidence::Derived(_) | Evidence::None => true,
        }
    }

    /// The answer that the question must get.
    pub fn answer(&self) -> Status {
        match self {
            Evidence::Witness(_) => Status::Sat,
            Evidence::Exhausted(_) => Status::Unsat,
            Evidence::Derived(derivation) => derivation.answer,
            Evidence::None => Status::Unknown,
        }
    }

    /// The names of assertions that are enough to make it unsatisfiable, if that is known.
    pub fn core(&self) -> Option<&[String]> {
        match self {
            Evidence::Derived(derivation) => derivation.core.as_deref(),
            Evidence::Witness(_) | Evidence::Exhausted(_) | Evidence::None => None,
        }
    }

    /// The answer, and the reason in words.
    pub fn truth(&self) -> Truth {
        Truth::new(self.answer(), self.reason())
    }

    /// The reason in words, for a report.
    pub fn reason(&self) -> String {
        match self {
            Evidence::Witness(_) => "it has a model under which every assertion evaluates to true".to_owned(),
            Evidence::Exhausted(exhausted) => exhausted.to_string(),
            Evidence::Derived(derivation) => {
                let (seeds, steps) = (derivation.seeds.join(" and "), derivation.steps().join(", "));
                match (seeds.is_empty(), steps.is_empty()) {
                    (true, _) => format!("it is so by construction: {steps}"),
                    (false, true) => format!("it asks what {seeds} asks"),
                    (false, false) => format!("it is derived from {seeds} by {steps}"),
                }
            }
            Evidence::None => "nothing is known about it".to_owned(),
        }
    }
}
