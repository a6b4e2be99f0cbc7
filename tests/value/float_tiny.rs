//! Floats of tiny formats against the reference, exhaustively: all operands, all rounding modes.

use std::cmp::Ordering;

use crate::value::random::{Random, rounds};
use crate::value::reference::{Reference, Value, real, round_to_int, sign};
use gainsay::value::{Bits, Float, Format, Int, Rational, RoundingMode};

const TINY: [(u32, u32); 9] = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (3, 4), (2, 6), (4, 3)];

/// All values of a format, beside what the reference takes them for.
fn values(reference: &Reference) -> Vec<(Float, Value)> {
    Float::all(reference.format).map(|float| (float.clone(), reference.value(&float))).collect()
}

fn each_format(mut check: impl FnMut(&Reference, &[(Float, Value)])) {
    for (eb, sb) in TINY {
        let reference = Reference::new(eb, sb);
        check(&reference, &values(&reference));
    }
}

#[test]
fn all_values_once_and_encodings_invert() {
    each_format(|reference, values| {
        let (format, width) = (reference.format, reference.format.width());
        let encodings = 1usize << width;
        let nans = 2 * ((1 << (format.sb() - 1)) - 1);
        assert_eq!(values.len(), encodings - nans + 1);
        for (i, (float, value)) in values.iter().enumerate() {
            assert!(values[..i].iter().all(|(other, _)| other != float));
            assert_eq!(Float::from_bits(format, &float.to_bits()), *float);
            assert_eq!(float.is_nan(), *value == Value::NaN);
        }
        for packed in 0..encodings {
            let bits = Bits::from_u64(width, packed as u64);
            let float = Float::from_bits(format, &bits);
            assert_eq!(reference.value(&float), reference.unpack(&bits));
            let fields = [width - 1, width - 2, format.sb() - 2].map(|high| high);
            let [sign, exponent, fraction] =
                [(fields[0], fields[0]), (fields[1], format.sb() - 1), (fields[2], 0)]
                    .map(|(h, l)| bits.extract(h, l));
            assert_eq!(Float::from_fields(&sign, &exponent, &fraction), Some(float));
        }
    });
}

#[test]
fn classes() {
    each_format(|reference, values| {
        let bias = (1i64 << (reference.format.eb() - 1)) - 1;
        let least_normal = Rational::dyadic(&Int::ONE, 1 - bias);
        for (float, value) in values {
            let number = matches!(value, Value::Number(_));
            assert_eq!(float.is_normal(), number && real(value).abs() >= least_normal);
            assert_eq!(float.is_subnormal(), number && real(value).abs() < least_normal);
            assert_eq!(float.is_zero(), matches!(value, Value::Zero(_)));
            assert_eq!(float.is_infinite(), matches!(value, Value::Infinity(_)));
            assert_eq!(float.is_negative(), sign(value));
            assert_eq!(float.is_positive(), !sign(value) && *value != Value::NaN);
        }
    });
}

#[test]
fn one_operand() {
    each_format(|reference, values| {
        for (x, a) in values {
            for mode in RoundingMode::ALL {
                assert_eq!(reference.value(&x.sqrt(mode)), reference.sqrt(mode, a), "sqrt {x} {mode}");
                let integral = reference.value(&x.round_to_integral(mode));
                assert_eq!(integral, reference.round_to_integral(mode, a), "integral {x} {mode}");
            }
            let (minus, positive) = (reference.value(&x.neg()), reference.value(&x.abs()));
            assert_eq!((real(&minus), real(&positive)), (-&real(a), real(a).abs()));
            assert_eq!((sign(&minus), sign(&positive)), (!sign(a) && !x.is_nan(), false));
            assert_eq!((x.neg().neg(), x.neg().abs()), (x.clone(), x.abs()));
        }
    });
}

#[test]
fn two_operands() {
    each_format(|reference, values| {
        for (x, a) in values {
            for (y, b) in values {
                for mode in RoundingMode::ALL {
                    let same = |what: &str, actual: Float, expected: Value| {
                        assert_eq!(reference.value(&actual), expected, "{what} {x} {y} {mode}");
                    };
                    same("add", x.add(y, mode), reference.add(mode, a, b));
                    same("sub", x.sub(&y.neg(), mode), reference.add(mode, a, b));
                    same("mul", x.mul(y, mode), reference.mul(mode, a, b));
                    same("div", x.div(y, mode), reference.div(mode, a, b));
                }
                assert_eq!(reference.value(&x.rem(y)), reference.rem(a, b), "rem {x} {y}");
            }
        }
    });
}

