//! Examines suspicious replies as a hunt does: in fresh processes, with evidence.

use super::count::Outcome;
use super::state::{Bug, State};
use super::{Sweep, SweepError};
use crate::consult::{Consultation, consult};
use crate::report;
use crate::triage::{self, Examined, examine, mending_options, suspects};
use gainsay_eval::eval::Bounds;
use gainsay_guests::solver::Solver;
use gainsay_judge::judge::{ModelVerdict, judge, wrong_answer};
use gainsay_lang::answer::{self, Status};
use gainsay_lang::script::Script;
use gainsay_prove::evidence::{Evidence, Test};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The subfolder of bugs in the folder of the sweep.
const BUGS: &str = "bugs";

/// A formula on which a solver seems to be wrong.
pub(super) struct Suspicion<'a> {
    pub logic: &'a str,
    pub declarations: &'a str,
    pub formula: &'a str,
    pub solver: &'a Solver,
    /// Its reply.
    pub reply: &'a str,
    /// The right answer, as far as it is known from trying values.
    pub truth: Status,
}

/// The result of an examination.
pub(super) enum Looked {
    /// A new bug.
    Bug(Box<Bug>),
    /// The same as the known bug with this key.
    Known(String),
    Alarm(String),
    /// The solver is right, with this outcome.
    Nothing(Outcome),
    /// The suspicion was not confirmed; counts as this outcome.
    NotShown(Outcome),
}

/// The bugs that are known so far, shared by all workers.
pub(super) struct Known(Mutex<Vec<Pattern>>);

/// The features by which bugs are taken for the same.
struct Pattern {
    kind: String,
    solver: String,
    operators: BTreeSet<String>,
    key: String,
}

impl Known {
    pub fn of(state: &State) -> Known {
        let pattern = |bug: &Bug| Pattern {
            kind: bug.kind.clone(),
            solver: bug.solver.clone(),
            operators: bug.operators.iter().cloned().collect(),
            key: bug.key.clone(),
        };
        Known(Mutex::new(state.bugs.iter().map(pattern).collect()))
    }

    /// A known bug of the same kind and solver whose operators all occur in the formula.
    fn like(&self, kind: &str, solver: &str, operators: &BTreeSet<String>) -> Option<String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_like = |pattern: &&Pattern| {
            // A pattern without operators would match everything.
            let is_like = !pattern.operators.is_empty() && pattern.operators.is_subset(operators);
            pattern.kind == kind && pattern.solver == solver && is_like
        };
        known.iter().find(is_like).map(|pattern| pattern.key.clone())
    }

    /// Adds a bug; returns false if another worker had added it.
    fn add(&self, bug: &Bug) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = !known.iter().any(|pattern| pattern.key == bug.key);
        known.push(Pattern {
            kind: bug.kind.clone(),
            solver: bug.solver.clone(),
            operators: bug.operators.iter().cloned().collect(),
            key: bug.key.clone(),
        });
        is_new
    }
}

/// Examines a suspicion: first as a plain question, then inside a scope, as it was asked.
pub(super) fn look(
    suspicion: &Suspicion<'_>,
    sweep: &Sweep<'_>,
    known: &Known,
) -> Result<Looked, SweepError> {
    let Suspicion { logic, declarations, formula, .. } = suspicion;
    if let Some(key) = known_by_its_words(suspicion, known) {
        return Ok(Looked::Known(key));
    }
    let mut outcome = Outcome::Unknown;
    for scope in ["", "(push 1)\n"] {
        let text = format!("(set-logic {logic})\n{declarations}\n{scope}(assert {formula})\n(check-sat)\n");
        let Ok(script) = Script::parse(&text) else {
            return Ok(Looked::Alarm(format!("we do not read what we wrote: {text}")));
        };
        match look_at(suspicion, script, sweep, known)? {
            Looked::Nothing(plain) if scope.is_empty() => outcome = plain,
            Looked::Nothing(_) | Looked::NotShown(_) => {}
            found => return Ok(found),
        }
    }
    Ok(match outcome {
        // Rejected, too slow or unknown: that explains the missing answer.
        Outcome::Rejected | Outcome::Timeout | Outcome::Unknown => Looked::Nothing(outcome),
        outcome => Looked::NotShown(outcome),
    })
}

