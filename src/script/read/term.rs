//! Reads terms: a machine with an explicit stack, so that depth is no concern, straight from the lexer.

use super::super::declarations::{Decl, DeclKind};
use super::super::terms::{Attribute, Binder, Literal, Term, View};
use super::names::{Binding, Identifier, words};
use super::{Counts, Fail, Reader};
use crate::sexp::{Kind, Lexer, Node, Token};
use crate::symbols::Symbol;
use crate::theory::signature::Signature;
use crate::theory::sort::Sort;
use crate::value::{Bits, Int, Rational, Text};
use smallvec::SmallVec;

/// An open parenthesis, and what it waits for. `base` is where its operands begin on the stack.
pub(super) enum Frame {
    Apply {
        head: Callee,
        base: usize,
        at: usize,
    },
    /// Inside `(let (`; the bindings read so far are pending from `first` on.
    LetBindings {
        first: usize,
        at: usize,
    },
    LetBinding {
        name: Symbol,
        base: usize,
        at: usize,
    },
    LetBody {
        undo: usize,
        base: usize,
        at: usize,
    },
    Bind {
        binder: Binder,
        undo: usize,
        base: usize,
        at: usize,
    },
    /// Before and behind the list of cases.
    Match {
        base: usize,
        at: usize,
    },
    Cases,
    Annotation {
        base: usize,
        attributes: usize,
        at: usize,
    },
    Pattern {
        keyword: Symbol,
        base: usize,
    },
}

