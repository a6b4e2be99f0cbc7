//! Buckets: which findings are one bug, as far as that can be told without the solver's source.

use crate::judge::{Finding, FindingKind};
use crate::script::walk::TermMap;
use crate::script::{Binder, DeclKind, Function, FunctionId, Script, Term, Terms, View};
use crate::theory::connectives;
use std::collections::BTreeSet;

/// What findings of one cause have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bucket {
    /// Equal for findings that are taken for one bug.
    pub key: String,
    /// What it is about, in a few words.
    pub title: String,
}

/// The bucket of a finding. Crashes and leaks of state are told apart by their signature; all else by the kind, the solver (whatever its
/// version), the logic, and what remains of the formula without its leaves: the shape of a small one, which a reduced
/// one is, and the operators of a large one.
pub fn bucket(kind: FindingKind, solver: &str, script: &Script, signature: Option<&str>) -> Bucket {
    if let Some(signature) = signature {
        let key = format!("{} {solver}: {signature}", kind.word());
        return Bucket { key, title: shorten(signature, LONGEST_TITLE) };
    }
    let logic = script.needed_logic();
    let operators = operators(script);
    let form = shape(script).unwrap_or_else(|| format!("{{{}}}", operators.join(" ")));
    let key = format!("{} {solver} {logic}: {form}", kind.word());
    let title = match operators.as_slice() {
        [] => logic,
        some => format!("{logic} with {}", shorten(&some.join(", "), LONGEST_TITLE)),
    };
    Bucket { key, title }
}

/// What a finding is known by whatever its formula is, if it is.
pub fn signature(finding: &Finding) -> Option<&str> {
    let known = matches!(finding.kind, FindingKind::Crash | FindingKind::StateLeak);
    finding.details.first().filter(|_| known).map(String::as_str)
}

const LONGEST_TITLE: usize = 80;

fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{} ..", &text[..end]),
        None => text.to_owned(),
    }
}

/// The names of all operators, the everyday ones left out where there are others.
pub(super) fn operators(script: &Script) -> Vec<&'static str> {
    let used: BTreeSet<&'static str> =
        script.usage().operators.iter().map(|(operator, _)| operator.op().name).collect();
    let c = connectives();
    let everyday = [c.not, c.and, c.or, c.implies, c.equal, c.ite].map(|operator| operator.op().name);
    let telling: Vec<&'static str> = used.iter().copied().filter(|name| !everyday.contains(name)).collect();
    if telling.is_empty() { used.into_iter().collect() } else { telling }
}

/// Formulas with more nodes than this, written out, are known by their operators.
const SMALL: u32 = 64;

/// The formula with its leaves erased, arguments of commutative operators sorted, and each of its conjuncts once;
/// `None` if it is not small.
fn shape(script: &Script) -> Option<String> {
    let roots: Vec<Term> = script.assertions().collect();
    let terms = &script.terms;
    let order = terms.postorder(&roots);
    let mut sizes = TermMap::new(0u32);
    for &term in &order {
        let below = terms.children(term).iter().map(|&child| sizes.get(child));
        sizes.set(term, below.fold(1, u32::saturating_add));
    }
    let total = roots.iter().map(|&root| sizes.get(root)).fold(0, u32::saturating_add);
    if total > SMALL {
        return None;
    }
    let conjuncts: BTreeSet<String> =
        conjuncts(terms, roots).into_iter().map(|term| shape_of(terms, term)).collect();
    Some(conjuncts.into_iter().collect::<Vec<_>>().join(" "))
}

/// The assertions, with conjunctions taken apart.
fn conjuncts(terms: &Terms, roots: Vec<Term>) -> Vec<Term> {
    let mut found = Vec::new();
    let mut waiting = roots;
    while let Some(term) = waiting.pop() {
        let term = terms.bare(term);
        if terms.op(term) == Some(connectives().and) {
            waiting.extend(terms.children(term));
        } else {
            found.push(term);
        }
    }
    found
}

