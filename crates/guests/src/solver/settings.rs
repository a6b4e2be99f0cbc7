//! Options set by a user, a script or a tactic: which of them change the question, and which a release does not
//! know.
//!
//! With an option that changes the question, an answer is right or wrong about a question that is written down
//! nowhere. So only a crash counts in such an answer ([`Outcome::NotJudged`]).

use super::Solver;
use super::choices::matches;
use super::output::{elements, head};
use super::profile::{Choices, Profile};
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{Command, Script};
use gainsay_lang::sexp::{Kind, Lexer};
use std::sync::{LazyLock, Mutex, PoisonError};

/// An option that is set, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The original text.
    pub text: String,
    /// The name in lower case, with `-` for `_`, without leading `:` or `-`.
    name: String,
    /// Its possible values: a word after an argument may be its value, or something else.
    values: Vec<String>,
    /// Whether the name may be abbreviated, as on many command lines.
    may_be_short: bool,
}

/// The most command lines whose settings are cached.
const MOST_KNOWN: usize = 1000;

/// The shortest abbreviation of a name.
const SHORTEST: usize = 3;

impl Setting {
    fn new(text: &str, name: &str, values: &[&str]) -> Setting {
        let values = values.iter().map(|value| plain(value.trim_matches(['"', '|']))).collect();
        Setting { text: text.to_owned(), name: plain(name), values, may_be_short: false }
    }

    /// The option that a word of a shell's code may set to a value which nobody knows.
    pub(super) fn in_code(word: &str) -> Setting {
        let may_be_short = word.trim_start_matches('_').starts_with("--");
        let name = word.trim_start_matches(['-', '_', ':']);
        Setting { may_be_short, ..Setting::new(word, name.strip_prefix("no-").unwrap_or(name), &[]) }
    }

    /// The setting made by `(set-option KEYWORD VALUE)`.
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

    /// The options that a command of a script sets, for all that follows or for the tactic or rewriter that it
    /// names.
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

    /// Whether a pattern matches it: `name` or `name=value`, where `*` stands for any text. Parameters of tactics
    /// lack the module that the name begins with.
    fn is_meant_by(&self, pattern: &str) -> bool {
        let (name, value) = parts(pattern);
        self.may_be_called(&name) && self.is_set_to(value.as_deref())
    }

    /// Whether a name is the option's, perhaps without its module or abbreviated. Names with modules have no
    /// abbreviations.
    pub(super) fn may_be_called(&self, name: &str) -> bool {
        let module = || name.split_once('.').filter(|(module, _)| !module.contains('*'));
        let in_module = || module().is_some_and(|(_, inside)| matches(inside, &self.name));
        let is_long = self.name.len() >= SHORTEST && !name.contains('.');
        let in_short = || self.may_be_short && is_long && name.starts_with(&self.name);
        matches(name, &self.name) || in_module() || in_short()
    }

    /// The same for the full name only.
    fn is_named_by(&self, pattern: &str) -> bool {
        let (name, value) = parts(pattern);
        matches(&name, &self.name) && self.is_set_to(value.as_deref())
    }

    fn is_set_to(&self, value: Option<&str>) -> bool {
        value.is_none_or(|value| self.values.iter().any(|own| matches(value, own)))
    }
}

/// The name in a pattern, and its value if it has one.
pub(super) fn parts(pattern: &str) -> (String, Option<String>) {
    match plain(pattern).split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (plain(pattern), None),
    }
}

/// A name in lower case, with `-` for `_`, without leading `:` or `-`.
fn plain(word: &str) -> String {
    word.trim_start_matches([':', '-']).to_lowercase().replace('_', "-")
}

/// The settings in the value of an option, if that is a tactic with parameters.
fn in_tactic(value: &str) -> Vec<Setting> {
    if value.contains('(') { keywords(value.trim_matches(['"', '|'])) } else { Vec::new() }
}

/// The keywords in a command, each with the token after it.
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

impl Choices {
    /// The patterns of all options that hunts never draw.
    pub fn never(&self) -> impl Iterator<Item = &String> {
        let Choices { printing, giving_up, changing, elsewhere, .. } = self;
        [printing, giving_up, changing, elsewhere].into_iter().flatten()
    }
}

