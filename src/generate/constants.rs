//! Values as terms.

use crate::script::{DeclId, Literal, Term, Terms};
use crate::theory::sort::{Sort, SortKind};
use crate::theory::{OpId, arithmetic, array_operators, float_operators};
use crate::value::{Float, Int, Kind, Rational, RoundingMode, Value};

/// Values of more parts are not written.
const MAX_PARTS: u64 = 200;

/// The term that a value of a sort is written as; `None` for what no term is: functions, elements of declared sorts and
/// open values; and for large values. Sequences, sets and languages are left out.
pub fn value_term(terms: &mut Terms, value: &Value, sort: Sort) -> Option<Term> {
    if value.size() > MAX_PARTS { None } else { write(terms, value, sort) }
}

/// Recursive on the depth of the value, which its size bounds.
fn write(terms: &mut Terms, value: &Value, sort: Sort) -> Option<Term> {
    Some(match value {
        Value::Bool(value) => terms.bool(*value),
        Value::Int(value) => int(terms, value)?,
        Value::Real(value) => real(terms, value)?,
        Value::Bits(value) => terms.literal(Literal::Bits(value.clone())),
        Value::Float(value) => float(terms, value)?,
        Value::Mode(mode) => {
            let at = RoundingMode::ALL.iter().position(|other| other == mode)?;
            apply(terms, float_operators().modes[at], &[], None, &[])?
        }
        Value::Text(value) => terms.literal(Literal::Text(value.clone())),
        Value::Compound(compound) => match compound.kind() {
            Kind::Array(_) => array(terms, value, sort)?,
            Kind::Data(constructor) => {
                let constructor = DeclId(*constructor);
                let sorts = terms.field_sorts(constructor, sort)?;
                let fields: Vec<Term> = compound
                    .parts()
                    .iter()
                    .zip(sorts)
                    .map(|(field, sort)| write(terms, field, sort))
                    .collect::<Option<_>>()?;
                let ascribed = terms.decl(constructor).signature.needs_ascription().then_some(sort);
                terms.apply_decl(constructor, ascribed, &fields).ok()?
            }
            _ => return None,
        },
        Value::Regex(_) | Value::Algebraic(_) | Value::Element { .. } => return None,
    })
}

fn apply(
    terms: &mut Terms,
    op: OpId,
    indices: &[u32],
    ascribed: Option<Sort>,
    args: &[Term],
) -> Option<Term> {
    terms.apply_ops(&[op], indices, ascribed, args).ok()
}

/// Negative numbers have no literals.
fn int(terms: &mut Terms, value: &Int) -> Option<Term> {
    let positive = terms.literal(Literal::Int(value.abs()));
    if value.is_negative() {
        apply(terms, arithmetic().negate_int, &[], None, &[positive])
    } else {
        Some(positive)
    }
}

fn real(terms: &mut Terms, value: &Rational) -> Option<Term> {
    let mut whole = |value: Int| terms.literal(Literal::Real(Rational::from(value)));
    let numerator = whole(value.numerator().abs());
    let positive = if value.is_integer() {
        numerator
    } else {
        let denominator = whole(value.denominator().clone());
        apply(terms, arithmetic().divide, &[], None, &[numerator, denominator])?
    };
    if value.is_negative() {
        apply(terms, arithmetic().negate_real, &[], None, &[positive])
    } else {
        Some(positive)
    }
}

fn float(terms: &mut Terms, value: &Float) -> Option<Term> {
    let ops = float_operators();
    let (eb, sb) = (value.format().eb(), value.format().sb());
    let sign = usize::from(value.is_negative());
    let special = if value.is_nan() {
        Some(ops.not_a_number)
    } else if value.is_infinite() {
        Some(ops.infinities[sign])
    } else if value.is_zero() {
        Some(ops.zeros[sign])
    } else {
        None
    };
    if let Some(op) = special {
        return apply(terms, op, &[eb, sb], None, &[]);
    }
    let bits = value.to_bits();
    let fields = [(eb + sb - 1, eb + sb - 1), (eb + sb - 2, sb - 1), (sb - 2, 0)]
        .map(|(high, low)| terms.literal(Literal::Bits(bits.extract(high, low))));
    apply(terms, ops.fields, &[], None, &fields)
}

fn array(terms: &mut Terms, value: &Value, sort: Sort) -> Option<Term> {
    let SortKind::Array(index, element) = *terms.sorts.kind(sort) else { return None };
    let table = value.as_table()?;
    let ops = array_operators();
    let default = write(terms, table.default, element)?;
    let mut array = apply(terms, ops.constant, &[], Some(sort), &[default])?;
    for (at, value) in table.entries() {
        let (at, value) = (write(terms, at.first()?, index)?, write(terms, value, element)?);
        array = apply(terms, ops.store, &[], None, &[array, at, value])?;
    }
    Some(array)
}
