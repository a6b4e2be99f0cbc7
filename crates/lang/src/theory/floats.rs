//! FloatingPoint: IEEE 754 arithmetic of any format, with z3's and cvc5's forms of conversion.

use super::meaning::{
    Context, Evaluated, MAX_INT_BITS, NoValue, TOO_LARGE, bits, check_rational, float, int, mode, real, same,
    values,
};
use super::{Row, op};
use crate::circuit::{Word, constant, float_infinity, float_nan, float_zero};
use crate::value::{Bits, Float, Format, Int, Rational, RoundingMode, Value};

pub(super) const ROWS: &[Row] = &[
    op("(RNE RoundingMode :also roundNearestTiesToEven)", values(|_, _| Ok(Value::Mode(RoundingMode::Rne))))
        .circuit(|_, _| mode_word(RoundingMode::Rne)),
    op("(RNA RoundingMode :also roundNearestTiesToAway)", values(|_, _| Ok(Value::Mode(RoundingMode::Rna))))
        .circuit(|_, _| mode_word(RoundingMode::Rna)),
    op("(RTP RoundingMode :also roundTowardPositive)", values(|_, _| Ok(Value::Mode(RoundingMode::Rtp))))
        .circuit(|_, _| mode_word(RoundingMode::Rtp)),
    op("(RTN RoundingMode :also roundTowardNegative)", values(|_, _| Ok(Value::Mode(RoundingMode::Rtn))))
        .circuit(|_, _| mode_word(RoundingMode::Rtn)),
    op("(RTZ RoundingMode :also roundTowardZero)", values(|_, _| Ok(Value::Mode(RoundingMode::Rtz))))
        .circuit(|_, _| mode_word(RoundingMode::Rtz)),
    op(
        "(fp (_ BitVec 1) (_ BitVec eb) (_ BitVec i) (_ FloatingPoint eb (+ i 1)))",
        values(|_, v| {
            let float = Float::from_fields(bits(v[0])?, bits(v[1])?, bits(v[2])?);
            float.map(Value::float).ok_or(TOO_LARGE)
        }),
    )
    .circuit(|g, x| g.float_of_bits(x.format(), &[&x[2], &x[1], &x[0]].concat())),
    op(
        "((_ +oo eb sb) (_ FloatingPoint eb sb))",
        values(|c, _| Ok(Value::float(Float::infinity(format(c)?, false)))),
    )
    .circuit(|_, x| float_infinity(x.format(), false)),
    op(
        "((_ -oo eb sb) (_ FloatingPoint eb sb))",
        values(|c, _| Ok(Value::float(Float::infinity(format(c)?, true)))),
    )
    .circuit(|_, x| float_infinity(x.format(), true)),
    op(
        "((_ +zero eb sb) (_ FloatingPoint eb sb))",
        values(|c, _| Ok(Value::float(Float::zero(format(c)?, false)))),
    )
    .circuit(|_, x| float_zero(x.format(), false)),
    op(
        "((_ -zero eb sb) (_ FloatingPoint eb sb))",
        values(|c, _| Ok(Value::float(Float::zero(format(c)?, true)))),
    )
    .circuit(|_, x| float_zero(x.format(), true)),
    op("((_ NaN eb sb) (_ FloatingPoint eb sb))", values(|c, _| Ok(Value::float(Float::nan(format(c)?)))))
        .circuit(|_, x| float_nan(x.format())),
    op(
        "(fp.abs (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))",
        values(|_, v| Ok(Value::float(float(v[0])?.abs()))),
    )
    .circuit(|g, x| g.float_absolute(x.float(0))),
    op(
        "(fp.neg (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))",
        values(|_, v| Ok(Value::float(float(v[0])?.neg()))),
    )
    .circuit(|g, x| g.float_negate(x.float(0))),
    op(
        "(fp.add RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))",
        values(|c, v| rounded(c, v, Float::add)),
    )
    .circuit(|g, x| g.float_add(&x[0], x.float(1), x.float(2))),
    op(
        "(fp.sub RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))",
        values(|c, v| rounded(c, v, Float::sub)),
    )
    .circuit(|g, x| g.float_subtract(&x[0], x.float(1), x.float(2))),
    op(
        "(fp.mul RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))",
        values(|c, v| rounded(c, v, Float::mul)),
    )
    .circuit(|g, x| g.float_multiply(&x[0], x.float(1), x.float(2))),
    op(
        "(fp.div RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))",
        values(|c, v| rounded(c, v, Float::div)),
    )
    .circuit(|g, x| g.float_divide(&x[0], x.float(1), x.float(2))),
    op(
        "(fp.fma RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) \
        (_ FloatingPoint eb sb))",
        values(|c, v| {
            let (a, b) = two(c, v[1], v[2])?;
            let (_, addend) = two(c, v[1], v[3])?;
            Ok(Value::float(a.fma(b, addend, mode(v[0])?)))
        }),
    )
    .circuit(|g, x| g.float_fma(&x[0], x.float(1), x.float(2), x.float(3))),
    op(
        "(fp.sqrt RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))",
        values(|c, v| {
            price(c, float(v[1])?.format())?;
            Ok(Value::float(float(v[1])?.sqrt(mode(v[0])?)))
        }),
    )
    .circuit(|g, x| g.float_root(&x[0], x.float(1))),
    op(
        "(fp.rem (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))",
        values(|c, v| {
            let (a, b) = two(c, v[0], v[1])?;
            Ok(Value::float(a.rem(b)))
        }),
    )
    .circuit(|g, x| g.float_remainder(x.float(0), x.float(1))),
    op(
        "(fp.roundToIntegral RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))",
        values(|c, v| {
            price(c, float(v[1])?.format())?;
            Ok(Value::float(float(v[1])?.round_to_integral(mode(v[0])?)))
        }),
    )
    .circuit(|g, x| g.float_integral(&x[0], x.float(1))),
    op(
        "(fp.min (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) :partial \
        :open fp.min_i fp.min_unspecified)",
        values(|c, v| {
            let (a, b) = two(c, v[0], v[1])?;
            a.min(b).map(Value::float).ok_or(NoValue::Open)
        }),
    )
    .circuit(|g, x| g.float_least(x.float(0), x.float(1), x.open)),
    op(
        "(fp.max (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) :partial \
        :open fp.max_i fp.max_unspecified)",
        values(|c, v| {
            let (a, b) = two(c, v[0], v[1])?;
            a.max(b).map(Value::float).ok_or(NoValue::Open)
        }),
    )
    .circuit(|g, x| g.float_greatest(x.float(0), x.float(1), x.open)),
    op(
        "(fp.leq (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)",
        values(|c, v| test(c, v, Float::leq)),
    )
    .circuit(|g, x| vec![g.float_at_most(x.float(0), x.float(1))]),
    op(
        "(fp.lt (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)",
        values(|c, v| test(c, v, Float::lt)),
    )
    .circuit(|g, x| vec![g.float_less(x.float(0), x.float(1))]),
    op(
        "(fp.geq (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)",
        values(|c, v| test(c, v, Float::geq)),
    )
    .circuit(|g, x| vec![g.float_at_most(x.float(1), x.float(0))]),
    op(
        "(fp.gt (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)",
        values(|c, v| test(c, v, Float::gt)),
    )
    .circuit(|g, x| vec![g.float_less(x.float(1), x.float(0))]),
    op(
        "(fp.eq (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable :commutative)",
        values(|c, v| test(c, v, Float::fp_eq)),
    )
    .circuit(|g, x| vec![g.float_equal(x.float(0), x.float(1))]),
    op("(fp.isNormal (_ FloatingPoint eb sb) Bool)", values(|_, v| Ok(float(v[0])?.is_normal().into())))
        .circuit(|g, x| vec![g.float_is_normal(x.float(0))]),
    op(
        "(fp.isSubnormal (_ FloatingPoint eb sb) Bool)",
        values(|_, v| Ok(float(v[0])?.is_subnormal().into())),
    )
    .circuit(|g, x| vec![g.float_is_subnormal(x.float(0))]),
    op("(fp.isZero (_ FloatingPoint eb sb) Bool)", values(|_, v| Ok(float(v[0])?.is_zero().into())))
        .circuit(|g, x| vec![g.float_is_zero(x.float(0))]),
    op("(fp.isInfinite (_ FloatingPoint eb sb) Bool)", values(|_, v| Ok(float(v[0])?.is_infinite().into())))
        .circuit(|g, x| vec![g.float_is_infinite(x.float(0))]),
    op("(fp.isNaN (_ FloatingPoint eb sb) Bool)", values(|_, v| Ok(float(v[0])?.is_nan().into())))
        .circuit(|g, x| vec![g.float_is_nan(x.float(0))]),
    op("(fp.isNegative (_ FloatingPoint eb sb) Bool)", values(|_, v| Ok(float(v[0])?.is_negative().into())))
        .circuit(|g, x| vec![g.float_is_negative(x.float(0))]),
    op("(fp.isPositive (_ FloatingPoint eb sb) Bool)", values(|_, v| Ok(float(v[0])?.is_positive().into())))
        .circuit(|g, x| vec![g.float_is_positive(x.float(0))]),
    op(
        "((_ to_fp eb sb) (_ BitVec m) (_ FloatingPoint eb sb) :where (= m (+ eb sb)) :also to_fp_bv)",
        values(|c, v| {
            let (format, value) = (format(c)?, bits(v[0])?);
            same(format.width(), value.width())?;
            Ok(Value::float(Float::from_bits(format, value)))
        }),
    )
    .circuit(|g, x| g.float_of_bits(x.format(), &x[0])),
    op(
        "((_ to_fp eb sb) RoundingMode (_ FloatingPoint mb nb) (_ FloatingPoint eb sb) :also to_fp_fp)",
        values(|c, v| Ok(Value::float(float(v[1])?.to_format(format(c)?, mode(v[0])?)))),
    )
    .circuit(|g, x| g.float_to_format(&x[0], x.float(1), x.format())),
    op(
        "((_ to_fp eb sb) RoundingMode Real (_ FloatingPoint eb sb) :also to_fp_real)",
        values(|c, v| from_real(c, mode(v[0])?, real(v[1])?)),
    ),
    op(
        "((_ to_fp eb sb) RoundingMode (_ BitVec m) (_ FloatingPoint eb sb) :also to_fp_signed)",
        values(|c, v| {
            let (format, value) = (format(c)?, bits(v[1])?);
            c.spend(value.width() as usize / 64)?;
            Ok(Value::float(Float::from_signed(format, mode(v[0])?, value)))
        }),
    )
    .circuit(|g, x| g.float_of_signed(&x[0], x.format(), &x[1])),
    op(
        "((_ to_fp_unsigned eb sb) RoundingMode (_ BitVec m) (_ FloatingPoint eb sb))",
        values(|c, v| {
            let (format, value) = (format(c)?, bits(v[1])?);
            c.spend(value.width() as usize / 64)?;
            Ok(Value::float(Float::from_unsigned(format, mode(v[0])?, value)))
        }),
    )
    .circuit(|g, x| g.float_of_unsigned(&x[0], x.format(), &x[1])),
    // z3: a significand and a binary exponent, in either order.
    op(
        "((_ to_fp eb sb) RoundingMode Real Int (_ FloatingPoint eb sb) :dialect z3)",
        values(|c, v| scaled(c, mode(v[0])?, real(v[1])?, int(v[2])?)),
    ),
    op(
        "((_ to_fp eb sb) RoundingMode Int Real (_ FloatingPoint eb sb) :dialect z3)",
        values(|c, v| scaled(c, mode(v[0])?, real(v[2])?, int(v[1])?)),
    ),
    // z3: a bare real, rounded to nearest even.
    op(
        "((_ to_fp eb sb) Real (_ FloatingPoint eb sb) :dialect z3)",
        values(|c, v| from_real(c, RoundingMode::Rne, real(v[0])?)),
    ),
    op(
        "((_ fp.to_ubv m) RoundingMode (_ FloatingPoint eb sb) (_ BitVec m) :partial \
        :open fp.to_ubv_unspecified fp.to_ubv_i)",
        values(|c, v| to_vector(c, v, Float::to_unsigned)),
    )
    .circuit(|g, x| g.float_to_unsigned(&x[0], x.float(1), x.open)),
    op(
        "((_ fp.to_sbv m) RoundingMode (_ FloatingPoint eb sb) (_ BitVec m) :partial \
        :open fp.to_sbv_unspecified fp.to_sbv_i)",
        values(|c, v| to_vector(c, v, Float::to_signed)),
    )
    .circuit(|g, x| g.float_to_signed(&x[0], x.float(1), x.open)),
    op(
        "(fp.to_real (_ FloatingPoint eb sb) Real :partial :open fp.to_real_unspecified fp.to_real_i)",
        values(|_, v| match float(v[0])? {
            special if special.is_nan() || special.is_infinite() => Err(NoValue::Open),
            finite => finite.to_rational().map(Value::Real).ok_or(TOO_LARGE),
        }),
    ),
    // z3: the bits of a float; which of the patterns of NaN stands for it is open.
    op(
        "(fp.to_ieee_bv (_ FloatingPoint eb sb) (_ BitVec (+ eb sb)) :partial :also to_ieee_bv \
        :open fp.to_ieee_bv_unspecified fp.to_ieee_bv_i :dialect z3)",
        values(|_, v| match float(v[0])? {
            nan if nan.is_nan() => Err(NoValue::Open),
            number => Ok(Value::Bits(number.to_bits())),
        }),
    )
    .circuit(|g, x| g.float_bits(x.float(0), x.open)),
];

