//! A profile says everything that gainsay knows about one solver: one TOML file each, or a table of the user's own.
//!
//! Profiles are data. Nothing else in the program asks for a solver by name.

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

/// What is known about one solver.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// The name users type; filled in from the file or the table's key.
    pub name: String,
    /// Whom it shares code with, where that is more than its own releases: two of one family are not independent of each other.
    pub family: Option<String>,
    /// The program, as found on PATH, and the arguments that it always gets.
    pub command: Vec<String>,
    /// Arguments that print the version.
    pub version: Vec<String>,
    /// Arguments that make it read the script from standard input; without them it gets a file as last argument.
    pub stdin: Option<Vec<String>>,
    /// Further arguments for a process that answers many scripts, with `(reset)` between them; without them
    /// sessions are not used.
    pub session: Option<Vec<String>>,
    /// Whether it prints what `(echo ..)` says, by which replies are told apart; whoever has sessions does. Without it, what is
    /// asked behind an answer is asked one by one, each in a run of its own.
    pub echo: bool,
    /// Whether `(reset)` also undoes `(set-option ...)`; if not, a session serves scripts with the same options only.
    pub reset_clears_options: bool,
    /// Options that are as they were when `(reset)` and `(set-option NAME false)` follow one after the other.
    pub unset_options: Vec<String>,
    /// Whether sessions take scripts with `push` or several `check-sat`; if not, these get a process of their own.
    pub incremental_sessions: bool,
    /// Scripts with one of these texts get a process of their own, because `(reset)` does not undo what they do.
    pub never_in_sessions: Vec<String>,
    /// Ways to put a question inside a running process that may be cheaper than a script and `(reset)`; the first is the
    /// cheapest for small questions.
    pub forms: Vec<Form>,
    /// The `get-info` keyword of a count of the steps that it took, which is the same for every run.
    pub work: Option<String>,
    /// What it can be asked beyond yes and no, in the words of [`ask::Kind`](crate::ask::Kind).
    pub answers: Vec<String>,
    /// Where to get it, tried in this order.
    pub install: Vec<Source>,
    pub language: Language,
    pub options: Options,
    pub patterns: Patterns,
    pub exit_codes: ExitCodes,
    /// Which options it has, by its own account.
    pub choices: Choices,
    /// Sets of options each of which turns some part of it off: those that mend a wrong answer tell which part is to blame.
    pub mending: Vec<Vec<String>>,
    /// Known departures from the standard that are no bugs.
    pub deviations: Vec<Deviation>,
    /// What is reported already.
    pub known: Vec<KnownIssue>,
    /// Operators whose code has changed of late.
    pub changed: Vec<Change>,
    pub reports: Reports,
    /// How it hands out its rewriter, if it does.
    pub rewriter: Option<Rewriting>,
    /// Versions up to this one read and print string literals with the escapes of before SMT-LIB 2.6.
    pub old_strings_until: Option<String>,
    /// How it was built to tell which of its code is run; where this is not given, the program shows it.
    pub coverage: Option<Instrument>,
}

/// What a solver was built with to tell which of its code is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Instrument {
    /// Counters in shared memory, as AFL's tools have them.
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

/// What to run from an installed wheel.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Program {
    /// A path inside the wheel.
    Executable(String),
    /// One of the drivers that ship with gainsay.
    Driver(String),
}

/// How far the solver's language differs from the standard's.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Language {
    /// Logics that it takes; empty means all.
    pub logics: Vec<String>,
    pub lacks_logics: Vec<String>,
    /// Whether it takes no script that does not set a logic.
    pub needs_logic: bool,
    /// The formats of floats that it takes, bits of the exponent and of the significand; empty means all.
    pub float_formats: Vec<(u32, u32)>,
    /// The logic that it takes `ALL` for, if that does not have everything that it knows.
    pub everything: Option<String>,
    /// Whether an index of its arrays is never an array.
    pub lacks_arrays_as_indices: bool,
    /// Theories of the operator table, and `Datatypes`, of which it knows nothing.
    pub lacks_theories: Vec<String>,
    /// Operators that it does not know, each by its name or by the beginning of its declaration in the table.
    pub lacks_operators: Vec<String>,
    /// The last version that reads escapes in string literals in a way of its own: a literal with an escape is another
    /// string for it.
    pub own_escapes_until: Option<String>,
    /// Functions of its own that it takes for those that a script declares under the same name, without a word.
    pub own_names: Vec<String>,
    /// The last version that did not do so.
    pub own_names_after: Option<String>,
    /// The same for functions that it has for each constructor; `{}` stands for the constructor's name.
    pub own_names_of_constructors: Vec<String>,
}

/// Command-line options, where `{seed}` stands for a number.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Who is asked with them promises that no part of a core can be left out.
    pub minimal_cores: Vec<String>,
    pub seed: Vec<String>,
    /// Needed for scripts with `push` or more than one `check-sat`.
    pub incremental: Vec<String>,
}

/// Where a solver tells which options it has, and which of them are never drawn.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choices {
    pub lists: Vec<OptionList>,
    /// What is never drawn, by the reason: options, or one of their values as `name=value`; `*` stands for anything. These
    /// change what is printed or written.
    pub printing: Vec<String>,
    /// These make it give up sooner or later.
    pub giving_up: Vec<String>,
    /// These change what is asked or what holds. With one of them nothing is judged but crashes, whoever sets it: a hunt never
    /// draws it, a script, a user or a tactic may.
    pub changing: Vec<String>,
    /// These matter for other tasks than plain questions, or gainsay sets them itself.
    pub elsewhere: Vec<String>,
}

