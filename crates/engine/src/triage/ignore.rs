//! Ignore lists: known issues that should not be reported again. Each entry has a reason, which is kept.

use gainsay_guests::solver::{Solver, version_key};
use gainsay_judge::judge::{Finding, FindingKind};
use gainsay_lang::script::Script;
use gainsay_lang::theory::table;
use serde::Deserialize;

/// The `[[ignore]]` tables of a `gainsay.toml`. Deviations that a solver's profile accepts are ignored as well.
#[derive(Clone, Default, Debug)]
pub struct Ignores {
    entries: Vec<Ignore>,
}

/// An entry: all conditions that it names must match.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignore {
    /// The solver's name, without a version.
    pub solver: String,
    /// `4.8.9`, `up to 4.8.9`, `since 4.8.9`, `4.8.5 to 4.8.9`, or `all`, which is the default.
    pub versions: Option<String>,
    /// The word of a kind, such as `crash`.
    pub kind: Option<String>,
    /// A part of a crash's signature.
    pub signature: Option<String>,
    /// Operators that must all occur.
    #[serde(default)]
    pub operators: Vec<String>,
    pub why: String,
}

/// An ignore list that cannot be used: where, why, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum IgnoreError {
    #[error("{file}: {message}")]
    Syntax { file: String, message: String },
    #[error("{file}: [[ignore]] number {number}: {message}")]
    Entry { file: String, number: usize, message: String },
}

impl Ignores {
    /// Reads the text of a settings file, whose name is for messages.
    pub fn read(file: &str, text: &str) -> Result<Ignores, IgnoreError> {
        // Other tables of the file belong to other parts of the program.
        #[derive(Deserialize)]
        struct File {
            #[serde(default)]
            ignore: Vec<Ignore>,
        }
        let parsed: File = toml::from_str(text).map_err(|error| IgnoreError::Syntax {
            file: file.to_owned(),
            message: error.to_string().trim_end().to_owned(),
        })?;
        for (number, entry) in (1..).zip(&parsed.ignore) {
            let wrong = |message| IgnoreError::Entry { file: file.to_owned(), number, message };
            entry.check().map_err(wrong)?;
        }
        Ok(Ignores { entries: parsed.ignore })
    }

    /// Why a finding should not be reported; `None` if it should.
    pub fn reason(&self, finding: &Finding, solver: &Solver, script: &Script) -> Option<String> {
        let operators = script.usage().operators;
        let occurs = |name: &str| {
            table().meanings(name).iter().any(|wanted| operators.iter().any(|(used, _)| used == wanted))
        };
        let entry = self.entries.iter().find(|entry| entry.fits(finding, solver, &occurs));
        entry.map(|entry| entry.why.clone()).or_else(|| deviation(finding, solver, &occurs))
    }
}

/// A deviation from the standard that the solver's profile accepts. It concerns the meaning of operators, so it
/// never excuses a crash.
fn deviation(finding: &Finding, solver: &Solver, occurs: &impl Fn(&str) -> bool) -> Option<String> {
    if finding.kind.is_fault() {
        return None;
    }
    let fits = |versions: &str| match Versions::read(versions) {
        Some(versions) => versions.hold(&solver.version),
        // If the versions cannot be parsed, ignoring too much is better than accusing wrongly.
        None => true,
    };
    let mut deviations = solver.profile.deviations.iter().filter(|deviation| fits(&deviation.versions));
    let deviation = deviations.find(|deviation| deviation.operators.iter().any(|name| occurs(name)))?;
    Some(format!("an accepted deviation of {}: {}", solver.name, deviation.what))
}

impl Ignore {
    fn fits(&self, finding: &Finding, solver: &Solver, occurs: &impl Fn(&str) -> bool) -> bool {
        let versions = self.versions.as_deref().and_then(Versions::read);
        let has_signature =
            |part: &String| finding.signature.as_ref().is_some_and(|text| text.contains(part));
        [&solver.name, &solver.profile.name].contains(&&self.solver)
            && versions.is_none_or(|versions| versions.hold(&solver.version))
            && self.kind.as_deref().is_none_or(|kind| kind == finding.kind.word())
            && self.signature.as_ref().is_none_or(has_signature)
            && self.operators.iter().all(|name| occurs(name))
    }

    fn check(&self) -> Result<(), String> {
        let err = |message: &str| Err(message.to_owned());
        if self.solver.trim().is_empty() {
            return err("`solver` is empty; write its name, for instance \"z3\"");
        }
        if self.why.trim().is_empty() {
            return err("`why` is empty; say why it is ignored, for instance with the link of an issue");
        }
        if let Some(kind) = self.kind.as_deref().filter(|kind| FindingKind::from_word(kind).is_none()) {
            let known: Vec<&str> = FindingKind::ALL.iter().map(|kind| kind.word()).collect();
            return Err(format!("no kind `{kind}`; there are {}", known.join(", ")));
        }
        let kind = self.kind.as_deref().and_then(FindingKind::from_word);
        if self.signature.is_some() && !kind.is_none_or(FindingKind::is_fault) {
            return err(
                "only crashes and sanitizer reports have a `signature`; leave it out, or write kind = \"crash\"",
            );
        }
        if let Some(versions) = self.versions.as_deref().filter(|text| Versions::read(text).is_none()) {
            return Err(format!(
                "versions `{versions}` are not understood; write `4.8.9`, `up to 4.8.9`, `since 4.8.9`, \
                 `4.8.5 to 4.8.9` or `all`"
            ));
        }
        match self.operators.iter().find(|name| table().meanings(name).is_empty()) {
            Some(name) => Err(format!("no operator `{name}`; `gainsay list ops` lists them")),
            None => Ok(()),
        }
    }
}

/// A range of versions, both ends included.
#[derive(PartialEq, Debug)]
struct Versions<'a> {
    first: Option<&'a str>,
    last: Option<&'a str>,
}

impl<'a> Versions<'a> {
    fn read(text: &'a str) -> Option<Versions<'a>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (first, last) = match words.as_slice() {
            ["all"] => (None, None),
            ["up", "to", last] => (None, Some(*last)),
            ["since", first] => (Some(*first), None),
            [first, "to", last] => (Some(*first), Some(*last)),
            [only] => (Some(*only), Some(*only)),
            _ => return None,
        };
        let is_version = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_digit())
                && text.chars().all(|c| c.is_ascii_alphanumeric() || ".-+".contains(c))
        };
        [first, last].into_iter().flatten().all(is_version).then_some(Versions { first, last })
    }

    /// A solver that does not tell its version may have any.
    fn hold(&self, version: &str) -> bool {
        let key = version_key(version);
        version.is_empty()
            || self.first.is_none_or(|first| version_key(first) <= key)
                && self.last.is_none_or(|last| key <= version_key(last))
    }
}
