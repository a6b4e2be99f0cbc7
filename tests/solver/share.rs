//! What is done besides stays within its share of the time.

use gainsay::solver::Share;
use std::time::Duration;

#[test]
fn a_dear_thing_waits_until_it_fits_into_its_share() {
    let second = Duration::from_secs(1);
    let mut share = Share::one_in(10);
    assert!(share.has_room_for(2 * second, Duration::ZERO), "the first time");
    share.note(2 * second);
    assert!(!share.has_room_for(2 * second, 39 * second));
    assert!(share.has_room_for(2 * second, 40 * second), "it had its share once");
    assert!(share.has_room_for(Duration::ZERO, 20 * second), "what costs nothing");
}
