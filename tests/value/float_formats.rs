//! Floats of unusual formats: against the reference where exponents are few, and for speed where they are
//! many.

use crate::value::random::{Random, rounds};
use crate::value::reference::{Reference, round_to_int};
use RoundingMode::{Rna, Rne, Rtn, Rtp, Rtz};
use gainsay::value::{Bits, Float, Format, Int, Rational, RoundingMode};

/// Precision beyond the exponents, exponents beyond the precision, and both sides of the narrow precision.
const UNUSUAL: [(u32, u32); 12] = [
    (2, 24),
    (3, 30),
    (9, 2),
    (10, 3),
    (4, 59),
    (4, 60),
    (4, 61),
    (5, 64),
    (3, 65),
    (6, 100),
    (2, 130),
    (7, 200),
];

#[test]
fn arithmetic_of_unusual_formats() {
    let mut random = Random(13);
    for (eb, sb) in UNUSUAL {
        let reference = Reference::new(eb, sb);
        for _ in rounds(200) {
            let [x, y, z] = [(); 3].map(|()| random.float(reference.format));
            let [a, b, c] = [&x, &y, &z].map(|float| reference.value(float));
            for mode in RoundingMode::ALL {
                let same = |what: &str, actual: Float, expected| {
                    assert_eq!(reference.value(&actual), expected, "{what} {mode} {x} {y} {z}");
                };
                same("add", x.add(&y, mode), reference.add(mode, &a, &b));
                same("mul", x.mul(&y, mode), reference.mul(mode, &a, &b));
                same("div", x.div(&y, mode), reference.div(mode, &a, &b));
                same("fma", x.fma(&y, &z, mode), reference.fma(mode, &a, &b, &c));
                same("sqrt", x.sqrt(mode), reference.sqrt(mode, &a));
                same("integral", x.round_to_integral(mode), reference.round_to_integral(mode, &a));
            }
            assert_eq!(reference.value(&x.rem(&y)), reference.rem(&a, &b), "rem {x} {y}");
            assert_eq!(x.order(&y), reference.order(&a, &b));
        }
    }
}

#[test]
fn conversions_of_unusual_formats() {
    let mut random = Random(14);
    for (eb, sb) in UNUSUAL {
        let reference = Reference::new(eb, sb);
        for (source, target) in UNUSUAL {
            let x = random.float(Format::new(source, target).expect("a format"));
            let value = Reference::new(source, target).value(&x);
            for mode in RoundingMode::ALL {
                let converted = x.to_format(reference.format, mode);
                assert_eq!(reference.value(&converted), reference.convert(mode, &value), "{x} {mode}");
            }
        }
        for _ in rounds(200) {
            let (numerator, denominator) = (random.int(150), random.int(150));
            let Some(exact) = Rational::new(numerator.clone(), denominator) else { continue };
            let integer = Rational::from(numerator.clone());
            for mode in RoundingMode::ALL {
                let rounded = Float::from_rational(reference.format, mode, &exact);
                assert_eq!(reference.value(&rounded), reference.round(mode, &exact), "{exact} {mode}");
                let rounded = Float::from_int(reference.format, mode, &numerator);
                assert_eq!(reference.value(&rounded), reference.round(mode, &integer), "{numerator} {mode}");
            }
        }
    }
}

#[test]
fn square_roots_and_remainders_of_common_formats() {
    let mut random = Random(15);
    for format in [Format::FLOAT16, Format::FLOAT32, Format::FLOAT64] {
        let reference = Reference::new(format.eb(), format.sb());
        for _ in rounds(1_000) {
            let (x, y) = (random.float(format), random.float(format));
            let (a, b) = (reference.value(&x), reference.value(&y));
            for mode in RoundingMode::ALL {
                assert_eq!(reference.value(&x.sqrt(mode)), reference.sqrt(mode, &a), "sqrt {x} {mode}");
            }
            assert_eq!(reference.value(&x.rem(&y)), reference.rem(&a, &b), "rem {x} {y}");
            if let Some(real) = x.to_rational() {
                let integer = round_to_int(Rna, &real);
                assert_eq!(x.to_signed(2000, Rna).map(|bits| bits.to_sint()), Some(integer));
            }
        }
    }
}

