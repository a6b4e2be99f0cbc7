//! The database of a campaign that many machines share: a PostgreSQL server.

#[cfg(feature = "postgres")]
mod client;
#[cfg(not(feature = "postgres"))]
#[path = "absent.rs"]
mod client;
mod lease;
mod news;
mod schema;
mod shipped;

pub use client::{Address, Connection, ServerError, in_words, is_worth_another_try};
pub use lease::{Claim, Finish, Leases, Taken, is_at_work, write_done};
pub use news::News;
pub use schema::{check, count_on, is_there, keep_others_out, prepare, stand_still};
pub use shipped::{keep_folder, name_of_folder};

use std::path::Path;

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Whether a campaign is on a server rather than in a folder.
pub fn is_address(campaign: &Path) -> bool {
    campaign.to_str().is_some_and(|text| SCHEMES.iter().any(|scheme| text.starts_with(scheme)))
}
