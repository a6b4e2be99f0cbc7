//! A session asks one process about many scripts, because starting a solver takes longer than most small scripts.
//!
//! Each script stands between two `(echo)` markers that no script can contain, and only the output between them is
//! its answer. If anything else happens, the process is discarded, and the script is asked again in a fresh one if
//! the answer is in doubt. Some scripts are always asked in a fresh process, too: if the two answers contradict
//! each other, state was carried over from one script to the next, and this solver gets no more sessions.
//!
//! In the plain form a process gets the whole script, and then `(reset)`. If the solver has scopes and the session
//! may use them, a script is put between `(push 1)` and `(pop 1)` if that is cheaper. Small scripts can be asked
//! ahead, many at once; those that go wrong are asked again alone.

use super::asides::unmarked;
use super::choice::{Choice, Way};
use super::live::{Asked, Live};
use super::seats::Seats;
use super::session_script::{SessionScript, in_scope};
use super::share::Share;
use super::{Ask, AskError, Limits, Solver};
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::hash::HashMap;
use std::fmt;
use std::time::Duration;

/// How long sessions last and how closely they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionConfig {
    /// A new process is started after this many scripts, because solvers do not free all memory on `(reset)`.
    pub restart_after: usize,
    /// One in this many scripts is also asked in a fresh process.
    pub sample_every: usize,
    /// Samples take at most one part in this many of the session's time.
    pub sample_share: Option<u32>,
    /// Which scripts are asked in scopes.
    pub scopes: Scopes,
}

/// Which of the suitable scripts are asked in scopes, where other code of the solver answers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scopes {
    None,
    /// Mostly those for which that is cheaper.
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
    /// Scripts asked ahead: the answer, or `None` if the script must be asked in the plain form.
    ahead: HashMap<String, Option<Answer>>,
    /// The longest start of a process so far. Time limits of fresh processes are extended by it.
    start: Duration,
    asked: usize,
    /// The total time of all answers.
    spent: Duration,
    sampling: Option<Share>,
    unusable_replies: usize,
    off: Option<SessionsOff>,
}

/// After this many unusable replies in a row, the solver gets no more sessions.
const TOLERATED_UNUSABLE_REPLIES: usize = 5;

/// Why sessions are given up for a solver: a warning for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionsOff {
    /// A session and a fresh process gave different answers.
    StateLeak {
        solver: String,
        script: String,
        in_session: Outcome,
        fresh: Outcome,
        /// The previous scripts of the process, as far as they were kept.
        before: Vec<String>,
    },
    /// A process gave different answers in a scope, depending on whether other scopes preceded it.
    ScopeLeak {
        solver: String,
        /// The head of all scopes.
        head: String,
        /// The questions asked in scopes, in order.
        bodies: Vec<String>,
        in_session: Outcome,
        fresh: Outcome,
    },
    /// It does not answer each script before the next one comes.
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
            unusable_replies: 0,
            off: None,
        }
    }

    /// Set when sessions do not work for this solver.
    pub fn off(&self) -> Option<&SessionsOff> {
        self.off.as_ref()
    }

    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Sets which of the next questions are asked in scopes.
    pub fn use_scopes(&mut self, scopes: Scopes) {
        self.config.scopes = scopes;
    }

    /// The form in which a script is asked, and whether it was chosen by cost.
    fn way(&mut self, script: &SessionScript) -> (Way, bool) {
        match (&script.scope, self.config.scopes) {
            (Some(scope), Scopes::Cheaper) => (self.choice.next(&scope.kind), true),
            (Some(_), Scopes::All) => (Way::Scope, false),
            _ => (Way::Plain, false),
        }
    }

    /// Asks some scripts at once, if they have the same form and options; `ask` then returns the stored answers.
    /// Scripts without a usual answer in time are asked alone later.
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

    /// Asks a live process; `None` if the script is better asked in a process of its own, or if its reply cannot
    /// be separated.
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
        // Some solvers accept less in scopes.
        let answer = self.ask_in(Way::Plain, false, script, limits)?;
        if !answer.as_ref().is_some_and(is_refused) {
            self.choice.forbid_scopes(&scope.kind);
        }
        Ok(answer)
    }

    /// Asks in one of the two forms; `chosen` says whether it was chosen by cost.
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
        // On a busy machine any solver may be too late occasionally.
        self.unusable_replies = if answer.is_some() { 0 } else { self.unusable_replies + 1 };
        if self.unusable_replies >= TOLERATED_UNUSABLE_REPLIES {
            self.off = Some(SessionsOff::NoReply { solver: self.solver.label() });
        }
        Ok(answer)
    }

    /// The process for a script; `None` if the script is better asked in a process of its own.
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

    /// Whether to also ask a fresh process for a script that took this long.
    fn is_time_for_a_sample(&self, took: Duration) -> bool {
        self.asked.is_multiple_of(self.config.sample_every)
            && self.sampling.is_none_or(|sampling| sampling.has_room_for(self.start + took, self.spent))
    }

    /// Compares the answer to the last script with that of a fresh process in the same form, and returns the
    /// latter.
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

    /// Asks in a process of its own. Its limits are extended by the time to start, which a live process does not
    /// need.
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
        // A crash may be caused by an earlier script, and is rare enough to check each one.
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

/// Whether one deterministic solver cannot give both answers. If time or memory decide, any difference is
/// possible.
fn contradict(a: &Outcome, b: &Outcome) -> bool {
    let depends_on_resources =
        |outcome: &Outcome| matches!(outcome, Outcome::Unknown(_) | Outcome::Timeout | Outcome::OutOfMemory);
    !depends_on_resources(a) && !depends_on_resources(b) && a.word() != b.word()
}
