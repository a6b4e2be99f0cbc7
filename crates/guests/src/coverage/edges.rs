//! Edge counters in shared memory, as in AFL: from `instrument/edges.c`, or in a program built with AFL++.

use super::{CoverageError, Trace};
use crate::solver::{Segment, Solver};
use std::sync::atomic::Ordering;

/// Compilers number edges file by file, so a block of 2^10 edges stands for a file.
const FILE_BITS: u32 = 10;
/// The smallest map, which AFL's tools assume.
const SMALLEST: usize = 1 << 16;
/// The map size for programs whose edges are hashed, so that few edges share a counter.
const HASHED: usize = 1 << 20;
/// More edges than any program has.
const LARGEST: usize = 1 << 28;

/// The counters of one solver's processes.
#[derive(Debug)]
pub struct Edges(Segment);

/// The number of edges that a program reports; 0 if they are hashed.
pub fn count(solver: &Solver) -> Result<usize, CoverageError> {
    let told = |variable| -> Result<Option<usize>, CoverageError> {
        let printed = solver.printed_with(variable, "1")?;
        Ok(printed.split_ascii_whitespace().next().and_then(|word| word.parse().ok()))
    };
    match told(OWN)? {
        Some(edges) => Ok(edges),
        None => told(AFL)?.ok_or_else(|| CoverageError::None {
            solver: solver.label(),
            why: format!("it does not tell how many edges it has, neither with {OWN}=1 nor with {AFL}=1"),
        }),
    }
}

/// The size of the map for a program with this many edges.
pub fn map_size(edges: usize) -> usize {
    let bytes = if edges == 0 { HASHED } else { edges.min(LARGEST) + 1 };
    bytes.next_power_of_two().max(SMALLEST)
}

const OWN: &str = "GAINSAY_EDGES";
const AFL: &str = "AFL_DUMP_MAP_SIZE";

impl Edges {
    pub fn new(bytes: usize) -> Result<Edges, CoverageError> {
        Segment::new(bytes).map(Edges).map_err(|source| CoverageError::Memory { bytes, source })
    }

    /// The solver with environment variables that make it count in this segment.
    pub fn equip(&self, solver: &Solver) -> Solver {
        let bytes = size_of_val(self.0.words());
        let variables = [("__AFL_SHM_ID", self.0.id().to_string()), ("AFL_MAP_SIZE", bytes.to_string())];
        variables.into_iter().fold(solver.clone(), |solver, (name, value)| solver.with_variable(name, &value))
    }

    pub fn clear(&self) {
        // Most words are zero, and memory that is not written stays in the caches.
        for word in self.0.words().iter().filter(|word| word.load(Ordering::Relaxed) != 0) {
            word.store(0, Ordering::Relaxed);
        }
    }

    pub fn read(&self) -> Trace {
        let mut counts = Vec::new();
        for (at, word) in self.0.words().iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word == 0 {
                continue;
            }
            let bytes = word.to_ne_bytes();
            let reached = bytes.iter().enumerate().filter(|(_, count)| **count != 0);
            counts.extend(reached.map(|(byte, &count)| ((at * bytes.len() + byte) as u32, u32::from(count))));
        }
        Trace::new(counts, FILE_BITS)
    }
}
