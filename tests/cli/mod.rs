//! The command line.

mod panel;
mod transcripts;
mod words;
