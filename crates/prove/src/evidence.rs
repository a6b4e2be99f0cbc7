//! Tests with evidence: the claimed answer of a test comes with the reason for it, and only checked reasons
//! can be made.

use crate::horn;
use crate::refute::{self, Certificate, Effort, Refuted, Undecided, Verdict, prove};
use crate::rules::Inference;
use gainsay_eval::eval::{Bounds, Decision, Exhausted, Model, Witness, decide};
use gainsay_lang::answer::Status;
use gainsay_lang::script::{Command, DeclId, Question, Script, Terms};
use serde::{Deserialize, Serialize};

/// When a model is a witness: the one rule, whatever a question asks. Horn clauses are about all numbers, so that they are
/// proved under the model; everything else is evaluated.
pub use crate::horn::{witness, witness_within};

/// A question with a known answer, or with none.
#[derive(Clone, Debug)]
pub struct Test {
    script: Script,
    evidence: Evidence,
    lineage: Lineage,
}

/// The origin of a test: enough to explain it and, together with the number of its unit, to make it again.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Lineage {
    /// The name of the strategy that made it; empty if it was given.
    pub strategy: String,
    /// The origins of its seeds, the first one first.
    pub seeds: Vec<String>,
    pub steps: Vec<Step>,
}

/// One transformation of a seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The name of the rule.
    pub rule: String,
    /// A description of the place where it was applied.
    pub at: String,
}

/// The correct answer to a question as far as it is known, and the reason in words.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Truth {
    pub answer: Status,
    pub why: String,
}

/// Why the answer is known.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// Satisfiable: every assertion evaluates to true under this model.
    Witness(Witness),
    /// Unsatisfiable: an assertion is false under every assignment of a small domain, or under the only one
    /// that equations allow.
    Exhausted(Exhausted),
    /// Unsatisfiable: its clauses were refuted by a checked proof.
    Refuted(Refuted),
    /// Derived from seeds of known status by machine-checked rules.
    Derived(Derivation),
    None,
}

/// The derivation of an answer from seeds by checked inferences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation {
    answer: Status,
    seeds: Vec<String>,
    by: By,
    core: Option<Vec<String>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum By {
    /// Inferences, in the order of their use.
    Inferences(Vec<Inference>),
    /// The answer of a seed was not proved, but confirmed by several solvers; says by which.
    Confirmation(String),
}

impl Derivation {
    pub fn new(answer: Status, seeds: Vec<String>, by: Vec<Inference>) -> Derivation {
        Derivation { answer, seeds, by: By::Inferences(by), core: None }
    }

    /// The derivation of a seed whose answer several solvers confirm.
    pub fn confirmed(answer: Status, seed: String, how: String) -> Derivation {
        Derivation { answer, seeds: vec![seed], by: By::Confirmation(how), core: None }
    }

    /// Adds the names of assertions that suffice for unsatisfiability.
    pub fn with_core(self, core: Vec<String>) -> Derivation {
        Derivation { core: Some(core), ..self }
    }

    /// Appends an inference.
    pub fn then(mut self, inference: Inference) -> Derivation {
        match &mut self.by {
            By::Inferences(all) => all.push(inference),
            By::Confirmation(how) => *how += &format!(", {inference}"),
        }
        self
    }

    /// The origins of the seeds.
    pub fn seeds(&self) -> &[String] {
        &self.seeds
    }

    /// The inferences in words.
    pub fn steps(&self) -> Vec<&str> {
        match &self.by {
            By::Inferences(all) => all.iter().map(Inference::name).collect(),
            By::Confirmation(how) => vec![how],
        }
    }
}

impl Test {
    /// The only constructor. Evidence about another question is dropped: a missing claim is better than a
    /// wrong one.
    pub fn new(script: Script, evidence: Evidence, lineage: Lineage) -> Test {
        let evidence = if evidence.is_for(&script.question()) { evidence } else { Evidence::None };
        Test { script, evidence, lineage }
    }

    /// A test without lineage, such as a user's file.
    pub fn given(script: Script, evidence: Evidence) -> Test {
        Test::new(script, evidence, Lineage::default())
    }

    /// Appends a step to the lineage.
    pub fn after(mut self, step: &Step) -> Test {
        self.lineage.steps.push(step.clone());
        self
    }

    /// Replaces the evidence by a witness; `terms` extends the script's arena by the terms that the witness
    /// needs.
    pub fn with_witness(self, terms: Terms, witness: Witness) -> Test {
        Test::new(Script { terms, ..self.script }, Evidence::Witness(witness), self.lineage)
    }

