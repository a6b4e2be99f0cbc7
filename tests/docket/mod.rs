//! Bugs across campaigns.

mod life;
mod tracker;
