//! Parsers for the lists of options that solvers print about themselves.

use super::profile::ListForm;
use serde::{Deserialize, Serialize};

/// An option as its solver describes it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Offer {
    pub name: String,
    pub kind: OfferKind,
    /// The value unless it is set.
    pub default: String,
    /// All possible values, if they are words.
    pub values: Vec<String>,
    /// The bounds, if it is a number.
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
    /// The intended users, if the solver says so.
    pub category: String,
    pub description: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// A word that is present or not.
    Flag,
    /// `true` or `false`.
    Switch,
    /// One of the values.
    Mode,
    Whole,
    Fraction,
    /// A text, a file name, or anything else for which no value can be chosen.
    #[default]
    Other,
}

/// The options of a list in this form. Entries that cannot be parsed are skipped.
pub fn read(form: ListForm, text: &str) -> Vec<Offer> {
    match form {
        ListForm::Rows => text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
        ListForm::Parameters => parameters(text),
        ListForm::Help => text.lines().filter_map(help_line).collect(),
        ListForm::Tactics => tactics(text),
    }
}

/// Lines such as `restart (symbol) restart strategy: static, luby or ema (default: ema)`, below lines such as
/// `[module] sat, description: propositional SAT solver`.
fn parameters(text: &str) -> Vec<Offer> {
    let (mut module, mut about) = (String::new(), "");
    let mut offers = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("[module] ") {
            let (name, description) = head.split_once(", description: ").unwrap_or((head, ""));
            (module, about) = (format!("{}.", name.trim()), description);
        } else if let Some(offer) = parameter(line) {
            let description = format!("{about}: {}", offer.description);
            offers.push(Offer { name: format!("{module}{}", offer.name), description, ..offer });
        }
    }
    offers
}

fn parameter(line: &str) -> Option<Offer> {
    const DEFAULT: &str = "(default: ";
    let (name, rest) = line.strip_prefix("    ")?.split_once(" (")?;
    let (kind, rest) = rest.split_once(')')?;
    let (description, default) = match rest.rfind(DEFAULT) {
        Some(at) => (&rest[..at], rest[at + DEFAULT.len()..].trim_end().trim_end_matches(')')),
        None => (rest, ""),
    };
    let (name, default, description) = (name.to_owned(), default.to_owned(), description.trim().to_owned());
    let values = match kind {
        "symbol" => words_to_choose(&description),
        "unsigned int" | "int" => numbers_to_choose(&description),
        _ => Vec::new(),
    };
    // If the default is not among them, the words are not a list of values.
    let values = if values.contains(&default) { values } else { Vec::new() };
    let kind = match kind {
        "bool" => OfferKind::Switch,
        _ if values.len() > 1 => OfferKind::Mode,
        "unsigned int" | "int" => OfferKind::Whole,
        "double" => OfferKind::Fraction,
        _ => OfferKind::Other,
    };
    Some(Offer { name, kind, default, values, description, ..Offer::default() })
}

/// The words of a list in a description, as in `strategy: static, luby, ema or geometric`.
fn words_to_choose(description: &str) -> Vec<String> {
    let list = description.rsplit_once(": ").map_or(description, |(_, list)| list);
    let list = list.replace(" or ", ",");
    let word = |item: &str| {
        let first = item.trim().split(' ').next().unwrap_or_default();
        first.trim_matches(|letter: char| "'\".".contains(letter)).to_owned()
    };
    list.split([',', '|']).map(word).filter(|word| !word.is_empty()).collect()
}

/// The numbers that a description explains, as in `0 - disabled, 1 - tracked`.
fn numbers_to_choose(description: &str) -> Vec<String> {
    let words: Vec<&str> = description.split_whitespace().collect();
    let explained = |at: usize| {
        let word = words[at].trim_start_matches('(');
        let next = words.get(at + 1).copied().unwrap_or_default();
        let (number, is_explained) = match word.strip_suffix(['-', ':']) {
            Some(number) => (number, true),
            None => (word, matches!(next, "-" | "=" | "for")),
        };
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && is_explained).then(|| number.to_owned())
    };
    (0..words.len()).filter_map(explained).collect()
}

/// A line such as `--mode=<M>   Set the mode (can be slow, fast) (default: slow)`, or `--mcsat   Use the MCSat
/// solver`.
fn help_line(line: &str) -> Option<Offer> {
    let line = line.trim_start().strip_prefix("--")?;
    let (head, description) = line.split_once("  ").unwrap_or((line, ""));
    let (name, takes_value) = match head.trim().split_once('=') {
        Some((name, _)) => (name, true),
        None => (head.trim().split([',', ' ']).next().unwrap_or_default(), false),
    };
    let within = |opening: &str| {
        let inside = description.split_once(opening)?.1;
        Some(inside.split(')').next().unwrap_or_default().trim().to_owned())
    };
    let default = within("(default: ").or_else(|| within("(default = ")).unwrap_or_default();
    let values = within("(can be ").map(|list| words_to_choose(&list)).unwrap_or_default();
    let bounds = within("(between ").and_then(|range| {
        let (least, most) = range.split_once('-')?;
        Some((least.parse().ok()?, most.parse().ok()?))
    });
    let kind = match takes_value {
        false => OfferKind::Flag,
        true if values.len() > 1 => OfferKind::Mode,
        true if default.parse::<i64>().is_ok() => OfferKind::Whole,
        true if default.parse::<f64>().is_ok() => OfferKind::Fraction,
        true => OfferKind::Other,
    };
    Some(Offer {
        name: name.to_owned(),
        kind,
        default,
        values,
        minimum: bounds.map(|(least, _): (f64, f64)| least),
        maximum: bounds.map(|(_, most)| most),
        category: String::new(),
        description: description.trim().to_owned(),
    })
}

/// One option whose values are tactics, named in lines such as `- simplify apply simplification rules.`
fn tactics(text: &str) -> Vec<Offer> {
    let name = |line: &str| Some(line.strip_prefix("- ")?.split(' ').next()?.to_owned());
    let values: Vec<String> = text.lines().filter_map(name).collect();
    vec![Offer { kind: OfferKind::Mode, values, ..Offer::default() }]
}
