//! FixedSizeBitVectors, with the overflow predicates and integer conversions of SMT-LIB 2.7.

use super::meaning::{
    Context, Evaluated, MAX_INT_BITS, Meaning, NoValue, TOO_LARGE, bits, bool, int, same, values,
};
use super::{NumberOperator as Is, Row, op};
use crate::circuit::{Wire, Word, extend as extended, rotate, sign};
use crate::value::{Bits, Int, Reason, Value};

pub(super) const ROWS: &[Row] = &[
    op(
        "(concat (_ BitVec i) (_ BitVec j) (_ BitVec (+ i j)) :left-assoc)",
        values(|c, v| {
            let (a, b) = (bits(v[0])?, bits(v[1])?);
            within(c, u64::from(a.width()) + u64::from(b.width()))?;
            Ok(Value::Bits(a.concat(b)))
        }),
    )
    .circuit(|_, x| [&x[1], &x[0]].concat()),
    op(
        "((_ extract i j) (_ BitVec n) (_ BitVec (+ (- i j) 1)) :where (< i n) (<= j i))",
        values(|c, v| {
            let (a, high, low) = (bits(v[0])?, c.index(0), c.index(1));
            if high >= a.width() || low > high {
                return Err(NoValue::Unknown(Reason::IllSorted));
            }
            Ok(Value::Bits(a.extract(high, low)))
        }),
    )
    .circuit(|_, x| x[0][x.index(1)..=x.index(0)].to_vec()),
    op("(bvnot (_ BitVec n) (_ BitVec n))", Meaning::Bits1(Bits::not)).circuit(|g, x| g.word_not(&x[0])),
    op("(bvneg (_ BitVec n) (_ BitVec n))", Meaning::Bits1(Bits::neg))
        .circuit(|g, x| g.negate(&x[0]))
        .plain(|p, x| p.negate(&x[0])),
    op("(bvand (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::and))
        .circuit(|g, x| g.word_and(&x[0], &x[1]))
        .plain(|p, x| p.word_and(&x[0], &x[1])),
    op("(bvor (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::or))
        .circuit(|g, x| g.word_or(&x[0], &x[1]))
        .plain(|p, x| p.word_or(&x[0], &x[1])),
    op("(bvxor (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::xor))
        .circuit(|g, x| g.word_xor(&x[0], &x[1]))
        .plain(|p, x| p.word_xor(&x[0], &x[1])),
    op("(bvnand (_ BitVec n) (_ BitVec n) (_ BitVec n) :commutative)", Meaning::Bits2(Bits::nand))
        .circuit(|g, x| {
            let both = g.word_and(&x[0], &x[1]);
            g.word_not(&both)
        })
        .plain(|p, x| inverted(&p.word_and(&x[0], &x[1]))),
    op("(bvnor (_ BitVec n) (_ BitVec n) (_ BitVec n) :commutative)", Meaning::Bits2(Bits::nor))
        .circuit(|g, x| {
            let either = g.word_or(&x[0], &x[1]);
            g.word_not(&either)
        })
        .plain(|p, x| inverted(&p.word_or(&x[0], &x[1]))),
    // It takes two arguments only: the standard withdrew the longer form, which was not the negation of bvxor.
    op("(bvxnor (_ BitVec n) (_ BitVec n) (_ BitVec n) :commutative)", Meaning::Bits2(Bits::xnor))
        .circuit(|g, x| {
            let one = g.word_xor(&x[0], &x[1]);
            g.word_not(&one)
        })
        .plain(|p, x| inverted(&p.word_xor(&x[0], &x[1]))),
    op("(bvcomp (_ BitVec n) (_ BitVec n) (_ BitVec 1) :commutative)", Meaning::Bits2(Bits::comp))
        .circuit(|g, x| vec![g.equal(&x[0], &x[1])])
        .plain(|p, x| vec![p.equal(&x[0], &x[1])]),
    op("(bvadd (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::add))
        .circuit(|g, x| g.add(&x[0], &x[1]))
        .plain(|p, x| p.add(&x[0], &x[1])),
    op("(bvsub (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc)", Meaning::Bits2(Bits::sub))
        .circuit(|g, x| g.subtract(&x[0], &x[1]))
        .plain(|p, x| p.subtract(&x[0], &x[1])),
    op("(bvmul (_ BitVec n) (_ BitVec n) (_ BitVec n) :left-assoc :commutative)", Meaning::Bits2(Bits::mul))
        .circuit(|g, x| g.multiply(&x[0], &x[1]))
        .plain(|p, x| p.multiply(&x[0], &x[1])),
    // z3 adds `_i` to a division by zero that has the standard's value, and not any value.
    op(
        "(bvudiv (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvudiv_total bvudiv_i)",
        Meaning::Bits2(Bits::udiv),
    )
    .circuit(|g, x| g.divide(&x[0], &x[1]).0)
    .plain(|p, x| p.divide(&x[0], &x[1]).0),
    op(
        "(bvurem (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvurem_total bvurem_i)",
        Meaning::Bits2(Bits::urem),
    )
    .circuit(|g, x| g.divide(&x[0], &x[1]).1)
    .plain(|p, x| p.divide(&x[0], &x[1]).1),
    op("(bvsdiv (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvsdiv_i)", Meaning::Bits2(Bits::sdiv))
        .circuit(|g, x| g.signed_quotient(&x[0], &x[1]))
        .plain(|p, x| p.signed_quotient(&x[0], &x[1])),
    op("(bvsrem (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvsrem_i)", Meaning::Bits2(Bits::srem))
        .circuit(|g, x| g.signed_remainder(&x[0], &x[1]))
        .plain(|p, x| p.signed_remainder(&x[0], &x[1])),
    op("(bvsmod (_ BitVec n) (_ BitVec n) (_ BitVec n) :also bvsmod_i)", Meaning::Bits2(Bits::smod))
        .circuit(|g, x| g.signed_modulus(&x[0], &x[1]))
        .plain(|p, x| p.signed_modulus(&x[0], &x[1])),
    op("(bvshl (_ BitVec n) (_ BitVec n) (_ BitVec n))", Meaning::Bits2(Bits::shl))
        .circuit(|g, x| g.shift_left(&x[0], &x[1]))
        .plain(|p, x| p.shift_left(&x[0], &x[1])),
    op("(bvlshr (_ BitVec n) (_ BitVec n) (_ BitVec n))", Meaning::Bits2(Bits::lshr))
        .circuit(|g, x| g.shift_right(&x[0], &x[1], Wire::FALSE))
        .plain(|p, x| p.shift_right(&x[0], &x[1], Wire::FALSE)),
    op("(bvashr (_ BitVec n) (_ BitVec n) (_ BitVec n))", Meaning::Bits2(Bits::ashr))
        .circuit(|g, x| g.shift_right(&x[0], &x[1], sign(&x[0])))
        .plain(|p, x| p.shift_right(&x[0], &x[1], sign(&x[0]))),
    op(
        "((_ repeat i) (_ BitVec n) (_ BitVec (* i n)) :where (< 0 i))",
        values(|c, v| {
            let (a, count) = (bits(v[0])?, c.index(0).max(1));
            within(c, u64::from(a.width()) * u64::from(count))?;
            Ok(Value::Bits(a.repeat(count)))
        }),
    )
    .circuit(|_, x| x[0].repeat(x.index(0).max(1))),
    op("((_ zero_extend i) (_ BitVec n) (_ BitVec (+ n i)))", values(|c, v| extend(c, v, Bits::zero_extend)))
        .circuit(|_, x| extended(&x[0], x.index(0), Wire::FALSE)),
    op("((_ sign_extend i) (_ BitVec n) (_ BitVec (+ n i)))", values(|c, v| extend(c, v, Bits::sign_extend)))
        .circuit(|_, x| extended(&x[0], x.index(0), sign(&x[0]))),
    op(
        "((_ rotate_left i) (_ BitVec n) (_ BitVec n))",
        values(|c, v| Ok(Value::Bits(bits(v[0])?.rotate_left(c.index(0))))),
    )
    .circuit(|_, x| rotate(&x[0], x.index(0))),
    op(
        "((_ rotate_right i) (_ BitVec n) (_ BitVec n))",
        values(|c, v| Ok(Value::Bits(bits(v[0])?.rotate_right(c.index(0))))),
    )
    .circuit(|_, x| rotate(&x[0], x[0].len() - x.index(0) % x[0].len())),
    op(
        "(ext_rotate_left (_ BitVec n) (_ BitVec n) (_ BitVec n) :dialect z3)",
        Meaning::Bits2(|a, b| a.rotate_left(rotation(a, b))),
    )
    .circuit(|g, x| g.rotate_left(&x[0], &x[1]))
    .plain(|p, x| p.rotate_left(&x[0], &x[1])),
    op(
        "(ext_rotate_right (_ BitVec n) (_ BitVec n) (_ BitVec n) :dialect z3)",
        Meaning::Bits2(|a, b| a.rotate_right(rotation(a, b))),
    )
    .circuit(|g, x| reversed(&g.rotate_left(&reversed(&x[0]), &x[1])))
    .plain(|p, x| p.rotate_right(&x[0], &x[1])),
    op("(bvult (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(Bits::ult))
        .circuit(|g, x| vec![g.less(&x[0], &x[1])])
        .plain(|p, x| vec![p.less(&x[0], &x[1])]),
    op("(bvule (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(Bits::ule))
        .circuit(|g, x| vec![g.at_most(&x[0], &x[1])])
        .plain(|p, x| vec![!p.less(&x[1], &x[0])]),
    op("(bvugt (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(|a, b| b.ult(a)))
        .circuit(|g, x| vec![g.less(&x[1], &x[0])])
        .plain(|p, x| vec![p.less(&x[1], &x[0])]),
    op("(bvuge (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(|a, b| b.ule(a)))
        .circuit(|g, x| vec![g.at_most(&x[1], &x[0])])
        .plain(|p, x| vec![!p.less(&x[0], &x[1])]),
    op("(bvslt (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(Bits::slt))
        .circuit(|g, x| vec![g.signed_less(&x[0], &x[1])])
        .plain(|p, x| vec![p.signed_less(&x[0], &x[1])]),
    op("(bvsle (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(Bits::sle))
        .circuit(|g, x| vec![g.signed_at_most(&x[0], &x[1])])
        .plain(|p, x| vec![!p.signed_less(&x[1], &x[0])]),
    op("(bvsgt (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(|a, b| b.slt(a)))
        .circuit(|g, x| vec![g.signed_less(&x[1], &x[0])])
        .plain(|p, x| vec![p.signed_less(&x[1], &x[0])]),
    op("(bvsge (_ BitVec n) (_ BitVec n) Bool)", Meaning::BitsTest(|a, b| b.sle(a)))
        .circuit(|g, x| vec![g.signed_at_most(&x[1], &x[0])])
        .plain(|p, x| vec![!p.signed_less(&x[0], &x[1])]),
    op("(bvnego (_ BitVec n) Bool :dialect 2.7)", values(|_, v| Ok(bits(v[0])?.nego().into())))
        .circuit(|g, x| vec![g.is_least(&x[0])])
        .plain(|p, x| vec![p.is_least(&x[0])]),
    op("(bvuaddo (_ BitVec n) (_ BitVec n) Bool :commutative :dialect 2.7)", Meaning::BitsTest(Bits::uaddo))
        .circuit(|g, x| vec![g.add_overflows(&x[0], &x[1])])
        .plain(|p, x| vec![p.add_overflows(&x[0], &x[1])]),
    op("(bvsaddo (_ BitVec n) (_ BitVec n) Bool :commutative :dialect 2.7)", Meaning::BitsTest(Bits::saddo))
        .circuit(|g, x| vec![g.signed_add_overflows(&x[0], &x[1])])
        .plain(|p, x| vec![p.signed_add_overflows(&x[0], &x[1])]),
    op("(bvumulo (_ BitVec n) (_ BitVec n) Bool :commutative :dialect 2.7)", Meaning::BitsTest(Bits::umulo))
        .circuit(|g, x| vec![g.multiply_overflows(&x[0], &x[1])])
        .plain(|p, x| vec![p.multiply_overflows(&x[0], &x[1])]),
    op("(bvsmulo (_ BitVec n) (_ BitVec n) Bool :commutative :dialect 2.7)", Meaning::BitsTest(Bits::smulo))
        .circuit(|g, x| vec![g.signed_multiply_overflows(&x[0], &x[1])])
        .plain(|p, x| vec![p.signed_multiply_overflows(&x[0], &x[1])]),
    op("(bvusubo (_ BitVec n) (_ BitVec n) Bool :dialect 2.7)", Meaning::BitsTest(Bits::usubo))
        .circuit(|g, x| vec![g.less(&x[0], &x[1])])
        .plain(|p, x| vec![p.less(&x[0], &x[1])]),
    op("(bvssubo (_ BitVec n) (_ BitVec n) Bool :dialect 2.7)", Meaning::BitsTest(Bits::ssubo))
        .circuit(|g, x| vec![g.signed_subtract_overflows(&x[0], &x[1])])
        .plain(|p, x| vec![p.signed_subtract_overflows(&x[0], &x[1])]),
    op("(bvsdivo (_ BitVec n) (_ BitVec n) Bool :dialect 2.7)", Meaning::BitsTest(Bits::sdivo))
        .circuit(|g, x| vec![g.signed_divide_overflows(&x[0], &x[1])])
        .plain(|p, x| vec![p.signed_divide_overflows(&x[0], &x[1])]),
    // z3's predicates hold if there is no overflow, or no underflow: a product of numbers with the same sign can only
    // be too great, other products only too small.
    op(
        "(bvumul_noovfl (_ BitVec n) (_ BitVec n) Bool :commutative :dialect z3)",
        Meaning::BitsTest(|a, b| !a.umulo(b)),
    )
    .circuit(|g, x| vec![!g.multiply_overflows(&x[0], &x[1])])
    .plain(|p, x| vec![!p.multiply_overflows(&x[0], &x[1])]),
    op(
        "(bvsmul_noovfl (_ BitVec n) (_ BitVec n) Bool :commutative :dialect z3)",
        Meaning::BitsTest(|a, b| a.msb() != b.msb() || !a.smulo(b)),
    )
    .circuit(|g, x| {
        let (over, differ) = (g.signed_multiply_overflows(&x[0], &x[1]), g.signs_differ(&x[0], &x[1]));
        vec![g.or(differ, !over)]
    })
    .plain(|p, x| {
        let (over, differ) = (p.signed_multiply_overflows(&x[0], &x[1]), p.xor(sign(&x[0]), sign(&x[1])));
        vec![p.or(differ, !over)]
    }),
    op(
        "(bvsmul_noudfl (_ BitVec n) (_ BitVec n) Bool :commutative :dialect z3)",
        Meaning::BitsTest(|a, b| a.msb() == b.msb() || !a.smulo(b)),
    )
    .circuit(|g, x| {
        let (over, differ) = (g.signed_multiply_overflows(&x[0], &x[1]), g.signs_differ(&x[0], &x[1]));
        vec![g.or(!differ, !over)]
    })
    .plain(|p, x| {
        let (over, differ) = (p.signed_multiply_overflows(&x[0], &x[1]), p.xor(sign(&x[0]), sign(&x[1])));
        vec![p.or(!differ, !over)]
    }),
    op(
        "(ubv_to_int (_ BitVec n) Int :old bv2nat bv2int :dialect 2.7)",
        values(|_, v| Ok(Value::Int(bits(v[0])?.to_uint()))),
    )
    .on_numbers(Is::OfUnsigned),
    op("(sbv_to_int (_ BitVec n) Int :dialect 2.7)", values(|_, v| Ok(Value::Int(bits(v[0])?.to_sint()))))
        .on_numbers(Is::OfSigned),
    op(
        "((_ int_to_bv n) Int (_ BitVec n) :old int2bv nat2bv :dialect 2.7)",
        values(|c, v| {
            let width = c.index(0);
            within(c, u64::from(width))?;
            Ok(Value::Bits(Bits::from_int(width, int(v[0])?)))
        }),
    )
    .on_numbers(Is::ToVector),
    // The bits one by one, the least significant first.
    op(
        "(mkbv Bool (_ BitVec n) :variadic :dialect z3)",
        values(|c, v| {
            within(c, v.len() as u64)?;
            let mut word = Int::ZERO;
            for bit in v.iter().rev() {
                word = &(&word + &word) + &Int::from(u64::from(bool(bit)?));
            }
            Ok(Value::Bits(Bits::from_int(v.len() as u32, &word)))
        }),
    )
    .circuit(|_, x| x.words.concat()),
    op("(bvredor (_ BitVec n) (_ BitVec 1) :dialect z3)", Meaning::Bits1(Bits::redor))
        .circuit(|g, x| vec![g.any(&x[0])])
        .plain(|p, x| vec![p.any(&x[0])]),
    op("(bvredand (_ BitVec n) (_ BitVec 1) :dialect z3)", Meaning::Bits1(Bits::redand))
        .circuit(|g, x| vec![g.all(&x[0])])
        .plain(|p, x| vec![p.all(&x[0])]),
    op(
        "(bvultbv (_ BitVec n) (_ BitVec n) (_ BitVec 1) :dialect cvc5)",
        Meaning::Bits2(|a, b| Bits::from_bool(a.ult(b))),
    )
    .circuit(|g, x| vec![g.less(&x[0], &x[1])])
    .plain(|p, x| vec![p.less(&x[0], &x[1])]),
    op(
        "(bvsltbv (_ BitVec n) (_ BitVec n) (_ BitVec 1) :dialect cvc5)",
        Meaning::Bits2(|a, b| Bits::from_bool(a.slt(b))),
    )
    .circuit(|g, x| vec![g.signed_less(&x[0], &x[1])])
    .plain(|p, x| vec![p.signed_less(&x[0], &x[1])]),
    op(
        "(bvite (_ BitVec 1) (_ BitVec n) (_ BitVec n) (_ BitVec n) :dialect cvc5)",
        values(|_, v| {
            let condition = bits(v[0])?;
            same(condition.width(), 1)?;
            Ok(Value::Bits(bits(if condition.is_zero() { v[2] } else { v[1] })?.clone()))
        }),
    )
    .circuit(|g, x| g.word_mux(x[0][0], &x[1], &x[2]))
    .plain(|p, x| p.word_choice(x[0][0], &x[1], &x[2])),
    op(
        "((_ bit2bool i) (_ BitVec n) Bool :where (< i n) :also bit @bit @bit_of bitOf :dialect z3)",
        values(|c, v| Ok(bits(v[0])?.bit(c.index(0)).into())),
    )
    .circuit(|_, x| vec![x[0][x.index(0)]]),
];

/// Takes a vector of this width out of the budget; an error if it is too wide.
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

/// How far a vector is rotated by the value of another one: the value modulo the width.
fn rotation(a: &Bits, amount: &Bits) -> u32 {
    let turn = Int::from(u64::from(a.width()));
    amount.to_uint().mod_euclid(&turn).and_then(|rest| rest.to_u64()).map_or(0, |rest| rest as u32)
}

fn reversed(word: &[Wire]) -> Word {
    word.iter().rev().copied().collect()
}

fn inverted(word: &[Wire]) -> Word {
    word.iter().map(|&bit| !bit).collect()
}
