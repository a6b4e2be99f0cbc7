//! SMT solvers as hostile guests: profiles, installing, processes, sessions, coverage.

pub mod solver;
pub mod coverage;