/// The known bug that a wrong answer belongs to, without asking again: one bug shows in very many formulas.
fn known_by_its_words(suspicion: &Suspicion<'_>, known: &Known) -> Option<String> {
    if suspicion.solver.changed_by_arguments().is_some() {
        return None;
    }
    let said = suspicion.reply.split_ascii_whitespace().next().and_then(Status::from_word)?;
    // An answer that is right was suspicious for another reason, and is examined.
    let kind = wrong_answer(said, suspicion.truth)?;
    let script = Script::parse(&format!("{}(assert {})", suspicion.declarations, suspicion.formula)).ok()?;
    let operators = operators_of(&script);
    known.like(kind.word(), &suspicion.solver.label(), &operators)
}

fn operators_of(script: &Script) -> BTreeSet<String> {
    script.usage().operators.iter().map(|(id, _)| id.op().name.to_owned()).collect()
}

fn look_at(
    suspicion: &Suspicion<'_>,
    script: Script,
    sweep: &Sweep<'_>,
    known: &Known,
) -> Result<Looked, SweepError> {
    let solvers = std::slice::from_ref(suspicion.solver);
    let operators = operators_of(&script);
    let evidence = Evidence::by_trying(&script.question(), Bounds::default());
    let test = Test::given(script, evidence);
    let how = Consultation { limits: sweep.limits, cores: false, other_seed: None, keep_options: true };
    let testimonies = consult(test.script(), solvers, &how)?;
    let verdict = judge(&test, &testimonies);
    if let Some(alarm) = verdict.alarms.first() {
        return Ok(Looked::Alarm(format!("{}: {}", alarm.why, suspicion.formula)));
    }
    let suspect =
        suspects(&test, &testimonies, &verdict).into_iter().find(|suspect| suspect.finding.is_bug());
    let Some(suspect) = suspect else {
        let is_valid = verdict.models.first() == Some(&Some(ModelVerdict::Valid));
        let truth = test.evidence().answer();
        let outcome =
            testimonies.first().map(|testimony| outcome_of(&testimony.answer.outcome, truth, is_valid));
        return Ok(Looked::Nothing(outcome.unwrap_or(Outcome::Unknown)));
    };
    let kind = suspect.finding.kind.word();
    if let Some(key) = known.like(kind, &suspicion.solver.label(), &operators) {
        return Ok(Looked::Known(key));
    }
    match examine(suspect, solvers, &sweep.limits, &sweep.ignores)? {
        Examined::Confirmed(confirmed) => {
            let mended_by = mending_options(&confirmed)?;
            let bug =
                triage::Bug { original: *confirmed, reduced: None, mended_by, unit: None, made_from: None };
            let folder = report::write(&sweep.folder.path.join(BUGS), &bug).map_err(SweepError::Report)?;
            let found = Bug::new(&bug, &folder, suspicion.formula, operators);
            Ok(if known.add(&found) { Looked::Bug(Box::new(found)) } else { Looked::Known(found.key) })
        }
        Examined::Alarm(alarm) => Ok(Looked::Alarm(format!("{}: {}", alarm.why, suspicion.formula))),
        Examined::NotConfirmed(_) | Examined::Ignored(_) => Ok(Looked::NotShown(Outcome::Unknown)),
    }
}

/// The outcome for an answer without any findings.
fn outcome_of(outcome: &answer::Outcome, truth: Status, is_valid: bool) -> Outcome {
    match outcome {
        answer::Outcome::Sat if is_valid => Outcome::SatWithModel,
        answer::Outcome::Sat if truth == Status::Sat => Outcome::Sat,
        answer::Outcome::Sat => Outcome::SatUnchecked,
        answer::Outcome::Unsat if truth == Status::Unsat => Outcome::Unsat,
        answer::Outcome::Unsat => Outcome::UnsatUnchecked,
        answer::Outcome::Timeout | answer::Outcome::OutOfMemory => Outcome::Timeout,
        answer::Outcome::Rejected(_) | answer::Outcome::NotJudged(_) | answer::Outcome::NotAsked(_) => {
            Outcome::Rejected
        }
        answer::Outcome::Unknown(_) | answer::Outcome::Crash(_) => Outcome::Unknown,
    }
}
