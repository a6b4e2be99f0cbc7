//! Every row of the operator table, compared with real solvers.

mod applications;
mod check;
mod extensions;
mod floats;
mod nested;
mod open;
mod patterns;
mod rows;
