//! Makes a script small while a condition holds: here, while it multiplies, and trying all assignments shows that none satisfies it.
//!
//! ```text
//! cargo run --release --example reduce
//! cargo run --release --example reduce -- SCRIPT.smt2
//! ```

use gainsay::{Bounds, Budget, Candidate, Decision, Printer, Script, decide, reduce};
use std::error::Error;

const SCRIPT: &str = "
    (set-logic QF_BV)
    (declare-const x (_ BitVec 8))
    (declare-const y (_ BitVec 8))
    (declare-const p Bool)
    (assert (=> p (bvult x y)))
    (assert (and (= (bvand x #x01) #x01) (bvult y #x80)))
    (assert (or p (= (bvmul x x) #x02)))
    (assert (or (= (bvadd x y) #x11) (not p)))
    (assert (= (bvmul x x) #x02))
    (check-sat)";

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => SCRIPT.to_owned(),
    };
    let start = Candidate::new(Script::parse(&text)?, None);

    // Any condition will do, for instance that a solver of yours crashes.
    let mut is_interesting = |candidate: &Candidate| {
        let text = candidate.text();
        text.contains("bvmul")
            && text.contains("(check-sat)")
            && matches!(decide(&candidate.script.question(), Bounds::default()), Decision::Unsat(_))
    };
    let reduced = reduce(&start, &mut is_interesting, &Budget::default())?;

    println!("; {} scripts were tried", reduced.tried);
    print!("{}", Printer::pretty().script(&reduced.best.script));
    Ok(())
}
