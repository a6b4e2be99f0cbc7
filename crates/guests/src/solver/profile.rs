//! A profile contains everything that gainsay knows about one solver: a TOML file, or a table in the user's
//! settings.
//!
//! Profiles are data. No other code depends on a solver's name.

use super::form::Form;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The profiles that ship with gainsay, as (file, text).
const SHIPPED: &[(&str, &str)] = &[
    ("solvers/z3.toml", include_str!("../../../../solvers/z3.toml")),
    ("solvers/cvc5.toml", include_str!("../../../../solvers/cvc5.toml")),
    ("solvers/cvc5-gpl.toml", include_str!("../../../../solvers/cvc5-gpl.toml")),
    ("solvers/cvc4.toml", include_str!("../../../../solvers/cvc4.toml")),
    ("solvers/bitwuzla.toml", include_str!("../../../../solvers/bitwuzla.toml")),
    ("solvers/yices.toml", include_str!("../../../../solvers/yices.toml")),
    ("solvers/boolector.toml", include_str!("../../../../solvers/boolector.toml")),
    ("solvers/mathsat.toml", include_str!("../../../../solvers/mathsat.toml")),
    ("solvers/opensmt.toml", include_str!("../../../../solvers/opensmt.toml")),
];

/// The knowledge about one solver.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// The name users type; filled in from the file or the table's key.
    pub name: String,
    /// A name shared by solvers that share code, if these are more than releases of one solver: two of one family
    /// are not independent of each other.
    pub family: Option<String>,
    /// The program, as found on PATH, and arguments that it always gets.
    pub command: Vec<String>,
    /// Arguments that print the version.
    pub version: Vec<String>,
    /// Arguments that make it read the script from standard input; without them it gets a file as last argument.
    pub stdin: Option<Vec<String>>,
    /// Further arguments for a process that answers many scripts, with `(reset)` between them; without them
    /// sessions are not used.
    pub session: Option<Vec<String>>,
    /// Whether it prints the text of `(echo ..)`, by which replies are told apart; implied by `session`. Without
    /// it, requests after an answer are sent one by one, each in a run of its own.
    pub echo: bool,
    /// Whether `(reset)` also undoes `(set-option ...)`; if not, a session serves scripts with the same options
    /// only.
    pub reset_clears_options: bool,
    /// Options that return to their initial state by `(reset)` followed by `(set-option NAME false)`.
    pub unset_options: Vec<String>,
    /// Whether sessions take scripts with `push` or several `check-sat`; if not, these get a process of their own.
    pub incremental_sessions: bool,
    /// Scripts with one of these texts get a process of their own, because `(reset)` does not undo what they do.
    pub never_in_sessions: Vec<String>,
    /// Forms of a question inside a running process that may be cheaper than a script and `(reset)`; the first is
    /// the cheapest for small questions.
    pub forms: Vec<Form>,
    /// The `get-info` keyword of a deterministic count of its steps.
    pub work: Option<String>,
    /// The requests beyond `check-sat` that it supports, in the words of `ask::Kind`.
    pub answers: Vec<String>,
    /// The packages to install it from, tried in this order.
    pub install: Vec<Source>,
    pub language: Language,
    pub options: Options,
    pub patterns: Patterns,
    pub exit_codes: ExitCodes,
    /// The options that it lists itself.
    pub choices: Choices,
    /// Sets of options that each disable a part of the solver: those that correct a wrong answer show which part
    /// is to blame.
    pub mending: Vec<Vec<String>>,
    /// Known departures from the standard that are no bugs.
    pub deviations: Vec<Deviation>,
    /// Issues that are reported already.
    pub known: Vec<KnownIssue>,
    /// Operators whose code has changed recently.
    pub changed: Vec<Change>,
    pub reports: Reports,
    /// How to use its rewriter directly, if that is possible.
    pub rewriter: Option<Rewriting>,
    /// The last version that reads and prints string literals with the escapes from before SMT-LIB 2.6.
    pub old_strings_until: Option<String>,
    /// How it was instrumented for coverage; if not given, this is detected from the program.
    pub coverage: Option<Instrument>,
    /// Whether the program's file name tells nothing, so that it may be any solver, or start any.
    #[serde(skip)]
    pub is_stranger: bool,
    /// The known solver that such a program names in the line about its version.
    #[serde(skip)]
    pub like: Option<String>,
}

