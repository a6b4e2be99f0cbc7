//! Expands quantifiers over few values to conjunctions and disjunctions, and `match` to `ite`.

use super::Undecided;
use super::data::is_enumeration;
use gainsay_eval::eval::{Model, SortDomains, value_term};
use gainsay_lang::script::rewrite::Rewriter;
use gainsay_lang::script::{Binder, DeclId, Term, Terms, View};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::theory::{Domains, connectives};

/// Limit on the instances of one quantifier.
const MOST_INSTANCES: u64 = 4096;
/// Limit on the terms of all instances together.
const MOST_WORK: usize = 3_000_000;

/// Expands the quantifiers over few values and all matches in a term.
pub(super) fn expanded(rewriter: &mut Rewriter, terms: &mut Terms, term: Term) -> Result<Term, Undecided> {
    let has_binders = |term: &Term| matches!(terms.view(*term), View::Bind(..) | View::Match(..));
    if !terms.postorder(&[term]).iter().any(has_binders) {
        return Ok(term);
    }
    let mut work = 0;
    let mut inner = Rewriter::default();
    let expanded = rewriter.bottom_up(terms, term, |terms, _, new| match terms.view(new) {
        View::Bind(Binder::Forall | Binder::Exists, ..) => {
            instances(&mut inner, terms, new, &mut work).unwrap_or(new)
        }
        View::Match(..) => choices(&mut inner, terms, new).unwrap_or(new),
        _ => new,
    });
    if work > MOST_WORK { Err(Undecided::TooLarge) } else { Ok(expanded) }
}

/// The conjunction or disjunction of a quantifier's instances; `None` if there are too many.
fn instances(rewriter: &mut Rewriter, terms: &mut Terms, quantifier: Term, work: &mut usize) -> Option<Term> {
    let View::Bind(binder, variables, body) = terms.view(quantifier) else { return None };
    let (variables, body) = (variables.to_vec(), body);
    let mut domains = Vec::new();
    for &variable in &variables {
        domains.push(elements(terms, terms.sort(variable))?);
    }
    let count = domains.iter().try_fold(1u64, |count, values| count.checked_mul(values.len() as u64))?;
    *work += usize::try_from(count).ok()?.checked_mul(terms.postorder(&[body]).len())?;
    if count > MOST_INSTANCES || *work > MOST_WORK {
        return None;
    }
    let mut parts = Vec::with_capacity(count as usize);
    for number in 0..count {
        let mut rest = number as usize;
        let map: Vec<(Term, Term)> = (variables.iter().zip(&domains))
            .map(|(&variable, values)| {
                let value = values[rest % values.len()];
                rest /= values.len();
                (variable, value)
            })
            .collect();
        parts.push(rewriter.substitute(terms, body, &map));
    }
    Some(if binder == Binder::Forall { terms.and(&parts) } else { terms.or(&parts) })
}

/// All values of a sort that has few, provided that these are the same in every model.
fn elements(terms: &mut Terms, sort: Sort) -> Option<Vec<Term>> {
    let is_fixed = match terms.sorts.kind(sort) {
        SortKind::Bool | SortKind::RoundingMode | SortKind::BitVec(_) | SortKind::Float(..) => true,
        _ => is_enumeration(terms, sort),
    };
    let model = Model::default();
    let values = SortDomains { terms, model: &model }.elements(sort, MOST_INSTANCES).filter(|_| is_fixed)?;
    values.iter().map(|value| value_term(terms, value, sort)).collect()
}

/// A `match` as nested `ite`s. The last case is not tested: it covers what is left.
fn choices(rewriter: &mut Rewriter, terms: &mut Terms, term: Term) -> Option<Term> {
    let View::Match(looked_at, cases) = terms.view(term) else { return None };
    let cases = cases.to_vec();
    let mut choice: Option<Term> = None;
    for &case in cases.iter().rev() {
        let View::Bind(Binder::Case(pattern), variables, body) = terms.view(case) else { return None };
        let (variables, body) = (variables.to_vec(), body);
        let parts = match pattern {
            Some(constructor) => fields(terms, constructor, looked_at)?,
            None => vec![looked_at; variables.len()],
        };
        if parts.len() != variables.len() {
            return None;
        }
        let map: Vec<(Term, Term)> = variables.into_iter().zip(parts).collect();
        let body = rewriter.substitute(terms, body, &map);
        choice = Some(match (pattern, choice) {
            (Some(constructor), Some(otherwise)) => {
                let test = terms.test(constructor, looked_at).ok()?;
                terms.apply_ops(&[connectives().ite], &[], None, &[test, body, otherwise]).ok()?
            }
            _ => body,
        });
    }
    choice
}

/// The fields of a value that a constructor made.
fn fields(terms: &mut Terms, constructor: DeclId, value: Term) -> Option<Vec<Term>> {
    let datatype = terms.datatype(terms.sort(value))?;
    let made = datatype.constructors.iter().find(|made| made.decl == constructor)?;
    let selectors = made.selectors.clone();
    selectors.into_iter().map(|selector| terms.apply_decl(selector, None, &[value]).ok()).collect()
}
