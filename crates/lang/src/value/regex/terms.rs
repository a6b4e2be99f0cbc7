//! Regular expressions in a normal form, each stored once, so that equal ones have equal ids.
//!
//! The normal form makes union and intersection associative, commutative and idempotent, which is what keeps the
//! number of derivatives of an expression finite (Brzozowski 1964), and applies the laws that keep it small in
//! practice. It does not make all equivalent expressions equal.

use std::sync::Arc;

use crate::hash::hash_of;
use hashbrown::HashTable;

use super::Count;
use super::charset::CharSet;

/// A term of one [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Id(u32);

/// `re.none`: a term in normal form is this one or has no obviously empty part.
pub const NONE: Id = Id(0);
/// The empty word alone.
pub const EMPTY_WORD: Id = Id(1);
/// `re.allchar`
const ANY_CHAR: Id = Id(2);
/// `re.all`
pub const ALL: Id = Id(3);

/// Unions of at most so many members are multiplied out by [`Terms::concat_each`].
const MULTIPLY_OUT: usize = 8;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    EmptyWord,
    Chars(CharSet),
    Concat(Id, Id),
    Repeat(Id, Count),
    Comp(Id),
    /// Two or more different terms, sorted, none of which is itself joined by the same operator.
    Join(Join, Arc<[Id]>),
}

/// The operators that are associative, commutative and idempotent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Join {
    Union,
    Inter,
}

/// A growing collection of terms.
pub struct Terms {
    entries: Vec<Entry>,
    ids: HashTable<Id>,
    /// Steps spent on long unions and intersections since [`Terms::take_work`] was last called.
    work: usize,
}

struct Entry {
    term: Term,
    nullable: bool,
    inhabited: bool,
}

impl Terms {
    pub fn new() -> Terms {
        let mut terms = Terms { entries: Vec::with_capacity(64), ids: HashTable::with_capacity(64), work: 0 };
        terms.intern(Term::Chars(CharSet::none()));
        terms.intern(Term::EmptyWord);
        terms.intern(Term::Chars(CharSet::all()));
        terms.intern(Term::Repeat(ANY_CHAR, Count::ANY));
        terms
    }

    pub fn get(&self, id: Id) -> &Term {
        &self.entries[id.0 as usize].term
    }

    /// Whether the empty word belongs to the language.
    pub fn is_nullable(&self, id: Id) -> bool {
        self.entries[id.0 as usize].nullable
    }

    /// Whether the language is obviously not empty. If this is false, it may or may not be empty.
    pub fn is_inhabited(&self, id: Id) -> bool {
        self.entries[id.0 as usize].inhabited
    }

    /// The number of steps since the last call, for the caller to take from its fuel.
    pub fn take_work(&mut self) -> usize {
        std::mem::take(&mut self.work)
    }

    /// The character sets of all terms.
    pub fn char_sets(&self) -> impl Iterator<Item = &CharSet> {
        self.entries.iter().filter_map(|entry| match &entry.term {
            Term::Chars(set) => Some(set),
            _ => None,
        })
    }

    pub fn chars(&mut self, set: CharSet) -> Id {
        self.intern(Term::Chars(set))
    }

    pub fn word(&mut self, word: &[u32]) -> Id {
        let mut id = EMPTY_WORD;
        for &c in word.iter().rev() {
            let head = self.chars(CharSet::range(c, c));
            id = self.concat(head, id);
        }
        id
    }

    /// Makes most concatenations lean to the right, but moves one factor only: see [`Terms::split`].
    pub fn concat(&mut self, left: Id, right: Id) -> Id {
        match *self.get(left) {
            _ if left == NONE || right == NONE => NONE,
            _ if right == EMPTY_WORD => left,
            Term::EmptyWord => right,
            Term::Concat(head, tail) => {
                let tail = self.attach(tail, right);
                self.intern(Term::Concat(head, tail))
            }
            _ => self.attach(left, right),
        }
    }

