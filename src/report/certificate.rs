//! A refutation as files that anybody can check.

use crate::evidence::Search;
use crate::refute::{CLAUSES, Certificate, LEMMAS, Meaning, PROOF, Verdict, prove};
use crate::script::Script;
use serde_json::json;

/// The file that says which literals the symbols and assertions became.
pub const MAP: &str = "map.json";

/// The files of a certificate.
pub fn files(certificate: &Certificate) -> Vec<(&'static str, String)> {
    let meanings = certificate.encoding.meanings().into_iter().map(|meaning| {
        let Meaning { name, sort, bits, number } = meaning;
        match number {
            Some(number) => json!({ "name": name, "sort": sort, "number": number }),
            None => json!({ "name": name, "sort": sort, "bits": bits }),
        }
    });
    let map = format!("{:#}\n", json!(meanings.collect::<Vec<_>>()));
    let text = certificate.to_text();
    let mut files = vec![(CLAUSES, text.clauses), (PROOF, text.proof), (MAP, map)];
    files.extend(text.lemmas.map(|lemmas| (LEMMAS, lemmas)));
    files
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
