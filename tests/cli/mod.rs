//! The command line.

mod arguments;
mod bugs;
mod check;
mod commands;
mod files;
mod panel;
mod prove;
mod reduce;
mod suite;
mod transcripts;
mod words;
