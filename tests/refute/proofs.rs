//! The checker takes what follows, and nothing else.

use super::verdict;
use gainsay::circuit::{Clauses, Wire};
use gainsay::refute::{
    Arithmetic, CHECKING, Certificate, Checked, Effort, Fault, Outcome, Proof, Step, Verdict,
};
use gainsay::rng::Rng;

/// Clauses that say nothing about numbers.
fn check(clauses: &Clauses, proof: &Proof, work: u64) -> Result<Checked, Fault> {
    gainsay::refute::check(clauses, &Arithmetic::default(), proof, work)
}

fn solve(clauses: &Clauses, effort: Effort<'_>) -> Outcome {
    gainsay::refute::solve(clauses, &Arithmetic::default(), effort)
}

fn wires(numbers: &[i64]) -> Vec<Wire> {
    numbers.iter().map(|&number| Wire::from_dimacs(number).unwrap()).collect()
}

fn clauses(variables: u32, of: &[&[i64]]) -> Clauses {
    let mut clauses = Clauses::over(variables);
    of.iter().for_each(|clause| clauses.push(&wires(clause)));
    clauses
}

fn proof(steps: &[(&[i64], &[u32])]) -> Proof {
    let mut proof = Proof::default();
    for (clause, hints) in steps {
        proof.push(Step { clause: &wires(clause), hints });
    }
    proof
}