impl Profile {
    /// The first option set by these commands that changes the question.
    pub fn changed_by_script(&self, commands: &[&str]) -> Option<Setting> {
        commands.iter().find_map(|command| self.changed_by(Setting::in_command(command)))
    }

    /// The first setting that changes the question. Of a known solver without patterns of its own, only a full name
    /// among those of all others counts.
    fn changed_by(&self, settings: Vec<Setting>) -> Option<Setting> {
        let has_patterns = self.is_stranger || !self.choices.changing.is_empty();
        let changes = |setting: &Setting, pattern: &String| match has_patterns {
            true => setting.is_meant_by(pattern),
            false => setting.is_named_by(pattern),
        };
        settings.into_iter().find(|setting| self.changing().iter().any(|pattern| changes(setting, pattern)))
    }
}

impl Solver {
    /// The argument that always changes the question, if there is one, among the user's arguments and those of a
    /// command in the user's settings. An argument may itself be a command line, as for `sh -c`.
    pub fn changed_by_arguments(&self) -> Option<Setting> {
        static KNOWN: LazyLock<Mutex<HashMap<Vec<String>, Option<Setting>>>> = LazyLock::new(Mutex::default);
        let Profile { name, like, stdin, session, .. } = &self.profile;
        let arguments = self.argv.iter().skip(1).chain(stdin.iter().chain(session).flatten());
        let solver = format!("{name} {like:?} {}", self.profile.is_stranger);
        let key: Vec<String> = [&solver].into_iter().chain(arguments.clone()).cloned().collect();
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(setting) = known.get(&key) {
            return setting.clone();
        }
        let words =
            arguments.flat_map(|argument| argument.split_whitespace()).map(str::to_owned).collect::<Vec<_>>();
        let settings = [Setting::in_arguments(&key[1..]), Setting::in_arguments(&words)].concat();
        let setting = self.profile.changed_by(settings).or_else(|| self.profile.changed_in_code(&key[1..]));
        // Random seeds are arguments, too, so the cache would grow without bound.
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(key, setting.clone());
        setting
    }

    /// Whether the user's arguments request minimal unsat cores, and neither other arguments nor the script take
    /// that back.
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

    /// The answer as far as it can be judged: if arguments change the question, only a crash counts.
    pub(super) fn as_judged(&self, answer: Answer) -> Answer {
        match self.changed_by_arguments() {
            Some(setting) => answering_another_question(answer, &setting),
            None => answer,
        }
    }

    /// Whether the release lists an option, or the option is standard or in the profile. `None` if it prints no
    /// list.
    pub fn lists(&self, setting: &Setting) -> Option<bool> {
        let offers = self.offers();
        let names: Vec<String> = offers.iter().flatten().map(|offer| plain(&offer.name)).collect();
        let is_short = |name: &String| setting.may_be_short && name.starts_with(&setting.name);
        let is_listed = || names.iter().any(|name| *name == setting.name || is_short(name));
        let is_standard = STANDARD.contains(&setting.name.as_str());
        let has_names = names.iter().any(|name| !name.is_empty());
        has_names.then(|| is_standard || is_listed() || self.is_in_profile(setting))
    }

    /// The arguments that the release does not list, among those with the syntax of its list.
    pub fn unlisted_arguments(&self) -> Vec<String> {
        let lists_dashes = self.profile.choices.lists.iter().any(|list| list.argument.starts_with("--"));
        let is_of_form = |setting: &&Setting| match lists_dashes {
            true => setting.text.starts_with("--"),
            false => setting.text.contains('=') && !setting.text.starts_with('-'),
        };
        let settings = Setting::in_arguments(&self.arguments);
        let of_form: Vec<&Setting> = settings.iter().filter(is_of_form).collect();
        // `--no-x` can be read in two ways; one that is listed is enough.
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

/// What remains of an answer if an option changed the question: crashes and rejections only.
pub(super) fn answering_another_question(mut answer: Answer, by: &Setting) -> Answer {
    if !matches!(answer.outcome, Outcome::Crash(_) | Outcome::Rejected(_) | Outcome::NotJudged(_)) {
        let (word, text) = (answer.outcome.word(), &by.text);
        answer.outcome = Outcome::NotJudged(format!("{word}, but `{text}` changes what is asked"));
    }
    (answer.model, answer.core, answer.asides) = (None, None, Vec::new());
    answer
}

/// The standard's options, which solvers need not list.
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
