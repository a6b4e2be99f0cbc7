//! No solver is accused without good reason.

use crate::planted::solvers::{
    HONEST, asking, confirmed, examined, planted, planted_with, suspects, test, with_honest,
};
use crate::support::cpu_seconds;
use gainsay::answer::Status;
use gainsay::eval::Witness;
use gainsay::evidence::{Derivation, Evidence, Search, Test};
use gainsay::judge::{Certainty, Finding, FindingKind};
use gainsay::script::Script;
use gainsay::solver::Solver;
use gainsay::triage::{Examined, Ignores, Suspect, USUAL_REPEATS, examine};

fn derived(test: Test, answer: Status) -> Test {
    let derivation = Derivation::confirmed(answer, "a.smt2".to_owned(), "somebody".to_owned());
    Test::given(test.into_script(), Evidence::Derived(derivation))
}

/// A suspicion that was not examined yet.
fn suspicion(test: Test, kind: FindingKind, solver: &Solver) -> Suspect {
    let finding = Finding { kind, ..finding(solver) };
    Suspect { test, finding, testimonies: Vec::new(), repeats: USUAL_REPEATS }
}

fn finding(solver: &Solver) -> Finding {
    Finding {
        kind: FindingKind::WrongUnsat,
        solver: solver.label(),
        certainty: Certainty::Derived,
        why: "it is said".to_owned(),
        signature: None,
        details: Vec::new(),
    }
}

#[test]
fn what_does_not_show_again_is_not_confirmed() {
    for &kind in FindingKind::ALL {
        let suspect = suspicion(test("bvmul", true, 1), kind, &HONEST[1]);
        let outcome = examined(suspect, HONEST.as_slice(), &cpu_seconds(10.0));
        assert!(matches!(outcome, Examined::NotConfirmed(_)), "{kind:?}: {outcome:?}");
    }
}

/// An unsatisfiable variant of [`test`], over a domain too large for exhaustive search and too hard to refute:
/// that multiplication is associative is clear to rewriting, but not to bit-blasting.
fn wide(operator: &str) -> Test {
    let text = format!(
        "(set-logic QF_BV)(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))(declare-const z (_ BitVec 64))\
         (declare-const u (_ BitVec 64))(declare-const v (_ BitVec 64))(assert (= ({operator} x (_ bv3 64)) u))\
         (assert (= (bvmul (bvmul x y) z) v))(assert (distinct v (bvmul x (bvmul y z))))(check-sat)"
    );
    let test = derived(Test::given(Script::parse(&text).unwrap(), Evidence::None), Status::Unsat);
    assert!(matches!(test.clone().settled(Search::HUNT).unwrap().evidence(), Evidence::Derived(_)));
    test
}

/// Another solver with a planted bug, of the same family as the first or of another one.
fn another(bug: &str, family: &str) -> Solver {
    let mut solver = planted(bug);
    (solver.name, solver.profile.family) = ("another".to_owned(), Some(family.to_owned()));
    solver
}

#[test]
fn a_derivation_alone_needs_another_solver_that_bears_it_out() {
    let liar = planted("wrong-sat");
    let certainty = |solvers: &[Solver]| {
        let suspect = suspicion(wide("bvudiv"), FindingKind::WrongSat, &liar);
        confirmed(examined(suspect, solvers, &cpu_seconds(10.0))).finding.certainty
    };
    assert_eq!(certainty(&with_honest(&liar)), Certainty::Derived);
    assert_eq!(certainty(std::slice::from_ref(&liar)), Certainty::Derived);
    let beside = |bug: &str, family: &str| certainty(&[liar.clone(), another(bug, family)]);
    assert_eq!(beside("wrong-sat", "other"), Certainty::Disputed);
    assert_eq!(beside("unknown", "other"), Certainty::Derived, "it says unsat");
    // A solver of the same family has the same bug, and one that rejects the test has no opinion.
    assert_eq!(beside("wrong-sat", "planted"), Certainty::Derived);
    assert_eq!(beside("rejects", "other"), Certainty::Derived);
}

