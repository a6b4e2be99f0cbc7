//! Reads binders: quantifiers, lambdas, and the cases of a `match`.

use super::super::terms::{Binder, View};
use super::names::{Binding, words};
use super::term::Frame;
use super::{Counts, Fail, Reader};
use crate::sexp::{Kind, Node, Token};
use crate::symbols::Symbol;
use crate::theory::sort::Sort;
use smallvec::SmallVec;

impl Reader<'_> {
    /// Whether a list of variables follows, so that the word before it is a binder and not a function's name.
    pub(super) fn next_is_variables(&self) -> bool {
        let mut ahead = self.lexer.clone();
        ahead.token().kind == Kind::Open && ahead.token().kind == Kind::Open
    }

    pub(super) fn binder(&mut self, binder: Binder, at: usize) -> Result<(), Fail> {
        self.expect_open("the variables")?;
        let (undo, base) = (self.undo.len(), self.operands.len());
        loop {
            let token = self.lexer.token();
            match token.kind {
                Kind::Close => break,
                Kind::Open => self.bound_variable()?,
                _ => return Err(Fail::syntax(token.start, "expected a variable with its sort")),
            }
        }
        self.frames.push(Frame::Bind { binder, undo, base, at });
        Ok(())
    }

    fn bound_variable(&mut self) -> Result<(), Fail> {
        let token = self.lexer.token();
        if !matches!(token.kind, Kind::Symbol | Kind::Quoted) {
            return Err(Fail::syntax(token.start, "expected a variable"));
        }
        let name = self.script.terms.symbols.intern(self.lexer.name(token));
        let first = self.lexer.token();
        let sort = self.sort_at(first)?;
        let close = self.lexer.token();
        if close.kind != Kind::Close {
            return Err(Fail::syntax(close.start, "expected `)` after a variable's sort"));
        }
        self.bind_variable(name, sort);
        Ok(())
    }

    /// Binds a variable and makes it an operand. One that would hide another variable or a constant is renamed: a
    /// `let` may carry a term with the outer one into its scope.
    pub(super) fn bind_variable(&mut self, name: Symbol, sort: Sort) {
        let terms = &mut self.script.terms;
        let base = if name == words().underscore { terms.symbols.intern("any") } else { name };
        let mut own = name;
        while own == words().underscore || self.hides_something(own) {
            own = self.script.terms.fresh_name(base);
        }
        let variable = self.script.terms.variable(own, sort);
        self.bind(name, Binding::Term(variable));
        *self.bound.entry(own).or_insert(0) += 1;
        self.operands.push(variable);
    }

    fn hides_something(&self, name: Symbol) -> bool {
        let counted = |counts: &Counts| counts.get(&name).is_some_and(|&count| count > 0);
        counted(&self.declared) || counted(&self.bound)
    }

    pub(super) fn close_binder(
        &mut self,
        binder: Binder,
        undo: usize,
        base: usize,
        at: usize,
    ) -> Result<(), Fail> {
        let Some(&body) = self.operands[base..].last() else {
            return Err(Fail::syntax(at, "a body is missing"));
        };
        let operands = self.operands.split_off(base);
        let variables = &operands[..operands.len() - 1];
        let bound = self.undo.len() - undo;
        if variables.len() != bound {
            return Err(Fail::syntax(at, "a binder has one body"));
        }
        if matches!(binder, Binder::Forall | Binder::Exists | Binder::Choice) {
            self.script.terms.expect_sort(body, Sort::BOOL).map_err(|error| Fail::sort(at, error))?;
        }
        for &variable in variables {
            if let View::Variable(name) = self.script.terms.view(variable) {
                self.bound.entry(name).and_modify(|count| *count -= 1);
            }
        }
        self.unbind(undo);
        let term = self.script.terms.bind(binder, variables, body);
        self.operands.push(term);
        Ok(())
    }

    /// `((pattern) body)` of a `match`; the pattern's variables are bound, the body is read like a binder's.
    pub(super) fn case(&mut self, open: Token) -> Result<(), Fail> {
        let Some(Frame::Match { base, .. }) = self.frames.iter().rev().nth(1) else {
            return Err(Fail::syntax(open.start, "a case outside a `match`"));
        };
        let sort = self.script.terms.sort(self.operands[*base]);
        let first = self.lexer.token();
        let (undo, base) = (self.undo.len(), self.operands.len());
        let binder = self.read_node(first, |reader, pattern| reader.pattern(pattern, sort))?;
        self.frames.push(Frame::Bind { binder, undo, base, at: open.start });
        Ok(())
    }

    fn pattern(&mut self, node: Node<'_>, sort: Sort) -> Result<Binder, Fail> {
        let parts: SmallVec<[Node<'_>; 4]> =
            if node.is_list() { node.children().collect() } else { [node].into_iter().collect() };
        let Some(&head) = parts.first() else { return Err(Fail::syntax(node.offset(), "an empty pattern")) };
        let head = if head.is_list() { head.children().nth(1).unwrap_or(head) } else { head };
        let name = self.symbol_of(head)?;
        let constructor = self.constructor_of(name, sort);
        let sorts = match constructor {
            Some(decl) => self.script.terms.field_sorts(decl, sort),
            None if node.is_list() => None,
            None => {
                self.bind_variable(name, sort);
                return Ok(Binder::Case(None));
            }
        };
        let fields = &parts[1..];
        let Some(sorts) = sorts.filter(|sorts| sorts.len() == fields.len()) else {
            return Err(Fail::sort_text(
                node.offset(),
                format!("no constructor of the term's sort fits `{}`", node.text()),
            ));
        };
        for (field, sort) in fields.iter().zip(sorts) {
            let name = self.symbol_of(*field)?;
            self.bind_variable(name, sort);
        }
        Ok(Binder::Case(constructor))
    }

    pub(super) fn close_match(&mut self, base: usize, at: usize) -> Result<(), Fail> {
        let operands = self.operands.split_off(base);
        let [term, cases @ ..] = &operands[..] else {
            return Err(Fail::syntax(at, "a `match` without a term"));
        };
        let term = self.script.terms.match_on(*term, cases).map_err(|error| Fail::sort(at, error))?;
        self.operands.push(term);
        Ok(())
    }
}
