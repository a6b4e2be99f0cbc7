//! Options that somebody else sets, in arguments, in a script or for a tactic: which of them change what is asked, and which a
//! release does not know.
//!
//! With an option that changes the question, an answer is right or wrong about something that nobody has written down. So of
//! such an answer nothing but a crash counts ([`Outcome::NotJudged`]).

use super::Solver;
use super::choices::matches;
use super::output::{elements, head};
use super::profile::{Choices, Profile, Profiles};
use crate::answer::{Answer, Outcome};
use crate::hash::HashMap;
use crate::script::{Command, Script};
use crate::sexp::{Kind, Lexer};
use std::sync::{LazyLock, Mutex, PoisonError};

/// An option that somebody sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// As it was written.
    pub text: String,
    /// In small letters, with `-` for `_`, without what stands in front of it.
    name: String,
    /// What it may be set to: a word behind an argument may be its value, or something else.
    values: Vec<String>,
    /// Whether a part of the name may stand for all of it, as on many command lines.
    may_be_short: bool,
}

/// The command lines of which it is remembered what they set.
const MOST_KNOWN: usize = 1000;

/// A shorter part of a name stands for nothing.
const SHORTEST: usize = 3;

impl Setting {
    fn new(text: &str, name: &str, values: &[&str]) -> Setting {
        let values = values.iter().map(|value| plain(value.trim_matches(['"', '|']))).collect();
        Setting { text: text.to_owned(), name: plain(name), values, may_be_short: false }
    }

    /// What `(set-option KEYWORD VALUE)` sets.
    pub fn of_option(keyword: &str, value: &str) -> Setting {
        Setting::new(format!("{keyword} {value}").trim_end(), keyword, &[value])
    }

    /// The options among arguments: `name=value`, `--name=value`, `--name value`, `--name` and `--no-name`.
    pub fn in_arguments(arguments: &[String]) -> Vec<Setting> {
        let mut settings = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None if argument.starts_with('-') => (argument.as_str(), None),
                None => continue,
            };
            let next = arguments.get(at + 1).filter(|next| !next.starts_with('-')).map(String::as_str);
            let values =
                value.map_or_else(|| ["true"].into_iter().chain(next).collect(), |value| vec![value]);
            let mut setting = Setting::new(argument, name, &values);
            setting.may_be_short = name.starts_with("--");
            let negated = setting.name.strip_prefix("no-").filter(|_| value.is_none()).map(str::to_owned);
            settings.extend(negated.map(|name| Setting {
                name,
                values: vec!["false".to_owned()],
                ..setting.clone()
            }));
            settings.push(setting);
            settings.extend(value.map(in_tactic).unwrap_or_default());
        }
        settings
    }

    /// The options that a command of a script sets: for all that follows, or for the tactic or the rewriter that it names.
    pub fn in_command(command: &str) -> Vec<Setting> {
        match head(command) {
            "set-option" => match elements(command)[..] {
                [_, name, ref values @ ..] => {
                    let value = values.join(" ");
                    let mut settings = in_tactic(&value);
                    settings.push(Setting::of_option(name, &value));
                    settings
                }
                _ => Vec::new(),
            },
            "check-sat-using" | "apply" | "simplify" | "using-params" => keywords(command),
            _ => Vec::new(),
        }
    }

    /// Whether it sets what a pattern stands for: `name` or `name=value`, where `*` stands for anything. What is said to a
    /// tactic leaves out the module, which the name begins with.
    fn is_meant_by(&self, pattern: &str) -> bool {
        let (name, value) = parts(pattern);
        let in_module = || name.split_once('.').is_some_and(|(_, inside)| matches(inside, &self.name));
        let in_short = || self.may_be_short && self.name.len() >= SHORTEST && name.starts_with(&self.name);
        (matches(&name, &self.name) || in_module() || in_short()) && self.is_set_to(value.as_deref())
    }

    /// The same by its full name only.
    fn is_named_by(&self, pattern: &str) -> bool {
        let (name, value) = parts(pattern);
        matches(&name, &self.name) && self.is_set_to(value.as_deref())
    }

    fn is_set_to(&self, value: Option<&str>) -> bool {
        value.is_none_or(|value| self.values.iter().any(|own| matches(value, own)))
    }
}

