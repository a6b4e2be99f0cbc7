//! FixedSizeBitVectors, with the overflow predicates and integer conversions of SMT-LIB 2.7.

use super::meaning::{
    Context, Evaluated, MAX_INT_BITS, Meaning, NoValue, TOO_LARGE, bits, int, same, values,
};
use super::{Row, op};
use crate::value::{Bits, Int, Reason, Value};

pub(super) const ROWS: &[Row] = &[
    op(
        "(concat (_ BitVec i) (_ BitVec j) (_ BitVec (+ i j)) :left-assoc)",
        values(|c, v| {
            let (a, b) = (bits(v[0])?, bits(v[1])?);
            within(c, u64::from(a.width()) + u64::from(b.width()))?;
            Ok(Value::Bits(a.concat(b)))
        }),
    ),
    op(
        "((_ extract i j) (_ BitVec n) (_ BitVec (+ (- i j) 1)) :where (< i n) (<= j i))",
        values(|c, v| {
            let (a, high, low) = (bits(v[0])?, c.index(0), c.index(1));
            if high >= a.width() || low > high {
                return Err(NoValue::Unknown(Reason::IllSorted));
            }
            Ok(Value::Bits(a.extract(high, low)))
        }),
    ),
    op("(bvnot (_ BitVec n) (_ BitVec n))", Meaning::Bits1(Bits::not)),
    op("(bvneg (_ BitVec n) (_ BitVec n))", Meaning::Bits1(Bits::neg)),
    op("(bvand (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::and)),
    op("(bvor (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::or)),
    op("(bvxor (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::xor)),
    op("(bvnand (_ BitVec n) (_ BitVec n) (_ BitVec n) :commutative)", Meaning::Bits2(Bits::nand)),
    op("(bvnor (_ BitVec n) (_ BitVec n) (_ BitVec n) :commutative)", Meaning::Bits2(Bits::nor)),
    // Of two arguments only: the standard withdrew the longer form, which was not the negation of bvxor.
    op("(bvxnor (_ BitVec n) (_ BitVec n) (_ BitVec n) :commutative)", Meaning::Bits2(Bits::xnor)),
    op("(bvcomp (_ BitVec n) (_ BitVec n) (_ BitVec 1) :commutative)", Meaning::Bits2(Bits::comp)),
    op("(bvadd (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::add)),
    op("(bvsub (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc)", Meaning::Bits2(Bits::sub)),
    op("(bvmul (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::mul)),
    // z3 writes an `_i` for a division whose value by zero is the standard's, and not a free one.
    op(
        "(bvudiv (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvudiv_total bvudiv_i)",
        Meaning::Bits2(Bits::udiv),
    ),
    op(
        "(bvurem (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvurem_total bvurem_i)",
        Meaning::Bits2(Bits::urem),
    ),
    op("(bvsdiv (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvsdiv_i)", Meaning::Bits2(Bits::sdiv)),
    op("(bvsrem (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvsrem_i)", Meaning::Bits2(Bits::srem)),
    op("(bvsmod (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvsmod_i)", Meaning::Bits2(Bits::smod)),
    op("(bvshl (_ BitVec n) (_ BitVec n) (_ BitVec n))", Meaning::Bits2(Bits::shl)),
    op("(bvlshr (_ BitVec n) (_ BitVec n) (_ BitVec n))", Meaning::Bits2(Bits::lshr)),
    op("(bvashr (_ BitVec n) (_ BitVec n) (_ BitVec n))", Meaning::Bits2(Bits::ashr)),
    op(
        "((_ repeat i) (_ BitVec n) (_ BitVec (* i n)) :where (< 0 i))",
        values(|c, v| {
            let (a, count) = (bits(v[0])?, c.index(0).max(1));
            within(c, u64::from(a.width()) * u64::from(count))?;
            Ok(Value::Bits(a.repeat(count)))
        }),
    ),
    op("((_ zero_extend i) (_ BitVec n) (_ BitVec (+ n i)))", values(|c, v| extend(c, v, Bits::zero_extend))),
    op("((_ sign_extend i) (_ BitVec n) (_ BitVec (+ n i)))", values(|c, v| extend(c, v, Bits::sign_extend))),
    op(
        "((_ rotate_left i) (_ BitVec n) (_ BitVec n))",
        values(|c, v| Ok(Value::Bits(bits(v[0])?.rotate_left(c.index(0))))),
    ),
    op(
        "((_ rotate_right i) (_ BitVec n) (_ BitVec n))",
        values(|c, v| Ok(Value::Bits(bits(v[0])?.rotate_right(c.index(0))))),
    ),
    op(
        "(ext_rotate_left (_ BitVec n) (_ BitVec n) (_ BitVec n) :dialect z3)",
        Meaning::Bits2(|a, b| a.rotate_left(rotation(a, b))),
    ),
    op(
        "(ext_rotate_right (_ BitVec n) (_ BitVec n) (_ BitVec n) :dialect z3)",
        Meaning::Bits2(|a, b| a.rotate_right(rotation(a, b))),
    ),
    op("(bvult (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(Bits::ult)),
    op("(bvule (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(Bits::ule)),
    op("(bvugt (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(|a, b| b.ult(a))),
    op("(bvuge (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(|a, b| b.ule(a))),
    op("(bvslt (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(Bits::slt)),
    op("(bvsle (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(Bits::sle)),
    op("(bvsgt (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(|a, b| b.slt(a))),
    op("(bvsge (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(|a, b| b.sle(a))),
    op("(bvnego (_ BitVec n) Bool :dialect 2.7)", values(|_, v| Ok(bits(v[0])?.nego().into()))),
    op("(bvuaddo (_ BitVec n) (_ BitVec n) Bool :commutative :dialect 2.7)", Meaning::BitsTest(Bits::uaddo)),
    op("(bvsaddo (_ BitVec n) (_ BitVec n) Bool :commutative :dialect 2.7)", Meaning::BitsTest(Bits::saddo)),
    op("(bvumulo (_ BitVec n) (_ BitVec n) Bool :commutative :dialect 2.7)", Meaning::BitsTest(Bits::umulo)),
    op("(bvsmulo (_ BitVec n) (_ BitVec n) Bool :commutative :dialect 2.7)", Meaning::BitsTest(Bits::smulo)),
    op("(bvusubo (_ BitVec n) (_ BitVec n) Bool :dialect 2.7)", Meaning::BitsTest(Bits::usubo)),
    op("(bvssubo (_ BitVec n) (_ BitVec n) Bool :dialect 2.7)", Meaning::BitsTest(Bits::ssubo)),
    op("(bvsdivo (_ BitVec n) (_ BitVec n) Bool :dialect 2.7)", Meaning::BitsTest(Bits::sdivo)),
    // z3 asks for the absence of overflow, and of underflow for itself: a product of numbers with the same sign can only
    // be too great, the others only too small.
    op(
        "(bvumul_noovfl (_ BitVec n) (_ BitVec n) Bool :commutative :dialect z3)",
        Meaning::BitsTest(|a, b| !a.umulo(b)),
    ),
    op(
        "(bvsmul_noovfl (_ BitVec n) (_ BitVec n) Bool :commutative :dialect z3)",
        Meaning::BitsTest(|a, b| a.msb() != b.msb() || !a.smulo(b)),
    ),
    op(
        "(bvsmul_noudfl (_ BitVec n) (_ BitVec n) Bool :commutative :dialect z3)",
        Meaning::BitsTest(|a, b| a.msb() == b.msb() || !a.smulo(b)),
    ),
    op(
        "(ubv_to_int (_ BitVec n) Int :old bv2nat bv2int :dialect 2.7)",
        values(|_, v| Ok(Value::Int(bits(v[0])?.to_uint()))),
    ),
    op("(sbv_to_int (_ BitVec n) Int :dialect 2.7)", values(|_, v| Ok(Value::Int(bits(v[0])?.to_sint())))),
    op(
        "((_ int_to_bv n) Int (_ BitVec n) :old int2bv nat2bv :dialect 2.7)",
        values(|c, v| {
            let width = c.index(0);
            within(c, u64::from(width))?;
            Ok(Value::Bits(Bits::from_int(width, int(v[0])?)))
        }),
    ),
    op("(bvredor (_ BitVec n) (_ BitVec 1) :dialect z3)", Meaning::Bits1(Bits::redor)),
    op("(bvredand (_ BitVec n) (_ BitVec 1) :dialect z3)", Meaning::Bits1(Bits::redand)),
    op(
        "(bvultbv (_ BitVec n) (_ BitVec n) (_ BitVec 1) :dialect cvc5)",
        Meaning::Bits2(|a, b| Bits::from_bool(a.ult(b))),
    ),
    op(
        "(bvsltbv (_ BitVec n) (_ BitVec n) (_ BitVec 1) :dialect cvc5)",
        Meaning::Bits2(|a, b| Bits::from_bool(a.slt(b))),
    ),
    op(
        "(bvite (_ BitVec 1) (_ BitVec n) (_ BitVec n) (_ BitVec n) :dialect cvc5)",
        values(|_, v| {
            let condition = bits(v[0])?;
            same(condition.width(), 1)?;
            Ok(Value::Bits(bits(if condition.is_zero() { v[2] } else { v[1] })?.clone()))
        }),
    ),
    op(
        "((_ bit2bool i) (_ BitVec n) Bool :where (< i n) :also bit @bit bitOf :dialect z3)",
        values(|c, v| Ok(bits(v[0])?.bit(c.index(0)).into())),
    ),
];

/// Counts a vector of this width against the budget.
fn within(context: &mut Context<'_>, width: u64) -> Result<(), NoValue> {
    if width == 0 || width > MAX_INT_BITS as u64 {
        return Err(TOO_LARGE);
    }
    context.spend(width as usize / 64)
}

fn extend(context: &mut Context<'_>, arguments: &[&Value], function: fn(&Bits, u32) -> Bits) -> Evaluated {
    let (a, more) = (bits(arguments[0])?, context.index(0));
    within(context, u64::from(a.width()) + u64::from(more))?;
    Ok(Value::Bits(function(a, more)))
}

/// How far a vector is rotated by the value of another one: the width is a full turn.
fn rotation(a: &Bits, amount: &Bits) -> u32 {
    let turn = Int::from(u64::from(a.width()));
    amount.to_uint().mod_euclid(&turn).and_then(|rest| rest.to_u64()).map_or(0, |rest| rest as u32)
}