/// A rounding mode as a word: its number.
fn mode_word(mode: RoundingMode) -> Word {
    constant(3, mode as u64)
}

/// The format that the indices give.
fn format(context: &mut Context<'_>) -> Result<Format, NoValue> {
    let format = Format::new(context.index(0), context.index(1)).ok_or(TOO_LARGE)?;
    price(context, format)?;
    Ok(format)
}

fn price(context: &mut Context<'_>, format: Format) -> Result<(), NoValue> {
    if format.sb() as usize > MAX_INT_BITS {
        return Err(TOO_LARGE);
    }
    context.spend(format.sb() as usize / 32)
}

/// Two operands of one format.
fn two<'a>(context: &mut Context<'_>, a: &'a Value, b: &'a Value) -> Result<(&'a Float, &'a Float), NoValue> {
    let (a, b) = (float(a)?, float(b)?);
    same(a.format(), b.format())?;
    price(context, a.format())?;
    Ok((a, b))
}

fn rounded(
    context: &mut Context<'_>,
    arguments: &[&Value],
    function: fn(&Float, &Float, RoundingMode) -> Float,
) -> Evaluated {
    let (a, b) = two(context, arguments[1], arguments[2])?;
    Ok(Value::float(function(a, b, mode(arguments[0])?)))
}

