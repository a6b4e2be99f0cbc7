//! How alike two runs are.

use gainsay::coverage::Trace;

#[test]
fn similarity_is_the_share_of_what_both_did() {
    let trace = |counts: &[(u32, u32)]| Trace::new(counts.to_vec(), 10);
    let (a, b) = (trace(&[(1, 2), (3, 4)]), trace(&[(2, 5), (3, 1)]));
    assert_eq!(a.similarity(&a), 1.0);
    assert_eq!(a.similarity(&b), 2.0 / 12.0);
    assert_eq!(b.similarity(&a), a.similarity(&b));
    assert_eq!(a.similarity(&trace(&[(7, 1)])), 0.0);
    assert_eq!(a.similarity(&Trace::default()), 0.0);
    assert_eq!(Trace::default().similarity(&Trace::default()), 1.0);
}
