//! Judges `get-value` and `get-assignment`: whether terms have the printed values under the solver's own
//! model.

use super::Reply;
use crate::ask::candidate_model::{LIMITS, lines};
use crate::ask::{CandidateModel, ModelSource, Verdict};
use crate::kinds::FindingKind;
use gainsay_eval::eval::{Evaluator, Model, Rejection, read_model_with, value_text};
use gainsay_lang::script::{Command, Decl, Printer, Question, ReadOptions, Script, Term};
use gainsay_lang::sexp::elided;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_prove::evidence::witness_within;

/// Limit on the length of a printed term.
const LONGEST: usize = 200;

/// A term, its value as the solver printed it, and a symbol that stands for this value.
struct Said {
    term: Term,
    value: String,
    symbol: Term,
}

/// Judges values by the model that was printed with them. `None` if there are no values, or the model is not
/// understood.
pub fn examine(question: &Question<'_>, replies: &[Reply], own: CandidateModel<'_>) -> Option<Verdict> {
    let ModelSource::Text(model, reading) = own.model else { return None };
    let mut script = question.clone().into_script();
    let said = name_values(&mut script, replies);
    if said.is_empty() {
        return None;
    }
    let model = with_values(&mut script, &said, model, reading)?;
    // That the model is wrong is a finding of its own.
    if let Err(Rejection::False(_)) = witness_within(&script.question(), model.clone(), LIMITS) {
        return Some(Verdict::Open("its model makes an assertion false".to_owned()));
    }
    let equal: Vec<Term> = said.iter().map(|said| script.terms.equal(said.term, said.symbol)).collect();
    let mut evaluator = Evaluator::new(&script.terms, &model, LIMITS);
    let mut seen = 0;
    for (said, equal) in said.iter().zip(equal) {
        match evaluator.eval_bool(equal) {
            Ok(true) => seen += 1,
            Ok(false) => return Some(contradicted(&script, &model, said)),
            Err(_) => {}
        }
    }
    Some(match said.len() - seen {
        0 => Verdict::Proved("each term has this value under its own model".to_owned()),
        open => Verdict::Open(format!(
            "{seen} of {} terms have this value under its own model, and {open} cannot be evaluated",
            said.len()
        )),
    })
}

/// Declares a symbol for each value, so that values are read like parts of the model, in whatever form the
/// solver prints these.
fn name_values(script: &mut Script, replies: &[Reply]) -> Vec<Said> {
    let values = replies.iter().flat_map(|reply| match reply {
        Reply::Values(values) => values.as_slice(),
        Reply::Assumptions(_) => &[],
    });
    let mut said = Vec::new();
    for (term, value) in values {
        if !is_comparable(script, *term) {
            continue;
        }
        let base = script.terms.symbols.intern("value");
        let name = script.terms.fresh_name(base);
        let sort: Sort = script.terms.sort(*term);
        let decl = script.terms.declare(Decl::constant(name, sort));
        let symbol = script.terms.constant(decl);
        said.push((
            Command::Declare { decl, constant: true },
            Said { term: *term, value: value.clone(), symbol },
        ));
    }
    let question = script.commands.iter().position(Command::is_question).unwrap_or(script.commands.len());
    let (commands, said): (Vec<Command>, Vec<Said>) = said.into_iter().unzip();
    script.commands.splice(question..question, commands);
    said
}

fn is_comparable(script: &Script, term: Term) -> bool {
    match script.terms.sorts.kind(script.terms.sort(term)) {
        SortKind::RegLan => false,
        kind => !kind.is_open(),
    }
}

/// Reads the model together with the values.
fn with_values(script: &mut Script, said: &[Said], model: &str, reading: ReadOptions) -> Option<Model> {
    let mut text = model.trim_end().strip_suffix(')')?.to_owned();
    for Said { value, symbol, .. } in said {
        let mut sort = String::new();
        script.terms.sorts.write(&mut sort, &script.terms.symbols, script.terms.sort(*symbol));
        let name = Printer::default().term(&script.terms, *symbol);
        text += &format!("\n(define-fun {name} () {sort} {value})");
    }
    text.push(')');
    Some(read_model_with(script, &text, reading).ok()?.model)
}

fn contradicted(script: &Script, model: &Model, said: &Said) -> Verdict {
    let term = Printer::default().term(&script.terms, said.term);
    let mut evaluator = Evaluator::new(&script.terms, model, LIMITS);
    let value = evaluator.eval(said.term).ok();
    let text = value.and_then(|value| value_text(&script.terms, &value, script.terms.sort(said.term)));
    let is = text.unwrap_or_else(|| "another".to_owned());
    let value = said.value.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = format!(
        "it says that {} is {}, but under its own model the value is {}",
        elided(&term, LONGEST),
        elided(&value, LONGEST),
        elided(&is, LONGEST)
    );
    Verdict::Wrong { kind: FindingKind::WrongValue, why, details: lines(&script.terms, model) }
}
