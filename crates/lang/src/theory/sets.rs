//! Finite sets: as in cvc5, with its older names, and as in z3.

use super::meaning::{Context, Evaluated, Meaning, NoValue, TOO_LARGE, bool, int, set, values};
use super::{Caller, Row, op};
use crate::value::{Int, Reason, Value};

pub(super) const ROWS: &[Row] = &[
    op("(par (A) (set.empty (Set A) :old emptyset))", values(|_, _| collect(Vec::new()))),
    // cvc5: not all elements of the sort, but any set that all sets of the formula are subsets of.
    op("(par (A) (set.universe (Set A) :old univset :dialect cvc5))", UNIVERSE),
    op("(par (A) (set.singleton A (Set A) :old singleton))", values(|_, v| collect(vec![v[0].clone()]))),
    op("(par (A) (set.union (Set A) (Set A) (Set A) :left-assoc :commutative :old union))", values(union)),
    op(
        "(par (A) (set.inter (Set A) (Set A) (Set A) :left-assoc :commutative :old intersection :also intersect))",
        values(|c, v| filter(c, v[0], set(v[1])?, true)),
    ),
    op(
        "(par (A) (set.minus (Set A) (Set A) (Set A) :left-assoc :old setminus))",
        values(|c, v| filter(c, v[0], set(v[1])?, false)),
    ),
    op("(par (A) (set.complement (Set A) (Set A) :old complement :dialect cvc5))", UNIVERSE),
    op("(par (A) (set.member A (Set A) Bool :old member))", values(|_, v| is_member(v[0], v[1]))),
    op(
        "(par (A) (set.subset (Set A) (Set A) Bool :chainable :old subset))",
        values(|_, v| is_subset(v[0], v[1])),
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
    op("(par (A B) (set.map (-> A B) (Set A) (Set B)))", Meaning::Calls(map)),
    op("(par (A) (set.filter (-> A Bool) (Set A) (Set A)))", Meaning::Calls(keep)),
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

/// Finite sets as in z3, which have the same values under names of their own.
pub(super) const FINITE_ROWS: &[Row] = &[
    op("(par (A) (set.empty (FiniteSet A)))", values(|_, _| collect(Vec::new()))),
    op("(par (A) (set.singleton A (FiniteSet A)))", values(|_, v| collect(vec![v[0].clone()]))),
    op(
        "(par (A) (set.union (FiniteSet A) (FiniteSet A) (FiniteSet A) :left-assoc :commutative))",
        values(union),
    ),
    op(
        "(par (A) (set.intersect (FiniteSet A) (FiniteSet A) (FiniteSet A) :commutative))",
        values(|c, v| filter(c, v[0], set(v[1])?, true)),
    ),
    op(
        "(par (A) (set.difference (FiniteSet A) (FiniteSet A) (FiniteSet A)))",
        values(|c, v| filter(c, v[0], set(v[1])?, false)),
    ),
    op("(par (A) (set.in A (FiniteSet A) Bool))", values(|_, v| is_member(v[0], v[1]))),
    op("(par (A) (set.subset (FiniteSet A) (FiniteSet A) Bool))", values(|_, v| is_subset(v[0], v[1]))),
    op("(par (A) (set.size (FiniteSet A) Int))", values(|_, v| Ok(Value::int(set(v[0])?.len() as i64)))),
    // From the first number to the second, both included.
    op(
        "(set.range Int Int (FiniteSet Int))",
        values(|c, v| {
            let (first, last) = (int(v[0])?, int(v[1])?);
            let length = (last - first).to_i64().and_then(|more| more.checked_add(1)).ok_or(TOO_LARGE)?;
            let length = usize::try_from(length).unwrap_or(0);
            if length > LONGEST_RANGE {
                return Err(TOO_LARGE);
            }
            c.spend(length)?;
            collect((0..length).map(|at| Value::Int(first + &Int::from(at as u64))).collect())
        }),
    ),
    op("(par (A B) (set.map (-> A B) (FiniteSet A) (FiniteSet B)))", Meaning::Calls(map)),
    op("(par (A) (set.filter (-> A Bool) (FiniteSet A) (FiniteSet A)))", Meaning::Calls(keep)),
];

/// The longest range that is computed.
const LONGEST_RANGE: usize = 1 << 16;

const UNIVERSE: Meaning = Meaning::Unknown("the universe of sets is not fixed");

fn collect(elements: Vec<Value>) -> Evaluated {
    Value::set(elements).ok_or(NoValue::Symbolic)
}

fn union(context: &mut Context<'_>, sets: &[&Value]) -> Evaluated {
    let (a, b) = (set(sets[0])?, set(sets[1])?);
    context.spend(a.len() + b.len())?;
    collect([a, b].concat())
}

fn is_member(element: &Value, of: &Value) -> Evaluated {
    let elements = set(of)?;
    if elements.is_empty() {
        return Ok(Value::Bool(false));
    }
    if !element.is_plain() {
        return Err(NoValue::Symbolic);
    }
    Ok(elements.binary_search(element).is_ok().into())
}

fn is_subset(part: &Value, whole: &Value) -> Evaluated {
    let whole = set(whole)?;
    Ok(set(part)?.iter().all(|element| whole.binary_search(element).is_ok()).into())
}

/// The set of a function's values for the elements.
fn map(caller: &mut dyn Caller, arguments: &[Value]) -> Evaluated {
    let elements =
        set(&arguments[1])?.iter().map(|element| caller.call(&arguments[0], std::slice::from_ref(element)));
    collect(elements.collect::<Result<_, _>>()?)
}

/// The elements for which a predicate holds.
fn keep(caller: &mut dyn Caller, arguments: &[Value]) -> Evaluated {
    let mut kept = Vec::new();
    for element in set(&arguments[1])? {
        if bool(&caller.call(&arguments[0], std::slice::from_ref(element))?)? {
            kept.push(element.clone());
        }
    }
    collect(kept)
}

fn filter(context: &mut Context<'_>, from: &Value, by: &[Value], keep: bool) -> Evaluated {
    let elements = set(from)?;
    context.spend(elements.len())?;
    collect(elements.iter().filter(|element| by.binary_search(element).is_ok() == keep).cloned().collect())
}

/// Whether the predicate gives `wanted` for some element; the answer is `wanted` then, and its opposite otherwise.
fn decide(caller: &mut dyn Caller, arguments: &[Value], wanted: bool) -> Evaluated {
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
