//! Values as numbers: an interner that can forget everything after a mark.

use crate::hash::hash_of;
use hashbrown::HashTable;
use std::hash::Hash;

/// Values as numbers, each once.
#[derive(Clone, Debug)]
pub(super) struct Interner<T> {
    pub(super) items: Vec<T>,
    table: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { items: Vec::new(), table: HashTable::new() }
    }
}

impl<T: Eq + Hash> Interner<T> {
    pub(super) fn intern(&mut self, item: T) -> u32 {
        let hash = hash_of(&item);
        if let Some(&id) = self.table.find(hash, |&id| self.items[id as usize] == item) {
            return id;
        }
        let id = self.items.len() as u32;
        self.items.push(item);
        let items = &self.items;
        self.table.insert_unique(hash, id, |&other| hash_of(&items[other as usize]));
        id
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> &T {
        &self.items[id as usize]
    }

    pub(super) fn truncate(&mut self, len: usize) {
        for id in len..self.items.len() {
            let hash = hash_of(&self.items[id]);
            if let Ok(entry) = self.table.find_entry(hash, |&other| other as usize == id) {
                entry.remove();
            }
        }
        self.items.truncate(len);
    }
}
