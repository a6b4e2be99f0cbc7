//! Scripts that are asked ahead, many at once.

use crate::solver::guests::{Fake, limits};
use crate::support::{cpu_seconds, real, with_time_enough};
use gainsay::answer::Outcome;
use gainsay::solver::{Ask, Limits, Scopes, Session, SessionConfig, SessionsOff};

const CONFIG: SessionConfig = SessionConfig {
    restart_after: 500,
    sample_every: usize::MAX,
    sample_share: None,
    scopes: Scopes::Cheaper,
};
const SCOPES: &str = "stdin = []\nsession = []\nforms = [{ name = 'scope' }]";

/// A script, and its answer.
fn script(number: usize) -> (String, Outcome) {
    let is_sat = !number.is_multiple_of(3);
    let more = if is_sat { "" } else { "(assert (distinct x #x01))\n" };
    let text = format!(
        "(set-option :produce-models true)\n(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n\
         (declare-const y{number} Bool)\n(assert (= x #x01))\n(assert y{number})\n{more}(check-sat)\n(get-model)\n"
    );
    (text, if is_sat { Outcome::Sat } else { Outcome::Unsat })
}

fn ask_ahead(session: &mut Session, scripts: &[(String, Outcome)], limits: &Limits) {
    let texts: Vec<&str> = scripts.iter().map(|(text, _)| text.as_str()).collect();
    session.ask_ahead(&texts, limits).unwrap();
}

#[test]
fn real_solvers_answer_many_at_once_as_they_do_alone() {
    for name in ["z3@5.4.0", "z3@4.8.7", "cvc5", "cvc4", "yices", "bitwuzla"] {
        let mut session = Session::new(real(name), CONFIG);
        for round in 0..4 {
            let scripts: Vec<_> = (0..30).map(|number| script(30 * round + number)).collect();
            ask_ahead(&mut session, &scripts, &cpu_seconds(10.0));
            for (text, expected) in &scripts {
                let answer = session.ask(text, &cpu_seconds(10.0)).unwrap();
                assert_eq!(&answer.outcome, expected, "{name}: {text}");
                assert_eq!(answer.model.is_some(), *expected == Outcome::Sat, "{name}: {}", answer.stdout);
                let fresh = session.check(text, &answer, &cpu_seconds(10.0)).unwrap();
                assert_eq!(&fresh.outcome, expected, "{name}: {text}");
            }
        }
        assert_eq!(session.off(), None, "{name}");
    }
}

#[test]
fn what_is_refused_among_many_costs_the_others_nothing() {
    for name in ["z3", "cvc5", "yices", "bitwuzla"] {
        let mut session = Session::new(real(name), CONFIG);
        let mut scripts: Vec<_> = (0..40).map(script).collect();
        scripts[20].0 = scripts[20].0.replace("(assert (= x #x01))", "(assert (= z #x01))");
        ask_ahead(&mut session, &scripts, &cpu_seconds(10.0));
        for (number, (text, expected)) in scripts.iter().enumerate() {
            let answer = session.ask(text, &cpu_seconds(10.0)).unwrap();
            match number {
                20 => assert!(matches!(answer.outcome, Outcome::Rejected(_)), "{name}: {:?}", answer.outcome),
                _ => assert_eq!(&answer.outcome, expected, "{name}: {text}"),
            }
        }
    }
}

/// The fake solver answers the first question of a process, and no other.
#[test]
fn who_does_not_answer_all_is_asked_about_the_rest_alone() {
    for mode in ["hangs-on-second", "exits-after-answer", "floods-between"] {
        let fake = Fake::with_profile(mode, SCOPES);
        let scripts: Vec<_> = (0..4).map(script).collect();
        let answered_within = |limits: &Limits| {
            let mut session = Session::new(fake.solver.clone(), CONFIG);
            ask_ahead(&mut session, &scripts, limits);
            let outcomes = scripts.iter().map(|(text, _)| session.ask(text, limits).unwrap().outcome);
            outcomes.filter(|outcome| *outcome == Outcome::Sat).count()
        };
        // One process in two hangs on its second question when it is asked alone.
        let answered = with_time_enough(answered_within, |answered| *answered >= 2);
        assert!(answered >= 2, "{mode}: {answered}");
    }
}

/// The fake solver answers sat to the first question of a process, and then unsat.
#[test]
fn what_leaks_among_many_is_told_with_what_came_before_it() {
    let fake = Fake::with_profile("leaks-state", SCOPES);
    let mut session = Session::new(fake.solver.clone(), CONFIG);
    // Some of the first ones are asked in the plain form.
    let scripts: Vec<_> = (0..8).map(script).collect();
    ask_ahead(&mut session, &scripts, &limits());
    let answers: Vec<_> = scripts.iter().map(|(text, _)| session.ask(text, &limits()).unwrap()).collect();
    let in_scope: Vec<usize> = (0..8).filter(|&at| answers[at].in_scope).collect();
    let (first, second) = (in_scope[0], in_scope[1]);
    assert_eq!((&answers[first].outcome, &answers[second].outcome), (&Outcome::Sat, &Outcome::Unsat));
    session.check(&scripts[second].0, &answers[second], &limits()).unwrap();
    let Some(SessionsOff::ScopeLeak { bodies, .. }) = session.off() else { panic!("{:?}", session.off()) };
    assert_eq!(bodies.len(), 2, "{bodies:?}");
    assert!(bodies[0].contains(&format!("y{first} ")) && bodies[1].contains(&format!("y{second} ")));
}
