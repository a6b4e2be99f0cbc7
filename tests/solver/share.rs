//! What is done besides stays within its share of the time.

use gainsay::solver::Share;
use std::time::Duration;

#[test]
fn a_dear_thing_waits_until_it_fits_into_its_share() {
    let second = Duration::from_secs(1);
    let mut share = Share::one_in(10);
    assert!(share.is_due(Duration::ZERO), "the first time");
    share.note(2 * second);
    assert!(!share.is_due(39 * second));
    assert!(share.is_due(40 * second));
}