/// So many pigeons in one hole fewer.
fn pigeons(count: u32) -> Clauses {
    let sits = |pigeon: u32, hole: u32| i64::from(pigeon * (count - 1) + hole + 1);
    let mut all: Vec<Vec<i64>> =
        (0..count).map(|pigeon| (0..count - 1).map(|hole| sits(pigeon, hole)).collect()).collect();
    for hole in 0..count - 1 {
        for other in 0..count {
            all.extend((0..other).map(|pigeon| vec![-sits(pigeon, hole), -sits(other, hole)]));
        }
    }
    clauses(count * (count - 1), &all.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

const EFFORT: Effort<'static> = Effort { work: u64::MAX, stop: &|| false };

fn refutation(clauses: &Clauses) -> Proof {
    match solve(clauses, EFFORT) {
        Outcome::Refuted(proof) => proof,
        other => panic!("{other:?}"),
    }
}

/// Circuits make no such clauses; a file may.
#[test]
fn a_literal_counts_once_in_a_clause_that_has_it_twice() {
    let twice = clauses(3, &[&[1, 1], &[-1, 2, 2, -1], &[3, -2, 3], &[-3, -3, -3]]);
    let once: Vec<&[Wire]> = twice.iter().collect();
    assert_eq!(once, [&wires(&[1])[..], &wires(&[-1, 2]), &wires(&[3, -2]), &wires(&[-3])]);
    assert!(check(&twice, &refutation(&twice), CHECKING).is_ok());
    let read = Clauses::from_dimacs("p cnf 2 3\n1 1 2 0\n-1 -1 2 2 0\n-2 -2 0\n").unwrap();
    assert_eq!(read.to_dimacs(), "p cnf 2 3\n1 2 0\n-1 2 0\n-2 0\n");
    assert!(check(&read, &refutation(&read), CHECKING).is_ok());
}

#[test]
fn a_proof_by_hand() {
    let all = clauses(2, &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let good = proof(&[(&[1], &[1, 2]), (&[], &[5, 3, 4])]);
    let checked = check(&all, &good, CHECKING).unwrap();
    assert_eq!((checked.clauses(), checked.steps()), (4, 2));
    let refused = [
        (proof(&[]), Fault::NoContradiction),
        (proof(&[(&[1], &[1, 2])]), Fault::NoContradiction),
        (proof(&[(&[], &[1, 2])]), Fault::NotUnit { step: 1, hint: 1 }),
        (proof(&[(&[1], &[1])]), Fault::NoConflict { step: 1 }),
        (proof(&[(&[], &[])]), Fault::NoConflict { step: 1 }),
        (proof(&[(&[], &[1])]), Fault::NotUnit { step: 1, hint: 1 }),
        // A clause that holds already leaves nothing to conclude.
        (proof(&[(&[1], &[1, 1, 2])]), Fault::NotUnit { step: 1, hint: 1 }),
        // A step that rests on itself, on a later one, and on nothing that there is.
        (proof(&[(&[], &[5])]), Fault::NoSuchClause { step: 1, hint: 5 }),
        (proof(&[(&[], &[6]), (&[], &[5])]), Fault::NoSuchClause { step: 1, hint: 6 }),
        (proof(&[(&[], &[0])]), Fault::NoSuchClause { step: 1, hint: 0 }),
        (proof(&[(&[3], &[1])]), Fault::NoSuchVariable { step: 1 }),
    ];
    for (wrong, fault) in refused {
        assert_eq!(check(&all, &wrong, CHECKING), Err(fault), "{wrong:?}");
    }
    assert_eq!(check(&all, &good, 3), Err(Fault::OutOfWork));
}

#[test]
fn proofs_of_the_solver_are_right_and_read_as_they_are_written() {
    for count in 2..8 {
        let clauses = pigeons(count);
        let proof = refutation(&clauses);
        assert_eq!(check(&clauses, &proof, CHECKING).map(|checked| checked.steps()), Ok(proof.len()));
        let text = proof.to_lrat(clauses.len());
        assert_eq!(Proof::from_lrat(&text, clauses.len()), Ok(proof));
    }
    for wrong in ["x", "2 0 1 0", "1 0 1", "1 1", "1 0 1 0 7", "1 x 0 1 0"] {
        assert!(Proof::from_lrat(wrong, 0).is_err(), "{wrong:?} was read");
    }
}

/// Random clauses with three literals, about as many as make half of the sets satisfiable: whoever is right shows it.
#[test]
fn random_clauses_have_a_model_or_a_proof() {
    let (mut satisfied, mut refuted) = (0, 0);
    for unit in 0..300 {
        let mut rng = Rng::of_unit(8, unit);
        let variables = rng.between(3, 60) as u32;
        let mut all = Clauses::over(variables);
        for _ in 0..variables * 5 {
            let clause: Vec<Wire> = (0..3)
                .map(|_| {
                    let wire = Wire::of_variable(rng.between(1, u64::from(variables)) as u32);
                    if rng.chance(1, 2) { wire } else { !wire }
                })
                .collect();
            let is_plain =
                (0..3).all(|at| clause[..at].iter().all(|w| w.variable() != clause[at].variable()));
            if is_plain {
                all.push(&clause);
            }
        }
        match solve(&all, EFFORT) {
            Outcome::Satisfied(values) => {
                let holds = |wire: &Wire| values.holds[wire.variable() as usize] != wire.is_negated();
                assert!(all.iter().all(|clause| clause.iter().any(holds)));
                satisfied += 1;
            }
            Outcome::Refuted(proof) => {
                assert!(check(&all, &proof, CHECKING).is_ok());
                refuted += 1;
            }
            Outcome::OutOfWork => panic!("there is no limit"),
        }
    }
    assert!(satisfied > 50 && refuted > 50, "{satisfied} satisfied, {refuted} refuted");
}

/// Steps as they can be damaged.
type Steps = Vec<(Vec<Wire>, Vec<u32>)>;

fn steps_of(proof: &Proof) -> Steps {
    proof.steps().map(|step| (step.clause.to_vec(), step.hints.to_vec())).collect()
}

fn proof_of(steps: &Steps) -> Proof {
    let mut proof = Proof::default();
    steps.iter().for_each(|(clause, hints)| proof.push(Step { clause, hints }));
    proof
}

/// Whether a clause follows from others in the sense of the checker, whatever hints are given: tried by a loop of its own.
fn follows(known: &[Vec<Wire>], clause: &[Wire]) -> bool {
    let mut held: Vec<Wire> = clause.iter().map(|&wire| !wire).collect();
    loop {
        let mut changed = false;
        for other in known {
            let open: Vec<Wire> = other.iter().copied().filter(|&wire| !held.contains(&!wire)).collect();
            match open[..] {
                [] => return true,
                [unit] if !held.contains(&unit) => {
                    held.push(unit);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return false;
        }
    }
}

/// A damaged proof is refused, unless each of its steps still follows from those before and it still ends with a contradiction.
fn check_damaged(given: &Clauses, damaged: &Steps, what: &str) -> bool {
    let Ok(_) = check(given, &proof_of(damaged), CHECKING) else { return true };
    let mut known: Vec<Vec<Wire>> = given.iter().map(<[Wire]>::to_vec).collect();
    for (clause, _) in damaged {
        assert!(follows(&known, clause), "{what} was not noticed");
        known.push(clause.clone());
    }
    assert!(known.last().unwrap().is_empty(), "{what} was not noticed");
    false
}

#[test]
fn damaged_proofs_are_refused() {
    let given = pigeons(5);
    let steps = steps_of(&refutation(&given));
    let mut rng = Rng::new(5);
    let mut refused = 0;
    for at in 0..steps.len() {
        let mut dropped = steps.clone();
        dropped.remove(at);
        refused += usize::from(check_damaged(&given, &dropped, "a step dropped"));

        for literal in 0..steps[at].0.len() {
            let mut flipped = steps.clone();
            flipped[at].0[literal] = !flipped[at].0[literal];
            refused += usize::from(check_damaged(&given, &flipped, "a literal flipped"));
            let mut missing = steps.clone();
            missing[at].0.remove(literal);
            refused += usize::from(check_damaged(&given, &missing, "a literal dropped"));
        }
        for hint in 0..steps[at].1.len() {
            let mut changed = steps.clone();
            let other = rng.between(1, (given.len() + at) as u64) as u32;
            if other != changed[at].1[hint] {
                changed[at].1[hint] = other;
                refused += usize::from(check_damaged(&given, &changed, "a hint changed"));
            }
            let mut missing = steps.clone();
            missing[at].1.remove(hint);
            assert!(check_damaged(&given, &missing, "a hint dropped"));
        }
        // Nothing behind the place: there is no contradiction any more.
        assert_eq!(check(&given, &proof_of(&steps[..at].to_vec()), CHECKING), Err(Fault::NoContradiction));
    }
    assert!(refused > 100, "only {refused} refused");
}

/// Without one of its clauses a question may have a model, and no proof of the whole is one of the rest.
#[test]
fn a_proof_is_about_all_of_its_clauses() {
    let given = pigeons(4);
    let proof = refutation(&given);
    for left_out in 0..given.len() {
        let mut fewer = Clauses::over(given.variables());
        for (at, clause) in given.iter().enumerate() {
            // A clause that says nothing keeps the numbers as they are.
            let tautology = wires(&[1, -1]);
            fewer.push(if at == left_out { &tautology } else { clause });
        }
        // Each clause of the pigeons is needed.
        assert!(matches!(solve(&fewer, EFFORT), Outcome::Satisfied(_)));
        assert!(check(&fewer, &proof, CHECKING).is_err());
    }
}

#[test]
fn a_certificate_is_about_its_clauses() {
    let text = "(declare-const x (_ BitVec 6))(declare-const y (_ BitVec 6))
        (assert (distinct (bvmul x (bvadd y #b000001)) (bvadd x (bvmul x y))))";
    let Verdict::Unsat(certificate) = verdict(text) else { panic!("not refuted") };
    let Certificate { refuted, encoding, proof } = *certificate;
    assert_eq!((refuted.clauses(), refuted.steps()), (encoding.clauses().len(), proof.len()));
    assert!(refuted.to_string().starts_with("it became "));
    let mut names: Vec<String> = encoding.meanings().into_iter().map(|meaning| meaning.name).collect();
    names.sort();
    assert_eq!(names, ["assertion 1", "x", "y"]);
}