    pub fn into_script(self) -> Script {
        self.script
    }

    /// The script as it is sent to solvers. If it asks several questions, the last one counts.
    pub fn script(&self) -> &Script {
        &self.script
    }

    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    pub fn lineage(&self) -> &Lineage {
        &self.lineage
    }

    /// The question that the evidence is about.
    pub fn question(&self) -> Question<'_> {
        self.script.question()
    }

    /// Replaces a derivation, or missing evidence, by a proof if the search finds one. An error says how the
    /// proof contradicts the derivation, or itself: then there is a bug in this program.
    pub fn settled(self, search: Search<'_>) -> Result<Test, String> {
        if self.evidence.is_proof() {
            return Ok(self);
        }
        match Evidence::by_proving(&self.question(), search) {
            Ok(proof) => self.with_proof(proof),
            Err(NoProof::Undecided(_)) => Ok(self),
            Err(NoProof::Alarm(why)) => Err(why),
        }
    }

    /// Like `settled`, by exhaustive search only.
    pub fn tried(self) -> Result<Test, String> {
        if self.evidence.is_proof() {
            return Ok(self);
        }
        match Evidence::by_trying(&self.question(), Bounds::default()) {
            Evidence::None => Ok(self),
            proof => self.with_proof(proof),
        }
    }

    /// Replaces the evidence by a proof; an error if they contradict each other.
    pub fn with_proof(self, proof: Evidence) -> Result<Test, String> {
        if self.evidence.answer().contradicts(proof.answer()) {
            return Err(format!(
                "the test is called {} because {}, but it is {}: {}",
                self.evidence.answer().word(),
                self.evidence.reason(),
                proof.answer().word(),
                proof.reason()
            ));
        }
        Ok(Test::new(self.script, proof, self.lineage))
    }

    /// The part of a witness about the script's own symbols: the witness may be about a script that this one
    /// was made from. The whole witness if it interprets partial functions.
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

/// Limits of a search for proof: first by exhaustive search, which is cheap, then by refutation.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    pub trying: Bounds,
    pub refuting: refute::Bounds<'a>,
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoProof {
    Undecided(Undecided),
    /// Parts of this program contradict each other; says how.
    Alarm(String),
}

impl Search<'_> {
    /// For formulas made from scratch in a hunt: some milliseconds.
    pub const GLANCE: Search<'static> = Search::refuting(20_000, 50_000);
    /// For one candidate of many: less than the start of a solver.
    pub const BRIEF: Search<'static> = Search::refuting(60_000, 500_000);
    /// For a suspect in a hunt that is examined again: at most about a second.
    pub const HUNT: Search<'static> = Search::refuting(500_000, 10_000_000);
    /// For a user who waits: at most some seconds.
    pub const THOROUGH: Search<'static> = Search::refuting(3_000_000, 200_000_000);

    const fn refuting(clauses: usize, work: u64) -> Search<'static> {
        const NEVER: &dyn Fn() -> bool = &|| false;
        let refuting = refute::Bounds { clauses, effort: Effort { work, stop: NEVER } };
        Search { trying: Bounds::DEFAULT, refuting }
    }

    /// With other limits of exhaustive search.
    pub const fn trying(self, trying: Bounds) -> Self {
        Search { trying, ..self }
    }
}

impl<'a> Search<'a> {
    /// Like `THOROUGH`, until `stop` returns `true`.
    pub fn until(stop: &'a dyn Fn() -> bool) -> Search<'a> {
        let Search { trying, refuting } = Search::THOROUGH;
        let effort = Effort { work: refuting.effort.work, stop };
        Search { trying, refuting: refute::Bounds { effort, ..refuting } }
    }
}

/// What was proved about a question, with the refutation that can be handed over, if that is what it rests on.
#[derive(Debug)]
pub struct Certified {
    pub evidence: Evidence,
    pub certificate: Option<Box<Certificate>>,
}

impl Certified {
    fn without(evidence: Evidence) -> Certified {
        Certified { evidence, certificate: None }
    }

