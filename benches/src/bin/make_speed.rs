//! How many tests a second each strategy without seeds makes, by size and by form:
//! `cargo run --release -p gainsay-benches --bin make_speed`.

use gainsay::evidence::Test;
use gainsay::rng::Rng;
use gainsay::strategy::{BITS, FLOATS, Form, Inputs, Maker, Skip, Steps, TERMS, strategies};
use gainsay_benches::cpu_time;

/// For so long everything is repeated, in nanoseconds.
const LONG_ENOUGH: u64 = 300_000_000;
const SIZES: [u32; 5] = [1, 2, 5, 10, 20];

fn main() {
    print!("{:<24}", "tests a second");
    SIZES.iter().for_each(|size| print!("{:>12}", format!("size {size}")));
    println!();
    for strategy in strategies().iter().filter(|strategy| !strategy.needs_seeds()) {
        let inputs: Vec<Inputs> = SIZES.iter().map(|&size| Inputs::of_size(size)).collect();
        row(strategy.name(), |at, rng| strategy.make(&inputs[at], rng, &mut Steps::default()));
    }
    println!();
    for (name, maker) in [("bits", BITS), ("floats", FLOATS), ("terms", TERMS)] {
        for form in Form::ALL {
            row(&format!("{name}, {}", form.word()), |at, rng| make(maker, form, SIZES[at], rng));
        }
    }
}

fn make(maker: Maker, form: Form, size: u32, rng: &mut Rng) -> Result<Test, Skip> {
    maker.make_form(form, size, rng, &mut Steps::default())
}

/// Prints the rates for all sizes, and how many attempts came to nothing.
fn row(name: &str, make: impl Fn(usize, &mut Rng) -> Result<Test, Skip>) {
    print!("{name:<24}");
    let (mut all, mut skipped) = (0u64, 0u64);
    for at in 0..SIZES.len() {
        let (mut made, start) = (0u64, cpu_time());
        let mut unit = 0;
        while cpu_time() - start < LONG_ENOUGH {
            for _ in 0..20 {
                unit += 1;
                let test = make(at, &mut Rng::of_unit(1, unit));
                made += u64::from(test.is_ok());
                skipped += u64::from(test.is_err());
                all += 1;
            }
        }
        let seconds = (cpu_time() - start) as f64 / 1e9;
        print!("{:>12.0}", made as f64 / seconds);
    }
    println!("   {:.1}% skipped", 100.0 * skipped as f64 / all.max(1) as f64);
}
