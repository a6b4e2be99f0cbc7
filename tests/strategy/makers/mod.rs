//! Makers: what they make is well-formed, always the same, and right.

mod coverage;
mod evidence;
mod form;
mod generators;
mod solvers;

use gainsay::evidence::Test;
use gainsay::rng::Rng;
use gainsay::strategy::{BITS, FLOATS, Form, Inputs, Maker, Skip, Steps, TERMS};

/// The makers whose tests have a known answer.
pub const MAKERS: [(&str, Maker); 3] = [("bits", BITS), ("floats", FLOATS), ("terms", TERMS)];

/// So many tests of a form, the small ones first.
pub fn tests(maker: Maker, form: Form, count: u64) -> Vec<Test> {
    let largest = u64::from(Inputs::LARGE);
    let mut made = Vec::new();
    for unit in 0..count {
        let size = 1 + (unit * largest / count) as u32;
        match maker.make_form(form, size, &mut Rng::of_unit(11, unit), &mut Steps::default()) {
            Ok(test) => made.push(test),
            Err(Skip::Contradiction(why)) => panic!("{}: {why}", form.word()),
            Err(_) => {}
        }
    }
    made
}
