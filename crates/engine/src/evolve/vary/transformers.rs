//! StringFuzz's transformers (Blotsky and others, CAV 2018), for terms of any theory.

use super::subject::{Subject, is_closed};
use gainsay_lang::script::{Command, Head, Literal, Term, Terms, View};
use gainsay_lang::theory::string_operators;

pub fn graft(subject: &mut Subject<'_>) -> bool {
    let Some((_, part)) = subject.place(is_closed) else { return false };
    let sort = subject.script.terms.sort(part);
    let fits = |terms: &Terms, term: Term| terms.sort(term) == sort && term != part;
    let Some((place, _)) = subject.place(fits) else { return false };
    subject.put(&place, part);
    true
}

pub fn nop(subject: &mut Subject<'_>) -> bool {
    let mut roots = subject.roots();
    for last in (1..roots.len()).rev() {
        roots.swap(last, subject.rng.index(last + 1));
    }
    // Declarations stay in front.
    subject.script.commands.sort_by_key(|command| matches!(command, Command::Assert(_) | Command::CheckSat));
    subject.set_roots(&roots);
    roots.len() > 1
}

pub fn reverse(subject: &mut Subject<'_>) -> bool {
    let joins = [string_operators().join, string_operators().regex_join];
    subject.rewrite(|terms, _, term| match terms.view(term) {
        View::Literal(Literal::Text(text)) => {
            let text = text.reverse();
            terms.literal(Literal::Text(text))
        }
        View::Apply(_, args) if terms.op(term).is_some_and(|op| joins.contains(&op)) => {
            let args: Vec<Term> = args.iter().rev().copied().collect();
            terms.rebuild(term, &args)
        }
        _ => term,
    })
}

/// Rotates the arguments of one node, or of all.
pub fn rotate(subject: &mut Subject<'_>) -> bool {
    if subject.rng.coin() {
        return subject.rewrite(|terms, _, term| rotated(terms, term));
    }
    let Some((place, term)) = subject.place(|terms, term| terms.children(term).len() > 1) else {
        return false;
    };
    let new = rotated(&mut subject.script.terms, term);
    subject.put(&place, new);
    new != term
}

fn rotated(terms: &mut Terms, term: Term) -> Term {
    let mut args = terms.children(term).to_vec();
    let is_plain = matches!(terms.head(term), Head::Apply(_));
    let sort = args.first().map(|&arg| terms.sort(arg));
    if !is_plain || args.len() < 2 || args.iter().any(|&arg| Some(terms.sort(arg)) != sort) {
        return term;
    }
    args.rotate_left(1);
    terms.rebuild(term, &args)
}
