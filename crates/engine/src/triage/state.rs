//! Leaks of state: a process that has seen other scripts gives another answer than a fresh one.

use super::steady::{MANY_REPEATS, unsteady};
use super::{Confirmed, Examined, Ignores};
use gainsay_guests::solver::{
    Ask, AskError, Limits, Scopes, Session, SessionConfig, SessionsOff, Solver, is_interrupted,
};
use gainsay_judge::judge::{Certainty, Finding, FindingKind};
use gainsay_lang::answer::{Outcome, Status};
use gainsay_lang::script::Script;
use gainsay_lang::words::counted;
use gainsay_prove::evidence::{Evidence, Test};

/// Replays the scripts that turned off a solver's sessions, in new sessions, and finds few scripts that still show
/// the leak.
pub fn state_leak(
    off: &SessionsOff,
    solver: &Solver,
    limits: &Limits,
    ignores: &Ignores,
) -> Result<Examined, AskError> {
    let SessionsOff::StateLeak { script, before, .. } = off else {
        return Ok(Examined::NotConfirmed("it has no sessions that could leak".to_owned()));
    };
    let not_confirmed = |why: &str| Ok(Examined::NotConfirmed(why.to_owned()));
    match alone(script, solver, limits)? {
        Alone::Steady => {}
        Alone::Changing => return not_confirmed("its answers change in fresh processes, too"),
        Alone::Contradicting(unsteady) => return Ok(Examined::Confirmed(unsteady)),
    }
    let mut replay = Replay { solver, limits, left: MOST_REPLAYS };
    let Some(leak) = replay.shortest_suffix(before, script)? else {
        return not_confirmed("replayed in a new session it does not show");
    };
    let leak = replay.without_needless(leak)?;
    if !replay.shows_again(&leak)? {
        return not_confirmed("replayed several times, it does not always show");
    }
    leak.confirm(solver, limits, ignores)
}

/// A script of the last scopes at whose end a fresh process gives the session's answer, which contradicts its
/// answer to the last scope alone. Their number is doubled until it suffices.
pub fn leaking_scopes(
    off: &SessionsOff,
    solver: &Solver,
    limits: &Limits,
) -> Result<Option<String>, AskError> {
    let SessionsOff::ScopeLeak { head, bodies, in_session, .. } = off else { return Ok(None) };
    let mut count = 2;
    while count / 2 < bodies.len() && !is_interrupted() {
        let last = &bodies[bodies.len().saturating_sub(count)..];
        let text =
            head.clone() + &last.iter().map(|body| format!("(push 1)\n{body}(pop 1)\n")).collect::<String>();
        if solver.ask_fresh(&text, limits)?.outcome.word() == in_session.word() {
            return Ok(Some(text));
        }
        count *= 2;
    }
    Ok(None)
}

/// The behaviour of a solver on a script alone, asked many times.
enum Alone {
    /// It gives the same answer each time.
    Steady,
    /// It sometimes answers and sometimes does not.
    Changing,
    /// It says both sat and unsat, so a different answer in a session proves no leak.
    Contradicting(Box<Confirmed>),
}

fn alone(script: &str, solver: &Solver, limits: &Limits) -> Result<Alone, AskError> {
    let first = solver.ask_fresh(script, limits)?.outcome;
    let mut verdict = Alone::Steady;
    for _ in 0..MANY_REPEATS {
        let answer = solver.ask_fresh(script, limits)?;
        let pair = [&first, &answer.outcome];
        if pair.contains(&&Outcome::Sat) && pair.contains(&&Outcome::Unsat) {
            let test = Test::given(Script::read(script), Evidence::None);
            let unsteady = unsteady(solver, &test, script.to_owned(), answer, limits);
            return Ok(Alone::Contradicting(Box::new(unsteady)));
        }
        if first.word() != answer.outcome.word() {
            verdict = Alone::Changing;
        }
    }
    Ok(verdict)
}

/// How many times a leak must show again.
const CONFIRMATIONS: usize = 3;

/// The most times that a session is replayed.
const MOST_REPLAYS: usize = 60;

/// A script, and the earlier scripts that change its answer.
struct Leak {
    before: Vec<String>,
    script: String,
    in_session: Outcome,
    fresh: Outcome,
}

struct Replay<'a> {
    solver: &'a Solver,
    limits: &'a Limits,
    left: usize,
}

