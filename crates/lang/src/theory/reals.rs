//! Reals and Reals_Ints: exact real arithmetic, conversions, and the transcendental functions of cvc5 and z3.

use super::ints::int_power;
use super::meaning::{
    ALGEBRAIC_PRICE, Context, Evaluated, Meaning, NoValue, TOO_LARGE, any_real, check_rational, int, real,
    values,
};
use super::{NumberOperator as Is, Row, op};
use crate::value::{Int, Rational, Real, Reason, Value};

const TRANSCENDENTAL: Meaning = Meaning::Unknown("transcendental functions are not computed");
const IRRATIONAL: NoValue = NoValue::Unknown(Reason::NotComputed("the value is not rational"));

pub(super) const ROWS: &[Row] = &[
    op("(- Real Real :also ~)", values(|_, v| Ok(any_real(v[0])?.neg().into()))).on_numbers(Is::Minus),
    op("(- Real Real Real :left-assoc)", values(|c, v| two(c, v, |a, b| Some(a - b), Real::sub)))
        .on_numbers(Is::Minus),
    op(
        "(+ Real Real Real :left-assoc :commutative)",
        values(|c, v| two(c, v, |a, b| Some(a + b), Real::add)),
    )
    .on_numbers(Is::Plus),
    op(
        "(* Real Real Real :left-assoc :commutative :nonlinear product)",
        values(|c, v| two(c, v, |a, b| Some(a * b), Real::mul)),
    )
    .on_numbers(Is::Times),
    op(
        "(/ Real Real Real :left-assoc :partial :open /0 :nonlinear quotient)",
        values(|c, v| two(c, v, Rational::div, quotient)),
    )
    .on_numbers(Is::Divide),
    op("(<= Real Real Bool :chainable)", Meaning::RealTest(|a, b| a <= b)).on_numbers(Is::AtMost),
    op("(< Real Real Bool :chainable)", Meaning::RealTest(|a, b| a < b)).on_numbers(Is::Less),
    op("(>= Real Real Bool :chainable)", Meaning::RealTest(|a, b| a >= b)).on_numbers(Is::AtLeast),
    op("(> Real Real Bool :chainable)", Meaning::RealTest(|a, b| a > b)).on_numbers(Is::Greater),
    op(
        "(to_real Int Real :dialect Reals_Ints)",
        values(|_, v| Ok(Value::Real(Rational::from(int(v[0])?.clone())))),
    )
    .on_numbers(Is::ToReal),
    // Solvers accept a Real here too. Most leave it as it is, but z3 4.12 rounds it down.
    op(
        "(to_real Real Real :dialect z3)",
        values(|_, v| match real(v[0])? {
            whole if whole.is_integer() => Ok(Value::Real(whole.clone())),
            _ => Err(NoValue::Unknown(Reason::NotComputed("solvers differ about `to_real` of a fraction"))),
        }),
    ),
    op("(to_int Real Int :dialect Reals_Ints)", values(|_, v| Ok(Value::Int(any_real(v[0])?.floor()))))
        .on_numbers(Is::Floor),
    op("(is_int Real Bool :dialect Reals_Ints)", values(|_, v| is_integer(any_real(v[0])?)))
        .on_numbers(Is::IsInteger),
    op("(abs Real Real :dialect z3)", values(|_, v| absolute(any_real(v[0])?))).on_numbers(Is::Size),
    // cvc5's total form.
    op(
        "(/_total Real Real Real :nonlinear quotient :dialect cvc5)",
        values(|c, v| two(c, v, |a, b| Some(a.div(b).unwrap_or(Rational::ZERO)), quotient)),
    ),
    op("(^ Real Real Real :partial :nonlinear always :dialect z3)", values(power)),
    op("(** Real Real Real :partial :nonlinear always :dialect z3)", values(power)),
    op("(exp Real Real :nonlinear transcendental)", TRANSCENDENTAL),
    op("(sqrt Real Real :partial :nonlinear transcendental)", values(square_root)),
    op("(sin Real Real :nonlinear transcendental)", TRANSCENDENTAL),
    op("(cos Real Real :nonlinear transcendental)", TRANSCENDENTAL),
    op("(tan Real Real :partial :nonlinear transcendental)", TRANSCENDENTAL),
    op("(csc Real Real :partial :nonlinear transcendental)", TRANSCENDENTAL),
    op("(sec Real Real :partial :nonlinear transcendental)", TRANSCENDENTAL),
    op("(cot Real Real :partial :nonlinear transcendental)", TRANSCENDENTAL),
    op("(arcsin Real Real :partial :also asin :nonlinear transcendental)", TRANSCENDENTAL),
    op("(arccos Real Real :partial :also acos :nonlinear transcendental)", TRANSCENDENTAL),
    op("(arctan Real Real :also atan :nonlinear transcendental)", TRANSCENDENTAL),
    op("(arccsc Real Real :partial :nonlinear transcendental)", TRANSCENDENTAL),
    op("(arcsec Real Real :partial :nonlinear transcendental)", TRANSCENDENTAL),
    op("(arccot Real Real :partial :nonlinear transcendental)", TRANSCENDENTAL),
    op("(sinh Real Real :nonlinear transcendental)", TRANSCENDENTAL),
    op("(cosh Real Real :nonlinear transcendental)", TRANSCENDENTAL),
    op("(tanh Real Real :nonlinear transcendental)", TRANSCENDENTAL),
    op("(asinh Real Real :nonlinear transcendental)", TRANSCENDENTAL),
    op("(acosh Real Real :partial :nonlinear transcendental)", TRANSCENDENTAL),
    op("(atanh Real Real :partial :nonlinear transcendental)", TRANSCENDENTAL),
    op("(real.pi Real :old pi :nonlinear transcendental)", TRANSCENDENTAL),
    op("(euler Real :nonlinear transcendental)", TRANSCENDENTAL),
];

