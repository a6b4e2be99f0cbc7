//! The database of a campaign.

mod done;
pub mod full;
mod reading;
pub mod snapshot;
mod turns;
