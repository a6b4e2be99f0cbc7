//! The deterministic automaton of an expression, built as far as it is used.
//!
//! A state is an expression in normal form, and reading a character leads to its derivative: the expression for
//! what may follow that character (Brzozowski 1964). Complement, intersection and counted repetition need nothing
//! special, and nothing is built that no question has asked for. Transitions are kept, so that an automaton that
//! is used again gets faster.

use super::Regex;
use super::alphabet::{Alphabet, Class};
use super::charset::CharSet;
use super::lower::lower;
use super::terms::{ALL, EMPTY_WORD, Id, Join, NONE, Term, Terms};
use crate::hash::HashMap;
use crate::value::fuel::{Fuel, OutOfFuel};
use crate::value::text::Text;

/// Answers questions about the language of one expression. All errors of its methods are [`OutOfFuel`]; the automaton
/// can be used again after one.
pub struct Automaton {
    pub(super) terms: Terms,
    pub(super) alphabet: Alphabet,
    pub(super) start: Id,
    derivatives: HashMap<(Id, Class), Id>,
}

impl Automaton {
    /// Prepares to answer questions about `regex`.
    ///
    /// # Errors
    /// [`OutOfFuel`] when the expression is larger than the budget.
    pub fn new(regex: &Regex, fuel: &mut Fuel) -> Result<Automaton, OutOfFuel> {
        let mut terms = Terms::new();
        let start = lower(regex, &mut terms, fuel)?;
        // Derivatives bring no new boundaries between characters, so that the classes can be found now.
        let sets: Vec<&CharSet> = terms.char_sets().collect();
        let alphabet = Alphabet::new(&sets, fuel)?;
        Ok(Automaton { terms, alphabet, start, derivatives: HashMap::default() })
    }

    /// `str.in_re`
    ///
    /// # Errors
    /// [`OutOfFuel`]
    pub fn matches(&mut self, word: &Text, fuel: &mut Fuel) -> Result<bool, OutOfFuel> {
        let mut state = self.start;
        for &c in word.code_points() {
            if state == NONE || state == ALL {
                break;
            }
            state = self.step(state, self.alphabet.class_of(c), fuel)?;
        }
        Ok(self.accepts(state))
    }

    /// Whether the empty word belongs to the language of a state.
    pub(super) fn accepts(&self, state: Id) -> bool {
        self.terms.is_nullable(state)
    }

    /// The state that a character of `class` leads to from `state`.
    pub(super) fn step(&mut self, state: Id, class: Class, fuel: &mut Fuel) -> Result<Id, OutOfFuel> {
        fuel.spend(1)?;
        if let Some(&next) = self.derivatives.get(&(state, class)) {
            return Ok(next);
        }
        // Parts first, with a stack instead of recursion.
        let mut pending = vec![state];
        let mut result = NONE;
        while let Some(&id) = pending.last() {
            if let Some(&known) = self.derivatives.get(&(id, class)) {
                result = known;
                pending.pop();
                continue;
            }
            let waiting = pending.len();
            let parts = self.push_parts(id, class, &mut pending);
            fuel.spend(1 + parts)?;
            if pending.len() == waiting {
                result = self.derive(id, class);
                fuel.spend(self.terms.take_work())?;
                self.derivatives.insert((id, class), result);
                pending.pop();
            }
        }
        Ok(result)
    }

    /// Pushes the terms whose derivatives are needed first and not yet known, and tells how many parts there are.
    fn push_parts(&mut self, id: Id, class: Class, pending: &mut Vec<Id>) -> usize {
        let Automaton { terms, derivatives, .. } = self;
        let mut push = |id: Id| {
            if !derivatives.contains_key(&(id, class)) {
                pending.push(id);
            }
        };
        match terms.get(id) {
            Term::EmptyWord | Term::Chars(_) => 0,
            Term::Repeat(inner, _) | Term::Comp(inner) => {
                push(*inner);
                1
            }
            Term::Join(_, members) => {
                members.iter().for_each(|&member| push(member));
                members.len()
            }
            &Term::Concat(left, right) => {
                let (head, tail) = terms.split(left, right);
                push(head);
                if terms.is_nullable(head) {
                    push(tail);
                }
                2
            }
        }
    }

    /// The derivative of a term all of whose parts are derived.
    fn derive(&mut self, id: Id, class: Class) -> Id {
        let Automaton { terms, derivatives, alphabet, .. } = self;
        let derivative = |id: Id| derivatives.get(&(id, class)).copied().unwrap_or(NONE);
        match terms.get(id).clone() {
            Term::EmptyWord => NONE,
            Term::Chars(set) => {
                let is_member = set.contains(alphabet.sample(class));
                if is_member { EMPTY_WORD } else { NONE }
            }
            Term::Concat(left, right) => {
                let (head, tail) = terms.split(left, right);
                let within_head = terms.concat_each(derivative(head), tail);
                if terms.is_nullable(head) {
                    terms.join(Join::Union, vec![within_head, derivative(tail)])
                } else {
                    within_head
                }
            }
            // The first round that is not empty begins with the character. If there can be empty rounds before it,
            // then the minimum is 0 already.
            Term::Repeat(body, count) => {
                let rest = terms.repeat(body, count.after_one());
                terms.concat_each(derivative(body), rest)
            }
            Term::Comp(inner) => terms.comp(derivative(inner)),
            Term::Join(join, members) => {
                let derived = members.iter().map(|&member| derivative(member)).collect();
                terms.join(join, derived)
            }
        }
    }
}
