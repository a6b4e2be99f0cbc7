//! Tables of functions whose bodies are nested `ite`s between values.

use super::domain;
use crate::eval::Evaluator;
use gainsay_lang::script::walk::TermMap;
use gainsay_lang::script::{Binder, Term, Terms, View};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{array_operators, connectives};
use gainsay_lang::value::Value;

/// The table of a function whose body is `(ite (= x 1) 2 (ite (= x 3) 4 0))` or so; `None` for other bodies.
pub fn of_function(evaluator: &mut Evaluator<'_>, parameters: &[Term], body: Term) -> Option<Value> {
    let rows = rows(evaluator.terms, parameters, body)?;
    let mut entries = Vec::with_capacity(rows.entries.len());
    for (place, result) in rows.entries {
        let place: Option<Vec<Value>> =
            place.iter().map(|fixed| fixed.value(evaluator)).collect::<Option<_>>();
        entries.push((place?, result.value(evaluator)?));
    }
    // Of two entries for the same arguments, the first counts.
    entries.reverse();
    let default = rows.default.value(evaluator)?;
    Value::table(parameters.len() as u32, domain(evaluator, parameters), default, entries)
}

/// The array of nested `store`s around a lambda or another array. Built at once, since one `store` after the
/// other would take quadratic time. `None` for other terms.
pub fn of_stores(evaluator: &mut Evaluator<'_>, array: Term) -> Option<Value> {
    let terms = evaluator.terms;
    let store = array_operators().store;
    let mut stores = Vec::new();
    let mut base = array;
    while let (true, &[inner, index, element]) = (terms.op(base) == Some(store), terms.children(base)) {
        stores.push((index, element));
        base = inner;
    }
    let base = match terms.view(base) {
        View::Bind(Binder::Lambda, variables, body) => of_function(evaluator, variables, body)?,
        _ if stores.is_empty() => return None,
        _ => evaluator.eval(base).ok()?,
    };
    let table = base.as_table().filter(|table| table.arity == 1)?;
    let mut entries: Vec<(Value, Value)> =
        table.entries().map(|(index, element)| (index[0].clone(), element.clone())).collect();
    // Of two entries for the same index, the outermost `store` counts.
    for (index, element) in stores.into_iter().rev() {
        entries.push((evaluator.eval(index).ok()?, evaluator.eval(element).ok()?));
    }
    Value::array(table.domain, table.default.clone(), entries)
}

/// The value of a parameter or a result in a row: a term, or a truth value that is not written as a term.
#[derive(Clone, Copy)]
enum Fixed {
    Term(Term),
    Truth(bool),
}

impl Fixed {
    fn value(self, evaluator: &mut Evaluator<'_>) -> Option<Value> {
        match self {
            Fixed::Term(term) => evaluator.eval(term).ok(),
            Fixed::Truth(truth) => Some(Value::Bool(truth)),
        }
    }
}

struct Rows {
    entries: Vec<(Vec<Fixed>, Fixed)>,
    default: Fixed,
}

fn rows(terms: &Terms, parameters: &[Term], body: Term) -> Option<Rows> {
    let mut depends: TermMap<bool> = TermMap::default();
    for &part in terms.postorder(&[body]).iter() {
        let below = terms.children(part).iter().any(|&child| depends.get(child));
        depends.set(part, below || parameters.contains(&part));
    }
    let mut entries = Vec::new();
    let mut rest = body;
    while depends.get(rest) {
        let (true, &[test, then, other]) = (terms.op(rest) == Some(connectives().ite), terms.children(rest))
        else {
            return truth_rows(terms, parameters, rest, &depends, entries);
        };
        if depends.get(then) {
            return None;
        }
        entries.push((place(terms, parameters, test, &depends)?, Fixed::Term(then)));
        rest = other;
    }
    Some(Rows { entries, default: Fixed::Term(rest) })
}

/// The rows of a Boolean body that is itself a test, or the negation of one.
fn truth_rows(
    terms: &Terms,
    parameters: &[Term],
    test: Term,
    depends: &TermMap<bool>,
    mut entries: Vec<(Vec<Fixed>, Fixed)>,
) -> Option<Rows> {
    if terms.sort(test) != Sort::BOOL {
        return None;
    }
    let (test, holds) = match terms.children(test) {
        &[inner] if terms.op(test) == Some(connectives().not) => (inner, false),
        _ => (test, true),
    };
    entries.push((place(terms, parameters, test, depends)?, Fixed::Truth(holds)));
    Some(Rows { entries, default: Fixed::Truth(!holds) })
}

/// The single point where a test is true: a conjunction that fixes every parameter.
fn place(terms: &Terms, parameters: &[Term], test: Term, depends: &TermMap<bool>) -> Option<Vec<Fixed>> {
    let mut fixed = vec![None; parameters.len()];
    let mut stack = vec![test];
    while let Some(test) = stack.pop() {
        let children = terms.children(test);
        let position = |term: Term| parameters.iter().position(|&parameter| parameter == term);
        let (at, value) = match (terms.view(test), children) {
            (View::Variable(_), _) => (position(test)?, Fixed::Truth(true)),
            (_, &[inner]) if terms.op(test) == Some(connectives().not) => {
                (position(inner)?, Fixed::Truth(false))
            }
            (_, _) if terms.op(test) == Some(connectives().and) => {
                stack.extend(children);
                continue;
            }
            (_, &[a, b]) if terms.op(test) == Some(connectives().equal) => match (position(a), position(b)) {
                (Some(at), None) if !depends.get(b) => (at, Fixed::Term(b)),
                (None, Some(at)) if !depends.get(a) => (at, Fixed::Term(a)),
                _ => return None,
            },
            _ => return None,
        };
        if fixed[at].replace(value).is_some() {
            return None;
        }
    }
    fixed.into_iter().collect()
}
