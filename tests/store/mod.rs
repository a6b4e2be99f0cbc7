//! The database of a campaign.

mod done;
pub mod full;
mod reading;
mod server;
pub mod snapshot;
mod turns;
