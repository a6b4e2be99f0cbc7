//! What the fuzzer tries: each target takes any bytes, and says what is wrong with what became of them.
//!
//! `fuzz/` has the program for libFuzzer; `tests/fuzz` tries the same on a small corpus and on random bytes.

mod bytes;
mod circuits;
mod databases;
mod lemmas;
mod proofs;
mod replies;
mod settings;

use crate::script::roundtrip::fixpoint;

/// A target: what is wrong with these bytes, if anything.
pub type Target = fn(&[u8]) -> Result<(), String>;

pub const TARGETS: [(&str, Target); 7] = [
    ("read", read),
    ("circuits", circuits::check),
    ("proofs", proofs::check),
    ("lemmas", lemmas::check),
    ("replies", replies::check),
    ("databases", databases::check),
    ("settings", settings::check),
];

fn read(bytes: &[u8]) -> Result<(), String> {
    fixpoint::check(&String::from_utf8_lossy(bytes))
}
