//! The command line.

mod files;
mod transcripts;
mod words;
