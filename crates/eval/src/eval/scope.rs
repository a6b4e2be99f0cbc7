//! Variables: which a term has free, and what they stand for.
//!
//! A value of a term is good as long as none of its free variables stands for something else. Every binding has a number
//! of its own, and bindings come and go as on a stack; so the greatest number among the bindings of a term's free
//! variables tells whether they all are the same as before.

use super::machine::Cell;
use crate::hash::HashMap;
use crate::script::variable_sets::{EMPTY, VariableSets};
use crate::script::{Term, Terms};

#[derive(Default)]
pub(super) struct Scope {
    /// The free variables of each term, with the generation in which that was found out.
    free: Vec<(u32, u32)>,
    sets: VariableSets,
    bindings: Vec<Binding>,
    /// The place of a variable's innermost binding, from 1; 0 for none.
    bound: HashMap<Term, u32>,
    last_stamp: u32,
    generation: u32,
    stack: Vec<(Term, bool)>,
}

struct Binding {
    variable: Term,
    value: Cell,
    stamp: u32,
    /// What `bound` held before.
    outer: u32,
}

impl Scope {
    /// Forgets everything, for terms of another arena or state of it.
    pub fn reset(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.free.clear();
            self.generation = 1;
        }
        self.sets.clear();
        self.bindings.clear();
        self.bound.clear();
        self.last_stamp = 0;
    }

    pub fn depth(&self) -> usize {
        self.bindings.len()
    }

    /// Whether there are numbers left for further bindings.
    pub fn is_full(&self) -> bool {
        self.last_stamp >= u32::MAX - 1
    }

    pub fn bind(&mut self, variable: Term, value: Cell) {
        self.last_stamp += 1;
        self.bindings.push(Binding { variable, value, stamp: self.last_stamp, outer: 0 });
        let place = self.bindings.len() as u32;
        let outer = self.bound.insert(variable, place).unwrap_or(0);
        self.bindings[place as usize - 1].outer = outer;
    }

    /// The number of the newest binding.
    pub fn stamp(&self) -> u32 {
        self.last_stamp
    }

    /// Takes back all but the first `depth` bindings.
    pub fn unbind(&mut self, depth: usize) {
        while self.bindings.len() > depth {
            if let Some(binding) = self.bindings.pop() {
                self.bound.insert(binding.variable, binding.outer);
            }
        }
    }

    pub fn value(&self, variable: Term) -> Option<&Cell> {
        let &place = self.bound.get(&variable).filter(|&&place| place > 0)?;
        Some(&self.bindings[place as usize - 1].value)
    }

    /// What a value of the term is good for: 0 for ever, otherwise as long as this stays the same. `None` if it is good
    /// for nothing, because a variable is not bound, or because nobody has looked which variables there are.
    #[inline]
    pub fn key(&self, term: Term) -> Option<u32> {
        if self.bindings.is_empty() {
            return Some(0);
        }
        let &(generation, set) = self.free.get(term.index())?;
        if generation != self.generation {
            return None;
        }
        let mut key = 0;
        for variable in self.sets.members(set) {
            let &place = self.bound.get(variable).filter(|&&place| place > 0)?;
            key = key.max(self.bindings[place as usize - 1].stamp);
        }
        Some(key)
    }

    /// The free variables of a term that was looked at before.
    pub fn variables(&self, term: Term) -> &[Term] {
        match self.free.get(term.index()) {
            Some(&(generation, set)) if generation == self.generation => self.sets.members(set),
            _ => &[],
        }
    }

    /// Finds the free variables of a term and all below it.
    pub fn look_at(&mut self, terms: &Terms, root: Term) {
        if self.free.len() < terms.len() {
            self.free.resize(terms.len(), (0, EMPTY));
        }
        self.stack.push((root, false));
        while let Some((term, expanded)) = self.stack.pop() {
            if self.free[term.index()].0 == self.generation {
                continue;
            }
            let children = terms.children(term);
            if !expanded && !children.is_empty() {
                self.stack.push((term, true));
                self.stack.extend(children.iter().map(|&child| (child, false)));
                continue;
            }
            let set = self.sets.free_in(terms, term, |child| self.free[child.index()].1);
            self.free[term.index()] = (self.generation, set);
        }
    }
}
