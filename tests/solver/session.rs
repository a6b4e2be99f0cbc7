//! Sessions: with solvers that misbehave, and with real ones.

use crate::solver::guests::{Fake, QUESTION, limits};
use crate::support::{cpu_seconds, real, with_time_enough};
use gainsay::answer::{Exit, Outcome, Status};
use gainsay::solver::{Ask, Limits, Scopes, Session, SessionConfig, SessionsOff, in_scope};

const NO_SAMPLES: SessionConfig =
    SessionConfig { restart_after: 500, sample_every: usize::MAX, sample_share: None, scopes: Scopes::None };

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
    let expected = [Outcome::Sat, Outcome::Timeout, Outcome::Sat, Outcome::Timeout];
    let four = |limits: &Limits| {
        let mut twice = session(&fake);
        [(); 4].map(|()| twice.ask(QUESTION, limits).unwrap().outcome)
    };
    assert_eq!(with_time_enough(four, |outcomes| *outcomes == expected), expected);
    let mut single = Session::new(fake.solver.clone(), SessionConfig { restart_after: 1, ..NO_SAMPLES });
    for _ in 0..3 {
        assert_eq!(single.ask(QUESTION, &limits()).unwrap().outcome, Outcome::Sat);
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
    let twice = |limits: &Limits| {
        let mut session = session(&fake);
        let first = session.ask(QUESTION, limits).unwrap().outcome;
        assert!(matches!(session.off(), Some(SessionsOff::NoReply { .. })));
        [first, session.ask(QUESTION, limits).unwrap().outcome]
    };
    let expected = [Outcome::Sat, Outcome::Sat];
    assert_eq!(with_time_enough(twice, |outcomes| *outcomes == expected), expected);
}

#[test]
fn a_state_leak_turns_sessions_off() {
    let fake = Fake::new("leaks-state");
    let mut session =
        Session::new(fake.solver.clone(), SessionConfig { sample_every: 5, ..SessionConfig::default() });
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
            let sat = session.ask(SAT, &cpu_seconds(10.0)).unwrap();
            assert_eq!((&sat.outcome, sat.exit), (&Outcome::Sat, Exit::Alive), "{name}");
            assert!(sat.model.is_some_and(|model| model.contains("define-fun x")), "{name}");
            let unsat = session.ask(UNSAT, &cpu_seconds(10.0)).unwrap();
            assert_eq!(unsat.outcome, Outcome::Unsat, "{name}");
            let mut core = unsat.core.expect(name);
            core.sort();
            assert_eq!(core, ["c", "|a b|"], "{name}");
            let rejected = session.ask(UNDECLARED, &cpu_seconds(10.0)).unwrap();
            assert!(matches!(rejected.outcome, Outcome::Rejected(_)), "{name}: {:?}", rejected.outcome);
            let fresh = solver.ask_fresh(UNDECLARED, &cpu_seconds(10.0)).unwrap();
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
    let outcome = |session: &mut Session, script| session.ask(script, &cpu_seconds(10.0)).unwrap().outcome;
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
        let answer = session.ask(script, &cpu_seconds(10.0)).unwrap();
        assert_eq!((answer.outcome, answer.exit), (Outcome::Sat, Exit::Code(0)));
    }
    assert_eq!(session.off(), None);
}

/// z3 keeps options over (reset), so that a script with others needs another process.
#[test]
fn other_options_now_and_then_do_not_end_a_session() {
    let mut session = Session::new(real("z3@5.4.0"), NO_SAMPLES);
    let mut lives = |script| session.ask(script, &cpu_seconds(10.0)).unwrap().exit == Exit::Alive;
    let told: Vec<bool> =
        [SAT, UNSAT, SAT, UNSAT, UNSAT, SAT, UNSAT, UNSAT, UNSAT, UNSAT].map(&mut lives).into();
    assert_eq!(told, [true, false, true, false, false, true, false, false, true, true]);
}

