//! Where coverage comes from: found out from the profile, or by looking at the program.

use super::edges::{Edges, map_size};
use super::gcov::{Lines, Program};
use super::{CoverageError, Trace};
use crate::solver::{Instrument, Solver};
use std::path::PathBuf;
use std::sync::Arc;

/// How a solver tells what it reached. The same for all probes of a solver, so that their traces can be compared.
#[derive(Clone, Debug)]
pub enum Source {
    /// Counters of edges in so many bytes of shared memory.
    Edges { bytes: usize },
    /// Lines, as gcc's `--coverage` counts them.
    Lines(Arc<Program>),
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
    Lines(Lines),
}

/// Texts that instrumented programs hold, because their runtime looks for variables of these names.
const MARKS: [(Instrument, &[u8]); 2] =
    [(Instrument::Edges, b"__AFL_SHM_ID"), (Instrument::Gcov, b"GCOV_PREFIX")];

impl Source {
    /// The source that the solver's profile names or that its program shows; `None` if it was not built to tell.
    pub fn find(solver: &Solver) -> Result<Option<Source>, CoverageError> {
        let path = PathBuf::from(&solver.argv[0]);
        let program = match std::fs::read(&path) {
            Ok(program) => program,
            // It can be run by a name that is no path, or by those who may not read it.
            Err(_) if solver.profile.coverage != Some(Instrument::Gcov) => Vec::new(),
            Err(source) => return Err(CoverageError::Read { path, source }),
        };
        match solver.profile.coverage.or_else(|| instrument_in(&program)) {
            Some(Instrument::Edges) => Ok(Some(Source::Edges { bytes: map_size(solver)? })),
            Some(Instrument::Gcov) => Ok(Some(Source::Lines(Arc::new(Program::read(&program, solver)?)))),
            None => Ok(None),
        }
    }

    /// What is counted, in the plural.
    pub fn unit(&self) -> &'static str {
        match self {
            Source::Edges { .. } => EDGES,
            Source::Lines(_) => LINES,
        }
    }

    /// A probe for the solver that this is the source of.
    pub fn probe(&self, solver: &Solver) -> Result<Probe, CoverageError> {
        match self {
            Source::Edges { bytes } => {
                let edges = Edges::new(*bytes)?;
                Ok(Probe { solver: edges.equip(solver), sink: Sink::Edges(edges) })
            }
            Source::Lines(program) => {
                let lines = Lines::new(program.clone());
                Ok(Probe { solver: lines.equip(solver), sink: Sink::Lines(lines) })
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
            Sink::Lines(lines) => lines.clear(),
        }
    }

    /// What was reached since the last `clear`.
    pub fn read(&mut self) -> Result<Trace, CoverageError> {
        match &self.sink {
            Sink::Edges(edges) => Ok(edges.read()),
            Sink::Lines(lines) => lines.read(&self.solver),
        }
    }

    /// What is counted: `edges` or `lines`.
    pub fn unit(&self) -> &'static str {
        match &self.sink {
            Sink::Edges(_) => EDGES,
            Sink::Lines(_) => LINES,
        }
    }
}

const EDGES: &str = "edges";
const LINES: &str = "lines";

/// Looks for the marks in a program.
fn instrument_in(program: &[u8]) -> Option<Instrument> {
    // Comparing the first letter first makes this ten times as fast.
    let holds = |mark: &[u8]| program.windows(mark.len()).any(|text| text[0] == mark[0] && text == mark);
    MARKS.into_iter().find(|(_, mark)| holds(mark)).map(|(instrument, _)| instrument)
}
