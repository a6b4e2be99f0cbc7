//! Judges `get-unsat-assumptions`: whether the assumptions that a solver names are contradictory.

use super::Reply;
use crate::ask::candidate_model::lines;
use crate::ask::{CandidateModel, Verdict};
use crate::kinds::FindingKind;
use gainsay_eval::eval::Model;
use gainsay_lang::script::{Question, ReadOptions, Term, Terms};
use gainsay_prove::refute::settle::{Settled, settle};

/// The assumptions that a reply names; `None` if one of them cannot be identified.
fn named(question: &Question<'_>, reply: &Reply) -> Option<Vec<Term>> {
    let Reply::Assumptions(printed) = reply else { return None };
    let texts: Vec<&str> = printed.iter().map(String::as_str).collect();
    let mut script = question.clone().into_script();
    let read = script.read_terms(&texts, ReadOptions::default());
    let is_assumed = |term: &Term| question.assumed().contains(term);
    read.into_iter().map(|term| term.ok().filter(is_assumed)).collect()
}

/// The question with only these assumptions, if they are not all.
pub fn part(question: &Question<'_>, reply: &Reply) -> Option<Question<'static>> {
    let named = named(question, reply)?;
    let is_part = question.assumed().iter().any(|assumed| !named.contains(assumed));
    is_part.then(|| question.assuming_only(&named))
}

/// Judges a reply. `None` if it is not about assumptions.
pub fn examine(question: &Question<'_>, reply: &Reply, others: &[CandidateModel<'_>]) -> Option<Verdict> {
    let Reply::Assumptions(printed) = reply else { return None };
    if question.assumed().is_empty() {
        return None;
    }
    if named(question, reply).is_none() {
        return Some(Verdict::Open("not all of them are written as they were assumed".to_owned()));
    }
    let Some(part) = part(question, reply) else {
        return Some(Verdict::Open("it names all assumptions".to_owned()));
    };
    let part = part.into_script();
    let settled = settle(&part);
    let wrong = |by: &str, terms: &Terms, model: &Model| Verdict::Wrong {
        kind: FindingKind::WrongAssumptions,
        why: format!(
            "the assumptions ({}) do not contradict the assertions: the model of {by} satisfies both, by our evaluator",
            printed.join(" ")
        ),
        details: lines(terms, model),
    };
    let shown = others.iter().find_map(|candidate| Some((candidate.by, candidate.accepted(&part)?)));
    Some(match (shown, settled) {
        (Some((by, _)), Settled::Unsat(why)) => Verdict::Contradiction(format!(
            "{by} has a model of the assertions and the assumptions ({}), but there is none: {why}",
            printed.join(" ")
        )),
        (Some((by, (terms, model))), _) => wrong(by, &terms, &model),
        (None, Settled::Sat(model)) => wrong("our own search", &part.terms, &model),
        (None, Settled::Unsat(why)) => Verdict::Proved(format!("they contradict the assertions: {why}")),
        (None, Settled::Unknown) => {
            Verdict::Open("it is not known whether they contradict the assertions".to_owned())
        }
    })
}
