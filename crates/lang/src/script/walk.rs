//! Walks over terms: each shared term once, children first, without recursion.

use super::terms::{Term, Terms};

/// A value for each term of an arena, with a default. It is cleared in constant time.
#[derive(Clone, Debug)]
pub struct TermMap<T> {
    items: Vec<(u32, T)>,
    generation: u32,
    default: T,
}

impl<T: Copy + Default> Default for TermMap<T> {
    fn default() -> Self {
        TermMap::new(T::default())
    }
}

impl<T: Copy> TermMap<T> {
    pub fn new(default: T) -> Self {
        TermMap { items: Vec::new(), generation: 1, default }
    }

    /// Sets all to the default.
    pub fn clear(&mut self) {
        if self.generation == u32::MAX {
            self.items.clear();
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Allocates room for all terms below some roots at once: none has a larger id than its root.
    pub fn make_room_below(&mut self, roots: &[Term]) {
        let needed = roots.iter().max().map_or(0, |youngest| youngest.index() + 1);
        if needed > self.items.len() {
            self.items.resize(needed, (0, self.default));
        }
    }

    #[inline]
    pub fn get(&self, term: Term) -> T {
        match self.items.get(term.index()) {
            Some(&(generation, value)) if generation == self.generation => value,
            _ => self.default,
        }
    }

    #[inline]
    pub fn set(&mut self, term: Term, value: T) {
        if term.index() >= self.items.len() {
            self.items.resize(term.index() + 1, (0, self.default));
        }
        self.items[term.index()] = (self.generation, value);
    }
}

/// The initial capacity, which is enough for most walks.
const ROOM: usize = 64;

/// Walks over terms. Its memory is reused from walk to walk.
#[derive(Clone, Default, Debug)]
pub struct Walker {
    seen: TermMap<bool>,
    stack: Vec<(Term, bool)>,
    order: Vec<Term>,
}

impl Walker {
    /// All terms under the roots, each once, children before parents, left before right.
    pub fn postorder(&mut self, terms: &Terms, roots: &[Term]) -> &[Term] {
        self.postorder_where(terms, roots, |_| true)
    }

    /// As [`Walker::postorder`], without unwanted terms and what is only below them.
    pub fn postorder_where(
        &mut self,
        terms: &Terms,
        roots: &[Term],
        mut wanted: impl FnMut(Term) -> bool,
    ) -> &[Term] {
        self.seen.clear();
        self.order.clear();
        self.stack.clear();
        self.stack.reserve(ROOM);
        self.order.reserve(ROOM);
        self.stack.extend(roots.iter().rev().map(|&root| (root, false)));
        while let Some((term, expanded)) = self.stack.pop() {
            if expanded {
                self.order.push(term);
                continue;
            }
            if self.seen.get(term) || !wanted(term) {
                continue;
            }
            self.seen.set(term, true);
            let children = terms.children(term);
            if children.is_empty() {
                self.order.push(term);
                continue;
            }
            self.stack.push((term, true));
            self.stack.extend(children.iter().rev().map(|&child| (child, false)));
        }
        &self.order
    }
}

impl Terms {
    /// All terms under the roots, each once, children first.
    pub fn postorder(&self, roots: &[Term]) -> Vec<Term> {
        let mut walker = Walker::default();
        walker.postorder(self, roots);
        walker.order
    }
}
