//! The commands of a script.

use super::declarations::DeclId;
use super::terms::Term;
use crate::sexp::Lexer;
use crate::symbols::Symbol;
use crate::theory::sort::Sort;

#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    SetLogic(Symbol),
    /// Keywords with their colon, values as written; no value is the empty text.
    SetInfo {
        keyword: Box<str>,
        value: Box<str>,
    },
    SetOption {
        keyword: Box<str>,
        value: Box<str>,
    },
    DeclareSort {
        name: Symbol,
        arity: u32,
    },
    DefineSort {
        name: Symbol,
        params: Box<[Symbol]>,
        body: Sort,
    },
    /// `declare-const` where the flag is set, `declare-fun` otherwise.
    Declare {
        decl: DeclId,
        constant: bool,
    },
    /// `declare-datatype`, `declare-datatypes` and their co-forms: indices of the arena's datatypes.
    DeclareDatatypes {
        datatypes: Box<[u32]>,
    },
    /// `define-fun`, `define-const` and `define-fun-rec`.
    Define(DeclId),
    DefineRecursive(Box<[DeclId]>),
    Assert(Term),
    /// z3's weighted assertion, with its attributes as written.
    AssertSoft {
        term: Term,
        attributes: Box<str>,
    },
    /// `minimize` and `maximize`.
    Optimise {
        command: Box<str>,
        term: Term,
        attributes: Box<str>,
    },
    /// Asks for a formula: one of [`FORMULA_COMMANDS`].
    GetFormula {
        command: Box<str>,
        /// The name that the formula gets, as written; empty for none.
        name: Box<str>,
        /// The terms that it is about. Without a name, an interpolant is about a list of assertions.
        terms: Box<[Term]>,
        /// Further arguments, as written: a tactic, a grammar, parameters.
        attributes: Box<str>,
    },
    CheckSat,
    CheckSatAssuming(Box<[Term]>),
    /// z3's `check-sat-using`, with its tactic as written. The question is that of `check-sat`.
    CheckSatUsing(Box<str>),
    GetValue(Box<[Term]>),
    GetModel,
    GetUnsatCore,
    GetAssignment,
    GetUnsatAssumptions,
    /// Excludes the last model, in the mode as written: `:values` or `:literals`.
    BlockModel(Box<str>),
    /// Excludes the values that these terms have under the last model.
    BlockModelValues(Box<[Term]>),
    Push(u32),
    Pop(u32),
    Reset,
    ResetAssertions,
    Exit,
    /// A comment between commands, with its semicolon.
    Comment(Box<str>),
    /// Any other command, as written.
    Other(Box<str>),
    /// A command that could not be read, as written; a problem of the script says why.
    Unread(Box<str>),
}

/// Commands whose reply is a formula.
pub const FORMULA_COMMANDS: [&str; 6] =
    ["get-interpolant", "get-abduct", "get-qe", "get-qe-disjunct", "simplify", "apply"];

/// The names of all commands that are known, in alphabetical order. They are sent to solvers, so none of them may read or
/// write files or start programs.
pub const COMMANDS: [&str; 51] = [
    "apply",
    "assert",
    "assert-soft",
    "block-model",
    "block-model-values",
    "check-sat",
    "check-sat-assuming",
    "check-sat-using",
    "declare-codatatype",
    "declare-codatatypes",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "declare-sort-parameter",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "display",
    "echo",
    "eval",
    "exit",
    "get-abduct",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-interpolant",
    "get-model",
    "get-objectives",
    "get-option",
    "get-proof",
    "get-qe",
    "get-qe-disjunct",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "help",
    "labels",
    "maximize",
    "minimize",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
    "simplify",
];

/// Commands without a variant of [`Command`] that do not affect any question.
const HARMLESS: &str = "echo get-assertions get-info get-option get-proof get-objectives \
    get-learned-literals get-difficulty get-timeout-core get-interpolants eval display help labels";

impl Command {
    /// Whether it declares or defines sorts or functions.
    pub fn is_declaration(&self) -> bool {
        matches!(
            self,
            Command::DeclareSort { .. }
                | Command::DefineSort { .. }
                | Command::Declare { .. }
                | Command::DeclareDatatypes { .. }
                | Command::Define(_)
                | Command::DefineRecursive(_)
        )
    }

    /// The terms in it, apart from definitions.
    pub fn terms(&self) -> &[Term] {
        match self {
            Command::Assert(term) | Command::AssertSoft { term, .. } | Command::Optimise { term, .. } => {
                std::slice::from_ref(term)
            }
            Command::CheckSatAssuming(list) | Command::GetValue(list) => list,
            Command::BlockModelValues(list) => list,
            Command::GetFormula { terms, .. } => terms,
            _ => &[],
        }
    }

    /// [`Command::terms`], mutable.
    pub fn terms_mut(&mut self) -> &mut [Term] {
        match self {
            Command::Assert(term) | Command::AssertSoft { term, .. } | Command::Optimise { term, .. } => {
                std::slice::from_mut(term)
            }
            Command::CheckSatAssuming(list) | Command::GetValue(list) => list,
            Command::BlockModelValues(list) => list,
            Command::GetFormula { terms, .. } => terms,
            _ => &mut [],
        }
    }

    /// Whether it asks for an answer.
    pub fn is_question(&self) -> bool {
        matches!(self, Command::CheckSat | Command::CheckSatAssuming(_) | Command::CheckSatUsing(_))
    }

    /// Whether it excludes the last model.
    pub fn is_block(&self) -> bool {
        matches!(self, Command::BlockModel(_) | Command::BlockModelValues(_))
    }

    /// Whether it is about the answer, and leaves the assertions as they are. Blocking counts, too: it belongs to
    /// requests for further models, see the kind of question `models`.
    pub fn is_about_answer(&self) -> bool {
        match self {
            Command::GetModel | Command::GetValue(_) | Command::GetAssignment => true,
            Command::GetUnsatCore | Command::GetUnsatAssumptions => true,
            Command::BlockModel(_) | Command::BlockModelValues(_) => true,
            Command::Comment(_) | Command::SetInfo { .. } => true,
            Command::Other(_) => self.is_understood(),
            _ => false,
        }
    }

    /// Whether the command's effect on the question is known.
    pub fn is_understood(&self) -> bool {
        match self {
            Command::Unread(_) => false,
            Command::Other(text) => {
                let mut lexer = Lexer::new(text);
                lexer.token();
                let name = lexer.token();
                HARMLESS.split(' ').any(|harmless| harmless == lexer.text(name))
            }
            _ => true,
        }
    }
}

/// Something that could not be understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// The byte offset in the text where it shows.
    pub at: usize,
    /// What is wrong, in words.
    pub message: String,
}

/// How grave a problem is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// The text is no script: unbalanced parentheses, a `let` without a body.
    Syntax,
    /// A term or declaration that is ill-sorted.
    Sort,
    /// A command that is not known, or a symbol that is neither declared nor in the operator table. It is kept; the
    /// sort of a term with it is unknown.
    Opaque,
}

impl Problem {
    /// Line and column of a position in a text, both from 1, columns in characters.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        let mut at = self.at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
