//! Reals and Reals_Ints: exact real arithmetic, conversions, and the transcendental functions of cvc5 and z3.

use super::ints::int_power;
use super::meaning::{Context, Meaning, Outcome, Stop, check_rational, int, real, values};
use super::{Row, op};
use crate::value::{Int, Rational, Reason, Value};

const TRANSCENDENTAL: Meaning = Meaning::Unknown("transcendental functions are not computed");
const IRRATIONAL: Stop = Stop::Unknown(Reason::NotComputed("the value is not rational"));

pub(super) const ROWS: &[Row] = &[
    op("(- Real Real :also ~)", values(|_, v| real(v[0]).map(|a| Value::Real(-a)))),
    op("(- Real Real Real :left-assoc)", values(|c, v| two(c, v, |a, b| Some(a - b)))),
    op("(+ Real Real Real :left-assoc :commutative)", values(|c, v| two(c, v, |a, b| Some(a + b)))),
    op(
        "(* Real Real Real :left-assoc :commutative :nonlinear product)",
        values(|c, v| two(c, v, |a, b| Some(a * b))),
    ),
    op(
        "(/ Real Real Real :left-assoc :partial :nonlinear quotient)",
        values(|c, v| two(c, v, Rational::div)),
    ),
    op("(<= Real Real Bool :chainable)", Meaning::RealTest(|a, b| a <= b)),
    op("(< Real Real Bool :chainable)", Meaning::RealTest(|a, b| a < b)),
    op("(>= Real Real Bool :chainable)", Meaning::RealTest(|a, b| a >= b)),
    op("(> Real Real Bool :chainable)", Meaning::RealTest(|a, b| a > b)),
    op("(to_real Int Real)", values(|_, v| Ok(Value::Real(Rational::from(int(v[0])?.clone()))))),
    // Solvers take a Real here too, and leave it as it is.
    op("(to_real Real Real)", values(|_, v| Ok(Value::Real(real(v[0])?.clone())))),
    op("(to_int Real Int)", values(|_, v| Ok(Value::Int(real(v[0])?.floor())))),
    op("(is_int Real Bool)", values(|_, v| Ok(real(v[0])?.is_integer().into()))),
    op("(abs Real Real)", values(|_, v| Ok(Value::Real(real(v[0])?.abs())))),
    // cvc5's total form.
    op(
        "(/_total Real Real Real :nonlinear quotient)",
        values(|c, v| two(c, v, |a, b| Some(a.div(b).unwrap_or(Rational::ZERO)))),
    ),
    op("(^ Real Real Real :partial :nonlinear always)", values(power)),
    op("(** Real Real Real :partial :nonlinear always)", values(power)),
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

/// No result leaves the value open.
fn two(
    context: &mut Context<'_>,
    arguments: &[&Value],
    function: fn(&Rational, &Rational) -> Option<Rational>,
) -> Outcome {
    let (a, b) = (real(arguments[0])?, real(arguments[1])?);
    check_rational(context, a, b)?;
    function(a, b).map(Value::Real).ok_or(Stop::Open)
}

/// Powers of integers only; `0` to the power of what is not positive is left open.
fn power(context: &mut Context<'_>, arguments: &[&Value]) -> Outcome {
    let (base, exponent) = (real(arguments[0])?, real(arguments[1])?);
    if base.is_zero() && exponent <= &Rational::ZERO {
        return Err(Stop::Open);
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
    result.map(Value::Real).ok_or(Stop::Open)
}

fn square_root(_: &mut Context<'_>, arguments: &[&Value]) -> Outcome {
    let square = real(arguments[0])?;
    if square.is_negative() {
        return Err(Stop::Open);
    }
    let root = |n: &Int| n.sqrt_rem().filter(|(_, rest)| rest.is_zero()).map(|(root, _)| root);
    match (root(square.numerator()), root(square.denominator())) {
        (Some(numerator), Some(denominator)) => {
            Rational::new(numerator, denominator).map(Value::Real).ok_or(IRRATIONAL)
        }
        _ => Err(IRRATIONAL),
    }
}
