//! Asks each release of a solver a script that some release answers wrongly, to find where the bug begins and
//! ends.

use crate::consult::{Consultation, Request, consult, model_reading, testimony};
use gainsay_guests::solver::{AskError, Limits, Solver};
use gainsay_judge::ask;
use gainsay_judge::judge::{
    Basis, FindingKind, ModelVerdict, Testimony, Voices, examine_model, fault_of, judge,
};
use gainsay_lang::answer::{NO_ANSWER, Outcome, Status};
use gainsay_lang::script::Script;
use gainsay_prove::evidence::{Evidence, Search, Test, Truth};
use serde::{Deserialize, Serialize};

/// A question, and the right answer as far as it is known.
pub struct ReleaseCheck<'a> {
    /// The script; its last question counts.
    pub script: &'a Script,
    /// Whether to keep the options that the script sets.
    pub keep_options: bool,
    pub truth: Truth,
    pub limits: Limits,
    /// Whether the user wants to stop.
    pub stop: &'a dyn Fn() -> bool,
}

/// The result of one release on a script.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trial {
    pub release: String,
    #[serde(rename = "conduct")]
    pub verdict: ReleaseVerdict,
    /// The release's answer, or why there is none.
    pub said: String,
}

/// The judgement of a release's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseVerdict {
    Right,
    /// It gave up, or the right answer is unknown.
    Undecided,
    /// It does not support the language of the script.
    Rejected,
    NotInstalled,
    /// It rejects the solver arguments.
    CannotBeAsked,
    NotTried,
    /// It shows a finding of this kind.
    #[serde(untagged)]
    Bad(FindingKind),
}

impl ReleaseVerdict {
    /// The kind of finding that it shows.
    pub fn kind(self) -> Option<FindingKind> {
        if let ReleaseVerdict::Bad(kind) = self { Some(kind) } else { None }
    }
}

/// The right answer: from our own proof, from a solver's model that our evaluator accepts, or because solvers of
/// two families say `unsat` and none says `sat`.
pub fn truth(script: &Script, solvers: &[Solver], limits: &Limits) -> Result<Truth, AskError> {
    let script = &script.question();
    let proof = Evidence::by_search(script, Search::THOROUGH);
    if proof.answer().is_known() {
        return Ok(proof.truth());
    }
    let question = Request::new(script, false);
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
    if !voices.vouch_for(Status::Unsat) {
        return Ok(Truth::default());
    }
    let (who, families) = (voices.who_says(Status::Unsat), voices.families_saying(Status::Unsat));
    let why = format!("{} agree; they are of {families} families", who.join(" and "));
    Ok(Truth::new(Status::Unsat, why))
}

/// Asks a solver the script of a finding of this kind again, and judges its answer: by the right answer that such a finding
/// rests on, or by what can be proved.
pub fn ask_again(
    script: &str,
    kind: FindingKind,
    solver: &Solver,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Trial, AskError> {
    let script = Script::read(script);
    let known = match kind.row().rests_on.right_answer() {
        Status::Unknown => truth(&script, &[], limits)?,
        answer => Truth::new(answer, "so it was found"),
    };
    let check = ReleaseCheck { script: &script, keep_options: true, truth: known, limits: *limits, stop };
    check.ask(&solver.version, solver)
}

impl ReleaseCheck<'_> {
    /// Asks a release, and judges its answer.
    pub fn ask(&self, release: &str, solver: &Solver) -> Result<Trial, AskError> {
        if let Some(why) = solver.unusable() {
            return Ok(Trial::cannot_be_asked(release, &why));
        }
        let answer = Request::new(self.script, self.keep_options).ask(solver, &self.limits)?.answer;
        // The meaning of a script that we do not understand is unknown.
        let has_meaning = answer.outcome == Outcome::Sat && self.script.is_understood();
        let model = answer.model.as_ref().filter(|_| has_meaning);
        let model = model.map(|model| examine_model(&self.script.question(), model, model_reading(solver)));
        let truth = self.truth.answer;
        let reply = self.fault_of_reply(solver)?;
        let verdict = match (fault_of(&answer.outcome, model.as_ref(), truth), &answer.outcome) {
            (Some(kind), _) => ReleaseVerdict::Bad(kind),
            (None, _) if reply.is_some() => reply.map_or(ReleaseVerdict::Undecided, ReleaseVerdict::Bad),
            (None, Outcome::Sat | Outcome::Unsat)
                if answer.outcome.status() == truth || model == Some(ModelVerdict::Valid) =>
            {
                ReleaseVerdict::Right
            }
            (None, Outcome::Rejected(_) | Outcome::NotJudged(_) | Outcome::NotAsked(_)) => {
                ReleaseVerdict::Rejected
            }
            (None, _) => ReleaseVerdict::Undecided,
        };
        let word = answer.outcome.word();
        let said = match &answer.outcome {
            Outcome::Crash(signature) => format!("{word}: {}", signature.text),
            Outcome::Rejected(why)
            | Outcome::NotJudged(why)
            | Outcome::NotAsked(why)
            | Outcome::Unknown(why)
                if !why.is_empty() =>
            {
                format!("{word}: {why}")
            }
            _ if verdict.kind().is_some_and(|kind| kind.row().rests_on == Basis::Model) => {
                format!("{word}, with a model that is wrong")
            }
            _ if verdict.kind().is_some_and(|kind| kind.row().rests_on == Basis::Reply) => {
                format!("{word}, with a wrong reply")
            }
            _ => match answer.remark() {
                Some(remark) => format!("{word} ({remark})"),
                None => word.to_owned(),
            },
        };
        Ok(Trial { release: release.to_owned(), verdict, said })
    }
}

impl ReleaseCheck<'_> {
    /// The fault of a release's reply, if the script requests more than satisfiability.
    fn fault_of_reply(&self, solver: &Solver) -> Result<Option<FindingKind>, AskError> {
        if ask::Kind::of(self.script).is_none() || !self.script.is_understood() {
            return Ok(None);
        }
        let (limits, keep_options) = (self.limits, self.keep_options);
        let how = Consultation { limits, cores: false, other_seed: None, keep_options };
        let testimonies = consult(self.script, std::slice::from_ref(solver), &how)?;
        let verdict = judge(&Test::given(self.script.clone(), Evidence::None), &testimonies);
        let mut kinds = verdict.findings.iter().map(|finding| finding.kind);
        Ok(kinds.find(|kind| kind.row().rests_on == Basis::Reply))
    }
}

impl Trial {
    /// A release that cannot be installed.
    pub fn not_installed(release: &str, why: &str) -> Trial {
        let lines: Vec<&str> = why.lines().map(str::trim).collect();
        let said = lines.join("; ").replacen(":; ", ": ", 1);
        Trial { release: release.to_owned(), verdict: ReleaseVerdict::NotInstalled, said }
    }

    /// A release that rejects the arguments.
    pub fn cannot_be_asked(release: &str, why: &str) -> Trial {
        let said = format!("cannot be asked so: {why}");
        Trial { release: release.to_owned(), verdict: ReleaseVerdict::CannotBeAsked, said }
    }

    pub fn not_tried(release: &str) -> Trial {
        Trial { release: release.to_owned(), verdict: ReleaseVerdict::NotTried, said: String::new() }
    }

    /// Its answer to the question; `None` if that is neither sat, nor unsat, nor unknown.
    pub fn replied(&self) -> Option<Status> {
        let (word, rest) = self.said.split_once([':', ',', ' ']).unwrap_or((&self.said, ""));
        Status::from_word(word).filter(|_| !rest.trim_start().starts_with(NO_ANSWER))
    }
}
