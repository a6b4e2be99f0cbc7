//! Passes over definitions, names and annotations.

use super::{Edit, replacement};
use crate::reduce::Candidate;
use gainsay_lang::script::rewrite::unfolded;
use gainsay_lang::script::{Command, DeclId, DeclKind, Term, Terms, View};

/// Replaces applications of definitions by their bodies: all, then those of single definitions.
pub fn inline(candidate: &mut Candidate) -> Vec<Edit> {
    let terms = &candidate.script.terms;
    let is_plain = |decl: DeclId| {
        matches!(terms.decl(decl).kind, DeclKind::Defined { recursive: false, body: Some(_), .. })
    };
    let defined = |command: &Command| match command {
        Command::Define(decl) if is_plain(*decl) => Some(*decl),
        _ => None,
    };
    let defined: Vec<DeclId> = candidate.script.commands.iter().filter_map(defined).collect();
    if defined.is_empty() {
        return Vec::new();
    }
    let all = defined.clone();
    let mut edits: Vec<Edit> = vec![Box::new(move |candidate| {
        all.iter().fold(false, |changed, &decl| inline_one(candidate, decl) | changed)
    })];
    for decl in defined {
        edits.push(Box::new(move |candidate| inline_one(candidate, decl)));
    }
    edits
}

fn inline_one(candidate: &mut Candidate, decl: DeclId) -> bool {
    let commands = &mut candidate.script.commands;
    let Some(at) = commands.iter().position(|command| *command == Command::Define(decl)) else {
        return false;
    };
    commands.remove(at);
    candidate.rewrite(|terms, _, new| expand(terms, new, decl));
    true
}

/// An application of the definition as its body; any other term unchanged.
fn expand(terms: &mut Terms, term: Term, decl: DeclId) -> Term {
    if terms.declaration(term) != Some(decl) {
        return term;
    }
    terms.definition(decl).and_then(|body| unfolded(terms, term, body)).unwrap_or(term)
}

/// Drops names and patterns: all, then single ones.
pub fn drop_annotations(candidate: &mut Candidate) -> Vec<Edit> {
    let terms = &candidate.script.terms;
    let annotated = |term: Term| match terms.view(term) {
        View::Annotated(inner, ..) => Some((term, inner)),
        _ => None,
    };
    let annotated: Vec<(Term, Term)> = candidate.parts().into_iter().filter_map(annotated).collect();
    if annotated.is_empty() {
        return Vec::new();
    }
    let mut edits: Vec<Edit> = vec![Box::new(|candidate| {
        candidate.script.expand_names();
        candidate.rewrite(|terms, _, new| terms.bare(new));
        true
    })];
    edits.extend(annotated.into_iter().map(|(term, inner)| replacement(term, inner)));
    edits
}
