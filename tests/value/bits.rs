//! `Bits` against definitions on num-bigint integers, written from the text of the standard.

use crate::value::random::{Random, rounds};
use gainsay::value::{Bits, Int};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

const WIDTHS: [u32; 14] = [1, 2, 3, 8, 31, 32, 33, 63, 64, 65, 100, 127, 128, 200];

/// A vector as the reference sees it: a width and an unsigned value.
#[derive(Clone)]
struct Model {
    width: u32,
    value: BigInt,
}

impl Model {
    fn new(width: u32, value: BigInt) -> Model {
        Model { width, value: value.mod_floor(&(BigInt::one() << width)) }
    }

    fn of(bits: &Bits) -> Model {
        let text = bits.to_string();
        let (radix, digits) = match text.split_at(2) {
            ("#x", digits) => (16, digits),
            (_, digits) => (2, digits),
        };
        Model::new(bits.width(), BigInt::parse_bytes(digits.as_bytes(), radix).expect("digits"))
    }

    fn signed(&self) -> BigInt {
        if self.bit(self.width - 1) {
            &self.value - (BigInt::one() << self.width)
        } else {
            self.value.clone()
        }
    }

    fn bit(&self, index: u32) -> bool {
        self.value.bit(index.into())
    }

    /// The vector whose bit `i` is `bit(i)`.
    fn by_bits(width: u32, bit: impl Fn(u32) -> bool) -> Model {
        let value = (0..width).map(|i| BigInt::from(bit(i)) << i).sum();
        Model::new(width, value)
    }

    /// All digits are compared, so leading zeros are tested too.
    fn literal(&self) -> String {
        let width = self.width as usize;
        if width.is_multiple_of(4) {
            format!("#x{:0>1$}", self.value.to_str_radix(16), width / 4)
        } else {
            format!("#b{:0>1$}", self.value.to_str_radix(2), width)
        }
    }
}

fn check(what: &str, actual: Bits, expected: Model) {
    assert_eq!(actual.width(), expected.width, "{what}");
    assert_eq!(actual.to_string(), expected.literal(), "{what}");
    let rebuilt = Bits::from_int(expected.width, &Int::parse(&expected.value.to_string()).expect("digits"));
    assert!(actual == rebuilt, "{what} is not canonical");
}

fn random_bits(random: &mut Random, width: u32) -> Bits {
    match random.below(8) {
        0 => Bits::zero(width),
        1 => Bits::ones(width),
        2 => Bits::min_signed(width),
        3 => Bits::max_signed(width),
        _ => Bits::from_int(width, &random.int(width as usize)),
    }
}

fn outside_signed(width: u32, value: &BigInt) -> bool {
    let bound = BigInt::one() << (width - 1);
    *value < -&bound || *value >= bound
}

fn outside_unsigned(width: u32, value: &BigInt) -> bool {
    value.is_negative() || *value >= BigInt::one() << width
}

/// The standard's cases for `bvsdiv`, `bvsrem` and `bvsmod`, on signed integers; `None` divisor means zero.
fn signed_division(a: &Model, b: &Model) -> [BigInt; 3] {
    let (x, y) = (a.signed(), b.signed());
    if y.is_zero() {
        return [if x.is_negative() { BigInt::one() } else { -BigInt::one() }, x.clone(), x];
    }
    [&x / &y, &x % &y, x.mod_floor(&y)]
}

#[test]
fn operations_on_equal_widths() {
    let mut random = Random(4);
    for round in rounds(70_000) {
        let w = WIDTHS[round % WIDTHS.len()];
        let (a, b) = (random_bits(&mut random, w), random_bits(&mut random, w));
        let (x, y) = (Model::of(&a), Model::of(&b));
        let model = |value: BigInt| Model::new(w, value);
        check("add", a.add(&b), model(&x.value + &y.value));
        check("sub", a.sub(&b), model(&x.value - &y.value));
        check("mul", a.mul(&b), model(&x.value * &y.value));
        check("neg", a.neg(), model(-&x.value));
        if y.value.is_zero() {
            check("udiv by zero", a.udiv(&b), model(-BigInt::one()));
            check("urem by zero", a.urem(&b), x.clone());
        } else {
            check("udiv", a.udiv(&b), model(&x.value / &y.value));
            check("urem", a.urem(&b), model(&x.value % &y.value));
        }
        let [sdiv, srem, smod] = signed_division(&x, &y);
        check("sdiv", a.sdiv(&b), model(sdiv));
        check("srem", a.srem(&b), model(srem));
        check("smod", a.smod(&b), model(smod));
        check("not", a.not(), Model::by_bits(w, |i| !x.bit(i)));
        check("and", a.and(&b), Model::by_bits(w, |i| x.bit(i) & y.bit(i)));
        check("or", a.or(&b), Model::by_bits(w, |i| x.bit(i) | y.bit(i)));
        check("xor", a.xor(&b), Model::by_bits(w, |i| x.bit(i) ^ y.bit(i)));
        check("nand", a.nand(&b), Model::by_bits(w, |i| !(x.bit(i) & y.bit(i))));
        check("nor", a.nor(&b), Model::by_bits(w, |i| !(x.bit(i) | y.bit(i))));
        check("xnor", a.xnor(&b), Model::by_bits(w, |i| x.bit(i) == y.bit(i)));
        assert_eq!(a.ult(&b), x.value < y.value);
        assert_eq!(a.ule(&b), x.value <= y.value);
        assert_eq!(a.slt(&b), x.signed() < y.signed());
        assert_eq!(a.sle(&b), x.signed() <= y.signed());
        check("comp", a.comp(&b), Model::new(1, (x.value == y.value).into()));
    }
}

