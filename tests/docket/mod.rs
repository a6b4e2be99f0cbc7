//! Bugs across campaigns.

mod embed;
mod life;
mod same;
mod tracker;
