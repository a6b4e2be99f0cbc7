//! Where coverage comes from: found out from the profile, or by looking at the program.

use super::edges::{Edges, map_size};
use super::{CoverageError, Trace};
use crate::solver::{Instrument, Solver};
use std::path::PathBuf;

/// How a solver tells what it reached. The same for all probes of a solver, so that their traces can be compared.
#[derive(Clone, Debug)]
pub enum Source {
    /// Counters of edges in so many bytes of shared memory.
    Edges { bytes: usize },
}

/// Attached to one solver: makes it write coverage, and reads that.
#[derive(Debug)]
pub struct Probe {
    solver: Solver,
    sink: Sink,
}

/// What a solver writes into.
#[derive(Debug)]
enum Sink {
    Edges(Edges),
}

/// Texts that instrumented programs hold, because their runtime looks for variables of these names.
const MARKS: [(Instrument, &[u8]); 1] = [(Instrument::Edges, b"__AFL_SHM_ID")];

impl Source {
    /// The source that the solver's profile names or that its program shows; `None` if it was not built to tell.
    pub fn find(solver: &Solver) -> Result<Option<Source>, CoverageError> {
        let instrument = match solver.profile.coverage {
            Some(instrument) => Some(instrument),
            None => instrument_in(solver)?,
        };
        instrument
            .map(|instrument| match instrument {
                Instrument::Edges => Ok(Source::Edges { bytes: map_size(solver)? }),
            })
            .transpose()
    }

    /// What is counted, in the plural.
    pub fn unit(&self) -> &'static str {
        match self {
            Source::Edges { .. } => "edges",
        }
    }

    /// A probe for the solver that this is the source of.
    pub fn probe(&self, solver: &Solver) -> Result<Probe, CoverageError> {
        match self {
            Source::Edges { bytes } => {
                let edges = Edges::new(*bytes)?;
                Ok(Probe { solver: edges.equip(solver), sink: Sink::Edges(edges) })
            }
        }
    }
}

impl Probe {
    /// Finds the solver's source and attaches to it; `None` if it was not built to tell what it reaches.
    pub fn attach(solver: &Solver) -> Result<Option<Probe>, CoverageError> {
        Source::find(solver)?.map(|source| source.probe(solver)).transpose()
    }

    /// The solver to ask: its processes write what this probe reads.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Forgets what was reached so far; to be called before a question. A session may still be busy with its `(reset)`
    /// then, so a trace from a session can hold some of that.
    pub fn clear(&mut self) {
        match &self.sink {
            Sink::Edges(edges) => edges.clear(),
        }
    }

    /// What was reached since the last `clear`.
    pub fn read(&mut self) -> Result<Trace, CoverageError> {
        match &self.sink {
            Sink::Edges(edges) => Ok(edges.read()),
        }
    }

    /// What is counted: `edges` or `lines`.
    pub fn unit(&self) -> &'static str {
        match &self.sink {
            Sink::Edges(_) => "edges",
        }
    }
}

/// Looks for the marks in the solver's program.
fn instrument_in(solver: &Solver) -> Result<Option<Instrument>, CoverageError> {
    let path = PathBuf::from(&solver.argv[0]);
    let bytes = std::fs::read(&path).map_err(|source| CoverageError::Read { path, source })?;
    let holds = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    Ok(MARKS.into_iter().find(|(_, mark)| holds(mark)).map(|(instrument, _)| instrument))
}
