//! Rewriters: a planted mistake is found, shown again and made small; a right rewriter is left in peace.

mod planted;
mod real;
mod tactics;
