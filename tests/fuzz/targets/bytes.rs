//! Bytes as a sequence of choices; zeros follow the last one.

pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    pub fn coin(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below this one.
    pub fn below(&mut self, bound: usize) -> usize {
        let number = usize::from(self.byte()) | usize::from(self.byte()) << 8;
        number % bound.max(1)
    }

    /// A number between these, which lie close to each other.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::from(self.byte()) % (high - low + 1)
    }

    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}
