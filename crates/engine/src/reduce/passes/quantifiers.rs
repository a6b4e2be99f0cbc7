//! Passes over binders.

use super::Edit;
use crate::reduce::Candidate;
use gainsay_lang::script::rewrite::{occurs_free, substitute};
use gainsay_lang::script::{Binder, Term, Terms, View};

/// Drops bound variables that a quantifier does not use.
pub fn drop_variables(candidate: &mut Candidate) -> Vec<Edit> {
    if quantifiers(candidate).is_empty() {
        return Vec::new();
    }
    vec![Box::new(|candidate| {
        candidate.rewrite(|terms, _, new| {
            let View::Bind(binder @ (Binder::Forall | Binder::Exists), variables, body) = terms.view(new)
            else {
                return new;
            };
            let used: Vec<Term> =
                variables.iter().copied().filter(|&variable| occurs_free(terms, variable, body)).collect();
            if used.len() == variables.len() { new } else { terms.bind(binder, &used, body) }
        })
    })]
}

/// Instantiates a variable of a quantifier: by a default, or by a new constant.
pub fn instantiate(candidate: &mut Candidate) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (quantifier, variables) in quantifiers(candidate) {
        for variable in variables {
            let sort = candidate.script.terms.sort(variable);
            if let Some(value) = candidate.default_of(sort) {
                edits
                    .push(Box::new(move |candidate| instantiate_one(candidate, quantifier, variable, value)));
            }
            if candidate.can_declare(sort) {
                edits.push(Box::new(move |candidate| {
                    let Some(constant) = candidate.fresh_constant_for(variable) else { return false };
                    let changed = instantiate_one(candidate, quantifier, variable, constant);
                    candidate.declare_before_use(constant);
                    changed
                }));
            }
        }
    }
    edits
}

fn instantiate_one(candidate: &mut Candidate, quantifier: Term, variable: Term, value: Term) -> bool {
    let at_quantifier = |terms: &mut Terms, old, new| {
        if old == quantifier { instance(terms, new, variable, value) } else { new }
    };
    candidate.rewrite(at_quantifier)
}

/// The quantifier with a term substituted for one of its variables.
fn instance(terms: &mut Terms, quantifier: Term, variable: Term, value: Term) -> Term {
    let View::Bind(binder, variables, body) = terms.view(quantifier) else { return quantifier };
    if !variables.contains(&variable) {
        return quantifier;
    }
    let rest: Vec<Term> = variables.iter().copied().filter(|&other| other != variable).collect();
    let body = substitute(terms, body, &[(variable, value)]);
    terms.bind(binder, &rest, body)
}

/// All quantifiers with their variables, outer ones first.
fn quantifiers(candidate: &Candidate) -> Vec<(Term, Vec<Term>)> {
    let terms = &candidate.script.terms;
    let quantifier = |term: Term| match terms.view(term) {
        View::Bind(Binder::Forall | Binder::Exists, variables, _) => Some((term, variables.to_vec())),
        _ => None,
    };
    candidate.parts().into_iter().rev().filter_map(quantifier).collect()
}