/// A double means the same in a format of more exponent bits, unless it overflows or underflows.
#[test]
fn many_exponent_bits_change_nothing_in_range() {
    let mut random = Random(16);
    let wide = Format::new(60, 53).expect("a format");
    // The ends of the normal range are also what overflow and underflow are rounded to.
    let ends = [Float::largest(Format::FLOAT64, false), Float::smallest_normal(Format::FLOAT64, false)];
    for _ in rounds(20_000) {
        let [x, y, z] = [(); 3].map(|()| random.float(Format::FLOAT64));
        let [a, b, c] = [&x, &y, &z].map(|float| float.to_format(wide, Rne));
        for mode in RoundingMode::ALL {
            let same = |narrow: Float, wide: Float| {
                if narrow.is_normal() && !ends.contains(&narrow.abs()) {
                    assert_eq!(narrow.to_format(wide.format(), mode), wide, "{x} {y} {z} {mode}");
                }
            };
            same(x.add(&y, mode), a.add(&b, mode));
            same(x.fma(&y, &z, mode), a.fma(&b, &c, mode));
            same(x.div(&y, mode), a.div(&b, mode));
            same(x.sqrt(mode), a.sqrt(mode));
            same(x.rem(&y), a.rem(&b));
        }
    }
}

/// None of these may need memory or time in proportion to the exponent.
#[test]
fn absurd_exponents() {
    for sb in [2, 24, 53, 113] {
        let format = Format::new(60, sb).expect("a format");
        let (large, small) = (Float::largest(format, false), Float::smallest(format, false));
        let one = Float::from_int(format, Rne, &Int::ONE);
        assert_eq!(large.add(&small, Rne), large);
        assert_eq!(large.add(&small, Rtp), Float::infinity(format, false));
        assert_eq!(large.sub(&small, Rtz).add(&small, Rtp), large);
        assert!(large.sub(&small, Rtn).lt(&large));
        assert!(one.add(&small, Rtp).gt(&one) && one.sub(&small, Rtz).lt(&one));
        assert_eq!(one.sub(&small, Rna), one);
        assert_eq!(large.mul(&large, Rtz), large);
        assert_eq!(small.mul(&small, Rne), Float::zero(format, false));
        assert_eq!(small.mul(&small, Rtp), small);
        assert_eq!(large.fma(&small, &one, Rtz), large.mul(&small, Rtz).add(&one, Rtz));
        assert_eq!(large.div(&small, Rtz), large);
        assert_eq!(small.div(&large, Rtp), small);
        assert_eq!(large.rem(&small), Float::zero(format, false));
        assert_eq!(small.rem(&large), small);
        assert_eq!(small.round_to_integral(Rtp), one);
        assert_eq!(large.round_to_integral(Rtp), large);
        assert_eq!(large.to_signed(64, Rne), None);
        assert_eq!(small.to_unsigned(64, Rne), Some(Bits::zero(64)));
        assert_eq!((large.to_rational(), small.to_rational()), (None, None));
        assert_eq!(large.to_format(Format::FLOAT32, Rne), Float::infinity(Format::FLOAT32, false));
        assert_eq!(small.neg().to_format(Format::FLOAT32, Rtn), Float::smallest(Format::FLOAT32, true));
        let root = small.sqrt(Rtz);
        assert!(root.mul(&root, Rtz).leq(&small) && root.gt(&small));
    }
}

/// `2^n mod 3` is 1 or 2 as `n` is even or odd, and 2 is nearer to 3 than to 0.
#[test]
fn remainder_with_a_long_way_to_go() {
    let format = Format::new(40, 8).expect("a format");
    let three = Float::from_int(format, Rne, &Int::from(3));
    for negative in [false, true] {
        let mut power = Float::smallest_normal(format, negative).div(&Float::smallest(format, false), Rne);
        for squarings in 0..=30 {
            // The power is `2^7` first, then `2^14`, `2^28`, ...
            let magnitude = if squarings == 0 { -1 } else { 1 };
            let expected = Int::from(if negative { -magnitude } else { magnitude });
            assert_eq!(
                power.rem(&three),
                Float::from_int(format, Rne, &expected),
                "after {squarings} squarings"
            );
            power = power.mul(&power.abs(), Rne);
        }
    }
}