/// What an application applies.
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
                return self.operands.pop().ok_or_else(|| Fail::syntax(token.start, "a term is wanted"));
            }
        }
    }

    /// Reads one term and makes it fit a sort.
    pub(super) fn term_of(&mut self, sort: Sort) -> Result<Term, Fail> {
        let at = self.lexer.peek().start;
        let term = self.term()?;
        self.script.terms.coerce(term, sort).map_err(|error| Fail::sort(at, error))
    }

    fn atom(&mut self, token: Token) -> Result<Term, Fail> {
        let text = self.lexer.text(token);
        let literal = match token.kind {
            Kind::Symbol | Kind::Quoted => return self.name(token),
            Kind::Numeral if self.numerals_are_real => Literal::Real(Rational::from(int(text, token)?)),
            Kind::Numeral => Literal::Int(int(text, token)?),
            Kind::Decimal => Literal::Real(
                Rational::parse_decimal(text).ok_or_else(|| Fail::syntax(token.start, "a bad decimal"))?,
            ),
            Kind::Hex => Literal::Bits(bits(Bits::from_hex(&text[2..]), token)?),
            Kind::Binary => Literal::Bits(bits(Bits::from_binary(&text[2..]), token)?),
            Kind::String => match self.string(&text[1..text.len() - 1]) {
                Some(text) => Literal::Text(text),
                None => return Ok(self.opaque_literal(token)),
            },
            Kind::End => return Err(Fail::syntax(token.start, "the text ends inside a term")),
            _ => return Err(Fail::syntax(token.start, format!("a term is wanted, got `{text}`"))),
        };
        Ok(self.script.terms.literal(literal))
    }

    fn string(&self, raw: &str) -> Option<Text> {
        if self.options.old_strings { Text::from_old_literal(raw) } else { Text::from_literal(raw) }
    }

    /// A string literal whose meaning solvers do not agree on is kept as it is, and never judged.
    fn opaque_literal(&mut self, token: Token) -> Term {
        let text = self.script.terms.symbols.intern(self.lexer.text(token));
        let mut identifier = Identifier::plain(text, text, token.start);
        identifier.ascribed = Some(Sort::STRING);
        self.opaque(&identifier, &[])
    }

    fn name(&mut self, token: Token) -> Result<Term, Fail> {
        let symbol = self.script.terms.symbols.intern(self.lexer.name(token));
        match self.binding(symbol) {
            Binding::Term(term) | Binding::Constant(term) => Ok(term),
            Binding::Free if symbol.0 >= words().table_names => {
                match self.signed_number(self.lexer.text(token)) {
                    Some(term) => Ok(term),
                    None => {
                        let identifier = self.plain(symbol, token);
                        self.apply_identifier(&identifier, &[])
                    }
                }
            }
            _ => {
                let identifier = self.plain(symbol, token);
                self.apply_identifier(&identifier, &[])
            }
        }
    }

    /// `-5`, `-1.5`, `2.` and `1/3`: symbols for the standard, numbers for z3 and for lenient cvc5.
    fn signed_number(&mut self, text: &str) -> Option<Term> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let number = match digits.split_once('/') {
            Some((over, under)) => {
                let parts = [Rational::parse_decimal(over)?, Rational::parse_decimal(under)?];
                let parts = parts.map(|part| self.script.terms.literal(Literal::Real(part)));
                self.script.terms.apply("/", &parts).ok()?
            }
            None if digits.contains('.') || self.numerals_are_real => {
                let value = Rational::parse_decimal(digits.strip_suffix('.').unwrap_or(digits))?;
                self.script.terms.literal(Literal::Real(value))
            }
            None => self.script.terms.literal(Literal::Int(Int::from_radix(digits, 10)?)),
        };
        if negative { self.script.terms.apply("-", &[number]).ok() } else { Some(number) }
    }

    fn plain(&mut self, symbol: Symbol, token: Token) -> Identifier {
        let text = match token.kind {
            Kind::Quoted => self.script.terms.symbols.intern(self.lexer.text(token)),
            _ => symbol,
        };
        Identifier::plain(symbol, text, token.start)
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
            Kind::Close => Err(Fail::syntax(open.start, "`()` is no term")),
            Kind::End => Err(Fail::syntax(open.start, "the text ends inside a term")),
            _ => Err(Fail::syntax(
                token.start,
                format!("a function is wanted, got `{}`", self.lexer.text(token)),
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
        // All words with a grammar of their own come right behind the table's names.
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
                Some(_) => Err(Fail::syntax(node.offset(), "a literal is no function")),
                None => reader.identifier(node),
            })?;
            return self.push_apply(Callee::Identifier(Box::new(identifier)), open);
        }
        self.lexer = Lexer::starting_at(self.text, inner.start);
        self.push_apply(Callee::Value, open)
    }

    /// Reads an expression that begins at a token into the tape, and makes something of it.
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
        let identifier = self.identifier(node)?;
        self.apply_identifier(&identifier, &[])
    }

    fn expect_open(&mut self, what: &str) -> Result<(), Fail> {
        let token = self.lexer.token();
        if token.kind == Kind::Open {
            return Ok(());
        }
        Err(Fail::syntax(token.start, format!("`(` is wanted before {what}")))
    }

    fn let_binding(&mut self, open: Token) -> Result<(), Fail> {
        let token = self.lexer.token();
        if !matches!(token.kind, Kind::Symbol | Kind::Quoted) {
            return Err(Fail::syntax(token.start, "a variable is wanted"));
        }
        let name = self.script.terms.symbols.intern(self.lexer.name(token));
        self.frames.push(Frame::LetBinding { name, base: self.operands.len(), at: open.start });
        Ok(())
    }

    /// Whether a list of variables follows, so that the word before it is a binder and no function's name.
    fn next_is_variables(&self) -> bool {
        let mut ahead = self.lexer.clone();
        ahead.token().kind == Kind::Open && ahead.token().kind == Kind::Open
    }

    fn binder(&mut self, binder: Binder, at: usize) -> Result<(), Fail> {
        self.expect_open("the variables")?;
        let (undo, base) = (self.undo.len(), self.operands.len());
        loop {
            let token = self.lexer.token();
            match token.kind {
                Kind::Close => break,
                Kind::Open => self.bound_variable()?,
                _ => return Err(Fail::syntax(token.start, "a variable with its sort is wanted")),
            }
        }
        self.frames.push(Frame::Bind { binder, undo, base, at });
        Ok(())
    }

    fn bound_variable(&mut self) -> Result<(), Fail> {
        let token = self.lexer.token();
        if !matches!(token.kind, Kind::Symbol | Kind::Quoted) {
            return Err(Fail::syntax(token.start, "a variable is wanted"));
        }
        let name = self.script.terms.symbols.intern(self.lexer.name(token));
        let first = self.lexer.token();
        let sort = self.sort_at(first)?;
        let close = self.lexer.token();
        if close.kind != Kind::Close {
            return Err(Fail::syntax(close.start, "`)` is wanted behind a variable's sort"));
        }
        self.bind_variable(name, sort);
        Ok(())
    }

    /// Binds a variable and makes it an operand. One that would hide another variable or a constant is renamed: a `let`
    /// may carry a term with the outer one into its scope.
    pub(super) fn bind_variable(&mut self, name: Symbol, sort: Sort) {
        let mut own = name;
        while self.hides_something(own) || own == words().underscore {
            self.renamed += 1;
            let text = match self.script.terms.symbols.name(name) {
                "_" => "any",
                text => text,
            };
            let fresh = format!("{text}!{}", self.renamed);
            own = self.script.terms.symbols.intern(&fresh);
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

    fn close(&mut self, close: Token) -> Result<(), Fail> {
        let Some(frame) = self.frames.pop() else {
            return Err(Fail::syntax(close.start, "a term is wanted, got `)`"));
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

    /// Whether a frame applies something that nobody knows.
    pub(super) fn is_unknown(&self, frame: &Frame) -> bool {
        match frame {
            Frame::Apply { head: Callee::Symbol(symbol), .. } => !self.in_table_or_declared(*symbol),
            Frame::Apply { head: Callee::Identifier(identifier), .. } => {
                !self.in_table_or_declared(identifier.symbol)
            }
            _ => false,
        }
    }

    fn in_table_or_declared(&self, symbol: Symbol) -> bool {
        symbol.0 < words().table_names || !matches!(self.binding(symbol), Binding::Free)
    }

    /// The function's name behind an open parenthesis, as it was written.
    fn written_head(&mut self, open: usize) -> Symbol {
        let mut lexer = Lexer::starting_at(self.text, open);
        lexer.token();
        let head = lexer.token();
        self.script.terms.symbols.intern(lexer.text(head))
    }

    fn close_binder(&mut self, binder: Binder, undo: usize, base: usize, at: usize) -> Result<(), Fail> {
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
    fn case(&mut self, open: Token) -> Result<(), Fail> {
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

    fn close_match(&mut self, base: usize, at: usize) -> Result<(), Fail> {
        let operands = self.operands.split_off(base);
        let [term, cases @ ..] = &operands[..] else {
            return Err(Fail::syntax(at, "a `match` without a term"));
        };
        let term = self.script.terms.match_on(*term, cases).map_err(|error| Fail::sort(at, error))?;
        self.operands.push(term);
        Ok(())
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

fn int(text: &str, token: Token) -> Result<Int, Fail> {
    Int::parse(text).ok_or_else(|| Fail::syntax(token.start, "a bad numeral"))
}

fn bits(bits: Option<Bits>, token: Token) -> Result<Bits, Fail> {
    bits.ok_or_else(|| Fail::syntax(token.start, "a bad bit-vector literal"))
}
