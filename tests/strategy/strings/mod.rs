//! The suite of string tests: what is in it, that it is well made, and that it is right.

mod cores;
mod equivalences;
mod solvers;

mod suite;

use gainsay::evidence::Test;
use gainsay::script::{Printer, Script};

/// The category of a test, with or without patterns.
fn category(test: &Test) -> &str {
    &test.lineage().steps[0].rule
}

fn text(script: &Script) -> String {
    Printer::default().script(script)
}
