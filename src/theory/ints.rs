//! Ints: integer arithmetic, with what cvc5 and z3 add to it.

use super::{Row, op};

pub(super) const ROWS: &[Row] = &[
    op("(- Int Int :also ~)"),
    op("(- Int Int Int :left-assoc)"),
    op("(+ Int Int Int :left-assoc :commutative)"),
    op("(* Int Int Int :left-assoc :commutative :nonlinear product)"),
    op("(div Int Int Int :left-assoc :partial :nonlinear quotient)"),
    op("(mod Int Int Int :partial :nonlinear quotient)"),
    op("(abs Int Int)"),
    op("(<= Int Int Bool :chainable)"),
    op("(< Int Int Bool :chainable)"),
    op("(>= Int Int Bool :chainable)"),
    op("(> Int Int Bool :chainable)"),
    op("((_ divisible n) Int Bool :where (< 0 n))"),
    // z3's remainder takes the sign of the divisor.
    op("(rem Int Int Int :partial :nonlinear quotient)"),
    op("(div_total Int Int Int :nonlinear quotient)"),
    op("(mod_total Int Int Int :nonlinear quotient)"),
    op("(^ Int Int Int :partial :nonlinear always)"),
    op("(** Int Int Int :partial :nonlinear always)"),
    op("(int.pow2 Int Int :old pow2 :nonlinear always)"),
    op("(int.log2 Int Int :nonlinear always)"),
    op("(int.ispow2 Int Bool :nonlinear always)"),
    op("((_ iand k) Int Int Int :commutative :nonlinear always)"),
    op("(piand Int Int Int Int :nonlinear always)"),
];
