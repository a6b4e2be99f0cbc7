//! Prints scripts: compact, or laid out for people; with the names of the table, of the script, or of older versions.

mod atoms;
mod declaration;
mod layout;
mod term;

use super::declarations::DeclId;
use super::sharing::Sharing;
use super::terms::{Term, Terms};
use super::walk::TermMap;
use super::{Command, Script};
use atoms::{push_name, push_separated};
use declaration::{write_datatypes, write_declaration, write_function_head, write_words};
use std::fmt::Write;
use term::Step;

/// Which spelling of an operator is printed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Names {
    /// The one that the script used.
    #[default]
    AsWritten,
    /// The current standard's.
    Standard,
    /// The one of before SMT-LIB 2.6, where there is one.
    Old,
}

/// Logics by the name that solvers gave them before the standard had one.
const OLD_LOGICS: [(&str, &str); 1] = [("QF_SLIA", "QF_S")];

/// How characters of strings are escaped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Escapes {
    /// `\u{e9}`.
    #[default]
    Unicode,
    /// `\xe9`, as before SMT-LIB 2.6.
    Old,
}

/// Prints terms and commands of one arena. It can be used again, for the same arena, also after it has grown.
#[derive(Debug, Default)]
pub struct Printer {
    /// How operators are spelled.
    pub names: Names,
    /// How strings are written.
    pub escapes: Escapes,
    /// Lines longer than this are broken; `None` puts each command on one line.
    pub width: Option<usize>,
    sharing: Sharing,
    steps: Vec<Step>,
    /// The name of each term that a `let` binds at the moment; 0 for none.
    let_names: TermMap<u32>,
    let_count: u32,
    prefix: Option<String>,
    lengths: TermMap<u32>,
    column_start: usize,
}

impl Printer {
    /// A printer for people.
    pub fn pretty() -> Printer {
        Printer { width: Some(100), ..Printer::default() }
    }

    /// Prints a whole script.
    pub fn script(&mut self, script: &Script) -> String {
        let mut out = String::new();
        self.write_script(&mut out, script);
        out
    }

    /// Appends a whole script to a text.
    pub fn write_script(&mut self, out: &mut String, script: &Script) {
        self.write_commands(out, &script.terms, &script.commands);
    }

    /// Appends commands to a text, each on a line.
    pub fn write_commands(&mut self, out: &mut String, terms: &Terms, commands: &[Command]) {
        self.prefix = None;
        for command in commands {
            self.write_command(out, terms, command);
            out.push('\n');
        }
    }

    /// Prints one term.
    pub fn term(&mut self, terms: &Terms, term: Term) -> String {
        let mut out = String::new();
        self.write_term(&mut out, terms, term);
        out
    }

