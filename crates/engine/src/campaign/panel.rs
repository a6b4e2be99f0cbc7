//! The panel: the solvers of one worker, each with sessions of its own.

use super::Campaign;
use super::draw::OptionDraw;
use super::patience::{Kind, Patience, time_of};
use crate::consult::{Request, ask_for_rebuttals, testimony, unsupported};
use gainsay_guests::coverage::{CoverageError, Probe, Trace};
use gainsay_guests::solver::{
    AskError, Limits, Scopes, Session, SessionConfig, SessionsOff, Share, Solver, needs_incremental,
};
use gainsay_judge::judge::{CoreCheck, Testimony};
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::Names;
use gainsay_prove::evidence::Test;
use std::sync::Arc;
use std::time::Duration;

/// Unsat cores are also asked for in one of this many units.
const CORES_EVERY: u64 = 2;
/// Questions about cores take at most one part in this many of the solver's time.
const SHARE_OF_CORES: u32 = 6;
/// In one of this many units each solver is asked again with another random seed.
const SECOND_SEED_EVERY: u64 = 4;
/// Second seeds take at most one part in this many of the solver's time.
const SHARE_OF_SECOND_SEEDS: u32 = 10;
/// Session answers are compared with those of a fresh process as long as that takes at most one part in this
/// many of the time.
const SHARE_OF_SAMPLES: u32 = 16;

/// The second seed changes after this many units: another seed needs a new process.
const SEED_LASTS: u64 = 2048;

/// The random seed of the second question in a unit.
pub fn second_seed(unit: u64) -> u32 {
    1 + (unit / SEED_LASTS % 1000) as u32
}

pub struct Panel {
    solvers: Arc<[Solver]>,
    members: Vec<Member>,
    /// The full limits of one question.
    limits: Limits,
    patience: Patience,
    /// Coverage of the last unit, by the solver's label.
    traces: Vec<(String, Trace)>,
    /// Errors in reading coverage.
    trouble: Vec<CoverageError>,
}

struct Member {
    session: Session,
    /// Reads which code the session's processes reach.
    probe: Option<Probe>,
    /// A session with another random seed, and that seed: the last one that was needed.
    second: Option<(u32, Session)>,
    /// A session for unsat cores, which a process gives for all of its questions or for none.
    cores: Option<Session>,
    /// All time of its first questions; second seeds and cores get a share of it.
    spent: Duration,
    share_of_second_seeds: Share,
    share_of_cores: Share,
    /// The spelling of names that the solver accepted last.
    names: Names,
    /// How often sessions failed, mostly because something leaked from one script to the next.
    leaks: usize,
}

/// How many leaks of a solver each worker examines.
const LOOKED_INTO: usize = 3;
/// After this many leaks a worker asks the solver without sessions.
const TOLERATED: usize = 50;

impl Member {
    fn new(solver: &Solver, probe: Option<Probe>) -> Member {
        Member {
            session: Member::session(solver, probe.as_ref()),
            probe,
            second: None,
            cores: None,
            spent: Duration::ZERO,
            share_of_second_seeds: Share::one_in(SHARE_OF_SECOND_SEEDS),
            share_of_cores: Share::one_in(SHARE_OF_CORES),
            names: Names::default(),
            leaks: 0,
        }
    }

    /// A session, with coverage if the solver has a probe.
    fn session(solver: &Solver, probe: Option<&Probe>) -> Session {
        let (scopes, sample_share) = (Scopes::Cheaper, Some(SHARE_OF_SAMPLES));
        let config = SessionConfig { scopes, sample_share, ..SessionConfig::default() };
        Session::new(probe.map_or(solver, Probe::solver).clone(), config)
    }

    /// Repeats a question that was just answered, with another random seed and in the same form, if the time
    /// budget allows.
    fn ask_with(
        &mut self,
        seed: u32,
        answer: &Answer,
        request: &Request<'_>,
        solver: &Solver,
        limits: &Limits,
    ) -> Result<Option<(u32, Answer)>, AskError> {
        let is_possible = answer.outcome.is_decided() && !solver.profile.options.seed.is_empty();
        if !is_possible || !self.share_of_second_seeds.has_room_for(time_of(answer), self.spent) {
            return Ok(None);
        }
        let mut names = self.names;
        let session = self.with_seed(solver, seed);
        session.use_scopes(if answer.in_scope { Scopes::All } else { Scopes::None });
        let answer = request.ask_through(solver, session, &mut names, limits)?;
        self.share_of_second_seeds.note(time_of(&answer));
        Ok(Some((seed, answer)))
    }

    /// Whether the time budget allows asking for the core of this answer and checking it.
    fn has_time_for_core(&self, answer: &Answer) -> bool {
        self.share_of_cores.has_room_for(time_of(answer) * 2, self.spent)
    }

    /// A session with this random seed.
    fn with_seed(&mut self, solver: &Solver, seed: u32) -> &mut Session {
        let second = self.second.take().filter(|(last, _)| *last == seed);
        let start = || (seed, Session::new(solver.with_seed(seed), SessionConfig::default()));
        &mut self.second.insert(second.unwrap_or_else(start)).1
    }
}

