//! Coverage: which places of a solver's code a question reaches, for solvers that were instrumented.
//!
//! Two sources behind one interface. A solver with counters in shared memory (`instrument/edges.c`, or AFL's
//! tools) reports how often each edge of its flow graph was taken; that also works in sessions, and is read in
//! less than a millisecond. A solver built with gcc's `--coverage` reports how often each line was run, in files
//! that it writes when it ends normally.
//!
//! ```text
//! Solver --Source::find--> Source --probe--> Probe: clear, ask, read --> Trace --> Reached
//! ```

mod edges;
pub mod gcov;
mod reached;
mod source;
mod trace;

pub use reached::Reached;
pub use source::{Probe, Source, instrument_in};
pub use trace::{BRANCH, Trace};

use crate::solver::AskError;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum CoverageError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("cannot get {bytes} bytes of shared memory for counters: {source}")]
    Memory { bytes: usize, source: std::io::Error },
    #[error(
        "{solver} has no usable counters, though its profile or program names some: {why}; see instrument/README.md"
    )]
    None { solver: String, why: String },
    #[error(transparent)]
    Ask(#[from] AskError),
}
