//! What was reached: what more of it is worth, and that it is kept.

use gainsay::coverage::{Reached, Trace};

#[test]
fn rewards_are_those_of_the_paper() {
    let trace = |counts: &[(u32, u32)]| Trace::new(counts.to_vec(), 10);
    let mut reached = Reached::default();
    let first = trace(&[(1, 2), (5, 1), (2000, 3)]);
    assert_eq!(reached.reward(&first), 2 * 1000 + 100 * (2 + 1 + 3));
    assert_eq!(reached.add(&first), 3);
    assert_eq!(reached.reward(&first), 3);
    let second = trace(&[(1, 4), (2, 1), (2000, 1), (3000, 1)]);
    assert_eq!(reached.reward(&second), 10 * 2 + 100 + 1 + (1000 + 100));
    assert_eq!(reached.add_new(&second), [2, 3000]);
    assert_eq!(reached.places(), 5);
    assert_eq!(reached.add(&second), 0);
}

#[test]
fn all_is_there_again_after_it_was_written_down() {
    let mut reached = Reached::default();
    reached.add(&Trace::new(vec![(1, 2), (5000, 1)], 10));
    reached.add(&Trace::new(vec![(1, 1), (1023, 7), (1024, 8)], 10));
    let written = serde_json::to_string(&reached).unwrap_or_default();
    let Ok(mut again) = serde_json::from_str::<Reached>(&written) else { panic!("{written}") };
    assert_eq!(again.places(), 4);
    let another = Trace::new(vec![(1, 3), (1024, 8), (5001, 1), (9000, 1)], 10);
    assert_eq!(again.reward(&another), 10 + 1 + 100 + 1100);
    assert_eq!(again.reward(&another), reached.reward(&another));
    assert_eq!(again.add_new(&another), [5001, 9000]);
}
