//! Real solvers, installed by the program itself.

use crate::support::{catalogue, cpu_seconds, home, pip_from, real, released, wheels};
use gainsay::answer::Outcome;
use gainsay::solver::{Cache, Catalogue, InstallError, ResolveError, examine};
use std::path::Path;
use std::process::Command;

/// `gainsay` with a cache of its own, and packages from a folder.
fn gainsay(home: &Path, packages: &Path, arguments: &[&str]) -> Command {
    let mut command = crate::support::gainsay();
    command.args(arguments).env("GAINSAY_HOME", home).envs(pip_from(packages));
    command
}

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
        let outcome = real(name).ask_fresh(script, &cpu_seconds(10.0)).unwrap().outcome;
        assert!(matches!(outcome, Outcome::Rejected(_)), "{name}: {outcome:?}");
    }
}

#[test]
fn floats_that_cvc4_was_built_without_are_a_rejection() {
    let script = "(set-logic QF_FP)\n(declare-fun x () Float32)\n(assert (fp.isNaN x))\n(check-sat)\n";
    let outcome = real("cvc4").ask_fresh(script, &cpu_seconds(10.0)).unwrap().outcome;
    assert!(matches!(outcome, Outcome::Rejected(_)), "{outcome:?}");
}

#[test]
fn scripts_with_several_questions_get_all_answers() {
    let script = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n(push 1)\n(assert (= x #x1))\n(check-sat)\n(pop 1)\n\
                  (assert (distinct x x))\n(check-sat)\n";
    for name in ["z3@5.4.0", "cvc5@1.4.2", "cvc4", "bitwuzla", "yices"] {
        let answer = real(name).ask_fresh(script, &cpu_seconds(10.0)).unwrap();
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
    // pip tells what there is by the names of the packages, and opens none of them.
    let packages = std::env::temp_dir().join(format!("gainsay-packages-{}", std::process::id()));
    std::fs::create_dir_all(&packages).unwrap();
    for version in ["4.8.10.0", "4.12.6.0", "4.13.0.0", "5.4.0.0"] {
        std::fs::write(packages.join(format!("z3_solver-{version}-py3-none-any.whl")), "").unwrap();
    }
    let complaint = |wanted: &str| {
        let output = gainsay(&home(), &packages, &["solvers", "add", wanted]).output().unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let (above_all, between) = (complaint("z3@9.9"), complaint("z3@4.12.99"));
    std::fs::remove_dir_all(&packages).unwrap();
    assert!(above_all.contains("z3@9.9") && above_all.contains("5.4.0"), "{above_all}");
    assert!(between.contains("are 4.12.6 and 4.13.0"), "{between}");
    let packages = released("cvc5", "1.0.8");
    let output = gainsay(&home(), &packages, &["solvers", "add", "cvc5@1.0.8"]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
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
    let packages = wheels(&["yices@2.6.5"]);
    let arguments = ["solvers", "add", "yices@2.6.5"];
    let both = [(); 2].map(|()| gainsay(&home, &packages, &arguments).spawn().unwrap());
    for mut process in both {
        assert!(process.wait().unwrap().success());
    }
    let catalogue = Catalogue { cache: Cache::at(&home), ..catalogue() };
    assert_eq!(catalogue.cache.installed().len(), 1);
    // The package's own number means the same release.
    assert_eq!(catalogue.solver("yices@2.6.5.post24").unwrap().version, "2.6.5");
    assert_eq!(catalogue.cache.remove("yices", None).unwrap().len(), 1);
    assert!(catalogue.cache.remove("yices", None).is_err());
    std::fs::remove_dir_all(home).unwrap();
}
