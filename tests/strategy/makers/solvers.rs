//! Real solvers never contradict what a test claims.

use crate::strategy::makers::{MAKERS, tests};
use crate::support::{cpu_seconds, real};
use gainsay::answer::Outcome;
use gainsay::consult::{Request, testimony, unsupported};
use gainsay::judge::{FindingKind, judge};
use gainsay::script::{Names, Printer};
use gainsay::solver::{Session, SessionConfig};
use gainsay::strategy::Form;

/// Contradictions of current releases that are theirs: a piece of the script, the solver, and why.
const THEIRS: &[(&str, &str, &str)] = &[
    ("fp.roundToIntegral", "cvc5", SYMFPU),
    ("fp.roundToIntegral", "bitwuzla", SYMFPU),
    ("(FiniteSet (_ FloatingPoint", "z3", COMPUTED_ELEMENTS),
];
const SYMFPU: &str =
    "with few bits it rounds up to the largest number where that is infinity; z3 agrees with us";
const COMPUTED_ELEMENTS: &str = "it says sat to a formula without variables that is false: it takes {NaN} for {0.1} where NaN \
    is computed by fp.rem; its model makes an assertion false, and 5.3.2 says unsat";

/// Tests of each form, put to each solver.
fn assert_never_contradicted(name: &str, count: u64, solvers: &[&str]) {
    assert_none_contradicted(name, count, solvers, |_| true);
}

/// Those whose text is wanted, put to each solver that takes what they use.
fn assert_none_contradicted(name: &str, count: u64, solvers: &[&str], is_wanted: fn(&str) -> bool) {
    let maker = MAKERS.iter().find(|maker| maker.0 == name).unwrap().1;
    let limits = cpu_seconds(0.25);
    for release in solvers {
        let solver = real(release);
        let mut session = Session::new(solver.clone(), SessionConfig::default());
        let mut names = Names::default();
        let (mut asked, mut answered) = (0, 0);
        for form in Form::ALL {
            for test in tests(maker, form, count) {
                let text = Printer::default().script(test.script());
                let is_theirs =
                    THEIRS.iter().any(|(piece, by, _)| release.starts_with(by) && text.contains(piece));
                let lacks = unsupported(&solver, test.script().logic(), &test.script().usage());
                if is_theirs || !is_wanted(&text) || lacks.is_some() {
                    continue;
                }
                let question = Request::new(test.script(), false);
                let answer = question.ask_through(&solver, &mut session, &mut names, &limits).unwrap();
                asked += 1;
                answered += u32::from(answer.outcome.is_decided());
                let verdict = judge(&test, &[testimony(&solver, answer)]);
                assert!(verdict.alarms.is_empty(), "{:?}\n{text}{:?}", verdict.alarms, test.evidence());
                let wrong = |kind| matches!(kind, FindingKind::WrongSat | FindingKind::WrongUnsat);
                let contradiction = verdict.findings.iter().find(|finding| wrong(finding.kind));
                assert!(contradiction.is_none(), "{contradiction:#?}\n{text}{:?}", test.evidence());
            }
        }
        // bitwuzla takes the usual float formats only.
        let least = if name == "floats" && release.starts_with("bitwuzla") { asked / 5 } else { asked / 2 };
        assert!(answered > least, "{release} answers only {answered} of {asked}");
    }
}

#[test]
fn bits_are_never_contradicted() {
    assert_never_contradicted("bits", 30, &["z3@5.4.0", "cvc5@1.4.2", "bitwuzla@0.9.1"]);
}

#[test]
fn floats_are_never_contradicted() {
    assert_never_contradicted("floats", 25, &["z3@5.4.0", "cvc5@1.4.2 --fp-exp", "bitwuzla@0.9.1"]);
}

#[test]
fn terms_are_never_contradicted() {
    assert_never_contradicted("terms", 25, &["z3@5.4.0", "cvc5@1.4.2 --strings-exp --fp-exp --arrays-exp"]);
}

/// They are no part of the standard: that solvers mean the same as we do is all that we go by.
#[test]
fn sequences_and_sets_are_never_contradicted() {
    let is_about_sequences = |text: &str| text.contains("(Seq ");
    assert_none_contradicted("terms", 200, &["z3@5.4.0"], is_about_sequences);
    let is_about_either = |text: &str| text.contains("(Seq ") || text.contains("(Set ");
    let cvc5 = "cvc5@1.4.2 --strings-exp --fp-exp --arrays-exp";
    assert_none_contradicted("terms", 150, &[cvc5], is_about_either);
}

#[test]
fn relations_and_nullables_are_never_contradicted() {
    let cvc5 = "cvc5@1.4.2 --strings-exp --sets-exp --fp-exp --arrays-exp";
    assert_none_contradicted("terms", 300, &[cvc5], |text| {
        text.contains("(Tuple ") || text.contains("(Nullable ")
    });
}

#[test]
fn finite_sets_of_z3_are_never_contradicted() {
    assert_none_contradicted("terms", 300, &["z3@5.4.0"], |text| text.contains("(FiniteSet "));
}

/// Only the build with CoCoA decides them.
#[test]
fn finite_fields_are_never_contradicted() {
    let cvc5 = "cvc5-gpl@1.4.2 --strings-exp --fp-exp --arrays-exp";
    assert_none_contradicted("terms", 200, &[cvc5], |text| text.contains("FiniteField"));
}

/// A profile tells beforehand what its solver does not take.
#[test]
fn hardly_anything_is_rejected_that_a_profile_allows() {
    let limits = cpu_seconds(0.25);
    for release in ["z3@5.4.0", "cvc5@1.4.2", "bitwuzla@0.9.1", "yices@2.6.5"] {
        let solver = real(release);
        let mut session = Session::new(solver.clone(), SessionConfig::default());
        let mut names = Names::default();
        let (mut asked, mut rejected) = (0, Vec::new());
        for test in
            MAKERS.into_iter().flat_map(|(_, maker)| Form::ALL.map(|form| tests(maker, form, 20))).flatten()
        {
            if unsupported(&solver, test.script().logic(), &test.script().usage()).is_some() {
                continue;
            }
            asked += 1;
            let question = Request::new(test.script(), false);
            let answer = question.ask_through(&solver, &mut session, &mut names, &limits).unwrap();
            if let Outcome::Rejected(why) = answer.outcome {
                rejected.push(format!("{why}\n{}", Printer::default().script(test.script())));
            }
        }
        assert!(asked >= 50, "{release} is asked only {asked} times");
        assert!(
            rejected.len() * 100 <= asked,
            "{release} rejects {} of {asked}: {}",
            rejected.len(),
            rejected.join("\n")
        );
    }
}