/// What `check` can prove, a hunt proves as well, whichever solvers are asked besides the accused.
#[test]
fn what_can_be_tried_is_proved_whoever_else_is_wrong() {
    let liar = planted("wrong-sat");
    for others in [vec![], vec![another("wrong-sat", "planted")], vec![another("wrong-sat", "other")]] {
        let small = derived(test("bvudiv", false, 1), Status::Unsat);
        let suspect = suspicion(small, FindingKind::WrongSat, &liar);
        let solvers = [vec![liar.clone()], others].concat();
        let finding = confirmed(examined(suspect, &solvers, &cpu_seconds(10.0))).finding;
        assert_eq!((finding.kind, finding.certainty), (FindingKind::WrongSat, Certainty::Proved));
    }
}

/// The same over a domain too large for exhaustive search, where a refutation is found.
#[test]
fn what_can_be_refuted_is_proved_whoever_else_is_wrong() {
    let liar = planted("unreadable");
    let text = "(set-logic QF_BV)(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))\
         (assert (bvult (bvudiv x (_ bv3 64)) y))(assert (bvult y (bvudiv x (_ bv3 64))))(check-sat)";
    let nothing_known = Test::given(Script::parse(text).unwrap(), Evidence::None);
    for test in [nothing_known.clone(), derived(nothing_known, Status::Unsat)] {
        for others in [vec![], vec![another("wrong-sat", "other")]] {
            let suspect = suspicion(test.clone(), FindingKind::WrongSat, &liar);
            let solvers = [vec![liar.clone()], others].concat();
            let confirmed = confirmed(examined(suspect, &solvers, &cpu_seconds(10.0)));
            let Finding { kind, certainty, .. } = confirmed.finding;
            assert_eq!((kind, certainty), (FindingKind::WrongSat, Certainty::Proved));
            assert!(matches!(confirmed.test.evidence(), Evidence::Refuted(_)));
        }
    }
    // A solver that is right is not accused.
    let suspect = suspicion(
        Test::given(Script::parse(text).unwrap(), Evidence::None),
        FindingKind::WrongSat,
        &HONEST[0],
    );
    let outcome = examined(suspect, HONEST.as_slice(), &cpu_seconds(10.0));
    assert!(matches!(outcome, Examined::NotConfirmed(_)), "{outcome:?}");
}

#[test]
fn a_wrong_model_is_proved_where_the_wrong_answer_is_not() {
    let liar = planted("zeros");
    let suspect = suspicion(wide("bvudiv"), FindingKind::WrongSat, &liar);
    let solvers = [liar.clone(), another("wrong-sat", "other")];
    let finding = confirmed(examined(suspect, &solvers, &cpu_seconds(10.0))).finding;
    assert_eq!((finding.kind, finding.certainty), (FindingKind::InvalidModel, Certainty::Proved));
}

#[test]
fn a_wrong_derivation_is_an_alarm() {
    let accused = &HONEST[1];
    let suspect = suspicion(derived(test("bvadd", true, 1), Status::Unsat), FindingKind::WrongSat, accused);
    let outcome = examined(suspect, HONEST.as_slice(), &cpu_seconds(10.0));
    assert!(matches!(outcome, Examined::Alarm(_)), "{outcome:?}");
}

#[test]
fn the_model_of_another_solver_becomes_the_witness() {
    let liar = planted("wrong-unsat");
    let solvers = with_honest(&liar);
    let unknown = Test::given(test("bvmul", true, 1).into_script(), Evidence::None);
    let [suspect] = <[_; 1]>::try_from(suspects(&unknown, &solvers, &asking(cpu_seconds(10.0)))).unwrap();
    let confirmed = confirmed(examined(suspect, &solvers, &cpu_seconds(10.0)));
    assert_eq!(confirmed.finding.certainty, Certainty::Proved);
    let Evidence::Witness(witness) = confirmed.test.evidence() else { panic!("no witness") };
    assert!(Witness::check(&confirmed.test.script().question(), witness.model().clone()).is_ok());
}

