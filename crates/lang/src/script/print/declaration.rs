//! Prints declarations.

use super::atoms::{push_name, push_separated};
use crate::script::declarations::{DeclId, DeclKind};
use crate::script::terms::{Term, Terms, View};
use std::fmt::Write;

pub(super) fn write_words(out: &mut String, command: &str, words: &[&str]) {
    out.push('(');
    out.push_str(command);
    for word in words.iter().filter(|word| !word.is_empty()) {
        out.push(' ');
        out.push_str(word);
    }
    out.push(')');
}

pub(super) fn write_declaration(out: &mut String, terms: &Terms, decl: DeclId, constant: bool) {
    let declared = terms.decl(decl);
    out.push_str(if constant { "(declare-const " } else { "(declare-fun " });
    push_name(out, terms, declared.name);
    if !constant {
        out.push_str(" (");
        push_separated(out, &declared.signature.args, |out, pattern| {
            terms.sorts.write(out, &terms.symbols, terms.sort_of_pattern(pattern));
        });
        out.push(')');
    }
    out.push(' ');
    terms.sorts.write(out, &terms.symbols, terms.sort_of_pattern(&declared.signature.result));
    out.push(')');
}

/// `(x Int) (y Real)`.
pub(super) fn push_variables(out: &mut String, terms: &Terms, variables: &[Term]) {
    push_separated(out, variables, |out, &variable| {
        out.push('(');
        if let View::Variable(name) = terms.view(variable) {
            push_name(out, terms, name);
        }
        out.push(' ');
        terms.sorts.write(out, &terms.symbols, terms.sort(variable));
        out.push(')');
    });
}

/// `f ((x Int)) Int`.
pub(super) fn write_function_head(out: &mut String, terms: &Terms, decl: DeclId) {
    let declared = terms.decl(decl);
    push_name(out, terms, declared.name);
    out.push_str(" (");
    if let DeclKind::Defined { params, .. } = &declared.kind {
        push_variables(out, terms, params);
    }
    out.push_str(") ");
    terms.sorts.write(out, &terms.symbols, declared.result_sort());
}

pub(super) fn write_datatypes(out: &mut String, terms: &Terms, ids: &[u32]) {
    let all: Vec<_> = ids.iter().map(|&id| &terms.datatypes[id as usize]).collect();
    let codata = all.first().is_some_and(|datatype| datatype.codata);
    out.push_str(if codata { "(declare-codatatypes (" } else { "(declare-datatypes (" });
    push_separated(out, &all, |out, datatype| {
        out.push('(');
        push_name(out, terms, datatype.name);
        let _ = write!(out, " {})", datatype.params.len());
    });
    out.push_str(") (");
    push_separated(out, &all, |out, datatype| {
        if !datatype.params.is_empty() {
            out.push_str("(par (");
            push_separated(out, &datatype.params, |out, &sort| terms.sorts.write(out, &terms.symbols, sort));
            out.push_str(") ");
        }
        out.push('(');
        push_separated(out, &datatype.constructors, |out, constructor| {
            out.push('(');
            push_name(out, terms, terms.decl(constructor.decl).name);
            for (&selector, &sort) in constructor.selectors.iter().zip(&constructor.fields) {
                out.push_str(" (");
                push_name(out, terms, terms.decl(selector).name);
                out.push(' ');
                terms.sorts.write(out, &terms.symbols, sort);
                out.push(')');
            }
            out.push(')');
        });
        out.push(')');
        if !datatype.params.is_empty() {
            out.push(')');
        }
    });
    out.push_str("))");
}
