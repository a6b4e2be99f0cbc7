use gainsay_lang::answer::Status;
use gainsay_lang::script::Script;
use gainsay_prove::evidence::{Evidence, Search};

pub fn main() {
    let text = "(declare-const x (_ BitVec 32)) (declare-const y (_ BitVec 32))
        (assert (not (= (bvadd x y) (bvadd (bvxor x y) (bvshl (bvand x y) #x00000001))))) (check-sat)";
    let script = Script::parse(text).unwrap();
    let evidence = Evidence::by_proving(&script.question(), Search::THOROUGH).unwrap();
    assert!(matches!(evidence, Evidence::Refuted(_)));
    assert_eq!(evidence.answer(), Status::Unsat);
}
