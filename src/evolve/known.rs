//! What is known to be slow: a search that has found a defect looks for others.

use super::individual::Draft;
use crate::script::walk::Walker;
use crate::script::{Command, Script, Term, Terms};

/// The operators of an assertion that is slow, by their names, in order.
pub type Pattern = Vec<String>;

/// The operators below a term, each once.
pub fn operators_below(terms: &Terms, root: Term) -> Pattern {
    let mut walker = Walker::default();
    let ops = walker.postorder(terms, &[root]).iter().filter_map(|&term| terms.op(term));
    let mut names: Pattern = ops.map(|op| op.op().name.to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

/// The pattern of a reduced script: that of its assertion with most operators.
pub fn pattern(script: &Script) -> Pattern {
    let patterns = script.assertions().map(|root| operators_below(&script.terms, root));
    patterns.max_by_key(Vec::len).unwrap_or_default()
}

/// What is left of a script without what is known.
#[derive(Clone, PartialEq, Debug)]
pub enum Rest {
    /// It has nothing of it.
    All,
    Some(Draft),
    /// There is nothing else.
    Nothing,
}

/// A script without the assertions that have all operators of a pattern.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test fails loudly.

    use super::*;

    #[test]
    fn what_is_known_is_left_out() {
        let declarations = "(declare-const x String)(declare-const n Int)";
        let script = |claims: &str| format!("{declarations}{claims}(check-sat)");
        let known = pattern(&Script::parse(&script("(assert (< 9 (str.len x)))(assert (= n 1))")).unwrap());
        assert_eq!(known, ["<", "str.len"]);
        let rest = |claims: &str| without(&script(claims), "", std::slice::from_ref(&known));
        assert_eq!(rest("(assert (< 9 n))"), Rest::All);
        assert_eq!(rest("(assert (not (< 9 (+ 1 (str.len x)))))"), Rest::Nothing);
        let Rest::Some(draft) = rest("(assert (< 9 n))(assert (< 9 (str.len x)))") else {
            panic!("all or nothing")
        };
        assert!(draft.text.contains("(assert (< 9 n))") && !draft.text.contains("str.len"), "{}", draft.text);
        assert_eq!(without(&script("(assert true)"), "", &[]), Rest::All);
    }
}
