//! The READMEs of the crates: their examples are the files of this folder, which are compiled and run.

use super::root;
use std::fs;

mod books;
mod engine;
mod eval;
mod guests;
mod judge;
mod lang;
mod prove;
mod strategies;

/// The example of each README, and what it does.
const EXAMPLES: [(&str, &str, fn()); 8] = [
    ("lang", include_str!("lang.rs"), lang::main),
    ("eval", include_str!("eval.rs"), eval::main),
    ("prove", include_str!("prove.rs"), prove::main),
    ("judge", include_str!("judge.rs"), judge::main),
    ("strategies", include_str!("strategies.rs"), strategies::main),
    ("guests", include_str!("guests.rs"), guests::main),
    ("engine", include_str!("engine.rs"), engine::main),
    ("books", include_str!("books.rs"), books::main),
];

#[test]
fn examples_of_the_crates_are_compiled_and_run() {
    let crates =
        fs::read_dir(root().join("crates")).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(crates.count(), EXAMPLES.len());
    for (name, text, main) in EXAMPLES {
        let readme = fs::read_to_string(root().join("crates").join(name).join("README.md")).unwrap();
        let shown = readme.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
        assert_eq!(shown, text, "crates/{name}/README.md and tests/docs/readmes/{name}.rs");
        assert!(readme.lines().count() <= 60, "crates/{name}/README.md is longer than a screen");
        main();
    }
}
