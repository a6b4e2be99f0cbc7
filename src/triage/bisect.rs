//! Bisecting: what each release of a solver does with a script that one of them is wrong about.

use super::strip::same_bug;
use crate::answer::{Outcome, Status};
use crate::consult::{Question, model_reading, testimony};
use crate::eval::Bounds;
use crate::evidence::{Evidence, Truth};
use crate::judge::{FindingKind, ModelVerdict, Testimony, Voices, examine_model};
use crate::script::Script;
use crate::solver::{AskError, Limits, Solver};
use serde::{Deserialize, Serialize};

/// A question, and what is known about its answer.
pub struct Inquest<'a> {
    /// Its last question counts.
    pub script: &'a Script,
    /// Whether it is asked with the options that it sets.
    pub keep_options: bool,
    pub truth: Truth,
    pub limits: Limits,
    /// Whether somebody has had enough.
    pub stop: &'a dyn Fn() -> bool,
}

/// What a release did with a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trial {
    pub release: String,
    pub conduct: Conduct,
    /// Its answer, or why there is none.
    pub said: String,
}

/// How a release did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conduct {
    Right,
    WrongUnsat,
    WrongSat,
    InvalidModel,
    Crash,
    /// It gave up, or nobody knows whether it is right.
    Undecided,
    /// It does not know the language of the script.
    Rejected,
    NotInstalled,
    NotTried,
}

impl Conduct {
    /// What it is guilty of.
    pub fn kind(self) -> Option<FindingKind> {
        match self {
            Conduct::WrongUnsat => Some(FindingKind::WrongUnsat),
            Conduct::WrongSat => Some(FindingKind::WrongSat),
            Conduct::InvalidModel => Some(FindingKind::InvalidModel),
            Conduct::Crash => Some(FindingKind::Crash),
            Conduct::Right
            | Conduct::Undecided
            | Conduct::Rejected
            | Conduct::NotInstalled
            | Conduct::NotTried => None,
        }
    }
}

/// Whether releases can be tried for a finding of a kind: it shows in one answer to one script.
pub fn can_bisect(kind: FindingKind) -> bool {
    matches!(
        kind,
        FindingKind::WrongUnsat | FindingKind::WrongSat | FindingKind::InvalidModel | FindingKind::Crash
    )
}

/// What the right answer is: from trying all, from a model of one of the solvers that our evaluator accepts, or because
/// solvers of two families prove that there is none and nobody says the contrary.
pub fn truth(script: &Script, solvers: &[Solver], limits: &Limits) -> Result<Truth, AskError> {
    let script = &*script.flat();
    let tried = Evidence::by_trying(script, Bounds::default());
    if tried.answer().is_known() {
        return Ok(tried.truth());
    }
    let question = Question::new(script, false);
    let mut voices = Voices::default();
    for solver in solvers {
        let testimony = testimony(solver, question.ask(solver, limits)?.answer);
        voices.hear(&testimony);
        let Testimony { solver, answer, model_reading, .. } = testimony;
        if let (Outcome::Sat, Some(model)) = (&answer.outcome, &answer.model)
            && examine_model(script, model, model_reading) == ModelVerdict::Valid
        {
            return Ok(Truth::new(Status::Sat, format!("the model of {solver} makes every assertion true")));
        }
    }
    if !voices.vouch_for_unsat() {
        return Ok(Truth::default());
    }
    let (who, families) = (voices.who_says(Status::Unsat), voices.families_saying(Status::Unsat));
    let why = format!("{} agree; they are of {families} families", who.join(" and "));
    Ok(Truth::new(Status::Unsat, why))
}

impl Inquest<'_> {
    /// Asks a release.
    pub fn hear(&self, release: &str, solver: &Solver) -> Result<Trial, AskError> {
        let answer = Question::new(self.script, self.keep_options).ask(solver, &self.limits)?.answer;
        // Nobody can say what a script means that is not understood.
        let has_meaning = answer.outcome == Outcome::Sat && self.script.is_understood();
        let model = answer.model.as_ref().filter(|_| has_meaning);
        let model = model.map(|model| examine_model(&self.script.flat(), model, model_reading(solver)));
        let (says, truth) = (answer.outcome.status(), self.truth.answer);
        let conduct = match (&answer.outcome, &model) {
            (Outcome::Sat, _) if says.contradicts(truth) => Conduct::WrongSat,
            (Outcome::Unsat, _) if says.contradicts(truth) => Conduct::WrongUnsat,
            (Outcome::Sat, Some(ModelVerdict::Invalid(_))) => Conduct::InvalidModel,
            (Outcome::Sat, Some(ModelVerdict::Valid)) => Conduct::Right,
            (Outcome::Sat | Outcome::Unsat, _) if says == truth => Conduct::Right,
            (Outcome::Crash(_), _) => Conduct::Crash,
            (Outcome::Rejected(_) | Outcome::NotAsked(_), _) => Conduct::Rejected,
            _ => Conduct::Undecided,
        };
        let word = answer.outcome.word();
        let said = match &answer.outcome {
            Outcome::Crash(signature) => format!("{word}: {}", signature.text),
            Outcome::Rejected(why) | Outcome::NotAsked(why) | Outcome::Unknown(why) if !why.is_empty() => {
                format!("{word}: {why}")
            }
            _ if conduct == Conduct::InvalidModel => format!("{word}, with a model that is wrong"),
            _ => word.to_owned(),
        };
        Ok(Trial { release: release.to_owned(), conduct, said })
    }
}

impl Trial {
    /// A release that cannot be had.
    pub fn not_installed(release: &str, why: &str) -> Trial {
        let lines: Vec<&str> = why.lines().map(str::trim).collect();
        let said = lines.join("; ").replacen(":; ", ": ", 1);
        Trial { release: release.to_owned(), conduct: Conduct::NotInstalled, said }
    }

    pub fn not_tried(release: &str) -> Trial {
        Trial { release: release.to_owned(), conduct: Conduct::NotTried, said: String::new() }
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
        match (trial.conduct, trial.conduct.kind()) {
            (_, Some(shown)) if same_bug(kind, shown) => Fate::StillThere,
            (Conduct::Right, _) => Fate::Fixed,
            // A solver that answers has not crashed, whether or not its answer is known to be right.
            (Conduct::Undecided, _) if kind == FindingKind::Crash && is_answer(&trial.said) => Fate::Fixed,
            _ => Fate::Changed,
        }
    }
}

fn is_answer(said: &str) -> bool {
    Status::from_word(said).is_some_and(Status::is_known)
}

/// The answer that is right, if a finding of a kind was right.
pub fn truth_behind(kind: FindingKind) -> Status {
    match kind {
        FindingKind::WrongUnsat => Status::Sat,
        FindingKind::WrongSat => Status::Unsat,
        _ => Status::Unknown,
    }
}
