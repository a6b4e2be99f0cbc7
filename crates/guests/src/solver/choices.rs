//! The options that a release lists, and the values that they can have without changing the question.

use super::Limits;
use super::cache::Cache;
use super::offers::{Offer, OfferKind, read};
use super::process::run;
use super::profile::{ListForm, OptionList};
use super::resolve::Solver;
use gainsay_lang::rng::digest;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// An option, with all values that it can be set to other than its default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub name: String,
    /// The command-line arguments that set it, one for each value.
    pub arguments: Vec<String>,
    /// Whether nothing in its name, description or category calls for caution.
    pub is_safe: bool,
}

/// Words in the name or description by which solvers warn of an option.
const CAUTION: &[&str] = &[
    "experimental",
    "unsafe",
    "unsound",
    "incomplete",
    "debug",
    "preliminary",
    "not ready",
    "not supported",
    "hack",
    "can break",
    "currently disabled",
];
/// Words of a description begin with one of these if the option changes what is printed or written.
const OUTPUT: &[&str] = &["dump", "print", "display", "console"];
/// Words in descriptions of options that write files.
const FILES: &[&str] = &["file", "files", "stdout", "path"];
/// The categories of options for general use; empty for solvers without categories.
const FOR_ALL: &[&str] = &["", "common", "regular"];
/// A number that means "no limit": smaller ones would only make the solver give up.
const NO_LIMIT: f64 = 4_294_967_295.0;

impl Solver {
    /// The options that can be varied for this release.
    pub fn choices(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for (list, offers) in self.profile.choices.lists.iter().zip(&self.offers()) {
            for choice in offers.iter().filter_map(|offer| self.choice(list, offer)) {
                if !choices.iter().any(|other| other.name == choice.name) {
                    choices.push(choice);
                }
            }
        }
        choices
    }

    /// Everything in the lists that this release prints. The lists of an installed release are requested once and
    /// then cached.
    pub(super) fn offers(&self) -> Vec<Vec<Offer>> {
        let lists = &self.profile.choices.lists;
        if lists.is_empty() {
            return Vec::new();
        }
        let file = self.kept_offers();
        let kept = file.as_ref().and_then(|file| Kept::read(file, lists));
        let kept = kept.unwrap_or_else(|| {
            let offers = lists.iter().map(|list| self.ask_for(list)).collect();
            let kept = Kept { key: key_of(lists), offers };
            if let Some(file) = &file {
                kept.write(file);
            }
            kept
        });
        kept.offers
    }

    /// The cache file for the options of an installed release. Other programs may change at any time, so theirs
    /// are not cached.
    fn kept_offers(&self) -> Option<PathBuf> {
        let cache = Cache::of_user().ok()?;
        let is_installed = self.argv.iter().any(|word| Path::new(word).starts_with(cache.solvers()));
        let name = format!("{}@{}.json", self.profile.name, self.version);
        is_installed.then(|| cache.root().join("options").join(name))
    }

    /// Requests a list from the solver; empty if it prints none.
    fn ask_for(&self, list: &OptionList) -> Vec<Offer> {
        let mut command = self.with_only(&[]).command();
        let asked = run(command.args(&list.arguments), list.script.as_bytes(), &Limits::for_little());
        asked.map(|run| read(list.form, &String::from_utf8_lossy(&run.stdout))).unwrap_or_default()
    }

    /// The option with all values that leave the question unchanged, if there are any.
    fn choice(&self, list: &OptionList, offer: &Offer) -> Option<Choice> {
        let is_denied = |text: &str| self.profile.choices.never().any(|pattern| matches(pattern, text));
        if changes_output(&offer.description) || is_denied(&offer.name) {
            return None;
        }
        let harmless = self.profile.rewriter.as_ref().map_or(&[][..], |rewriter| &rewriter.tactics);
        let is_listed = |value: &String| list.form != ListForm::Tactics || harmless.contains(value);
        let values = values_of(offer).into_iter().filter(is_listed);
        let values = values.filter(|value| !is_denied(&format!("{}={value}", offer.name)));
        let argument =
            |value: String| list.argument.replace("{name}", &offer.name).replace("{value}", &value);
        let arguments: Vec<String> = match offer.kind {
            OfferKind::Flag if is_denied(&format!("{}=true", offer.name)) => return None,
            OfferKind::Flag => vec![format!("--{}", offer.name)],
            _ => values.map(argument).collect(),
        };
        let name = arguments.first()?.split('=').next()?.to_owned();
        Some(Choice { name, arguments, is_safe: is_safe(offer) })
    }
}

fn is_safe(offer: &Offer) -> bool {
    let text = format!("{} {}", offer.name, offer.description).to_lowercase();
    FOR_ALL.contains(&offer.category.to_lowercase().as_str())
        && !CAUTION.iter().any(|word| text.contains(word))
}

fn changes_output(description: &str) -> bool {
    let text = description.to_lowercase();
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| FILES.contains(&word) || OUTPUT.iter().any(|begin| word.starts_with(begin)))
}

/// The values that an option can have other than its default.
fn values_of(offer: &Offer) -> Vec<String> {
    let values = match offer.kind {
        OfferKind::Flag | OfferKind::Other => Vec::new(),
        OfferKind::Switch => ["true", "false"].map(str::to_owned).to_vec(),
        OfferKind::Mode => offer.values.clone(),
        OfferKind::Whole | OfferKind::Fraction => numbers_around(offer),
    };
    values.into_iter().filter(|value| *value != offer.default).collect()
}

/// Small numbers (for integers) and some near the default.
fn numbers_around(offer: &Offer) -> Vec<String> {
    let Ok(default) = offer.default.parse::<f64>() else { return Vec::new() };
    if !(0.0..NO_LIMIT).contains(&default) {
        return Vec::new();
    }
    let (least, most) = (offer.minimum.unwrap_or(0.0), offer.maximum.unwrap_or(NO_LIMIT - 1.0));
    let near = [default / 2.0, default * 2.0];
    let mut numbers: Vec<f64> = match offer.kind {
        OfferKind::Whole => [0.0, 1.0, 2.0].into_iter().chain(near.map(f64::floor)).collect(),
        _ => near.to_vec(),
    };
    numbers.retain(|number| (least..=most).contains(number) && *number != default);
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers.iter().map(f64::to_string).collect()
}

/// Whether a text matches a pattern in which `*` stands for any text.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            let mut starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            starts.any(|at| matches(tail, &rest[at..]))
        }),
    }
}

/// The cached options of a release, for each of its lists.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// How the lists were requested; a change invalidates the cache.
    key: String,
    offers: Vec<Vec<Offer>>,
}

fn key_of(lists: &[OptionList]) -> String {
    format!("{} {:x}", env!("CARGO_PKG_VERSION"), digest(format!("{lists:?}").bytes()))
}

impl Kept {
    fn read(file: &Path, lists: &[OptionList]) -> Option<Kept> {
        let kept: Kept = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
        (kept.key == key_of(lists)).then_some(kept)
    }

    /// A failure to write only means that the lists are requested again next time.
    fn write(&self, file: &Path) {
        let draft = file.with_extension(format!("{}.draft", std::process::id()));
        let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
        let text = serde_json::to_string(self).unwrap_or_default();
        let _ = folder.and_then(|()| fs::write(&draft, text)).and_then(|()| fs::rename(&draft, file));
    }
}
