//! Judges answers: sat and unsat, crashes, cores, time and memory.

use super::replies::judge_reply;
use super::{
    Alarm, Certainty, CoreVerdict, Finding, FindingKind, ModelVerdict, OURSELVES, Testimony, Verdict, Voices,
    examine_model,
};
use crate::ask;
use gainsay_lang::answer::{Outcome, Status};
use gainsay_lang::script::Question;
use gainsay_prove::evidence::{Evidence, Test, Truth};
use std::time::Duration;

/// Judges the answers of solvers to a test.
pub fn judge(test: &Test, testimonies: &[Testimony]) -> Verdict {
    let question = &test.question();
    let models = testimonies.iter().map(|testimony| model_of(question, testimony)).collect();
    let mut case = Case { test, question, testimonies, verdict: Verdict { models, ..Verdict::default() } };
    case.find_truth();
    for at in 0..testimonies.len() {
        case.judge_answer(at);
        case.judge_in_script(at);
        case.judge_other_seed(at);
        case.judge_effort(at);
    }
    for at in 0..testimonies.len() {
        case.judge_core(at);
        case.judge_reply(at);
    }
    case.verdict
        .findings
        .sort_by(|a, b| (a.kind.row().gravity, &a.solver).cmp(&(b.kind.row().gravity, &b.solver)));
    case.verdict
}

/// The verdict about a solver's model, if it answered sat with one.
fn model_of(question: &Question<'_>, testimony: &Testimony) -> Option<ModelVerdict> {
    let model = testimony.answer.model.as_ref()?;
    (testimony.answer.outcome == Outcome::Sat)
        .then(|| examine_model(question, model, testimony.model_reading))
}

struct Case<'a> {
    test: &'a Test,
    /// The question that the evidence and the models are about.
    question: &'a Question<'a>,
    testimonies: &'a [Testimony],
    verdict: Verdict,
}

