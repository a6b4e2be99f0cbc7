//! Unsatisfiable with a certificate: a question as clauses, a SAT solver that gives proofs, and a checker that believes neither.
//!
//! [`Encoding::of`] makes clauses that can all hold if the question has a model (`encode/`); what an operator is as a circuit
//! stands in its row (`theory/`), and what is said about numbers is an [`Arithmetic`]. [`solve`] finds values or a proof
//! (`sat.rs`, with a theory of numbers, `arithmetic/`). Values become a model, which counts only as a
//! [`Witness`]; a proof counts only if it is checked (`check.rs`), and then it is a [`Refuted`]. What has no circuit is not
//! decided.
//!
//! `plain/` is a second encoder, which folds nothing: its certificates say more to readers who do not trust the first one.

mod analysis;
mod arithmetic;
mod check;
mod check_lemma;
mod consult;
mod encode;
mod files;
mod instances;
mod order;
mod plain;
mod proof;
mod sat;
pub mod settle;

pub use arithmetic::{Arithmetic, Constraint, Inference, Lemma};
pub use check::{Checked, Fault, check};
pub use check_lemma::LemmaFault;
pub use encode::{Encoding, Meaning, Undecided};
pub use files::{CLAUSES, CertificateText, LEMMAS, MAP, PROOF, verify};
pub use instances::{Instance, Universal, refute_instances};
pub use plain::{NoPlain, PlainCertificate, PlainEncoding, refute_plainly};
pub use proof::{LratError, Proof, Step};
pub use sat::{Effort, Outcome, Values, solve};

use crate::circuit::Clauses;
use crate::eval::{Rejection, Witness};
use crate::script::{Claims, Question};
use crate::words::counted;
use std::fmt;

/// No model satisfies a question: its clauses have a proof, which was checked. It can only be made by checking, and knows the
/// question that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    claims: Claims,
    checked: Checked,
}

impl Refuted {
    /// Checks a proof about the clauses of a question.
    pub fn check(encoding: &Encoding, proof: &Proof, work: u64) -> Result<Refuted, Fault> {
        Refuted::of(encoding.claims(), encoding.clauses(), encoding.arithmetic(), proof, work)
    }

    /// Checks a proof about the clauses that a question became.
    fn of(
        claims: &Claims,
        clauses: &Clauses,
        arithmetic: &Arithmetic,
        proof: &Proof,
        work: u64,
    ) -> Result<Refuted, Fault> {
        let checked = check(clauses, arithmetic, proof, work)?;
        Ok(Refuted { claims: claims.clone(), checked })
    }

    /// Whether it is about this question.
    pub fn is_for(&self, question: &Question<'_>) -> bool {
        self.claims == question.claims()
    }

    /// How many clauses the question became.
    pub fn clauses(&self) -> usize {
        self.checked.clauses()
    }

    /// How many lemmas about numbers were checked.
    pub fn lemmas(&self) -> usize {
        self.checked.lemmas()
    }

    /// How many steps of the proof were checked.
    pub fn steps(&self) -> usize {
        self.checked.steps()
    }
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (clauses, steps) = (counted(self.clauses(), "clause"), counted(self.steps(), "step"));
        match self.lemmas() {
            0 => write!(f, "it became {clauses}, which a checked proof of {steps} refutes"),
            lemmas => {
                let lemmas = counted(lemmas, "checked lemma");
                write!(
                    f,
                    "it became {clauses}, which a checked proof of {steps} refutes with {lemmas} about numbers"
                )
            }
        }
    }
}

/// What was found out about a question.
#[derive(Debug)]
pub enum Verdict {
    Sat(Witness),
    Unsat(Box<Certificate>),
    Undecided(Undecided),
    /// Our own parts contradict each other: how.
    Alarm(String),
}

/// A refutation, and what others need to check it.
#[derive(Debug)]
pub struct Certificate {
    pub refuted: Refuted,
    pub encoding: Encoding,
    pub proof: Proof,
}

/// How much may be done about one question.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// The clauses that it may become.
    pub clauses: usize,
    /// What the solver may do.
    pub effort: Effort<'a>,
}

/// What takes at most some seconds.
impl Default for Bounds<'_> {
    fn default() -> Self {
        Bounds { clauses: 3_000_000, effort: Effort { work: 200_000_000, stop: &|| false } }
    }
}

/// The literals that the checker may look at. Proofs are shorter than the search for them.
pub const CHECKING: u64 = 20_000_000_000;

/// Decides a question, with evidence.
pub fn prove(question: &Question<'_>, bounds: Bounds<'_>) -> Verdict {
    let encoding = match Encoding::of(question, bounds.clauses) {
        Ok(encoding) => encoding,
        Err(undecided) => return Verdict::Undecided(undecided),
    };
    match solve(encoding.clauses(), encoding.arithmetic(), bounds.effort) {
        Outcome::OutOfWork => Verdict::Undecided(Undecided::OutOfWork),
        Outcome::Refuted(proof) => match Refuted::check(&encoding, &proof, CHECKING) {
            Ok(refuted) => Verdict::Unsat(Box::new(Certificate { refuted, encoding, proof })),
            Err(Fault::OutOfWork) => Verdict::Undecided(Undecided::OutOfWork),
            Err(fault) => Verdict::Alarm(format!("our checker refuses the proof of our solver: {fault}")),
        },
        Outcome::Satisfied(values) => match encoding.model(question, &values) {
            Some(model) => match Witness::check(question, model) {
                Ok(witness) => Verdict::Sat(witness),
                Err(Rejection::False(_)) if encoding.is_exact() => Verdict::Alarm(
                    "our evaluator computes false for an assertion that our circuits make true".to_owned(),
                ),
                Err(_) if encoding.has_strings() => Verdict::Undecided(Undecided::Strings),
                Err(Rejection::False(_)) if encoding.is_loose() => Verdict::Undecided(Undecided::Products),
                Err(rejection) => Verdict::Undecided(Undecided::Rejected(rejection)),
            },
            None => Verdict::Undecided(Undecided::NoModel),
        },
    }
}
