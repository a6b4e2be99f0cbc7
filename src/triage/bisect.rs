//! Bisecting: what each release of a solver does with a script that one of them is wrong about.

use crate::consult::{Question, model_reading};
use crate::eval::{Bounds, Decision, decide};
use crate::judge::{FindingKind, ModelVerdict, Voices, examine_model};
use crate::script::Script;
use crate::solver::{AskError, Catalogue, Limits, Outcome, Solver, SolverSpec};
use serde::{Deserialize, Serialize};

/// A question, and what is known about its answer.
pub struct Inquest<'a> {
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
}

impl Conduct {
    /// What it is guilty of.
    pub fn kind(self) -> Option<FindingKind> {
        match self {
            Conduct::WrongUnsat => Some(FindingKind::WrongUnsat),
            Conduct::WrongSat => Some(FindingKind::WrongSat),
            Conduct::InvalidModel => Some(FindingKind::InvalidModel),
            Conduct::Crash => Some(FindingKind::Crash),
            Conduct::Right | Conduct::Undecided | Conduct::Rejected | Conduct::NotInstalled => None,
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
    Ok(voices.vouch_for_unsat().then(|| (false, format!("{} say so, and they share no code", who()))))
}

impl Inquest<'_> {
    /// Asks a release.
    pub fn hear(&self, release: &str, solver: &Solver) -> Result<Trial, AskError> {
        let answer = Question::new(self.script, self.keep_options).ask(solver, &self.limits)?.answer;
        let model = answer.model.as_ref().filter(|_| answer.outcome == Outcome::Sat);
        let model = model.map(|model| examine_model(&self.script.flat(), model, model_reading(solver)));
        let satisfiable = self.truth.as_ref().map(|(satisfiable, _)| *satisfiable);
        let conduct = match (&answer.outcome, satisfiable, &model) {
            (Outcome::Sat, Some(false), _) => Conduct::WrongSat,
            (Outcome::Unsat, Some(true), _) => Conduct::WrongUnsat,
            (Outcome::Sat, _, Some(ModelVerdict::Invalid(_))) => Conduct::InvalidModel,
            (Outcome::Sat, Some(true), _) | (Outcome::Unsat, Some(false), _) => Conduct::Right,
            (Outcome::Sat, None, Some(ModelVerdict::Valid)) => Conduct::Right,
            (Outcome::Crash(_), ..) => Conduct::Crash,
            (Outcome::Rejected(_) | Outcome::NotAsked(_), ..) => Conduct::Rejected,
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

/// Tries these releases of a solver, one after the other; those that are not there are installed. None if it was told to
/// stop.
pub fn bisect(
    inquest: &Inquest<'_>,
    catalogue: &Catalogue,
    spec: &SolverSpec,
    releases: &[String],
    kind: Option<FindingKind>,
) -> Result<Option<Strip>, AskError> {
    let mut trials = Vec::new();
    for release in releases {
        if (inquest.stop)() {
            return Ok(None);
        }
        let spec = SolverSpec { version: Some(release.clone()), ..spec.clone() };
        trials.push(match catalogue.resolve(&spec) {
            Ok(solver) => inquest.hear(release, &solver)?,
            Err(error) => Trial::not_installed(release, error.to_string()),
        });
    }
    Ok(Some(Strip::new(&spec.program, kind, trials)))
}

impl Trial {
    /// A release that cannot be had.
    pub fn not_installed(release: &str, why: String) -> Trial {
        Trial { release: release.to_owned(), conduct: Conduct::NotInstalled, said: why }
    }
}

/// What all releases did, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Strip {
    pub solver: String,
    /// The kind of the bug, as findings have it; `None` if no release has one.
    pub kind: Option<String>,
    pub trials: Vec<Trial>,
}

impl Strip {
    /// The strip of a bug of a kind, or of the gravest that shows.
    pub fn new(solver: &str, kind: Option<FindingKind>, trials: Vec<Trial>) -> Strip {
        let kind = kind.or_else(|| trials.iter().filter_map(|trial| trial.conduct.kind()).min());
        Strip { solver: solver.to_owned(), kind: kind.map(|kind| kind.word().to_owned()), trials }
    }

    /// Whether a release has the bug. One that answers wrongly has it, whichever way it is wrong.
    pub fn is_bad(&self, trial: &Trial) -> bool {
        let is_answer = |kind| matches!(kind, FindingKind::WrongUnsat | FindingKind::WrongSat);
        let own = self.kind.as_deref().and_then(FindingKind::from_word);
        match (own, trial.conduct.kind()) {
            (Some(own), Some(shown)) => own == shown || is_answer(own) && is_answer(shown),
            _ => false,
        }
    }

    pub fn first_bad(&self) -> Option<&str> {
        self.trials.iter().find(|trial| self.is_bad(trial)).map(|trial| trial.release.as_str())
    }

    /// The first release after all bad ones that does it right.
    pub fn fixed_in(&self) -> Option<&str> {
        let last_bad = self.trials.iter().rposition(|trial| self.is_bad(trial))?;
        let is_good = |trial: &&Trial| matches!(trial.conduct, Conduct::Right | Conduct::InvalidModel);
        self.trials[last_bad + 1..].iter().find(is_good).map(|trial| trial.release.as_str())
    }

    /// Whether the newest release that says anything has it.
    pub fn is_in_newest(&self) -> bool {
        let heard = |trial: &&Trial| trial.conduct != Conduct::NotInstalled;
        self.trials.iter().rev().find(heard).is_some_and(|trial| self.is_bad(trial))
    }

    /// One character a release.
    pub fn text(&self) -> String {
        let character = |trial: &Trial| match trial.conduct {
            Conduct::Crash => 'C',
            _ if self.is_bad(trial) => '!',
            Conduct::WrongSat | Conduct::WrongUnsat => '!',
            Conduct::Right | Conduct::InvalidModel => '.',
            Conduct::Undecided => '?',
            Conduct::Rejected => '-',
            Conduct::NotInstalled => 'x',
        };
        self.trials.iter().map(character).collect()
    }

    /// What one release after the other does, those together that do the same: first, last, and what they say.
    pub fn runs(&self) -> Vec<(&str, &str, &str)> {
        let same = |left: &Trial, right: &Trial| (left.conduct, &left.said) == (right.conduct, &right.said);
        self.trials
            .chunk_by(same)
            .filter_map(|run| {
                Some((run.first()?.release.as_str(), run.last()?.release.as_str(), run[0].said.as_str()))
            })
            .collect()
    }
}
