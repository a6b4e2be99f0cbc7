//! A small generator of reproducible random numbers and words.

#![allow(dead_code)] // every test file uses another part

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % bound as u64).unwrap()
    }

    /// A word of at most `max_length` of the first `letters` small letters.
    pub fn word(&mut self, max_length: usize, letters: usize) -> Vec<u32> {
        let length = self.below(max_length + 1);
        (0..length).map(|_| 97 + u32::try_from(self.below(letters)).unwrap()).collect()
    }
}
