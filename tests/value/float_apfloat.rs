//! The common formats, in all rounding modes, against the port of LLVM's APFloat.

use crate::value::random::{Random, rounds};
use gainsay::value::{Bits, Float, Format, Int, RoundingMode};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single};
use rustc_apfloat::{Float as ApFloat, FloatConvert, Round};

fn round(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::Rne => Round::NearestTiesToEven,
        RoundingMode::Rna => Round::NearestTiesToAway,
        RoundingMode::Rtp => Round::TowardPositive,
        RoundingMode::Rtn => Round::TowardNegative,
        RoundingMode::Rtz => Round::TowardZero,
    }
}

fn to_apfloat<A: ApFloat>(float: &Float) -> A {
    A::from_bits(float.to_bits().to_uint().to_u128().expect("128 bits"))
}

fn from_apfloat<A: ApFloat>(format: Format, value: A) -> Float {
    Float::from_bits(format, &Bits::from_int(format.width(), &Int::from(value.to_bits())))
}

fn arithmetic<A: ApFloat + std::ops::Neg<Output = A>>(eb: u32, sb: u32, count: usize) {
    let format = Format::new(eb, sb).expect("a format");
    let mut random = Random(u64::from(eb * sb));
    for _ in rounds(count) {
        let [x, y, z] = [(); 3].map(|()| random.float(format));
        let [a, b, c] = [&x, &y, &z].map(to_apfloat::<A>);
        for mode in RoundingMode::ALL {
            let r = round(mode);
            let same = |what: &str, actual: Float, expected: A| {
                assert_eq!(actual, from_apfloat(format, expected), "{what} {mode} {x} {y} {z}");
            };
            same("add", x.add(&y, mode), a.add_r(b, r).value);
            same("sub", x.sub(&y, mode), a.sub_r(b, r).value);
            same("mul", x.mul(&y, mode), a.mul_r(b, r).value);
            same("div", x.div(&y, mode), a.div_r(b, r).value);
            same("fma", x.fma(&y, &z, mode), a.mul_add_r(b, c, r).value);
            same("integral", x.round_to_integral(mode), a.round_to_integral(r).value);
        }
        assert_eq!(x.rem(&y), from_apfloat(format, a.ieee_rem(b).value), "rem {x} {y}");
        assert_eq!(x.order(&y), a.partial_cmp(&b));
    }
}

#[test]
fn arithmetic_of_half() {
    arithmetic::<Half>(5, 11, 30_000);
}

#[test]
fn arithmetic_of_bfloat() {
    arithmetic::<BFloat>(8, 8, 30_000);
}

#[test]
fn arithmetic_of_single() {
    arithmetic::<Single>(8, 24, 30_000);
}

#[test]
fn arithmetic_of_double() {
    arithmetic::<Double>(11, 53, 30_000);
}

#[test]
fn arithmetic_of_quad() {
    arithmetic::<Quad>(15, 113, 15_000);
}

fn integers<A: ApFloat>(eb: u32, sb: u32) {
    let format = Format::new(eb, sb).expect("a format");
    let mut random = Random(u64::from(eb + sb));
    for _ in rounds(20_000) {
        let x = random.float(format);
        let a: A = to_apfloat(&x);
        let value = random.int(120);
        let machine = value.to_string().parse::<i128>().expect("120 bits");
        for mode in RoundingMode::ALL {
            let r = round(mode);
            let converted = from_apfloat(format, A::from_i128_r(machine, r).value);
            assert_eq!(Float::from_int(format, mode, &value), converted, "{value} {mode}");
            for width in [2, 7, 8, 16, 63, 64, 65, 100] {
                let invalid = rustc_apfloat::Status::INVALID_OP;
                let signed = a.to_i128_r(width, r, &mut false);
                let expected = (!signed.status.contains(invalid)).then(|| Int::from(signed.value));
                assert_eq!(
                    x.to_signed(width as u32, mode).map(|bits| bits.to_sint()),
                    expected,
                    "{x} {mode} {width}"
                );
                let unsigned = a.to_u128_r(width, r, &mut false);
                let expected = (!unsigned.status.contains(invalid)).then(|| Int::from(unsigned.value));
                assert_eq!(
                    x.to_unsigned(width as u32, mode).map(|bits| bits.to_uint()),
                    expected,
                    "{x} {mode} {width}"
                );
            }
        }
    }
}

#[test]
fn integers_and_floats() {
    integers::<Half>(5, 11);
    integers::<BFloat>(8, 8);
    integers::<Single>(8, 24);
    integers::<Double>(11, 53);
    integers::<Quad>(15, 113);
}

fn conversion<A: FloatConvert<B>, B: ApFloat>(from: Format, to: Format) {
    let mut random = Random(u64::from(from.width() * to.width()));
    for _ in rounds(20_000) {
        let x = random.float(from);
        for mode in RoundingMode::ALL {
            let expected: B = to_apfloat::<A>(&x).convert_r(round(mode), &mut false).value;
            assert_eq!(x.to_format(to, mode), from_apfloat(to, expected), "{x} {mode}");
        }
    }
}

#[test]
fn conversions() {
    let brain = Format::new(8, 8).expect("a format");
    conversion::<Double, Half>(Format::FLOAT64, Format::FLOAT16);
    conversion::<Half, Double>(Format::FLOAT16, Format::FLOAT64);
    conversion::<Double, BFloat>(Format::FLOAT64, brain);
    conversion::<Half, BFloat>(Format::FLOAT16, brain);
    conversion::<BFloat, Half>(brain, Format::FLOAT16);
    conversion::<Quad, Single>(Format::FLOAT128, Format::FLOAT32);
    conversion::<Quad, Double>(Format::FLOAT128, Format::FLOAT64);
    conversion::<Single, Quad>(Format::FLOAT32, Format::FLOAT128);
}
