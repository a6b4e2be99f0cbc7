//! Finite sets as in cvc5, with its older names.

use super::meaning::{Context, Evaluated, Meaning, NoValue, bool, set, values};
use super::{Row, op};
use crate::value::{Reason, Value};

pub(super) const ROWS: &[Row] = &[
    op("(par (A) (set.empty (Set A) :old emptyset))", values(|_, _| collect(Vec::new()))),
    // cvc5: not all elements of the sort, but any set that all sets of the formula are subsets of.
    op("(par (A) (set.universe (Set A) :old univset :dialect cvc5))", UNIVERSE),
    op("(par (A) (set.singleton A (Set A) :old singleton))", values(|_, v| collect(vec![v[0].clone()]))),
    op(
        "(par (A) (set.union (Set A) (Set A) (Set A) :left-assoc :commutative :old union))",
        values(|c, v| {
            let (a, b) = (set(v[0])?, set(v[1])?);
            c.spend(a.len() + b.len())?;
            collect([a, b].concat())
        }),
    ),
    op(
        "(par (A) (set.inter (Set A) (Set A) (Set A) :left-assoc :commutative :old intersection :also intersect))",
        values(|c, v| filter(c, v[0], set(v[1])?, true)),
    ),
    op(
        "(par (A) (set.minus (Set A) (Set A) (Set A) :left-assoc :old setminus))",
        values(|c, v| filter(c, v[0], set(v[1])?, false)),
    ),
    op("(par (A) (set.complement (Set A) (Set A) :old complement :dialect cvc5))", UNIVERSE),
    op(
        "(par (A) (set.member A (Set A) Bool :old member))",
        values(|_, v| {
            let elements = set(v[1])?;
            if elements.is_empty() {
                return Ok(Value::Bool(false));
            }
            if !v[0].is_plain() {
                return Err(NoValue::Symbolic);
            }
            Ok(elements.binary_search(v[0]).is_ok().into())
        }),
    ),
    op(
        "(par (A) (set.subset (Set A) (Set A) Bool :chainable :old subset))",
        values(|_, v| {
            let whole = set(v[1])?;
            Ok(set(v[0])?.iter().all(|element| whole.binary_search(element).is_ok()).into())
        }),
    ),
    op(
        "(par (A) (set.insert A (Set A) (Set A) :right-assoc :old insert))",
        values(|c, v| {
            let elements = set(v[1])?;
            c.spend(elements.len())?;
            collect([elements, std::slice::from_ref(v[0])].concat())
        }),
    ),
    op("(par (A) (set.card (Set A) Int :old card))", values(|_, v| Ok(Value::int(set(v[0])?.len() as i64)))),
    op(
        "(par (A) (set.choose (Set A) A :partial :old choose :dialect cvc5))",
        values(|_, v| match set(v[0])? {
            [only] => Ok(only.clone()),
            _ => Err(NoValue::Open),
        }),
    ),
    op("(par (A) (set.is_empty (Set A) Bool))", values(|_, v| Ok(set(v[0])?.is_empty().into()))),
    op(
        "(par (A) (set.is_singleton (Set A) Bool :old is_singleton :dialect cvc5))",
        values(|_, v| Ok((set(v[0])?.len() == 1).into())),
    ),
    op(
        "(par (A B) (set.map (-> A B) (Set A) (Set B)))",
        Meaning::Calls(|c, v| {
            let elements = set(&v[1])?.iter().map(|element| c.call(&v[0], std::slice::from_ref(element)));
            collect(elements.collect::<Result<_, _>>()?)
        }),
    ),
    op(
        "(par (A) (set.filter (-> A Bool) (Set A) (Set A)))",
        Meaning::Calls(|c, v| {
            let mut kept = Vec::new();
            for element in set(&v[1])? {
                if bool(&c.call(&v[0], std::slice::from_ref(element))?)? {
                    kept.push(element.clone());
                }
            }
            collect(kept)
        }),
    ),
    // The order in which the elements are taken is not specified.
    op(
        "(par (A B) (set.fold (-> A B B) B (Set A) B))",
        Meaning::Calls(|c, v| match set(&v[2])? {
            [] => Ok(v[1].clone()),
            [only] => c.call(&v[0], &[only.clone(), v[1].clone()]),
            _ => Err(NoValue::Unknown(Reason::NotComputed("the order of a set's elements is open"))),
        }),
    ),
    op("(par (A) (set.all (-> A Bool) (Set A) Bool))", Meaning::Calls(|c, v| decide(c, v, false))),
    op("(par (A) (set.some (-> A Bool) (Set A) Bool))", Meaning::Calls(|c, v| decide(c, v, true))),
];

const UNIVERSE: Meaning = Meaning::Unknown("the universe of sets is not fixed");

fn collect(elements: Vec<Value>) -> Evaluated {
    Value::set(elements).ok_or(NoValue::Symbolic)
}

fn filter(context: &mut Context<'_>, from: &Value, by: &[Value], keep: bool) -> Evaluated {
    let elements = set(from)?;
    context.spend(elements.len())?;
    collect(elements.iter().filter(|element| by.binary_search(element).is_ok() == keep).cloned().collect())
}

/// Whether the predicate gives `wanted` for some element; the answer is `wanted` then, and its opposite otherwise.
fn decide(caller: &mut dyn super::Caller, arguments: &[Value], wanted: bool) -> Evaluated {
    let mut stop = None;
    for element in set(&arguments[1])? {
        match caller.call(&arguments[0], std::slice::from_ref(element)).and_then(|value| bool(&value)) {
            Ok(result) if result == wanted => return Ok(Value::Bool(wanted)),
            Ok(_) => {}
            Err(why) => stop = Some(why),
        }
    }
    stop.map_or(Ok(Value::Bool(!wanted)), Err)
}
