//! What it takes to compare gainsay with its peers and with itself.

pub mod bugs;
pub mod cells;
pub mod claims;
pub mod coverage;
pub mod measure;
pub mod ours;
pub mod peers;
pub mod reduction;
pub mod speed;
pub mod table;

use anyhow::Context;
use std::path::{Path, PathBuf};

/// Whether this program is to be gainsay itself, in a process of its own.
pub fn is_gainsay() -> bool {
    let commands = ["hunt", "check", "reduce", "bisect", "coverage"];
    std::env::args().nth(1).is_some_and(|word| commands.contains(&word.as_str()))
}

pub fn canonical(path: &Path) -> anyhow::Result<PathBuf> {
    path.canonicalize().with_context(|| path.display().to_string())
}

/// Where the peers are installed if nobody says where.
pub fn default_cache() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"));
    Some(cache.or_else(home)?.join("gainsay-peers"))
}