impl Replay<'_> {
    /// Asks these scripts in a new session, and the last one also in a fresh process.
    fn run(&mut self, before: &[String], script: &str) -> Result<Option<Leak>, AskError> {
        const TO_THE_END: SessionConfig = SessionConfig {
            restart_after: usize::MAX,
            sample_every: usize::MAX,
            sample_share: None,
            scopes: Scopes::None,
        };
        self.left = self.left.saturating_sub(1);
        let mut session = Session::new(self.solver.clone(), TO_THE_END);
        for earlier in before {
            // Many scripts take long even if none is answered.
            if is_interrupted() {
                self.left = 0;
                return Ok(None);
            }
            session.ask(earlier, self.limits)?;
        }
        let answer = session.ask(script, self.limits)?;
        if session.off().is_none() {
            session.check(script, &answer, self.limits)?;
        }
        Ok(match session.off().cloned() {
            Some(SessionsOff::StateLeak { script, in_session, fresh, before, .. }) => {
                Some(Leak { before, script, in_session, fresh })
            }
            _ => None,
        })
    }

    /// Whether a leak shows each time, in the same way.
    fn shows_again(&mut self, leak: &Leak) -> Result<bool, AskError> {
        let words = |leak: &Leak| (leak.in_session.word(), leak.fresh.word());
        for _ in 0..CONFIRMATIONS {
            let again = self.run(&leak.before, &leak.script)?;
            if again.as_ref().map(words) != Some(words(leak)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The leak after a suffix of the earlier scripts, whose length is doubled until it shows.
    fn shortest_suffix(&mut self, before: &[String], script: &str) -> Result<Option<Leak>, AskError> {
        let mut count = 1;
        loop {
            let count_now = count.min(before.len());
            if let Some(leak) = self.run(&before[before.len() - count_now..], script)? {
                return Ok(Some(leak));
            }
            if count_now == before.len() {
                return Ok(None);
            }
            count *= 2;
        }
    }

    /// Removes earlier scripts as long as the leak shows: halves first, then smaller parts.
    fn without_needless(&mut self, mut leak: Leak) -> Result<Leak, AskError> {
        let mut part = leak.before.len().div_ceil(2);
        while part > 0 && self.left > 0 {
            let mut at = 0;
            while at < leak.before.len() && leak.before.len() > 1 && self.left > 0 {
                let mut fewer = leak.before.clone();
                fewer.drain(at..(at + part).min(fewer.len()));
                match self.run(&fewer, &leak.script)? {
                    Some(smaller) => leak = smaller,
                    None => at += part,
                }
            }
            part /= 2;
        }
        Ok(leak)
    }
}

/// The input of a process that gets the scripts one after the other.
pub fn session_text(before: &[String], script: &str) -> String {
    before.iter().map(|earlier| format!("{earlier}\n(reset)\n")).collect::<String>() + script
}

impl Leak {
    fn confirm(&self, solver: &Solver, limits: &Limits, ignores: &Ignores) -> Result<Examined, AskError> {
        let (in_session, fresh) = (self.in_session.word(), self.fresh.word());
        let place = if self.before.is_empty() { "in an interactive process" } else { "after a reset" };
        let after = match self.before.len() {
            0 => place.to_owned(),
            count => format!("after {} and (reset)", counted(count, "other script")),
        };
        let mut finding = Finding {
            kind: FindingKind::StateLeak,
            solver: solver.label(),
            certainty: Certainty::Proved,
            why: format!("it answers {in_session} {after}, but {fresh} in a fresh process"),
            signature: Some(match &self.in_session {
                // Crashes are identified by their signature, whatever the right answer is. Output before the crash
                // belongs to the scripts, and is left out.
                Outcome::Crash(signature) => {
                    let crash = signature.text.split(" after: ").next().unwrap_or_default();
                    format!("{crash} {place}")
                }
                // A leak that turns sat into unsat may as well do the contrary.
                Outcome::Sat | Outcome::Unsat if matches!(self.fresh, Outcome::Sat | Outcome::Unsat) => {
                    format!("the contrary answer {place}")
                }
                _ => format!("{in_session} {place}, {fresh} in a fresh process"),
            }),
            details: Vec::new(),
        };
        let script = Script::read(&self.script);
        if let Some(why) = ignores.reason(&finding, solver, &script) {
            return Ok(Examined::Ignored(why));
        }
        let in_sessions = solver.with_options(solver.profile.session.as_deref().unwrap_or_default());
        let answer = in_sessions.ask_fresh(&session_text(&self.before, &self.script), limits)?;
        let last = answer.statuses.last().map(|status| status.word());
        if !matches!(self.in_session, Outcome::Crash(_)) && last != Some(in_session) {
            let remark = "it shows only where each script is sent after the answer to the last";
            finding.details.push(remark.to_owned());
        }
        let expected = self.fresh.status();
        Ok(Examined::Confirmed(Box::new(Confirmed {
            finding,
            test: Test::given(script, Evidence::None),
            solver: solver.clone(),
            before: self.before.clone(),
            text: self.script.clone(),
            answer,
            other_seed: None,
            others: vec![("the same solver in a fresh process".to_owned(), fresh.to_owned())],
            truth: Status::Unknown,
            expected,
            limits: *limits,
        })))
    }
}
