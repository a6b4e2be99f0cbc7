//! Random orders of things that are too many to list: a Feistel permutation with cycle walking.

use crate::rng::Rng;

/// Which of `0..n` a random order, one for each key, has at a position. It needs no memory: a Feistel network permutes the
/// numbers of as many bits as `n` has, and is applied again to what falls outside of the range.
pub fn permuted(n: u64, key: u64, position: u64) -> u64 {
    debug_assert!(position < n);
    let half = (u64::BITS - n.saturating_sub(1).leading_zeros()).div_ceil(2).max(1);
    let mut number = position;
    loop {
        number = mix(number, half, key);
        if number < n {
            return number;
        }
    }
}

const ROUNDS: u64 = 6;

/// A Feistel network: a permutation of the numbers of `2 * half` bits.
fn mix(number: u64, half: u32, key: u64) -> u64 {
    let mask = (1 << half) - 1;
    let (mut left, mut right) = (number >> half, number & mask);
    for round in 0..ROUNDS {
        let random = Rng::of_unit(key.wrapping_add(round), right).next_u64();
        (left, right) = (right, (left ^ random) & mask);
    }
    left << half | right
}
