//! Sequences of any sort, as z3 and cvc5 have them.

use super::meaning::{Context, Evaluated, Meaning, NoValue, TOO_LARGE, found, int, position, seq, values};
use super::strings::LAST_EMPTY;
use super::{Row, op};
use crate::value::{Int, Value, slices};

pub(super) const ROWS: &[Row] = &[
    op("(par (A) (seq.empty (Seq A)))", values(|_, _| Ok(Value::seq(Vec::new())))),
    op("(par (A) (seq.unit A (Seq A)))", values(|_, v| Ok(Value::seq(vec![v[0].clone()])))),
    op(
        "(par (A) (seq.++ (Seq A) (Seq A) (Seq A) :left-assoc :also str.++))",
        values(|c, v| join(c, slices::concat(&[seq(v[0])?, seq(v[1])?]))),
    ),
    op(
        "(par (A) (seq.len (Seq A) Int :also str.len))",
        values(|_, v| Ok(Value::int(seq(v[0])?.len() as i64))),
    ),
    op(
        "(par (A) (seq.nth (Seq A) Int A :also seq.nth_i :partial :open seq.nth_u))",
        values(|_, v| slices::at(seq(v[0])?, position(v[1])?).first().cloned().ok_or(NoValue::Open)),
    ),
    op(
        "(par (A) (seq.at (Seq A) Int (Seq A) :also str.at))",
        values(|_, v| Ok(Value::seq(slices::at(seq(v[0])?, position(v[1])?).to_vec()))),
    ),
    op(
        "(par (A) (seq.extract (Seq A) Int Int (Seq A) :also str.substr))",
        values(|c, v| {
            let piece = slices::extract(seq(v[0])?, position(v[1])?, position(v[2])?);
            join(c, Some(piece.to_vec()))
        }),
    ),
    op(
        "(par (A) (seq.update (Seq A) Int (Seq A) (Seq A) :also str.update :dialect cvc5))",
        values(|c, v| join(c, Some(slices::update(seq(v[0])?, position(v[1])?, seq(v[2])?)))),
    ),
    op(
        "(par (A) (seq.contains (Seq A) (Seq A) Bool :also str.contains))",
        values(|_, v| Ok(slices::contains(plain(v[0])?, plain(v[1])?).into())),
    ),
    op(
        "(par (A) (seq.indexof (Seq A) (Seq A) Int Int :also str.indexof))",
        values(|_, v| Ok(found(slices::index_of(plain(v[0])?, plain(v[1])?, position(v[2])?)))),
    ),
    op(
        "(par (A) (seq.indexof (Seq A) (Seq A) Int :also str.indexof :dialect z3))",
        values(|_, v| Ok(found(slices::index_of(plain(v[0])?, plain(v[1])?, 0)))),
    ),
    op(
        "(par (A) (seq.last_indexof (Seq A) (Seq A) Int :also str.last_indexof :dialect z3))",
        values(|_, v| {
            let (whole, needle) = (plain(v[0])?, plain(v[1])?);
            if needle.is_empty() {
                return Err(LAST_EMPTY);
            }
            Ok(found(slices::last_index_of(whole, needle)))
        }),
    ),
    op(
        "(par (A) (seq.replace (Seq A) (Seq A) (Seq A) (Seq A) :also str.replace))",
        values(|c, v| join(c, slices::replace(plain(v[0])?, plain(v[1])?, seq(v[2])?))),
    ),
    op(
        "(par (A) (seq.replace_all (Seq A) (Seq A) (Seq A) (Seq A) :also str.replace_all :dialect cvc5))",
        values(|c, v| join(c, slices::replace_all(plain(v[0])?, plain(v[1])?, seq(v[2])?))),
    ),
    op(
        "(par (A) (seq.rev (Seq A) (Seq A) :also str.rev :dialect cvc5))",
        values(|c, v| join(c, Some(seq(v[0])?.iter().rev().cloned().collect()))),
    ),
    op(
        "(par (A) (seq.prefixof (Seq A) (Seq A) Bool :also str.prefixof))",
        values(|_, v| Ok(plain(v[1])?.starts_with(plain(v[0])?).into())),
    ),
    op(
        "(par (A) (seq.suffixof (Seq A) (Seq A) Bool :also str.suffixof))",
        values(|_, v| Ok(plain(v[1])?.ends_with(plain(v[0])?).into())),
    ),
    op(
        "(par (A B) (seq.map (-> A B) (Seq A) (Seq B)))",
        Meaning::Calls(|c, v| {
            let elements = seq(&v[1])?.iter().map(|element| c.call(&v[0], std::slice::from_ref(element)));
            Ok(Value::seq(elements.collect::<Result<_, _>>()?))
        }),
    ),
    op(
        "(par (A B) (seq.mapi (-> Int A B) Int (Seq A) (Seq B)))",
        Meaning::Calls(|c, v| {
            let mut index = int(&v[1])?.clone();
            let mut elements = Vec::new();
            for element in seq(&v[2])? {
                elements.push(c.call(&v[0], &[Value::Int(index.clone()), element.clone()])?);
                index = &index + &Int::ONE;
            }
            Ok(Value::seq(elements))
        }),
    ),
    op(
        "(par (A B) (seq.foldl (-> B A B) B (Seq A) B :also seq.fold_left))",
        Meaning::Calls(|c, v| {
            seq(&v[2])?
                .iter()
                .try_fold(v[1].clone(), |result, element| c.call(&v[0], &[result, element.clone()]))
        }),
    ),
    op(
        "(par (A B) (seq.foldli (-> Int B A B) Int B (Seq A) B :also seq.fold_lefti))",
        Meaning::Calls(|c, v| {
            let mut index = int(&v[1])?.clone();
            let mut result = v[2].clone();
            for element in seq(&v[3])? {
                result = c.call(&v[0], &[Value::Int(index.clone()), result, element.clone()])?;
                index = &index + &Int::ONE;
            }
            Ok(result)
        }),
    ),
];

/// A sequence, unless it is too long to compute with.
fn join(context: &mut Context<'_>, elements: Option<Vec<Value>>) -> Evaluated {
    let elements = elements.ok_or(TOO_LARGE)?;
    context.spend(elements.len())?;
    Ok(Value::seq(elements))
}

/// A sequence whose elements can be compared.
fn plain(value: &Value) -> Result<&[Value], NoValue> {
    let elements = seq(value)?;
    if value.is_plain() { Ok(elements) } else { Err(NoValue::Symbolic) }
}
