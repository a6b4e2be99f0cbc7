//! Sessions: with solvers that misbehave, and with real ones.

use crate::solver::guests::{Fake, QUESTION, limits};
use crate::support::real;
use gainsay::answer::{Exit, Outcome};
use gainsay::solver::{Ask, Limits, Session, SessionConfig, SessionsOff};

const NO_SAMPLES: SessionConfig = SessionConfig { restart_after: 500, sample_every: usize::MAX };

fn session(fake: &Fake) -> Session {
    Session::new(fake.solver.clone(), NO_SAMPLES)
}

#[test]
fn one_process_answers_many_scripts() {
    let fake = Fake::new("steady");
    let mut session = session(&fake);
    for _ in 0..20 {
        let answer = session.ask(QUESTION, &limits()).unwrap();
        assert_eq!((answer.outcome, answer.exit), (Outcome::Sat, Exit::Alive));
    }
    assert_eq!(fake.survivors(), 1);
    drop(session);
    assert_eq!(fake.survivors(), 0);
}

#[test]
fn scripts_that_would_end_or_confuse_a_session_get_their_own_process() {
    let fake = Fake::new("steady");
    let mut session = session(&fake);
    // Without its end the command would swallow the marker.
    let cut = session.ask("(check-sat)\n(assert (and", &limits()).unwrap();
    assert_eq!((cut.outcome, cut.exit), (Outcome::Sat, Exit::Code(0)));
    let several = session.ask("(check-sat)\n(check-sat)\n", &limits()).unwrap();
    assert_eq!((several.statuses.len(), several.exit), (2, Exit::Code(0)));
    let exits = session.ask("(check-sat)\n(exit)\n", &limits()).unwrap();
    assert_eq!((exits.statuses.len(), exits.exit), (1, Exit::Alive));
}

#[test]
fn a_new_process_comes_after_a_timeout_and_after_many_scripts() {
    let fake = Fake::new("hangs-on-second");
    let mut twice = session(&fake);
    let brief = Limits::seconds(1.0);
    let outcomes: Vec<_> = (0..4).map(|_| twice.ask(QUESTION, &brief).unwrap().outcome).collect();
    assert_eq!(outcomes, [Outcome::Sat, Outcome::Timeout, Outcome::Sat, Outcome::Timeout]);
    let mut single = Session::new(fake.solver.clone(), SessionConfig { restart_after: 1, ..NO_SAMPLES });
    for _ in 0..3 {
        assert_eq!(single.ask(QUESTION, &brief).unwrap().outcome, Outcome::Sat);
    }
}

#[test]
fn markers_printed_twice_and_output_between_scripts_confuse_nobody() {
    for mode in ["echoes-twice", "exits-after-answer", "exits-before-answer", "floods-between"] {
        let fake = Fake::new(mode);
        let mut session = session(&fake);
        for _ in 0..3 {
            let answer = session.ask(QUESTION, &limits()).unwrap();
            // Where the session fails the script is asked again in a fresh process, or nothing came at all.
            let expected = if mode == "exits-before-answer" { "unknown" } else { "sat" };
            assert_eq!(
                (answer.outcome.word(), answer.statuses.len()),
                (expected, usize::from(expected == "sat")),
                "{mode}"
            );
        }
        drop(session);
        assert_eq!(fake.survivors(), 0, "{mode}");
    }
}

#[test]
fn a_solver_that_waits_for_the_end_of_its_input_gets_no_sessions() {
    let fake = Fake::new("answers-at-end");
    let mut session = session(&fake);
    assert_eq!(session.ask(QUESTION, &Limits::seconds(1.0)).unwrap().outcome, Outcome::Sat);
    assert!(matches!(session.off(), Some(SessionsOff::NoReply { .. })));
    assert_eq!(session.ask(QUESTION, &Limits::seconds(1.0)).unwrap().outcome, Outcome::Sat);
}

#[test]
fn a_state_leak_turns_sessions_off() {
    let fake = Fake::new("leaks-state");
    let mut session =
        Session::new(fake.solver.clone(), SessionConfig { restart_after: 500, sample_every: 5 });
    for number in 1..=10 {
        let answer = session.ask(QUESTION, &limits()).unwrap();
        // The first is right by luck, the fifth because it is asked again, and all after it because the leak
        // is known.
        let right = number == 1 || number >= 5;
        assert_eq!(answer.outcome, if right { Outcome::Sat } else { Outcome::Unsat }, "script {number}");
    }
    let warning = session.off().expect("the leak was seen").to_string();
    assert!(warning.contains("says unsat in a session but sat in a fresh process"), "{warning}");
    let Some(SessionsOff::StateLeak { before, .. }) = session.off() else { panic!("{warning}") };
    assert_eq!(before.len(), 4);
    assert_eq!(fake.survivors(), 0);
}

