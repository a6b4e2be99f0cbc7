//! Parses the formula that a solver prints.

use super::FormulaKind;
use gainsay_lang::script::{ReadOptions, Script, Term};
use gainsay_lang::sexp::Tape;

/// Reads a reply over the terms of a script. `None` if it contains no formula, or one that is not understood.
pub fn read(sought: FormulaKind, script: &mut Script, reply: &str) -> Option<Term> {
    // The syntax of string literals differs between releases.
    if reply.contains('"') {
        return None;
    }
    match sought {
        FormulaKind::Interpolant | FormulaKind::Abduct => term(script, &defined(reply)?),
        FormulaKind::Partition
        | FormulaKind::Elimination
        | FormulaKind::Disjunct
        | FormulaKind::Simplification => term(script, reply),
        FormulaKind::Tactic => goals(script, reply),
    }
}

fn term(script: &mut Script, text: &str) -> Option<Term> {
    script.read_terms(&[text], ReadOptions::default()).pop()?.ok()
}

/// The body in `(define-fun NAME () Bool BODY)`. cvc5 prints the name without bars, so it may consist of
/// several words. A solver that found nothing prints no definition.
fn defined(reply: &str) -> Option<String> {
    let tape = Tape::parse(reply).ok()?;
    let parts: Vec<_> = tape.root(reply).children().collect();
    match parts[..] {
        [head, .., sort, body] if head.is_symbol("define-fun") && sort.is_symbol("Bool") => {
            Some(body.text().to_owned())
        }
        _ => None,
    }
}

/// The disjunction of a tactic's goals, each the conjunction of its formulas.
fn goals(script: &mut Script, reply: &str) -> Option<Term> {
    let mut ways = Vec::new();
    for goal in subgoals(reply)? {
        let texts: Vec<&str> = goal.iter().map(String::as_str).collect();
        let formulas = script.read_terms(&texts, ReadOptions::default());
        let formulas: Vec<Term> = formulas.into_iter().collect::<Result<_, _>>().ok()?;
        ways.push(script.terms.and(&formulas));
    }
    Some(script.terms.or(&ways))
}

/// The formulas of each goal in z3's reply to `(apply TACTIC)`, if all goals are precise.
pub fn subgoals(reply: &str) -> Option<Vec<Vec<String>>> {
    let tape = Tape::parse(reply.trim()).ok()?;
    let root = tape.root(reply.trim());
    let mut parts = root.children();
    if !parts.next()?.is_symbol("goals") {
        return None;
    }
    let mut goals = Vec::new();
    for goal in parts {
        let words: Vec<_> = goal.children().collect();
        let (head, words) = words.split_first()?;
        let end = words.iter().position(|word| word.text() == ":precision")?;
        let is_precise = words.get(end + 1).is_some_and(|word| word.is_symbol("precise"));
        if !head.is_symbol("goal") || !is_precise {
            return None;
        }
        goals.push(words[..end].iter().map(|word| word.text().to_owned()).collect());
    }
    Some(goals)
}
