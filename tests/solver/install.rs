//! Real solvers, installed by the program itself.

use crate::support::{catalogue, real};
use gainsay::solver::{Cache, Catalogue, InstallError, Limits, Outcome, ResolveError, examine, install};

#[test]
fn installed_solvers_answer_with_models_and_cores() {
    let all = ["z3@5.4.0", "z3@4.8.5", "cvc5@1.4.2", "cvc5@1.2.0", "cvc5@1.0.3", "cvc4", "bitwuzla", "yices"];
    for name in all {
        let solver = real(name);
        let checkup = examine(&solver);
        assert!(checkup.answers && checkup.model && checkup.core, "{name}: {checkup:?}");
        assert_eq!(checkup.session, solver.profile.session.is_some(), "{name}: {checkup:?}");
        let version = name.split_once('@').map_or(solver.version.as_str(), |(_, version)| version);
        assert_eq!(solver.version, version);
    }
}

#[test]
fn boolector_answers() {
    let checkup = examine(&real("boolector"));
    assert!(checkup.answers, "{checkup:?}");
}

#[test]
fn errors_before_the_answer_are_told_apart_for_every_solver() {
    let script = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n(assert (= x y))\n(check-sat)\n";
    for name in ["z3@5.4.0", "cvc5@1.4.2", "cvc5@1.0.3", "cvc4", "bitwuzla", "yices", "boolector"] {
        let outcome = real(name).ask_fresh(script, &Limits::default()).unwrap().outcome;
        assert!(matches!(outcome, Outcome::Rejected(_)), "{name}: {outcome:?}");
    }
}

#[test]
fn floats_that_cvc4_was_built_without_are_a_rejection() {
    let script = "(set-logic QF_FP)\n(declare-fun x () Float32)\n(assert (fp.isNaN x))\n(check-sat)\n";
    let outcome = real("cvc4").ask_fresh(script, &Limits::default()).unwrap().outcome;
    assert!(matches!(outcome, Outcome::Rejected(_)), "{outcome:?}");
}

#[test]
fn scripts_with_several_questions_get_all_answers() {
    let script = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n(push 1)\n(assert (= x #x1))\n(check-sat)\n(pop 1)\n\
                  (assert (distinct x x))\n(check-sat)\n";
    for name in ["z3@5.4.0", "cvc5@1.4.2", "cvc4", "bitwuzla", "yices"] {
        let answer = real(name).ask_fresh(script, &Limits::default()).unwrap();
        assert_eq!(
            (&answer.outcome, answer.statuses.len()),
            (&Outcome::Unsat, 2),
            "{name}: {}",
            answer.stdout
        );
    }
}

#[test]
fn a_version_that_does_not_exist_is_answered_with_those_that_do() {
    let error = catalogue().solver("z3@9.9").unwrap_err().to_string();
    assert!(
        error.contains("z3@9.9") && error.contains("the nearest of") && error.contains("5.4.0"),
        "{error}"
    );
    let error = catalogue().solver("z3@4.12.99").unwrap_err().to_string();
    assert!(error.contains("are 4.12.6 and 4.13.0"), "{error}");
    let error = catalogue().solver("cvc5@1.0.8").unwrap_err().to_string();
    assert!(error.contains("no SMT-LIB parser"), "{error}");
}

#[test]
fn what_cannot_be_installed_says_what_to_do() {
    let error = catalogue().solver("mathsat").unwrap_err();
    assert!(matches!(error, ResolveError::Install(InstallError::NoSource(..))));
    let error = catalogue().solver("no-such-solver --flag").unwrap_err().to_string();
    assert!(error.contains("name=command") && error.contains("bitwuzla"), "{error}");
}

#[test]
fn two_processes_can_install_at_once_and_remove_again() {
    let home = std::env::temp_dir().join(format!("gainsay-install-{}", std::process::id()));
    let catalogue = Catalogue { cache: Cache::at(&home), ..catalogue() };
    let yices = catalogue.profiles.get("yices").unwrap();
    let versions = std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| install(yices, Some("2.6.5"), &catalogue.cache).unwrap()));
        both.map(|thread| thread.join().unwrap().manifest.version)
    });
    assert_eq!(versions, ["2.6.5", "2.6.5"]);
    assert_eq!(catalogue.cache.installed().len(), 1);
    // The package's own number means the same release.
    assert_eq!(catalogue.solver("yices@2.6.5.post24").unwrap().version, "2.6.5");
    assert_eq!(catalogue.cache.remove("yices", None).unwrap().len(), 1);
    assert!(catalogue.cache.remove("yices", None).is_err());
    std::fs::remove_dir_all(home).unwrap();
}
