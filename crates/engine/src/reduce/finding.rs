//! A predicate that preserves a verdict while a script is reduced: the same solver, the same kind of finding, and
//! a reason that still holds. So a reduction cannot drift to another bug or to a right answer.

use super::{Budget, Candidate, NotReducible, Predicate, Reduced, reduce};
use crate::consult::{Consultation, Request, consult, model_reading, testimony};
use crate::threads::in_parallel;
use gainsay_eval::eval::{Bounds, Model, read_model_with};
use gainsay_guests::solver::{AskError, Session, SessionConfig, Solver};
use gainsay_judge::judge::{
    Basis, Finding, FindingKind, ModelVerdict, ShownBy, Testimony, Voices, examine_model, judge,
};
use gainsay_lang::answer::{Answer, Outcome, Status};
use gainsay_lang::script::{Names, Question, Script, Terms};
use gainsay_prove::evidence::{Evidence, Search, Test, witness};
use std::time::Duration;

/// The accused solver, the accusation, and the solvers that may testify.
#[derive(Clone, Debug)]
pub struct Accusation {
    pub accused: Solver,
    pub kind: FindingKind,
    /// The signature of the crash or of the sanitizer's report.
    pub signature: Option<String>,
    /// Whether it is proved or derived: then candidates that are merely disputed do not count.
    pub is_bug: bool,
    /// Solvers that are asked for a second opinion.
    pub others: Vec<Solver>,
    pub how: Consultation,
}

impl Accusation {
    /// The accusation made by a finding, if its solver is available. Among the other solvers, those that
    /// contradict the accused come first, then the fastest. Solvers that did not decide the whole script are not
    /// asked about its parts, unless none did.
    pub fn of(
        finding: &Finding,
        solvers: &[Solver],
        testimonies: &[Testimony],
        how: &Consultation,
    ) -> Option<Accusation> {
        let accused = solvers.iter().find(|solver| solver.label() == finding.solver)?.clone();
        let answer_of = |label: &str| {
            testimonies.iter().find(|testimony| testimony.solver == label).map(|testimony| &testimony.answer)
        };
        let own = answer_of(&finding.solver).map(|answer| &answer.outcome);
        let mut others: Vec<(bool, Duration, Solver)> = Vec::new();
        for solver in solvers.iter().filter(|solver| solver.label() != finding.solver) {
            let answer = answer_of(&solver.label());
            let decided = answer.filter(|answer| answer.outcome.is_decided());
            let agrees = decided.is_some_and(|answer| Some(&answer.outcome) == own);
            if decided.is_some() || answer.is_none() {
                others.push((agrees, decided.map_or(Duration::ZERO, |answer| answer.wall), solver.clone()));
            }
        }
        if others.is_empty() {
            let rest = solvers.iter().filter(|solver| solver.label() != finding.solver);
            others.extend(rest.map(|solver| (false, Duration::ZERO, solver.clone())));
        }
        others.sort_by_key(|(agrees, wall, _)| (*agrees, *wall));
        Some(Accusation {
            accused,
            kind: finding.kind,
            signature: finding.signature.clone(),
            is_bug: finding.is_bug(),
            others: others.into_iter().map(|(_, _, solver)| solver).collect(),
            how: *how,
        })
    }
}

/// Reduces a script while a finding about it holds. Solvers are asked in sessions, several candidates at once. The
/// result is confirmed in fresh processes; if that fails, the reduction is repeated with fresh processes only.
pub fn reduce_finding(
    start: &Candidate,
    accusation: &Accusation,
    jobs: usize,
    budget: &Budget<'_>,
) -> Result<Reduced, NotReducible> {
    // A process reports undefined behaviour only once for each place in its code, so sessions would miss it.
    let sessions = accusation.kind.row().telling.shown_by != ShownBy::SanitizerReport;
    let quick = reduce(start, &mut FindingCheck::new(accusation, jobs, sessions), budget);
    let mut careful = FindingCheck::new(accusation, jobs, false);
    if let Ok(reduced) = &quick {
        let mut confirmed = [reduced.best.clone()];
        if careful.first_interesting(&mut confirmed).is_some() {
            let [best] = confirmed;
            return Ok(Reduced { best, ..reduced.clone() });
        }
    }
    match quick {
        Err(NotReducible::EmptyIsInteresting) => quick,
        _ => reduce(start, &mut careful, budget).map_err(|error| match careful.failure() {
            Some(failure) if error == NotReducible::NotInteresting => {
                NotReducible::CannotAsk(failure.to_string())
            }
            _ => error,
        }),
    }
}

/// Checks whether a finding still holds for candidates, several at once.
pub struct FindingCheck {
    checkers: Vec<Checker>,
}

