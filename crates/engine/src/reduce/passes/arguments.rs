//! Passes over the arguments of operators that take any number of them.

use super::{Edit, chunks, everywhere_then_each};
use crate::reduce::Candidate;
use gainsay_lang::script::{FunctionId, Head, Literal, Term, Terms, View};
use gainsay_lang::theory::signature::Shape;
use std::rc::Rc;

/// Drops arguments: halves, quarters, single ones.
pub fn drop_arguments(candidate: &mut Candidate) -> Vec<Edit> {
    let terms = &candidate.script.terms;
    let mut edits: Vec<Edit> = Vec::new();
    for term in candidate.parts().into_iter().rev() {
        let Some(function) = many_arguments(terms, term) else { continue };
        let arguments: Rc<[Term]> = terms.children(term).into();
        for range in chunks(arguments.len()).into_iter().filter(|range| range.len() < arguments.len()) {
            let arguments = arguments.clone();
            edits.push(Box::new(move |candidate| {
                let dropped = &arguments[range.clone()];
                // The term may have lost other arguments in the meantime.
                candidate.rewrite(|terms, old, new| {
                    if terms.head(old) != Head::Apply(function) || many_arguments(terms, new).is_none() {
                        return new;
                    }
                    without(terms, new, |argument| dropped.contains(&argument))
                })
            }));
        }
    }
    edits
}

/// Drops literals among several arguments, such as neutral elements.
pub fn drop_literals(candidate: &mut Candidate) -> Vec<Edit> {
    everywhere_then_each(candidate, |terms, term| {
        if takes_fewer(terms, term).is_none() {
            return term;
        }
        let is_literal = |&child: &Term| matches!(terms.head(child), Head::Literal(_));
        let literals: Vec<Term> = terms.children(term).iter().copied().filter(is_literal).collect();
        without(terms, term, |argument| literals.contains(&argument))
    })
}

/// Inlines the arguments of a nested application of the same operator.
pub fn flatten(candidate: &mut Candidate) -> Vec<Edit> {
    everywhere_then_each(candidate, |terms, term| {
        let head = terms.head(term);
        let is_nested = |&child: &Term| terms.head(child) == head;
        if takes_fewer(terms, term).is_none() || !terms.children(term).iter().any(is_nested) {
            return term;
        }
        let mut arguments = Vec::new();
        for &child in terms.children(term) {
            match terms.head(child) == head {
                true => arguments.extend_from_slice(terms.children(child)),
                false => arguments.push(child),
            }
        }
        terms.rebuild(term, &arguments)
    })
}

/// The operator of an application that keeps its sort with fewer arguments.
fn takes_fewer(terms: &Terms, term: Term) -> Option<FunctionId> {
    let Head::Apply(function) = terms.head(term) else { return None };
    let signature = &terms.op(term)?.op().signature;
    let uniform = matches!(signature.shape, Shape::LeftAssoc | Shape::RightAssoc) && !signature.is_fold();
    (uniform && terms.children(term).len() > 1).then_some(function)
}

/// The operator of an application that can lose arguments and keep at least two.
fn many_arguments(terms: &Terms, term: Term) -> Option<FunctionId> {
    let Head::Apply(function) = terms.head(term) else { return None };
    let signature = &terms.op(term)?.op().signature;
    let uniform = match signature.shape {
        Shape::LeftAssoc | Shape::RightAssoc => !signature.is_fold(),
        Shape::Chainable | Shape::Pairwise => true,
        Shape::Fixed | Shape::Variadic => false,
    };
    (uniform && terms.children(term).len() > 2).then_some(function)
}

/// The application without some of its arguments, or the only remaining argument; unchanged if none would remain.
fn without(terms: &mut Terms, term: Term, dropped: impl Fn(Term) -> bool) -> Term {
    let View::Apply(_, arguments) = terms.view(term) else { return term };
    let kept: Vec<Term> = arguments.iter().copied().filter(|&argument| !dropped(argument)).collect();
    match kept[..] {
        [] => term,
        [only] if terms.sort(only) == terms.sort(term) => only,
        [_] => term,
        _ if kept.len() == arguments.len() => term,
        _ => terms.rebuild(term, &kept),
    }
}

/// Whether a term is this literal.
pub fn is_bool(terms: &Terms, term: Term, value: bool) -> bool {
    terms.view(term) == View::Literal(&Literal::Bool(value))
}
