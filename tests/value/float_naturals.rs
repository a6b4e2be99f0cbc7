//! Machine integers and large ones give the same floats.

use gainsay::value::float::arithmetic::{
    add_finite, div_finite, fma_finite, integral_finite, mul_finite, rem_finite, sqrt_finite,
};
use gainsay::value::{Bits, Float, Format, Int, RoundingMode};

/// Encodings of doubles: the multiples of an odd number, and exponents close to each other every other
/// time.
fn doubles() -> impl Iterator<Item = Float> {
    (1..).map(|n: u64| {
        let bits = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let near_one = (bits & 0x83ff_ffff_ffff_ffff) | 0x3c00_0000_0000_0000;
        Float::from_bits(
            Format::FLOAT64,
            &Bits::from_u64(64, if n.is_multiple_of(2) { bits } else { near_one }),
        )
    })
}

#[test]
fn machine_and_big_integers_agree() {
    let finite = |x: &Float| !(x.is_nan() || x.is_infinite() || x.is_zero());
    let operands: Vec<Float> = doubles().filter(finite).take(20_002).collect();
    let one = Float::from_int(Format::FLOAT64, RoundingMode::Rne, &Int::ONE);
    for window in operands.windows(3) {
        let [x, y, z] = window else { continue };
        for mode in RoundingMode::ALL {
            assert_eq!(add_finite::<u128>(x, y, mode), add_finite::<Int>(x, y, mode));
            assert_eq!(mul_finite::<u128>(x, y, mode), mul_finite::<Int>(x, y, mode));
            assert_eq!(div_finite::<u128>(x, y, mode), div_finite::<Int>(x, y, mode));
            assert_eq!(fma_finite::<u128>(x, y, z, mode), fma_finite::<Int>(x, y, z, mode));
            assert_eq!(sqrt_finite::<u128>(&x.abs(), mode), sqrt_finite::<Int>(&x.abs(), mode));
            if x.abs().lt(&one) {
                assert_eq!(integral_finite::<u128>(x, mode), integral_finite::<Int>(x, mode));
            }
        }
        assert_eq!(rem_finite::<u128>(x, y), rem_finite::<Int>(x, y));
    }
}