    /// The first factor of a concatenation and the rest. The first factor is no concatenation itself.
    ///
    /// Factors are regrouped only as far as needed here: shared subexpressions can describe a product of
    /// exponentially many factors, which must never be written out.
    pub fn split(&mut self, left: Id, right: Id) -> (Id, Id) {
        let (mut head, mut tail) = (left, right);
        while let Term::Concat(left, right) = *self.get(head) {
            tail = self.attach(right, tail);
            head = left;
        }
        (head, tail)
    }

    /// A concatenation as it is, but for the law `x{i,j} x{k,l} = x{i+k,j+l}`.
    fn attach(&mut self, left: Id, right: Id) -> Id {
        let (next, rest) = match *self.get(right) {
            Term::Concat(next, rest) => (next, rest),
            _ => (right, EMPTY_WORD),
        };
        if let (Term::Repeat(body, count), Term::Repeat(same, more)) = (self.get(left), self.get(next))
            && body == same
            && let Some(sum) = count.sum(*more)
        {
            let merged = Term::Repeat(*body, sum);
            let merged = self.intern(merged);
            return if rest == EMPTY_WORD { merged } else { self.intern(Term::Concat(merged, rest)) };
        }
        self.intern(Term::Concat(left, right))
    }

    /// The concatenation of a derivative and what follows it.
    ///
    /// `(x | y) z` becomes `x z | y z`. Then the same `x z` that another path has reached is recognised, as with
    /// Antimirov's partial derivatives, and nested stars do not blow up. Large unions stay as they are: multiplied
    /// out at every level, a deep expression would cost the square of its depth.
    pub fn concat_each(&mut self, derivative: Id, rest: Id) -> Id {
        match self.get(derivative) {
            Term::Join(Join::Union, members) if members.len() <= MULTIPLY_OUT => {
                let products = members.clone().iter().map(|&member| self.concat(member, rest)).collect();
                self.join(Join::Union, products)
            }
            _ => self.concat(derivative, rest),
        }
    }

    pub fn repeat(&mut self, body: Id, mut count: Count) -> Id {
        if self.is_nullable(body) {
            // Empty rounds can make up for any that are missing.
            count.min = 0;
        }
        match *self.get(body) {
            _ if count.max == Some(0) => EMPTY_WORD,
            _ if body == NONE => {
                if count.min == 0 {
                    EMPTY_WORD
                } else {
                    NONE
                }
            }
            _ if count == (Count { min: 1, max: Some(1) }) => body,
            Term::EmptyWord | Term::Repeat(_, Count::ANY) => body,
            Term::Repeat(inner, Count { min: 0 | 1, .. }) if count == Count::ANY => self.repeat_any(inner),
            _ => self.intern(Term::Repeat(body, count)),
        }
    }

    fn repeat_any(&mut self, body: Id) -> Id {
        self.intern(Term::Repeat(body, Count::ANY))
    }

    pub fn comp(&mut self, id: Id) -> Id {
        match *self.get(id) {
            _ if id == NONE => ALL,
            _ if id == ALL => NONE,
            Term::Comp(inner) => inner,
            _ => self.intern(Term::Comp(id)),
        }
    }

    /// The union or intersection of any number of terms.
    pub fn join(&mut self, join: Join, operands: Vec<Id>) -> Id {
        let (neutral, absorbing) = match join {
            Join::Union => (NONE, ALL),
            Join::Inter => (ALL, NONE),
        };
        let mut members = self.flatten(join, operands);
        self.work += members.len();
        self.join_char_sets(join, &mut members);
        if join == Join::Union {
            self.join_counts(&mut members);
        }
        members.retain(|&member| member != neutral);
        members.sort_unstable();
        members.dedup();
        if members.contains(&absorbing) || self.has_complements(&members) {
            return absorbing;
        }
        if members.contains(&EMPTY_WORD) {
            match join {
                Join::Union => self.drop_needless_empty_word(&mut members),
                Join::Inter if members.iter().all(|&member| self.is_nullable(member)) => return EMPTY_WORD,
                Join::Inter => return NONE,
            }
        }
        match *members {
            [] => neutral,
            [only] => only,
            _ => self.intern(Term::Join(join, members.into())),
        }
    }

