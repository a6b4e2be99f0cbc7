//! Random numbers that never change: xoshiro256++, seeded through SplitMix64.
//!
//! The same seed gives the same stream on every machine and in every release, which published crates do not promise;
//! campaigns are replayed from it. The algorithms are Blackman and Vigna's, from the public domain.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        let mut mixer = seed;
        Rng { state: std::array::from_fn(|_| split_mix(&mut mixer)) }
    }

    /// The stream of a unit of work: a function of the campaign's seed and the unit's number.
    pub fn of_unit(seed: u64, unit: u64) -> Rng {
        let mut mixer = seed;
        let own = split_mix(&mut mixer) ^ unit.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Rng::new(own)
    }

    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number below `bound`, which must not be 0. The bias is below one in 2^32 for the bounds in use.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0);
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// An index into a list of `len` items, at least one.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// One of the items, which must not be empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True in `times` of `of` cases.
    pub fn chance(&mut self, times: u64, of: u64) -> bool {
        self.below(of) < times
    }

    pub fn coin(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }
}

/// A hash of a text, the same on every machine and in every version: FNV-1a.
pub fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// A hash of a text and a number, the same on every machine and in every version.
pub fn digest_with(number: u64, text: &str) -> u64 {
    Rng::of_unit(digest(text.bytes()), number).next_u64()
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
