//! The solvers of one worker: each in a session of its own.

use super::Campaign;
use super::patience::{Kind, Patience, time_of};
use crate::answer::{Answer, Outcome};
use crate::consult::{Request, testimony, unsupported};
use crate::coverage::{CoverageError, Probe, Trace};
use crate::evidence::Test;
use crate::judge::Testimony;
use crate::script::Names;
use crate::solver::{
    AskError, Limits, Session, SessionConfig, SessionsOff, Share, Solver, needs_incremental, time_waited,
};

/// Every so many units the unsat cores are asked for as well.
const CORES_EVERY: u64 = 4;
/// Every so many units each solver is asked a second time, with another random seed.
const SECOND_SEED_EVERY: u64 = 8;
/// .. unless that has taken more than one part in so many of the time: it takes fresh processes, or the plain form.
const SHARE: u32 = 16;

/// For so many second questions the seed stays the same, because another one needs a new process.
const SEED_LASTS: u64 = 256;

/// The random seed of the second question in a unit.
pub fn second_seed(unit: u64) -> u32 {
    1 + (unit / (SECOND_SEED_EVERY * SEED_LASTS) % 1000) as u32
}

pub struct Panel<'a> {
    solvers: &'a [Solver],
    seats: Vec<Seat>,
    /// What is waited for at most.
    limits: Limits,
    patience: Patience,
    cores: Share,
    second_seeds: Share,
    /// What solvers reached in the last unit, by their labels.
    traces: Vec<(String, Trace)>,
    /// Why something is not known that should be.
    trouble: Vec<CoverageError>,
}

struct Seat {
    session: Session,
    /// Tells what the session's processes reach.
    probe: Option<Probe>,
    /// With another random seed, the last one that was needed.
    second: Option<(u32, Session)>,
    /// The spelling that the solver understood last.
    names: Names,
    /// How often something leaked from one script to the next.
    leaks: usize,
}

/// Leaks of a solver that each worker looks into ..
const LOOKED_INTO: usize = 3;
/// .. and after how many it goes on without sessions.
const TOLERATED: usize = 50;

impl Seat {
    /// A session that counts, if it can.
    fn session(solver: &Solver, probe: Option<&Probe>) -> Session {
        let config = SessionConfig { scopes: true, sample_share: Some(SHARE), ..SessionConfig::default() };
        Session::new(probe.map_or(solver, Probe::solver).clone(), config)
    }

    /// A session with this random seed.
    fn with_seed(&mut self, solver: &Solver, seed: u32) -> &mut Session {
        let second = self.second.take().filter(|(last, _)| *last == seed);
        let start = || (seed, Session::new(solver.with_seed(seed), SessionConfig::default()));
        &mut self.second.insert(second.unwrap_or_else(start)).1
    }
}

