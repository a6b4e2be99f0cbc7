//! SMT-LIB scripts as values: commands over an arena of sorted, shared terms.
//!
//! Reading never fails: a command that cannot be understood is kept as text, with a [`Problem`] that says why, and
//! what the operator table does not know is kept as an opaque term. [`Script::parse`] is the strict way in.

mod binding;
mod build;
pub mod cnf;
mod command;
mod declarations;
pub mod import;
mod infer;
mod interner;
mod logic;
pub mod occurrences;
mod print;
mod questions;
mod read;
mod recursion;
pub mod rewrite;
mod sharing;
pub mod skeleton;
mod terms;
pub mod variable_sets;
pub mod walk;

pub use command::{COMMANDS, Command, FORMULA_COMMANDS, Problem, ProblemKind};
pub use declarations::{Constructor, Datatype, Decl, DeclId, DeclKind};
pub use infer::SortError;
pub use logic::{EVERYTHING, Features, LOGICS, Usage};
pub use print::{Escapes, Names, Printer};
pub use questions::{Claims, GLOBAL_DECLARATIONS, Question, question_lines};
pub use read::{Definition, Definitions, Misunderstood, ReadOptions};
pub use terms::{Attribute, Binder, Function, FunctionId, Head, Literal, Mark, Term, Terms, View};

/// The keyword of `set-info` for the expected answer.
pub const STATUS: &str = ":status";

/// A script: its commands, and the arena of its terms.
#[derive(Clone, Default, Debug)]
pub struct Script {
    /// The commands, in order.
    pub commands: Vec<Command>,
    /// The arena.
    pub terms: Terms,
    /// What could not be understood, in the order of the text.
    pub problems: Vec<Problem>,
}

impl Script {
    /// Reads a script, whatever it contains.
    pub fn read(text: &str) -> Script {
        read::read(text, ReadOptions::default())
    }

    /// As [`Script::read`], with options, such as for string literals of older versions.
    pub fn read_with(text: &str, options: ReadOptions) -> Script {
        read::read(text, options)
    }

    /// Reads what a solver prints for a model of this script, in any solver's form. Symbols mean what they mean at
    /// the first `check-sat`; declarations and terms are added to the arena, and nothing else changes.
    pub fn read_definitions(&mut self, text: &str, options: ReadOptions) -> Definitions {
        read::read_model(self, text, options)
    }

    /// Reads terms, one from each text. Symbols mean what they mean at the first `check-sat`; terms are added to the
    /// arena, and nothing else changes. A term with anything unknown gives a problem.
    pub fn read_terms(&mut self, texts: &[&str], options: ReadOptions) -> Vec<Result<Term, Problem>> {
        read::read_terms(self, texts, options)
    }

    /// Reads a script that must be well-formed and well-sorted. Unknown operators are no error.
    pub fn parse(text: &str) -> Result<Script, Problem> {
        let script = Script::read(text);
        match script.problems.iter().find(|problem| problem.kind != ProblemKind::Opaque) {
            Some(problem) => Err(problem.clone()),
            None => Ok(script),
        }
    }

    /// The asserted terms, in order.
    pub fn assertions(&self) -> impl Iterator<Item = Term> {
        self.commands.iter().filter_map(|command| match command {
            Command::Assert(term) => Some(*term),
            _ => None,
        })
    }

    /// Whether every command was understood and every term has a sort.
    pub fn is_fully_sorted(&self) -> bool {
        self.problems.is_empty()
    }

    /// Whether it is known what the script asks. Terms of unknown sort are no obstacle: they have no value.
    pub fn is_understood(&self) -> bool {
        self.problems.iter().all(|problem| problem.kind == ProblemKind::Opaque)
            && self.commands.iter().all(Command::is_understood)
    }

    /// The logic that the script sets, if any.
    pub fn logic(&self) -> Option<&str> {
        self.commands.iter().find_map(|command| match command {
            Command::SetLogic(name) => Some(self.terms.symbols.name(*name)),
            _ => None,
        })
    }

    /// Sets the `:status` of the last question and removes all others. For a single question it is put at
    /// the top, as in most files.
    pub fn set_status(&mut self, status: &str) {
        self.forget_status();
        let is_preface =
            |command: &Command| matches!(command, Command::SetLogic(_) | Command::SetOption { .. });
        let at = match self.is_incremental() {
            true => self.commands.iter().rposition(Command::is_question),
            false => self.commands.iter().position(|command| !is_preface(command)),
        };
        let status = Command::SetInfo { keyword: STATUS.into(), value: status.into() };
        self.commands.insert(at.unwrap_or(self.commands.len()), status);
    }

    /// Removes every `:status`.
    pub fn forget_status(&mut self) {
        let is_status =
            |command: &Command| matches!(command, Command::SetInfo { keyword, .. } if &**keyword == STATUS);
        self.commands.retain(|command| !is_status(command));
    }

    /// The value of `(set-info :key value)`, as written.
    pub fn info(&self, key: &str) -> Option<&str> {
        self.commands.iter().find_map(|command| match command {
            Command::SetInfo { keyword, value } if &**keyword == key => Some(&**value),
            _ => None,
        })
    }
}
