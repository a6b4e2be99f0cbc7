//! Reads terms: a machine with an explicit stack, so that depth is no concern, straight from the lexer.

use super::super::declarations::{Decl, DeclKind};
use super::super::terms::{Attribute, Binder, Term};
use super::model::ROOT_OBJECT;
use super::names::{Binding, Identifier, words};
use super::{Fail, Reader};
use crate::sexp::{Kind, Lexer, Node, Token};
use crate::symbols::Symbol;
use crate::theory::signature::Signature;
use crate::theory::sort::Sort;

/// An open parenthesis, and what it waits for. `base` is where its operands begin on the stack.
pub(super) enum Frame {
    /// An application; its arguments are the operands from `base` on.
    Apply { head: Callee, base: usize, at: usize },
    /// Inside `(let (`; the bindings read so far are pending from `first` on.
    LetBindings { first: usize, at: usize },
    /// The term that a `let` gives a name.
    LetBinding { name: Symbol, base: usize, at: usize },
    /// The body of a `let`.
    LetBody { undo: usize, base: usize, at: usize },
    /// The body of a binder.
    Bind { binder: Binder, undo: usize, base: usize, at: usize },
    /// Before and behind the list of cases.
    Match { base: usize, at: usize },
    /// Inside the list of cases.
    Cases,
    /// `(! term ..)`; its attributes are those from `attributes` on.
    Annotation { base: usize, attributes: usize, at: usize },
    /// The terms of a `:pattern`.
    Pattern { keyword: Symbol, base: usize },
}

/// The head of an application.
pub(super) enum Callee {
    Symbol(Symbol),
    Identifier(Box<Identifier>),
    /// The first operand.
    Value,
}

