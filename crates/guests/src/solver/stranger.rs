//! Programs whose file names tell nothing: builds under other names, and programs that start a solver.
//!
//! Such a program is the known solver that its own line about its version names. If there is none, it may be any
//! solver, so whatever takes an accusation back from one of them takes it back from this one.

use super::profile::{Choices, Options, Patterns, Profile, Profiles};
use super::resolve::{Solver, version_in};
use super::settings::{Setting, parts};
use std::sync::LazyLock;

/// What takes accusations back from any known solver.
static TAKING_BACK: LazyLock<Patterns> = LazyLock::new(|| {
    let mut all = Patterns::default();
    Profiles::shipped().iter().for_each(|profile| all.take_back(&profile.patterns));
    all
});

/// The patterns of options that change the question in any known solver.
static CHANGING: LazyLock<Vec<String>> = LazyLock::new(|| {
    Profiles::shipped().iter().flat_map(|profile| &profile.choices.changing).cloned().collect()
});

impl Patterns {
    /// Adds the texts by which another solver says that it is no crash, or that its answer is doubtful. Those that
    /// accuse are its own.
    fn take_back(&mut self, other: &Patterns) {
        add(&mut self.doubts, &other.doubts);
        add(&mut self.rejected, &other.rejected);
        // Whether it checks `:status` itself is not known; if it does, that is no crash.
        add(&mut self.rejected, &other.status_abort);
        add(&mut self.out_of_memory, &other.out_of_memory);
        add(&mut self.timeout, &other.timeout);
    }
}

fn add(own: &mut Vec<String>, others: &[String]) {
    let new: Vec<String> = others.iter().filter(|text| !own.contains(text)).cloned().collect();
    own.extend(new);
}

impl Profiles {
    /// The profile of the solver that a line about a version names before the version: `Z3 version 4.8.7`,
    /// `This is cvc5 version 1.0.3`, `MathSAT5 version 5.6.11`.
    pub fn by_version_line(&self, line: &str) -> Option<&Profile> {
        let version = version_in(line)?;
        let before = line.split(&version).next()?.to_lowercase();
        let named = |word: &str| self.get(word).filter(|profile| !profile.is_stranger);
        let without_number = |word: &str| named(word.trim_end_matches(|c: char| c.is_ascii_digit()));
        let mut words = before.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        words.find_map(|word| named(word).or_else(|| without_number(word)))
    }
}

impl Profile {
    /// The same profile for a program that may be any solver, or start any.
    pub(super) fn of_stranger(mut self) -> Profile {
        self.is_stranger = true;
        self.patterns.take_back(&TAKING_BACK);
        self
    }

    /// The patterns of options that change the question. A program that may be any solver has those of all.
    pub(super) fn changing(&self) -> &[String] {
        match self.is_stranger || self.choices.changing.is_empty() {
            true => &CHANGING,
            false => &self.choices.changing,
        }
    }

    /// The first word of a command within an argument that may set an option which changes the question. Of a
    /// program that may start any solver, an argument may be code for a shell, which may compute the value: the
    /// name is enough.
    pub(super) fn changed_in_code(&self, arguments: &[String]) -> Option<Setting> {
        let names: Vec<String> = self.changing().iter().map(|pattern| parts(pattern).0).collect();
        let telling = |name: &&String| name.len() >= SHORTEST_IN_CODE;
        let names: Vec<&String> = names.iter().filter(telling).collect();
        let code = arguments.iter().filter(|argument| self.is_stranger && argument.contains(is_of_code));
        let mut settings = code.flat_map(|argument| words_of_code(argument));
        settings.find(|setting| names.iter().any(|name| setting.may_be_called(name)))
    }

    /// The profile of a program that turned out to be a known solver, or to start it. What it says means what the
    /// solver means by it; its name, how it is started, and how it gets its scripts stay its own matter.
    pub fn recognised_as(self, known: &Profile) -> Profile {
        let known = known.clone();
        let mut patterns = known.patterns;
        patterns.take_back(&self.patterns);
        Profile {
            like: Some(known.name.clone()),
            family: known.family.or(Some(known.name)),
            language: known.language,
            patterns,
            exit_codes: known.exit_codes,
            choices: Choices { lists: Vec::new(), ..known.choices },
            options: Options { minimal_cores: known.options.minimal_cores, ..self.options },
            deviations: known.deviations,
            old_strings_until: known.old_strings_until,
            ..self
        }
    }
}

/// Names that are shorter, such as `lang`, are told by their values only.
const SHORTEST_IN_CODE: usize = 5;

/// Whether a letter has a meaning for a shell, or separates words in an argument.
fn is_of_code(letter: char) -> bool {
    letter.is_whitespace() || "'\"\\`$(){}[]<>;|&*?!#".contains(letter)
}

/// What may be options among the words of code: quotes and backslashes may stand within a word, and a backslash
/// may also stand for a space.
fn words_of_code(argument: &str) -> Vec<Setting> {
    let joined: String = argument.chars().filter(|letter| !"'\"\\".contains(*letter)).collect();
    let is_between = |c: char| is_of_code(c) || ",=".contains(c);
    let texts = [joined.as_str(), argument].into_iter();
    let words: Vec<&str> =
        texts.flat_map(|text| text.split(is_between)).filter(|word| !word.is_empty()).collect();
    words.into_iter().map(Setting::in_code).collect()
}

impl Solver {
    /// The same solver with what is known of the one that its line about its version names: its own line, or that
    /// of its whole command, as behind `env` and `nice`.
    pub(super) fn recognised(&self, profiles: &Profiles) -> Option<Solver> {
        let alone = Solver { argv: self.argv[..1].to_vec(), ..self.clone() };
        let commands = if self.argv.len() > 1 { vec![&alone, self] } else { vec![self] };
        let mut lines = commands.into_iter().filter_map(Solver::ask_version_line);
        let named = |line: String| Some((version_in(&line)?, profiles.by_version_line(&line)?));
        let (version, known) = lines.find_map(named)?;
        Some(Solver { version, profile: self.profile.clone().recognised_as(known), ..self.clone() })
    }
}
