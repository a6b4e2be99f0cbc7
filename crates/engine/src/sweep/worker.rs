//! One worker: makes the formulas of a piece, asks all solvers, and examines suspicious replies.

use super::asker::{Asker, Reply};
use super::count::Outcome;
use super::look::{Known, Looked, Suspicion, look};
use super::plan::{Piece, Queue};
use super::state::{Done, NotShown};
use super::{Sweep, SweepError};
use crate::consult::model_reading;
use gainsay_eval::enumerate::{Formula, Formulas, Valued};
use gainsay_eval::eval::read_model_with;
use gainsay_guests::solver::Solver;
use gainsay_judge::judge::{ModelVerdict, examine_model};
use gainsay_lang::answer::Status;
use gainsay_lang::hash::HashMap;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Script;
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};

/// Formulas that are asked at once.
const BATCH: usize = 256;
/// After this many timeouts in a batch, or in a piece of random formulas, the rest is skipped: it would be as
/// slow.
const MOST_LATE: usize = 8;
/// The most suspicions of a batch that are examined: the others are similar.
const MOST_LOOKS: usize = 32;
/// How a solver's refusal begins.
const REFUSAL: &str = "(error";
/// The most refusals that are cached.
const MOST_REFUSALS: usize = 256;
/// The most models that are cached.
const MOST_MODELS: usize = 1 << 14;

/// Works until no piece is left, or the time is up.
pub(super) fn work(
    sweep: &Sweep<'_>,
    queue: &Mutex<Queue<'_>>,
    known: &Known,
    is_over: &(dyn Fn() -> bool + Sync),
    sender: &SyncSender<Result<Done, SweepError>>,
) {
    let mut worker: Option<PieceWorker<'_>> = None;
    while !is_over() {
        let Some(piece) = queue.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        if worker.as_ref().is_none_or(|worker| !worker.serves(&piece)) {
            worker = PieceWorker::new(sweep, &piece);
        }
        let done = match &mut worker {
            Some(worker) => worker.piece(&piece, known, is_over),
            None => Ok(Some(Done::nothing(&piece))),
        };
        match done {
            Ok(Some(done)) => {
                if sender.send(Ok(done)).is_err() {
                    return;
                }
            }
            // Interrupted: the piece is done again when the sweep is resumed.
            Ok(None) => return,
            Err(error) => {
                let _ = sender.send(Err(error));
                return;
            }
        }
    }
}

/// Everything for the formulas of one language and size.
struct PieceWorker<'a> {
    sweep: &'a Sweep<'a>,
    piece: Piece,
    formulas: Formulas,
    asked_solvers: Vec<AskedSolver<'a>>,
}

struct AskedSolver<'a> {
    solver: &'a Solver,
    asker: Asker,
    /// The assignments that agree with a model's text, if the values are among those that are tried.
    models: HashMap<Box<[u8]>, Option<Vec<usize>>>,
    /// Outcomes of examined refusals, by the words of the refusal.
    refusals: HashMap<String, Outcome>,
    /// The number of timeouts.
    late: usize,
}

impl AskedSolver<'_> {
    fn questions(&self, batch: &[Valued], formulas: &Formulas) -> Vec<String> {
        let question = |term: &Valued| {
            let wants_model = formulas.truth(term) != Status::Unsat;
            let mut question = String::with_capacity(128);
            self.asker.question(&mut question, &term.text, wants_model);
            question
        };
        batch.iter().map(question).collect()
    }
}