#[test]
fn a_crash_in_a_session_is_looked_at_again() {
    let fake = Fake::new("crashes-on-second");
    let mut session = session(&fake);
    let outcomes: Vec<_> = (0..3).map(|_| session.ask(QUESTION, &limits()).unwrap().outcome).collect();
    assert_eq!(outcomes, [Outcome::Sat, Outcome::Sat, Outcome::Sat]);
    assert!(matches!(session.off(), Some(SessionsOff::StateLeak { .. })));
}

const SAT: &str = "(set-option :produce-models true)\n(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n\
                   (assert (bvugt x #x0f))\n(check-sat)\n(get-model)\n";
const UNSAT: &str = "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n\
                     (set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n\
                     (assert (! (bvult x #x2) :named |a b|))\n(assert (! (bvugt x #x4) :named c))\n(check-sat)\n(get-unsat-core)\n";
const UNDECLARED: &str = "(set-logic QF_BV)\n(assert (= y #b1))\n(check-sat)\n";

#[test]
fn real_sessions_answer_as_fresh_processes_do() {
    for name in ["z3@5.4.0", "z3@4.8.10", "cvc5@1.4.2", "cvc5@1.2.0", "cvc5@1.0.3", "bitwuzla", "yices"] {
        let solver = real(name);
        let mut session = Session::new(solver.clone(), NO_SAMPLES);
        for _ in 0..3 {
            let sat = session.ask(SAT, &Limits::default()).unwrap();
            assert_eq!((&sat.outcome, sat.exit), (&Outcome::Sat, Exit::Alive), "{name}");
            assert!(sat.model.is_some_and(|model| model.contains("define-fun x")), "{name}");
            let unsat = session.ask(UNSAT, &Limits::default()).unwrap();
            assert_eq!(unsat.outcome, Outcome::Unsat, "{name}");
            let mut core = unsat.core.expect(name);
            core.sort();
            assert_eq!(core, ["c", "|a b|"], "{name}");
            let rejected = session.ask(UNDECLARED, &Limits::default()).unwrap();
            assert!(matches!(rejected.outcome, Outcome::Rejected(_)), "{name}: {:?}", rejected.outcome);
            let fresh = solver.ask_fresh(UNDECLARED, &Limits::default()).unwrap();
            assert!(matches!(fresh.outcome, Outcome::Rejected(_)), "{name}: {:?}", fresh.outcome);
        }
        assert_eq!(session.off(), None, "{name}");
    }
}

#[test]
fn options_do_not_leak_from_script_to_script() {
    // z3 keeps options over (reset): this one would turn every later script into `unknown`.
    let mut session = Session::new(real("z3@5.4.0"), NO_SAMPLES);
    let hopeless =
        "(set-option :rlimit 1)\n(declare-fun x () Int)\n(assert (> (* x x x) 100))\n(check-sat)\n";
    let easy = hopeless.trim_start_matches("(set-option :rlimit 1)\n");
    let outcome = |session: &mut Session, script| session.ask(script, &Limits::default()).unwrap().outcome;
    assert!(matches!(outcome(&mut session, hopeless), Outcome::Unknown(_)));
    assert_eq!(outcome(&mut session, easy), Outcome::Sat);
}

/// z3 dies of the second one in the same process, and nobody is the wiser.
#[test]
fn what_a_solver_does_not_survive_gets_processes_of_its_own() {
    let script = "(declare-datatypes ((S 0)) (((a) (b (c Bool)))))(declare-const x S)\
                  (assert (match x ((a true) ((b y) y))))(check-sat)\n";
    let mut session = Session::new(real("z3@5.4.0"), NO_SAMPLES);
    for _ in 0..3 {
        let answer = session.ask(script, &Limits::default()).unwrap();
        assert_eq!((answer.outcome, answer.exit), (Outcome::Sat, Exit::Code(0)));
    }
    assert_eq!(session.off(), None);
}

/// z3 keeps options over (reset), so that a script with others needs another process.
#[test]
fn other_options_now_and_then_do_not_end_a_session() {
    let mut session = Session::new(real("z3@5.4.0"), NO_SAMPLES);
    let mut lives = |script| session.ask(script, &Limits::default()).unwrap().exit == Exit::Alive;
    let told: Vec<bool> =
        [SAT, UNSAT, SAT, UNSAT, UNSAT, SAT, UNSAT, UNSAT, UNSAT, UNSAT].map(&mut lives).into();
    assert_eq!(told, [true, false, true, false, false, true, false, false, true, true]);
}
