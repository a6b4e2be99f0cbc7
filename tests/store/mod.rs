//! The database of a campaign.

mod done;
mod full;
mod reading;
mod server;
mod snapshot;
mod turns;
