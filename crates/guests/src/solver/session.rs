//! A session asks one process about many scripts, because starting a solver takes longer than most small scripts.
//!
//! Each script stands between two `(echo)` markers that no script can know, and only what comes between them
//! is its answer. Whatever else happens, the process is thrown away, and the script is asked again in a fresh
//! one if the answer is in doubt. Some scripts are always also asked in a fresh process: if the two disagree,
//! something was carried over from one script to the next, and this solver gets no more sessions.
//!
//! In the plain form a process gets the whole script, and then `(reset)`. Where the solver has scopes and the session may
//! use them, a script is put between `(push 1)` and `(pop 1)` if that is cheaper. Small scripts can be asked ahead, many at
//! once; what goes wrong then is asked again alone.

use super::asides::unmarked;
use super::choice::{Choice, Way};
use super::live::{Asked, Live};
use super::seats::Seats;
use super::session_script::{SessionScript, in_scope};
use super::share::Share;
use super::{Ask, AskError, Limits, Solver};
use crate::answer::{Answer, Outcome};
use crate::hash::HashMap;
use std::fmt;
use std::time::Duration;

/// How long sessions last and how closely they are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionConfig {
    /// A new process after so many scripts, because solvers do not free all memory on `(reset)`.
    pub restart_after: usize,
    /// Every so many scripts one is also asked in a fresh process ..
    pub sample_every: usize,
    /// .. as long as that takes at most one part in so many of the time.
    pub sample_share: Option<u32>,
    /// Which scripts are asked in scopes.
    pub scopes: Scopes,
}

/// Which scripts are asked in scopes, of those that can be: other code of the solver answers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scopes {
    None,
    /// Those for which that is cheaper, mostly.
    Cheaper,
    All,
}

impl Default for SessionConfig {
    fn default() -> SessionConfig {
        SessionConfig { restart_after: 500, sample_every: 100, sample_share: None, scopes: Scopes::None }
    }
}

/// Asks through processes that are kept alive; falls back to fresh ones where that is not possible.
#[derive(Debug)]
pub struct Session {
    solver: Solver,
    config: SessionConfig,
    seats: Seats,
    choice: Choice,
    /// What was asked ahead, by the script: the answer, or that it is to be asked in the plain form.
    ahead: HashMap<String, Option<Answer>>,
    /// The longest time that a process took to start, for which none has its time shortened.
    start: Duration,
    asked: usize,
    /// All that answers took.
    spent: Duration,
    sampling: Option<Share>,
    confusions: usize,
    off: Option<SessionsOff>,
}

/// A solver whose replies could not be told apart so many times in a row gets no more sessions.
const TOLERATED_CONFUSIONS: usize = 5;

/// Why a session cannot go on: a warning for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionsOff {
    /// A session and a fresh process gave different answers.
    StateLeak {
        solver: String,
        script: String,
        in_session: Outcome,
        fresh: Outcome,
        /// The scripts that the process had seen before, as far as they were kept: the last ones.
        before: Vec<String>,
    },
    /// A process gave another answer in a scope than a fresh one in a scope.
    ScopeLeak {
        solver: String,
        /// What all scopes stand on.
        head: String,
        /// What was asked in scopes, the last one last.
        bodies: Vec<String>,
        in_session: Outcome,
        fresh: Outcome,
    },
    /// It does not answer each script before the next comes.
    NoReply { solver: String },
}

impl fmt::Display for SessionsOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionsOff::StateLeak { solver, in_session, fresh, .. } => write!(
                f,
                "{solver} says {} in a session but {} in a fresh process: it carries state over (reset)",
                in_session.word(),
                fresh.word()
            ),
            SessionsOff::ScopeLeak { solver, in_session, fresh, .. } => write!(
                f,
                "{solver} says {} after other scopes but {} without them: it carries state over (pop)",
                in_session.word(),
                fresh.word()
            ),
            SessionsOff::NoReply { solver } => write!(
                f,
                "{solver} does not answer script by script; going on without sessions, which is slower"
            ),
        }
    }
}

impl Session {
    pub fn new(solver: Solver, config: SessionConfig) -> Session {
        Session {
            solver,
            config,
            seats: Seats::default(),
            choice: Choice::default(),
            ahead: HashMap::default(),
            start: Duration::ZERO,
            asked: 0,
            spent: Duration::ZERO,
            sampling: config.sample_share.map(Share::one_in),
            confusions: 0,
            off: None,
        }
    }

    /// Set when sessions turned out not to work for this solver.
    pub fn off(&self) -> Option<&SessionsOff> {
        self.off.as_ref()
    }

    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Which of the next questions are asked in scopes.
    pub fn use_scopes(&mut self, scopes: Scopes) {
        self.config.scopes = scopes;
    }

