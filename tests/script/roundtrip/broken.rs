//! Texts that are no scripts: reading them never fails, and what is printed is read back as the same.

use super::fixpoint::check;
use super::mangle::mangle;
use super::{print, random_script};
use gainsay::rng::Rng;

#[test]
fn broken_scripts_are_read_and_printed() {
    for seed in 0..600 {
        let text = print(&random_script(seed));
        let mut rng = Rng::of_unit(3, seed);
        for _ in 0..8 {
            let broken = mangle(&mut rng, &text);
            if let Err(difference) = check(&broken) {
                panic!("script {seed}: {difference}");
            }
        }
    }
}
