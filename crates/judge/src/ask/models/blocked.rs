//! What a blocked model must not have in common with those behind it.

use crate::ask::exhibit::LIMITS;
use crate::eval::{Evaluator, Model, read_model_with, value_term};
use crate::script::occurrences::is_free_constant;
use crate::script::{Command, DeclKind, Question, ReadOptions, Script, Term, Terms};
use crate::theory::sort::{Sort, SortKind};
use crate::value::Value;

/// A model as it was read, in an arena of its own: equal terms of the question have equal numbers in all of them.
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

/// The terms that must not all have the values again that they have under the blocked model. `None` if that is not known, or
/// if values cannot be told apart from outside of a model: those of declared sorts, and functions.
pub fn terms_of(question: &Question<'_>, block: &Command) -> Option<Vec<Term>> {
    let blocked = match block {
        Command::BlockModelValues(terms) => terms.to_vec(),
        // What is assumed may count or not.
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

/// Whether a model may differ from a blocked one in constants that nothing asserts anything about. The modes block none of these as we
/// read them, and whoever blocks all constants is not wrong for that.
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

/// The free constants of what is asserted, also where definitions have them. `None` if there are functions: whether these
/// count, nobody says.
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

/// That these terms do not all have these values.
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
