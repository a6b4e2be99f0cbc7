//! Every row of the operator table, compared with real solvers.

mod applications;
mod check;
mod floats;
mod nested;
mod open;
mod rows;
