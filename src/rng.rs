//! Random numbers that are the same on every machine and in every version of the program.
//!
//! The generator is xoshiro256++ (Blackman and Vigna), its state filled by SplitMix64. It is kept here because everything
//! that the program finds is found again from its numbers, and published crates have changed their streams.

/// A stream of random numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng([u64; 4]);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        let mut state = seed;
        Rng(std::array::from_fn(|_| split_mix(&mut state)))
    }

    /// The stream of a part of some work: different parts have streams that have nothing to do with each other.
    pub fn of(seed: u64, part: u64) -> Rng {
        let mut state = seed;
        let start = split_mix(&mut state);
        let mut state = start ^ part;
        Rng(std::array::from_fn(|_| split_mix(&mut state)))
    }

    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let shifted = b << 17;
        let c = c ^ a;
        let d = d ^ b;
        self.0 = [a ^ d, b ^ c, c ^ shifted, d.rotate_left(45)];
        result
    }

    /// A number below `bound`, all of them equally likely; 0 if there is none.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        // Lemire's method: the high half of a product, without those that would be more likely than others.
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// A place in a list of so many things.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// True in `times` of `of` cases.
    pub fn chance(&mut self, times: u64, of: u64) -> bool {
        self.below(of) < times
    }

    pub fn bool(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }

    /// One of these things; there must be one.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.index(things.len())]
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_the_reference() {
        // The first numbers of the authors' C code with the state 1, 2, 3, 4.
        let mut rng = Rng([1, 2, 3, 4]);
        let numbers: [u64; 4] = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(numbers, [41943041, 58720359, 3588806011781223, 3591011842654386]);
        // And of SplitMix64 with the seed 1234567.
        let mut state = 1234567;
        assert_eq!(split_mix(&mut state), 6457827717110365317);
        assert_eq!(split_mix(&mut state), 3203168211198807973);
    }

    #[test]
    fn bounds_are_kept() {
        let mut rng = Rng::new(1);
        for bound in [1, 2, 3, 10, u64::MAX] {
            assert!((0..1000).all(|_| rng.below(bound) < bound));
        }
        assert!((0..1000).all(|_| (5..=7).contains(&rng.between(5, 7))));
    }
}
