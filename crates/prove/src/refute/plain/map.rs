//! The map of a plain certificate: the literals that are the bits of each term, and the clauses that define
//! them.
//!
//! A JSON object. Terms are numbered from 0, arguments before the terms that use them. Clauses are numbered
//! from 1, as in the proof; `clauses` holds the first and the last number, or is empty for a term that only
//! renames the bits of others.

use super::{PlainEncoding, What};
use gainsay_lang::circuit::Wire;
use serde_json::{Value, json};
use std::ops::Range;

/// The value of the key `encoding`.
const PLAIN: &str = "plain";

/// Whether a text is the map of a plain certificate.
pub fn is_plain_map(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|map| map["encoding"] == PLAIN)
}

/// Whether two maps are the same JSON value.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    let read = |text| serde_json::from_str::<Value>(text).ok();
    matches!((read(a), read(b)), (Some(a), Some(b)) if a == b)
}

impl PlainEncoding {
    /// The map as text, one line per term.
    pub fn map(&self) -> String {
        let terms = (0..self.parts.len()).map(|number| self.term(number));
        let agreements = self.agreements.iter().map(|agreement| {
            json!({ "terms": agreement.parts, "clauses": numbers(&agreement.clauses) }).to_string()
        });
        let assertions = self.assertions.iter();
        let assertions =
            assertions.map(|(part, clause)| json!({ "term": part, "clause": clause + 1 }).to_string());
        format!(
            "{{\n\"encoding\": \"{PLAIN}\",\n\"true\": {},\n\"terms\": {},\n\"agreements\": {},\n\"assertions\": {}\n}}\n",
            self.truth.to_dimacs(),
            lines(terms),
            lines(agreements),
            lines(assertions)
        )
    }

    fn term(&self, number: usize) -> String {
        let part = &self.parts[number];
        let mut term = match &part.what {
            What::Symbol(decl) => {
                let name = self.terms.symbols.name(self.terms.decl(*decl).name);
                json!({ "symbol": name })
            }
            What::Constant(text) => json!({ "constant": text }),
            What::Application(operator, arguments) => json!({ "operator": operator, "arguments": arguments }),
        };
        term["term"] = json!(number);
        term["sort"] = json!(self.terms.sorts.to_text(&self.terms.symbols, part.sort));
        term["bits"] = json!(literals(&part.bits));
        term["clauses"] = json!(numbers(&part.clauses));
        term.to_string()
    }
}

fn literals(word: &[Wire]) -> Vec<i64> {
    word.iter().map(|wire| wire.to_dimacs()).collect()
}

/// The numbers of the first and the last clause.
fn numbers(clauses: &Range<usize>) -> Vec<usize> {
    if clauses.is_empty() { Vec::new() } else { vec![clauses.start + 1, clauses.end] }
}

fn lines(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "[]".to_owned() } else { format!("[\n{}\n]", items.join(",\n")) }
}
