//! Hash tables for small keys: fast, and in the same order in every run.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

pub type HashMap<K, V> = hashbrown::HashMap<K, V, FxBuildHasher>;
pub type HashSet<K> = hashbrown::HashSet<K, FxBuildHasher>;

pub fn hash_of(item: impl Hash) -> u64 {
    FxBuildHasher.hash_one(item)
}
