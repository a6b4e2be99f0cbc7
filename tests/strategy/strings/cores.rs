//! Cores of real solvers: who promises minimal ones is held to it, and nobody else.

use crate::support::{cpu_seconds, real};
use gainsay::consult::{Consultation, consult};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{Certainty, FindingKind, judge};
use gainsay::script::Script;
use gainsay::solver::Solver;
use gainsay::strategy::strings::suite;

/// The last two assertions contradict each other.
const LARGE: &str = "(set-logic QF_BV)
(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))(declare-const z (_ BitVec 8))
(assert (bvult x y))(assert (bvult y z))(assert (bvult z x))(assert (bvugt x (bvadd y #x03)))
(assert (= z #x07))(assert (= (bvadd x y z) #x07))(assert (= x #xff))";

const MINIMAL: &str = "z3@5.4.0 smt.core.minimize=true sat.core.minimize=true";

fn consultation() -> Consultation {
    Consultation { limits: cpu_seconds(5.0), cores: true, other_seed: None, keep_options: false }
}

/// How sure it is that the core of a release is too large, if it is.
fn too_large(solver: Solver) -> Option<Certainty> {
    let release = solver.label();
    let test = Test::given(Script::parse(LARGE).unwrap(), Evidence::None);
    let testimonies = consult(test.script(), &[solver], &consultation()).unwrap();
    assert!(testimonies[0].core.is_some(), "{release} gives no core");
    let findings = judge(&test, &testimonies).findings;
    let finding = findings.iter().find(|finding| finding.kind == FindingKind::NonMinimalCore)?;
    Some(finding.certainty)
}

#[test]
fn who_promises_nothing_gets_a_note() {
    assert_eq!(too_large(real("z3@5.4.0")), Some(Certainty::Disputed));
    assert_eq!(too_large(real("cvc5@1.4.2")), Some(Certainty::Disputed));
}

#[test]
fn who_keeps_the_promise_gets_nothing() {
    assert_eq!(too_large(real(MINIMAL)), None);
    assert_eq!(too_large(real("cvc5@1.4.2 --minimal-unsat-cores")), None);
}

#[test]
fn who_breaks_the_promise_has_a_bug() {
    // An option that stands for the promise, and does nothing for it.
    let mut solver = real("z3@5.4.0 smt.random_seed=0");
    solver.profile.options.minimal_cores = vec!["smt.random_seed=0".to_owned()];
    assert_eq!(too_large(solver), Some(Certainty::Proved));
}

#[test]
fn who_took_the_promise_back_gets_a_note() {
    let solver = real(&format!("{MINIMAL} smt.core.minimize=false sat.core.minimize=false"));
    assert_eq!(too_large(solver), Some(Certainty::Disputed));
}

/// What is asked has the names of the test, by which its noise is known.
#[test]
fn cores_of_the_suite_have_no_noise() {
    let solvers = [real(MINIMAL)];
    let with_cores = suite().filter(|test| test.evidence().core().is_some_and(|core| core.len() > 1));
    let mut seen = 0;
    for test in with_cores.step_by(97).take(8) {
        let testimonies = consult(test.script(), &solvers, &consultation()).unwrap();
        let Some(core) = &testimonies[0].core else { continue };
        seen += 1;
        let expected = test.evidence().core().unwrap();
        assert!(core.names.iter().all(|name| expected.contains(name)), "{:?}", core.names);
        let findings = judge(&test, &testimonies).findings;
        assert!(findings.iter().all(|finding| finding.kind != FindingKind::NonMinimalCore), "{findings:?}");
    }
    assert!(seen > 0, "there is no core");
}
