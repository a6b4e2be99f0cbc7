//! A proof that the checker accepts is about clauses that cannot all hold, whatever was changed in either.
//!
//! The clauses have few variables, so that all assignments can be tried. The bytes choose the clauses, then what is changed
//! in the solver's proof and in the clauses.

use super::bytes::Bytes;
use gainsay::circuit::{Clauses, Wire};
use gainsay::refute::{Arithmetic, CHECKING, Effort, Outcome, Proof, Step, check as check_proof, solve};

const MOST_VARIABLES: i64 = 6;
const MOST_CLAUSES: usize = 40;

pub fn check(bytes: &[u8]) -> Result<(), String> {
    let mut bytes = Bytes(bytes);
    let variables = bytes.between(1, MOST_VARIABLES) as u32;
    let count = bytes.below(MOST_CLAUSES);
    let clauses: Vec<Vec<Wire>> = (0..count).map(|_| clause(&mut bytes, variables)).collect();
    let given = together(variables, &clauses);
    let no_numbers = Arithmetic::default();
    let proof = match solve(&given, &no_numbers, Effort { work: 1_000_000, stop: &|| false }) {
        Outcome::Satisfied(_) if has_model(variables, &clauses) => Proof::default(),
        Outcome::Refuted(proof) if check_proof(&given, &no_numbers, &proof, CHECKING).is_ok() => proof,
        other => return Err(format!("{other:?} for {clauses:?}")),
    };
    let mut clauses = clauses;
    let mut steps: Vec<(Vec<Wire>, Vec<u32>)> =
        proof.steps().map(|step| (step.clause.to_vec(), step.hints.to_vec())).collect();
    loop {
        let (given, proof) = (together(variables, &clauses), of_steps(&steps));
        let is_accepted = check_proof(&given, &no_numbers, &proof, CHECKING).is_ok();
        if is_accepted && has_model(variables, &clauses) {
            return Err(format!("accepted: {steps:?} of {clauses:?}"));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        change(&mut bytes, variables, &mut clauses, &mut steps);
    }
}

fn literal(bytes: &mut Bytes<'_>, variables: u32) -> Wire {
    let wire = Wire::of_variable(bytes.between(1, i64::from(variables)) as u32);
    if bytes.coin() { wire } else { !wire }
}

fn clause(bytes: &mut Bytes<'_>, variables: u32) -> Vec<Wire> {
    (0..bytes.between(0, 3)).map(|_| literal(bytes, variables)).collect()
}

fn together(variables: u32, clauses: &[Vec<Wire>]) -> Clauses {
    let mut all = Clauses::over(variables);
    clauses.iter().for_each(|clause| all.push(clause));
    all
}

fn of_steps(steps: &[(Vec<Wire>, Vec<u32>)]) -> Proof {
    let mut proof = Proof::default();
    steps.iter().for_each(|(clause, hints)| proof.push(Step { clause, hints }));
    proof
}

/// Tries all assignments.
pub fn has_model(variables: u32, clauses: &[Vec<Wire>]) -> bool {
    let holds =
        |wire: &Wire, assignment: u32| (assignment >> (wire.variable() - 1) & 1 == 1) != wire.is_negated();
    (0..1 << variables)
        .any(|assignment| clauses.iter().all(|clause| clause.iter().any(|wire| holds(wire, assignment))))
}

type Steps = Vec<(Vec<Wire>, Vec<u32>)>;

/// Makes one change.
fn change(bytes: &mut Bytes<'_>, variables: u32, clauses: &mut Vec<Vec<Wire>>, steps: &mut Steps) {
    let (step, wire) = (bytes.below(steps.len()), literal(bytes, variables));
    let hint = bytes.below(clauses.len() + steps.len() + 3) as u32;
    let at = bytes.below(8);
    let kind = bytes.below(9);
    if kind >= 6 {
        let given = bytes.below(clauses.len());
        match (kind, clauses.get_mut(given)) {
            (6, Some(clause)) => clause.push(wire),
            (7, Some(clause)) if at < clause.len() => clause[at] = wire,
            _ => clauses.truncate(given.max(clauses.len() / 2)),
        }
        return;
    }
    let Some((clause, hints)) = steps.get_mut(step) else {
        return steps.push((Vec::new(), vec![hint]));
    };
    match kind {
        0 if at < clause.len() => drop(clause.remove(at)),
        1 if at < clause.len() => clause[at] = wire,
        2 if at < hints.len() => hints[at] = hint,
        3 if at < hints.len() => drop(hints.remove(at)),
        4 => drop(steps.remove(step)),
        _ => hints.push(hint),
    }
}
