//! Random orders have everything once, and are random.

use gainsay::campaign::permuted;

#[test]
fn every_order_has_everything_once() {
    for n in [1, 2, 3, 5, 16, 17, 100, 1000] {
        let mut all: Vec<u64> = (0..n).map(|position| permuted(n, 7, position)).collect();
        all.sort_unstable();
        assert_eq!(all, (0..n).collect::<Vec<_>>());
    }
}

#[test]
fn orders_differ_and_are_not_the_natural_one() {
    let order = |key| (0..1000).map(|position| permuted(1000, key, position)).collect::<Vec<_>>();
    assert_ne!(order(1), order(2));
    let in_place = order(1).iter().enumerate().filter(|(at, number)| *at as u64 == **number).count();
    assert!(in_place < 20, "{in_place} of 1000 stay where they are");
}