/// The shape of a term that is known to be small, so that its depth is no danger either.
fn shape_of(terms: &Terms, term: Term) -> String {
    let (head, arguments, commutes) = match terms.view(term) {
        View::Literal(_) | View::Variable(_) => return LEAF.to_owned(),
        View::Apply(_, []) => return LEAF.to_owned(),
        View::Apply(function, arguments) => {
            let commutes = terms.op(term).is_some_and(|operator| operator.op().commutative);
            (function_shape(terms, function), arguments, commutes)
        }
        View::Bind(binder, variables, body) => {
            let head = format!("{}/{}", binder_word(binder), variables.len());
            return format!("({head} {})", shape_of(terms, body));
        }
        View::Match(_, _) => ("match".to_owned(), terms.children(term), false),
        View::Annotated(inner, _, _) => return shape_of(terms, inner),
    };
    let mut shapes: Vec<String> = arguments.iter().map(|&argument| shape_of(terms, argument)).collect();
    if commutes {
        shapes.sort();
    }
    format!("({head} {})", shapes.join(" "))
}

const LEAF: &str = "_";

/// Names of the script are renamed away, indices are leaves.
fn function_shape(terms: &Terms, function: FunctionId) -> String {
    match terms.function(function) {
        Function::Op(operator, _) => operator.op().name.to_owned(),
        Function::Declared(decl) => match terms.decl(*decl).kind {
            DeclKind::Free => "function",
            DeclKind::Defined { .. } | DeclKind::Named(_) => "defined",
            DeclKind::Constructor { .. } => "constructor",
            DeclKind::Selector { .. } => "selector",
        }
        .to_owned(),
        Function::Tester(_) => "tester".to_owned(),
        Function::Updater(_) => "updater".to_owned(),
        Function::Apply => "apply".to_owned(),
        Function::Mapped(inner) => format!("mapped-{}", function_shape(terms, *inner)),
        Function::AsArray(_) => "as-array".to_owned(),
        Function::Opaque(symbol) => terms.symbols.name(*symbol).to_owned(),
    }
}

fn binder_word(binder: Binder) -> &'static str {
    match binder {
        Binder::Forall => "forall",
        Binder::Exists => "exists",
        Binder::Lambda => "lambda",
        Binder::Choice => "choice",
        Binder::Case(_) => "case",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test fails loudly.

    use super::*;

    fn key(text: &str) -> String {
        bucket(FindingKind::WrongUnsat, "z3", &Script::parse(text).unwrap(), None).key
    }

    #[test]
    fn names_leaves_and_order_do_not_matter() {
        let first = key("(declare-const x Int)(declare-const y Int)(assert (= (div x 2) (+ y 1)))");
        assert_eq!(first, "wrong-unsat z3 QF_LIA: (= (+ _ _) (div _ _))");
        let second = key("(declare-const b Int)(declare-const a Int)(assert (= (+ 7 b) (div a 3)))");
        assert_eq!(first, second);
        let twice = "(declare-const a Int)(assert (and (= (div a 2) (+ 1 a)) (= (+ a 7) (div a 3))))(assert (= (div a 9) (+ a a)))";
        assert_eq!(first, key(twice));
    }

    #[test]
    fn operators_and_structure_do() {
        let texts = ["(assert (< (div x 2) y))", "(assert (< (mod x 2) y))", "(assert (< y (div x 2)))"];
        let keys: BTreeSet<String> = texts
            .map(|text| key(&format!("(declare-const x Int)(declare-const y Int){text}")))
            .into_iter()
            .collect();
        assert_eq!(keys.len(), 3);
    }

    #[test]
    fn large_formulas_are_known_by_their_operators() {
        let large = |count: usize, operator: &str| {
            let clauses: String = (0..count).map(|at| format!("(< ({operator} x {at}) {at})")).collect();
            key(&format!("(declare-const x Int)(assert (or {clauses}))"))
        };
        assert_eq!(large(40, "+"), large(50, "+"));
        assert_ne!(large(40, "+"), large(40, "-"));
        // Sharing must not fool the measure: written out this has more nodes than there are atoms.
        let mut term = "x".to_owned();
        for at in 0..60 {
            term = format!("(let ((y{at} {term})) (+ y{at} y{at}))");
        }
        assert!(key(&format!("(declare-const x Int)(assert (< {term} 0))")).ends_with("{+ <}"));
    }

    #[test]
    fn crashes_are_known_by_their_signature() {
        let script = Script::parse("(assert true)").unwrap();
        let other = Script::parse("(assert false)").unwrap();
        let of = |script, text| bucket(FindingKind::Crash, "z3", script, Some(text));
        assert_eq!(of(&script, "SIGSEGV"), of(&other, "SIGSEGV"));
        assert_ne!(of(&script, "SIGSEGV"), of(&script, "SIGABRT"));
    }
}
