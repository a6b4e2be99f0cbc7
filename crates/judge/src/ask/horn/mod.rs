//! Judges the interpretation that a solver gives for Horn clauses.
//!
//! The claim is that no values violate any clause. Values from any source refute it if the evaluator finds
//! the clause false for them. It is proved only by exhaustive search or a checked refutation.

use super::candidate_model::{CandidateModel, Candidates};
use super::{Query, Verdict};
use crate::kinds::FindingKind;
use gainsay_eval::eval::{Model, read_model, value_text};
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::{Command, Printer, Question, Script, Terms};
use gainsay_lang::value::Value;
use gainsay_prove::horn::{Clauses, Rebuttal};
pub use gainsay_prove::horn::{LOGIC, is_asked_by};
use gainsay_prove::refute::settle::{Settled, settle};
use std::borrow::Cow;

/// An interpretation of the predicates in Horn clauses: logic `HORN`. It is the model, which is requested in any case.
pub struct Horn;

impl Query for Horn {
    fn word(&self) -> &'static str {
        "horn"
    }

    fn is_asked_by(&self, script: &Script) -> bool {
        is_asked_by(script)
    }

    fn without(&self, script: &Script) -> Script {
        without_logic(script)
    }

    fn claim<'a>(&self, answer: &'a Answer) -> Option<Cow<'a, str>> {
        claim(answer).map(Cow::Borrowed)
    }

    fn rebuttals(&self, question: &Question<'_>, claim: &str) -> Vec<Script> {
        rebuttals(question, claim)
    }

    fn examine(&self, question: &Question<'_>, claim: &str, by: Candidates<'_>) -> Option<Verdict> {
        examine(question, claim, by.others)
    }
}

/// The same clauses in a logic that other solvers know.
fn without_logic(script: &Script) -> Script {
    let mut script = script.clone();
    let logic = script.needed_logic();
    let logic = script.terms.symbols.intern(&logic);
    for command in &mut script.commands {
        if matches!(command, Command::SetLogic(name) if script.terms.symbols.name(*name) == LOGIC) {
            *command = Command::SetLogic(logic);
        }
    }
    script
}

/// The interpretation, if the answer is sat and has a model.
fn claim(answer: &Answer) -> Option<&str> {
    answer.model.as_deref().filter(|_| answer.outcome == Outcome::Sat)
}

/// The questions which values violate a clause, for the clauses where this program finds no answer itself.
fn rebuttals(question: &Question<'_>, claim: &str) -> Vec<Script> {
    let Some(case) = Case::new(question, claim) else { return Vec::new() };
    let mut open = Vec::new();
    for rebuttal in case.rebuttals.iter().flatten() {
        match settle(&rebuttal.script) {
            Settled::Sat(_) => return Vec::new(),
            Settled::Unsat(_) => {}
            Settled::Unknown => open.push(rebuttal.script.clone()),
        }
    }
    open
}

/// Judges an interpretation. `None` if it cannot be read.
fn examine(question: &Question<'_>, claim: &str, others: &[CandidateModel<'_>]) -> Option<Verdict> {
    Case::new(question, claim).map(|case| case.examine(others))
}

/// Clauses, an interpretation, and a question about violations of each clause.
struct Case {
    clauses: Clauses,
    interpretation: Model,
    /// `None` if the question would have quantifiers, or the interpretation lacks a symbol.
    rebuttals: Vec<Option<Rebuttal>>,
}

/// The result for one clause.
enum Judged {
    Holds,
    Open,
    Decided(Verdict),
}

impl Case {
    fn new(question: &Question<'_>, claim: &str) -> Option<Case> {
        let mut script = question.clone().into_script();
        let interpretation = read_model(&mut script, claim).ok()?.model;
        let clauses =
            Clauses::of(&script.question()).filter(|_| !interpretation.is_circular(&script.terms))?;
        let rebuttals = (0..clauses.iter().len()).map(|at| clauses.rebuttal(at, &interpretation)).collect();
        Some(Case { clauses, interpretation, rebuttals })
    }

    fn examine(&self, others: &[CandidateModel<'_>]) -> Verdict {
        let mut open = 0;
        for (at, rebuttal) in self.rebuttals.iter().enumerate() {
            match rebuttal.as_ref().map_or(Judged::Open, |rebuttal| self.judge(at, rebuttal, others)) {
                Judged::Holds => {}
                Judged::Open => open += 1,
                Judged::Decided(verdict) => return verdict,
            }
        }
        match open {
            0 => Verdict::Proved(
                "no values violate a clause, by checked refutations or by trying all".to_owned(),
            ),
            _ => {
                let all = self.rebuttals.len();
                Verdict::Open(format!("{} of {all} clauses are proved, the others are open", all - open))
            }
        }
    }

    fn judge(&self, at: usize, rebuttal: &Rebuttal, others: &[CandidateModel<'_>]) -> Judged {
        let violated = |by: &str, terms: &Terms, model: &Model| {
            let values = rebuttal.values(terms, model)?;
            self.clauses.is_violated(at, &self.interpretation, &values).then(|| self.wrong(at, by, &values))
        };
        let by_other = others.iter().find_map(|candidate| {
            let (terms, model) = candidate.accepted(&rebuttal.script)?;
            violated(candidate.by, &terms, &model)
        });
        match (settle(&rebuttal.script), by_other) {
            (Settled::Unsat(why), Some(_)) => Judged::Decided(Verdict::Contradiction(format!(
                "values violate a clause under the interpretation, but it is proved that none do: {why}"
            ))),
            (Settled::Unsat(_), None) => Judged::Holds,
            (_, Some(wrong)) => Judged::Decided(wrong),
            (Settled::Sat(model), None) => violated("our own search", &rebuttal.script.terms, &model)
                .map_or(Judged::Open, Judged::Decided),
            (Settled::Unknown, None) => Judged::Open,
        }
    }

    fn wrong(&self, at: usize, by: &str, values: &[Value]) -> Verdict {
        let clause = self.clauses.iter().as_slice()[at].clone();
        let terms = self.clauses.terms();
        let print = |term| Printer::default().term(terms, term);
        let why = format!(
            "its interpretation violates a clause, with the values of {by}, for which our evaluator computes false"
        );
        let mut details = vec![print(clause.assertion)];
        for (&variable, value) in clause.variables.iter().zip(values) {
            let text = value_text(terms, value, terms.sort(variable)).unwrap_or_default();
            details.push(format!("{} is {text}", print(variable)));
        }
        Verdict::Wrong { kind: FindingKind::WrongInterpretation, why, details }
    }
}
