//! Certificates by a checker that is not ours: `dratify`, which finds the steps' reasons itself instead of believing hints.
//!
//! It reads DRAT, of which it checks only reverse unit propagation here, so each clause of our LRAT proof must follow from those
//! before it. That no registry has an LRAT checker that tests can install is told in the book.

use super::plain::{REFUTED, plainly};
use super::verdict;
use dratify::{Checker, Lit};
use gainsay::circuit::Clauses;
use gainsay::refute::{CertificateText, Proof, Verdict};

/// What the other checker says about the texts of a certificate's files, without some of the clauses.
fn is_accepted(text: &CertificateText, left_out: &[usize]) -> bool {
    let clauses = Clauses::from_dimacs(&text.clauses).unwrap();
    let proof = Proof::from_lrat(&text.proof, clauses.len()).unwrap();
    // Both number literals in the same way.
    let literals = |clause: &[gainsay::circuit::Wire]| -> Vec<Lit> {
        clause.iter().map(|wire| wire.index() as Lit).collect()
    };
    let kept = clauses.iter().enumerate().filter(|(at, _)| !left_out.contains(at));
    let formula: Vec<Vec<Lit>> = kept.map(|(_, clause)| literals(clause)).collect();
    let steps: Vec<(bool, Vec<Lit>)> = proof.steps().map(|step| (false, literals(step.clause))).collect();
    let mut checker = Checker::new(clauses.variables() + 1, &formula, false, false);
    let result = checker.check(&steps);
    result.ok && result.reached_empty
}

#[test]
fn another_checker_accepts_what_ours_accepts() {
    for text in REFUTED {
        let Verdict::Unsat(certificate) = verdict(text) else { panic!("{text}") };
        assert!(is_accepted(&certificate.to_text(), &[]), "{text}");
        assert!(is_accepted(&plainly(text).to_text(), &[]), "{text}");
    }
}

/// Without the assertions, the clauses of a plain certificate say nothing that could be refuted.
#[test]
fn another_checker_accepts_no_proof_without_the_assertions() {
    for text in REFUTED {
        let certificate = plainly(text).to_text();
        let map: serde_json::Value = serde_json::from_str(certificate.map.as_ref().unwrap()).unwrap();
        let assertions = map["assertions"].as_array().unwrap().iter();
        let clauses: Vec<usize> =
            assertions.map(|assertion| assertion["clause"].as_u64().unwrap() as usize - 1).collect();
        assert!(!clauses.is_empty() && !is_accepted(&certificate, &clauses), "{text}");
    }
}
