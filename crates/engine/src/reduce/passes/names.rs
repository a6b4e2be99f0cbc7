//! Short names, for readability.

use super::Edit;
use crate::reduce::Candidate;
use gainsay_lang::hash::HashSet;
use gainsay_lang::script::rewrite::substitute;
use gainsay_lang::script::{Decl, DeclId, DeclKind, Head, Term, Terms, View};
use gainsay_lang::theory::table;

/// Renames constants to `a`, `b`, `c`, functions to `f`, `g`, `h`, and bound variables to `x`, `y`, `z`: all, then
/// single ones.
pub fn shorten(candidate: &mut Candidate) -> Vec<Edit> {
    let decls = declared(candidate);
    let mut edits: Vec<Edit> = vec![
        Box::new(|candidate| {
            let decls = declared(candidate);
            let mut names = ShortNames::default();
            rename(candidate, &decls, &mut names);
            rename_bound(candidate, &mut names);
            true
        }),
        Box::new(|candidate| {
            let mut names = ShortNames { taken: used_names(candidate) };
            rename_bound(candidate, &mut names)
        }),
    ];
    for decl in decls {
        edits.push(Box::new(move |candidate| {
            let mut names = ShortNames { taken: used_names(candidate) };
            rename(candidate, &[decl], &mut names);
            true
        }));
    }
    edits
}

/// A supply of names that are not taken, in order.
#[derive(Default)]
struct ShortNames {
    taken: HashSet<String>,
}

const CONSTANTS: &str = "abcdeijklmnpqrstuvw";
const FUNCTIONS: &str = "fgh";
const VARIABLES: &str = "xyz";

impl ShortNames {
    fn next(&mut self, letters: &str) -> String {
        for round in 0usize.. {
            for letter in letters.chars() {
                let name = if round == 0 { letter.to_string() } else { format!("{letter}{round}") };
                if table().meanings(&name).is_empty() && self.taken.insert(name.clone()) {
                    return name;
                }
            }
        }
        String::new()
    }
}

/// Renames functions of the script.
fn rename(candidate: &mut Candidate, decls: &[DeclId], names: &mut ShortNames) {
    for &decl in decls {
        let terms = &mut candidate.script.terms;
        let letters = if terms.decl(decl).arity() == 0 { CONSTANTS } else { FUNCTIONS };
        let name = names.next(letters);
        let name = terms.symbols.intern(&name);
        let Decl { signature, .. } = terms.decl(decl).clone();
        let new = terms.declare(Decl { name, signature, kind: DeclKind::Free });
        if let Some(model) = &mut candidate.model
            && let Some(value) = model.remove(decl)
        {
            // The signature is the same, so the value still fits.
            let _ = model.set(terms, new, value);
        }
        candidate.declare_instead(decl, new);
        candidate.replace_decl(decl, new);
    }
}

/// Renames bound variables.
fn rename_bound(candidate: &mut Candidate, names: &mut ShortNames) -> bool {
    let mut known: Vec<(Term, Term)> = Vec::new();
    candidate.rewrite(|terms, _, new| {
        let View::Bind(binder, variables, body) = terms.view(new) else { return new };
        let variables = variables.to_vec();
        let map: Vec<(Term, Term)> =
            variables.iter().map(|&variable| (variable, short(terms, variable, names, &mut known))).collect();
        let body = substitute(terms, body, &map);
        let renamed: Vec<Term> = map.iter().map(|pair| pair.1).collect();
        terms.bind(binder, &renamed, body)
    })
}

/// The variable's new name: the same wherever the old one is bound.
fn short(terms: &mut Terms, variable: Term, names: &mut ShortNames, known: &mut Vec<(Term, Term)>) -> Term {
    if let Some(&(_, new)) = known.iter().find(|pair| pair.0 == variable) {
        return new;
    }
    let name = names.next(VARIABLES);
    let name = terms.symbols.intern(&name);
    let new = terms.variable(name, terms.sort(variable));
    known.push((variable, new));
    new
}

fn declared(candidate: &Candidate) -> Vec<DeclId> {
    let is_free = |decl: &DeclId| candidate.script.terms.decl(*decl).is_free();
    candidate.declared().into_iter().filter(is_free).collect()
}

fn used_names(candidate: &Candidate) -> HashSet<String> {
    let terms = &candidate.script.terms;
    let mut names: HashSet<String> =
        terms.decls().map(|(_, decl)| terms.symbols.name(decl.name).to_owned()).collect();
    for term in candidate.parts() {
        if let Head::Variable(name) = terms.head(term) {
            names.insert(terms.symbols.name(name).to_owned());
        }
    }
    names
}
