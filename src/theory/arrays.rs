//! ArraysEx, with constant arrays and what z3 and cvc5 add.

use super::{Row, op};

pub(super) const ROWS: &[Row] = &[
    op("(par (X Y) (select (Array X Y) X Y))"),
    op("(par (X Y) (store (Array X Y) X Y (Array X Y)))"),
    op("(par (X Y) (const Y (Array X Y)))"),
    op("(par (X Y) (default (Array X Y) Y))"),
    op("(par (X Y) (eqrange (Array X Y) (Array X Y) X X Bool))"),
];
