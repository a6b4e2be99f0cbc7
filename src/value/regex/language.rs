//! Questions about a whole language: is it empty, what is in it, is it the same as another one.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::alphabet::Class;
use super::terms::{Id, NONE};
use super::{Automaton, Kind, Regex};
use crate::value::fuel::{Fuel, OutOfFuel};
use crate::value::text::Text;

impl Regex {
    /// `str.in_re`. Use an [`Automaton`] to match the same expression again and again.
    ///
    /// # Errors
    /// [`OutOfFuel`]
    pub fn matches(&self, word: &Text, fuel: &mut Fuel) -> Result<bool, OutOfFuel> {
        match self.kind() {
            Kind::Word(only) => Ok(word == only),
            Kind::Chars(set) => Ok(word.single_char().is_some_and(|c| set.contains(c))),
            _ => Automaton::new(self, fuel)?.matches(word, fuel),
        }
    }

    /// Whether no word belongs to the language.
    ///
    /// # Errors
    /// [`OutOfFuel`]
    pub fn is_empty(&self, fuel: &mut Fuel) -> Result<bool, OutOfFuel> {
        Automaton::new(self, fuel)?.is_empty(fuel)
    }

    /// Whether all words of this language belong to the other one.
    ///
    /// # Errors
    /// [`OutOfFuel`]
    pub fn is_included_in(&self, other: &Regex, fuel: &mut Fuel) -> Result<bool, OutOfFuel> {
        self.diff(other).is_empty(fuel)
    }

    /// Whether both languages are the same: `=` on `RegLan`.
    ///
    /// # Errors
    /// [`OutOfFuel`]
    pub fn is_equivalent_to(&self, other: &Regex, fuel: &mut Fuel) -> Result<bool, OutOfFuel> {
        self.diff(other).union(&other.diff(self)).is_empty(fuel)
    }
}

impl Automaton {
    /// Whether the empty word belongs to the language.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.accepts(self.start)
    }

    /// Whether no word belongs to the language.
    ///
    /// # Errors
    /// [`OutOfFuel`]
    pub fn is_empty(&mut self, fuel: &mut Fuel) -> Result<bool, OutOfFuel> {
        let path = self.search(fuel, |automaton, state| automaton.terms.is_inhabited(state))?;
        Ok(path.is_none())
    }

    /// A shortest word of the language, or `None` if there is no word at all.
    ///
    /// # Errors
    /// [`OutOfFuel`]
    pub fn shortest_member(&mut self, fuel: &mut Fuel) -> Result<Option<Text>, OutOfFuel> {
        let path = self.search(fuel, Automaton::accepts)?;
        let spell = |path: Vec<Class>| path.iter().map(|&class| self.alphabet.samples(class)[0]).collect();
        Ok(path.map(|path| Text::wrap(spell(path))))
    }

    /// Different words of the language, the shortest first: at most `limit`, and fewer when the fuel ends.
    ///
    /// Of characters that the expression does not tell apart only a few are tried, so that a large alphabet does not
    /// hide what is interesting. No other words are left out, unless there are more than `limit`.
    pub fn members(&mut self, limit: usize, fuel: &mut Fuel) -> Vec<Text> {
        let mut members = Vec::new();
        let mut known = HashSet::with_hasher(FxBuildHasher);
        let mut layer = vec![(self.start, Vec::new())];
        let mut layers_without_member = 0;
        // A member is never further away than there are states, and all of them on the way there are known by then.
        while !layer.is_empty() && layers_without_member <= known.len() {
            layers_without_member += 1;
            for (state, word) in &layer {
                known.insert(*state);
                if self.accepts(*state) {
                    layers_without_member = 0;
                    members.push(Text::wrap(word.clone()));
                }
                if members.len() >= limit {
                    return members;
                }
            }
            match self.next_layer(&layer, limit, fuel) {
                Ok(next) => layer = next,
                Err(OutOfFuel) => break,
            }
        }
        members
    }

    /// All words that are longer by one than those of `layer`, with the states that they lead to; but no more than
    /// `limit` words for one state, because so many are enough to find `limit` members through that state.
    fn next_layer(
        &mut self,
        layer: &[Reached],
        limit: usize,
        fuel: &mut Fuel,
    ) -> Result<Vec<Reached>, OutOfFuel> {
        let mut next_layer = Vec::new();
        let mut words_to: HashMap<Id, usize, FxBuildHasher> = HashMap::default();
        for (state, word) in layer {
            for class in self.alphabet.classes() {
                let next = self.step(*state, class, fuel)?;
                let words = words_to.entry(next).or_default();
                for &c in self.alphabet.samples(class) {
                    if next != NONE && *words < limit {
                        *words += 1;
                        fuel.spend(1 + word.len() / 16)?;
                        next_layer.push((next, [word, &[c][..]].concat()));
                    }
                }
            }
        }
        Ok(next_layer)
    }

    /// A shortest path from the start to a state that is wanted.
    fn search(
        &mut self,
        fuel: &mut Fuel,
        is_wanted: impl Fn(&Automaton, Id) -> bool,
    ) -> Result<Option<Vec<Class>>, OutOfFuel> {
        // The states in the order of their distance, and how each was first reached: from which place in this list, by
        // which class.
        let mut reached: Vec<(Id, Option<(usize, Class)>)> = vec![(self.start, None)];
        let mut seen: HashSet<Id, FxBuildHasher> = HashSet::from_iter([self.start, NONE]);
        let mut next = 0;
        while let Some(&(state, _)) = reached.get(next) {
            if is_wanted(self, state) {
                return Ok(Some(path_to(&reached, next)));
            }
            for class in self.alphabet.classes() {
                let target = self.step(state, class, fuel)?;
                if seen.insert(target) {
                    reached.push((target, Some((next, class))));
                }
            }
            next += 1;
        }
        Ok(None)
    }
}

/// A state, and one of the words that lead there.
type Reached = (Id, Vec<u32>);

fn path_to(reached: &[(Id, Option<(usize, Class)>)], mut place: usize) -> Vec<Class> {
    let mut path = Vec::new();
    while let Some((previous, class)) = reached[place].1 {
        path.push(class);
        place = previous;
    }
    path.reverse();
    path
}
