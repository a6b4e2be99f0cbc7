//! Reads what solvers print for a model, in all of their forms: definitions on top of a script.
//!
//! A symbol may be used before its definition, so the heads of all definitions are read first, then the bodies. The
//! evaluator computes the values of the bodies.

use super::super::declarations::{DeclId, DeclKind};
use super::super::terms::{Function, Head, Literal, Term};
use super::names::{Binding, Identifier, shorten};
use super::{Fail, ReadOptions, Reader, Script};
use crate::hash::HashMap;
use crate::sexp::{Kind, Lexer, Node, Token};
use crate::symbols::Symbol;
use crate::theory::sort::Sort;
use crate::value::{Real, Value};

/// The contents of a model's text: about symbols of the script, and about further ones of its own.
#[derive(Clone, Default, Debug)]
pub struct Definitions {
    pub definitions: Vec<Definition>,
    /// Constants that stand for values without a term in the standard, such as elements of declared sorts.
    pub values: Vec<(DeclId, Value)>,
    /// How many elements sorts have, where the text says so.
    pub universes: Vec<(Sort, u32)>,
    pub misunderstood: Vec<Misunderstood>,
}

/// A symbol with its meaning.
#[derive(Clone, Debug)]
pub struct Definition {
    pub decl: DeclId,
    /// The variables that stand for its parameters in the body.
    pub parameters: Box<[Term]>,
    pub body: Term,
}

/// A piece of the text that was not understood, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{what}`: {why}")]
pub struct Misunderstood {
    /// The symbol that it is about, or the beginning of the piece.
    pub what: String,
    pub why: String,
}

/// The head of z3's notation for an algebraic number. The variable of its polynomial is not declared.
pub(super) const ROOT_OBJECT: &str = "root-obj";

/// The state of the reader that only models need.
#[derive(Default)]
pub(super) struct ModelState {
    pub found: Definitions,
    /// The elements of declared sorts by name, as constants.
    elements: HashMap<(Symbol, Sort), Term>,
    counts: HashMap<Sort, u32>,
    /// The definitions whose bodies are still to be read.
    pub heads: Vec<DefinitionHead>,
    /// The offsets of functions that are printed as tables, by name.
    pub tables: HashMap<Symbol, usize>,
    /// Equations between a symbol and its value, by their offsets.
    pub equations: Vec<(Symbol, usize)>,
    /// A name that the model uses for something of its own while the script declares it, too, so that the meaning of
    /// its occurrences is not known.
    ambiguous: Option<Symbol>,
}

pub(super) struct DefinitionHead {
    decl: DeclId,
    /// The array that the function stands for, if the script declares an array.
    array: Option<DeclId>,
    params: Vec<(Symbol, Sort)>,
    result: Sort,
    body: usize,
}

/// Reads a model on top of the script. Declarations and terms are added to its arena, and nothing else changes.
pub(super) fn read(script: &mut Script, text: &str, options: ReadOptions) -> Definitions {
    let problems = script.problems.len();
    let mut reader = Reader::resume(std::mem::take(script), text, options);
    // Numerals are lifted where a Real is wanted.
    reader.numerals_are_real = false;
    reader.model = Some(Box::default());
    reader.universe_comments();
    reader.model_heads();
    reader.model_bodies();
    reader.model_tables();
    reader.forget_if_ambiguous();
    *script = reader.script;
    script.problems.truncate(problems);
    reader.model.map(|state| state.finish()).unwrap_or_default()
}

impl ModelState {
    fn finish(mut self) -> Definitions {
        // If there are more elements than a universe lists, its size is not known.
        let counts = &self.counts;
        self.found.universes.retain(|(sort, size)| counts.get(sort).is_none_or(|count| count <= size));
        self.found
    }
}

impl<'a> Reader<'a> {
    pub(super) fn state(&mut self) -> &mut ModelState {
        self.model.get_or_insert_default()
    }

    /// Discards a model in which a name may stand for two things.
    fn forget_if_ambiguous(&mut self) {
        if let Some(name) = self.state().ambiguous {
            let name = self.script.terms.symbols.name(name).to_owned();
            self.state().found = Definitions::default();
            self.misunderstood(&name, "it is a symbol of the script and something of the model's own");
        }
    }