/// The instrumentation of a solver that records which of its code is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Instrument {
    /// Counters in shared memory, as in AFL.
    Edges,
    /// Files of gcc's `--coverage`.
    Gcov,
}

/// A way to install a solver that needs no compiler.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "via", rename_all = "lowercase", deny_unknown_fields)]
pub enum Source {
    /// A Python wheel that carries an executable, or a module that one of our drivers runs.
    Pip { package: String, program: Program },
    /// A Debian package, unpacked together with the libraries that it needs.
    Apt { package: String, executable: String },
}

/// What to run of an installed wheel.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Program {
    /// A path inside the wheel.
    Executable(String),
    /// One of the drivers that ship with gainsay.
    Driver(String),
}

/// How the solver's language differs from the standard's.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Language {
    /// The logics that it supports; empty means all.
    pub logics: Vec<String>,
    pub lacks_logics: Vec<String>,
    /// Whether it rejects scripts that do not set a logic.
    pub needs_logic: bool,
    /// The float formats that it supports, as bits of the exponent and of the significand; empty means all.
    pub float_formats: Vec<(u32, u32)>,
    /// The logic as which it treats `ALL`, if that logic lacks something that it supports.
    pub everything: Option<String>,
    /// Whether it does not support arrays as indices of arrays.
    pub lacks_arrays_as_indices: bool,
    /// Theories of the operator table, and `Datatypes`, that it does not support.
    pub lacks_theories: Vec<String>,
    /// Operators that it does not support, each by its name or by the beginning of its declaration in the table.
    pub lacks_operators: Vec<String>,
    /// The last version with nonstandard escapes in string literals: a literal with an escape denotes another
    /// string there.
    pub own_escapes_until: Option<String>,
    /// Builtin functions that silently replace functions declared in a script under the same name.
    pub own_names: Vec<String>,
    /// The last version before that behaviour.
    pub own_names_after: Option<String>,
    /// The same for builtin functions that exist for each constructor; `{}` stands for the constructor's name.
    pub own_names_of_constructors: Vec<String>,
}

/// Command-line options, where `{seed}` stands for a number.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Options that promise minimal unsat cores: no element can be left out.
    pub minimal_cores: Vec<String>,
    pub seed: Vec<String>,
    /// Needed for scripts with `push` or more than one `check-sat`.
    pub incremental: Vec<String>,
}

/// The lists of a solver's options, and patterns of options that are never drawn.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choices {
    pub lists: Vec<OptionList>,
    /// Options that are never drawn because they change what is printed or written. A pattern names an option or
    /// one of its values as `name=value`; `*` stands for any text.
    pub printing: Vec<String>,
    /// Options that are never drawn because they make the solver give up.
    pub giving_up: Vec<String>,
    /// Options that change the question or its meaning. Hunts never draw them; if a script, a user or a tactic
    /// sets one, only crashes are judged.
    pub changing: Vec<String>,
    /// Options that are never drawn because they matter for other tasks only, or because gainsay sets them itself.
    pub elsewhere: Vec<String>,
}

/// A list of options that the solver prints.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionList {
    pub form: ListForm,
    /// The arguments that make the solver print the list.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The input for that run.
    #[serde(default)]
    pub script: String,
    /// How an option is set: a template with `{name}` and `{value}`.
    pub argument: String,
}

/// The format of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListForm {
    /// A JSON object on each line, as our drivers print it.
    Rows,
    /// Modules of parameters with their types and defaults.
    Parameters,
    /// A help page.
    Help,
    /// The names of tactics; only those in the rewriter's table are drawn, because others change the question.
    Tactics,
}

