//! The command line.

mod files;
mod panel;
mod transcripts;
mod words;
