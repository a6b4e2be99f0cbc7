//! Reads commands that ask for a formula.

use super::{Fail, Reader};
use crate::script::Command;
use crate::sexp::Kind;
use crate::theory::sort::Sort;

impl Reader<'_> {
    /// `(get-interpolant NAME formula)`, `(get-interpolant (formula ..))`, `(get-abduct NAME formula)`,
    /// `(get-qe formula)`, `(simplify term)`, `(apply TACTIC)`. Further arguments are kept as written.
    pub(super) fn get_formula(&mut self, command: &str) -> Result<Command, Fail> {
        let mut name = Box::default();
        let terms = match (command, self.lexer.peek().kind) {
            ("apply", _) => Box::default(),
            ("simplify", _) => [self.term()?].into(),
            ("get-interpolant", Kind::Open) => self.term_list(Some(Sort::BOOL))?,
            ("get-interpolant" | "get-abduct", _) => {
                name = self.name_as_written()?;
                [self.term_of(Sort::BOOL)?].into()
            }
            _ => [self.term_of(Sort::BOOL)?].into(),
        };
        Ok(Command::GetFormula { command: command.into(), name, terms, attributes: self.rest()? })
    }

    fn name_as_written(&mut self) -> Result<Box<str>, Fail> {
        let name = self.lexer.token();
        match name.kind {
            Kind::Symbol | Kind::Quoted => Ok(self.lexer.text(name).into()),
            _ => Err(Fail::syntax(name.start, "expected a name")),
        }
    }
}
