//! The doctor asks a solver a few easy questions and reports what works: answers, models, cores, sessions,
//! start-up time.

use super::{Ask, Limits, Session, SessionConfig, Solver};
use gainsay_lang::answer::{Answer, Outcome};
use std::time::Duration;

const SAT: &str = "(set-option :produce-models true)\n(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n\
                   (assert (= (bvadd x #b0001) #b0011))\n(check-sat)\n(get-model)\n";
const UNSAT: &str = "(set-option :produce-unsat-cores true)\n(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n\
                     (assert (! (bvult x #b0010) :named low))\n(assert (! (bvugt x #b0100) :named high))\n\
                     (assert (! (= x x) :named other))\n(check-sat)\n(get-unsat-core)\n";
/// For solvers that take no options and give no models.
const PLAIN: &str =
    "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n(assert (= (bvadd x #b0001) #b0011))\n(check-sat)\n";

const PLAIN_UNSAT: &str = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 4))\n(assert (bvult x #b0010))\n(assert (bvugt x #b0100))\n(check-sat)\n";

/// The result of a checkup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkup {
    /// Whether `sat` and `unsat` are correct.
    pub answers: bool,
    pub model: bool,
    pub core: bool,
    /// Whether a session gives the same answers, script after script.
    pub session: bool,
    /// The time from start to end of the process on a tiny script: the best of three.
    pub startup: Duration,
    /// The problem, if the answers are not correct.
    pub complaint: Option<String>,
}

/// Examines a solver.
pub fn examine(solver: &Solver) -> Checkup {
    let limits = Limits::seconds(5.0);
    let ask = |script| solver.ask_fresh(script, &limits);
    let mut startup = Duration::MAX;
    let mut complaint = None;
    for (script, right) in [(PLAIN, Outcome::Sat), (PLAIN_UNSAT, Outcome::Unsat), (PLAIN, Outcome::Sat)] {
        complaint = match ask(script) {
            Ok(answer) => {
                startup = startup.min(answer.wall);
                complaint_about(&answer, &right)
            }
            Err(error) => Some(error.to_string()),
        };
        if complaint.is_some() {
            // A solver that fails easy questions fails the others as well, and each might use up all its time.
            let startup = if startup == Duration::MAX { Duration::ZERO } else { startup };
            return Checkup { startup, complaint, ..Checkup::default() };
        }
    }
    let has = |script, wanted: &dyn Fn(&Answer) -> bool| ask(script).is_ok_and(|answer| wanted(&answer));
    Checkup {
        answers: true,
        model: has(SAT, &|answer| answer.outcome == Outcome::Sat && answer.model.is_some()),
        core: has(UNSAT, &|answer| answer.outcome == Outcome::Unsat && is_right_core(answer)),
        session: session_works(solver, &limits),
        startup,
        complaint,
    }
}

/// The problem with the answer to an easy question.
fn complaint_about(answer: &Answer, right: &Outcome) -> Option<String> {
    match &answer.outcome {
        outcome if outcome == right => None,
        Outcome::Timeout => Some("does not answer an easy question in 5 s".to_owned()),
        Outcome::Sat | Outcome::Unsat => {
            Some(format!("answers {} to an easy question that is {}", answer.outcome.word(), right.word()))
        }
        outcome => Some(format!("{}; it printed: {}", outcome.word(), first_line(answer))),
    }
}

/// The first line of output, for display.
pub fn first_line(answer: &Answer) -> String {
    let lines = answer.stdout.lines().chain(answer.stderr.lines());
    let line = lines.map(str::trim).find(|line| !line.is_empty()).unwrap_or("nothing");
    // It is printed to a terminal.
    line.chars().filter(|c| !c.is_control()).collect()
}

fn is_right_core(answer: &Answer) -> bool {
    let names = answer.core.as_deref().unwrap_or(&[]);
    ["low", "high"].iter().all(|wanted| names.iter().any(|name| name == wanted))
}

fn session_works(solver: &Solver, limits: &Limits) -> bool {
    if solver.profile.session.is_none() {
        return false;
    }
    let config = SessionConfig { sample_every: 1, ..SessionConfig::default() };
    let mut session = Session::new(solver.clone(), config);
    let mut says =
        |script, outcome| session.ask(script, limits).is_ok_and(|answer| answer.outcome == outcome);
    let right = says(SAT, Outcome::Sat) && says(UNSAT, Outcome::Unsat) && says(SAT, Outcome::Sat);
    right && session.off().is_none()
}
