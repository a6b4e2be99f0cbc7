use gainsay_lang::rng::Rng;
use gainsay_strategies::strategy::{Inputs, Steps, strategy};

pub fn main() {
    let floats = strategy("floats").unwrap();
    let made = (0..20).filter_map(|unit| {
        floats.make(&Inputs::of_size(6), &mut Rng::of_unit(1, unit), &mut Steps::default()).ok()
    });
    assert!(made.filter(|test| test.evidence().is_proof()).count() > 10);
}