    /// How a script is to be asked, and whether there was a choice.
    fn way(&mut self, script: &SessionScript) -> (Way, bool) {
        match (&script.scope, self.config.scopes) {
            (Some(scope), Scopes::Cheaper) => (self.choice.next(&scope.kind), true),
            (Some(_), Scopes::All) => (Way::Scope, false),
            _ => (Way::Plain, false),
        }
    }

    /// Asks some scripts at once, as far as they are to be asked in the same way and with the same options: `ask` then knows the
    /// answers. What is answered by anything else than an answer, or not in time, is left to be asked alone.
    pub fn ask_ahead(&mut self, scripts: &[&str], limits: &Limits) -> Result<(), AskError> {
        self.ahead.clear();
        if self.off.is_some() {
            return Ok(());
        }
        let way = if self.solver.profile.forms.is_empty() { Way::Plain } else { Way::Scope };
        let mut asked: Vec<(&str, SessionScript)> = Vec::new();
        for script in scripts {
            let Some(prepared) = SessionScript::new(script, &self.solver) else { continue };
            if !prepared.can_be_asked_in(way)
                || asked.first().is_some_and(|(_, first)| !prepared.is_like(first))
            {
                continue;
            }
            match self.way(&prepared) {
                (chosen, _) if chosen == way => asked.push((script, prepared)),
                _ => drop(self.ahead.insert((*script).to_owned(), None)),
            }
        }
        let prepared: Vec<&SessionScript> = asked.iter().map(|(_, prepared)| prepared).collect();
        let [first, _, ..] = prepared[..] else { return Ok(()) };
        let Some(live) = self.seat_for(way, first, limits)? else { return Ok(()) };
        let seat = self.seats.last_mut();
        let answered = live.ask_at_once(&self.solver, &prepared, way, &mut seat.base, limits);
        let (mut survivor, answers) = answered.map_err(|source| self.solver.failure(source))?;
        if let Some(live) = &mut survivor {
            live.note_options(first);
        }
        seat.live = survivor;
        for ((script, prepared), answer) in asked.iter().zip(answers) {
            if let Some(scope) = &prepared.scope {
                self.choice.note(&scope.kind, way, answer.cpu);
            }
            self.ahead.insert((*script).to_owned(), Some(answer));
        }
        Ok(())
    }

    /// Asks a live process; `None` if the script is better asked in a process of its own, or if the output does not show what
    /// belongs to it.
    fn ask_live(
        &mut self,
        script: &SessionScript,
        in_plain_form: bool,
        limits: &Limits,
    ) -> Result<Option<Answer>, AskError> {
        let (way, chosen) = if in_plain_form { (Way::Plain, true) } else { self.way(script) };
        let answer = self.ask_in(way, chosen, script, limits)?;
        let is_refused = |answer: &Answer| matches!(answer.outcome, Outcome::Rejected(_));
        let Some(scope) = script.scope.as_ref().filter(|_| way == Way::Scope) else { return Ok(answer) };
        if !answer.as_ref().is_some_and(is_refused) {
            return Ok(answer);
        }
        // Some take less in scopes.
        let answer = self.ask_in(Way::Plain, false, script, limits)?;
        if !answer.as_ref().is_some_and(is_refused) {
            self.choice.forbid_scopes(&scope.kind);
        }
        Ok(answer)
    }

    /// Asks in one of the two ways, between which there was a choice or not.
    fn ask_in(
        &mut self,
        way: Way,
        chosen: bool,
        script: &SessionScript,
        limits: &Limits,
    ) -> Result<Option<Answer>, AskError> {
        let Some(live) = self.seat_for(way, script, limits)? else { return Ok(None) };
        let seat = self.seats.last_mut();
        let asked = match &script.scope {
            Some(scope) if way == Way::Scope => {
                live.ask_in_scope(&self.solver, script, scope, &mut seat.base, limits)
            }
            _ => live.ask_plain(&self.solver, script, &mut seat.base, limits),
        };
        let Asked { survivor, answer } = asked.map_err(|source| self.solver.failure(source))?;
        if let (Some(scope), true) = (&script.scope, chosen) {
            match (&survivor, &answer) {
                (Some(_), _) => seat.last = Some((scope.kind.clone(), way)),
                (None, Some(answer)) if answer.outcome == Outcome::Timeout => {
                    self.choice.note_lost(&scope.kind, way, answer.cpu);
                }
                (None, Some(answer)) => self.choice.note(&scope.kind, way, answer.cpu),
                (None, None) => {}
            }
        }
        seat.live = survivor;
        // On a busy machine any solver may be too late now and then.
        self.confusions = if answer.is_some() { 0 } else { self.confusions + 1 };
        if self.confusions >= TOLERATED_CONFUSIONS {
            self.off = Some(SessionsOff::NoReply { solver: self.solver.label() });
        }
        Ok(answer)
    }

