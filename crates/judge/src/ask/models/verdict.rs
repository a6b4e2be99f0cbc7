//! Judges further models, and the claim that there are no more.

use super::blocked::{Read, differs, may_differ_besides, terms_of};
use super::blocks;
use super::told::Told;
use crate::ask::candidate_model::{LIMITS, lines};
use crate::ask::plain::{asking, declarations};
use crate::ask::{CandidateModel, Candidates, ModelSource, Verdict};
use crate::kinds::FindingKind;
use gainsay_eval::eval::Rejection;
use gainsay_lang::script::{Command, Question, ReadOptions, Script, Term};
use gainsay_lang::value::Value;
use gainsay_prove::evidence::witness_within;
use gainsay_prove::refute::settle::{Settled, settle};

/// The question whether there is a model that differs from all blocked ones.
pub fn rebuttals(question: &Question<'_>, claim: &str) -> Vec<Script> {
    let case = Case::new(question, claim, ReadOptions::default());
    case.and_then(|case| case.another()).into_iter().collect()
}

/// Judges the models. `None` if they cannot be read, or there is no further model and no claim that there is
/// none.
pub fn examine(question: &Question<'_>, claim: &str, by: Candidates<'_>) -> Option<Verdict> {
    let Candidates { own, others } = by;
    let ModelSource::Text(_, reading) = own?.model else { return None };
    let case = Case::new(question, claim, reading)?;
    if case.models.len() < 2 && !case.ends {
        return None;
    }
    let mut open = false;
    for at in 0..case.models.len() {
        match case.judge(at) {
            Judged::Right => {}
            Judged::Open => open = true,
            Judged::Decided(verdict) => return Some(verdict),
        }
    }
    let models = case.models.len();
    Some(match (case.ends, open) {
        (true, _) => case.end(others, open),
        (false, true) => Verdict::Open("some of its models cannot be evaluated or compared".to_owned()),
        (false, false) => Verdict::Proved(format!(
            "its {models} models satisfy every assertion, and differ in what was blocked"
        )),
    })
}

struct Case<'q> {
    question: &'q Question<'q>,
    models: Vec<Read>,
    blocks: Vec<Command>,
    /// For each blocked model, the blocked terms and their values, if these are known.
    blocked: Vec<Option<(Vec<Term>, Vec<Value>)>>,
    /// Whether the solver says that there are no more.
    ends: bool,
}

/// The result for one model.
enum Judged {
    Right,
    Open,
    Decided(Verdict),
}

impl<'q> Case<'q> {
    fn new(question: &'q Question<'q>, claim: &str, reading: ReadOptions) -> Option<Case<'q>> {
        let told = Told::read(claim).filter(|_| question.is_understood())?;
        let read = |model: &String| Read::new(question, model, reading);
        let models: Vec<Read> = told.models.iter().map(read).collect::<Option<_>>()?;
        let blocks: Vec<Command> = blocks(question).collect();
        // If there are more models than were asked for, they belong to other commands.
        if models.len() > blocks.len() + usize::from(!told.ends) {
            return None;
        }
        let blocked = blocks.iter().zip(&models).map(|(block, model)| {
            let terms = terms_of(question, block)?;
            let values = model.values(&terms)?;
            Some((terms, values))
        });
        let blocked = blocked.collect();
        Some(Case { question, blocks, blocked, models, ends: told.ends })
    }

    fn judge(&self, at: usize) -> Judged {
        let Read { script, model } = &self.models[at];
        let number = at + 1;
        let wrong = |why: String| {
            let details = lines(&script.terms, model);
            Judged::Decided(Verdict::Wrong { kind: FindingKind::RepeatedModel, why, details })
        };
        let checked = witness_within(&script.question(), model.clone(), LIMITS);
        match checked {
            // A wrong first model is a finding of its own.
            Err(Rejection::False(_)) if at == 0 => {
                return Judged::Decided(Verdict::Open("its first model makes an assertion false".to_owned()));
            }
            Err(Rejection::False(_)) => {
                return wrong(format!(
                    "its model number {number} makes an assertion false, by our evaluator"
                ));
            }
            Err(_) => return Judged::Open,
            Ok(_) => {}
        }
        let mut open = false;
        for (before, blocked) in self.blocked.iter().enumerate().take(at) {
            let same =
                blocked.as_ref().and_then(|(terms, values)| Some(self.models[at].values(terms)? == *values));
            match same {
                Some(true) if self.may_differ_besides(before, at) => open = true,
                Some(true) => {
                    return wrong(format!(
                        "its model number {number} has exactly the values that were blocked after model number {}",
                        before + 1
                    ));
                }
                Some(false) => {}
                None => open = true,
            }
        }
        if open { Judged::Open } else { Judged::Right }
    }

    /// Whether one of the models may differ from an earlier one in constants that are not compared.
    fn may_differ_besides(&self, before: usize, at: usize) -> bool {
        let (blocked, model) = (&self.models[before].model, &self.models[at].model);
        may_differ_besides(self.question, &self.blocks[before], blocked, model)
    }

    /// The question whether there is another model, if the solver says that there is none and everything
    /// blocked is known.
    fn another(&self) -> Option<Script> {
        if !self.ends {
            return None;
        }
        let mut script = declarations(self.question);
        let mut wanted: Vec<Term> = self.question.assertions().collect();
        for blocked in &self.blocked {
            let (terms, values) = blocked.as_ref()?;
            wanted.push(differs(&mut script.terms, terms, values)?);
        }
        Some(asking(script, &wanted))
    }

    fn end(&self, others: &[CandidateModel<'_>], open: bool) -> Verdict {
        let Some(another) = self.another() else {
            return Verdict::Open("it is not fully known what was blocked".to_owned());
        };
        let models = self.models.len();
        let shown = others.iter().find_map(|candidate| Some((candidate.by, candidate.accepted(&another)?)));
        let wrong = |by: &str, details: Vec<String>| Verdict::Wrong {
            kind: FindingKind::MissedModel,
            why: format!(
                "it says that there are no more than {models} models, but that of {by} satisfies every assertion and differs in \
                 what was blocked, by our evaluator"
            ),
            details,
        };
        match (shown, settle(&another)) {
            (Some((by, _)), Settled::Unsat(why)) => Verdict::Contradiction(format!(
                "{by} has a model that differs from all before, but it is proved that there is none: {why}"
            )),
            (Some((by, (terms, model))), _) => wrong(by, lines(&terms, &model)),
            (None, Settled::Sat(model)) => wrong("our own search", lines(&another.terms, &model)),
            (None, Settled::Unsat(why)) if !open => {
                Verdict::Proved(format!("there are no more models: {why}"))
            }
            (None, _) => Verdict::Open("no further model is known".to_owned()),
        }
    }
}
