//! Single and double precision against the processor.

use crate::value::random::{Random, rounds};
use RoundingMode::{Rna, Rne, Rtn, Rtp, Rtz};
use gainsay::value::{Bits, Float, Format, Int, RoundingMode};

/// The same test for each hardware type.
macro_rules! against_hardware {
    ($module:ident, $type:ident, $bits:ident, $format:expr, $signed:ident, $unsigned:ident) => {
        mod $module {
            use super::*;

            const FORMAT: Format = $format;

            fn draw(random: &mut Random) -> (Float, $type) {
                let float = random.float(FORMAT);
                let bits = float.to_bits().to_uint().to_u64().expect("a word");
                (float, $type::from_bits(bits as $bits))
            }

            #[track_caller]
            fn same(actual: Float, expected: $type) {
                let bits = Bits::from_u64(FORMAT.width(), expected.to_bits().into());
                assert_eq!(actual, Float::from_bits(FORMAT, &bits), "{expected:e}");
            }

            #[test]
            fn arithmetic() {
                let mut random = Random(10);
                for _ in rounds(300_000) {
                    let ((x, a), (y, b), (z, c)) = (draw(&mut random), draw(&mut random), draw(&mut random));
                    same(x.add(&y, Rne), a + b);
                    same(x.sub(&y, Rne), a - b);
                    same(x.mul(&y, Rne), a * b);
                    same(x.div(&y, Rne), a / b);
                    same(x.fma(&y, &z, Rne), a.mul_add(b, c));
                    same(x.sqrt(Rne), a.sqrt());
                    same(x.neg(), -a);
                    same(x.abs(), a.abs());
                    assert_eq!(x.order(&y), a.partial_cmp(&b));
                    assert_eq!(x.is_normal(), a.is_normal());
                    assert_eq!(x.is_subnormal(), a.is_subnormal());
                }
            }

            #[test]
            fn integers() {
                let mut random = Random(11);
                for _ in rounds(300_000) {
                    let (x, a) = draw(&mut random);
                    same(x.round_to_integral(Rne), a.round_ties_even());
                    same(x.round_to_integral(Rna), a.round());
                    same(x.round_to_integral(Rtp), a.ceil());
                    same(x.round_to_integral(Rtn), a.floor());
                    same(x.round_to_integral(Rtz), a.trunc());
                    if let Some(bits) = x.to_signed($signed::BITS, Rtz) {
                        assert_eq!(bits.to_sint(), Int::from(a as $signed));
                    }
                    if let Some(bits) = x.to_unsigned($unsigned::BITS, Rtz) {
                        assert_eq!(bits.to_uint(), Int::from(a as $unsigned));
                    }
                    let word = random.int(130).mod_pow2(64).to_u64().expect("a word");
                    same(Float::from_int(FORMAT, Rne, &Int::from(word as $signed)), word as $signed as $type);
                    same(
                        Float::from_int(FORMAT, Rne, &Int::from(word as $unsigned)),
                        word as $unsigned as $type,
                    );
                }
            }
        }
    };
}

against_hardware!(single, f32, u32, Format::FLOAT32, i32, u32);
against_hardware!(double, f64, u64, Format::FLOAT64, i64, u64);

#[test]
fn single_to_double_and_back() {
    let mut random = Random(12);
    for _ in rounds(300_000) {
        let x = random.float(Format::FLOAT64);
        let a = f64::from_bits(x.to_bits().to_uint().to_u64().expect("a word"));
        let narrow = Bits::from_u64(32, (a as f32).to_bits().into());
        assert_eq!(x.to_format(Format::FLOAT32, Rne), Float::from_bits(Format::FLOAT32, &narrow));
        let wide = Bits::from_u64(64, f64::from(a as f32).to_bits());
        let widened = Float::from_bits(Format::FLOAT32, &narrow).to_format(Format::FLOAT64, Rtz);
        assert_eq!(widened, Float::from_bits(Format::FLOAT64, &wide));
    }
}