impl Panel {
    /// The solvers under these options. Coverage is read only under the user's options.
    pub fn new(campaign: &Campaign<'_>, options: OptionDraw) -> Panel {
        let Campaign { variants, limits, coverage, fixed_limits, .. } = campaign;
        let solvers = variants.get(options);
        let mut trouble = Vec::new();
        let member = |solver: &Solver| {
            let probe = if options.is_none() { coverage.probe(solver) } else { Ok(None) };
            let probe = probe.unwrap_or_else(|error| {
                trouble.push(error);
                None
            });
            Member::new(solver, probe)
        };
        let members = solvers.iter().map(member).collect();
        let patience = Patience::new(limits.wall, !fixed_limits);
        Panel { solvers, members, limits: *limits, patience, traces: Vec::new(), trouble }
    }

    /// Takes over what another panel has learned about the time that questions need.
    pub fn with_patience_of(mut self, other: &Panel) -> Panel {
        self.patience = other.patience.clone();
        self
    }

    /// The solvers that are asked.
    pub fn solvers(&self) -> &Arc<[Solver]> {
        &self.solvers
    }

    /// Takes the coverage of the last unit, and the errors in reading it.
    pub fn traces(&mut self) -> (Vec<(String, Trace)>, Vec<CoverageError>) {
        (std::mem::take(&mut self.traces), std::mem::take(&mut self.trouble))
    }

    /// Asks all solvers about several small tests at once where possible; `hear` then returns the stored
    /// answers.
    pub fn ask_ahead(&mut self, tests: &[&Test]) -> Result<(), AskError> {
        let requests: Vec<_> = tests.iter().map(|test| Request::new(test.script(), true)).collect();
        let usages: Vec<_> = tests.iter().map(|test| test.script().usage()).collect();
        for (at, (solver, member)) in self.solvers.iter().zip(&mut self.members).enumerate() {
            // Coverage cannot be attributed to a single test if many are asked at once.
            if member.probe.is_some() {
                continue;
            }
            let mut limits = self.limits;
            let mut texts = Vec::new();
            for ((test, request), usage) in tests.iter().zip(&requests).zip(&usages) {
                if unsupported(solver, test.script().logic(), usage).is_some() {
                    continue;
                }
                let Some(text) = request.text_for(solver, member.names) else { continue };
                let quick = self.patience.limits(&kind_of(at, test, text), &self.limits);
                limits.wall = limits.wall.min(quick.wall);
                limits.cpu = limits.cpu.min(quick.cpu);
                texts.push(text);
            }
            member.session.use_scopes(Scopes::Cheaper);
            member.session.ask_ahead(&texts, &limits)?;
        }
        Ok(())
    }

    /// Asks all solvers that support the test.
    pub fn hear(
        &mut self,
        unit: u64,
        test: &Test,
        request: &Request<'_>,
    ) -> Result<Vec<Testimony>, AskError> {
        let usage = test.script().usage();
        let mut testimonies = Vec::new();
        for (at, (solver, member)) in self.solvers.iter().zip(&mut self.members).enumerate() {
            if let Some(reason) = unsupported(solver, test.script().logic(), &usage) {
                testimonies.push(testimony(solver, Answer::not_asked(reason)));
                continue;
            }
            if let Some(probe) = &mut member.probe {
                probe.clear();
            }
            let kind = kind_of(at, test, request.text(member.names));
            // A question that timed out in a scope is repeated in the plain form.
            let ask = |limits: &Limits, is_first: bool| {
                member.session.use_scopes(if is_first { Scopes::Cheaper } else { Scopes::None });
                request.ask_through(solver, &mut member.session, &mut member.names, limits)
            };
            let answer = ask_patiently(&mut self.patience, &kind, &self.limits, ask)?;
            member.spent += time_of(&answer);
            match member.probe.as_mut().map(Probe::read) {
                Some(Ok(trace)) => self.traces.push((solver.label(), trace)),
                Some(Err(error)) => self.trouble.push(error),
                None => {}
            }
            let mut testimony = testimony(solver, answer);
            request.for_solver(solver).text(member.names).clone_into(&mut testimony.text);
            if unit.is_multiple_of(SECOND_SEED_EVERY) {
                let limits = self.patience.limits(&kind, &self.limits);
                testimony.other_seed =
                    member.ask_with(second_seed(unit), &testimony.answer, request, solver, &limits)?;
            }
            testimonies.push(testimony);
        }
        // The core of a single assertion says no more than the answer.
        let has_parts =
            unit.is_multiple_of(CORES_EVERY) && test.script().question().assertions().nth(1).is_some();
        for at in 0..testimonies.len() {
            let testimony = &testimonies[at];
            let is_due = has_parts && self.members[at].has_time_for_core(&testimony.answer);
            if testimony.answer.outcome == Outcome::Unsat && (request.asks_for_core() || is_due) {
                let heard = heard_about_core(at, unit, &testimonies);
                testimonies[at].core = self.core(at, &testimony.answer, &heard, request)?;
            }
            if request.asks_more() {
                let heard = heard_about_core(at, unit, &testimonies);
                testimonies[at].rebuttals = self.rebuttals(test, &testimonies[at], &heard)?;
            }
        }
        Ok(testimonies)
    }

