//! Sets of variables as numbers: which variables are free in each of many terms.

use super::terms::{Term, Terms, View};
use crate::hash::HashMap;

/// The number of the empty set.
pub const EMPTY: u32 = 0;

/// Sets of variables as numbers, each once; unions are remembered.
#[derive(Default, Debug)]
pub struct VariableSets {
    sets: Vec<Box<[Term]>>,
    numbers: HashMap<Box<[Term]>, u32>,
    unions: HashMap<(u32, u32), u32>,
}

impl VariableSets {
    /// Forgets all sets but the empty one.
    pub fn clear(&mut self) {
        self.sets.clear();
        self.numbers.clear();
        self.unions.clear();
        self.number(Vec::new());
    }

    pub fn members(&self, set: u32) -> &[Term] {
        self.sets.get(set as usize).map_or(&[], |members| members)
    }

    fn number(&mut self, members: Vec<Term>) -> u32 {
        let members: Box<[Term]> = members.into();
        if let Some(&number) = self.numbers.get(&members) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(members.clone());
        self.numbers.insert(members, number);
        number
    }

    /// The variables that are free in a term, given those that are free in its children.
    pub fn free_in(&mut self, terms: &Terms, term: Term, free: impl Fn(Term) -> u32) -> u32 {
        match terms.view(term) {
            View::Variable(_) => self.number(vec![term]),
            View::Bind(_, variables, body) => self.without(free(body), variables),
            _ => terms.children(term).iter().fold(EMPTY, |set, &child| self.union(set, free(child))),
        }
    }

    fn without(&mut self, set: u32, variables: &[Term]) -> u32 {
        if !self.members(set).iter().any(|member| variables.contains(member)) {
            return set;
        }
        let rest = self.members(set).iter().copied().filter(|member| !variables.contains(member)).collect();
        self.number(rest)
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b || b == EMPTY {
            return a;
        }
        if a == EMPTY {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut members: Vec<Term> = self.members(a).iter().chain(self.members(b)).copied().collect();
        members.sort_unstable();
        members.dedup();
        let number = self.number(members);
        self.unions.insert(key, number);
        number
    }
}
