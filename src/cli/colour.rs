//! Colours, for terminals that want them.

use std::io::IsTerminal;
use std::sync::OnceLock;

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum When {
    /// On terminals, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    Red,
    Green,
    Yellow,
    Cyan,
    Bold,
    Dim,
}

static WHEN: OnceLock<When> = OnceLock::new();

/// Sets the user's choice, once.
pub fn choose(when: When) {
    let _ = WHEN.set(when);
}

/// Whether to colour standard error.
pub fn on_stderr() -> bool {
    is_wanted(std::io::stderr().is_terminal())
}

/// Whether to colour standard output.
pub fn on_stdout() -> bool {
    is_wanted(std::io::stdout().is_terminal())
}

fn is_wanted(is_terminal: bool) -> bool {
    match WHEN.get().unwrap_or(&When::Auto) {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            is_terminal && !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// Colours a word for standard error, if that is wanted.
pub fn paint(word: &str, colour: Colour) -> String {
    if on_stderr() { painted(word, colour) } else { word.to_owned() }
}

/// The word in a colour.
pub fn painted(word: &str, colour: Colour) -> String {
    let code = match colour {
        Colour::Red => "1;31",
        Colour::Green => "32",
        Colour::Yellow => "1;33",
        Colour::Cyan => "36",
        Colour::Bold => "1",
        Colour::Dim => "2",
    };
    format!("\x1b[{code}m{word}\x1b[0m")
}
