//! Sources of coverage: named by the solver's profile, or detected in the program.

use super::edges::{self, Edges, map_size};
use super::gcov::{Lines, Program};
use super::{CoverageError, Trace};
use crate::solver::{Instrument, Solver};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

/// The kind of coverage that a solver reports. All probes of a solver share it, so their traces are comparable.
#[derive(Clone, Debug)]
pub enum Source {
    /// Counters of this many edges in shared memory; 0 if edges are hashed, so that their number is unknown.
    Edges { edges: usize },
    /// Lines, as counted by gcc's `--coverage`.
    Lines(Arc<Program>),
}

/// A connection to one solver: makes it write coverage, and reads that.
#[derive(Debug)]
pub struct Probe {
    unit: &'static str,
    solver: Solver,
    sink: Sink,
}

/// The place that a solver writes to.
#[derive(Debug)]
enum Sink {
    Edges(Edges),
    Lines(Lines),
}

/// Texts contained in instrumented programs, because their runtime reads variables of these names.
const MARKS: [(Instrument, &[u8]); 2] =
    [(Instrument::Edges, b"__AFL_SHM_ID"), (Instrument::Gcov, b"GCOV_PREFIX")];
const LONGEST_MARK: usize = 12;

impl Source {
    /// The source named by the solver's profile or detected in its program; `None` if it was not instrumented.
    pub fn find(solver: &Solver) -> Result<Option<Source>, CoverageError> {
        let path = PathBuf::from(&solver.argv[0]);
        // The program may be given without a path, or not be readable.
        let shown = || File::open(&path).and_then(instrument_in).unwrap_or_default();
        match solver.profile.coverage.or_else(shown) {
            Some(Instrument::Edges) => Ok(Some(Source::Edges { edges: edges::count(solver)? })),
            Some(Instrument::Gcov) => {
                let program = std::fs::read(&path).map_err(|source| CoverageError::Read { path, source })?;
                Ok(Some(Source::Lines(Arc::new(Program::read(&program, solver)?))))
            }
            None => Ok(None),
        }
    }

    /// The unit that is counted, in the plural.
    pub fn unit(&self) -> &'static str {
        match self {
            Source::Edges { .. } => "edges",
            Source::Lines(_) => "lines",
        }
    }

    /// The number of units in the program by kind, if known.
    pub fn totals(&self) -> Vec<(&'static str, usize)> {
        match self {
            Source::Edges { edges: 0 } => Vec::new(),
            Source::Edges { edges } => vec![("edges", *edges)],
            Source::Lines(program) => program.totals().to_vec(),
        }
    }

    /// How many units of each kind are among the reached places ([`Trace::all`]).
    pub fn counts(&self, places: &BTreeSet<u32>) -> Vec<(&'static str, usize)> {
        match self {
            Source::Edges { .. } => vec![("edges", places.len())],
            Source::Lines(program) => program.counts(places).to_vec(),
        }
    }

    /// A probe for the solver of this source.
    pub fn probe(&self, solver: &Solver) -> Result<Probe, CoverageError> {
        let (solver, sink) = match self {
            Source::Edges { edges } => {
                let edges = Edges::new(map_size(*edges))?;
                (edges.equip(solver), Sink::Edges(edges))
            }
            Source::Lines(program) => {
                let lines = Lines::new(program.clone());
                (lines.equip(solver), Sink::Lines(lines))
            }
        };
        Ok(Probe { unit: self.unit(), solver, sink })
    }
}

impl Probe {
    /// Finds the solver's source and attaches to it; `None` if it was not instrumented.
    pub fn attach(solver: &Solver) -> Result<Option<Probe>, CoverageError> {
        Source::find(solver)?.map(|source| source.probe(solver)).transpose()
    }

    /// The solver to ask: its processes write the coverage that this probe reads.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Clears the coverage; to be called before a question. A session may still be busy with its `(reset)` then,
    /// so its trace can contain a part of that.
    pub fn clear(&mut self) {
        match &self.sink {
            Sink::Edges(edges) => edges.clear(),
            Sink::Lines(lines) => lines.clear(),
        }
    }

    /// The coverage since the last `clear`.
    pub fn read(&mut self) -> Result<Trace, CoverageError> {
        match &self.sink {
            Sink::Edges(edges) => Ok(edges.read()),
            Sink::Lines(lines) => lines.read(&self.solver),
        }
    }

    /// The unit that is counted: `edges` or `lines`.
    pub fn unit(&self) -> &'static str {
        self.unit
    }
}

/// The number of bytes read at a time: solvers are large.
const PIECE: usize = 1 << 16;

/// Detects the instrumentation of a program by its marks.
pub fn instrument_in(mut program: impl Read) -> io::Result<Option<Instrument>> {
    let mut found = [false; MARKS.len()];
    let mut piece = vec![0; PIECE];
    // Bytes kept from the previous piece, since a mark can begin in one piece and end in the next.
    let mut kept = 0;
    loop {
        let end = kept + program.read(&mut piece[kept..])?;
        if end == kept {
            break;
        }
        for (found, (_, mark)) in found.iter_mut().zip(MARKS) {
            // Comparing the first byte separately makes this ten times as fast.
            let is_mark = |text: &[u8]| text[0] == mark[0] && text == mark;
            *found = *found || piece[..end].windows(mark.len()).any(is_mark);
        }
        kept = end.min(LONGEST_MARK - 1);
        piece.copy_within(end - kept..end, 0);
    }
    Ok(found.into_iter().zip(MARKS).find(|(found, _)| *found).map(|(_, (instrument, _))| instrument))
}
