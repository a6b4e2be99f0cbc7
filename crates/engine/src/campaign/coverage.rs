//! Which places in the solvers' code a campaign has reached, by strategy.

use crate::store::CoverageRow;
use gainsay_guests::coverage::{BRANCH, CoverageError, Probe, Reached, Source, Trace};
use gainsay_guests::solver::Solver;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The solvers that report coverage, and what was reached so far.
#[derive(Default)]
pub struct Coverage {
    /// By the solver's label.
    sources: BTreeMap<String, Source>,
    reached: Mutex<BTreeMap<String, BySolver>>,
}

#[derive(Default)]
struct BySolver {
    all: Reached,
    by_strategy: BTreeMap<String, Reached>,
}

impl Coverage {
    /// Finds the solvers that report coverage, and the errors of those that should and do not.
    pub fn find(solvers: &[Solver]) -> (Coverage, Vec<CoverageError>) {
        let (mut coverage, mut errors) = (Coverage::default(), Vec::new());
        for solver in solvers {
            match Source::find(solver) {
                Ok(Some(source)) => drop(coverage.sources.insert(solver.label(), source)),
                Ok(None) => {}
                Err(error) => errors.push(error),
            }
        }
        (coverage, errors)
    }

    /// Adds what earlier runs or other workers reached.
    pub fn resume(&self, rows: &[CoverageRow]) {
        for row in rows {
            // Only which places were reached matters, not how often.
            let trace = Trace::new(row.places.iter().map(|&place| (place, 1)).collect(), 0);
            self.add(&row.solver, &row.strategy, &trace);
        }
    }

    /// Whether no solver reports coverage.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// A probe for a solver that reports coverage.
    pub fn probe(&self, solver: &Solver) -> Result<Option<Probe>, CoverageError> {
        self.sources.get(&solver.label()).map(|source| source.probe(solver)).transpose()
    }

    /// Records what a unit reached. Returns the row to be stored, if something is new for the strategy.
    pub fn note(&self, unit: u64, strategy: &str, solver: &str, trace: &Trace) -> Option<CoverageRow> {
        let (places, new) = self.add(solver, strategy, &trace.all());
        let counted = self.sources.get(solver)?.unit().to_owned();
        let (solver, strategy) = (solver.to_owned(), strategy.to_owned());
        let row = CoverageRow { unit, solver, counted, strategy, seconds: 0.0, places, new };
        (!row.places.is_empty()).then_some(row)
    }

    /// Returns the places that are new for the strategy, branches included, and the number of places new for
    /// the campaign, without branches.
    fn add(&self, solver: &str, strategy: &str, trace: &Trace) -> (Vec<u32>, u64) {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        let of_solver = reached.entry(solver.to_owned()).or_default();
        let new = of_solver.all.add_new(trace).iter().filter(|place| **place < BRANCH).count() as u64;
        (of_solver.by_strategy.entry(strategy.to_owned()).or_default().add_new(trace), new)
    }
}
