//! Reads further texts in the context of a script: names mean what they mean at its first `check-sat`.

use super::super::{Command, Problem, Script, Term};
use super::names::Binding;
use super::{Fail, ReadOptions, Reader, SortMeaning, is_logic_of_reals};
use crate::sexp::{Kind, Lexer};
use crate::theory::sort::{Sort, SortConstructor};
use crate::value::Collection;

/// Reads one term from each text.
pub(super) fn read_terms(
    script: &mut Script,
    texts: &[&str],
    options: ReadOptions,
) -> Vec<Result<Term, Problem>> {
    let problems = script.problems.len();
    let mut reader = Reader::resume(std::mem::take(script), "", options);
    let read = texts.iter().map(|text| reader.only_term(text)).collect();
    *script = reader.script;
    script.problems.truncate(problems);
    read
}

impl<'a> Reader<'a> {
    /// The term that a text consists of.
    fn only_term(&mut self, text: &'a str) -> Result<Term, Problem> {
        (self.text, self.lexer) = (text, Lexer::new(text));
        self.opaque_seen.clear();
        let (mark, problems) = (self.undo.len(), self.script.problems.len());
        let read = self.term().and_then(|term| match self.lexer.token() {
            token if token.kind == Kind::End => Ok(term),
            token => Err(Fail::syntax(token.start, "expected one term only")),
        });
        let read = read.map_err(|fail| self.blame_unknown(fail).0);
        self.finish_command(mark, read.is_ok());
        let is_too_large = self.script.terms.sorts.take_overflow();
        match self.script.problems.drain(problems..).next() {
            Some(problem) => Err(problem),
            None if is_too_large => Err(Fail::opaque(0, "a sort here is too large to be written out").0),
            None => read,
        }
    }

    /// A reader of another text in the context of a script.
    pub(super) fn resume(script: Script, text: &'a str, options: ReadOptions) -> Reader<'a> {
        let mut reader = Reader::new("", options);
        reader.sets_are_finite_sets =
            script.terms.sorts.have(SortConstructor::Collection(Collection::FiniteSet));
        reader.script = script;
        reader.bindings.clear();
        reader.bind_constants();
        let commands = std::mem::take(&mut reader.script.commands);
        for command in &commands {
            if command.is_question() {
                break;
            }
            reader.repeat(command);
        }
        reader.script.commands = commands;
        Reader { text, lexer: Lexer::new(text), ..reader }
    }

    /// Repeats the effect that a command had on names when it was read.
    fn repeat(&mut self, command: &Command) {
        match command {
            Command::SetLogic(name) => {
                self.numerals_are_real = is_logic_of_reals(self.script.terms.symbols.name(*name));
            }
            Command::SetOption { keyword, value } if &**keyword == ":global-declarations" => {
                self.global_declarations = &**value == "true";
            }
            Command::DeclareSort { name, arity } => {
                self.set_sort(*name, SortMeaning::Declared { arity: *arity });
            }
            Command::DefineSort { name, params, body } => {
                let sorts = &mut self.script.terms.sorts;
                let named = |&param| sorts.named(param, &[]);
                let params: Box<[Sort]> = params.iter().map(named).collect();
                self.set_sort(*name, SortMeaning::Defined { params, body: *body });
            }
            Command::Declare { decl, .. } | Command::Define(decl) => self.repeat_decl(*decl),
            Command::DefineRecursive(decls) => decls.iter().for_each(|&decl| self.repeat_decl(decl)),
            Command::DeclareDatatypes { datatypes } => {
                datatypes.iter().for_each(|&datatype| self.repeat_datatype(datatype));
            }
            Command::Push(levels) => {
                let scope = (self.undo.len(), self.sort_undo.len());
                self.scopes.extend(std::iter::repeat_n(scope, *levels as usize));
            }
            Command::Pop(levels) => self.pop(*levels),
            Command::Reset => self.forget_all(),
            Command::ResetAssertions => self.reset_assertions(),
            _ => {}
        }
    }

    fn repeat_decl(&mut self, decl: super::DeclId) {
        let name = self.script.terms.decl(decl).name;
        self.bind_decl(name, decl);
    }

    fn repeat_datatype(&mut self, datatype: u32) {
        let datatype = self.script.terms.datatypes[datatype as usize].clone();
        self.set_sort(datatype.name, SortMeaning::Declared { arity: datatype.params.len() as u32 });
        for constructor in &datatype.constructors {
            self.repeat_decl(constructor.decl);
            constructor.selectors.iter().for_each(|&selector| self.repeat_decl(selector));
        }
    }

    /// All declarations that a name means.
    pub(super) fn declarations(&self, binding: Binding) -> Vec<super::DeclId> {
        match binding {
            Binding::Decl(decl) => vec![decl],
            Binding::Constant(term) => self.script.terms.declaration(term).into_iter().collect(),
            Binding::Overloaded(list) => self.overloads[list as usize].clone(),
            Binding::Free | Binding::Term(_) => Vec::new(),
        }
    }
}
