//! The database of a campaign.

mod course;
mod done;
pub mod full;
mod reading;
#[cfg(feature = "postgres")]
mod server;
#[cfg(not(feature = "postgres"))]
mod no_server;
pub mod snapshot;
mod turns;
