//! Variations that make new individuals from old ones: the seven mutations of paper 004, StringFuzz's
//! transformers, and crossover.
//!
//! Each variation is a row of the table. Its result is well-sorted and usually a different text; whether it is
//! useful is found out by measuring.

mod cross;
mod literals;
mod mutations;
mod subject;
mod transformers;

pub use cross::cross;
pub use subject::Subject;

use super::individual::Draft;
use gainsay_eval::generate::Vocabulary;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Script;

/// A way to change a script.
#[derive(Clone, Copy)]
pub struct Variation {
    pub name: &'static str,
    pub about: &'static str,
    /// Changes the script; returns whether it could.
    apply: fn(&mut Subject<'_>) -> bool,
}

const fn row(name: &'static str, about: &'static str, apply: fn(&mut Subject<'_>) -> bool) -> Variation {
    Variation { name, about, apply }
}

/// All variations, each equally likely.
pub const VARIATIONS: &[Variation] = &[
    row("new variable", "a new constant, and an assertion about it", mutations::new_variable),
    row("delete variable", "another constant of the sort for a constant", mutations::delete_variable),
    row("add assertion", "a random assertion", mutations::add_assertion),
    row("delete assertion", "without one of the assertions", mutations::delete_assertion),
    row("fuzz literal", "another value for a literal at one place", literals::fuzz_one),
    row(
        "replace operator",
        "another operator that takes and gives the same sorts",
        mutations::replace_operator,
    ),
    row("exchange nodes", "two terms of one sort change places", mutations::exchange),
    row("fuzz", "other values for about half of the literals", literals::fuzz),
    row("graft", "a term at the place of another one of its sort", transformers::graft),
    row("multiply", "numbers and strings so many times as large", literals::multiply),
    row("nop", "the same assertions in another order", transformers::nop),
    row("reverse", "strings, and what is joined, from behind", transformers::reverse),
    row("rotate", "arguments of one sort move on by one place", transformers::rotate),
    row("translate", "other characters for the characters in use", literals::translate),
    row("unprintable", "characters that cannot be printed for some in use", literals::unprintable),
];

/// How many variations are tried.
const ATTEMPTS: usize = 12;

/// A varied copy of an individual; `None` if all attempts failed.
pub fn vary(text: &str, language: &Vocabulary, rng: &mut Rng) -> Option<Draft> {
    (0..ATTEMPTS).find_map(|_| {
        let variation = rng.pick(VARIATIONS);
        vary_by(variation, text, language, rng).filter(|draft| draft.text != text)
    })
}

/// As `vary`, with a given variation.
pub fn vary_by(variation: &Variation, text: &str, language: &Vocabulary, rng: &mut Rng) -> Option<Draft> {
    let mut subject = Subject::new(Script::read(text), language, rng);
    if !(variation.apply)(&mut subject) {
        return None;
    }
    Draft::new(subject.into_script(), variation.name)
}
