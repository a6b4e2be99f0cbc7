//! Tuples and relations as in cvc5: a relation is a set of tuples.

use super::meaning::{Context, Evaluated, NoValue, TOO_LARGE, int, set, tuple, values};
use super::{Row, op};
use crate::value::Value;

pub(super) const TUPLES: &[Row] = &[
    op("(tuple.unit (Tuple))", values(|_, _| Ok(Value::tuple(Vec::new())))),
    op(
        "(tuple Any (TupleOf Any) :variadic)",
        values(|_, v| Ok(Value::tuple(v.iter().copied().cloned().collect()))),
    ),
    op("(par (T) ((_ tuple.select i) T (Part i T)))", values(|c, v| part(tuple(v[0])?, c.index(0)).cloned())),
    op(
        "(par (T) ((_ tuple.update i) T (Part i T) T))",
        values(|c, v| {
            let mut parts = tuple(v[0])?.to_vec();
            *parts.get_mut(c.index(0) as usize).ok_or(NO_PART)? = v[1].clone();
            Ok(Value::tuple(parts))
        }),
    ),
    op("(par (T) ((_ tuple.project *) T (Picked T)))", values(|c, v| pick(c, tuple(v[0])?))),
];

pub(super) const RELATIONS: &[Row] = &[
    op(
        "(par (T) (rel.transpose (Set T) (Set (Reversed T))))",
        values(|c, v| {
            let turned =
                |_: &Context<'_>, tuple: &[Value]| Ok(Value::tuple(tuple.iter().rev().cloned().collect()));
            map(c, v[0], turned)
        }),
    ),
    op(
        "(par (S T) (rel.product (Set S) (Set T) (Set (Joined S T))))",
        values(|c, v| combine(c, v, |a, b| Some([a, b].concat()))),
    ),
    // The last part of the first tuple must equal the first part of the second one; both are left out.
    op(
        "(par (S T) (rel.join (Set S) (Set T) (Set (Composed S T))))",
        values(|c, v| {
            combine(c, v, |a, b| {
                let ((last, a), (first, b)) = (a.split_last()?, b.split_first()?);
                (last == first).then(|| [a, b].concat())
            })
        }),
    ),
    op("(par (A) (rel.tclosure (Set (Tuple A A)) (Set (Tuple A A))))", values(closure)),
    op(
        "(par (A) (rel.iden (Set (Tuple A)) (Set (Tuple A A))))",
        values(|c, v| map(c, v[0], |_, tuple| Ok(Value::tuple([tuple, tuple].concat())))),
    ),
    // The elements that are related to at least so many others. cvc5 accepts only a literal for the number.
    op(
        "(par (A) (rel.join_image (Set (Tuple A A)) Int (Set (Tuple A)) :dialect cvc5))",
        values(|c, v| {
            let (pairs, least) = (set(v[0])?, int(v[1])?.to_usize().ok_or(TOO_LARGE)?);
            if least == 0 {
                return Err(NoValue::Unknown(crate::value::Reason::NotComputed("all elements of a sort")));
            }
            // Pairs of one set are sorted by their first part.
            let firsts = pairs.chunk_by(|a, b| a.parts().first() == b.parts().first());
            let related = firsts.filter(|group| group.len() >= least);
            let images: Option<Vec<Value>> =
                related.map(|group| Some(Value::tuple(vec![group[0].parts().first()?.clone()]))).collect();
            c.spend(pairs.len())?;
            collect(images.ok_or(NO_PART)?)
        }),
    ),
    op(
        "(par (T) ((_ rel.project *) (Set T) (Set (Picked T)) :dialect cvc5))",
        values(|c, v| map(c, v[0], pick)),
    ),
];

const NO_PART: NoValue = NoValue::Unknown(crate::value::Reason::IllSorted);

fn part(parts: &[Value], at: u32) -> Result<&Value, NoValue> {
    parts.get(at as usize).ok_or(NO_PART)
}

/// The tuple of the parts that the indices select.
fn pick(context: &Context<'_>, parts: &[Value]) -> Evaluated {
    let picked: Result<_, _> = context.indices.iter().map(|&at| part(parts, at).cloned()).collect();
    Ok(Value::tuple(picked?))
}

fn collect(tuples: Vec<Value>) -> Evaluated {
    Value::set(tuples).ok_or(NoValue::Symbolic)
}

/// The relation of the images of all tuples.
fn map(
    context: &mut Context<'_>,
    relation: &Value,
    image: impl Fn(&Context<'_>, &[Value]) -> Evaluated,
) -> Evaluated {
    let tuples = set(relation)?;
    context.spend(tuples.len())?;
    collect(tuples.iter().map(|element| image(context, tuple(element)?)).collect::<Result<_, _>>()?)
}

/// The relation of the tuples that `join` makes of pairs, where it makes one.
fn combine(
    context: &mut Context<'_>,
    relations: &[&Value],
    join: impl Fn(&[Value], &[Value]) -> Option<Vec<Value>>,
) -> Evaluated {
    let (left, right) = (set(relations[0])?, set(relations[1])?);
    context.spend(left.len().saturating_mul(right.len()))?;
    let mut joined = Vec::new();
    for a in left {
        for b in right {
            joined.extend(join(tuple(a)?, tuple(b)?).map(Value::tuple));
        }
    }
    collect(joined)
}

/// The transitive closure: paths of any length, found by doubling.
fn closure(context: &mut Context<'_>, arguments: &[&Value]) -> Evaluated {
    let mut reached = arguments[0].clone();
    loop {
        let longer = combine(context, &[&reached, &reached], |a, b| {
            (a[1] == b[0]).then(|| vec![a[0].clone(), b[1].clone()])
        })?;
        let all = collect([set(&reached)?, set(&longer)?].concat())?;
        if all == reached {
            return Ok(reached);
        }
        reached = all;
    }
}