#[test]
fn overflow() {
    let mut random = Random(5);
    for round in rounds(70_000) {
        let w = WIDTHS[round % WIDTHS.len()];
        let (a, b) = (random_bits(&mut random, w), random_bits(&mut random, w));
        let (x, y) = (Model::of(&a), Model::of(&b));
        let (s, t) = (x.signed(), y.signed());
        assert_eq!(a.nego(), outside_signed(w, &-&s));
        assert_eq!(a.uaddo(&b), outside_unsigned(w, &(&x.value + &y.value)));
        assert_eq!(a.usubo(&b), outside_unsigned(w, &(&x.value - &y.value)));
        assert_eq!(a.umulo(&b), outside_unsigned(w, &(&x.value * &y.value)));
        assert_eq!(a.saddo(&b), outside_signed(w, &(&s + &t)));
        assert_eq!(a.ssubo(&b), outside_signed(w, &(&s - &t)));
        assert_eq!(a.smulo(&b), outside_signed(w, &(&s * &t)));
        assert_eq!(a.sdivo(&b), !t.is_zero() && outside_signed(w, &(&s / &t)));
    }
}

#[test]
fn shifts() {
    let mut random = Random(6);
    for round in rounds(40_000) {
        let w = WIDTHS[round % WIDTHS.len()];
        let a = random_bits(&mut random, w);
        let x = Model::of(&a);
        let near = random.below(2 * w as u64 + 2);
        let amount = if round % 3 == 0 { random_bits(&mut random, w) } else { Bits::from_u64(w, near) };
        // Shifting by more than the width is shifting by the width.
        let n = u32::try_from(&Model::of(&amount).value).unwrap_or(w).min(w);
        check("shl", a.shl(&amount), Model::by_bits(w, |i| i >= n && x.bit(i - n)));
        check("lshr", a.lshr(&amount), Model::by_bits(w, |i| i + n < w && x.bit(i + n)));
        check("ashr", a.ashr(&amount), Model::by_bits(w, |i| x.bit((i + n).min(w - 1))));
        let count = random.below(3 * w as u64) as u32;
        check("rotate_left", a.rotate_left(count), Model::by_bits(w, |i| x.bit((i + 3 * w - count) % w)));
        check("rotate_right", a.rotate_right(count), Model::by_bits(w, |i| x.bit((i + count) % w)));
    }
}

#[test]
fn cutting_and_joining() {
    let mut random = Random(7);
    for round in rounds(40_000) {
        let (w, v) = (WIDTHS[round % WIDTHS.len()], random.pick(&WIDTHS));
        let (a, b) = (random_bits(&mut random, w), random_bits(&mut random, v));
        let (x, y) = (Model::of(&a), Model::of(&b));
        let joined = |i: u32| if i < v { y.bit(i) } else { x.bit(i - v) };
        check("concat", a.concat(&b), Model::by_bits(w + v, joined));
        check("zero_extend", a.zero_extend(v), Model::new(w + v, x.value.clone()));
        check("sign_extend", a.sign_extend(v), Model::new(w + v, x.signed()));
        check("extend by nothing", a.sign_extend(0).zero_extend(0), x.clone());
        let high = random.below(w.into()) as u32;
        let low = random.below(u64::from(high) + 1) as u32;
        check("extract", a.extract(high, low), Model::by_bits(high - low + 1, |i| x.bit(i + low)));
        let times = 1 + random.below(9) as u32;
        check("repeat", a.repeat(times), Model::by_bits(w * times, |i| x.bit(i % w)));
        let all = |value: bool| (0..w).all(|i| x.bit(i) == value);
        check("redand", a.redand(), Model::new(1, all(true).into()));
        check("redor", a.redor(), Model::new(1, (!all(false)).into()));
        assert_eq!((a.is_ones(), a.is_zero(), a.msb()), (all(true), all(false), x.bit(w - 1)));
        assert_eq!(a.to_uint().to_string(), x.value.to_string());
        assert_eq!(a.to_sint().to_string(), x.signed().to_string());
    }
}

#[test]
fn integers_wrap_around() {
    let mut random = Random(8);
    for round in rounds(40_000) {
        let w = WIDTHS[round % WIDTHS.len()];
        let value = random.int(300);
        let expected = Model::new(w, value.to_string().parse().expect("digits"));
        check("from_int", Bits::from_int(w, &value), expected);
        check("from_u64", Bits::from_u64(w, round as u64), Model::new(w, round.into()));
    }
}

#[test]
fn literals() {
    for text in ["#b1", "#b010", "#x0f", "#xdeadbeef", "#x00000000000000000001", "#x8000000000000000"] {
        let (kind, digits) = text.split_at(2);
        let bits = if kind == "#x" { Bits::from_hex(digits) } else { Bits::from_binary(digits) };
        assert_eq!(bits.expect(text).to_string(), text);
    }
    assert_eq!(Bits::from_hex("fF"), Bits::from_binary("11111111"));
    for text in ["", "2", "_1", "+1", "-1", "0 "] {
        assert_eq!(Bits::from_binary(text), None, "{text:?}");
    }
    let wide = "1".repeat(100_001);
    assert_eq!(Bits::from_binary(&wide).expect("digits").to_string(), format!("#b{wide}"));
}
