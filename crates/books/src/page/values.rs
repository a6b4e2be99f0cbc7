//! The values of terms and their subterms under a model: why an assertion is false, or true.

use gainsay_eval::eval::{Evaluator, Limits, Model, Unknown, read_model, value_text};
use gainsay_lang::script::{Printer, Script, Term, View};
use gainsay_lang::sexp::elided;
use gainsay_lang::value::Value;
use serde::Serialize;

/// A term with its value and those of its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Valued {
    pub term: String,
    pub value: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Valued>,
}

/// The most characters of a term.
const LONGEST: usize = 400;
/// The most terms.
const MOST_TERMS: usize = 400;
/// Limits of one evaluation: in a page, a value may be unknown.
const LIMITS: Limits = Limits { work: 1_000_000, depth: 10_000, instances: 1 << 12, candidates: 16 };

/// The assertions of a script's last question under a model, false ones first. Empty if the model is not
/// understood.
pub fn values(script: &str, model: &str) -> Vec<Valued> {
    let mut script = Script::read(script).question().into_script();
    let Ok(read) = read_model(&mut script, model) else { return Vec::new() };
    let roots: Vec<Term> = script.assertions().collect();
    let mut left = MOST_TERMS;
    let mut shown = Shown { script: &script, model: &read.model, left: &mut left };
    let mut all: Vec<Valued> = roots.into_iter().filter_map(|root| shown.valued(root)).collect();
    all.sort_by_key(|valued| valued.value != "false");
    all
}

struct Shown<'a> {
    script: &'a Script,
    model: &'a Model,
    left: &'a mut usize,
}

impl Shown<'_> {
    fn valued(&mut self, term: Term) -> Option<Valued> {
        *self.left = self.left.checked_sub(1)?;
        let terms = &self.script.terms;
        let term = terms.bare(term);
        let value = Evaluator::new(terms, self.model, LIMITS).eval(term);
        let arguments: Vec<Term> = match terms.view(term) {
            // A bound variable has no value of its own, and a literal is its value.
            View::Apply(_, arguments) => arguments.to_vec(),
            _ => Vec::new(),
        };
        let is_literal = |term: &Term| matches!(terms.view(*term), View::Literal(_));
        let arguments = arguments.into_iter().filter(|argument| !is_literal(argument));
        Some(Valued {
            term: elided(&Printer::default().term(terms, term), LONGEST).into_owned(),
            value: self.text(term, value),
            arguments: arguments.filter_map(|argument| self.valued(argument)).collect(),
        })
    }

    fn text(&self, term: Term, value: Result<Value, Unknown>) -> String {
        let terms = &self.script.terms;
        match value {
            Ok(value) => match value_text(terms, &value, terms.sort(term)) {
                Some(text) => elided(&text, LONGEST).into_owned(),
                None => "some value".to_owned(),
            },
            Err(unknown) => format!("unknown ({unknown})"),
        }
    }
}
