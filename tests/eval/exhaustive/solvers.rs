//! The decider against real solvers.

use crate::eval::exhaustive::random::{self, Language};
use crate::eval::exhaustive::verdict;
use crate::support::real;
use gainsay::rng::Rng;
use gainsay::script::Printer;
use gainsay::solver::Limits;
use gainsay::theory::Op;
use std::time::Duration;

/// Operators that both solvers know by the names of the standard.
fn is_standard(op: &Op) -> bool {
    const OURS: [&str; 9] =
        ["bvultbv", "bvsltbv", "bvite", "bvredor", "bvredand", "bit2bool", "eqrange", "default", "mkbv"];
    let dialect = ["ext_", "bvumul_", "bvsmul_", "at-", "pb", "fp.to_ieee"];
    !OURS.contains(&op.name) && !op.partial && !dialect.iter().any(|start| op.name.starts_with(start))
}

#[test]
fn agrees_with_real_solvers() {
    let mut batch = String::from("(set-option :global-declarations false)\n(set-logic ALL)\n");
    // z3 does not take more than two arguments everywhere.
    let language = Language { has: is_standard, long: false };
    let mut expected = Vec::new();
    for unit in 0.. {
        if expected.len() == 300 {
            break;
        }
        let script = random::script(&mut Rng::of_unit(2, unit), &language);
        let found = verdict(&script);
        if found == "sat" || found == "unsat" {
            let text = Printer::default().script(&script).replace("(set-logic ALL)", "");
            batch += &format!("(push 1)\n{text}(pop 1)\n");
            expected.push((found, text));
        }
    }
    assert!(expected.iter().filter(|(found, _)| *found == "unsat").count() > 50);
    let minutes = Duration::from_secs(300);
    let limits = Limits { wall: minutes, cpu: minutes, ..Limits::default() };
    for name in ["z3@5.4.0", "cvc5@1.4.2"] {
        let options = if name.starts_with("cvc5") { "(set-option :fp-exp true)\n" } else { "" };
        let answer = real(name).ask_fresh(&format!("{options}{batch}"), &limits).unwrap();
        assert!(!answer.stdout.contains("(error"), "{name}: {}", answer.stdout);
        let statuses: Vec<String> =
            answer.statuses.iter().map(|status| format!("{status:?}").to_lowercase()).collect();
        assert_eq!(statuses.len(), expected.len(), "{name}: {:?} {}", answer.outcome, answer.stderr);
        let definite = || statuses.iter().zip(&expected).filter(|(status, _)| *status != "unknown");
        assert!(definite().count() * 100 > expected.len() * 95, "{name} gives up too often");
        for (status, (found, text)) in definite() {
            assert_eq!(status, found, "{name}\n{text}");
        }
    }
}