/// One list that a solver prints.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionList {
    pub form: ListForm,
    /// The arguments for which the list is printed, ..
    #[serde(default)]
    pub arguments: Vec<String>,
    /// .. and what is written to the solver for it.
    #[serde(default)]
    pub script: String,
    /// How an option is set, with `{name}` and `{value}` in it.
    pub argument: String,
}

/// What a list looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListForm {
    /// A JSON object on each line, as our drivers print it.
    Rows,
    /// Modules of parameters with their types and defaults.
    Parameters,
    /// A page of help.
    Help,
    /// The names of tactics; only those that the rewriter's table lists are drawn, because others change the question.
    Tactics,
}

/// Pieces of text that tell what happened, looked for in each line of the output that is no reply to a command, and in errors.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Patterns {
    pub crash: Vec<String>,
    /// The solver itself says that it is wrong, without dying.
    pub internal_error: Vec<String>,
    /// The solver says after its answer that it does not trust that: it has checked its own model.
    pub doubts: Vec<String>,
    pub rejected: Vec<String>,
    /// A warning that it does not mind all of the script, so that its answer is to another one.
    pub unsupported: Vec<String>,
    /// What it prints where its answer is not the script's `:status`.
    pub status_remark: Option<String>,
    /// What it prints where it ends because its answer is not the script's `:status`.
    pub status_abort: Vec<String>,
    /// Beyond what all programs say.
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

/// Something that looks like a bug and is none.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// The versions that show it, in words.
    pub versions: String,
    pub what: String,
    /// The operators that it concerns: no application of them is held against the solver or against us.
    #[serde(default)]
    pub operators: Vec<String>,
}

/// A bug that its people know of. All that is given must fit.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KnownIssue {
    pub link: String,
    pub what: String,
    /// The kind of finding, as `gainsay bugs` names it.
    pub kind: Option<String>,
    /// Something in the signature of a crash.
    pub signature: Option<String>,
    /// The form of the reduced formula without its leaves, as `gainsay bugs` shows it.
    pub shape: Option<String>,
    /// Operators that the reduced formula has, all of them.
    pub operators: Vec<String>,
    /// The last release that has it.
    pub until: Option<String>,
}

/// A change that its people tell of: new code has new bugs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub link: String,
    pub what: String,
    /// The operators that it concerns.
    pub operators: Vec<String>,
    /// The first release that has it.
    pub since: String,
}

/// How a solver hands out its rewriter: the command `(simplify t)`, and what goes with it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rewriting {
    /// How many terms are rewritten by one command.
    pub form: RewritingForm,
    /// Commands before the first one, so that results are printed whole.
    pub setup: Vec<String>,
    /// Options of the command that change which rules it applies, and no value, as in `:som true`.
    pub options: Vec<String>,
    /// What the names of the same options begin with where a script sets them for all its commands.
    pub options_for_all: Option<String>,
    /// Tactics that the command `(apply t)` knows, and that keep what is satisfiable and what is not.
    pub tactics: Vec<String>,
}

/// How terms are put into one command: each command has a cost of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RewritingForm {
    /// One term.
    #[default]
    One,
    /// As the arguments of a function that nobody knows anything of.
    Arguments,
    /// One on each line, and one result on each line.
    Lines,
}

/// How its people want to hear of bugs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reports {
    /// At most so many in seven days.
    pub a_week: Option<usize>,
    /// All in one list, by theory.
    pub together: bool,
}

/// A profile that cannot be used, with the place and the remedy.
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

    /// Adds the `[solver.NAME]` tables of a `gainsay.toml`, which replace shipped profiles of the same name. What a table
    /// does not say about a program of a known name is taken from the shipped profile.
    pub fn add_file(&mut self, path: &Path) -> Result<(), ProfileError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| ProfileError::Read { path: path.to_owned(), source })?;
        self.add_text(&path.display().to_string(), &text)
    }

    /// As `add_file`, for a text that stands in `file`.
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
            if let Some(completed) = table.and_then(|table| completed(table, profile.program())) {
                profile = completed;
            }
            profile.name = name.clone();
            self.0.insert(name, profile);
        }
        Ok(())
    }

    pub fn get(&self, name: &str) -> Option<&Profile> {
        self.0.get(name)
    }

    /// The profile whose program has this file name, so that a plain command line is understood too.
    pub fn by_program(&self, program: &str) -> Option<&Profile> {
        let file_name = Path::new(program).file_name()?.to_str()?;
        self.get(file_name).or_else(|| self.iter().find(|profile| profile.program() == file_name))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.0.values()
    }
}

/// The tables of a shipped profile, with what it does not say from the one that it is `like`.
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

/// A user's table for a program that a shipped profile is about, with what that says and the table does not; where it is
/// installed from is not the user's program.
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
    /// A profile for a command that nothing is known about.
    pub fn unknown(name: &str) -> Profile {
        // Programs of which nothing is known may be builds of one solver.
        let family = Some("unknown".to_owned());
        let version = vec!["--version".to_owned()];
        Profile { name: name.to_owned(), family, version, ..Profile::default() }
    }

    /// Whether it prints what it is told to echo.
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
