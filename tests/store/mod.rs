//! The database of a campaign.

mod course;
mod done;
pub mod full;
mod reading;
mod turns;
