//! Bisecting: what each release of a solver does with a script that one of them is wrong about.

use super::history::same_bug;
use crate::consult::{Question, model_reading};
use crate::eval::{Bounds, Decision, decide};
use crate::judge::{Basis, FindingKind, ModelVerdict, Voices, examine_model};
use crate::script::Script;
use crate::solver::{AskError, Limits, Outcome, Solver};
use serde::{Deserialize, Serialize};

/// A question, and what is known about its answer.
pub struct ReleaseCheck<'a> {
    /// Its last question counts.
    pub script: &'a Script,
    /// Whether it is asked with the options that it sets.
    pub keep_options: bool,
    /// Whether it is satisfiable, and how that is known.
    pub truth: Option<(bool, String)>,
    pub limits: Limits,
    /// Whether somebody has had enough.
    pub stop: &'a dyn Fn() -> bool,
}

/// What a release did with a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trial {
    pub release: String,
    #[serde(rename = "conduct")]
    pub verdict: ReleaseVerdict,
    /// Its answer, or why there is none.
    pub said: String,
}

/// What the answer of a release comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseVerdict {
    Right,
    /// It gave up, or nobody knows whether it is right.
    Undecided,
    /// It does not know the language of the script.
    Rejected,
    NotInstalled,
    NotTried,
    /// It is guilty of this.
    #[serde(untagged)]
    Bad(FindingKind),
}

impl ReleaseVerdict {
    /// What it is guilty of.
    pub fn kind(self) -> Option<FindingKind> {
        if let ReleaseVerdict::Bad(kind) = self { Some(kind) } else { None }
    }
}

/// What the right answer is: from trying all, from a model of one of the solvers that our evaluator accepts, or because
/// solvers of two families prove that there is none and nobody says the contrary.
pub fn truth(
    script: &Script,
    solvers: &[Solver],
    limits: &Limits,
) -> Result<Option<(bool, String)>, AskError> {
    let script = &*script.flat();
    match decide(script, Bounds::default()) {
        Decision::Sat { .. } => {
            return Ok(Some((true, "a model was found that makes every assertion true".to_owned())));
        }
        Decision::Unsat(exhausted) => return Ok(Some((false, exhausted.to_string()))),
        Decision::TooLarge | Decision::Unknown(_) => {}
    }
    let question = Question::new(script, false);
    let mut voices = Voices::default();
    for solver in solvers {
        let answer = question.ask(solver, limits)?.answer;
        voices.hear(solver, &answer.outcome);
        if let (Outcome::Sat, Some(model)) = (&answer.outcome, &answer.model)
            && examine_model(script, model, model_reading(solver)) == ModelVerdict::Valid
        {
            let why = format!("the model of {} makes every assertion true", solver.label());
            return Ok(Some((true, why)));
        }
    }
    let who = || voices.who_says(false).join(" and ");
    Ok(voices
        .vouch_for_unsat()
        .then(|| (false, format!("{} agree; they are of {} families", who(), voices.families_saying(false)))))
}

impl ReleaseCheck<'_> {
    /// Asks a release, and judges its answer.
    pub fn ask(&self, release: &str, solver: &Solver) -> Result<Trial, AskError> {
        let answer = Question::new(self.script, self.keep_options).ask(solver, &self.limits)?.answer;
        // Nobody can say what a script means that is not understood.
        let has_meaning = answer.outcome == Outcome::Sat && self.script.is_understood();
        let model = answer.model.as_ref().filter(|_| has_meaning);
        let model = model.map(|model| examine_model(&self.script.flat(), model, model_reading(solver)));
        let satisfiable = self.truth.as_ref().map(|(satisfiable, _)| *satisfiable);
        let verdict = match (&answer.outcome, satisfiable, &model) {
            (Outcome::Sat, Some(false), _) => ReleaseVerdict::Bad(FindingKind::WrongSat),
            (Outcome::Unsat, Some(true), _) => ReleaseVerdict::Bad(FindingKind::WrongUnsat),
            (Outcome::Sat, _, Some(ModelVerdict::Invalid(_))) => {
                ReleaseVerdict::Bad(FindingKind::InvalidModel)
            }
            (Outcome::Sat, Some(true), _) | (Outcome::Unsat, Some(false), _) => ReleaseVerdict::Right,
            (Outcome::Sat, None, Some(ModelVerdict::Valid)) => ReleaseVerdict::Right,
            (Outcome::Crash(_), ..) => ReleaseVerdict::Bad(FindingKind::Crash),
            (Outcome::Rejected(_) | Outcome::NotAsked(_), ..) => ReleaseVerdict::Rejected,
            _ => ReleaseVerdict::Undecided,
        };
        let word = answer.outcome.word();
        let said = match &answer.outcome {
            Outcome::Crash(signature) => format!("{word}: {}", signature.text),
            Outcome::Rejected(why) | Outcome::NotAsked(why) | Outcome::Unknown(why) if !why.is_empty() => {
                format!("{word}: {why}")
            }
            _ if verdict.kind().is_some_and(|kind| kind.row().rests_on == Basis::Model) => {
                format!("{word}, with a model that is wrong")
            }
            _ => word.to_owned(),
        };
        Ok(Trial { release: release.to_owned(), verdict, said })
    }
}

impl Trial {
    /// A release that cannot be had.
    pub fn not_installed(release: &str, why: &str) -> Trial {
        let lines: Vec<&str> = why.lines().map(str::trim).collect();
        let said = lines.join("; ").replacen(":; ", ": ", 1);
        Trial { release: release.to_owned(), verdict: ReleaseVerdict::NotInstalled, said }
    }

    pub fn not_tried(release: &str) -> Trial {
        Trial { release: release.to_owned(), verdict: ReleaseVerdict::NotTried, said: String::new() }
    }
}

/// What became of a bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    StillThere,
    /// The solver does something else, which is not known to be right.
    Changed,
    Fixed,
}

impl Fate {
    pub fn word(self) -> &'static str {
        match self {
            Fate::StillThere => "still there",
            Fate::Changed => "changed",
            Fate::Fixed => "fixed",
        }
    }

    /// What a trial means for a bug of a kind.
    pub fn of(kind: FindingKind, trial: &Trial) -> Fate {
        match (trial.verdict, trial.verdict.kind()) {
            (_, Some(shown)) if same_bug(kind, shown) => Fate::StillThere,
            (ReleaseVerdict::Right, _) => Fate::Fixed,
            // A solver that answers has not crashed, whether or not its answer is known to be right.
            (ReleaseVerdict::Undecided, _) if kind.is_fault() && is_answer(&trial.said) => Fate::Fixed,
            _ => Fate::Changed,
        }
    }
}

fn is_answer(said: &str) -> bool {
    [Outcome::Sat, Outcome::Unsat].iter().any(|outcome| outcome.word() == said)
}
