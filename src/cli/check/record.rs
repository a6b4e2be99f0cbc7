//! One question of a script and what came of it: what is printed, written as JSON or CSV, and added up.

use super::Outcome;
use crate::answer;
use crate::ask;
use crate::judge::{self, Basis, Finding, ModelVerdict, Noted, Testimony, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A question and all that is known about it. As JSON it is one line of `gainsay check --json`.
#[derive(Clone, Serialize, Deserialize)]
pub struct Record {
    #[serde(flatten)]
    pub place: Place,
    /// The proved answer, and why it is right.
    pub truth: Option<String>,
    pub why: Option<String>,
    /// What that rests on: `witness`, `exhausted`, `refuted` or `derived`.
    #[serde(default)]
    pub evidence: Option<String>,
    /// Why gainsay itself does not decide it, where it tried.
    #[serde(default)]
    pub undecided: Option<String>,
    pub answers: Vec<Said>,
    pub findings: Vec<Finding>,
    pub alarms: Vec<String>,
    /// Claims in the comments of a test that turned out to be false, or could not be checked: they are not used as evidence.
    #[serde(default)]
    pub remarks: Vec<String>,
}

/// What one solver said.
#[derive(Clone, Serialize, Deserialize)]
pub struct Said {
    pub solver: String,
    /// Solvers of one family share their code, and so their bugs.
    pub family: String,
    pub answer: String,
    /// Why it rejects the question, does not know, or was not asked.
    pub reason: Option<String>,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub peak_memory: u64,
    /// `valid`, `invalid` or `unknown`.
    pub model: Option<String>,
    pub core: Option<Vec<String>>,
    /// What it claims where the script asks more than yes or no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
}

/// What a solver claims beyond yes and no, and what that comes to.
#[derive(Clone, Serialize, Deserialize)]
pub struct Claim {
    /// Which kind of question it answers, such as `optimum`.
    pub about: String,
    /// The reply, on one line.
    pub claimed: String,
    /// `proved`, `open` or `wrong`.
    pub verdict: String,
    pub why: String,
}

/// How far the answer to a question is known.
pub enum Grade<'a> {
    /// The answer, and why it is right.
    Proved(&'a str, &'a str),
    /// All who decide it say so, and nothing proves it.
    Agreed(&'a str, Vec<&'a Said>),
    Disputed,
    /// Nobody decides it.
    Open,
}

/// How the second of two solvers does against the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The contrary answer.
    Flipped,
    TimeoutGained,
    TimeoutLost,
    /// Any other change of the answer.
    Other,
    Slower,
    Faster,
}

/// Which question a record is about.
#[derive(Clone, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    /// The number of the question in the file, from 1, and how many the file has.
    pub question: usize,
    pub questions: usize,
    /// Whether gainsay knows what is asked; it judges nothing otherwise.
    pub understood: bool,
    /// Whether there is an error in the script: something that neither gainsay nor any of the solvers takes.
    #[serde(default)]
    pub has_errors: bool,
    /// The script's own `:status`, where it asks one question.
    pub claimed: Option<String>,
}

impl Record {
    pub fn new(place: Place, testimonies: &[Testimony], verdict: &Verdict, remarks: Vec<String>) -> Record {
        let said = testimonies.iter().zip(&verdict.models).enumerate();
        let claim = |at: usize| verdict.claims.get(at).and_then(Option::as_ref);
        let is_known = verdict.truth.answer.is_known();
        Record {
            place,
            truth: is_known.then(|| verdict.truth.answer.word().to_owned()),
            why: is_known.then(|| verdict.truth.why.clone()),
            evidence: None,
            undecided: None,
            answers: said
                .map(|(at, (testimony, model))| Said::new(testimony, model.as_ref(), claim(at)))
                .collect(),
            findings: verdict.findings.clone(),
            alarms: verdict.alarms.iter().map(|alarm| alarm.why.clone()).collect(),
            remarks,
        }
    }

    pub fn outcome(&self) -> Outcome {
        let disputed = |found: &Finding| {
            matches!(found.kind.row().rests_on, Basis::ContraryAnswer | Basis::Core) && !found.is_bug()
        };
        if !self.alarms.is_empty() {
            Outcome::Alarm
        } else if self.findings.iter().any(Finding::is_bug) {
            Outcome::Bug
        } else if self.findings.iter().any(disputed) {
            Outcome::Disputed
        } else if self.place.has_errors {
            Outcome::Errors
        } else {
            Outcome::Fine
        }
    }

    /// The solvers with this answer.
    pub fn saying(&self, answer: &str) -> Vec<&Said> {
        self.answers.iter().filter(|said| said.answer == answer).collect()
    }

