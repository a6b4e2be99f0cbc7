//! Where the standard leaves a value open: we say so, and solvers find it open too.

use super::applications::{Made, Term};
use super::check::{Judge, Verdict, evaluate};
use gainsay::answer::Outcome;
use gainsay::rng::Rng;
use gainsay::theory::sort::Sort;
use gainsay::theory::{Meaning, Op};
use std::collections::BTreeSet;

/// Partial operators to which solvers give one value everywhere. Nobody promises which, so it is open to us.
const FIXED_BY_SOLVERS: &[&str] = &["^", "**"];

/// Applications of each row among which the open ones are looked for.
const APPLICATIONS: usize = 1000;

#[test]
fn what_we_call_open_has_several_values_in_some_solver() {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    let mut wanted: BTreeSet<&str> = BTreeSet::new();
    for name in ["z3", "cvc5"] {
        let mut judge = Judge::new(name);
        let mut generator = judge.generator(Rng::new(5));
        let is_open = |op: &&'static Op| {
            op.partial && !matches!(op.meaning, Meaning::Unknown(_)) && !FIXED_BY_SOLVERS.contains(&op.name)
        };
        for op in generator.language.rows.clone().into_iter().filter(is_open) {
            wanted.insert(op.declaration);
            let terms: Vec<Term> = (0..APPLICATIONS).filter_map(|_| generator.row(op)).collect();
            let verdicts = evaluate(&terms);
            let open = terms.iter().zip(&verdicts).filter(|(_, verdict)| **verdict == Verdict::Open);
            for (term, _) in open.take(6) {
                // One of the arguments where that is possible: the smaller of two zeros is one of them.
                let same = term.args().iter().find(|arg| arg.sort == term.sort).cloned();
                let Some(value) = same.or_else(|| generator.value(term.sort)) else { continue };
                if has_two_values(&mut judge, &term.text, &value.text) {
                    found.insert(op.declaration);
                }
            }
        }
    }
    let missing: Vec<&&str> = wanted.difference(&found).collect();
    assert!(missing.is_empty(), "no solver finds these open: {missing:#?}");
}

#[test]
fn selectors_of_another_constructor_are_open() {
    for text in ["(head nil)", "(head (tail (cons 1 nil)))", "(ite ((_ is cons) nil) 1 (head nil))"] {
        let term = Term { text: text.to_owned(), sort: Sort::INT, made: Made::Other, depth: 1 };
        assert_eq!(evaluate(&[term]), [Verdict::Open], "{text}");
        for name in ["z3", "cvc5"] {
            assert!(has_two_values(&mut Judge::new(name), text, "7"), "{text} in {name}");
        }
    }
}

/// Values that nobody fixes are not known either, although the standard does not speak of them.
#[test]
fn what_nobody_says_is_not_computed() {
    for text in [
        "(as set.universe (Set Bool))",
        "(set.complement (as set.empty (Set Bool)))",
        "(set.card (set.complement (as set.empty (Set Colour))))",
        "(int.log2 0)",
        "(seq.last_indexof (seq.unit 1) (as seq.empty (Seq Int)))",
    ] {
        let term = Term { text: text.to_owned(), sort: Sort::UNKNOWN, made: Made::Other, depth: 1 };
        assert!(matches!(evaluate(&[term]).as_slice(), [Verdict::Unknown(_)]), "{text}");
    }
}

/// Whether the solver lets the term be the value, and lets it be another one.
fn has_two_values(judge: &mut Judge, term: &str, value: &str) -> bool {
    [format!("(= {term} {value})"), format!("(not (= {term} {value}))")]
        .into_iter()
        .all(|question| judge.ask(&[question]) == Outcome::Sat)
}
