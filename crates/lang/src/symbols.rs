//! Names as numbers: an interner that can forget everything after a mark.

use crate::sexp::is_simple_symbol;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A name of one script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(crate) u32);

/// The names of one script, each once.
#[derive(Clone, Default, Debug)]
pub struct Symbols {
    text: String,
    /// Where each name ends in `text`; it begins where the one before ends.
    ends: Vec<usize>,
    /// Which names can be written without quotes.
    simple: Vec<bool>,
    table: HashTable<u32>,
}

impl Symbols {
    #[inline]
    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = hash_name(name);
        if let Some(&found) = self.table.find(hash, |&id| self.name(Symbol(id)) == name) {
            return Symbol(found);
        }
        let id = self.ends.len() as u32;
        self.text.push_str(name);
        self.ends.push(self.text.len());
        self.simple.push(is_simple_symbol(name));
        let Symbols { text, ends, table, .. } = self;
        table.insert_unique(hash, id, |&other| hash_name(name_at(text, ends, other)));
        Symbol(id)
    }

    /// The symbol of a name that was interned before.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.table.find(hash_name(name), |&id| self.name(Symbol(id)) == name).map(|&id| Symbol(id))
    }

    #[inline]
    pub fn name(&self, symbol: Symbol) -> &str {
        name_at(&self.text, &self.ends, symbol.0)
    }

    /// Whether a name can be written without quotes.
    #[inline]
    pub fn is_simple(&self, symbol: Symbol) -> bool {
        self.simple[symbol.0 as usize]
    }

    /// How many names there are.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Forgets all names but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        for id in len as u32..self.ends.len() as u32 {
            let hash = hash_name(self.name(Symbol(id)));
            if let Ok(entry) = self.table.find_entry(hash, |&other| other == id) {
                entry.remove();
            }
        }
        self.ends.truncate(len);
        self.simple.truncate(len);
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
    }
}

#[inline]
fn name_at<'a>(text: &'a str, ends: &[usize], id: u32) -> &'a str {
    let start = if id == 0 { 0 } else { ends[id as usize - 1] };
    &text[start..ends[id as usize]]
}

#[inline]
fn hash_name(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish()
}
