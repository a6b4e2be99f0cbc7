//! A certificate as files, which others can check as well: clauses (DIMACS), steps (LRAT), and the lemmas about numbers.

use super::arithmetic::{Arithmetic, Constraint, Inference, Lemma};
use super::{Bounds, CHECKING, Certificate, Encoding, Proof, Refuted};
use crate::circuit::Clauses;
use crate::script::Question;
use serde::{Deserialize, Serialize};

/// The names of the files.
pub const CLAUSES: &str = "proof.cnf";
pub const PROOF: &str = "proof.lrat";
pub const LEMMAS: &str = "lemmas.json";

/// The lemmas as they are written.
#[derive(Serialize, Deserialize)]
struct Written {
    /// Whether each number is an integer.
    integral: Vec<bool>,
    /// What variables of the question's clauses say.
    atoms: Vec<(u32, Constraint)>,
    /// Which numbers are products of others.
    products: Vec<(u32, Vec<u32>)>,
    /// What the variables behind them say, in their order.
    further: Vec<Constraint>,
    /// The lines of each lemma. The clauses of the lemmas are the last of the clauses.
    lemmas: Vec<Vec<Inference>>,
}

/// The texts of a certificate's files; without numbers there are no lemmas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateText {
    pub clauses: String,
    pub proof: String,
    pub lemmas: Option<String>,
}

impl Certificate {
    pub fn to_text(&self) -> CertificateText {
        let Certificate { encoding, proof, .. } = self;
        let all = proof.with_lemmas(encoding.clauses());
        let Arithmetic { integral, atoms, products } = encoding.arithmetic().clone();
        let lemmas = (!atoms.is_empty()).then(|| {
            let lines = proof.lemmas.iter().map(|lemma| lemma.lines.clone());
            let written =
                Written { integral, atoms, products, further: proof.atoms.clone(), lemmas: lines.collect() };
            format!("{}\n", serde_json::json!(written))
        });
        CertificateText { clauses: all.to_dimacs(), proof: proof.to_lrat(all.len()), lemmas }
    }
}

/// Checks that a certificate's files refute a question, or says why they do not.
pub fn verify(question: &Question<'_>, text: &CertificateText) -> Result<Refuted, String> {
    let encoding = Encoding::of(question, Bounds::default().clauses)
        .map_err(|undecided| format!("the script cannot become clauses: {undecided}"))?;
    let all = Clauses::from_dimacs(&text.clauses).map_err(|error| format!("{CLAUSES}, {error}"))?;
    let mut proof = Proof::from_lrat(&text.proof, all.len()).map_err(|error| format!("{PROOF}, {error}"))?;
    if let Some(lemmas) = &text.lemmas {
        let written: Written = serde_json::from_str(lemmas).map_err(|error| format!("{LEMMAS}: {error}"))?;
        let Written { integral, atoms, products, .. } = written;
        let arithmetic = Arithmetic { integral, atoms, products };
        if arithmetic != *encoding.arithmetic() {
            return Err(format!("the atoms of {LEMMAS} are not those of the script"));
        }
        let behind = (encoding.clauses().len()..all.len()).filter_map(|at| all.get(at));
        let lemmas = behind.zip(written.lemmas);
        proof.lemmas = lemmas.map(|(clause, lines)| Lemma { clause: clause.to_vec(), lines }).collect();
        proof.atoms = written.further;
    }
    if all != proof.with_lemmas(encoding.clauses()) {
        return Err(format!("the clauses of {CLAUSES} are not those of the script"));
    }
    Refuted::check(&encoding, &proof, CHECKING).map_err(|fault| format!("{PROOF}: {fault}"))
}
