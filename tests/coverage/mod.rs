//! Coverage from real instrumented programs: a toy of our own, built here with the machine's compiler.

mod evolve;
mod hunt;
mod sources;
mod toy;
