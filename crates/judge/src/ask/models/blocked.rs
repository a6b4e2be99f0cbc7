//! What a blocked model excludes in the models after it.

use crate::ask::candidate_model::LIMITS;
use gainsay_eval::eval::{Evaluator, Model, read_model_with, value_term};
use gainsay_lang::script::occurrences::is_free_constant;
use gainsay_lang::script::{Command, DeclKind, Question, ReadOptions, Script, Term, Terms};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::Value;

/// A model in its own copy of the arena, where terms of the question have the same numbers in all copies.
pub struct Read {
    pub script: Script,
    pub model: Model,
}

impl Read {
    pub fn new(question: &Question<'_>, text: &str, reading: ReadOptions) -> Option<Read> {
        let mut script = question.clone().into_script();
        let model = read_model_with(&mut script, text, reading).ok()?.model;
        Some(Read { script, model })
    }

    /// The values of some terms. `None` if one of them cannot be evaluated.
    pub fn values(&self, terms: &[Term]) -> Option<Vec<Value>> {
        let mut evaluator = Evaluator::new(&self.script.terms, &self.model, LIMITS);
        terms.iter().map(|&term| evaluator.eval(term).ok()).collect()
    }
}

/// The terms whose values must not all be equal to those under the blocked model. `None` if they are not
/// known, or if their values cannot be compared across models (declared sorts, functions).
pub fn terms_of(question: &Question<'_>, block: &Command) -> Option<Vec<Term>> {
    let blocked = match block {
        Command::BlockModelValues(terms) => terms.to_vec(),
        // It is not specified whether assumptions count.
        Command::BlockModel(mode) if &**mode == ":values" && question.assumed().is_empty() => {
            constants(question)?
        }
        _ => return None,
    };
    let is_plain = |&term: &Term| is_plain(&question.terms, question.terms.sort(term));
    (!blocked.is_empty() && blocked.iter().all(is_plain)).then_some(blocked)
}

fn is_plain(terms: &Terms, sort: Sort) -> bool {
    match terms.sorts.kind(sort) {
        SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::String => true,
        SortKind::BitVec(_) | SortKind::Float(..) | SortKind::RoundingMode | SortKind::Field(_) => true,
        SortKind::RegLan | SortKind::Unknown | SortKind::Opaque(_) | SortKind::Composite(..) => false,
    }
}

/// Whether a model may differ from a blocked one in constants that no assertion mentions. As we read the
/// block modes, they ignore these, but a solver that blocks all constants is not called wrong.
pub fn may_differ_besides(question: &Question<'_>, block: &Command, blocked: &Model, model: &Model) -> bool {
    let may_differ = |command: &Command| match command {
        Command::Declare { decl, .. } => {
            let (before, value) = (blocked.get(*decl), model.get(*decl));
            let declared = question.terms.decl(*decl);
            let is_comparable = declared.arity() == 0 && is_plain(&question.terms, declared.result_sort());
            !is_comparable || before.is_none() || before != value
        }
        _ => false,
    };
    matches!(block, Command::BlockModel(_)) && question.commands.iter().any(may_differ)
}

/// The free constants in the assertions and in the definitions that these use. `None` if there are functions,
/// since it is not specified whether these count.
fn constants(question: &Question<'_>) -> Option<Vec<Term>> {
    let terms = &question.terms;
    let mut roots: Vec<Term> = question.assertions().collect();
    let (mut seen, mut constants) = (Vec::new(), Vec::new());
    while !roots.is_empty() {
        let parts = terms.postorder(&roots);
        roots.clear();
        for part in parts {
            if is_free_constant(terms, part) {
                constants.push(part);
            } else if let Some(decl) = terms.declaration(part) {
                match terms.decl(decl).kind {
                    DeclKind::Free => return None,
                    _ if seen.contains(&decl) => {}
                    _ => {
                        seen.push(decl);
                        roots.extend(terms.definition(decl));
                    }
                }
            }
        }
    }
    constants.sort_unstable();
    constants.dedup();
    Some(constants)
}

/// The formula that these terms do not all have these values.
pub fn differs(terms: &mut Terms, blocked: &[Term], values: &[Value]) -> Option<Term> {
    let mut equal = Vec::new();
    for (&term, value) in blocked.iter().zip(values) {
        let sort = terms.sort(term);
        let value = value_term(terms, value, sort)?;
        equal.push(terms.equal(term, value));
    }
    let same = terms.and(&equal);
    Some(terms.not(same))
}
