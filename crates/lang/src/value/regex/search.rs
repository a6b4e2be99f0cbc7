//! Operators that look for a match inside of a string: `str.replace_re`, `str.replace_re_all`, `str.indexof_re`.
//!
//! The standard wants the leftmost match, and among those that begin there the shortest.

use super::Automaton;
use super::terms::NONE;
use crate::value::fuel::{Fuel, OutOfFuel};
use crate::value::slices;
use crate::value::text::Text;

/// The part of a string from position `start` to `end`, without the latter.
struct Match {
    start: usize,
    end: usize,
}

impl Automaton {
    /// `str.replace_re`: the empty match counts, so that an expression that accepts the empty word always
    /// matches at the very beginning.
    ///
    /// # Errors
    /// [`OutOfFuel`], also when the result is too long to compute with.
    pub fn replace(&mut self, text: &Text, new: &Text, fuel: &mut Fuel) -> Result<Text, OutOfFuel> {
        let word = text.code_points();
        match self.find(word, 0, 0, fuel)? {
            Some(found) => joined(&[&word[..found.start], new.code_points(), &word[found.end..]]),
            None => Ok(text.clone()),
        }
    }

    /// `str.replace_re_all`: only matches that are not empty count, and the search goes on behind each.
    ///
    /// # Errors
    /// [`OutOfFuel`], also when the result is too long to compute with.
    pub fn replace_all(&mut self, text: &Text, new: &Text, fuel: &mut Fuel) -> Result<Text, OutOfFuel> {
        let word = text.code_points();
        let mut parts = Vec::new();
        let mut done = 0;
        while let Some(found) = self.find(word, done, 1, fuel)? {
            parts.extend([&word[done..found.start], new.code_points()]);
            done = found.end;
        }
        parts.push(&word[done..]);
        joined(&parts)
    }

    /// cvc5's `str.indexof_re`: where the first match at or after `start` begins, the empty match included; `None`
    /// (that is -1) also when `start` is outside of the string.
    ///
    /// # Errors
    /// [`OutOfFuel`]
    pub fn index_of(&mut self, text: &Text, start: i64, fuel: &mut Fuel) -> Result<Option<usize>, OutOfFuel> {
        let word = text.code_points();
        match usize::try_from(start) {
            Ok(start) if start <= word.len() => Ok(self.find(word, start, 0, fuel)?.map(|found| found.start)),
            _ => Ok(None),
        }
    }

    /// The leftmost match at or after `from` that is at least `min_length` long, and the shortest of those.
    fn find(
        &mut self,
        word: &[u32],
        from: usize,
        min_length: usize,
        fuel: &mut Fuel,
    ) -> Result<Option<Match>, OutOfFuel> {
        for start in from..=word.len() {
            if let Some(length) = self.shortest_prefix(&word[start..], min_length, fuel)? {
                return Ok(Some(Match { start, end: start + length }));
            }
        }
        Ok(None)
    }

    /// The length of the shortest prefix that is in the language, of those that are at least `min_length` long.
    fn shortest_prefix(
        &mut self,
        word: &[u32],
        min_length: usize,
        fuel: &mut Fuel,
    ) -> Result<Option<usize>, OutOfFuel> {
        let mut state = self.start;
        for (length, &c) in word.iter().enumerate() {
            if length >= min_length && self.accepts(state) {
                return Ok(Some(length));
            }
            if state == NONE {
                return Ok(None);
            }
            state = self.step(state, self.alphabet.class_of(c), fuel)?;
        }
        Ok((word.len() >= min_length && self.accepts(state)).then_some(word.len()))
    }
}

fn joined(parts: &[&[u32]]) -> Result<Text, OutOfFuel> {
    slices::concat(parts).map(Text::wrap).ok_or(OutOfFuel)
}
