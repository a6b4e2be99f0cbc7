//! Ints: integer arithmetic, with what cvc5 and z3 add to it.

use super::meaning::{Context, Evaluated, MAX_INT_BITS, Meaning, NoValue, TOO_LARGE, int, values};
use super::{NumberOperator as Is, Row, op};
use crate::value::{Bits, Int, Reason, Value};

pub(super) const ROWS: &[Row] = &[
    op("(- Int Int :also ~)", values(|_, v| int(v[0]).map(|a| Value::Int(-a)))).on_numbers(Is::Minus),
    op("(- Int Int Int :left-assoc)", Meaning::Ints2(|a, b| a - b)).on_numbers(Is::Minus),
    op("(+ Int Int Int :left-assoc :commutative)", Meaning::Ints2(|a, b| a + b)).on_numbers(Is::Plus),
    op("(* Int Int Int :left-assoc :commutative :nonlinear product)", Meaning::Ints2(|a, b| a * b))
        .on_numbers(Is::Times),
    op(
        "(div Int Int Int :left-assoc :partial :open div0 :nonlinear quotient)",
        values(|c, v| divide(c, v, Int::div_euclid, None)),
    )
    .on_numbers(Is::Quotient),
    op(
        "(mod Int Int Int :partial :open mod0 :nonlinear quotient)",
        values(|c, v| divide(c, v, Int::mod_euclid, None)),
    )
    .on_numbers(Is::Remainder),
    op("(abs Int Int)", values(|_, v| Ok(Value::Int(int(v[0])?.abs())))).on_numbers(Is::Size),
    op("(<= Int Int Bool :chainable)", Meaning::IntTest(|a, b| a <= b)).on_numbers(Is::AtMost),
    op("(< Int Int Bool :chainable)", Meaning::IntTest(|a, b| a < b)).on_numbers(Is::Less),
    op("(>= Int Int Bool :chainable)", Meaning::IntTest(|a, b| a >= b)).on_numbers(Is::AtLeast),
    op("(> Int Int Bool :chainable)", Meaning::IntTest(|a, b| a > b)).on_numbers(Is::Greater),
    op(
        "((_ divisible n) Int Bool :where (< 0 n) :dialect cvc5)",
        values(|c, v| {
            let remainder = int(v[0])?.mod_euclid(&Int::from(u64::from(c.index(0))));
            Ok(remainder.ok_or(NoValue::Unknown(Reason::IllSorted))?.is_zero().into())
        }),
    )
    .on_numbers(Is::Divisible),
    // z3's remainder takes the sign of the divisor.
    op(
        "(rem Int Int Int :partial :open rem0 :nonlinear quotient :dialect z3)",
        values(|c, v| {
            divide(
                c,
                v,
                |a, b| {
                    let remainder = a.mod_euclid(b)?;
                    Some(if b.is_negative() { -&remainder } else { remainder })
                },
                None,
            )
        }),
    ),
    // cvc5's total forms: zero, and the dividend.
    op(
        "(div_total Int Int Int :nonlinear quotient :dialect cvc5)",
        values(|c, v| divide(c, v, Int::div_euclid, Some(|_| Int::ZERO))),
    ),
    op(
        "(mod_total Int Int Int :nonlinear quotient :dialect cvc5)",
        values(|c, v| divide(c, v, Int::mod_euclid, Some(Int::clone))),
    ),
    op("(^ Int Int Int :partial :nonlinear always :dialect z3)", values(power)),
    op("(** Int Int Int :partial :nonlinear always :dialect z3)", values(power)),
    // cvc5: zero for negative numbers.
    op(
        "(int.pow2 Int Int :old pow2 :nonlinear always :dialect cvc5)",
        values(|c, v| {
            let exponent = int(v[0])?;
            if exponent.is_negative() {
                return Ok(Value::Int(Int::ZERO));
            }
            let exponent = exponent.to_usize().filter(|&n| n < MAX_INT_BITS).ok_or(TOO_LARGE)?;
            c.spend(exponent / 64)?;
            Ok(Value::Int(Int::pow2(exponent)))
        }),
    ),
    // cvc5: zero for negative numbers; for zero itself it depends on how numbers are stored.
    op(
        "(int.log2 Int Int :nonlinear always :dialect cvc5)",
        values(|_, v| match int(v[0])? {
            n if n.is_negative() => Ok(Value::Int(Int::ZERO)),
            n if n.is_zero() => Err(NoValue::Unknown(Reason::NotComputed("the logarithm of zero"))),
            n => Ok(Value::int(n.bits_len() as i64 - 1)),
        }),
    ),
    op(
        "(int.ispow2 Int Bool :nonlinear always :dialect cvc5)",
        values(|_, v| Ok(int(v[0])?.is_power_of_two().into())),
    ),
    op(
        "((_ iand k) Int Int Int :commutative :nonlinear always :dialect cvc5)",
        values(|c, v| and(c.index(0), v[0], v[1])),
    ),
    op(
        "(piand Int Int Int Int :nonlinear always :dialect cvc5)",
        values(|_, v| {
            let width = int(v[0])?;
            match width.to_u64() {
                Some(width @ 1..=0xFFFF) => and(width as u32, v[1], v[2]),
                _ => Err(NoValue::Unknown(Reason::NotComputed(
                    "a number of bits that is not positive or very large",
                ))),
            }
        }),
    ),
];

fn divide(
    context: &mut Context<'_>,
    arguments: &[&Value],
    quotient: fn(&Int, &Int) -> Option<Int>,
    by_zero: Option<fn(&Int) -> Int>,
) -> Evaluated {
    let (a, b) = (int(arguments[0])?, int(arguments[1])?);
    context.spend(a.bits_len() / 64)?;
    match (quotient(a, b), by_zero) {
        (Some(result), _) => Ok(Value::Int(result)),
        (None, Some(by_zero)) => Ok(Value::Int(by_zero(a))),
        (None, None) => Err(NoValue::Open),
    }
}

/// Negative exponents and `0^0` are left open.
fn power(context: &mut Context<'_>, arguments: &[&Value]) -> Evaluated {
    let (base, exponent) = (int(arguments[0])?, int(arguments[1])?);
    if exponent.is_negative() || (exponent.is_zero() && base.is_zero()) {
        return Err(NoValue::Open);
    }
    Ok(Value::Int(int_power(context, base, exponent)?))
}

/// The power for an exponent that is not negative.
pub(super) fn int_power(context: &mut Context<'_>, base: &Int, exponent: &Int) -> Result<Int, NoValue> {
    if base.bits_len() <= 1 {
        // -1, 0 and 1
        let one = exponent.is_zero() || (base.is_negative() && !exponent.bit(0));
        return Ok(if one { Int::ONE } else { base.clone() });
    }
    let exponent = exponent.to_usize().ok_or(TOO_LARGE)?;
    let bits = base.bits_len().checked_mul(exponent).filter(|&bits| bits <= MAX_INT_BITS).ok_or(TOO_LARGE)?;
    context.spend(bits / 8)?;
    Ok(base.pow(exponent as u32))
}

/// The conjunction of the lowest bits in two's complement.
fn and(width: u32, a: &Value, b: &Value) -> Evaluated {
    if width == 0 || width as usize > MAX_INT_BITS {
        return Err(NoValue::Unknown(Reason::NotComputed("no bits, or too many")));
    }
    let (a, b) = (Bits::from_int(width, int(a)?), Bits::from_int(width, int(b)?));
    Ok(Value::Int(a.and(&b).to_uint()))
}