    /// By clauses, and then by what follows from Horn clauses.
    fn by_clauses(question: &Question<'_>, bounds: refute::Bounds<'_>) -> Result<Certified, NoProof> {
        match prove(question, bounds) {
            Verdict::Sat(witness) => Ok(Certified::without(Evidence::Witness(witness))),
            Verdict::Unsat(certificate) => Ok(Certified {
                evidence: Evidence::Refuted(certificate.refuted.clone()),
                certificate: Some(certificate),
            }),
            Verdict::Undecided(why) => match horn::search(question, bounds) {
                Some(horn::Found::Sat(witness)) => Ok(Certified::without(Evidence::Witness(*witness))),
                Some(horn::Found::Unsat(refuted)) => Ok(Certified::without(Evidence::Refuted(refuted))),
                None => Err(NoProof::Undecided(why)),
            },
            Verdict::Alarm(how) => Err(NoProof::Alarm(how)),
        }
    }
}

impl Evidence {
    /// What can be proved about a question. This and `certified` are the one home of that, and differ only in what they do first:
    /// here it is to try everything, which costs least.
    pub fn by_proving(question: &Question<'_>, search: Search<'_>) -> Result<Evidence, NoProof> {
        let tried = Evidence::by_trying(question, search.trying);
        if tried.is_proof() {
            return Ok(tried);
        }
        Certified::by_clauses(question, search.refuting).map(|certified| certified.evidence)
    }

    /// The same by clauses first, because others can check a refutation by clauses, and not that everything was tried.
    pub fn certified(question: &Question<'_>, search: Search<'_>) -> Result<Certified, NoProof> {
        let why = match Certified::by_clauses(question, search.refuting) {
            Err(NoProof::Undecided(why)) => why,
            told => return told,
        };
        let tried = Evidence::by_trying(question, search.trying);
        if tried.is_proof() { Ok(Certified::without(tried)) } else { Err(NoProof::Undecided(why)) }
    }

    /// Like `by_proving`, where the reason for missing proof does not matter.
    pub fn by_search(question: &Question<'_>, search: Search<'_>) -> Evidence {
        Evidence::by_proving(question, search).unwrap_or(Evidence::None)
    }

    /// The result of exhaustive search.
    pub fn by_trying(question: &Question<'_>, bounds: Bounds) -> Evidence {
        match decide(question, bounds) {
            Decision::Sat { witness, .. } => Evidence::Witness(witness),
            Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
            Decision::TooLarge | Decision::Unknown(_) => Evidence::None,
        }
    }

    /// Whether it is about this question. A derivation is always made together with its script.
    fn is_for(&self, question: &Question<'_>) -> bool {
        match self {
            Evidence::Witness(witness) => witness.is_for(question),
            Evidence::Exhausted(exhausted) => exhausted.is_for(question),
            Evidence::Refuted(refuted) => refuted.is_for(question),
            Evidence::Derived(_) | Evidence::None => true,
        }
    }

    /// The answer that it proves.
    pub fn answer(&self) -> Status {
        match self {
            Evidence::Witness(_) => Status::Sat,
            Evidence::Exhausted(_) | Evidence::Refuted(_) => Status::Unsat,
            Evidence::Derived(derivation) => derivation.answer,
            Evidence::None => Status::Unknown,
        }
    }

    /// A keyword for the kind of evidence.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            Evidence::Witness(_) => Some("witness"),
            Evidence::Exhausted(_) => Some("exhausted"),
            Evidence::Refuted(_) => Some("refuted"),
            Evidence::Derived(_) => Some("derived"),
            Evidence::None => None,
        }
    }

    /// Whether it is a proof of this very question, rather than derived from others or missing.
    pub fn is_proof(&self) -> bool {
        match self {
            Evidence::Witness(_) | Evidence::Exhausted(_) | Evidence::Refuted(_) => true,
            Evidence::Derived(_) | Evidence::None => false,
        }
    }

    /// The names of assertions that suffice for unsatisfiability, if known.
    pub fn core(&self) -> Option<&[String]> {
        match self {
            Evidence::Derived(derivation) => derivation.core.as_deref(),
            Evidence::Witness(_) | Evidence::Exhausted(_) | Evidence::Refuted(_) | Evidence::None => None,
        }
    }

    /// The answer with the reason in words.
    pub fn truth(&self) -> Truth {
        Truth::new(self.answer(), self.reason())
    }

    /// The reason in words, for a report.
    pub fn reason(&self) -> String {
        match self {
            Evidence::Witness(_) => "it has a model under which every assertion evaluates to true".to_owned(),
            Evidence::Exhausted(exhausted) => exhausted.to_string(),
            Evidence::Refuted(refuted) => refuted.to_string(),
            Evidence::Derived(derivation) => {
                let (seeds, steps) = (derivation.seeds.join(" and "), derivation.steps().join(", "));
                match (seeds.is_empty(), steps.is_empty()) {
                    (true, _) => format!("it is so by construction: {steps}"),
                    (false, true) => format!("it asks the same as {seeds}"),
                    (false, false) => format!("it is derived from {seeds} by {steps}"),
                }
            }
            Evidence::None => "nothing is known about it".to_owned(),
        }
    }
}
