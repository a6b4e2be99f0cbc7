//! All targets in one program: `FUZZ_TARGET` names one of `tests/fuzz/targets`.

#![no_main]
#![allow(dead_code, unused_imports)] // The tests of these files are not part of this program.

#[path = "../../tests/fuzz/targets/mod.rs"]
mod targets;

// What targets share with tests, under the names that it has there.
#[path = "../../tests/eval/application.rs"]
mod application;
#[path = "../../tests/circuit.rs"]
mod circuit;
#[path = "../../tests/script/roundtrip/fixpoint.rs"]
mod fixpoint;
#[path = "../../tests/store/full.rs"]
mod full;
#[path = "../../tests/store/snapshot.rs"]
mod snapshot;
mod eval {
    pub(crate) use crate::application;
}
mod script {
    pub mod roundtrip {
        pub(crate) use crate::fixpoint;
    }
}
mod store {
    pub(crate) use crate::snapshot;
}
mod support {
    pub struct Folder;
}

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use targets::{TARGETS, Target};

static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_else(|_| "read".to_owned());
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no target {name}: the targets are {:?}", TARGETS.map(|(name, _)| name))).1
});

fuzz_target!(|bytes: &[u8]| {
    if let Err(wrong) = CHOSEN(bytes) {
        panic!("{wrong}");
    }
});
