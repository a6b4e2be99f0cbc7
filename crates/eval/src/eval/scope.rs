//! Scopes of variables: the free variables of each term, and the values that variables are bound to.
//!
//! A cached value of a term is valid as long as none of its free variables is rebound. Every binding gets a
//! fresh stamp, and bindings form a stack, so the greatest stamp among the bindings of a term's free
//! variables identifies all of them.

use super::machine::Cell;
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::variable_sets::{EMPTY, VariableSets};
use gainsay_lang::script::{Term, Terms};

#[derive(Default)]
pub(super) struct Scope {
    /// For each term, the generation in which its free variables were computed, and the set of them.
    free: Vec<(u32, u32)>,
    sets: VariableSets,
    bindings: Vec<Binding>,
    /// For each variable, the index of its innermost binding plus one; 0 for none.
    bound: HashMap<Term, u32>,
    last_stamp: u32,
    generation: u32,
    stack: Vec<(Term, bool)>,
}

struct Binding {
    variable: Term,
    value: Cell,
    stamp: u32,
    /// The previous entry of `bound`.
    outer: u32,
}

impl Scope {
    /// Forgets everything, before use with another arena or another state of it.
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

    /// Whether the stamps are used up.
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

    /// The stamp of the newest binding.
    pub fn stamp(&self) -> u32 {
        self.last_stamp
    }

    /// Removes all but the first `depth` bindings.
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

    /// Cache key of the term's value: 0 if it depends on no binding, else the greatest stamp among its free
    /// variables. `None` if it must not be cached: a free variable is unbound, or the free variables were not
    /// computed (`look_at`).
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

    /// The free variables of a term, if `look_at` computed them.
    pub fn variables(&self, term: Term) -> &[Term] {
        match self.free.get(term.index()) {
            Some(&(generation, set)) if generation == self.generation => self.sets.members(set),
            _ => &[],
        }
    }

    /// Computes the free variables of a term and of all its subterms.
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
