//! Equality of values, where it is known.

use crate::hash::HashSet;
use std::cmp::Ordering;

use super::array::Table;
use super::collection::Collection;
use super::fuel::Fuel;
use super::value::{Kind, Value};

/// Whether two values of one sort are the same element. `None` if that depends on what the standard or the model
/// leave open, on functions that cannot be compared, or on more work than there is fuel for.
///
/// Equality of compound values is a conjunction over their parts; the pairs wait on a stack, and a single pair that
/// is known to be different decides.
pub fn equal(a: &Value, b: &Value, fuel: &mut Fuel) -> Option<bool> {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => return Some(a == b),
        (Value::Int(a), Value::Int(b)) => return Some(a == b),
        (Value::Bits(a), Value::Bits(b)) if a.width() == b.width() => return Some(a == b),
        _ => {}
    }
    let mut seen: HashSet<(usize, usize)> = HashSet::default();
    let mut stack: Vec<(&Value, &Value)> = vec![(a, b)];
    let mut known = true;
    while let Some((a, b)) = stack.pop() {
        fuel.spend(1).ok()?;
        let (Value::Compound(left), Value::Compound(right)) = (a, b) else {
            match equal_simple(a, b, fuel) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => known = false,
            }
            continue;
        };
        if a == b
            || !seen.insert((std::ptr::from_ref(&**left) as usize, std::ptr::from_ref(&**right) as usize))
        {
            continue;
        }
        match (&left.kind, &right.kind) {
            (Kind::Open { .. }, _) | (_, Kind::Open { .. }) => known = false,
            (Kind::Collection(Collection::Seq), Kind::Collection(Collection::Seq))
            | (Kind::Collection(Collection::Nullable), Kind::Collection(Collection::Nullable))
            | (Kind::Data(_), Kind::Data(_))
            | (Kind::Tuple, Kind::Tuple) => {
                if left.kind != right.kind || left.parts.len() != right.parts.len() {
                    return Some(false);
                }
                stack.extend(left.parts.iter().zip(&right.parts).rev());
            }
            // Elements of sets and bags are plain, so different elements make different collections.
            (Kind::Collection(a), Kind::Collection(b)) if a == b => return Some(false),
            _ => match (a.as_table(), b.as_table()) {
                (Some(left), Some(right)) if left.arity == right.arity && left.domain == right.domain => {
                    known &= push_tables(left, right, &mut stack);
                }
                _ => known = false,
            },
        }
    }
    known.then_some(true)
}

fn equal_simple(a: &Value, b: &Value, fuel: &mut Fuel) -> Option<bool> {
    match (a, b) {
        (Value::Algebraic(_), _) | (_, Value::Algebraic(_)) => {
            let order = a.as_any_real()?.compare(&b.as_any_real()?)?;
            Some(order.is_eq())
        }
        (Value::Regex(a), Value::Regex(b)) => a.is_equivalent_to(b, fuel).ok(),
        (Value::Compound(_), _) | (_, Value::Compound(_)) => None,
        (Value::Bits(a), Value::Bits(b)) if a.width() != b.width() => None,
        (Value::Float(a), Value::Float(b)) if a.format() != b.format() => None,
        (Value::Field(a), Value::Field(b)) if a.order() != b.order() => None,
        // Values of different sorts are not compared.
        _ if std::mem::discriminant(a) != std::mem::discriminant(b) => None,
        _ => Some(a == b),
    }
}

/// Pushes all pairs of results for the same arguments; false if the tables may differ in further places.
fn push_tables<'a>(left: Table<'a>, right: Table<'a>, stack: &mut Vec<(&'a Value, &'a Value)>) -> bool {
    let (mut rest_left, mut rest_right) = (left.entries().peekable(), right.entries().peekable());
    let mut places = 0;
    loop {
        let order = match (rest_left.peek(), rest_right.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => a.0.cmp(b.0),
        };
        let a = if order == Ordering::Greater { None } else { rest_left.next() };
        let b = if order == Ordering::Less { None } else { rest_right.next() };
        stack.push((a.map_or(left.default, |entry| entry.1), b.map_or(right.default, |entry| entry.1)));
        places += 1;
    }
    match left.domain.exceeds(places) {
        Some(true) => stack.push((left.default, right.default)),
        Some(false) => {}
        // Whether any further place has the default values is not known.
        None if left.default == right.default => {}
        None => return false,
    }
    true
}
