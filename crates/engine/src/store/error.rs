//! Errors of campaign folders and servers, with what the user can do about them.

use super::server::{self, ServerError};
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{} is not the folder of a campaign; for a hunt, name a new or an empty folder", .0.display())]
    NoCampaign(PathBuf),
    #[error("{} is not the folder of a campaign, and has no folders of bugs: neither its own nor in `bugs`", .0.display())]
    NoBugs(PathBuf),
    #[error("{} is in use by another gainsay; wait for it, or name another folder", .0.display())]
    Locked(PathBuf),
    #[error("{} was changed by another gainsay in the meantime; run the same command again", .0.display())]
    Changed(PathBuf),
    #[error("cannot use the folder {}: {source}", path.display())]
    Folder { path: PathBuf, source: std::io::Error },
    #[error("{} is not the database of a campaign: {why}", path.display())]
    Foreign { path: PathBuf, why: String },
    #[error("{} cannot be read: it is damaged, or the disk is failing ({why})", path.display())]
    Damaged { path: PathBuf, why: String },
    #[error(
        "{} was written by another version of gainsay (format {found}, this one has {wanted}); continue with that version, or start anew",
        path.display()
    )]
    Version { path: PathBuf, found: i64, wanted: i64 },
    #[error(
        "{} was started with other settings ({}); to continue it: gainsay hunt --campaign {}; to use other settings, name another campaign",
        folder.display(),
        differences.join("; "),
        folder.display()
    )]
    Differs { folder: PathBuf, differences: Vec<String> },
    #[error(
        "the disk is full, {} cannot be written; all that was reported is kept: make room, and the same command goes on",
        .0.display()
    )]
    Full(PathBuf),
    #[error(
        "{} cannot be read or written ({source}): is there a limit on the size of files (`ulimit -f`), or is the disk \
         failing? all that was reported is kept: run the same command to go on",
        path.display()
    )]
    Disk { path: PathBuf, source: rusqlite::Error },
    #[error("{} cannot be written: it is read-only; check its permissions", .0.display())]
    ReadOnly(PathBuf),
    #[error("{} has no campaign; `gainsay hunt --campaign` with this address begins one", .0.display())]
    NoSharedCampaign(PathBuf),
    #[error("{why}")]
    Address { why: String },
    #[error("the server of {address} refuses: {why}")]
    Server { address: String, why: String },
    #[error(
        "the server of {address} could not be reached for {seconds} s ({why}); all that was reported is kept, and what was \
         not written is done again: run the same command to go on"
    )]
    Unreachable { address: String, seconds: u64, why: String },
    #[error("cannot write the report {}: {source}", path.display())]
    Report { path: PathBuf, source: std::io::Error },
    #[error("{}: {source}", path.display())]
    Database { path: PathBuf, source: rusqlite::Error },
}

impl StoreError {
    /// Whether access was denied, or the disk was full or failed.
    pub(super) fn is_about_access(&self) -> bool {
        matches!(
            self,
            StoreError::Full(_)
                | StoreError::Disk { .. }
                | StoreError::ReadOnly(_)
                | StoreError::Folder { .. }
        )
    }

    /// An error of a server.
    pub(super) fn of_server(path: &Path, error: &ServerError) -> StoreError {
        StoreError::Server { address: path.display().to_string(), why: server::in_words(error) }
    }

    /// An error of SQLite, by its cause.
    pub(super) fn of(path: &Path, source: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::SystemIoFailure) => StoreError::Disk { path, source },
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly(path),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreError::Folder { path, source: std::io::Error::other(source.to_string()) }
            }
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path, why: source.to_string() },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, why: source.to_string() },
            _ => StoreError::Database { path, source },
        }
    }
}
