//! ArraysEx, with constant arrays and what z3 and cvc5 add.

use super::meaning::{Context, Evaluated, NoValue, values};
use super::{Row, op};
use crate::value::{Int, Kind, Reason, Size, Table, Value, equal};

pub(super) const ROWS: &[Row] = &[
    op("(par (X Y) (select (Array X Y) X Y))", values(select)),
    op("(par (X Y) (store (Array X Y) X Y (Array X Y)))", values(store)),
    op(
        "(par (X Y) (const Y (Array X Y) :dialect z3))",
        values(|c, v| {
            let Some((index, _)) = c.sorts.array_parts(c.sort) else {
                return Err(NoValue::Unknown(Reason::IllSorted));
            };
            Ok(Value::constant_array(c.domains.size(index), v[0].clone()))
        }),
    ),
    // z3: an array determines its default only if there are infinitely many indices.
    op(
        "(par (X Y) (default (Array X Y) Y :partial :dialect z3))",
        values(|_, v| match v[0].as_table() {
            Some(table) if table.domain == Size::Large => Ok(table.default.clone()),
            _ => Err(NoValue::Symbolic),
        }),
    ),
    op("(par (X Y) (eqrange (Array X Y) (Array X Y) X X Bool :dialect cvc5))", values(equal_range)),
];

fn select(_: &mut Context<'_>, arguments: &[&Value]) -> Evaluated {
    let (array, index) = (arguments[0], arguments[1]);
    match array.kind() {
        Some(Kind::Array(_)) => {}
        Some(Kind::Open { .. }) => return Err(NoValue::Symbolic),
        // Models of z3 may give a function for an array.
        _ => return Err(NoValue::Call),
    }
    let table = array.as_table().ok_or(NoValue::Symbolic)?;
    if table.is_empty() {
        return Ok(table.default.clone());
    }
    if !index.is_plain() {
        return Err(NoValue::Symbolic);
    }
    Ok(table.get(std::slice::from_ref(index)).clone())
}

fn store(context: &mut Context<'_>, arguments: &[&Value]) -> Evaluated {
    let (array, index, element) = (arguments[0], arguments[1], arguments[2]);
    context.spend(array.parts().len() / 4)?;
    match array.kind() {
        Some(Kind::Array(_)) => array.store(index, element).ok_or(NoValue::Symbolic),
        Some(Kind::Closure { .. } | Kind::Partial { .. } | Kind::Table { .. } | Kind::Updated) => {
            Ok(Value::updated(array.clone(), std::slice::from_ref(index), element.clone()))
        }
        Some(Kind::Open { .. }) => Err(NoValue::Symbolic),
        _ => Err(NoValue::Unknown(Reason::IllSorted)),
    }
}

/// cvc5: whether two arrays agree from one index to another, both included.
fn equal_range(context: &mut Context<'_>, arguments: &[&Value]) -> Evaluated {
    let (Some(a), Some(b)) = (arguments[0].as_table(), arguments[1].as_table()) else {
        return Err(NoValue::Symbolic);
    };
    let number = |value: &Value| match value {
        Value::Int(value) => Some(value.clone()),
        Value::Bits(value) => Some(value.to_uint()),
        _ => None,
    };
    let (Some(low), Some(high)) = (number(arguments[2]), number(arguments[3])) else {
        return Err(match (arguments[2].is_open(), arguments[3].is_open()) {
            (false, false) => NoValue::Unknown(Reason::NotComputed("a range of indices that are no numbers")),
            _ => NoValue::Symbolic,
        });
    };
    if low > high {
        return Ok(Value::Bool(true));
    }
    let inside = |table: Table<'_>| -> Vec<Value> {
        let indices = table.entries().map(|(index, _)| index[0].clone());
        indices.filter(|index| number(index).is_some_and(|n| low <= n && n <= high)).collect()
    };
    let mut indices = inside(a);
    indices.extend(inside(b));
    indices.sort_unstable();
    indices.dedup();
    let mut pairs: Vec<(&Value, &Value)> = indices
        .iter()
        .map(|index| (a.get(std::slice::from_ref(index)), b.get(std::slice::from_ref(index))))
        .collect();
    if &(&high - &low) + &Int::ONE > Int::from(indices.len() as u64) {
        pairs.push((a.default, b.default));
    }
    let mut known = true;
    for (a, b) in pairs {
        match equal(a, b, context.fuel) {
            Some(true) => {}
            Some(false) => return Ok(Value::Bool(false)),
            None => known = false,
        }
    }
    if known { Ok(Value::Bool(true)) } else { Err(NoValue::Symbolic) }
}
