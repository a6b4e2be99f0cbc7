//! The command line.

mod transcripts;
mod words;