impl<'a> Panel<'a> {
    /// The solvers under the options with this number. What they reach is watched only under the user's.
    pub fn new(campaign: &'a Campaign<'_>, options: usize) -> Panel<'a> {
        let Campaign { variants, limits, coverage, fixed_limits, .. } = campaign;
        let solvers = variants.get(options);
        let mut trouble = Vec::new();
        let seat = |solver: &Solver| {
            let probe = if options == 0 { coverage.probe(solver) } else { Ok(None) };
            let probe = probe.unwrap_or_else(|error| {
                trouble.push(error);
                None
            });
            let session = Seat::session(solver, probe.as_ref());
            Seat { session, probe, second: None, names: Names::default(), leaks: 0 }
        };
        let seats = solvers.iter().map(seat).collect();
        let patience = Patience::new(limits.wall, !fixed_limits);
        Panel {
            solvers,
            seats,
            limits: *limits,
            patience,
            cores: Share::one_in(SHARE),
            second_seeds: Share::one_in(SHARE),
            traces: Vec::new(),
            trouble,
        }
    }

    /// Begins with what another panel has learned about the time that questions need.
    pub fn with_patience_of(mut self, other: &Panel<'_>) -> Panel<'a> {
        self.patience = other.patience.clone();
        self
    }

    /// Ends the processes that wait for questions: others are asked next.
    pub fn rest(&mut self) {
        for seat in &mut self.seats {
            seat.session.rest();
            seat.second = None;
        }
    }

    /// What solvers reached in the last unit, and why that is not known where it should be.
    pub fn traces(&mut self) -> (Vec<(String, Trace)>, Vec<CoverageError>) {
        (std::mem::take(&mut self.traces), std::mem::take(&mut self.trouble))
    }

    /// Asks all solvers about several small tests at once, as far as they can be asked so: `hear` then knows the answers.
    pub fn ask_ahead(&mut self, tests: &[(u64, &Test)]) -> Result<(), AskError> {
        let requests: Vec<_> = tests.iter().map(|(_, test)| Request::new(test.script(), true)).collect();
        let usages: Vec<_> = tests.iter().map(|(_, test)| test.script().usage()).collect();
        for (at, (solver, seat)) in self.solvers.iter().zip(&mut self.seats).enumerate() {
            // What each question reaches is not known if many are asked at once.
            if seat.probe.is_some() {
                continue;
            }
            let mut limits = self.limits;
            let mut texts = Vec::new();
            for (((unit, test), request), usage) in tests.iter().zip(&requests).zip(&usages) {
                let is_second =
                    unit.is_multiple_of(SECOND_SEED_EVERY) && self.second_seeds.is_due(self.patience.spent());
                if is_second || unsupported(solver, test.script().logic(), usage).is_some() {
                    continue;
                }
                let Some(text) = request.text_for(solver, seat.names) else { continue };
                let quick = self.patience.limits(&kind_of(at, test, text), &self.limits);
                limits.wall = limits.wall.min(quick.wall);
                limits.cpu = limits.cpu.min(quick.cpu);
                texts.push(text);
            }
            seat.session.allow_scopes(true);
            seat.session.ask_ahead(&texts, &limits)?;
        }
        Ok(())
    }

    /// Asks all solvers that can know what the test is about.
    pub fn hear(
        &mut self,
        unit: u64,
        test: &Test,
        request: &Request<'_>,
    ) -> Result<Vec<Testimony>, AskError> {
        let usage = test.script().usage();
        let mut testimonies = Vec::new();
        for (at, (solver, seat)) in self.solvers.iter().zip(&mut self.seats).enumerate() {
            if let Some(reason) = unsupported(solver, test.script().logic(), &usage) {
                testimonies.push(testimony(solver, Answer::not_asked(reason)));
                continue;
            }
            if let Some(probe) = &mut seat.probe {
                probe.clear();
            }
            let second = unit.is_multiple_of(SECOND_SEED_EVERY)
                && !solver.profile.options.seed.is_empty()
                && self.second_seeds.is_due(self.patience.spent());
            let kind = kind_of(at, test, request.text(seat.names));
            // With another seed it is asked in the plain form, and so is what takes too long in a scope.
            let ask = |limits: &Limits, is_first: bool| {
                seat.session.allow_scopes(is_first && !second);
                request.ask_through(solver, &mut seat.session, &mut seat.names, limits)
            };
            let answer = ask_patiently(&mut self.patience, &kind, &self.limits, ask)?;
            if second {
                self.second_seeds.note(time_of(&answer));
            }
            match seat.probe.as_mut().map(Probe::read) {
                Some(Ok(trace)) => self.traces.push((solver.label(), trace)),
                Some(Err(error)) => self.trouble.push(error),
                None => {}
            }
            let mut testimony = testimony(solver, answer);
            request.text(seat.names).clone_into(&mut testimony.text);
            let decided = testimony.answer.outcome.is_decided();
            if decided && second {
                let seed = second_seed(unit);
                let mut names = seat.names;
                let session = seat.with_seed(solver, seed);
                let limits = self.patience.limits(&kind, &self.limits);
                let answer = request.ask_through(solver, session, &mut names, &limits)?;
                self.second_seeds.note(time_of(&answer));
                testimony.other_seed = Some((seed, answer));
            }
            let is_due = unit.is_multiple_of(CORES_EVERY) && self.cores.is_due(self.patience.spent());
            let wants_core = request.asks_for_core() || is_due;
            if testimony.answer.outcome == Outcome::Unsat && wants_core {
                let before = time_waited();
                testimony.core = request.core(&testimony.answer, solver, self.solvers, &self.limits)?;
                self.cores.note(time_waited().saturating_sub(before));
            }
            testimonies.push(testimony);
        }
        Ok(testimonies)
    }

    /// Asks a solver again in a fresh process about the script that it was asked last: an accusation that a fresh process
    /// does not bear out may come from a leak.
    pub fn compare(&mut self, testimony: &Testimony) -> Result<(), AskError> {
        let seats = self.solvers.iter().zip(&mut self.seats);
        let seat =
            seats.filter(|(solver, _)| solver.label() == testimony.solver).map(|(_, seat)| seat).next();
        if let Some(seat) = seat
            && seat.session.off().is_none()
            && !testimony.text.is_empty()
        {
            seat.session.check(&testimony.text, &testimony.answer, &self.limits)?;
        }
        Ok(())
    }

    /// What has leaked since the last call, and is worth to be looked into; sessions that do not work at all. A solver that
    /// leaks gets a new session, since nobody is accused by what a session says.
    pub fn leaks(&mut self) -> Vec<(&'a Solver, SessionsOff)> {
        let mut found = Vec::new();
        for (solver, seat) in self.solvers.iter().zip(&mut self.seats) {
            let Some(off) = seat.session.off() else { continue };
            seat.leaks += 1;
            if seat.leaks <= LOOKED_INTO {
                found.push((solver, off.clone()));
            }
            if !matches!(off, SessionsOff::NoReply { .. }) && seat.leaks < TOLERATED {
                seat.session = Seat::session(solver, seat.probe.as_ref());
            }
        }
        found
    }
}

fn kind_of(solver: usize, test: &Test, text: &str) -> Kind {
    let strategy = test.lineage().strategy.to_string();
    let logic = test.script().logic().unwrap_or_default().to_owned();
    Kind { solver, strategy, logic, size: text.len().max(1).ilog2(), dialogue: needs_incremental(text) }
}

/// Asks with the quick limit for questions of this kind; and again with the full one, if there is time for that.
fn ask_patiently(
    patience: &mut Patience,
    kind: &Kind,
    full: &Limits,
    mut ask: impl FnMut(&Limits, bool) -> Result<Answer, AskError>,
) -> Result<Answer, AskError> {
    let quick = patience.limits(kind, full);
    let answer = ask(&quick, true)?;
    let in_time = answer.outcome != Outcome::Timeout;
    patience.note(kind, time_of(&answer), in_time);
    if in_time || !patience.may_ask_again(quick.cpu) {
        return Ok(answer);
    }
    let answer = ask(full, false)?;
    patience.note_again(kind, time_of(&answer), answer.outcome != Outcome::Timeout);
    Ok(answer)
}
