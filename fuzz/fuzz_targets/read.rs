//! Any bytes can be read as a script, and what is printed of it is read back as the same.

#![no_main]

#[path = "../../tests/script/roundtrip/fixpoint.rs"]
mod fixpoint;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(difference) = fixpoint::check(&String::from_utf8_lossy(bytes)) {
        panic!("{difference}");
    }
});
