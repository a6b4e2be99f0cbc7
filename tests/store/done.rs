//! The units that are done, as ranges.

use gainsay::rng::Rng;
use gainsay::store::Done;
use std::collections::BTreeSet;

#[test]
fn ranges_are_the_set_in_few_words() {
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        let (mut done, mut plain) = (Done::default(), BTreeSet::new());
        for _ in 0..30 {
            let first = rng.below(60);
            let last = first + rng.below(4);
            done.insert_range(first, last);
            plain.extend(first..=last);
        }
        assert_eq!(done.count(), plain.len() as u64);
        for number in 0..70 {
            assert_eq!(done.contains(number), plain.contains(&number), "{done:?} {number}");
            let open = (number..).find(|other| !plain.contains(other));
            assert_eq!(Some(done.next_open(number)), open);
        }
        let ranges: Vec<(u64, u64)> = done.ranges().collect();
        assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0), "{ranges:?}");
    }
}