impl Case<'_> {
    /// Determines the correct answer: by the test's evidence, or by a solver's model that the evaluator
    /// accepts. If the two contradict each other, this program is wrong: that is an alarm, and the answer
    /// counts as unknown.
    fn find_truth(&mut self) {
        let valid = |verdict: &Option<ModelVerdict>| *verdict == Some(ModelVerdict::Valid);
        let satisfied_by = self.verdict.models.iter().position(valid);
        let known = self.test.evidence().truth();
        self.verdict.truth = match (known.answer, satisfied_by) {
            (Status::Unsat, Some(at)) => {
                let solver = self.testimonies[at].solver.clone();
                let why = format!(
                    "the test is called unsatisfiable because {}, but the model of {solver} satisfies it",
                    known.why
                );
                self.verdict.alarms.push(Alarm { solver, why });
                Truth::default()
            }
            (Status::Unknown, Some(at)) => {
                let solver = &self.testimonies[at].solver;
                let why = format!("the model of {solver} makes every assertion true, by our evaluator");
                Truth::new(Status::Sat, why)
            }
            _ => known,
        };
    }

    fn add(&mut self, at: usize, kind: FindingKind, certainty: Certainty, why: String, details: Vec<String>) {
        let solver = self.testimonies[at].solver.clone();
        self.verdict.findings.push(Finding { kind, solver, certainty, why, signature: None, details });
    }

    /// Adds a failure of the solver's process, which its signature proves.
    fn add_fault(&mut self, at: usize, kind: FindingKind, why: &str, signature: String) {
        let (solver, why) = (self.testimonies[at].solver.clone(), why.to_owned());
        let (certainty, signature, details) = (Certainty::Proved, Some(signature), Vec::new());
        self.verdict.findings.push(Finding { kind, solver, certainty, why, signature, details });
    }

    /// The certainty of a finding that is based on the correct answer.
    fn certainty(&self) -> Certainty {
        let derived = matches!(self.test.evidence(), Evidence::Derived(_));
        let satisfied = self.verdict.models.contains(&Some(ModelVerdict::Valid));
        if derived && !satisfied { Certainty::Derived } else { Certainty::Proved }
    }

    fn judge_answer(&mut self, at: usize) {
        if let Some(report) = self.testimonies[at].answer.sanitizer.clone() {
            let why = "the sanitizer that it was built with reports an error";
            self.add_fault(at, FindingKind::Sanitizer, why, report.text);
        }
        match self.testimonies[at].answer.outcome.clone() {
            Outcome::Sat => self.judge_sat(at),
            Outcome::Unsat => self.judge_status(at, Status::Unsat),
            Outcome::Unknown(reason) => self.judge_unknown(at, &reason),
            // The crash is caused by what the sanitizer reports.
            Outcome::Crash(_) if self.testimonies[at].answer.sanitizer.is_some() => {}
            Outcome::Crash(signature) => {
                let answered = self.testimonies[at].answer.is_complete();
                let why = if answered { "it died after its answer" } else { "it died instead of answering" };
                self.add_fault(at, FindingKind::Crash, why, signature.text);
            }
            Outcome::Rejected(reason) => self.judge_rejected(at, reason),
            Outcome::OutOfMemory => self.judge_memory(at),
            Outcome::Timeout | Outcome::NotJudged(_) | Outcome::NotAsked(_) => {}
        }
    }

    fn judge_sat(&mut self, at: usize) {
        if let Some(ModelVerdict::Invalid(parts)) = self.verdict.models[at].clone() {
            let why = "its model makes an assertion false".to_owned();
            self.add(at, FindingKind::InvalidModel, Certainty::Proved, why, parts);
        } else if let Some(doubt) = self.own_doubt(at) {
            let why = "it reports itself that its model is wrong, which nothing else confirms".to_owned();
            self.add(at, FindingKind::InvalidModel, Certainty::Disputed, why, vec![doubt]);
        }
        self.judge_status(at, Status::Sat);
    }

    /// The solver's own warning about its model, unless the model is valid or the script is known to be
    /// unsatisfiable.
    fn own_doubt(&self, at: usize) -> Option<String> {
        let is_open = self.verdict.models[at] != Some(ModelVerdict::Valid)
            && self.verdict.truth.answer != Status::Unsat;
        self.testimonies[at].answer.doubt.clone().filter(|_| is_open)
    }

    fn judge_status(&mut self, at: usize, says: Status) {
        let truth = self.verdict.truth.clone();
        if !truth.answer.is_known() {
            self.judge_disagreement(at, says);
        } else if let Some(kind) = wrong_answer(says, truth.answer) {
            let is = if says == Status::Sat { "unsatisfiable" } else { "satisfiable" };
            let why = format!("it answers {}, but the script is {is}: {}", says.word(), truth.why);
            self.add(at, kind, self.certainty(), why, Vec::new());
        }
    }

    /// Adds a disagreement: another solver gives the contrary answer, and nothing shows which is wrong.
    fn judge_disagreement(&mut self, at: usize, own: Status) {
        let voices = Voices::of(self.testimonies);
        let contrary = own.contrary();
        let others = voices.who_says(contrary);
        // The side with more families is not accused.
        if others.is_empty() || voices.families_saying(own) > voices.families_saying(contrary) {
            return;
        }
        let say = if others.len() == 1 { "says" } else { "say" };
        let why =
            format!("it answers {}, but {} {say} {}", own.word(), others.join(" and "), contrary.word());
        self.add(at, FindingKind::Disagreement, Certainty::Disputed, why, Vec::new());
    }

    fn judge_unknown(&mut self, at: usize, reason: &str) {
        let Some(known) = self.known_beside(at).filter(|_| !gave_up(reason)) else { return };
        let logic = self.test.script().needed_logic();
        let decidable = if DECIDABLE.contains(&logic.as_str()) { ", which is decidable" } else { "" };
        let why = format!("it answers unknown in {logic}{decidable}, and {known}");
        self.add(at, FindingKind::Incomplete, Certainty::Disputed, why, vec![reason.to_owned()]);
    }

    /// In words, how the answer is known without this solver.
    fn known_beside(&self, at: usize) -> Option<String> {
        let by_construction = || {
            let evidence = self.test.evidence();
            evidence.answer().is_known().then(|| format!("the answer is known: {}", evidence.reason()))
        };
        self.decided_by(at).map(|by| format!("{by} decides it")).or_else(by_construction)
    }

    fn judge_rejected(&mut self, at: usize, reason: String) {
        if !self.question.is_fully_sorted() || !self.question.is_understood() {
            return;
        }
        if let Some(by) = self.decided_by(at) {
            let why = format!("it rejects a well-sorted script that {by} takes");
            self.add(at, FindingKind::RejectedInput, Certainty::Disputed, why, vec![reason]);
        }
    }

    fn status(&self, at: usize) -> Status {
        self.testimonies[at].answer.outcome.status()
    }

    /// The testimonies that say sat or unsat.
    fn decided(&self) -> impl Iterator<Item = &Testimony> {
        self.testimonies.iter().filter(|testimony| testimony.answer.outcome.is_decided())
    }

    /// Another solver that says sat or unsat.
    fn decided_by(&self, at: usize) -> Option<String> {
        let own = &self.testimonies[at].solver;
        self.decided().map(|other| other.solver.clone()).find(|solver| solver != own)
    }

    fn judge_core(&mut self, at: usize) {
        let Some(core) = &self.testimonies[at].core else { return };
        let names = vec![format!("core: {}", core.names.join(" "))];
        // If no minimal core was promised, a large one is only noted.
        let unless_promised = |certainty| if core.promised_minimal { certainty } else { Certainty::Disputed };
        match core.verdict() {
            CoreVerdict::Valid | CoreVerdict::NonMinimal(..) if self.noise_in(&core.names).is_some() => {
                let noise = self.noise_in(&core.names).unwrap_or_default();
                let why = format!("its unsat core is unsatisfiable without {noise}, by construction");
                let certainty = unless_promised(Certainty::Derived);
                self.add(at, FindingKind::NonMinimalCore, certainty, why, names);
            }
            CoreVerdict::Valid => {}
            CoreVerdict::Refuted(solver) => {
                let why = format!(
                    "its unsat core alone is satisfiable: the model of {solver} satisfies it, by our evaluator"
                );
                self.add(at, FindingKind::InvalidCore, Certainty::Proved, why, names);
            }
            // Does not count if the solver is accused itself, or calls the whole script satisfiable without
            // proof.
            CoreVerdict::Disputed(solver) if self.is_accused(&solver) || self.says_sat(&solver) => {}
            CoreVerdict::Disputed(solver) => {
                let why = format!("its unsat core alone is satisfiable, says {solver}");
                self.add(at, FindingKind::InvalidCore, Certainty::Disputed, why, names);
            }
            CoreVerdict::NonMinimal(name, solver) => {
                let by = if solver == OURSELVES { "proved by" } else { "says" };
                let why = format!("its unsat core is unsatisfiable without {name}, {by} {solver}");
                let certainty = unless_promised(Certainty::Proved);
                self.add(at, FindingKind::NonMinimalCore, certainty, why, names);
            }
        }
    }

    /// Judges the solver's claim beyond satisfiability, if it makes one.
    fn judge_reply(&mut self, at: usize) {
        let claim = judge_reply(self.question, self.test.evidence(), self.testimonies, at);
        match claim.as_ref().map(|claim| claim.verdict.clone()) {
            Some(ask::Verdict::Wrong { kind, why, details }) => {
                self.add(at, kind, Certainty::Proved, why, details);
            }
            Some(ask::Verdict::Contradiction(why)) => {
                let solver = self.testimonies[at].solver.clone();
                self.verdict.alarms.push(Alarm { solver, why });
            }
            Some(ask::Verdict::Proved(_) | ask::Verdict::Open(_)) | None => {}
        }
        self.verdict.claims.push(claim);
    }

    /// A name in a core that is not in the expected core.
    fn noise_in(&self, names: &[String]) -> Option<String> {
        let expected = self.test.evidence().core()?;
        names.iter().find(|name| !expected.contains(name)).cloned()
    }

    fn is_accused(&self, solver: &str) -> bool {
        self.verdict.findings.iter().any(|finding| finding.solver == solver && finding.is_bug())
    }

    fn says_sat(&self, solver: &str) -> bool {
        let mut others = self.testimonies.iter();
        others.any(|other| other.solver == solver && other.answer.outcome == Outcome::Sat)
    }

    /// Judges the answer to the same question in the whole script, where other questions precede it.
    fn judge_in_script(&mut self, at: usize) {
        let Some(status) = self.testimonies[at].in_script else { return };
        let truth = self.verdict.truth.clone();
        if let Some(kind) = wrong_answer(status, truth.answer) {
            let is = if status == Status::Sat { "an unsatisfiable" } else { "a satisfiable" };
            let word = status.word();
            let why = format!("in the whole script it answers {word} to {is} question: {}", truth.why);
            self.add(at, kind, self.certainty(), why, Vec::new());
        } else if !truth.answer.is_known() && self.status(at).contradicts(status) {
            let why = "it answers sat and unsat to one question, asked alone and among others".to_owned();
            self.add(at, FindingKind::Nondeterminism, Certainty::Proved, why, Vec::new());
        }
    }

    fn judge_other_seed(&mut self, at: usize) {
        let Some((_, other)) = &self.testimonies[at].other_seed else { return };
        let own = self.status(at);
        if own.contradicts(other.outcome.status()) {
            let why = "it answers sat and unsat, depending on its random seed".to_owned();
            self.add(at, FindingKind::Nondeterminism, Certainty::Proved, why, Vec::new());
        } else if let Outcome::Unknown(reason) = &other.outcome
            && own.is_known()
            && !gave_up(reason)
        {
            let why = format!("it answers {}, and unknown with another random seed", own.word());
            let details = vec![reason.to_string()];
            self.add(at, FindingKind::Unstable, Certainty::Disputed, why, details);
        }
    }

    fn judge_memory(&mut self, at: usize) {
        let modest = self
            .decided()
            .filter(|other| other.answer.peak_memory <= LITTLE_MEMORY)
            .min_by_key(|other| other.answer.peak_memory);
        if let Some(modest) = modest {
            let why = format!("it runs out of memory where {} needs less than 256 MB", modest.solver);
            self.add(at, FindingKind::Memory, Certainty::Disputed, why, Vec::new());
        }
    }

    fn judge_effort(&mut self, at: usize) {
        let own = &self.testimonies[at].answer;
        if !(own.outcome.is_decided() || own.outcome == Outcome::Timeout) || own.wall < SLOW {
            return;
        }
        let took = format!("it took {:.1} s", own.wall.as_secs_f64());
        let evidence = self.test.evidence();
        let fastest = self.decided().min_by_key(|other| other.answer.wall);
        let why = match fastest {
            Some(fastest) if fastest.answer.wall * SLOWER < own.wall => {
                format!("{took}, {} {:.2} s", fastest.solver, fastest.answer.wall.as_secs_f64())
            }
            None if evidence.answer().is_known() => {
                format!("{took} and has no answer, which is known: {}", evidence.reason())
            }
            _ => return,
        };
        self.add(at, FindingKind::Slow, Certainty::Disputed, why, Vec::new());
    }
}

