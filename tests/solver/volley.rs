//! Many questions in one pipe: with solvers that misbehave in the middle, and with real ones.

use crate::solver::guests::{Fake, limits};
use crate::support::{cpu_seconds, real, with_time_enough};
use gainsay::answer::{Exit, Limit};
use gainsay::solver::{Limits, Solver, Volley, VolleyEnd};

const QUESTION: &str = "(check-sat)";

/// How many of so many questions are answered with sat, and how it ends. `None` where it does not even begin in time.
fn ask(fake: &Fake, count: usize, limits: &Limits) -> Option<(usize, VolleyEnd)> {
    let mut volley = Volley::start(&fake.solver, &[], "", limits).unwrap()?;
    let replies = volley.ask(&vec![QUESTION; count], limits).unwrap();
    let right = replies.iter().take_while(|reply| *reply == b"sat\n").count();
    assert_eq!(right, replies.len(), "{replies:?}");
    let end = replies.end;
    assert_eq!(volley.is_alive(), end == VolleyEnd::Complete);
    // Who is asked again although it is gone answers nothing.
    if !volley.is_alive() {
        assert!(volley.ask(&[QUESTION], limits).unwrap().is_empty());
    }
    Some((right, end))
}

#[test]
fn each_question_has_its_own_reply_volley_after_volley() {
    let fake = Fake::new("steady");
    let limits = limits();
    let mut volley = Volley::start(&fake.solver, &[], "", &limits).unwrap().unwrap();
    for count in [1, 0, 200, 3] {
        let replies = volley.ask(&vec![QUESTION; count], &limits).unwrap();
        assert_eq!((replies.len(), replies.end), (count, VolleyEnd::Complete));
        assert!(replies.iter().all(|reply| reply == b"sat\n"));
    }
    drop(volley);
    assert_eq!(fake.survivors(), 0);
}

#[test]
fn replies_before_a_death_a_timeout_or_a_flood_count() {
    for (mode, end) in [
        ("answers-seven-then-dies", VolleyEnd::Died(Exit::Signal(libc::SIGSEGV))),
        ("answers-seven-then-sleeps", VolleyEnd::Hit(Limit::Wall)),
        ("answers-seven-then-floods", VolleyEnd::Hit(Limit::Output)),
    ] {
        let fake = Fake::new(mode);
        let ask = |limits: &Limits| ask(&fake, 10, &Limits { output: 1 << 20, ..*limits });
        let expected = Some((7, end));
        assert_eq!(with_time_enough(ask, |ended| *ended == expected), expected, "{mode}");
    }
}

#[test]
fn time_is_counted_from_one_reply_to_the_next() {
    let fake = Fake::new("slow-but-steady");
    let ask_for_long = |limits: &Limits| {
        // Each takes 0.3 s: all of them take longer than the limit.
        let count = (limits.wall.as_secs_f64() / 0.3) as usize + 2;
        ask(&fake, count, limits).map(|(right, end)| (right == count, end))
    };
    let expected = Some((true, VolleyEnd::Complete));
    assert_eq!(with_time_enough(ask_for_long, |ended| *ended == expected), expected);
}

#[test]
fn who_repeats_markers_or_says_nothing_is_not_understood() {
    let limits = Limits::seconds(1.0);
    let start = |mode: &str| Volley::start(&Fake::new(mode).solver, &[], "", &limits).unwrap();
    // A marker that is printed twice stands in the reply to the question after it.
    assert!(start("echoes-twice").is_none());
    assert!(start("answers-at-end").is_none());
    assert!(start("closes-output").is_none());
    assert!(start("floods").is_none());
    // Without a session there is no volley.
    assert!(Volley::start(&Fake::with_profile("steady", "").solver, &[], "", &limits).unwrap().is_none());
}

/// Asks the same three questions many times: sat with this value of `x`, unsat, and one that is refused in the middle.
fn ask_real(solver: &Solver, arguments: &[String], wrap: impl Fn(&str) -> String, preamble: &str) {
    let limits = cpu_seconds(20.0);
    let mut volley = Volley::start(solver, arguments, preamble, &limits).unwrap().expect("it has sessions");
    let declaration = "(declare-const x (_ BitVec 8))";
    let questions: Vec<String> = (0..100)
        .flat_map(|value| {
            let assertion = format!("{declaration}(assert (= x (_ bv{value} 8)))");
            [
                wrap(&format!("{assertion}(check-sat)(get-value (x))")),
                wrap(&format!("{assertion}(assert (not (= x (_ bv{value} 8))))(check-sat)")),
            ]
        })
        .collect();
    let replies = volley.ask(&questions, &limits).unwrap();
    assert_eq!((replies.len(), replies.end), (200, VolleyEnd::Complete), "{}", solver.label());
    for (at, reply) in replies.iter().enumerate() {
        let reply = String::from_utf8_lossy(reply);
        let (value, is_sat) = (at / 2, at.is_multiple_of(2));
        let shown = reply.contains(&format!("#b{value:08b}")) || reply.contains(&format!("#x{value:02x}"));
        assert_eq!((reply.starts_with("sat"), shown), (is_sat, is_sat), "{}: {reply}", solver.label());
    }
}

#[test]
fn real_solvers_take_many_questions_in_scopes() {
    let preamble = "(set-option :produce-models true)(set-logic QF_BV)";
    for name in ["z3@5.4.0", "z3@4.8.7", "yices", "cvc5"] {
        let solver = real(name);
        let form = solver.profile.forms.first().expect("it has a form").clone();
        ask_real(&solver, &form.arguments, |question| format!("(push 1){question}(pop 1)"), preamble);
    }
}

#[test]
fn real_solvers_take_many_whole_scripts() {
    let head = "(set-option :produce-models true)(set-logic QF_BV)";
    for name in ["z3@5.4.0", "yices", "cvc5", "bitwuzla"] {
        ask_real(&real(name), &[], |question| format!("{head}{question}(reset)"), "");
    }
}