    pub(super) fn misunderstood(&mut self, what: &str, why: impl ToString) {
        let what = shorten(what);
        self.state().found.misunderstood.push(Misunderstood { what, why: why.to_string() });
    }

    /// Reads the heads of all items, whatever stands around them.
    fn model_heads(&mut self) {
        loop {
            let open = self.lexer.token();
            match open.kind {
                Kind::End => return,
                Kind::Open => {}
                _ => continue,
            }
            let head = self.lexer.peek();
            if matches!(head.kind, Kind::Open | Kind::Close) || self.lexer.text(head) == "model" {
                continue;
            }
            self.lexer.token();
            let mark = self.undo.len();
            if let Err(fail) = self.model_item(head) {
                self.finish_command(mark, false);
                self.misunderstood(self.name_behind(head), fail.0.message);
            }
            self.lexer = Lexer::starting_at(self.text, open.start);
            if !self.lexer.skip_one() {
                return self.misunderstood(self.name_behind(head), "the text ends inside it");
            }
        }
    }

    /// The name after an item's first word: `x` of `(define-fun x ...`; the word itself if there is none.
    fn name_behind(&self, head: Token) -> &'a str {
        let mut lexer = Lexer::starting_at(self.text, head.end);
        let token = lexer.token();
        match token.kind {
            Kind::Symbol | Kind::Quoted => lexer.name(token),
            _ => lexer.text(head),
        }
    }

    fn model_item(&mut self, head: Token) -> Result<(), Fail> {
        match self.lexer.text(head) {
            "define-fun" | "define-fun-rec" => self.definition_head(true),
            "define-const" => self.definition_head(false),
            "declare-fun" | "declare-const" => self.model_declaration(),
            "declare-sort" => {
                let name = self.new_name()?;
                if !self.sort_meanings.contains_key(&name) {
                    self.set_sort(name, super::SortMeaning::Declared { arity: 0 });
                }
                Ok(())
            }
            // Bounds of a universe, which its comment gives too; and what the script declares itself.
            "forall" | "declare-datatype" | "declare-datatypes" => Ok(()),
            // The definitions may stand in a script of their own.
            "set-logic" | "set-info" | "set-option" | "assert" | "check-sat" | "get-model" | "exit" => Ok(()),
            "=" => {
                let at = self.lexer.offset();
                let name = self.new_name()?;
                self.state().equations.push((name, at));
                Ok(())
            }
            "function" => {
                let name = self.new_name()?;
                self.state().tables.insert(name, head.start);
                Ok(())
            }
            "error" => {
                let message = self.lexer.token();
                Err(Fail::syntax(head.start, self.lexer.text(message).trim_matches('"')))
            }
            // The reply to `get-value`: a symbol and its value.
            _ if matches!(head.kind, Kind::Symbol | Kind::Quoted) => {
                let name = self.script.terms.symbols.intern(self.lexer.name(head));
                if self.declarations(self.binding(name)).is_empty() {
                    return Err(Fail::syntax(head.start, "this form of a definition is not known"));
                }
                self.state().equations.push((name, head.start));
                Ok(())
            }
            _ => Err(Fail::syntax(head.start, "this form of a definition is not known")),
        }
    }

    fn definition_head(&mut self, with_params: bool) -> Result<(), Fail> {
        let name = self.new_name()?;
        let params = if with_params { self.params()? } else { Vec::new() };
        let first = self.lexer.token();
        let result = self.sort_at(first)?;
        let body = self.lexer.offset();
        let args: Vec<Sort> = params.iter().map(|param| param.1).collect();
        let head = |decl, array| DefinitionHead { decl, array, params, result, body };
        let head = match self.meant_by(name, &args, result)? {
            Meant::Settled => return Ok(()),
            Meant::Symbol(decl) => {
                if self.state().heads.iter().any(|other| other.decl == decl) {
                    self.state().ambiguous = Some(name);
                }
                head(decl, None)
            }
            Meant::Array(array) => head(self.hidden_function(name, &args, result), Some(array)),
            Meant::New => head(self.add_function(name, &args, result, DeclKind::Free), None),
        };
        self.state().heads.push(head);
        Ok(())
    }

    /// A function with a fresh name, which the text cannot mention.
    pub(super) fn hidden_function(&mut self, like: Symbol, args: &[Sort], result: Sort) -> DeclId {
        let name = self.script.terms.fresh_name(like);
        self.add_function(name, args, result, DeclKind::Free)
    }

    /// What a definition of a name with these sorts defines.
    fn meant_by(&mut self, name: Symbol, args: &[Sort], result: Sort) -> Result<Meant, Fail> {
        let candidates = self.declarations(self.binding(name));
        if candidates.is_empty() {
            return Ok(Meant::New);
        }
        for decl in candidates.into_iter().rev() {
            let declared = self.script.terms.decl(decl);
            match declared.kind {
                DeclKind::Free | DeclKind::Selector { .. } => {}
                _ => return Ok(Meant::Settled),
            }
            if declared.arg_sorts().as_deref() == Some(args) && declared.result_sort() == result {
                return Ok(Meant::Symbol(decl));
            }
            let (sorts, sort) = (&self.script.terms.sorts, declared.result_sort());
            let array = sorts.array_parts(sort);
            let is_array = matches!((array, args), (Some((index, element)), [arg]) if index == *arg && element == result);
            if declared.arity() == 0 && (is_array || sorts.map_parts(sort) == Some((args, result))) {
                return Ok(Meant::Array(decl));
            }
        }
        Err(Fail::sort_text(self.lexer.offset(), "the script declares it with other sorts"))
    }

    /// A constant of a declared sort is an element of it; other symbols have no value.
    fn model_declaration(&mut self) -> Result<(), Fail> {
        let name = self.new_name()?;
        if self.lexer.peek().kind == Kind::Open {
            let mut ahead = self.lexer.clone();
            ahead.token();
            if ahead.token().kind == Kind::Close {
                self.lexer = ahead;
            }
        }
        let first = self.lexer.token();
        let sort = self.sort_at(first)?;
        if self.is_uninterpreted(sort) {
            self.name_element(name, sort);
        }
        Ok(())
    }

    pub(super) fn is_uninterpreted(&self, sort: Sort) -> bool {
        let terms = &self.script.terms;
        terms.sorts.kind(sort).is_named() && terms.datatype(sort).is_none()
    }

    /// The element of a declared sort that a name stands for.
    pub(super) fn element(&mut self, name: Symbol, sort: Sort) -> Term {
        if let Some(&term) = self.state().elements.get(&(name, sort)) {
            return term;
        }
        let count = self.state().counts.entry(sort).or_insert(0);
        let number = *count;
        *count += 1;
        let term = self.value_constant(name, sort, Value::Element { sort: sort.0, number });
        self.state().elements.insert((name, sort), term);
        term
    }

    /// A constant that stands for a value.
    pub(super) fn value_constant(&mut self, name: Symbol, sort: Sort, value: Value) -> Term {
        let term = self.script.terms.declare_constant_named(name, sort);
        if let Some(decl) = self.script.terms.declaration(term) {
            self.state().found.values.push((decl, value));
        }
        term
    }

    /// Makes a name stand for an element, unless the script uses it for something else.
    pub(super) fn name_element(&mut self, name: Symbol, sort: Sort) {
        let term = self.element(name, sort);
        match self.binding(name) {
            Binding::Free => self.bind(name, Binding::Constant(term)),
            Binding::Constant(known) if known == term => {}
            _ => self.state().ambiguous = Some(name),
        }
    }

    fn model_bodies(&mut self) {
        for head in std::mem::take(&mut self.state().heads) {
            self.lexer = Lexer::starting_at(self.text, head.body);
            let mark = self.undo.len();
            match self.body(&head.params, head.result) {
                Ok((parameters, body)) => {
                    let definition = Definition { decl: head.decl, parameters, body };
                    self.state().found.definitions.push(definition);
                    if let Some(array) = head.array {
                        self.define_as_array(array, head.decl);
                    }
                }
                Err(fail) => {
                    self.finish_command(mark, false);
                    let name = self.script.terms.decl(head.array.unwrap_or(head.decl)).name;
                    let name = self.script.terms.symbols.name(name).to_owned();
                    self.misunderstood(&name, fail.0.message);
                }
            }
        }
    }

    /// Defines an array constant, or a symbol of a function space, by a function.
    pub(super) fn define_as_array(&mut self, array: DeclId, function: DeclId) {
        let terms = &mut self.script.terms;
        let sort = terms.decl(array).result_sort();
        let is_map = terms.sorts.kind(sort).is_map();
        let head = if is_map { Function::Declared(function) } else { Function::AsArray(function) };
        let head = Head::Apply(terms.function_id(head));
        let body = terms.intern(head, sort, &[]);
        self.state().found.definitions.push(Definition { decl: array, parameters: Box::default(), body });
    }

    /// An algebraic number in z3's notation.
    pub(super) fn root_object(&mut self, node: Node<'_>) -> Result<Term, Fail> {
        match Real::from_root_object(node) {
            Some(number) => Ok(self.number(node, number)),
            None => Err(Fail::syntax(node.offset(), "an algebraic number that is not understood")),
        }
    }

    /// An algebraic number in cvc5's notation.
    pub(super) fn algebraic_number(&mut self, node: Node<'_>) -> Option<Term> {
        self.model.as_ref()?;
        let name = node.children().nth(1)?;
        if !name.is_symbol("real_algebraic_number") {
            return None;
        }
        let text = node.text().strip_suffix(')')?;
        let number = Real::from_interval(text[name.token().end - node.offset()..].trim())?;
        Some(self.number(node, number))
    }

    fn number(&mut self, node: Node<'_>, number: Real) -> Term {
        match number {
            Real::Rational(number) => self.script.terms.literal(Literal::Real(number)),
            irrational => {
                let name = self.script.terms.symbols.intern(node.text());
                self.value_constant(name, Sort::REAL, irrational.into())
            }
        }
    }

    /// Whether a decimal in a model may be rounded: yices prints rational numbers as fractions, and irrational ones
    /// as decimals with six digits.
    pub(super) fn is_rounded(&self, decimal: &str) -> bool {
        const DIGITS: usize = 6;
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let unsigned = decimal.strip_prefix('-').unwrap_or(decimal);
        self.model.is_some()
            && unsigned.split_once('.').is_some_and(|(whole, digits)| {
                digits.len() == DIGITS && is_number(digits) && !whole.is_empty() && is_number(whole)
            })
    }

    /// The meaning of an undeclared name in a model: `(as @U_0 U)` is an element of `U`.
    pub(super) fn model_value(&mut self, identifier: &Identifier, args: &[Term]) -> Option<Term> {
        self.model.as_ref()?;
        if !args.is_empty() {
            return None;
        }
        let sort = match identifier.ascribed {
            Some(sort) => sort,
            None => self.sort_in_name(identifier.symbol)?,
        };
        self.is_uninterpreted(sort).then(|| self.element(identifier.symbol, sort))
    }

    /// A constructor without arguments and without its sort, such as `nil`, as z3 writes it in models. The value is
    /// the same for all sorts, so its sort is left unknown.
    pub(super) fn model_constant(
        &mut self,
        decl: DeclId,
        ascribed: Option<Sort>,
        args: &[Term],
    ) -> Option<Term> {
        self.model.as_ref()?;
        let terms = &mut self.script.terms;
        let declared = terms.decl(decl);
        let is_constant = declared.arity() == 0 && matches!(declared.kind, DeclKind::Constructor { .. });
        if !is_constant || !args.is_empty() || ascribed.is_some() || declared.signature.params == 0 {
            return None;
        }
        let head = Head::Apply(terms.function_id(Function::Declared(decl)));
        Some(terms.intern(head, Sort::UNKNOWN, &[]))
    }

    /// The sort in z3's name for an element: `U` for `U!val!0`.
    fn sort_in_name(&mut self, name: Symbol) -> Option<Sort> {
        let terms = &mut self.script.terms;
        let (sort, _) = terms.symbols.name(name).rsplit_once("!val!")?;
        let sort = terms.symbols.find(sort).filter(|sort| self.sort_meanings.contains_key(sort))?;
        Some(terms.sorts.named(sort, &[]))
    }
}

/// What a definition in a model defines.
enum Meant {
    Symbol(DeclId),
    /// An array, or a symbol of a function space, that is printed as a function.
    Array(DeclId),
    /// A symbol that the script itself defines, so that the definition is ignored.
    Settled,
    /// A symbol that only the model knows.
    New,
}
