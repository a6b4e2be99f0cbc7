//! Questions about a whole language: is it empty, what is its shortest word, is it the same as another one.

use super::alphabet::Class;
use super::terms::{Id, NONE};
use super::{Automaton, Kind, Regex};
use crate::hash::HashSet;
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

    /// Whether both languages are the same: `=` on `RegLan`.
    ///
    /// # Errors
    /// [`OutOfFuel`]
    pub fn is_equivalent_to(&self, other: &Regex, fuel: &mut Fuel) -> Result<bool, OutOfFuel> {
        self.diff(other).union(&other.diff(self)).is_empty(fuel)
    }
}

impl Automaton {
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
        let spell = |path: Vec<Class>| path.iter().map(|&class| self.alphabet.sample(class)).collect();
        Ok(path.map(|path| Text::wrap(spell(path))))
    }

    /// A shortest path from the start to a state that is wanted.
    fn search(
        &mut self,
        fuel: &mut Fuel,
        is_wanted: impl Fn(&Automaton, Id) -> bool,
    ) -> Result<Option<Vec<Class>>, OutOfFuel> {
        // The states in the order of their distance, and how each was first reached: from which place in
        // this list, by which class.
        let mut reached: Vec<(Id, Option<(usize, Class)>)> = vec![(self.start, None)];
        let mut seen: HashSet<Id> = HashSet::from_iter([self.start, NONE]);
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

fn path_to(reached: &[(Id, Option<(usize, Class)>)], mut place: usize) -> Vec<Class> {
    let mut path = Vec::new();
    while let Some((previous, class)) = reached[place].1 {
        path.push(class);
        place = previous;
    }
    path.reverse();
    path
}
