//! Finite bags as in cvc5: sets in which an element can be several times.

use super::meaning::{Context, Evaluated, Meaning, NoValue, bag, bool, int, values};
use super::{Row, op};
use crate::value::{Int, Reason, Value};

pub(super) const ROWS: &[Row] = &[
    op("(par (A) (bag.empty (Bag A)))", values(|_, _| collect(Vec::new()))),
    // The element with this multiplicity; the empty bag if the number is not positive.
    op("(par (A) (bag A Int (Bag A)))", values(|_, v| collect(vec![(v[0].clone(), int(v[1])?.clone())]))),
    op(
        "(par (A) (bag.union_max (Bag A) (Bag A) (Bag A) :left-assoc :commutative))",
        values(|c, v| combine(c, v, |a, b| a.max(b).clone())),
    ),
    op(
        "(par (A) (bag.union_disjoint (Bag A) (Bag A) (Bag A) :left-assoc :commutative))",
        values(|c, v| combine(c, v, |a, b| a + b)),
    ),
    op(
        "(par (A) (bag.inter_min (Bag A) (Bag A) (Bag A) :left-assoc :commutative))",
        values(|c, v| combine(c, v, |a, b| a.min(b).clone())),
    ),
    op(
        "(par (A) (bag.difference_subtract (Bag A) (Bag A) (Bag A) :left-assoc))",
        values(|c, v| combine(c, v, |a, b| a - b)),
    ),
    op(
        "(par (A) (bag.difference_remove (Bag A) (Bag A) (Bag A) :left-assoc))",
        values(|c, v| combine(c, v, |a, b| if b.is_zero() { a.clone() } else { Int::ZERO })),
    ),
    op("(par (A) (bag.count A (Bag A) Int))", values(|_, v| Ok(Value::Int(count(v[0], v[1])?)))),
    op("(par (A) (bag.member A (Bag A) Bool))", values(|_, v| Ok((!count(v[0], v[1])?.is_zero()).into()))),
    op(
        "(par (A) (bag.subbag (Bag A) (Bag A) Bool))",
        values(|c, v| Ok(bag(&combine(c, v, |a, b| a - b)?)?.is_empty().into())),
    ),
    op("(par (A) (bag.setof (Bag A) (Bag A)))", values(|c, v| combine(c, &[v[0], v[0]], |_, _| Int::ONE))),
    op(
        "(par (A) (bag.card (Bag A) Int))",
        values(|_, v| members(v[0])?.try_fold(Int::ZERO, |sum, (_, count)| Ok(&sum + count)).map(Value::Int)),
    ),
    op(
        "(par (A) (bag.choose (Bag A) A :partial))",
        values(|_, v| match bag(v[0])? {
            [only, _] => Ok(only.clone()),
            _ => Err(NoValue::Open),
        }),
    ),
    op(
        "(par (A B) (bag.map (-> A B) (Bag A) (Bag B)))",
        Meaning::Calls(|c, v| {
            let mut images = Vec::new();
            for (element, count) in members(&v[1])? {
                images.push((c.call(&v[0], std::slice::from_ref(element))?, count.clone()));
            }
            collect(images)
        }),
    ),
    op(
        "(par (A) (bag.filter (-> A Bool) (Bag A) (Bag A)))",
        Meaning::Calls(|c, v| {
            let mut kept = Vec::new();
            for (element, count) in members(&v[1])? {
                if bool(&c.call(&v[0], std::slice::from_ref(element))?)? {
                    kept.push((element.clone(), count.clone()));
                }
            }
            collect(kept)
        }),
    ),
    // The order in which the elements are taken is not specified.
    op(
        "(par (A B) (bag.fold (-> A B B) B (Bag A) B))",
        Meaning::Calls(|c, v| match bag(&v[2])? {
            [] => Ok(v[1].clone()),
            [only, count] if int(count)? == &Int::ONE => c.call(&v[0], &[only.clone(), v[1].clone()]),
            _ => Err(NoValue::Unknown(Reason::NotComputed("the order of a bag's elements is open"))),
        }),
    ),
];

fn collect(members: Vec<(Value, Int)>) -> Evaluated {
    Value::bag(members).ok_or(NoValue::Symbolic)
}

/// The elements of a bag with their counts.
fn members(value: &Value) -> Result<impl Iterator<Item = (&Value, &Int)>, NoValue> {
    Ok(bag(value)?.chunks_exact(2).filter_map(|member| Some((&member[0], member[1].as_int()?))))
}

fn count(element: &Value, of: &Value) -> Result<Int, NoValue> {
    if bag(of)?.is_empty() {
        return Ok(Int::ZERO);
    }
    if !element.is_plain() {
        return Err(NoValue::Symbolic);
    }
    let found = members(of)?.find(|(other, _)| *other == element);
    Ok(found.map_or(Int::ZERO, |(_, count)| count.clone()))
}

/// The bag in which the count of each element is a function of its counts in two others.
fn combine(context: &mut Context<'_>, bags: &[&Value], times: fn(&Int, &Int) -> Int) -> Evaluated {
    let (mut left, mut right) = (members(bags[0])?.peekable(), members(bags[1])?.peekable());
    let mut result = Vec::new();
    loop {
        let next = match (left.peek(), right.peek()) {
            (Some((a, _)), Some((b, _))) => (*a).min(*b),
            (Some((element, _)), None) | (None, Some((element, _))) => *element,
            (None, None) => return collect(result),
        };
        context.spend(1)?;
        let zero = Int::ZERO;
        let a = left.next_if(|member| member.0 == next).map_or(&zero, |member| member.1);
        let b = right.next_if(|member| member.0 == next).map_or(&zero, |member| member.1);
        result.push((next.clone(), times(a, b)));
    }
}
