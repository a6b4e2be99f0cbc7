//! What a solver's profile says about its language: which scripts it does not support, and which it misreads.

use gainsay_guests::solver::{Solver, version_key};
use gainsay_lang::script::{DeclKind, EVERYTHING, Features, Terms, Usage};
use gainsay_lang::theory::Op;

/// Why a solver would silently misread the text of a script over these terms, if it would.
pub fn would_misread(solver: &Solver, terms: &Terms, text: &str) -> Option<String> {
    let language = &solver.profile.language;
    let version = version_key(&solver.version);
    if let Some(until) = &language.own_escapes_until
        && version <= version_key(until)
        && text.contains(ESCAPE)
    {
        return Some(format!("up to version {until} it reads string escapes in a nonstandard way"));
    }
    if let Some(name) = declared_of_constructors(&language.own_names_of_constructors, terms) {
        return Some(format!(
            "`{name}` is a builtin function beside that constructor, whatever a script declares"
        ));
    }
    let after = language
        .own_names_after
        .as_ref()
        .filter(|after| version.is_empty() || version > version_key(after))?;
    let name = language.own_names.iter().find(|name| is_declared(terms, name))?;
    Some(format!("after version {after} `{name}` is a builtin function, whatever a script declares"))
}

/// A name that a script declares although it results from `patterns` for one of its constructors (`{}` stands for
/// the constructor's name).
fn declared_of_constructors(patterns: &[String], terms: &Terms) -> Option<String> {
    let constructors = terms.decls().filter(|(_, decl)| matches!(decl.kind, DeclKind::Constructor { .. }));
    let mut names = constructors.flat_map(|(_, decl)| {
        let name = terms.symbols.name(decl.name);
        patterns.iter().map(move |pattern| pattern.replace("{}", name))
    });
    names.find(|name| is_declared(terms, name))
}

/// Whether the old notation of a tester names another function in this script.
pub(super) fn declares_old_testers(terms: &Terms) -> bool {
    declared_of_constructors(&["is-{}".to_owned()], terms).is_some()
}

fn is_declared(terms: &Terms, name: &str) -> bool {
    terms.symbols.find(name).is_some_and(|symbol| terms.is_declared(symbol))
}

/// Theories that a script may use without any operator: a symbol of one of their sorts suffices.
const SORTS_OF: [(Features, &str); 7] = [
    (Features::ARRAYS, "ArraysEx"),
    (Features::BIT_VECTORS, "FixedSizeBitVectors"),
    (Features::DATATYPES, "Datatypes"),
    (Features::FLOATS, "FloatingPoint"),
    (Features::INTS, "Ints"),
    (Features::REALS, "Reals"),
    (Features::STRINGS, "UnicodeStrings"),
];

/// Why a solver does not support what a script uses, according to its profile; `None` if it does.
pub fn unsupported(solver: &Solver, logic: Option<&str>, usage: &Usage) -> Option<String> {
    let language = &solver.profile.language;
    if language.needs_logic && logic.is_none() {
        return Some("it rejects scripts that do not set a logic".to_owned());
    }
    let logic = logic.unwrap_or_else(|| usage.logic());
    let has = |list: &[String], word: &str| list.iter().any(|entry| entry == word);
    if has(&language.lacks_logics, logic) || !language.logics.is_empty() && !has(&language.logics, logic) {
        return Some(format!("it does not know the logic {logic}"));
    }
    let everything = language.everything.as_deref().filter(|_| logic == EVERYTHING);
    if let Some(offered) = everything.and_then(Features::of_logic)
        && !offered.contains(usage.features)
    {
        return Some(format!("it treats {EVERYTHING} as {}", everything.unwrap_or_default()));
    }
    if language.lacks_arrays_as_indices && usage.arrays_as_indices {
        return Some("it does not support arrays as indices of arrays".to_owned());
    }
    let by_sorts = SORTS_OF.iter().filter(|(sorts, _)| usage.features.contains(*sorts));
    let mut theories = usage.theories.iter().map(|(theory, _)| *theory).chain(by_sorts.map(|row| row.1));
    if let Some(theory) = theories.find(|theory| has(&language.lacks_theories, theory)) {
        return Some(format!("it does not know the theory {theory}"));
    }
    let takes =
        |format: &(u32, u32)| language.float_formats.is_empty() || language.float_formats.contains(format);
    if let Some((exponent, significand)) = usage.floats.iter().find(|format| !takes(format)) {
        return Some(format!("it does not know the format (_ FloatingPoint {exponent} {significand})"));
    }
    let unknown = usage.operators.iter().map(|(id, _)| id.op()).find(|op| lacks_operator(solver, op))?;
    Some(format!("it does not know the operator {}", unknown.name))
}

/// Whether a solver does not support an operator, according to its profile.
pub fn lacks_operator(solver: &Solver, op: &Op) -> bool {
    let language = &solver.profile.language;
    let is_listed = |entry: &String| entry == op.name || op.declaration.starts_with(entry);
    language.lacks_operators.iter().any(is_listed)
        || language.lacks_theories.iter().any(|theory| theory == op.theory)
}

/// The beginning of every escape that our printer writes.
const ESCAPE: &str = "\\u{";
