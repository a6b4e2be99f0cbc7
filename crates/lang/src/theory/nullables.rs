//! Nullables as in cvc5: a value, or none.

use super::meaning::{Evaluated, Meaning, NoValue, nullable, values};
use super::{Caller, Row, op};
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    op("(par (A) (nullable.null (Nullable A)))", values(|_, _| Ok(Value::nullable(None)))),
    op("(par (A) (nullable.some A (Nullable A)))", values(|_, v| Ok(Value::nullable(Some(v[0].clone()))))),
    op(
        "(par (A) (nullable.val (Nullable A) A :partial))",
        values(|_, v| nullable(v[0])?.first().cloned().ok_or(NoValue::Open)),
    ),
    op(
        "(par (A) (nullable.is_null (Nullable A) Bool))",
        values(|_, v| Ok(nullable(v[0])?.is_empty().into())),
    ),
    op(
        "(par (A) (nullable.is_some (Nullable A) Bool))",
        values(|_, v| Ok((!nullable(v[0])?.is_empty()).into())),
    ),
    op("(par (A R) (nullable.lift (-> A R) (Nullable A) (Nullable R)))", Meaning::Calls(lift)),
    op(
        "(par (A B R) (nullable.lift (-> A B R) (Nullable A) (Nullable B) (Nullable R)))",
        Meaning::Calls(lift),
    ),
    op(
        "(par (A B C R) (nullable.lift (-> A B C R) (Nullable A) (Nullable B) (Nullable C) (Nullable R)))",
        Meaning::Calls(lift),
    ),
];

/// The function's result for the values; null if one of them is null.
fn lift(caller: &mut dyn Caller, arguments: &[Value]) -> Evaluated {
    let mut given = Vec::new();
    for argument in &arguments[1..] {
        match nullable(argument)? {
            [value] => given.push(value.clone()),
            _ => return Ok(Value::nullable(None)),
        }
    }
    Ok(Value::nullable(Some(caller.call(&arguments[0], &given)?)))
}