impl FindingCheck {
    pub fn new(accusation: &Accusation, jobs: usize, sessions: bool) -> FindingCheck {
        FindingCheck { checkers: (0..jobs.max(1)).map(|_| Checker::new(accusation, sessions)).collect() }
    }

    /// Why a solver could not be asked, if that happened.
    pub fn failure(&self) -> Option<&AskError> {
        self.checkers.iter().find_map(|checker| checker.failure.as_ref())
    }
}

impl Predicate for FindingCheck {
    fn width(&self) -> usize {
        self.checkers.len()
    }

    fn first_interesting(&mut self, candidates: &mut [Candidate]) -> Option<usize> {
        if let [checker] = &mut self.checkers[..] {
            return candidates.iter_mut().position(|candidate| checker.stands(candidate));
        }
        let pairs = self.checkers.iter_mut().zip(candidates);
        let stands = in_parallel(pairs, |(checker, candidate)| checker.stands(candidate));
        stands.into_iter().position(|stands| stands)
    }
}

/// Checks candidates one by one.
struct Checker {
    accusation: Accusation,
    accused: Asked,
    others: Vec<Asked>,
    failure: Option<AskError>,
}

/// A solver and the way to ask it.
struct Asked {
    solver: Solver,
    session: Option<Session>,
    /// The spelling that it understood last.
    names: Names,
}

impl Asked {
    fn new(solver: &Solver, sessions: bool) -> Asked {
        let session = sessions.then(|| Session::new(solver.clone(), SessionConfig::default()));
        Asked { solver: solver.clone(), session, names: Names::default() }
    }

    fn ask(&mut self, question: &Request<'_>, how: &Consultation) -> Result<Answer, AskError> {
        let Asked { solver, session, names } = self;
        match session {
            Some(session) => question.ask_through(solver, session, names, &how.limits),
            None => question.ask_through(solver, &mut solver.clone(), names, &how.limits),
        }
    }
}

/// Small scripts are decided by exhaustive search, and larger ones by a short proof search; a longer one would
/// take more time than the solvers.
const SEARCH: Search<'_> = Search::BRIEF.trying(Bounds {
    assignments: 1 << 16,
    instances: 1 << 18,
    domain: 1 << 12,
    universe: 2,
    work: 100_000,
    ..Bounds::DEFAULT
});

impl Checker {
    fn new(accusation: &Accusation, sessions: bool) -> Checker {
        Checker {
            accused: Asked::new(&accusation.accused, sessions),
            others: accusation.others.iter().map(|solver| Asked::new(solver, sessions)).collect(),
            accusation: accusation.clone(),
            failure: None,
        }
    }

    /// Whether the accusation holds for a candidate. If a solver cannot be asked, it does not.
    fn stands(&mut self, candidate: &mut Candidate) -> bool {
        if !candidate.script.asks() {
            return false;
        }
        let rests_on = self.accusation.kind.row().rests_on;
        if rests_on != Basis::Fault && !candidate.script.is_understood() {
            return false;
        }
        let stands = match rests_on {
            Basis::Fault => self.is_faulty(&candidate.script),
            Basis::Satisfiable => self.is_wrong_unsat(candidate),
            Basis::Unsatisfiable => self.is_wrong_sat(&candidate.script),
            Basis::Model => self.is_invalid_model(&candidate.script),
            Basis::Core => self.is_invalid_core(&candidate.script),
            Basis::Reply
            | Basis::OwnAnswers
            | Basis::History
            | Basis::ContraryAnswer
            | Basis::CoreSize
            | Basis::Comparison => self.is_judged_so(&candidate.script),
        };
        stands.unwrap_or_else(|error| {
            self.failure.get_or_insert(error);
            false
        })
    }

