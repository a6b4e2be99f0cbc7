//! A refutation as files that anybody can check.

use crate::evidence::Search;
use crate::refute::{Certificate, Verdict, prove};
use crate::script::Script;
use serde_json::json;

/// The clauses (DIMACS), the proof (LRAT), and which literals the symbols and assertions became.
pub const CLAUSES: &str = "proof.cnf";
pub const PROOF: &str = "proof.lrat";
pub const MAP: &str = "map.json";

/// The files of a certificate.
pub fn files(certificate: &Certificate) -> Vec<(&'static str, String)> {
    let Certificate { encoding, proof, .. } = certificate;
    let meanings = encoding.meanings().into_iter();
    let meanings =
        meanings.map(|meaning| json!({ "name": meaning.name, "sort": meaning.sort, "bits": meaning.bits }));
    vec![
        (CLAUSES, encoding.clauses().to_dimacs()),
        (PROOF, proof.to_lrat(encoding.clauses().len())),
        (MAP, format!("{:#}\n", json!(meanings.collect::<Vec<_>>()))),
    ]
}

/// Nobody wants to be sent more, in bytes.
const LARGEST: usize = 4 << 20;

/// The files for a script as it is handed out, if it is refuted by something that can be sent.
pub fn of_script(text: &str) -> Vec<(&'static str, String)> {
    match prove(&Script::read(text).question(), Search::THOROUGH.refuting) {
        Verdict::Unsat(certificate) => {
            let files = files(&certificate);
            let size: usize = files.iter().map(|(_, text)| text.len()).sum();
            if size <= LARGEST { files } else { Vec::new() }
        }
        Verdict::Sat(_) | Verdict::Undecided(_) | Verdict::Alarm(_) => Vec::new(),
    }
}
