//! Judges a formula.

use super::Objection;
use super::case::Case;
use super::objection::Pinned;
use crate::ask::candidate_model::lines;
use crate::ask::plain::asking;
use crate::ask::{CandidateModel, ModelSource, Verdict};
use gainsay_eval::eval::{Model, value_term};
use gainsay_lang::script::{Command, Script, Term, Terms};
use gainsay_prove::refute::settle::{Settled, settle};

/// The name of this program as the source of a model.
const OURS: &str = "our own search";

/// The result of checking an objection.
enum Found {
    Holds(Verdict),
    /// The objection is refuted; says how.
    Never(String),
    Open,
}

impl Case {
    pub fn examine(&self, candidates: &[CandidateModel<'_>]) -> Verdict {
        if let Some(symbol) = &self.stranger {
            return self
                .wrong(format!("it uses `{symbol}`, which is not a symbol of both parts"), Vec::new());
        }
        let mut reasons = Vec::new();
        for objection in &self.objections {
            match self.look_at(objection, candidates) {
                Found::Holds(verdict) => return verdict,
                Found::Never(why) => reasons.push(why),
                Found::Open => {}
            }
        }
        let is_possible = match self.possible.as_ref().map(|possible| (possible, settle(possible))) {
            None | Some((_, Settled::Sat(_))) => true,
            Some((possible, Settled::Unsat(why))) => return self.impossible(possible, &why, candidates),
            Some((possible, Settled::Unknown)) => {
                candidates.iter().any(|candidate| candidate.accepted(possible).is_some())
            }
        };
        if self.has_quantifier && reasons.len() == self.objections.len() {
            return Verdict::Open("it has the right meaning, but a quantifier is left in it".to_owned());
        }
        match reasons.first() {
            Some(why) if is_possible && reasons.len() == self.objections.len() => {
                Verdict::Proved(format!("it meets every requirement: {why}"))
            }
            _ => Verdict::Open("no counterexample is known".to_owned()),
        }
    }

    fn wrong(&self, why: String, details: Vec<String>) -> Verdict {
        Verdict::Wrong { kind: self.sought.row().finding, why, details }
    }

    fn wrong_by(&self, objection: &Objection, by: &str, terms: &Terms, model: &Model) -> Verdict {
        let why = format!("{}, by the model of {by}, which our evaluator accepts", objection.says);
        self.wrong(why, lines(terms, model))
    }

    fn look_at(&self, objection: &Objection, candidates: &[CandidateModel<'_>]) -> Found {
        let settled = settle(&objection.question);
        for candidate in candidates {
            let Some((terms, model)) = candidate.accepted_regardless(&objection.question) else { continue };
            return Found::Holds(match &settled {
                Settled::Unsat(why) => Verdict::Contradiction(format!(
                    "the model of {} shows that {}, but no model can: {why}",
                    candidate.by, objection.says
                )),
                Settled::Sat(_) | Settled::Unknown => self.wrong_by(objection, candidate.by, &terms, &model),
            });
        }
        match settled {
            Settled::Sat(model) => {
                let own = CandidateModel { by: OURS, model: ModelSource::Model(&model) };
                own.accepted_regardless(&objection.question).map_or(Found::Open, |(terms, model)| {
                    Found::Holds(self.wrong_by(objection, OURS, &terms, &model))
                })
            }
            Settled::Unsat(why) => Found::Never(why),
            Settled::Unknown => {
                let pinned = objection.pinned.as_ref();
                let found = pinned.and_then(|pinned| self.wrong_at_a_point(objection, pinned, candidates));
                found.map_or(Found::Open, Found::Holds)
            }
        }
    }

    /// Shows an objection at a point: the evaluator accepts that the point satisfies one script, and a proof
    /// shows that the other one is unsatisfiable there.
    fn wrong_at_a_point(
        &self,
        objection: &Objection,
        pinned: &Pinned,
        candidates: &[CandidateModel<'_>],
    ) -> Option<Verdict> {
        let own = match settle(&pinned.holds) {
            Settled::Sat(model) => Some(model),
            Settled::Unsat(_) | Settled::Unknown => None,
        };
        let own = own.iter().map(|model| CandidateModel { by: OURS, model: ModelSource::Model(model) });
        for candidate in candidates.iter().copied().chain(own) {
            let Some((terms, model)) = candidate.accepted_regardless(&pinned.holds) else { continue };
            if let Settled::Unsat(why) = settle(&at_point(&pinned.fails, &model)) {
                let why = format!("{}, by the values of {}, and {why}", objection.says, candidate.by);
                return Some(self.wrong(why, lines(&terms, &model)));
            }
        }
        None
    }

    /// The verdict that the formula contradicts the assertions.
    fn impossible(&self, possible: &Script, why: &str, candidates: &[CandidateModel<'_>]) -> Verdict {
        match candidates.iter().find(|candidate| candidate.accepted(possible).is_some()) {
            Some(candidate) => Verdict::Contradiction(format!(
                "the model of {} makes it true with the assertions, but no model can: {why}",
                candidate.by
            )),
            None => self.wrong(format!("it contradicts the assertions: {why}"), Vec::new()),
        }
    }
}

/// The script with the values of a point. Constants without a value stay free.
fn at_point(question: &Script, model: &Model) -> Script {
    let mut script = question.clone();
    let mut wanted: Vec<Term> = script.assertions().collect();
    let constants: Vec<(Term, _)> = script
        .free_constants()
        .into_iter()
        .filter_map(|(constant, _)| Some((constant, model.get(script.terms.declaration(constant)?)?.clone())))
        .collect();
    for (constant, value) in constants {
        let sort = script.terms.sort(constant);
        if let Some(value) = value_term(&mut script.terms, &value, sort) {
            wanted.push(script.terms.equal(constant, value));
        }
    }
    script.commands.retain(Command::is_declaration);
    asking(script, &wanted)
}