    fn question<'b>(&self, script: &'b Script) -> Request<'b> {
        Request::new(script, self.accusation.how.keep_options)
    }

    fn ask_accused(&mut self, script: &Script) -> Result<Answer, AskError> {
        let question = self.question(script);
        self.accused.ask(&question, &self.accusation.how)
    }

    fn is_faulty(&mut self, script: &Script) -> Result<bool, AskError> {
        let answer = self.ask_accused(script)?;
        let known = self.accusation.signature.as_ref();
        Ok(answer.fault().is_some_and(|fault| known.is_none_or(|known| *known == fault.text)))
    }

    /// The accused says unsat, and a model satisfies the script: the one that came along, or a new one.
    fn is_wrong_unsat(&mut self, candidate: &mut Candidate) -> Result<bool, AskError> {
        let question = candidate.script.question();
        let known = candidate.model.take().and_then(|model| witness(&question, model).ok());
        if self.ask_accused(&candidate.script)?.outcome != Outcome::Unsat {
            return Ok(false);
        }
        if let Some(witness) = known {
            candidate.model = Some(witness.into_model());
            return Ok(true);
        }
        let found = self.new_witness(&question)?;
        Ok(found.is_some_and(|(terms, model)| {
            candidate.script.terms = terms;
            candidate.model = Some(model);
            true
        }))
    }

    /// A model that satisfies a question, found by us or by another solver, and the terms that it refers to.
    fn new_witness(&mut self, question: &Question<'_>) -> Result<Option<(Terms, Model)>, AskError> {
        match Evidence::by_search(question, SEARCH) {
            Evidence::Witness(witness) => {
                return Ok(Some((question.terms.clone(), witness.into_model())));
            }
            Evidence::Exhausted(_) | Evidence::Refuted(_) => return Ok(None),
            Evidence::Derived(_) | Evidence::None => {}
        }
        let request = Request::new(question, false);
        for other in &mut self.others {
            let answer = other.ask(&request, &self.accusation.how)?;
            let (Outcome::Sat, Some(text)) = (&answer.outcome, &answer.model) else { continue };
            let mut script = question.clone().into_script();
            let read = read_model_with(&mut script, text, model_reading(&other.solver));
            if let Ok(read) = read
                && let Ok(witness) = witness(&script.question(), read.model)
            {
                return Ok(Some((script.terms, witness.into_model())));
            }
        }
        Ok(None)
    }

    /// The accused says sat, and the script is unsatisfiable: we prove it, or solvers of two other families say
    /// so. If only one other family is available, it must say unsat, and the accused's own model must be false.
    fn is_wrong_sat(&mut self, script: &Script) -> Result<bool, AskError> {
        let answer = self.ask_accused(script)?;
        if answer.outcome != Outcome::Sat {
            return Ok(false);
        }
        let question = &script.question();
        let reading = model_reading(&self.accused.solver);
        let model = answer.model.as_ref().map(|model| examine_model(question, model, reading));
        if model == Some(ModelVerdict::Valid) {
            return Ok(false);
        }
        match Evidence::by_search(question, SEARCH).answer() {
            Status::Sat => return Ok(false),
            Status::Unsat => return Ok(true),
            Status::Unknown => {}
        }
        let request = Request::new(question, false);
        let mut voices = Voices::default();
        for other in &mut self.others {
            let answer = other.ask(&request, &self.accusation.how)?;
            if answer.outcome == Outcome::Sat {
                return Ok(false);
            }
            voices.hear(&testimony(&other.solver, answer));
            if voices.vouch_for(Status::Unsat) {
                return Ok(true);
            }
        }
        let model_is_false = matches!(model, Some(ModelVerdict::Invalid(_)));
        Ok(voices.families() == 1 && voices.families_saying(Status::Unsat) == 1 && model_is_false)
    }

    fn is_invalid_model(&mut self, script: &Script) -> Result<bool, AskError> {
        let answer = self.ask_accused(script)?;
        let reading = model_reading(&self.accused.solver);
        let (Outcome::Sat, Some(model)) = (&answer.outcome, &answer.model) else { return Ok(false) };
        Ok(matches!(examine_model(&script.question(), model, reading), ModelVerdict::Invalid(_)))
    }

    /// The accused says unsat, and another solver has a model of its core.
    fn is_invalid_core(&mut self, script: &Script) -> Result<bool, AskError> {
        let answer = self.ask_accused(script)?;
        if answer.outcome != Outcome::Unsat {
            return Ok(false);
        }
        let Accusation { accused, others, how, .. } = &self.accusation;
        let check = self.question(script).core(&answer, accused, others, &how.limits)?;
        Ok(check.is_some_and(|check| check.satisfied_by.is_some()))
    }

    /// All other kinds: all solvers are asked again, and judged. For a solver that contradicts itself, no other
    /// solvers are needed.
    fn is_judged_so(&mut self, script: &Script) -> Result<bool, AskError> {
        let accusation = &self.accusation;
        let mut solvers = vec![accusation.accused.clone()];
        if accusation.kind.row().rests_on != Basis::OwnAnswers {
            solvers.extend(accusation.others.iter().cloned());
        }
        let testimonies = consult(script, &solvers, &accusation.how)?;
        let evidence = Evidence::by_search(&script.question(), SEARCH);
        let verdict = judge(&Test::given(script.clone(), evidence), &testimonies);
        let label = accusation.accused.label();
        Ok(verdict.alarms.is_empty()
            && verdict.findings.iter().any(|finding| {
                finding.kind == accusation.kind
                    && finding.solver == label
                    && finding.is_bug() == accusation.is_bug
            }))
    }
}