/// Texts that tell what happened. They are looked for in errors and in each line of output that is not a reply to
/// a command.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Patterns {
    pub crash: Vec<String>,
    /// The solver says itself that it is wrong, without dying.
    pub internal_error: Vec<String>,
    /// The solver says after its answer that the answer is doubtful: it has checked its own model.
    pub doubts: Vec<String>,
    pub rejected: Vec<String>,
    /// A warning that it ignores a part of the script, so that its answer is to another question.
    pub unsupported: Vec<String>,
    /// Printed if its answer differs from the script's `:status`.
    pub status_remark: Option<String>,
    /// Printed if it aborts because its answer differs from the script's `:status`.
    pub status_abort: Vec<String>,
    /// In addition to the texts that all programs use.
    pub out_of_memory: Vec<String>,
    pub timeout: Vec<String>,
}

/// Exit codes that tell what happened.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExitCodes {
    pub crash: Vec<i32>,
    pub out_of_memory: Vec<i32>,
    pub timeout: Vec<i32>,
}

/// Known behaviour that looks like a bug but is not one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// The affected versions, in words.
    pub versions: String,
    pub what: String,
    /// The operators concerned: no application of them counts against the solver or against our evaluator.
    #[serde(default)]
    pub operators: Vec<String>,
}

/// A bug that is known to the developers. All conditions given must match.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KnownIssue {
    pub link: String,
    pub what: String,
    /// The kind of finding, as `gainsay bugs` names it.
    pub kind: Option<String>,
    /// A part of a crash's signature.
    pub signature: Option<String>,
    /// The shape of the reduced formula, without its leaves, as `gainsay bugs` shows it.
    pub shape: Option<String>,
    /// Operators that must all occur in the reduced formula.
    pub operators: Vec<String>,
    /// The last affected release.
    pub until: Option<String>,
}

/// A change announced by the developers: new code has new bugs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub link: String,
    pub what: String,
    /// The operators concerned.
    pub operators: Vec<String>,
    /// The first release with the change.
    pub since: String,
}

/// How to use a solver's rewriter: the command `(simplify t)` and its options.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rewriting {
    /// How many terms one command rewrites.
    pub form: RewritingForm,
    /// Commands to send first, so that results are printed in full.
    pub setup: Vec<String>,
    /// Options of the command that change which rules it applies, but no value, as in `:som true`.
    pub options: Vec<String>,
    /// The prefix of the same options' names when a script sets them for all its commands.
    pub options_for_all: Option<String>,
    /// Tactics for `(apply t)` that preserve satisfiability.
    pub tactics: Vec<String>,
}

/// How terms are put into one command, since each command has a cost of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RewritingForm {
    /// One term.
    #[default]
    One,
    /// Several, as the arguments of an uninterpreted function.
    Arguments,
    /// Several, one on each line, with one result on each line.
    Lines,
}

/// How the developers want bugs to be reported.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reports {
    /// The most reports in seven days.
    pub a_week: Option<usize>,
    /// Whether to report all in one list, by theory.
    pub together: bool,
}

/// A profile that cannot be used: where, why, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{file}: {message}")]
    Syntax { file: String, message: String },
    #[error(
        "{file}: [solver.{name}] has no `command`; write for instance command = [\"{name}\", \"--option\"]"
    )]
    NoCommand { file: String, name: String },
    #[error("{file}: [solver.{name}]: a name may hold letters, digits, `-`, `_` and `.` only")]
    BadName { file: String, name: String },
}

/// All profiles by name: the shipped ones, and the user's on top of them.
#[derive(Clone, Debug)]
pub struct Profiles(BTreeMap<String, Profile>);

impl Profiles {
    /// The profiles that ship with gainsay.
    pub fn shipped() -> Profiles {
        let profiles = SHIPPED.iter().map(|(file, text)| {
            let profile: Profile =
                shipped(text).try_into().unwrap_or_else(|error| panic!("shipped profile {file}: {error}"));
            (profile.name.clone(), profile)
        });
        Profiles(profiles.collect())
    }