/// The name in a pattern, and the value, if it is about one.
fn parts(pattern: &str) -> (String, Option<String>) {
    match plain(pattern).split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (plain(pattern), None),
    }
}

/// In small letters, with `-` for `_`, without what stands in front of a name.
fn plain(word: &str) -> String {
    word.trim_start_matches([':', '-']).to_lowercase().replace('_', "-")
}

/// What the value of an option sets, if it is a tactic with parameters.
fn in_tactic(value: &str) -> Vec<Setting> {
    if value.contains('(') { keywords(value.trim_matches(['"', '|'])) } else { Vec::new() }
}

/// The keywords in a command, each with what follows it.
fn keywords(command: &str) -> Vec<Setting> {
    let mut lexer = Lexer::new(command);
    let mut settings = Vec::new();
    let mut keyword: Option<&str> = None;
    loop {
        let token = lexer.token();
        let text = lexer.text(token);
        if let Some(name) = keyword.take() {
            settings.push(Setting::new(&format!("{name} {text}"), name, &[text]));
        }
        match token.kind {
            Kind::End => return settings,
            Kind::Keyword => keyword = Some(text),
            _ => {}
        }
    }
}

/// What changes the question in any of the known solvers.
static OF_ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
    Profiles::shipped().iter().flat_map(|profile| &profile.choices.changing).cloned().collect()
});

impl Choices {
    /// The patterns of all options that hunts never draw.
    pub fn never(&self) -> impl Iterator<Item = &String> {
        let Choices { printing, giving_up, changing, elsewhere, .. } = self;
        [printing, giving_up, changing, elsewhere].into_iter().flatten()
    }

    /// The first setting that changes the question. A solver without a list of its own may be any of the known ones.
    fn changed_by(&self, settings: Vec<Setting>) -> Option<Setting> {
        let changes = |setting: &Setting| match self.changing.as_slice() {
            [] => OF_ALL.iter().any(|pattern| setting.is_named_by(pattern)),
            own => own.iter().any(|pattern| setting.is_meant_by(pattern)),
        };
        settings.into_iter().find(changes)
    }
}

impl Profile {
    /// The option by which one of these commands of a script changes what the solver is asked, if one does.
    pub fn changed_by_script(&self, commands: &[&str]) -> Option<Setting> {
        commands.iter().find_map(|command| self.choices.changed_by(Setting::in_command(command)))
    }
}

impl Solver {
    /// The argument by which it is always asked something else than the script says, if there is one: among those of the user, and
    /// among those of the command in the user's own table. An argument may be a command line itself, as for `sh -c`.
    pub fn changed_by_arguments(&self) -> Option<Setting> {
        static KNOWN: LazyLock<Mutex<HashMap<Vec<String>, Option<Setting>>>> = LazyLock::new(Mutex::default);
        let Profile { name, stdin, session, choices, .. } = &self.profile;
        let arguments = self.argv.iter().skip(1).chain(stdin.iter().chain(session).flatten());
        let key: Vec<String> = [name].into_iter().chain(arguments.clone()).cloned().collect();
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(setting) = known.get(&key) {
            return setting.clone();
        }
        let words =
            arguments.flat_map(|argument| argument.split_whitespace()).map(str::to_owned).collect::<Vec<_>>();
        let settings = [Setting::in_arguments(&key[1..]), Setting::in_arguments(&words)].concat();
        let setting = choices.changed_by(settings);
        // Random seeds are arguments, too, and there is no end to them.
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(key, setting.clone());
        setting
    }