impl<'a> PieceWorker<'a> {
    fn new(sweep: &'a Sweep<'a>, piece: &Piece) -> Option<PieceWorker<'a>> {
        let fragment = sweep.plan.fragment(piece).ok()?;
        let logic = sweep.plan.languages[piece.language].logic;
        let asked = |solver: &'a Solver| AskedSolver {
            solver,
            asker: Asker::new(solver, &sweep.form, logic, &piece.declarations, sweep.limits),
            models: HashMap::default(),
            refusals: HashMap::default(),
            late: 0,
        };
        let formulas = Formulas::new(fragment, piece.size, piece.swarm.is_some());
        Some(PieceWorker {
            sweep,
            formulas,
            piece: piece.clone(),
            asked_solvers: sweep.solvers.iter().map(asked).collect(),
        })
    }

    fn serves(&self, piece: &Piece) -> bool {
        let Piece { language, declarations, size, swarm, .. } = &self.piece;
        (language, declarations, size, swarm)
            == (&piece.language, &piece.declarations, &piece.size, &piece.swarm)
    }

    /// Asks about all formulas of a piece; `None` if it was interrupted.
    fn piece(
        &mut self,
        piece: &Piece,
        known: &Known,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Done>, SweepError> {
        let mut done = Done::nothing(piece);
        self.asked_solvers.iter_mut().for_each(|asked| asked.late = 0);
        let mut numbers = Numbers::of(piece, self.formulas.count(piece.size));
        let mut batch: Vec<Valued> = Vec::new();
        loop {
            let next = numbers.next();
            if let Some(number) = next {
                let mut room = Valued::default();
                if self.formulas.formula(piece.size, number, &mut room).is_some() {
                    batch.push(room);
                }
            }
            if batch.len() >= BATCH || next.is_none() && !batch.is_empty() {
                self.batch(&batch, known, is_over, &mut done)?;
                batch.clear();
                if is_over() {
                    return Ok(None);
                }
            }
            if next.is_none() {
                return Ok(Some(done));
            }
        }
    }

    fn batch(
        &mut self,
        batch: &[Valued],
        known: &Known,
        is_over: &(dyn Fn() -> bool + Sync),
        done: &mut Done,
    ) -> Result<(), SweepError> {
        done.formulas += batch.len() as u64;
        for asked in &mut self.asked_solvers {
            // In a sweep of all formulas, each batch starts with a new count.
            if self.piece.swarm.is_none() {
                asked.late = 0;
            }
            let questions =
                if asked.late < MOST_LATE { asked.questions(batch, &self.formulas) } else { Vec::new() };
            let mut suspicious = Vec::new();
            let count = done.counts.entry(asked.solver.label()).or_default();
            let AskedSolver { solver, asker, models, late, .. } = asked;
            let reader = Reader { formulas: &self.formulas, declarations: &self.piece.declarations, solver };
            let mut taken = 0;
            asker.ask(&questions, |at, reply| {
                taken = at + 1;
                let outcome = reader.outcome(&self.formulas.valued(&batch[at]), &reply, models);
                if outcome == Outcome::Suspicious {
                    suspicious.push((at, matches!(reply, Reply::Alone), reply.shown()));
                } else {
                    count.add(outcome);
                }
                *late += usize::from(outcome == Outcome::Timeout);
                *late < MOST_LATE && !is_over()
            })?;
            (taken..batch.len()).for_each(|_| count.add(Outcome::LeftOut));
            for (looked_at, (at, is_alone, reply)) in suspicious.into_iter().enumerate() {
                let suspicion = Suspicion {
                    logic: self.sweep.plan.languages[self.piece.language].logic,
                    declarations: &self.piece.declarations,
                    formula: &batch[at].text,
                    solver: asked.solver,
                    reply: &reply,
                    truth: self.formulas.truth(&batch[at]),
                };
                let refusal = refusal_in(&reply);
                let outcome = match refusal.as_ref().and_then(|refusal| asked.refusals.get(refusal)) {
                    Some(outcome) => *outcome,
                    None if looked_at >= MOST_LOOKS || is_over() => Outcome::LeftOut,
                    None => note(look(&suspicion, self.sweep, known)?, &suspicion, is_alone, done),
                };
                if let Some(refusal) = refusal
                    && ![Outcome::Suspicious, Outcome::LeftOut].contains(&outcome)
                    && asked.refusals.len() < MOST_REFUSALS
                {
                    asked.refusals.insert(refusal, outcome);
                }
                done.counts.entry(asked.solver.label()).or_default().add(outcome);
            }
        }
        Ok(())
    }
}

/// The words of a refusal, without line numbers.
fn refusal_in(reply: &str) -> Option<String> {
    reply.starts_with(REFUSAL).then(|| reply.chars().filter(|c| !c.is_ascii_digit()).collect())
}

/// Records the result of an examination; returns the outcome of the formula.
fn note(looked: Looked, suspicion: &Suspicion<'_>, is_alone: bool, done: &mut Done) -> Outcome {
    match looked {
        Looked::Bug(bug) => {
            done.bugs.push(*bug);
            Outcome::Suspicious
        }
        Looked::Known(key) => {
            *done.again.entry(key).or_default() += 1;
            Outcome::Suspicious
        }
        Looked::Alarm(why) => {
            done.alarms.push(why);
            Outcome::Unknown
        }
        Looked::Nothing(outcome) => outcome,
        // A solver that rejects a formula is not wrong about it.
        Looked::NotShown(outcome) if is_alone || suspicion.reply.starts_with(REFUSAL) => outcome,
        Looked::NotShown(outcome) => {
            let (solver, formula) = (suspicion.solver.label(), suspicion.formula.to_owned());
            done.not_shown.push(NotShown { solver, formula, reply: suspicion.reply.to_owned() });
            outcome
        }
    }
}

