//! How users name solvers: `z3`, `z3@4.8.10`, `cvc5 --strings-exp`, `./build/z3`, `mine=cmd args`, and lists of
//! these with `;` (or with commas, for bare names).

use std::fmt;
use std::str::FromStr;

/// One solver as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverSpec {
    /// The user's own name for it, from `name=...`.
    pub name: Option<String>,
    /// A known name, a program on PATH, or a path.
    pub program: String,
    /// From `name@version`.
    pub version: Option<String>,
    pub arguments: Vec<String>,
}

/// A solver's name that cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    #[error(
        "a solver's name is empty; write for instance `z3`, `z3@4.8.10`, `cvc5 --strings-exp` or `mine=./mine -q`"
    )]
    Empty,
    #[error("`{0}` has a quote that is not closed")]
    OpenQuote(String),
    #[error(
        "`{0}` has an `@` without a version; write for instance `z3@4.8.10`, or only the name for the newest"
    )]
    NoVersion(String),
    #[error(
        "`{0}` names no release behind its `@`: one begins with a digit, as in `z3@4.8.10`, and has digits, letters and `.+-_~` only"
    )]
    NoRelease(String),
}

impl SolverSpec {
    /// Whether it is more than a known name and a release, so that it may be wrong in many ways.
    pub fn is_own(&self) -> bool {
        self.name.is_some() || !self.arguments.is_empty() || self.program.contains('/')
    }

    /// Parses a list as yinyang does, `"z3;cvc5 --strings-exp"`; bare names can also be separated by commas.
    pub fn parse_list(text: &str) -> Result<Vec<SolverSpec>, SpecError> {
        let parts = text.split(';').flat_map(split_names).filter(|part| !part.trim().is_empty());
        let specs = parts.map(str::parse).collect::<Result<Vec<_>, _>>()?;
        if specs.is_empty() { Err(SpecError::Empty) } else { Ok(specs) }
    }
}

impl FromStr for SolverSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<SolverSpec, SpecError> {
        let text = text.trim();
        let (name, command) = match text.split_once('=') {
            Some((name, command)) if super::profile::is_name(name) => (Some(name.to_owned()), command),
            _ => (None, text),
        };
        let mut words = split_words(command).ok_or_else(|| SpecError::OpenQuote(text.to_owned()))?;
        if words.is_empty() || words[0].is_empty() {
            return Err(SpecError::Empty);
        }
        let arguments = words.split_off(1);
        let first = words.remove(0);
        let (program, version) = match first.split_once('@') {
            Some((_, "")) => return Err(SpecError::NoVersion(text.to_owned())),
            Some((program, version)) if super::profile::is_name(program) => {
                if !is_release(version) {
                    return Err(SpecError::NoRelease(text.to_owned()));
                }
                (program.to_owned(), Some(version.to_owned()))
            }
            _ => (first, None),
        };
        Ok(SolverSpec { name, program, version, arguments })
    }
}

impl fmt::Display for SolverSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}=")?;
        }
        f.write_str(&quote(&self.program))?;
        if let Some(version) = &self.version {
            write!(f, "@{version}")?;
        }
        self.arguments.iter().try_for_each(|argument| write!(f, " {}", quote(argument)))
    }
}

/// Whether a text looks like a release. Package managers take other texts for paths and addresses.
pub fn is_release(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || ".+-_~".contains(c))
}

/// Splits `z3@4.12.2,cvc5` at its commas. A command line may have commas in its arguments, so it stays whole.
fn split_names(text: &str) -> Vec<&str> {
    let is_version =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && super::profile::is_name(word);
    let is_bare = |part: &&str| match part.trim().split_once('@') {
        Some((name, version)) => super::profile::is_name(name) && is_version(version),
        None => part.trim().is_empty() || super::profile::is_name(part.trim()),
    };
    let parts: Vec<&str> = text.split(',').collect();
    if parts.iter().all(is_bare) { parts } else { vec![text] }
}

/// Words as a shell splits them: at spaces that are not quoted.
fn split_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

fn quote(word: &str) -> String {
    let plain = !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "'\";".contains(c));
    if plain { word.to_owned() } else { format!("'{word}'") }
}
