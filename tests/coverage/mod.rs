//! Coverage: what is read and what it is worth; and from real instrumented programs: a toy of our own, built here with the
//! machine's compiler.

mod evolve;
mod gcov;
mod hunt;
mod reached;
#[cfg(feature = "postgres")]
mod shared;
mod sources;
mod toy;
mod trace;