    /// The process to which a script is put; `None` if it is better asked in a process of its own.
    fn seat_for(
        &mut self,
        way: Way,
        script: &SessionScript,
        limits: &Limits,
    ) -> Result<Option<Live>, AskError> {
        let profile = &self.solver.profile;
        let is_apart = way == Way::Scope || script.is_dialogue && !profile.incremental_sessions;
        let (seat, arguments) = match is_apart {
            true => {
                let scope = script.scope.as_ref().filter(|_| way == Way::Scope);
                let head = scope.map(|scope| scope.head.as_str());
                (self.seats.apart_for(head), &profile.options.incremental[..])
            }
            false => (self.seats.plain(), &[][..]),
        };
        if seat.is_stranger(script) {
            return Ok(None);
        }
        if let Some((kind, way)) = seat.last.take()
            && let Some(live) = &seat.live
        {
            self.choice.note(&kind, way, live.cost_of_last());
        }
        let live = seat.live_for(script, &self.solver, arguments, self.config.restart_after, limits)?;
        match &live {
            Some(live) => self.start = self.start.max(live.start),
            None => self.off = Some(SessionsOff::NoReply { solver: self.solver.label() }),
        }
        Ok(live)
    }

    /// Whether a script that took so long is also asked in a fresh process.
    fn is_time_for_a_sample(&self, took: Duration) -> bool {
        self.asked.is_multiple_of(self.config.sample_every)
            && self.sampling.is_none_or(|sampling| sampling.has_room_for(self.start + took, self.spent))
    }

    /// Compares the answer to the script that was asked last with that of a fresh process in the same form, which counts.
    pub fn check(&mut self, script: &str, in_session: &Answer, limits: &Limits) -> Result<Answer, AskError> {
        let scoped = if in_session.in_scope { in_scope(script) } else { None };
        let mut fresh = self.ask_fresh(scoped.as_deref().unwrap_or(script), limits)?;
        fresh.in_scope = scoped.is_some();
        if contradict(&in_session.outcome, &fresh.outcome) {
            self.off = Some(self.leak(script, in_session, &fresh));
            self.seats.end_processes();
        }
        Ok(fresh)
    }

    /// Asks in a process of its own. That it has to start does not count, as it does not in a live one.
    fn ask_fresh(&self, script: &str, limits: &Limits) -> Result<Answer, AskError> {
        let longer = |limit: Duration| limit.saturating_add(self.start);
        let limits = Limits { wall: longer(limits.wall), cpu: longer(limits.cpu), ..*limits };
        self.solver.ask_fresh(script, &limits)
    }

    fn leak(&self, script: &str, in_session: &Answer, fresh: &Answer) -> SessionsOff {
        let solver = self.solver.label();
        let (in_session, fresh, was_in_scope) =
            (in_session.outcome.clone(), fresh.outcome.clone(), in_session.in_scope);
        if was_in_scope {
            let scope = SessionScript::new(script, &self.solver).and_then(|script| script.scope);
            let base = scope.as_ref().and_then(|scope| self.seats.base_of(&scope.head));
            let body = scope.as_ref().map(|scope| scope.body.as_str());
            let (head, bodies) = base.map(|base| base.scopes_up_to(body)).unwrap_or_default();
            let bodies = bodies.iter().map(|body| unmarked(body)).collect();
            return SessionsOff::ScopeLeak { solver, head, bodies, in_session, fresh };
        }
        SessionsOff::StateLeak {
            solver,
            script: script.to_owned(),
            in_session,
            fresh,
            before: self.seats.last().seen.before_last().iter().map(|script| unmarked(script)).collect(),
        }
    }
}

impl Ask for Session {
    fn ask(&mut self, script: &str, limits: &Limits) -> Result<Answer, AskError> {
        let ahead = self.ahead.remove(script).filter(|_| self.config.scopes == Scopes::Cheaper);
        let answer = match ahead {
            Some(Some(answer)) => Some(answer),
            _ if self.off.is_some() => None,
            _ => match SessionScript::new(script, &self.solver) {
                Some(prepared) => self.ask_live(&prepared, ahead.is_some(), limits)?,
                None => None,
            },
        };
        let Some(answer) = answer else { return self.ask_fresh(script, limits) };
        self.asked += 1;
        self.spent += answer.wall;
        // A crash may be the work of an earlier script, and is rare enough to look at each.
        if self.is_time_for_a_sample(answer.wall) || matches!(answer.outcome, Outcome::Crash(_)) {
            let fresh = self.check(script, &answer, limits)?;
            self.spent += fresh.wall;
            if let Some(sampling) = &mut self.sampling {
                sampling.note(fresh.wall);
            }
            return Ok(fresh);
        }
        Ok(answer)
    }
}

/// Answers that one deterministic solver cannot both give. Where time or memory decide, anything can happen.
fn contradict(a: &Outcome, b: &Outcome) -> bool {
    let depends_on_resources =
        |outcome: &Outcome| matches!(outcome, Outcome::Unknown(_) | Outcome::Timeout | Outcome::OutOfMemory);
    !depends_on_resources(a) && !depends_on_resources(b) && a.word() != b.word()
}
