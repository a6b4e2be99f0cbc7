//! The database of a campaign.

mod done;
mod full;
mod reading;
mod snapshot;
mod turns;
