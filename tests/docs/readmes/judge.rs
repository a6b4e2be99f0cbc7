use gainsay_judge::judge::{Certainty, FindingKind, Testimony, judge};
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::Script;
use gainsay_prove::evidence::{Evidence, Search, Test};

pub fn main() {
    let script = Script::parse("(declare-const p Bool) (assert (= p (not p))) (check-sat)").unwrap();
    let evidence = Evidence::by_search(&script.question(), Search::BRIEF);
    let test = Test::given(script, evidence);

    let testimony = Testimony::new("mine@1.0", Answer::new(Outcome::Sat));
    let verdict = judge(&test, &[testimony]);
    assert_eq!(verdict.findings[0].kind, FindingKind::WrongSat);
    assert_eq!(verdict.findings[0].certainty, Certainty::Proved);
}
