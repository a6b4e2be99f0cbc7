//! Finite fields of prime order, as in cvc5.

use super::meaning::{Evaluated, field, same, values};
use super::{Row, op};
use crate::value::{FieldElement, Value};

pub(super) const ROWS: &[Row] = &[
    op(
        "(ff.add (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc :commutative)",
        values(|_, v| combine(v, |a, b| a + b)),
    ),
    op(
        "(ff.mul (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc :commutative)",
        values(|_, v| combine(v, |a, b| a * b)),
    ),
    op("(ff.neg (_ FiniteField p) (_ FiniteField p))", values(|_, v| Ok(Value::Field(-field(v[0])?)))),
    // Each argument has twice the weight of the one before it.
    op(
        "(ff.bitsum (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :right-assoc)",
        values(|_, v| combine(v, |first, rest| first + rest + rest)),
    ),
];

/// An operation on two elements of one field.
fn combine(arguments: &[&Value], with: fn(FieldElement, FieldElement) -> FieldElement) -> Evaluated {
    let (a, b) = (field(arguments[0])?, field(arguments[1])?);
    same(a.order(), b.order())?;
    Ok(Value::Field(with(a, b)))
}
