//! The command line.

mod bugs;
mod check;
mod files;
mod panel;
mod reduce;
mod transcripts;
mod words;