/// The finding for an answer that contradicts the correct one. The only place that decides this.
pub fn wrong_answer(says: Status, truth: Status) -> Option<FindingKind> {
    match (says, truth) {
        (Status::Unsat, Status::Sat) => Some(FindingKind::WrongUnsat),
        (Status::Sat, Status::Unsat) => Some(FindingKind::WrongSat),
        _ => None,
    }
}

/// The finding for a single answer with its model, given the correct answer.
pub fn fault_of(outcome: &Outcome, model: Option<&ModelVerdict>, truth: Status) -> Option<FindingKind> {
    let has_wrong_model = matches!(model, Some(ModelVerdict::Invalid(_)));
    match outcome {
        Outcome::Sat | Outcome::Unsat => wrong_answer(outcome.status(), truth)
            .or_else(|| has_wrong_model.then_some(FindingKind::InvalidModel)),
        Outcome::Crash(_) => Some(FindingKind::Crash),
        Outcome::Unknown(_) | Outcome::Timeout | Outcome::OutOfMemory => None,
        Outcome::Rejected(_) | Outcome::NotJudged(_) | Outcome::NotAsked(_) => None,
    }
}

/// Answers faster than this are never called slow. Half of a hunt's default time limit.
const SLOW: Duration = Duration::from_secs(1);
/// An answer is slow if it takes this many times as long as another solver's.
const SLOWER: u32 = 20;

/// A solver that needs at most this many bytes needs little memory.
const LITTLE_MEMORY: u64 = 256 << 20;

/// Words in the reason of an `unknown` that show that a limit was reached.
const GAVE_UP: [&str; 7] =
    ["timeout", "canceled", "resource", "memory", "memout", "interrupted", "max. steps"];

/// Whether the reason of an `unknown` shows that a limit was reached.
fn gave_up(reason: &str) -> bool {
    let small = reason.to_lowercase();
    GAVE_UP.iter().any(|word| small.contains(word))
}

/// Logics with a decision procedure that solvers claim to have.
const DECIDABLE: [&str; 20] = [
    "QF_BV",
    "QF_LIA",
    "QF_LRA",
    "QF_LIRA",
    "QF_IDL",
    "QF_RDL",
    "QF_UF",
    "QF_AX",
    "QF_ABV",
    "QF_UFBV",
    "QF_AUFBV",
    "QF_UFLIA",
    "QF_UFLRA",
    "QF_ALIA",
    "QF_AUFLIA",
    "QF_FP",
    "QF_BVFP",
    "QF_ABVFP",
    "QF_DT",
    "QF_UFDT",
];