const IN_SCOPES: SessionConfig = SessionConfig { scopes: Scopes::Cheaper, ..NO_SAMPLES };

/// Flat scripts whose answers differ, and what a solver must not carry over from one to the other.
fn flat(logic: &str, number: usize) -> (String, Outcome) {
    let is_sat = !number.is_multiple_of(3);
    let sort = if number.is_multiple_of(2) { "(_ BitVec 8)" } else { "Bool" };
    let value = if number.is_multiple_of(2) { "#x01" } else { "true" };
    let more = if is_sat { "" } else { "(assert (distinct x y))\n" };
    let script = format!(
        "(set-option :produce-models true)\n(set-logic {logic})\n(declare-fun x () {sort})\n(declare-const y {sort})\n\
         (define-fun f ((z {sort})) {sort} z)\n(assert (= (f x) y {value}))\n{more}(check-sat)\n(get-model)\n"
    );
    (script, if is_sat { Outcome::Sat } else { Outcome::Unsat })
}

#[test]
fn real_sessions_ask_in_scopes_what_is_flat() {
    for name in ["z3@5.4.0", "z3@4.8.7", "cvc5", "cvc4", "yices", "bitwuzla"] {
        let mut session = Session::new(real(name), IN_SCOPES);
        let mut scopes = 0;
        for number in 0..40 {
            // Another logic is another base.
            let (script, expected) = flat(if number % 8 < 6 { "QF_BV" } else { "QF_UFBV" }, number);
            let answer = session.ask(&script, &cpu_seconds(10.0)).unwrap();
            assert_eq!((&answer.outcome, answer.exit), (&expected, Exit::Alive), "{name}: {script}");
            assert_eq!(answer.model.is_some(), expected == Outcome::Sat, "{name}: {}", answer.stdout);
            scopes += usize::from(answer.in_scope);
            // What is refused leaves nothing behind.
            if number % 10 == 5 {
                let rejected = session.ask(UNDECLARED, &cpu_seconds(10.0)).unwrap();
                assert!(matches!(rejected.outcome, Outcome::Rejected(_)), "{name}: {:?}", rejected.outcome);
            }
            let checked = session.check(&script, &answer, &cpu_seconds(10.0));
            assert_eq!(checked.unwrap().outcome, expected, "{name}");
        }
        assert_eq!(session.off(), None, "{name}");
        // Each form is tried, and then one is mostly used; who has no scopes is not asked in any.
        assert_eq!(scopes > 3, name != "bitwuzla", "{name}: {scopes}");
        assert!(scopes < 40, "{name}: {scopes}");
    }
}

/// Questions with two assertions of which one is a core, in several logics.
fn with_core(logic: &str, number: usize) -> (String, String) {
    let (asked, other) = (format!("a{number}"), format!("b{number}"));
    let script = format!(
        "(set-option :produce-unsat-cores true)\n(set-logic {logic})\n(declare-const p Bool)\n(declare-const q Bool)\n\
         (assert (! (or p q) :named {other}))\n(assert (! (and p (not p)) :named {asked}))\n(check-sat)\n(get-unsat-core)\n"
    );
    (script, asked)
}

#[test]
fn real_sessions_give_cores_in_scopes_of_several_logics() {
    const ALWAYS: SessionConfig = SessionConfig { scopes: Scopes::All, ..NO_SAMPLES };
    for name in ["z3@5.4.0", "z3@4.8.7", "cvc5", "yices", "bitwuzla"] {
        let mut session = Session::new(real(name), ALWAYS);
        for number in 0..30 {
            // More logics than processes are kept for.
            let logic = ["QF_BV", "QF_UF", "QF_UFBV", "QF_ABV", "QF_AUFBV"][number % 5];
            let (script, core) = with_core(logic, number);
            let answer = session.ask(&script, &cpu_seconds(10.0)).unwrap();
            assert_eq!(answer.outcome, Outcome::Unsat, "{name}: {}", answer.stdout);
            assert_eq!(answer.core, Some(vec![core]), "{name}: {}", answer.stdout);
            assert_eq!(answer.in_scope, name != "bitwuzla", "{name}");
        }
        assert_eq!(session.off(), None, "{name}");
    }
}