    /// Whether the user's arguments ask for minimal unsat cores, and nothing, also in a script, says the contrary.
    pub fn promises_minimal_cores(&self, script: &Script) -> bool {
        let asked = &self.profile.options.minimal_cores;
        let others: Vec<String> =
            self.arguments.iter().filter(|argument| !asked.contains(argument)).cloned().collect();
        let in_script = script.commands.iter().filter_map(|command| match command {
            Command::SetOption { keyword, value } => Some(Setting::of_option(keyword, value)),
            _ => None,
        });
        let others: Vec<Setting> = Setting::in_arguments(&others).into_iter().chain(in_script).collect();
        let is_kept = |option: &String| {
            let name = option.split('=').next().unwrap_or_default();
            self.arguments.contains(option) && !others.iter().any(|other| other.is_meant_by(name))
        };
        !asked.is_empty() && asked.iter().all(is_kept)
    }

    /// The answer, of which only a crash counts if the arguments change what was asked.
    pub(super) fn as_judged(&self, answer: Answer) -> Answer {
        match self.changed_by_arguments() {
            Some(setting) => answering_another_question(answer, &setting),
            None => answer,
        }
    }

    /// Whether the release lists an option, or everybody has it. `None` if it prints no list.
    pub fn lists(&self, setting: &Setting) -> Option<bool> {
        let offers = self.offers();
        let names: Vec<String> = offers.iter().flatten().map(|offer| plain(&offer.name)).collect();
        let is_short = |name: &String| setting.may_be_short && name.starts_with(&setting.name);
        let is_listed = || names.iter().any(|name| *name == setting.name || is_short(name));
        let is_standard = STANDARD.contains(&setting.name.as_str());
        let has_names = names.iter().any(|name| !name.is_empty());
        has_names.then(|| is_standard || is_listed() || self.is_in_profile(setting))
    }

    /// The arguments that the release does not list, of those in the form of what it lists.
    pub fn unlisted_arguments(&self) -> Vec<String> {
        let lists_dashes = self.profile.choices.lists.iter().any(|list| list.argument.starts_with("--"));
        let is_of_form = |setting: &&Setting| match lists_dashes {
            true => setting.text.starts_with("--"),
            false => setting.text.contains('=') && !setting.text.starts_with('-'),
        };
        let settings = Setting::in_arguments(&self.arguments);
        let of_form: Vec<&Setting> = settings.iter().filter(is_of_form).collect();
        // `--no-x` can be read in two ways, and one of them is enough.
        let is_listed = |text: &str| {
            let mut readings = of_form.iter().filter(|setting| setting.text == text);
            readings.any(|setting| self.lists(setting) != Some(false))
        };
        let mut unlisted: Vec<String> =
            of_form.iter().map(|setting| setting.text.clone()).filter(|text| !is_listed(text)).collect();
        unlisted.dedup();
        unlisted
    }

    /// Whether the profile uses it.
    fn is_in_profile(&self, setting: &Setting) -> bool {
        let Profile { command, options, mending, .. } = &self.profile;
        let lists = [command, &options.seed, &options.minimal_cores, &options.incremental];
        let all = lists.into_iter().chain(mending).flatten();
        all.filter_map(|word| word.split('=').next()).any(|name| plain(name) == setting.name)
    }
}

/// What is left of an answer to another question than the one that was judged.
pub(super) fn answering_another_question(mut answer: Answer, by: &Setting) -> Answer {
    if !matches!(answer.outcome, Outcome::Crash(_) | Outcome::Rejected(_) | Outcome::NotJudged(_)) {
        let (word, text) = (answer.outcome.word(), &by.text);
        answer.outcome = Outcome::NotJudged(format!("{word}, but `{text}` changes what is asked"));
    }
    (answer.model, answer.core, answer.asides) = (None, None, Vec::new());
    answer
}

/// The options of the standard, which solvers need not list.
pub const STANDARD: [&str; 15] = [
    "diagnostic-output-channel",
    "global-declarations",
    "interactive-mode",
    "print-success",
    "produce-assertions",
    "produce-assignments",
    "produce-models",
    "produce-proofs",
    "produce-unsat-assumptions",
    "produce-unsat-cores",
    "random-seed",
    "regular-output-channel",
    "reproducible-resource-limit",
    "verbosity",
    "incremental",
];