    /// Answers of the solvers at these places, in their sessions, to questions that may refute a solver's
    /// claim.
    fn rebuttals(
        &mut self,
        test: &Test,
        claimant: &Testimony,
        heard: &[usize],
    ) -> Result<Vec<Testimony>, AskError> {
        let (solvers, limits, members) = (&self.solvers, self.limits, &mut self.members);
        let heard: Vec<&Solver> = heard.iter().map(|&place| &solvers[place]).collect();
        ask_for_rebuttals(test.script(), claimant, &heard, &mut |solver, request| {
            let place = solvers.iter().position(|other| std::ptr::eq(other, solver));
            let Some(member) = place.map(|place| &mut members[place]) else {
                return Ok(request.ask(solver, &limits)?.answer);
            };
            member.session.use_scopes(Scopes::Cheaper);
            request.ask_through(solver, &mut member.session, &mut member.names, &limits)
        })
    }

    /// The unsat core of the solver at this place, checked by the solvers at the places `heard`, all in their
    /// sessions.
    fn core(
        &mut self,
        at: usize,
        answer: &Answer,
        heard: &[usize],
        request: &Request<'_>,
    ) -> Result<Option<CoreCheck>, AskError> {
        let (solvers, limits, members) = (&self.solvers, self.limits, &mut self.members);
        let heard: Vec<&Solver> = heard.iter().map(|&place| &solvers[place]).collect();
        let mut took = Duration::ZERO;
        let core = request.core_through(answer, &solvers[at], &heard, &mut |solver, request| {
            let place = solvers.iter().position(|other| std::ptr::eq(other, solver));
            let Some(member) = place.map(|place| &mut members[place]) else {
                return Ok(request.ask(solver, &limits)?.answer);
            };
            let session = match request.asks_for_core() {
                true => member.cores.get_or_insert_with(|| Member::session(solver, None)),
                false => &mut member.session,
            };
            session.use_scopes(Scopes::Cheaper);
            let answer = request.ask_through(solver, session, &mut member.names, &limits)?;
            took += time_of(&answer);
            Ok(answer)
        })?;
        self.members[at].share_of_cores.note(took);
        Ok(core)
    }

    /// Asks a solver again in a fresh process about its last script: if an accusation is not confirmed by a
    /// fresh process, something may have leaked into the session.
    pub fn compare(&mut self, testimony: &Testimony) -> Result<(), AskError> {
        let members = self.solvers.iter().zip(&mut self.members);
        let member =
            members.filter(|(solver, _)| solver.label() == testimony.solver).map(|(_, member)| member).next();
        if let Some(member) = member
            && member.session.off().is_none()
            && !testimony.text.is_empty()
        {
            member.session.check(&testimony.text, &testimony.answer, &self.limits)?;
        }
        Ok(())
    }

    /// Leaks since the last call that should be examined, and sessions that do not work at all. A solver that
    /// leaks gets a new session: no accusation rests on a session's answer alone.
    pub fn leaks(&mut self) -> Vec<(Solver, SessionsOff)> {
        let mut found = Vec::new();
        for (solver, member) in self.solvers.iter().zip(&mut self.members) {
            let Some(off) = member.session.off() else { continue };
            member.leaks += 1;
            if member.leaks <= LOOKED_INTO {
                found.push((solver.clone(), off.clone()));
            }
            if !matches!(off, SessionsOff::NoReply { .. }) && member.leaks < TOLERATED {
                member.session = Member::session(solver, member.probe.as_ref());
            }
        }
        found
    }
}

/// The places of the solvers that check the core of the solver at this place: itself, and in turn one of the
/// others that decided the question.
fn heard_about_core(at: usize, unit: u64, testimonies: &[Testimony]) -> Vec<usize> {
    let is_able = |place: usize| testimonies[place].answer.outcome.is_decided();
    let others: Vec<usize> = (0..testimonies.len()).filter(|&place| place != at && is_able(place)).collect();
    let turn = (unit / CORES_EVERY) as usize % others.len().max(1);
    [at].into_iter().chain(others.get(turn).copied()).collect()
}

fn kind_of(solver: usize, test: &Test, text: &str) -> Kind {
    let strategy = test.lineage().strategy.to_string();
    let logic = test.script().logic().unwrap_or_default().to_owned();
    Kind { solver, strategy, logic, size: text.len().max(1).ilog2(), dialogue: needs_incremental(text) }
}

/// Asks with the quick limit for questions of this kind; after a timeout once more with a longer one, if the
/// time budget allows.
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
    let longer = patience.limits_for_another_try(kind, &quick, full);
    let (false, Some(longer)) = (in_time, longer) else { return Ok(answer) };
    let answer = ask(&longer, false)?;
    patience.note_again(kind, time_of(&answer), answer.outcome != Outcome::Timeout);
    Ok(answer)
}
