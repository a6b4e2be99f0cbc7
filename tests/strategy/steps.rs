//! Steps, by number.

use gainsay::strategy::Steps;

#[test]
fn steps_can_be_left_out_by_number() {
    let mut steps = Steps::without([1]);
    let done: Vec<bool> = ["a", "b", "c"].iter().map(|rule| steps.take(*rule, "here")).collect();
    assert_eq!(done, [true, false, true]);
    assert_eq!(steps.drawn(), 3);
    assert_eq!(steps.taken().iter().map(|step| step.rule.as_str()).collect::<Vec<_>>(), ["a", "c"]);
}