#[test]
fn what_may_not_be_the_same_in_a_scope_is_not_asked_in_one() {
    let mut session = Session::new(real("z3@5.4.0"), IN_SCOPES);
    for script in [
        "(set-logic QF_BV)\n(push 1)\n(assert true)\n(check-sat)\n(reset-assertions)\n(check-sat)\n",
        "(set-option :global-declarations true)\n(push 1)\n(declare-const p Bool)\n(pop 1)\n(assert p)\n(check-sat)\n",
        "(set-option :rlimit 100000)\n(check-sat)\n",
        "(declare-fun x () Int)\n(assert (> x 0))\n(minimize x)\n(check-sat)\n",
    ] {
        for _ in 0..3 {
            let answer = session.ask(script, &cpu_seconds(10.0)).unwrap();
            assert!(answer.outcome.is_decided() && !answer.in_scope, "{script}: {}", answer.stdout);
        }
    }
    // More is closed than was opened.
    assert_eq!(in_scope("(push 1)(pop 2)(check-sat)"), None);
    let scoped = in_scope("(set-logic QF_BV)(set-info :status sat)(assert true)(check-sat)(get-model)");
    let expected = "(set-logic QF_BV)\n(push 1)\n(assert true)\n(check-sat)\n(get-model)\n";
    assert_eq!(scoped.as_deref(), Some(expected));
}

/// Datatypes of one name and other constructors in each scope: nothing of one is left in the next. (It is in z3 4.8.7, which
/// crashes.)
#[test]
fn real_sessions_declare_datatypes_in_scopes() {
    for name in ["z3@5.4.0", "cvc5"] {
        let mut session = Session::new(real(name), IN_SCOPES);
        let mut scopes = 0;
        for number in 0..20 {
            let constructors = ["(red)", "(red) (green)", "(red) (green) (blue)"][number % 3];
            let is_sat = number % 3 == 2;
            let script = format!(
                "(set-logic ALL)\n(declare-datatypes ((Colour 0)) (({constructors})))\n(declare-const x Colour)\n\
                 (declare-const y Colour)\n(declare-const z Colour)\n(assert (distinct x y z))\n(check-sat)\n"
            );
            let answer = session.ask(&script, &cpu_seconds(10.0)).unwrap();
            let expected = if is_sat { Outcome::Sat } else { Outcome::Unsat };
            assert_eq!((&answer.outcome, answer.exit), (&expected, Exit::Alive), "{name}: {script}");
            scopes += usize::from(answer.in_scope);
        }
        assert!(scopes > 1, "{name}: {scopes}");
    }
}

/// To ask in a fresh process as well takes fifty times as long here: without a limit each would be.
#[test]
fn samples_take_no_more_than_their_share_of_the_time() {
    let fake = Fake::new("steady");
    let sampled = |share| {
        let config = SessionConfig { sample_every: 1, sample_share: share, ..NO_SAMPLES };
        let mut session = Session::new(fake.solver.clone(), config);
        let fresh = |_| session.ask(QUESTION, &limits()).unwrap().exit != Exit::Alive;
        (0..12).map(fresh).filter(|&fresh| fresh).count()
    };
    assert_eq!(sampled(None), 12);
    assert!((1..12).contains(&sampled(Some(1000))));
}

#[test]
fn what_a_dialogue_leaves_open_is_closed_with_its_scope() {
    let scoped =
        in_scope("(set-logic QF_BV)(push 3)(check-sat)(pop)(assert false)(check-sat-assuming (true))");
    let expected = "(set-logic QF_BV)\n(push 1)\n(push 3)\n(check-sat)\n(pop)\n(assert false)\n\
                    (check-sat-assuming (true))\n(pop 2)\n";
    assert_eq!(scoped.as_deref(), Some(expected));
}

