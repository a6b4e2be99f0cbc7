use gainsay_eval::eval::{Bounds, Decision, Rejection, Witness, decide, read_model};
use gainsay_lang::script::Script;

pub fn main() {
    let text = "(declare-const x (_ BitVec 8)) (assert (= (bvmul x x) #x51)) (check-sat)";
    let mut script = Script::parse(text).unwrap();

    // The model that a solver printed: does it satisfy the script?
    let model = read_model(&mut script, "((define-fun x () (_ BitVec 8) #x08))").unwrap().model;
    assert!(matches!(Witness::check(&script.question(), model), Err(Rejection::False(_))));

    // Few enough assignments to try them all.
    assert!(matches!(decide(&script.question(), Bounds::default()), Decision::Sat { .. }));
}