#[test]
fn only_needed_arguments_are_kept() {
    let liar = planted_with("with-option", "--other --fast -v");
    let solvers = with_honest(&liar);
    let [suspect] =
        <[_; 1]>::try_from(suspects(&test("bvsmod", true, 1), &solvers, &asking(cpu_seconds(10.0)))).unwrap();
    let needs = confirmed(examined(suspect, &solvers, &cpu_seconds(10.0)));
    assert_eq!(needs.solver.arguments, ["--fast"]);
    let liar = planted_with("wrong-unsat", "--other");
    let solvers = with_honest(&liar);
    let suspect = suspicion(test("bvmul", true, 1), FindingKind::WrongUnsat, &liar);
    let needs_none = confirmed(examined(suspect, &solvers, &cpu_seconds(10.0)));
    assert!(needs_none.solver.arguments.is_empty());
}

#[test]
fn what_is_known_is_ignored_with_its_reason() {
    let liar = planted("wrong-unsat");
    let list = |more: &str| {
        let text = format!("[[ignore]]\nsolver = 'planted'\nwhy = 'issue 17'\n{more}");
        Ignores::read("gainsay.toml", &text).unwrap()
    };
    let reason = |ignores: &Ignores| {
        let suspect = suspicion(test("bvmul", true, 1), FindingKind::WrongUnsat, &liar);
        match examine(suspect, &with_honest(&liar), &cpu_seconds(10.0), ignores).unwrap() {
            Examined::Ignored(why) => Some(why),
            _ => None,
        }
    };
    let fits = ["", "kind = 'wrong-unsat'", "versions = 'up to 1.0'", "operators = ['bvmul', 'bvule']"];
    let does_not = [
        "kind = 'crash'",
        "versions = 'since 1.1'",
        "operators = ['bvmul', 'bvadd']",
        "signature = 'SIGSEGV'",
    ];
    for more in fits {
        assert_eq!(reason(&list(more)).as_deref(), Some("issue 17"), "{more}");
    }
    for more in does_not {
        assert_eq!(reason(&list(more)), None, "{more}");
    }
    let crash = Finding {
        kind: FindingKind::Crash,
        signature: Some("SIGSEGV after: x".to_owned()),
        ..finding(&liar)
    };
    let of_crash = list("signature = 'SIGSEGV'").reason(&crash, &liar, test("bvmul", true, 1).script());
    assert_eq!(of_crash.as_deref(), Some("issue 17"));
    let mut deviant = liar.clone();
    let deviation = "versions = 'all'\nwhat = 'multiplies in its own way'\noperators = ['bvmul']";
    deviant.profile.deviations = vec![toml::from_str(deviation).unwrap()];
    let suspect = suspicion(test("bvmul", true, 1), FindingKind::WrongUnsat, &deviant);
    let outcome = examined(suspect, std::slice::from_ref(&deviant), &cpu_seconds(10.0));
    assert!(matches!(&outcome, Examined::Ignored(why) if why.contains("its own way")), "{outcome:?}");
}

#[test]
fn mistakes_in_ignore_lists_are_named() {
    let mistake = |entry: &str| {
        let text =
            format!("[campaign]\nseed = 1\n[[ignore]]\nsolver = 'z3'\nwhy = 'known'\n[[ignore]]\n{entry}");
        Ignores::read("gainsay.toml", &text).unwrap_err().to_string()
    };
    for (entry, told) in [
        ("solver = 'z3'", "why"),
        ("solver = 'z3'\nwhy = ' '", "number 2: `why` is empty"),
        ("solver = ''\nwhy = 'x'", "`solver` is empty"),
        ("solver = 'z3'\nwhy = 'x'\nkind = 'crush'", "no kind `crush`; there are wrong-unsat, wrong-sat"),
        (
            "solver = 'z3'\nwhy = 'x'\nkind = 'slow'\nsignature = 'a'",
            "only crashes and sanitizer reports have a `signature`",
        ),
        ("solver = 'z3'\nwhy = 'x'\nversions = 'some'", "versions `some` are not understood"),
        ("solver = 'z3'\nwhy = 'x'\noperators = ['bvad']", "no operator `bvad`"),
        ("solver = 'z3'\nwhy = 'x'\noperator = 'bvadd'", "operator"),
    ] {
        let message = mistake(entry);
        assert!(message.contains("gainsay.toml") && message.contains(told), "{entry}: {message}");
    }
}