    /// Appends a command to a text.
    pub fn write_command(&mut self, out: &mut String, terms: &Terms, command: &Command) {
        self.column_start = out.len();
        match command {
            Command::SetLogic(name) => {
                out.push_str("(set-logic ");
                let old = OLD_LOGICS.iter().find(|(new, _)| *new == terms.symbols.name(*name));
                match old.filter(|_| self.names == Names::Old) {
                    Some((_, old)) => out.push_str(old),
                    None => push_name(out, terms, *name),
                }
                out.push(')');
            }
            Command::SetInfo { keyword, value } => write_words(out, "set-info", &[keyword, value]),
            Command::SetOption { keyword, value } => write_words(out, "set-option", &[keyword, value]),
            Command::DeclareSort { name, arity } => {
                out.push_str("(declare-sort ");
                push_name(out, terms, *name);
                let _ = write!(out, " {arity})");
            }
            Command::DefineSort { name, params, body } => {
                out.push_str("(define-sort ");
                push_name(out, terms, *name);
                out.push_str(" (");
                push_separated(out, params, |out, &param| push_name(out, terms, param));
                out.push_str(") ");
                terms.sorts.write(out, &terms.symbols, *body);
                out.push(')');
            }
            Command::Declare { decl, constant } => write_declaration(out, terms, *decl, *constant),
            Command::DeclareDatatypes { datatypes } => write_datatypes(out, terms, datatypes),
            Command::Define(decl) => self.write_definition(out, terms, "define-fun", *decl),
            Command::DefineRecursive(decls) => self.write_recursive(out, terms, decls),
            Command::Assert(term) => self.write_with_term(out, terms, "assert", *term, ""),
            Command::AssertSoft { term, attributes } => {
                self.write_with_term(out, terms, "assert-soft", *term, attributes);
            }
            Command::Optimise { command, term, attributes } => {
                self.write_with_term(out, terms, command, *term, attributes);
            }
            Command::GetFormula { command, name, terms: about, attributes } => {
                self.write_formula_command(out, terms, [command, name, attributes], about);
            }
            Command::CheckSat => out.push_str("(check-sat)"),
            Command::CheckSatAssuming(list) => self.write_list(out, terms, "check-sat-assuming", list),
            Command::CheckSatUsing(tactic) => write_words(out, "check-sat-using", &[tactic]),
            Command::GetValue(list) => self.write_list(out, terms, "get-value", list),
            Command::BlockModel(mode) => write_words(out, "block-model", &[mode]),
            Command::BlockModelValues(list) => self.write_list(out, terms, "block-model-values", list),
            Command::GetModel => out.push_str("(get-model)"),
            Command::GetUnsatCore => out.push_str("(get-unsat-core)"),
            Command::GetAssignment => out.push_str("(get-assignment)"),
            Command::GetUnsatAssumptions => out.push_str("(get-unsat-assumptions)"),
            Command::Push(levels) => {
                let _ = write!(out, "(push {levels})");
            }
            Command::Pop(levels) => {
                let _ = write!(out, "(pop {levels})");
            }
            Command::Reset => out.push_str("(reset)"),
            Command::ResetAssertions => out.push_str("(reset-assertions)"),
            Command::Exit => out.push_str("(exit)"),
            Command::Comment(text) | Command::Other(text) | Command::Unread(text) => out.push_str(text),
        }
    }

    fn write_with_term(&mut self, out: &mut String, terms: &Terms, command: &str, term: Term, after: &str) {
        out.push('(');
        out.push_str(command);
        out.push(' ');
        self.write_indented(out, terms, term, 2);
        if !after.is_empty() {
            out.push(' ');
            out.push_str(after);
        }
        out.push(')');
    }

    fn write_list(&mut self, out: &mut String, terms: &Terms, command: &str, list: &[Term]) {
        out.push('(');
        out.push_str(command);
        out.push_str(" (");
        for (at, &term) in list.iter().enumerate() {
            if at > 0 {
                out.push(' ');
            }
            self.write_indented(out, terms, term, 2);
        }
        out.push_str("))");
    }

    /// `[command, name, attributes]`. Without a name, an interpolant is about a list.
    fn write_formula_command(&mut self, out: &mut String, terms: &Terms, words: [&str; 3], about: &[Term]) {
        let [command, name, attributes] = words;
        match (command, name, about) {
            (command, _, []) => write_words(out, command, &[attributes]),
            ("get-interpolant", "", list) => self.write_list(out, terms, command, list),
            (_, "", [term, ..]) => self.write_with_term(out, terms, command, *term, attributes),
            (_, _, [term, ..]) => {
                self.write_with_term(out, terms, &format!("{command} {name}"), *term, attributes);
            }
        }
    }

    fn write_definition(&mut self, out: &mut String, terms: &Terms, command: &str, decl: DeclId) {
        out.push('(');
        out.push_str(command);
        out.push(' ');
        write_function_head(out, terms, decl);
        if let Some(body) = terms.definition(decl) {
            out.push(' ');
            self.write_indented(out, terms, body, 2);
        }
        out.push(')');
    }

    fn write_recursive(&mut self, out: &mut String, terms: &Terms, decls: &[DeclId]) {
        if let [decl] = decls {
            return self.write_definition(out, terms, "define-fun-rec", *decl);
        }
        out.push_str("(define-funs-rec (");
        push_separated(out, decls, |out, &decl| {
            out.push('(');
            write_function_head(out, terms, decl);
            out.push(')');
        });
        out.push_str(") (");
        for (at, &decl) in decls.iter().enumerate() {
            if at > 0 {
                out.push(' ');
            }
            if let Some(body) = terms.definition(decl) {
                self.write_indented(out, terms, body, 2);
            }
        }
        out.push_str("))");
    }

    /// Appends a term to a text.
    pub fn write_term(&mut self, out: &mut String, terms: &Terms, term: Term) {
        self.column_start = out.len();
        self.write_indented(out, terms, term, 0);
    }
}
