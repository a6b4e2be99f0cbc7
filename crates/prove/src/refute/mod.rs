//! Refutes questions with certificates: a question becomes clauses, a SAT solver proves them unsatisfiable,
//! and a checker trusts neither.
//!
//! [`Encoding::of`] makes clauses that are satisfiable if the question has a model (`encode/`). The circuit
//! of an operator stands in its row (`theory/`), and what variables of the clauses state about numbers is an
//! [`Arithmetic`]. [`solve`] finds satisfying values or a proof (`sat.rs`, with a theory of numbers,
//! `arithmetic/`). Values become a model, which counts only as a [`Witness`]; a proof counts only if the
//! checker accepts it (`check.rs`) as a [`Refuted`]. Questions with operators that have no circuit are not
//! decided.
//!
//! `plain/` is a second encoder that simplifies nothing: its certificates convince readers who do not trust
//! the first one.

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
pub use plain::{PlainCertificate, PlainEncoding, PlainFailure, refute_plainly};
pub use proof::{LratError, Proof, Step};
pub use sat::{Effort, Outcome, Values, solve};

use gainsay_eval::eval::{Rejection, Witness};
use gainsay_lang::circuit::Clauses;
use gainsay_lang::script::{Claims, Question};
use gainsay_lang::words::counted;
use std::fmt;

/// Evidence that a question has no model: a checked proof that its clauses are unsatisfiable. Can only be
/// made by checking, and knows which question it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    claims: Claims,
    checked: Checked,
}

impl Refuted {
    /// Checks a proof about the clauses of an encoding.
    pub fn check(encoding: &Encoding, proof: &Proof, work: u64) -> Result<Refuted, Fault> {
        Refuted::of(encoding.claims(), encoding.clauses(), encoding.arithmetic(), proof, work)
    }

    /// Checks a proof about the clauses of the question with these claims.
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

    /// Whether it refutes this question.
    pub fn is_for(&self, question: &Question<'_>) -> bool {
        self.claims == question.claims()
    }

    /// The number of clauses.
    pub fn clauses(&self) -> usize {
        self.checked.clauses()
    }

    /// The number of lemmas about numbers.
    pub fn lemmas(&self) -> usize {
        self.checked.lemmas()
    }

    /// The number of proof steps.
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

/// The result of [`prove`].
#[derive(Debug)]
pub enum Verdict {
    Sat(Witness),
    Unsat(Box<Certificate>),
    Undecided(Undecided),
    /// Parts of this program contradict each other; says how.
    Alarm(String),
}

/// A refutation, with what others need to check it.
#[derive(Debug)]
pub struct Certificate {
    pub refuted: Refuted,
    pub encoding: Encoding,
    pub proof: Proof,
}

/// Limits of a refutation.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// Largest number of clauses.
    pub clauses: usize,
    /// Limits of the solver.
    pub effort: Effort<'a>,
}

/// Limits that are reached within a few seconds.
impl Default for Bounds<'_> {
    fn default() -> Self {
        Bounds { clauses: 3_000_000, effort: Effort { work: 200_000_000, stop: &|| false } }
    }
}

/// Work limit of the checker, in literals visited. Proofs are shorter than the search for them.
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
