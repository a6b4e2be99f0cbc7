//! Prints nanoseconds per operation on arithmetic values.

use std::hint::black_box;
use std::time::Instant;

use gainsay::value::{Bits, Float, Format, Int, Rational, RoundingMode};

fn time<T, R>(name: &str, operands: &[T], operation: impl Fn(&T, &T) -> R) {
    let rounds = 200;
    let start = Instant::now();
    for _ in 0..rounds {
        for pair in operands.windows(2) {
            black_box(operation(black_box(&pair[0]), black_box(&pair[1])));
        }
    }
    let count = rounds * (operands.len() - 1);
    println!("{name:24}{:8.1} ns", start.elapsed().as_nanos() as f64 / count as f64);
}

/// Well mixed, so that branches are as hard to predict as in practice.
fn words() -> impl Iterator<Item = u64> {
    (1..2000u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(n as u32 % 64))
}

fn main() {
    let ints: Vec<Int> = words().map(|word| Int::from(word as i64 >> 20)).collect();
    time("small Int add", &ints, |a, b| a + b);
    time("small Int div_euclid", &ints, Int::div_euclid);
    let small: Vec<Int> = words().map(|word| Int::from(word as i32)).collect();
    time("small Int mul", &small, |a, b| a * b);
    let large: Vec<Int> = words().map(|word| Int::from(word).pow(4)).collect();
    time("256-bit Int add", &large, |a, b| a + b);
    time("256-bit Int mul", &large, |a, b| a * b);

    let fractions: Vec<Rational> = words()
        .filter_map(|word| Rational::new(Int::from(word as i16 as i32), Int::from(1 + word as u8 as i32)))
        .collect();
    time("Rational add", &fractions, |a, b| a + b);
    time("Rational mul", &fractions, |a, b| a * b);
    time("Rational cmp", &fractions, Rational::cmp);

    for width in [32, 64, 128] {
        let vectors: Vec<Bits> = words()
            .map(|word| Bits::from_u64(64, word))
            .map(|bits| match width {
                32 => bits.extract(31, 0),
                64 => bits,
                _ => bits.concat(&bits),
            })
            .collect();
        time(&format!("{width}-bit Bits add"), &vectors, Bits::add);
        time(&format!("{width}-bit Bits mul"), &vectors, Bits::mul);
        time(&format!("{width}-bit Bits udiv"), &vectors, Bits::udiv);
        time(&format!("{width}-bit Bits smod"), &vectors, Bits::smod);
        time(&format!("{width}-bit Bits slt"), &vectors, Bits::slt);
        time(&format!("{width}-bit Bits smulo"), &vectors, Bits::smulo);
    }

    let mode = RoundingMode::Rne;
    let doubles: Vec<Float> = words()
        .map(|word| (word & 0x83ff_ffff_ffff_ffff) | 0x3c00_0000_0000_0000)
        .map(|word| Float::from_bits(Format::FLOAT64, &Bits::from_u64(64, word)))
        .collect();
    let quads: Vec<Float> = doubles
        .iter()
        .map(|x| x.to_format(Format::FLOAT128, mode).div(&doubles[7].to_format(Format::FLOAT128, mode), mode))
        .collect();
    for (name, operands) in [("float64", &doubles), ("float128", &quads)] {
        time(&format!("{name} add"), operands, |a, b| a.add(b, mode));
        time(&format!("{name} mul"), operands, |a, b| a.mul(b, mode));
        time(&format!("{name} div"), operands, |a, b| a.div(b, mode));
        time(&format!("{name} fma"), operands, |a, b| a.fma(b, a, mode));
        time(&format!("{name} sqrt"), operands, |a, _| a.sqrt(mode));
        time(&format!("{name} rem"), operands, Float::rem);
        time(&format!("{name} lt"), operands, Float::lt);
        time(&format!("{name} round_to_integral"), operands, |a, _| a.round_to_integral(mode));
        time(&format!("{name} to_bits"), operands, |a, _| a.to_bits());
        time(&format!("{name} to_rational"), operands, |a, _| a.to_rational());
    }
}
