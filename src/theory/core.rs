//! Core: the Boolean connectives, equality and choice.

use super::{Row, op};

pub(super) const ROWS: &[Row] = &[
    op("(not Bool Bool)"),
    op("(=> Bool Bool Bool :right-assoc :also implies)"),
    op("(and Bool Bool Bool :left-assoc :commutative)"),
    op("(or Bool Bool Bool :left-assoc :commutative)"),
    op("(xor Bool Bool Bool :left-assoc :commutative)"),
    op("(par (A) (= A A Bool :chainable :commutative :also iff))"),
    op("(par (A) (distinct A A Bool :pairwise :commutative))"),
    op("(par (A) (ite Bool A A A :also if))"),
    // z3's counting constraints: how many of the arguments are true.
    op("((_ at-most k) Bool Bool :variadic)"),
    op("((_ at-least k) Bool Bool :variadic)"),
    // The weights are indices: bound first, then one weight for each argument.
    op("((_ pble *) Bool Bool :variadic)"),
    op("((_ pbge *) Bool Bool :variadic)"),
    op("((_ pbeq *) Bool Bool :variadic)"),
];
