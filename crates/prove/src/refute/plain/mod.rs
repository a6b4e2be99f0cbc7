//! A second encoder, whose certificates convince readers who do not trust the first one.
//!
//! The first encoder (`encode/`) folds constants, shares equal gates, and renames symbols. Often this alone
//! refutes the question: the certificate is then a single empty clause, and shows nothing. This encoder
//! simplifies nothing. Each term has its own literals, a constant's literals are fixed by unit clauses, each
//! application has its own gates, and an assertion is a unit clause. The map (`map.rs`) says for each term
//! which literals are its bits and which clauses are its gates, so that the clauses can be checked one term
//! at a time, against the standard instead of against our code.
//!
//! The two encoders share what gives the most trust per line of code:
//!
//! - Connectives and bit-vector operators are written a second time (`circuit/plain.rs`): 300 lines, three
//!   kinds of gates. The same mistake would have to be made twice, in different constructions, to go
//!   unnoticed.
//! - Floats use the circuits of the first encoder, over gates that fold nothing. A second implementation
//!   would be as large and as intricate as the first, and would add little trust: these circuits are compared
//!   with the evaluator in every test run, and the map lets anybody repeat that on the clauses of a
//!   certificate.
//! - Operators that only rename bits, such as `extract`, have one circuit.
//! - Definitions are unfolded by the same function (`encode/unfold.rs`), which only substitutes.
//! - The solver and the checker are the same. They see only clauses.
//!
//! Not encoded: quantifiers, functions with arguments, arrays, datatypes, declared sorts, numbers and
//! strings. The conversion of a real constant to a float is computed by the evaluator for each rounding mode,
//! and gates choose between the results.

mod encode;
mod map;

pub use map::is_plain_map;

use super::arithmetic::Arithmetic;
use super::encode::Undecided;
use super::{Bounds, CHECKING, CertificateText, Fault, Outcome, Proof, Refuted, solve};
use gainsay_lang::circuit::{Clauses, Wire, Word};
use gainsay_lang::script::{Claims, DeclId, Question, Terms};
use gainsay_lang::theory::sort::Sort;
use std::ops::Range;

/// The clauses of a question without any simplification, and their meaning.
#[derive(Debug)]
pub struct PlainEncoding {
    claims: Claims,
    clauses: Clauses,
    terms: Terms,
    /// The literal of the constant true inside circuits.
    truth: Wire,
    /// All encoded terms, arguments before the terms that use them.
    parts: Vec<Part>,
    agreements: Vec<Agreement>,
    /// For each assertion, its part and the index of its unit clause.
    assertions: Vec<(usize, usize)>,
}

/// An encoded term with its literals.
#[derive(Debug)]
struct Part {
    what: What,
    sort: Sort,
    /// The least significant bit comes first.
    bits: Word,
    /// The range of the clauses that define the bits.
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

/// The clauses that make two applications of a partial operator agree: equal results for equal arguments.
#[derive(Debug)]
struct Agreement {
    parts: [usize; 2],
    clauses: Range<usize>,
}

impl PlainEncoding {
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// Checks that the files of a certificate (clauses, map and proof) belong to this encoding and refute it.
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

/// A refutation of a plain encoding, with what others need to check it.
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
pub enum PlainFailure {
    Undecided(Undecided),
    /// The plain clauses of a question that was refuted before are satisfiable: one of the encoders is wrong.
    Satisfied,
    Refused(Fault),
}

impl std::fmt::Display for PlainFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlainFailure::Undecided(why) => write!(f, "{why}"),
            PlainFailure::Satisfied => f.write_str("the clauses of the plain encoder can all hold"),
            PlainFailure::Refused(fault) => write!(f, "our checker refuses the proof of our solver: {fault}"),
        }
    }
}

/// Refutes a question by its plain encoding.
pub fn refute_plainly(question: &Question<'_>, bounds: Bounds<'_>) -> Result<PlainCertificate, PlainFailure> {
    let encoding = PlainEncoding::of(question, bounds.clauses).map_err(PlainFailure::Undecided)?;
    match solve(encoding.clauses(), &Arithmetic::default(), bounds.effort) {
        Outcome::OutOfWork => Err(PlainFailure::Undecided(Undecided::OutOfWork)),
        Outcome::Satisfied(_) => Err(PlainFailure::Satisfied),
        Outcome::Refuted(proof) => match encoding.refuted(&proof) {
            Ok(refuted) => Ok(PlainCertificate { refuted, encoding, proof }),
            Err(Fault::OutOfWork) => Err(PlainFailure::Undecided(Undecided::OutOfWork)),
            Err(fault) => Err(PlainFailure::Refused(fault)),
        },
    }
}
