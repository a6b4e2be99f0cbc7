//! A certificate as files that other programs can check: clauses (DIMACS), proof steps (LRAT), lemmas about
//! numbers, and the meaning of literals.

use super::arithmetic::{Arithmetic, Constraint, Inference, Lemma};
use super::plain::is_plain_map;
use super::{Bounds, CHECKING, Certificate, Encoding, Meaning, PlainEncoding, Proof, Refuted, Undecided};
use gainsay_lang::circuit::Clauses;
use gainsay_lang::script::Question;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Names of the files.
pub const CLAUSES: &str = "proof.cnf";
pub const PROOF: &str = "proof.lrat";
pub const LEMMAS: &str = "lemmas.json";
pub const MAP: &str = "map.json";

/// The content of the lemmas' file.
#[derive(Serialize, Deserialize)]
struct Written {
    /// Whether each number is an integer.
    integral: Vec<bool>,
    /// The constraints stated by variables of the question's clauses.
    atoms: Vec<(u32, Constraint)>,
    /// The numbers that are products, with their factors.
    products: Vec<(u32, Vec<u32>)>,
    /// The constraints stated by the proof's own variables, which follow those of the clauses, in their
    /// order.
    further: Vec<Constraint>,
    /// The derivation of each lemma. The clauses of the lemmas are the last ones in the clauses' file.
    lemmas: Vec<Vec<Inference>>,
}

/// The texts of a certificate's files. There are no lemmas if the proof uses no numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateText {
    pub clauses: String,
    pub proof: String,
    pub lemmas: Option<String>,
    /// The meaning of literals. The map also says whether the certificate is a plain one.
    pub map: Option<String>,
}

impl CertificateText {
    /// The files with their names.
    pub fn files(self) -> Vec<(&'static str, String)> {
        let mut files = vec![(CLAUSES, self.clauses), (PROOF, self.proof)];
        files.extend(self.map.map(|map| (MAP, map)));
        files.extend(self.lemmas.map(|lemmas| (LEMMAS, lemmas)));
        files
    }

    fn read_clauses(&self) -> Result<Clauses, String> {
        Clauses::from_dimacs(&self.clauses).map_err(|error| format!("{CLAUSES}, {error}"))
    }

    /// An error if the clauses are not the expected ones.
    pub(super) fn has_clauses(&self, expected: &Clauses) -> Result<(), String> {
        match self.read_clauses()? == *expected {
            true => Ok(()),
            false => Err(format!("the clauses of {CLAUSES} are not those of the script")),
        }
    }

    /// The steps of the proof; `given` is the number of clauses that precede them.
    pub(super) fn steps(&self, given: usize) -> Result<Proof, String> {
        Proof::from_lrat(&self.proof, given).map_err(|error| format!("{PROOF}, {error}"))
    }
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
            format!("{}\n", json!(written))
        });
        let map = Some(map(encoding));
        CertificateText { clauses: all.to_dimacs(), proof: proof.to_lrat(all.len()), lemmas, map }
    }
}

/// The map: the literals of symbols and assertions.
fn map(encoding: &Encoding) -> String {
    let meanings = encoding.meanings().into_iter().map(|meaning| {
        let Meaning { name, sort, bits, number } = meaning;
        match number {
            Some(number) => json!({ "name": name, "sort": sort, "number": number }),
            None => json!({ "name": name, "sort": sort, "bits": bits }),
        }
    });
    format!("{:#}\n", json!(meanings.collect::<Vec<_>>()))
}

/// Checks that a certificate's files refute a question; the error says why they do not.
pub fn verify(question: &Question<'_>, text: &CertificateText) -> Result<Refuted, String> {
    let no_clauses = |undecided: Undecided| format!("the script cannot become clauses: {undecided}");
    let most = Bounds::default().clauses;
    if text.map.as_deref().is_some_and(is_plain_map) {
        return PlainEncoding::of(question, most).map_err(no_clauses)?.verify(text);
    }
    let encoding = Encoding::of(question, most).map_err(no_clauses)?;
    let all = text.read_clauses()?;
    let mut proof = text.steps(all.len())?;
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
    text.has_clauses(&proof.with_lemmas(encoding.clauses()))?;
    Refuted::check(&encoding, &proof, CHECKING).map_err(|fault| format!("{PROOF}: {fault}"))
}