    fn flatten(&self, join: Join, operands: Vec<Id>) -> Vec<Id> {
        let is_nested = |&id: &Id| matches!(self.get(id), Term::Join(nested, _) if *nested == join);
        if !operands.iter().any(is_nested) {
            return operands;
        }
        let mut members = Vec::with_capacity(2 * operands.len());
        for id in operands {
            match self.get(id) {
                Term::Join(nested, inner) if *nested == join => members.extend_from_slice(inner),
                _ => members.push(id),
            }
        }
        members
    }

    fn join_char_sets(&mut self, join: Join, members: &mut Vec<Id>) {
        let sets: Vec<CharSet> = members.iter().filter_map(|&id| self.as_chars(id).cloned()).collect();
        if let [first, rest @ ..] = &*sets
            && !rest.is_empty()
        {
            self.work += sets.iter().map(|set| set.ranges().len()).sum::<usize>();
            let joined = match join {
                Join::Union => CharSet::union(sets.iter()),
                Join::Inter => rest.iter().fold(first.clone(), |common, set| common.intersection(set)),
            };
            members.retain(|&id| self.as_chars(id).is_none());
            members.push(self.chars(joined));
        }
    }

    fn as_chars(&self, id: Id) -> Option<&CharSet> {
        match self.get(id) {
            Term::Chars(set) => Some(set),
            _ => None,
        }
    }

    /// Whether sorted `members` contain both a term and its complement.
    fn has_complements(&self, members: &[Id]) -> bool {
        members.iter().any(|&id| match self.get(id) {
            Term::Comp(inner) => members.binary_search(inner).is_ok(),
            _ => false,
        })
    }

    fn drop_needless_empty_word(&self, members: &mut Vec<Id>) {
        if members.iter().any(|&member| member != EMPTY_WORD && self.is_nullable(member)) {
            members.retain(|&member| member != EMPTY_WORD);
        }
    }

    pub(super) fn intern(&mut self, term: Term) -> Id {
        let Terms { entries, ids, .. } = self;
        let hash = hash_of(&term);
        if let Some(&id) = ids.find(hash, |&id| entries[id.0 as usize].term == term) {
            return id;
        }
        let entry = self.describe(term);
        let Terms { entries, ids, .. } = self;
        // Memory ends long before the ids do.
        let id = Id(u32::try_from(entries.len()).unwrap_or(u32::MAX));
        entries.push(entry);
        ids.insert_unique(hash, id, |&id| hash_of(&entries[id.0 as usize].term));
        id
    }

    fn describe(&self, term: Term) -> Entry {
        let nullable = match &term {
            Term::EmptyWord => true,
            Term::Chars(_) => false,
            Term::Concat(left, right) => self.is_nullable(*left) && self.is_nullable(*right),
            Term::Repeat(body, count) => count.min == 0 || self.is_nullable(*body),
            Term::Comp(inner) => !self.is_nullable(*inner),
            Term::Join(Join::Union, members) => members.iter().any(|&id| self.is_nullable(id)),
            Term::Join(Join::Inter, members) => members.iter().all(|&id| self.is_nullable(id)),
        };
        let inhabited = match &term {
            Term::Chars(set) => !set.is_empty(),
            Term::Concat(left, right) => self.is_inhabited(*left) && self.is_inhabited(*right),
            Term::Repeat(body, _) => nullable || self.is_inhabited(*body),
            Term::Join(Join::Union, members) => members.iter().any(|&id| self.is_inhabited(id)),
            Term::EmptyWord | Term::Comp(_) | Term::Join(Join::Inter, _) => nullable,
        };
        Entry { term, nullable, inhabited }
    }
}