fn test(context: &mut Context<'_>, arguments: &[&Value], function: fn(&Float, &Float) -> bool) -> Evaluated {
    let (a, b) = two(context, arguments[0], arguments[1])?;
    Ok(function(a, b).into())
}

fn from_real(context: &mut Context<'_>, mode: RoundingMode, value: &Rational) -> Evaluated {
    check_rational(context, value, &Rational::ZERO)?;
    Ok(Value::float(Float::from_rational(format(context)?, mode, value)))
}

/// The value times two to the power of the exponent.
fn scaled(context: &mut Context<'_>, mode: RoundingMode, value: &Rational, exponent: &Int) -> Evaluated {
    let shift = exponent.to_i64().filter(|&n| n.unsigned_abs() < MAX_INT_BITS as u64).ok_or(TOO_LARGE)?;
    check_rational(context, value, &Rational::ZERO)?;
    context.spend(shift.unsigned_abs() as usize / 64)?;
    from_real(context, mode, &(value * &Rational::dyadic(&Int::ONE, shift)))
}

fn to_vector(
    context: &mut Context<'_>,
    arguments: &[&Value],
    function: fn(&Float, u32, RoundingMode) -> Option<Bits>,
) -> Evaluated {
    let (width, value) = (context.index(0), float(arguments[1])?);
    if width == 0 || width as usize > MAX_INT_BITS {
        return Err(TOO_LARGE);
    }
    price(context, value.format())?;
    context.spend(width as usize / 64)?;
    function(value, width, mode(arguments[0])?).map(Value::Bits).ok_or(NoValue::Open)
}
