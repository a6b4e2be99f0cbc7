//! A second encoder, for certificates that say something to readers who do not trust the first one.
//!
//! The first encoder (`encode/`) folds constants, makes equal gates once, and renames symbols. Often it is done when the SAT
//! solver begins: the certificate then is one empty clause, and shows nothing. This encoder simplifies nothing. Each term has
//! literals of its own, a constant's are fixed by unit clauses, each application has its own gates, and an assertion is a unit
//! clause. The map (`map.rs`) says for each term which literals are its bits and which clauses are its gates, so that anybody
//! can check the clauses one term at a time, against the standard instead of against our code.
//!
//! What the two encoders share was chosen for the most trust per line of code:
//!
//! - Connectives and operators on bit-vectors are written a second time (`circuit/plain.rs`): 300 lines, three kinds of gates.
//!   A mistake would have to be made twice, in different constructions, to go unnoticed.
//! - Floats use the circuits of the first encoder, over gates that fold nothing. A second implementation would be as large and
//!   as intricate as the first. It is not where trust is lost: these circuits are compared with the evaluator in every test run,
//!   and the map lets anybody repeat that on the clauses of a certificate.
//! - Rows that only rename bits, such as `extract`, have one circuit.
//! - The definitions of a script are unfolded by the same function (`encode/unfold.rs`), which only substitutes.
//! - The solver and the checker are the same. They know clauses only.
//!
//! Not encoded: quantifiers, functions with arguments, arrays, datatypes, declared sorts, numbers and strings. The conversion of a
//! real constant to a float is computed by the evaluator, once for each rounding mode, and the gates choose.

mod encode;
mod map;

pub use map::is_plain_map;

use super::arithmetic::Arithmetic;
use super::encode::Undecided;
use super::{Bounds, CHECKING, CertificateText, Fault, Outcome, Proof, Refuted, solve};
use crate::circuit::{Clauses, Wire, Word};
use crate::script::{Claims, DeclId, Question, Terms};
use crate::theory::sort::Sort;
use std::ops::Range;

/// The clauses of a question in which nothing is folded, and what they are about.
#[derive(Debug)]
pub struct PlainEncoding {
    claims: Claims,
    clauses: Clauses,
    terms: Terms,
    /// The literal that stands for true inside of circuits.
    truth: Wire,
    /// All terms, each behind its arguments.
    parts: Vec<Part>,
    agreements: Vec<Agreement>,
    /// The part that each assertion is, and its unit clause.
    assertions: Vec<(usize, usize)>,
}

/// A term with its literals.
#[derive(Debug)]
struct Part {
    what: What,
    sort: Sort,
    /// The least significant one first.
    bits: Word,
    /// The clauses that say what the bits are, by their places.
    clauses: Range<usize>,
}

#[derive(Debug)]
enum What {
    Symbol(DeclId),
    /// A term without symbols, as text.
    Constant(String),
    /// An operator with its indices, as text, and the parts that it is applied to.
    Application(String, Vec<usize>),
}

/// Clauses by which two applications have equal results if their arguments are equal, where the standard leaves results open.
#[derive(Debug)]
struct Agreement {
    parts: [usize; 2],
    clauses: Range<usize>,
}

impl PlainEncoding {
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// Checks that files are a certificate from this encoding: the clauses, the map and the proof.
    pub(super) fn verify(&self, text: &CertificateText) -> Result<Refuted, String> {
        text.has_clauses(&self.clauses)?;
        if !text.map.as_ref().is_some_and(|map| map::is_same(map, &self.map())) {
            return Err(format!("{} is not the map of the script", super::MAP));
        }
        let proof = text.steps(self.clauses.len())?;
        self.refuted(&proof).map_err(|fault| format!("{}: {fault}", super::PROOF))
    }

    fn refuted(&self, proof: &Proof) -> Result<Refuted, Fault> {
        Refuted::of(&self.claims, &self.clauses, &Arithmetic::default(), proof, CHECKING)
    }
}

/// A refutation of plain clauses, and what others need to check it.
#[derive(Debug)]
pub struct PlainCertificate {
    pub refuted: Refuted,
    pub encoding: PlainEncoding,
    pub proof: Proof,
}

impl PlainCertificate {
    pub fn to_text(&self) -> CertificateText {
        let clauses = self.encoding.clauses();
        CertificateText {
            clauses: clauses.to_dimacs(),
            proof: self.proof.to_lrat(clauses.len()),
            lemmas: None,
            map: Some(self.encoding.map()),
        }
    }
}

/// Why there is no certificate from the plain encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPlain {
    Undecided(Undecided),
    /// Values satisfy the plain clauses of a question that was refuted: one of the encoders is wrong.
    Satisfied,
    Refused(Fault),
}

impl std::fmt::Display for NoPlain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoPlain::Undecided(why) => write!(f, "{why}"),
            NoPlain::Satisfied => f.write_str("the clauses of the plain encoder can all hold"),
            NoPlain::Refused(fault) => write!(f, "our checker refuses the proof of our solver: {fault}"),
        }
    }
}

/// Refutes a question by the plain encoding.
pub fn refute_plainly(question: &Question<'_>, bounds: Bounds<'_>) -> Result<PlainCertificate, NoPlain> {
    let encoding = PlainEncoding::of(question, bounds.clauses).map_err(NoPlain::Undecided)?;
    match solve(encoding.clauses(), &Arithmetic::default(), bounds.effort) {
        Outcome::OutOfWork => Err(NoPlain::Undecided(Undecided::OutOfWork)),
        Outcome::Satisfied(_) => Err(NoPlain::Satisfied),
        Outcome::Refuted(proof) => match encoding.refuted(&proof) {
            Ok(refuted) => Ok(PlainCertificate { refuted, encoding, proof }),
            Err(Fault::OutOfWork) => Err(NoPlain::Undecided(Undecided::OutOfWork)),
            Err(fault) => Err(NoPlain::Refused(fault)),
        },
    }
}