impl Reader<'_> {
    /// Reads one term.
    pub(super) fn term(&mut self) -> Result<Term, Fail> {
        let bottom = self.operands.len();
        loop {
            let token = self.lexer.token();
            match token.kind {
                Kind::Open => self.open(token)?,
                Kind::Close => self.close(token)?,
                Kind::Keyword if matches!(self.frames.last(), Some(Frame::Annotation { .. })) => {
                    self.attribute(token)?;
                }
                _ => {
                    let term = self.atom(token)?;
                    self.operands.push(term);
                }
            }
            if self.frames.is_empty() && self.operands.len() > bottom {
                return self.operands.pop().ok_or_else(|| Fail::syntax(token.start, "expected a term"));
            }
        }
    }

    /// Reads one term and makes it fit a sort.
    pub(super) fn term_of(&mut self, sort: Sort) -> Result<Term, Fail> {
        let at = self.lexer.peek().start;
        let term = self.term()?;
        self.script.terms.coerce(term, sort).map_err(|error| Fail::sort(at, error))
    }

    fn open(&mut self, open: Token) -> Result<(), Fail> {
        match self.frames.last() {
            Some(Frame::LetBindings { .. }) => return self.let_binding(open),
            Some(Frame::Cases) => return self.case(open),
            Some(Frame::Match { base, .. }) if self.operands.len() == base + 1 => {
                self.frames.push(Frame::Cases);
                return Ok(());
            }
            _ => {}
        }
        let token = self.lexer.token();
        match token.kind {
            Kind::Symbol => self.open_symbol(open, token),
            Kind::Quoted => {
                let symbol = self.script.terms.symbols.intern(self.lexer.name(token));
                self.push_apply(Callee::Symbol(symbol), open)
            }
            Kind::Open => self.open_nested(open, token),
            Kind::Close => Err(Fail::syntax(open.start, "`()` is not a term")),
            Kind::End => Err(Fail::syntax(open.start, "the text ends inside a term")),
            _ => Err(Fail::syntax(
                token.start,
                format!("expected a function, found `{}`", self.lexer.text(token)),
            )),
        }
    }

    fn push_apply(&mut self, head: Callee, open: Token) -> Result<(), Fail> {
        self.frames.push(Frame::Apply { head, base: self.operands.len(), at: open.start });
        Ok(())
    }

    #[inline]
    fn open_symbol(&mut self, open: Token, token: Token) -> Result<(), Fail> {
        let symbol = self.script.terms.symbols.intern(self.lexer.text(token));
        let words = words();
        if self.model.is_some() && self.lexer.text(token) == ROOT_OBJECT {
            let term = self.read_node(open, Self::root_object)?;
            self.operands.push(term);
            return Ok(());
        }
        // The symbols of words with a grammar of their own come right after the table's names.
        if symbol.0 < words.table_names || symbol.0 > words.as_.0 {
            return self.push_apply(Callee::Symbol(symbol), open);
        }
        let base = self.operands.len();
        let at = open.start;
        match symbol {
            s if s == words.let_ => {
                self.expect_open("the bindings of `let`")?;
                self.frames.push(Frame::LetBindings { first: self.pending.len(), at });
                Ok(())
            }
            s if s == words.forall => self.binder(Binder::Forall, at),
            s if s == words.exists => self.binder(Binder::Exists, at),
            s if s == words.lambda => self.binder(Binder::Lambda, at),
            s if (s == words.choice || s == words.witness) && self.next_is_variables() => {
                self.binder(Binder::Choice, at)
            }
            s if s == words.match_ => {
                self.frames.push(Frame::Match { base, at });
                Ok(())
            }
            s if s == words.annotate => {
                self.frames.push(Frame::Annotation { base, attributes: self.attributes.len(), at });
                Ok(())
            }
            s if s == words.underscore || s == words.as_ => {
                let term = self.read_node(open, Self::identifier_term)?;
                self.operands.push(term);
                Ok(())
            }
            _ => self.push_apply(Callee::Symbol(symbol), open),
        }
    }

    /// `((_ f i) ...)`, `((as f S) ...)`, or a function that is itself a term.
    fn open_nested(&mut self, open: Token, inner: Token) -> Result<(), Fail> {
        let next = self.lexer.peek();
        if next.kind == Kind::Symbol && matches!(self.lexer.text(next), "_" | "as") {
            let identifier = self.read_node(inner, |reader, node| match reader.indexed_literal(node) {
                Some(_) => Err(Fail::syntax(node.offset(), "a literal is not a function")),
                None => reader.identifier(node),
            })?;
            return self.push_apply(Callee::Identifier(Box::new(identifier)), open);
        }
        self.lexer = Lexer::starting_at(self.text, inner.start);
        self.push_apply(Callee::Value, open)
    }

    /// Reads an expression that begins at a token into the tape, and gives it to `make`.
    pub(super) fn read_node<T>(
        &mut self,
        first: Token,
        make: impl FnOnce(&mut Self, Node<'_>) -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        self.lexer = Lexer::starting_at(self.text, first.start);
        let mut tape = std::mem::take(&mut self.tape);
        let token = self.lexer.token();
        let result = match tape.read(&mut self.lexer, token) {
            Ok(()) => make(self, tape.root(self.text)),
            Err(problem) => Err(Fail::syntax(first.start, problem)),
        };
        self.tape = tape;
        result
    }

    fn identifier_term(&mut self, node: Node<'_>) -> Result<Term, Fail> {
        if let Some(literal) = self.indexed_literal(node) {
            return Ok(literal);
        }
        if let Some(number) = self.algebraic_number(node) {
            return Ok(number);
        }
        let identifier = self.identifier(node)?;
        self.apply_identifier(&identifier, &[])
    }

    pub(super) fn expect_open(&mut self, what: &str) -> Result<(), Fail> {
        let token = self.lexer.token();
        if token.kind == Kind::Open {
            return Ok(());
        }
        Err(Fail::syntax(token.start, format!("expected `(` before {what}")))
    }

    fn let_binding(&mut self, open: Token) -> Result<(), Fail> {
        let token = self.lexer.token();
        if !matches!(token.kind, Kind::Symbol | Kind::Quoted) {
            return Err(Fail::syntax(token.start, "expected a variable"));
        }
        let name = self.script.terms.symbols.intern(self.lexer.name(token));
        self.frames.push(Frame::LetBinding { name, base: self.operands.len(), at: open.start });
        Ok(())
    }

    fn close(&mut self, close: Token) -> Result<(), Fail> {
        let Some(frame) = self.frames.pop() else {
            return Err(Fail::syntax(close.start, "expected a term, found `)`"));
        };
        match frame {
            Frame::Apply { head, base, at } => self.close_apply(head, base, at),
            Frame::LetBindings { first, at } => {
                let undo = self.undo.len();
                for (name, term) in self.pending.split_off(first) {
                    self.bind(name, Binding::Term(term));
                }
                self.frames.push(Frame::LetBody { undo, base: self.operands.len(), at });
                Ok(())
            }
            Frame::LetBinding { name, base, at } => {
                let term = self.only_operand(base, at, "a `let` binding has one term")?;
                self.operands.pop();
                self.pending.push((name, term));
                Ok(())
            }
            Frame::LetBody { undo, base, at } => {
                self.only_operand(base, at, "`let` has one body")?;
                self.unbind(undo);
                Ok(())
            }
            Frame::Bind { binder, undo, base, at } => self.close_binder(binder, undo, base, at),
            Frame::Match { base, at } => self.close_match(base, at),
            Frame::Cases => Ok(()),
            Frame::Annotation { base, attributes, at } => self.close_annotation(base, attributes, at),
            Frame::Pattern { keyword, base } => {
                let count = (self.operands.len() - base) as u32;
                self.attributes.push(Attribute::Pattern(keyword, count));
                Ok(())
            }
        }
    }

    fn only_operand(&self, base: usize, at: usize, message: &str) -> Result<Term, Fail> {
        match self.operands[base..] {
            [term] => Ok(term),
            _ => Err(Fail::syntax(at, message)),
        }
    }

    #[inline]
    fn close_apply(&mut self, head: Callee, base: usize, at: usize) -> Result<(), Fail> {
        let operands = std::mem::take(&mut self.operands);
        let args = &operands[base..];
        let result = match head {
            Callee::Symbol(symbol) if self.in_table_or_declared(symbol) => {
                let identifier = Identifier { called: true, ..Identifier::plain(symbol, symbol, at) };
                self.apply_identifier(&identifier, args)
            }
            Callee::Symbol(symbol) => self.apply_unknown(symbol, args, at),
            Callee::Identifier(mut identifier) => {
                identifier.at = at;
                self.apply_identifier(&identifier, args)
            }
            Callee::Value => match args.split_first() {
                Some((&function, args)) if !args.is_empty() => {
                    self.script.terms.apply_value(function, args).map_err(|error| Fail::sort(at, error))
                }
                _ => Err(Fail::syntax(at, "an application without arguments")),
            },
        };
        self.operands = operands;
        self.operands.truncate(base);
        self.operands.push(result?);
        Ok(())
    }

    /// `(f)` is printed as `f`, so it is read like that: as a number if it looks like one.
    fn apply_unknown(&mut self, symbol: Symbol, args: &[Term], at: usize) -> Result<Term, Fail> {
        let text = self.written_head(at);
        if args.is_empty() {
            let name = self.script.terms.symbols.name(text).to_owned();
            if let Some(number) = self.signed_number(&name) {
                return Ok(number);
            }
        }
        let identifier = Identifier { called: true, ..Identifier::plain(symbol, text, at) };
        self.apply_identifier(&identifier, args)
    }

    /// The function that a frame applies, if it is unknown.
    pub(super) fn unknown_callee(&self, frame: &Frame) -> Option<Symbol> {
        let symbol = match frame {
            Frame::Apply { head: Callee::Symbol(symbol), .. } => *symbol,
            Frame::Apply { head: Callee::Identifier(identifier), .. } => identifier.symbol,
            _ => return None,
        };
        (!self.in_table_or_declared(symbol)).then_some(symbol)
    }

    fn in_table_or_declared(&self, symbol: Symbol) -> bool {
        symbol.0 < words().table_names || !matches!(self.binding(symbol), Binding::Free)
    }

    /// The function's name after an open parenthesis, as written.
    fn written_head(&mut self, open: usize) -> Symbol {
        let mut lexer = Lexer::starting_at(self.text, open);
        lexer.token();
        let head = lexer.token();
        self.script.terms.symbols.intern(lexer.text(head))
    }

    fn attribute(&mut self, token: Token) -> Result<(), Fail> {
        let keyword = self.lexer.text(token);
        let symbol = self.script.terms.symbols.intern(keyword);
        let value = self.lexer.peek();
        match (keyword, value.kind) {
            (":pattern" | ":no-pattern", Kind::Open) => {
                self.lexer.token();
                self.frames.push(Frame::Pattern { keyword: symbol, base: self.operands.len() });
            }
            (":named", Kind::Symbol | Kind::Quoted) => {
                self.lexer.token();
                let name = self.script.terms.symbols.intern(self.lexer.name(value));
                self.attributes.push(Attribute::Named(name));
            }
            (_, Kind::Keyword | Kind::Close) => self.attributes.push(Attribute::Other(symbol, None)),
            _ => {
                let text = self
                    .read_node(value, |reader, node| Ok(reader.script.terms.symbols.intern(node.text())))?;
                self.attributes.push(Attribute::Other(symbol, Some(text)));
            }
        }
        Ok(())
    }

    fn close_annotation(&mut self, base: usize, attributes: usize, at: usize) -> Result<(), Fail> {
        let attributes: Box<[Attribute]> = self.attributes.split_off(attributes).into();
        let patterns: usize = attributes
            .iter()
            .map(|attribute| if let Attribute::Pattern(_, count) = attribute { *count as usize } else { 0 })
            .sum();
        let operands = self.operands.split_off(base);
        if operands.len() != patterns + 1 {
            return Err(Fail::syntax(at, "`!` takes one term"));
        }
        let term = if attributes.is_empty() {
            operands[0]
        } else {
            self.script.terms.annotate(operands[0], attributes.clone(), &operands[1..])
        };
        for attribute in &attributes {
            if let Attribute::Named(name) = attribute {
                self.name_term(*name, operands[0]);
            }
        }
        self.operands.push(term);
        Ok(())
    }
}

impl Reader<'_> {
    /// Gives a term a name. It holds at once, and for the rest of the script when the command is done.
    fn name_term(&mut self, name: Symbol, term: Term) {
        let terms = &mut self.script.terms;
        let signature = Signature::plain(&[], terms.sort(term));
        let decl = terms.declare(Decl { name, signature, kind: DeclKind::Named(term) });
        self.bind(name, Binding::Decl(decl));
        self.new_names.push((name, decl));
    }
}