    /// Adds the `[solver.NAME]` tables of a `gainsay.toml`, which replace shipped profiles of the same name.
    /// Fields that a table for a known program leaves out come from the shipped profile.
    pub fn add_file(&mut self, path: &Path) -> Result<(), ProfileError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| ProfileError::Read { path: path.to_owned(), source })?;
        self.add_text(&path.display().to_string(), &text)
    }

    /// As `add_file`, for the text of a file named `file`.
    pub fn add_text(&mut self, file: &str, text: &str) -> Result<(), ProfileError> {
        // Other tables of the file belong to other parts of the program.
        #[derive(Deserialize)]
        struct File {
            #[serde(default)]
            solver: BTreeMap<String, Profile>,
        }
        let parsed: File = toml::from_str(text).map_err(|error| ProfileError::Syntax {
            file: file.to_owned(),
            message: error.to_string().trim_end().to_owned(),
        })?;
        let tables: toml::Table = toml::from_str(text).unwrap_or_default();
        for (name, mut profile) in parsed.solver {
            let file = file.to_owned();
            if !is_name(&name) {
                return Err(ProfileError::BadName { file, name });
            }
            if profile.command.is_empty() {
                return Err(ProfileError::NoCommand { file, name });
            }
            let table = tables.get("solver").and_then(|solvers| solvers.get(&name)?.as_table());
            let completed = table.and_then(|table| completed(table, profile.program()));
            profile = completed.unwrap_or_else(|| profile.of_stranger());
            profile.name = name.clone();
            self.0.insert(name, profile);
        }
        Ok(())
    }

    pub fn get(&self, name: &str) -> Option<&Profile> {
        self.0.get(name)
    }

    /// The profile of the program with this file name, for plain command lines.
    pub fn by_program(&self, program: &str) -> Option<&Profile> {
        let file_name = Path::new(program).file_name()?.to_str()?;
        self.get(file_name).or_else(|| self.iter().find(|profile| profile.program() == file_name))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.0.values()
    }
}

/// The table of a shipped profile, completed from the profile named in `like`.
fn shipped(text: &str) -> toml::Table {
    let table =
        |text| toml::from_str(text).unwrap_or_else(|error| panic!("shipped profile: {error}\n{text}"));
    let mut own: toml::Table = table(text);
    let Some(like) = own.remove("like") else { return own };
    let mut others = SHIPPED.iter().map(|(_, text)| table(text));
    let mut whole = others.find(|other| other.get("name") == Some(&like)).unwrap_or_default();
    for (key, value) in own {
        match (whole.get_mut(&key), value) {
            (Some(toml::Value::Table(old)), toml::Value::Table(new)) => old.extend(new),
            (_, value) => {
                whole.insert(key, value);
            }
        }
    }
    whole
}

/// A user's table completed from the shipped profile of the same program, except for `install`: packages do not
/// provide the user's program.
fn completed(own: &toml::Table, program: &str) -> Option<Profile> {
    let file_name = Path::new(program).file_name()?.to_str()?;
    let shipped = SHIPPED.iter().filter_map(|(_, text)| toml::from_str::<toml::Table>(text).ok());
    let is_about = |table: &toml::Table| {
        let command = table.get("command").and_then(|command| command.get(0)?.as_str());
        command == Some(file_name)
    };
    let mut table = shipped.into_iter().find(is_about)?;
    table.remove("install");
    let family = table.get("family").or_else(|| table.get("name")).cloned()?;
    table.insert("family".to_owned(), family);
    table.extend(own.clone());
    table.try_into().ok()
}

impl Profile {
    /// A profile for an unknown program.
    pub fn unknown(name: &str) -> Profile {
        // Unknown programs may all be builds of one solver.
        let family = Some("unknown".to_owned());
        let version = vec!["--version".to_owned()];
        Profile { name: name.to_owned(), family, version, ..Profile::default() }.of_stranger()
    }

    /// Whether it prints the text of `(echo ..)`.
    pub fn echoes(&self) -> bool {
        self.echo || self.session.is_some()
    }

    /// The program's name on PATH.
    pub fn program(&self) -> &str {
        self.command.first().map_or("", String::as_str)
    }
}

/// Whether a word can be a solver's name (and a folder's).
pub fn is_name(word: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !word.is_empty() && !word.starts_with(['-', '.']) && word.chars().all(allowed)
}