/// Finds outcomes in a solver's replies; unclear replies are suspicious.
struct Reader<'a> {
    formulas: &'a Formulas,
    declarations: &'a str,
    solver: &'a Solver,
}

impl Reader<'_> {
    fn outcome(
        &self,
        formula: &Formula<'_>,
        reply: &Reply<'_>,
        models: &mut HashMap<Box<[u8]>, Option<Vec<usize>>>,
    ) -> Outcome {
        let text = match reply {
            Reply::Text(text) => text,
            Reply::Late => return Outcome::Timeout,
            Reply::Alone | Reply::Nothing => return Outcome::Suspicious,
        };
        let text = text.trim_ascii_start();
        let (word, rest) = text.split_at(text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len()));
        let rest = rest.trim_ascii();
        match (word.trim_ascii_end(), formula.truth) {
            (b"sat", Status::Sat | Status::Unknown) => self.of_model(formula, rest, models),
            // Remarks after the answer are ignored.
            (b"unsat", Status::Unsat) if !rest.starts_with(REFUSAL.as_bytes()) => Outcome::Unsat,
            // After `unsat`, an error about the missing model is ignored.
            (b"unsat", Status::Unknown) => Outcome::UnsatUnchecked,
            (b"unknown", _) => Outcome::Unknown,
            _ => Outcome::Suspicious,
        }
    }

    fn of_model(
        &self,
        formula: &Formula<'_>,
        model: &[u8],
        models: &mut HashMap<Box<[u8]>, Option<Vec<usize>>>,
    ) -> Outcome {
        let assignments = match models.get(model) {
            Some(known) => known.clone(),
            None => {
                let read = self.assignments(model);
                if models.len() < MOST_MODELS {
                    models.insert(model.into(), read.clone());
                }
                read
            }
        };
        let truth = match assignments {
            Some(assignments) => self.formulas.is_true(formula, &assignments),
            None => self.truth_under(formula, model),
        };
        match truth {
            Some(true) => Outcome::SatWithModel,
            Some(false) => Outcome::Suspicious,
            None if formula.truth == Status::Sat => Outcome::Sat,
            None => Outcome::SatUnchecked,
        }
    }

    /// The assignments that agree with a model, if its values are among those that are tried.
    fn assignments(&self, model: &[u8]) -> Option<Vec<usize>> {
        let text = std::str::from_utf8(model).ok()?;
        let mut script = self.formulas.fragment().script();
        let read = read_model_with(&mut script, text, model_reading(self.solver)).ok()?;
        if !read.misunderstood.is_empty() {
            return None;
        }
        self.formulas.assignments_with(|decl| read.model.get(decl).cloned())
    }

    /// Whether a formula is true under a model with other values.
    fn truth_under(&self, formula: &Formula<'_>, model: &[u8]) -> Option<bool> {
        let text = std::str::from_utf8(model).ok()?;
        let script = Script::parse(&format!("{}(assert {})", self.declarations, formula.text)).ok()?;
        match examine_model(&script.question(), text, model_reading(self.solver)) {
            ModelVerdict::Valid => Some(true),
            ModelVerdict::Invalid(_) => Some(false),
            ModelVerdict::Unknown(_) => None,
        }
    }
}

/// Iterates over the numbers of the formulas of a piece.
struct Numbers {
    next: u64,
    last: u64,
    /// Random numbers below this count.
    random: Option<(Rng, u64)>,
}

impl Numbers {
    fn of(piece: &Piece, count: u64) -> Numbers {
        let random = piece.swarm.map(|number| (Rng::of_unit(number, 1), count));
        let last = if count == 0 { piece.first } else { piece.last };
        Numbers { next: piece.first, last, random }
    }
}

impl Iterator for Numbers {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let number = self.next;
        if number >= self.last {
            return None;
        }
        self.next += 1;
        Some(match &mut self.random {
            Some((rng, count)) => rng.below(*count),
            None => number,
        })
    }
}
