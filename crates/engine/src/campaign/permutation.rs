//! Random permutations of ranges too long to list: a Feistel network with cycle walking.

use gainsay_lang::rng::Rng;

/// The number at a position of a random permutation of `0..n`, one for each key. Needs no memory: a Feistel
/// network permutes the numbers with as many bits as `n` has (rounded up to an even number), and is applied
/// again while the result is outside of the range.
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