#[test]
fn options_that_can_be_taken_back_do_not_cost_a_process() {
    let global = "(set-option :global-declarations true)\n(push 1)\n(declare-const p Bool)\n(pop 1)\n(assert p)\n(check-sat)\n";
    // Its declaration is gone, unless the option is still set.
    let local =
        "(push 1)\n(declare-const p Bool)\n(pop 1)\n(declare-const p Int)\n(assert (> p 0))\n(check-sat)\n";
    for name in ["z3@5.4.0", "z3@4.8.7"] {
        let mut session = Session::new(real(name), NO_SAMPLES);
        for _ in 0..3 {
            for script in [global, local] {
                let answer = session.ask(script, &cpu_seconds(10.0)).unwrap();
                assert_eq!((answer.outcome, answer.exit), (Outcome::Sat, Exit::Alive), "{name}: {script}");
            }
        }
    }
}

#[test]
fn scripts_with_scopes_of_their_own_run_in_sessions() {
    let dialogue = "(set-option :produce-models true)\n(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n(push 1)\n(assert (bvult x #x02))\n(check-sat)\n\
                    (push 1)\n(assert (bvugt x #x03))\n(check-sat)\n(pop 2)\n(check-sat)\n";
    let statuses = [Status::Sat, Status::Unsat, Status::Sat];
    for name in ["z3@5.4.0", "cvc5", "yices", "bitwuzla"] {
        let mut session = Session::new(real(name), IN_SCOPES);
        let mut scopes = 0;
        for number in 0..6 {
            let answer = session.ask(dialogue, &cpu_seconds(10.0)).unwrap();
            assert_eq!((&answer.statuses[..], answer.exit), (&statuses[..], Exit::Alive), "{name}");
            scopes += usize::from(answer.in_scope);
            assert_eq!(
                session.check(dialogue, &answer, &cpu_seconds(10.0)).unwrap().statuses,
                statuses,
                "{name}"
            );
            let (script, expected) = flat("QF_BV", number);
            assert_eq!(session.ask(&script, &cpu_seconds(10.0)).unwrap().outcome, expected, "{name}");
        }
        assert_eq!(session.off(), None, "{name}");
        assert_eq!(scopes > 0, name != "bitwuzla", "{name}: {scopes}");
    }
}

#[test]
fn what_leaks_from_scope_to_scope_is_told_with_all_scopes() {
    let mut session = Session::new(
        Fake::with_profile("leaks-state", "stdin = []\nsession = []\nforms = [{ name = 'scope' }]")
            .solver
            .clone(),
        IN_SCOPES,
    );
    // The fake solver answers sat to the first question of a process, and then unsat.
    let in_scope =
        (0..4).map(|_| session.ask(QUESTION, &limits()).unwrap()).filter(|answer| answer.in_scope).last();
    let answer = in_scope.expect("two of four are asked in scopes");
    assert_eq!(answer.outcome, Outcome::Unsat);
    session.check(QUESTION, &answer, &limits()).unwrap();
    let Some(SessionsOff::ScopeLeak { head, bodies, .. }) = session.off() else {
        panic!("{:?}", session.off())
    };
    assert_eq!(
        (head.as_str(), &bodies[..]),
        ("(set-logic QF_LIA)\n", &["(check-sat)\n".to_owned(), "(check-sat)\n".to_owned()][..])
    );
}

/// Yices takes no quantifiers in a process that has scopes.
#[test]
fn what_is_refused_in_a_scope_is_asked_without_one() {
    let mut session = Session::new(real("yices"), IN_SCOPES);
    let script = "(set-logic LRA)\n(declare-fun x () Real)\n(assert (> x 1.0))\n(check-sat)\n";
    for _ in 0..6 {
        let answer = session.ask(script, &cpu_seconds(10.0)).unwrap();
        assert_eq!((answer.outcome, answer.in_scope), (Outcome::Sat, false));
    }
}
