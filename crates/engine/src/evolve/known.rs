//! Patterns of known defects: a search that has found one looks for others.

use super::defect::Defect;
use super::individual::Draft;
use gainsay_lang::script::walk::Walker;
use gainsay_lang::script::{Command, Script, Term, Terms};

/// The names of the operators in a slow assertion, sorted.
pub type Pattern = Vec<String>;

/// The operators in a term, each once.
pub fn operators_below(terms: &Terms, root: Term) -> Pattern {
    let mut walker = Walker::default();
    let ops = walker.postorder(terms, &[root]).iter().filter_map(|&term| terms.op(term));
    let mut names: Pattern = ops.map(|op| op.op().name.to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

/// The pattern of a reduced script: that of its assertion with the most operators.
pub fn pattern(script: &Script) -> Pattern {
    let patterns = script.assertions().map(|root| operators_below(&script.terms, root));
    patterns.max_by_key(Vec::len).unwrap_or_default()
}

/// Where a new defect belongs among the known ones, by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    New,
    /// The same as a known one, and not smaller.
    Again(usize),
    /// The same as a known one, and smaller.
    InsteadOf(usize),
}

/// Finds the place of a defect. Two defects with the same pattern count as the same; an empty pattern tells
/// nothing.
pub fn place(known: &[Defect], new: &Defect) -> Place {
    let is_same = |other: &Defect| !new.pattern.is_empty() && other.pattern == new.pattern;
    match known.iter().position(is_same) {
        None => Place::New,
        Some(at) if known[at].reduced.len() <= new.reduced.len() => Place::Again(at),
        Some(at) => Place::InsteadOf(at),
    }
}

/// The remainder of a script after the assertions with known patterns are removed.
#[derive(Clone, PartialEq, Debug)]
pub enum Rest {
    /// Everything: it has none of the patterns.
    All,
    Some(Draft),
    /// Nothing, or nothing usable.
    Nothing,
}

/// Removes the assertions that have all operators of some pattern.
pub fn without(text: &str, origin: &str, patterns: &[Pattern]) -> Rest {
    if patterns.is_empty() {
        return Rest::All;
    }
    let mut script = Script::read(text);
    let terms = &script.terms;
    let is_known = |root: Term| {
        let own = operators_below(terms, root);
        let has_all =
            |pattern: &Pattern| !pattern.is_empty() && pattern.iter().all(|name| own.contains(name));
        patterns.iter().any(has_all)
    };
    let before = script.commands.len();
    script.commands.retain(|command| !matches!(command, Command::Assert(root) if is_known(*root)));
    if script.commands.len() == before {
        return Rest::All;
    }
    Draft::new(script, origin).map_or(Rest::Nothing, Rest::Some)
}
