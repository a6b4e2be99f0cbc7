//! Ints: integer arithmetic, with what cvc5 and z3 add to it.

use super::{Row, op};

pub(super) const ROWS: &[Row] = &[
    op("(- Int Int :also ~)"),
    op("(- Int Int Int :left-assoc)"),
    op("(+ Int Int Int :left-assoc :commutative)"),
    op("(* Int Int Int :left-assoc :commutative)"),
    op("(div Int Int Int :left-assoc :partial)"),
    op("(mod Int Int Int :partial)"),
    op("(abs Int Int)"),
    op("(<= Int Int Bool :chainable)"),
    op("(< Int Int Bool :chainable)"),
    op("(>= Int Int Bool :chainable)"),
    op("(> Int Int Bool :chainable)"),
    op("((_ divisible n) Int Bool :where (< 0 n))"),
    // z3's remainder takes the sign of the divisor.
    op("(rem Int Int Int :partial)"),
    op("(div_total Int Int Int)"),
    op("(mod_total Int Int Int)"),
    op("(^ Int Int Int :partial)"),
    op("(** Int Int Int :partial)"),
    op("(int.pow2 Int Int :old pow2)"),
    op("(int.log2 Int Int)"),
    op("(int.ispow2 Int Bool)"),
    op("((_ iand k) Int Int Int :commutative)"),
    op("(piand Int Int Int Int)"),
];
