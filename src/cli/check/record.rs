//! The result of one question, as text, JSON and CSV, and for the summary.

use super::Outcome;
use crate::answer;
use crate::ask;
use crate::judge::{self, Basis, Finding, ModelVerdict, RecordPolicy, Testimony, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Everything known about a question: one line of `gainsay check --json`.
#[derive(Clone, Serialize, Deserialize)]
pub struct Record {
    #[serde(flatten)]
    pub place: Place,
    /// The proved answer.
    pub truth: Option<String>,
    /// Why it is right.
    pub why: Option<String>,
    /// The kind of evidence: `witness`, `exhausted`, `refuted` or `derived`.
    #[serde(default)]
    pub evidence: Option<String>,
    /// Why gainsay itself does not decide the question, if it tried.
    #[serde(default)]
    pub undecided: Option<String>,
    pub answers: Vec<Said>,
    pub findings: Vec<Finding>,
    pub alarms: Vec<String>,
    /// Claims in the comments of a test that turned out to be false, or could not be checked: they are not used
    /// as evidence.
    #[serde(default)]
    pub remarks: Vec<String>,
}

/// The answer of one solver.
#[derive(Clone, Serialize, Deserialize)]
pub struct Said {
    pub solver: String,
    /// Solvers of one family share their code, and so their bugs.
    pub family: String,
    pub answer: String,
    /// Why the solver rejects the question, does not know the answer, or was not asked.
    pub reason: Option<String>,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub peak_memory: u64,
    /// `valid`, `invalid` or `unknown`.
    pub model: Option<String>,
    pub core: Option<Vec<String>>,
    /// Its claim, if the question asks for more than yes or no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
}

/// A solver's claim beyond yes and no, with the verdict on it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Claim {
    /// The kind of question, such as `optimum`.
    pub about: String,
    /// The reply, on one line.
    pub claimed: String,
    /// `proved`, `open` or `wrong`.
    pub verdict: String,
    pub why: String,
}

/// How certain the answer to a question is.
pub enum Grade<'a> {
    /// Proved: the answer, and why it is right.
    Proved(&'a str, &'a str),
    /// Not proved: all solvers that decide it agree.
    Agreed(&'a str, Vec<&'a Said>),
    Disputed,
    /// No solver decides it.
    Open,
}

/// A change from the first of two solvers to the second.
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

/// The question that a record is about.
#[derive(Clone, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    /// The number of the question in the file, from 1.
    pub question: usize,
    /// The number of questions in the file.
    pub questions: usize,
    /// Whether gainsay understands the question; otherwise it judges nothing.
    pub understood: bool,
    /// Whether the script has an error: something that neither gainsay nor any of the solvers accepts.
    #[serde(default)]
    pub has_errors: bool,
    /// The script's own `:status`, if it has one question.
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

    /// The script's `:status`, if it differs from the proved or agreed answer.
    pub fn wrong_status(&self) -> Option<&str> {
        let claimed = self.place.claimed.as_deref().filter(|claimed| matches!(*claimed, "sat" | "unsat"))?;
        match self.grade() {
            Grade::Proved(answer, _) | Grade::Agreed(answer, _) if answer != claimed => Some(claimed),
            _ => None,
        }
    }

    /// The change from the first solver to the second, if there are two.
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

    /// Whether there is anything to look at: a finding, a wrong status, or different answers. With more than
    /// two solvers, it is no difference that some reject what others support.
    pub fn differs(&self) -> bool {
        let worth_a_look = |found: &Finding| found.kind.row().noted != RecordPolicy::Never;
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
    /// The file, and the question's number if there are several.
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