#[test]
fn order() {
    each_format(|reference, values| {
        for (x, a) in values {
            for (y, b) in values {
                let order = reference.order(a, b);
                assert_eq!(x.order(y), order, "order {x} {y}");
                assert_eq!(x.fp_eq(y), order == Some(Ordering::Equal));
                assert_eq!(x.lt(y), order == Some(Ordering::Less));
                assert_eq!(x.gt(y), order == Some(Ordering::Greater));
                assert_eq!(x.leq(y), x.lt(y) || x.fp_eq(y));
                assert_eq!(x.geq(y), x.gt(y) || x.fp_eq(y));
                let (least, greatest) = match order {
                    None if x.is_nan() => (Some(y), Some(y)),
                    None => (Some(x), Some(x)),
                    Some(Ordering::Less) => (Some(x), Some(y)),
                    Some(Ordering::Greater) => (Some(y), Some(x)),
                    Some(Ordering::Equal) => (Some(x).filter(|_| x == y), Some(x).filter(|_| x == y)),
                };
                assert_eq!((x.min(y), x.max(y)), (least.cloned(), greatest.cloned()));
            }
        }
    });
}

#[test]
fn three_operands() {
    for (eb, sb) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        let reference = Reference::new(eb, sb);
        let values = values(&reference);
        for (x, a) in &values {
            for (y, b) in &values {
                for (z, c) in &values {
                    for mode in RoundingMode::ALL {
                        let expected = reference.fma(mode, a, b, c);
                        assert_eq!(reference.value(&x.fma(y, z, mode)), expected, "fma {x} {y} {z} {mode}");
                    }
                }
            }
        }
    }
}

#[test]
fn three_operands_at_random() {
    let mut random = Random(9);
    each_format(|reference, values| {
        for _ in rounds(40_000) {
            let mut any = || &values[random.below(values.len() as u64) as usize];
            let ((x, a), (y, b), (z, c)) = (any(), any(), any());
            let mode = random.pick(&RoundingMode::ALL);
            let expected = reference.fma(mode, a, b, c);
            assert_eq!(reference.value(&x.fma(y, z, mode)), expected, "fma {x} {y} {z} {mode}");
        }
    });
}

#[test]
fn conversions_between_formats() {
    each_format(|_, from| {
        each_format(|target, _| {
            for (x, a) in from {
                for mode in RoundingMode::ALL {
                    let converted = x.to_format(target.format, mode);
                    assert_eq!(target.value(&converted), target.convert(mode, a), "{x} {mode}");
                }
            }
        });
    });
}

#[test]
fn conversions_from_numbers() {
    each_format(|reference, _| {
        for numerator in -200..=200i64 {
            for denominator in [1, 2, 3, 5, 7, 8, 16, 64, 100, 1000] {
                let exact = Rational::new(numerator.into(), denominator.into()).expect("not zero");
                for mode in RoundingMode::ALL {
                    let rounded = Float::from_rational(reference.format, mode, &exact);
                    assert_eq!(reference.value(&rounded), reference.round(mode, &exact), "{exact} {mode}");
                }
            }
            let bits = Bits::from_int(9, &Int::from(numerator));
            for mode in RoundingMode::ALL {
                let check = |actual: Float, exact: Int| {
                    assert_eq!(reference.value(&actual), reference.round(mode, &Rational::from(exact)));
                };
                check(Float::from_int(reference.format, mode, &Int::from(numerator)), Int::from(numerator));
                check(Float::from_signed(reference.format, mode, &bits), bits.to_sint());
                check(Float::from_unsigned(reference.format, mode, &bits), bits.to_uint());
            }
        }
    });
}

#[test]
fn conversions_to_numbers() {
    each_format(|_, values| {
        for (x, a) in values {
            let finite = !matches!(a, Value::NaN | Value::Infinity(_));
            assert_eq!(x.to_rational(), finite.then(|| real(a)));
            for width in [1, 2, 3, 4, 5, 8, 64, 70] {
                for mode in RoundingMode::ALL {
                    let integer = finite.then(|| round_to_int(mode, &real(a)));
                    let in_range = |low: Int, high: Int| integer.clone().filter(|i| *i >= low && *i < high);
                    let half = Int::pow2(width as usize - 1);
                    let unsigned = in_range(Int::ZERO, Int::pow2(width as usize));
                    let signed = in_range(-&half, half.clone());
                    assert_eq!(x.to_unsigned(width, mode).map(|bits| bits.to_uint()), unsigned, "{x} {mode}");
                    assert_eq!(x.to_signed(width, mode).map(|bits| bits.to_sint()), signed, "{x} {mode}");
                }
            }
        }
    });
}

#[test]
fn formats_that_do_not_exist() {
    for (eb, sb) in [(0, 5), (1, 5), (5, 0), (5, 1), (61, 5), (u32::MAX, u32::MAX), (5, u32::MAX)] {
        assert_eq!(Format::new(eb, sb), None);
    }
}
