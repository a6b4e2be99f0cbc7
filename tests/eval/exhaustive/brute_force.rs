//! The decider against the evaluator under every assignment.

use crate::eval::exhaustive::random::{self, Language};
use crate::eval::exhaustive::verdict;
use gainsay::eval::{Evaluator, Limits, Model, Scratch, SortDomains};
use gainsay::rng::Rng;
use gainsay::script::{DeclId, DeclKind, Printer, Script, Term};
use gainsay::theory::Domains;
use gainsay::value::Value;

/// What all assignments together say, and whether every assertion had a value under each.
struct Outcome {
    verdict: &'static str,
    definite: bool,
}

#[test]
fn agrees_with_the_evaluator_under_every_assignment() {
    let language = Language { has: |_| true, long: true };
    let (mut sat, mut unsat, mut open) = (0, 0, 0);
    for unit in 0..6000 {
        let script = random::script(&mut Rng::of_unit(1, unit), &language);
        let Some(outcome) = brute_force(&script, 1 << 12) else { continue };
        let found = verdict(&script);
        let text = Printer::default().script(&script);
        if outcome.definite || ["sat", "unsat"].contains(&found) {
            assert_eq!(found, outcome.verdict, "unit {unit}\n{text}");
        }
        match found {
            "sat" => sat += 1,
            "unsat" => unsat += 1,
            _ => open += 1,
        }
    }
    assert!(sat > 500 && unsat > 500 && open > 0, "{sat} sat, {unsat} unsat, {open} open");
}

/// `None` if there are too many assignments.
fn brute_force(script: &Script, limit: usize) -> Option<Outcome> {
    let terms = &script.terms;
    let free: Vec<DeclId> =
        terms.decls().filter(|(_, decl)| matches!(decl.kind, DeclKind::Free)).map(|(id, _)| id).collect();
    let mut choices: Vec<Vec<Value>> = Vec::new();
    let mut product = 1;
    for &decl in &free {
        choices.push(values_of(script, decl, limit)?);
        product *= choices.last()?.len();
        if product > limit {
            return None;
        }
    }
    let assertions: Vec<Term> = script.assertions().collect();
    let mut outcome = Outcome { verdict: "unsat", definite: true };
    let mut scratch = Scratch::default();
    for number in 0..product {
        let mut model = Model::default();
        let mut rest = number;
        for (&decl, values) in free.iter().zip(&choices) {
            model.set(terms, decl, values[rest % values.len()].clone()).unwrap();
            rest /= values.len();
        }
        let mut evaluator = Evaluator::with(scratch, terms, &model, Limits::default());
        let results: Vec<_> = assertions.iter().map(|&term| evaluator.eval_bool(term).ok()).collect();
        scratch = evaluator.into_scratch();
        outcome.definite &= !results.contains(&None);
        if results.iter().all(|result| *result == Some(true)) {
            outcome.verdict = "sat";
        } else if !results.contains(&Some(false)) && outcome.verdict == "unsat" {
            outcome.verdict = "unknown";
        }
    }
    Some(outcome)
}

fn values_of(script: &Script, decl: DeclId, limit: usize) -> Option<Vec<Value>> {
    let terms = &script.terms;
    let model = Model::default();
    let domains = SortDomains { terms, model: &model };
    let declared = terms.decl(decl);
    let results = domains.elements(declared.result_sort(), limit as u64)?;
    let sorts = declared.arg_sorts()?;
    if sorts.is_empty() {
        return Some(results);
    }
    let mut places: Vec<Vec<Value>> = vec![Vec::new()];
    for &sort in &sorts {
        let elements = domains.elements(sort, limit as u64)?;
        places = places
            .iter()
            .flat_map(|place| {
                elements.iter().map(|element| [&**place, std::slice::from_ref(element)].concat())
            })
            .collect();
    }
    let count = results.len().checked_pow(places.len() as u32).filter(|&count| count <= limit)?;
    let tables = (0..count).map(|mut number| {
        let mut entries = Vec::new();
        for place in &places {
            entries.push((place.clone(), results[number % results.len()].clone()));
            number /= results.len();
        }
        Value::table(sorts.len() as u32, domains.size_of_all(&sorts), results[0].clone(), entries)
    });
    tables.collect()
}