    pub fn grade(&self) -> Grade<'_> {
        if let (Some(truth), Some(why)) = (&self.truth, &self.why) {
            return Grade::Proved(truth, why);
        }
        match (self.saying("sat"), self.saying("unsat")) {
            (sat, unsat) if sat.is_empty() && unsat.is_empty() => Grade::Open,
            (sat, unsat) if unsat.is_empty() => Grade::Agreed("sat", sat),
            (sat, unsat) if sat.is_empty() => Grade::Agreed("unsat", unsat),
            _ => Grade::Disputed,
        }
    }

    /// The script's `:status`, where it is not the answer that is proved or that all agree on.
    pub fn wrong_status(&self) -> Option<&str> {
        let claimed = self.place.claimed.as_deref().filter(|claimed| matches!(*claimed, "sat" | "unsat"))?;
        match self.grade() {
            Grade::Proved(answer, _) | Grade::Agreed(answer, _) if answer != claimed => Some(claimed),
            _ => None,
        }
    }

    /// How the second solver does against the first, where there are two.
    pub fn change(&self) -> Option<Change> {
        let [first, second] = &self.answers[..] else { return None };
        let decided = |said: &Said| matches!(&*said.answer, "sat" | "unsat");
        let slower = |one: &Said, other: &Said| {
            one.cpu_seconds > FACTOR * other.cpu_seconds
                && one.cpu_seconds - other.cpu_seconds > LEAST_SECONDS
        };
        match (&*first.answer, &*second.answer) {
            (NOT_ASKED, _) | (_, NOT_ASKED) => None,
            ("sat", "unsat") | ("unsat", "sat") => Some(Change::Flipped),
            ("timeout", "timeout") => None,
            ("timeout", _) if decided(second) => Some(Change::TimeoutLost),
            (_, "timeout") if decided(first) => Some(Change::TimeoutGained),
            (one, other) if one != other => Some(Change::Other),
            _ if decided(first) && slower(second, first) => Some(Change::Slower),
            _ if decided(first) && slower(first, second) => Some(Change::Faster),
            _ => None,
        }
    }

    /// Whether there is anything to look at: a finding, a wrong status, or solvers with different answers. Among more than
    /// two solvers, that some reject what others support is not a difference worth reporting.
    pub fn differs(&self) -> bool {
        let worth_a_look = |found: &Finding| found.kind.row().noted != Noted::Never;
        let words = || self.answers.iter().map(|said| &*said.answer);
        let mut spoken = words().filter(|word| !matches!(*word, "rejected" | NOT_ASKED));
        let first = spoken.next();
        !self.alarms.is_empty()
            || !self.remarks.is_empty()
            || self.findings.iter().any(worth_a_look)
            || self.wrong_status().is_some()
            || self.change().is_some()
            || spoken.any(|word| Some(word) != first)
    }
}

impl fmt::Display for Place {
    /// The file, and which of its questions if there are several.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.questions {
            1 => f.write_str(&self.file),
            count => write!(f, "{}, question {} of {count}", self.file, self.question),
        }
    }
}

const NOT_ASKED: &str = "not asked";

/// Smaller differences do not count as a change of speed.
const FACTOR: f64 = 2.0;
const LEAST_SECONDS: f64 = 0.1;

impl Said {
    fn new(testimony: &Testimony, model: Option<&ModelVerdict>, claim: Option<&judge::Claim>) -> Said {
        let answer = &testimony.answer;
        let reason = match &answer.outcome {
            answer::Outcome::Unknown(reason)
            | answer::Outcome::Rejected(reason)
            | answer::Outcome::NotJudged(reason)
            | answer::Outcome::NotAsked(reason) => Some(reason.trim()),
            _ => None,
        };
        let model = model.map(|verdict| match verdict {
            ModelVerdict::Valid => "valid",
            ModelVerdict::Invalid(_) => "invalid",
            ModelVerdict::Unknown(_) => "unknown",
        });
        Said {
            solver: testimony.solver.clone(),
            family: testimony.family.clone(),
            answer: answer.outcome.word().to_owned(),
            reason: reason.filter(|reason| !reason.is_empty()).map(str::to_owned).or_else(|| answer.remark()),
            seconds: answer.wall.as_secs_f64(),
            cpu_seconds: answer.cpu.as_secs_f64(),
            peak_memory: answer.peak_memory,
            model: model.map(str::to_owned),
            core: testimony.core.as_ref().map(|core| core.names.clone()),
            claim: claim.map(Claim::new),
        }
    }
}

impl Claim {
    fn new(claim: &judge::Claim) -> Claim {
        let (verdict, why) = match &claim.verdict {
            ask::Verdict::Proved(why) => ("proved", why),
            ask::Verdict::Open(why) | ask::Verdict::Contradiction(why) => ("open", why),
            ask::Verdict::Wrong { why, .. } => ("wrong", why),
        };
        Claim {
            about: claim.kind.word().to_owned(),
            claimed: claim.text.split_whitespace().collect::<Vec<_>>().join(" "),
            verdict: verdict.to_owned(),
            why: why.clone(),
        }
    }
}
