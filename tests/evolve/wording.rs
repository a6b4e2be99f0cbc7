//! Each release is asked in words that it reads as they are meant.

use crate::support::real;
use gainsay::answer::Status;
use gainsay::evolve::{Bench, Draft, Ending, Measure};
use gainsay::script::Script;

/// What z3 4.8.7 and cvc5 make of an assertion about a string.
fn asked(assertion: &str) -> Measure {
    let bench = Bench::new(real("z3@4.8.7"), Vec::new(), vec![real("cvc5")], 10.0, 4 << 30, 1).unwrap();
    let text = format!("(declare-const s String)\n(assert {assertion})\n(check-sat)\n");
    let draft = Draft::new(Script::read(&text), "test").unwrap();
    let measured = bench.measure(&[draft]).unwrap().pop().unwrap().unwrap();
    measured.measure
}

fn endings(measure: &Measure) -> (Ending, Ending) {
    (measure.target.ending, measure.references[0].ending)
}

#[test]
fn an_old_release_is_asked_with_the_old_names() {
    let sat = Ending::Answered(Status::Sat);
    let assertion = "(and (str.in_re s (re.+ (str.to_re \"12\"))) (= (str.to_int s) 12))";
    assert_eq!(endings(&asked(assertion)), (sat, sat));
}

#[test]
fn an_old_release_is_asked_with_the_old_escapes() {
    let sat = Ending::Answered(Status::Sat);
    assert_eq!(endings(&asked(r#"(= (str.len (str.++ s "\u{e9}")) 1)"#)), (sat, sat));
}

#[test]
fn what_an_old_release_cannot_read_is_not_asked() {
    let measure = asked(r#"(= (str.len (str.++ s "\u{230}")) 1)"#);
    assert_eq!(endings(&measure), (Ending::Refused, Ending::Answered(Status::Sat)));
    assert_eq!(measure.suspicion(), None);
}