/// An operation on two reals. If `function` has no result for fractions, the value is open.
fn two(
    context: &mut Context<'_>,
    arguments: &[&Value],
    function: fn(&Rational, &Rational) -> Option<Rational>,
    exact: fn(&Real, &Real) -> Option<Real>,
) -> Evaluated {
    if arguments[0].is_algebraic() || arguments[1].is_algebraic() {
        context.spend(ALGEBRAIC_PRICE)?;
        let (a, b) = (any_real(arguments[0])?, any_real(arguments[1])?);
        return exact(&a, &b).map(Value::from).ok_or(TOO_LARGE);
    }
    let (a, b) = (real(arguments[0])?, real(arguments[1])?);
    check_rational(context, a, b)?;
    function(a, b).map(Value::Real).ok_or(NoValue::Open)
}

fn quotient(a: &Real, b: &Real) -> Option<Real> {
    a.mul(&b.inverse()?)
}

fn is_integer(value: Real) -> Evaluated {
    let floor = Real::Rational(Rational::from(value.floor()));
    let order = value.compare(&floor).ok_or(TOO_LARGE)?;
    Ok(order.is_eq().into())
}

fn absolute(value: Real) -> Evaluated {
    let order = value.compare(&Real::Rational(Rational::ZERO)).ok_or(TOO_LARGE)?;
    Ok(if order.is_lt() { value.neg() } else { value }.into())
}

/// Only integral exponents are computed; `0` to a power that is not positive is left open.
fn power(context: &mut Context<'_>, arguments: &[&Value]) -> Evaluated {
    let (base, exponent) = (real(arguments[0])?, real(arguments[1])?);
    if base.is_zero() && exponent <= &Rational::ZERO {
        return Err(NoValue::Open);
    }
    if !exponent.is_integer() {
        return Err(IRRATIONAL);
    }
    let size = exponent.numerator().abs();
    let numerator = int_power(context, base.numerator(), &size)?;
    let denominator = int_power(context, base.denominator(), &size)?;
    let result = if exponent.is_negative() {
        Rational::new(denominator, numerator)
    } else {
        Rational::new(numerator, denominator)
    };
    result.map(Value::Real).ok_or(NoValue::Open)
}

fn square_root(_: &mut Context<'_>, arguments: &[&Value]) -> Evaluated {
    let square = real(arguments[0])?;
    if square.is_negative() {
        return Err(NoValue::Open);
    }
    let root = |n: &Int| n.sqrt_rem().filter(|(_, rest)| rest.is_zero()).map(|(root, _)| root);
    match (root(square.numerator()), root(square.denominator())) {
        (Some(numerator), Some(denominator)) => {
            Rational::new(numerator, denominator).map(Value::Real).ok_or(IRRATIONAL)
        }
        _ => Err(IRRATIONAL),
    }
}
