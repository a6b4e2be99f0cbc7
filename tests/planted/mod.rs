//! Solvers with planted bugs: each is found, confirmed, put into one bucket and reported, and no other solver
//! is accused.

mod alone;
mod bugs;
mod care;
mod folder;
mod hell;
mod hunt;
mod injection;
mod solvers;
