use gainsay_engine::reduce::{Budget, Candidate, reduce};
use gainsay_lang::script::{Printer, Script};

pub fn main() {
    let text = "(declare-const p Bool) (declare-const q Bool) (assert (and p (or q p))) (assert (not q)) (check-sat)";
    let start = Candidate::new(Script::parse(text).unwrap(), None);
    // Any condition will do, for instance that a solver of yours crashes.
    let mut holds = |candidate: &Candidate| candidate.text().contains("not");
    let reduced = reduce(&start, &mut holds, &Budget::default()).unwrap();
    assert!(Printer::pretty().script(&reduced.best.script).len() < text.len());
}
