//! What names mean while a script is read: scopes, identifiers, and the symbols that every script begins with.

use super::super::declarations::{DeclId, DeclKind};
use super::super::infer::SortError;
use super::super::terms::{Function, Head, Literal, Term, Terms};
use super::{Fail, Reader};
use crate::quote::one_line;
use crate::sexp::{Kind, Node};
use crate::symbols::Symbol;
use crate::theory::sort::{Sort, SortConstructor, SortKind};
use crate::theory::{OpId, table};
use crate::value::{Bits, Collection, FieldElement, Int, Text};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// What a symbol means at the moment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binding {
    /// Not declared; it means an operator of the table, if one has the name.
    Free,
    /// A `let` variable, a bound variable, `true` or `false`.
    Term(Term),
    Decl(DeclId),
    /// A declaration without arguments, as the term that it is.
    Constant(Term),
    /// Several declarations of one name, by index into the reader's list.
    Overloaded(u32),
}

/// The symbols of words with a grammar of their own, the same in every arena.
pub(super) struct Words {
    pub let_: Symbol,
    pub forall: Symbol,
    pub exists: Symbol,
    pub lambda: Symbol,
    pub choice: Symbol,
    pub witness: Symbol,
    pub match_: Symbol,
    pub annotate: Symbol,
    pub underscore: Symbol,
    pub as_: Symbol,
    pub true_: Symbol,
    pub false_: Symbol,
    /// The number of names in the table, which are the first symbols of every arena, in the same order.
    pub table_names: u32,
}

/// An empty arena that knows the names of the table. Copying it is cheaper than interning them for every script.
static BASE: LazyLock<(Terms, Words)> = LazyLock::new(|| {
    let mut terms = Terms::with_operators();
    let table_names = terms.symbols.count() as u32;
    let mut word = |name| terms.symbols.intern(name);
    let words = Words {
        let_: word("let"),
        forall: word("forall"),
        exists: word("exists"),
        lambda: word("lambda"),
        choice: word("choice"),
        witness: word("witness"),
        match_: word("match"),
        annotate: word("!"),
        underscore: word("_"),
        as_: word("as"),
        true_: word("true"),
        false_: word("false"),
        table_names,
    };
    (terms, words)
});

pub(super) fn words() -> &'static Words {
    &BASE.1
}

impl Default for Terms {
    /// An arena ready for use.
    fn default() -> Terms {
        BASE.0.clone()
    }
}

/// An identifier with its indices or its sort: `(_ extract 7 0)`, `(as nil (List Int))`.
#[derive(Clone, Debug)]
pub(super) struct Identifier {
    pub symbol: Symbol,
    pub indices: SmallVec<[u32; 2]>,
    /// The symbol among the indices, as in `(_ is cons)`.
    pub of: Option<Symbol>,
    pub ascribed: Option<Sort>,
    /// The text as written, for unknown identifiers.
    pub text: Symbol,
    pub at: usize,
    /// Whether it is the head of an application: `(and)` is the empty conjunction, `and` the function.
    pub called: bool,
}

impl Identifier {
    pub(super) fn plain(symbol: Symbol, text: Symbol, at: usize) -> Identifier {
        Identifier { symbol, indices: SmallVec::new(), of: None, ascribed: None, text, at, called: false }
    }
}

impl Reader<'_> {
    pub(super) fn binding(&self, symbol: Symbol) -> Binding {
        self.bindings.get(symbol.0 as usize).copied().unwrap_or(Binding::Free)
    }

    pub(super) fn bind(&mut self, symbol: Symbol, binding: Binding) {
        let at = symbol.0 as usize;
        if at >= self.bindings.len() {
            self.bindings.resize(at + 1, Binding::Free);
        }
        self.undo.push((symbol, self.bindings[at]));
        self.bindings[at] = binding;
        if is_declared(binding) {
            *self.declared.entry(symbol).or_insert(0) += 1;
        }
    }

    /// Takes back the bindings made since the undo list had this length.
    pub(super) fn unbind(&mut self, to: usize) {
        for (symbol, old) in self.undo.drain(to..).rev() {
            let current = std::mem::replace(&mut self.bindings[symbol.0 as usize], old);
            if is_declared(current) {
                self.declared.entry(symbol).and_modify(|count| *count -= 1);
            }
        }
    }

    /// Binds a name to a declaration, in addition to those that it has.
    pub(super) fn bind_decl(&mut self, name: Symbol, decl: DeclId) {
        let declared = self.script.terms.decl(decl);
        let is_constant =
            declared.arity() == 0 && declared.signature.params == 0 && !is_constructor(&declared.kind);
        let binding = match self.binding(name) {
            Binding::Decl(other) => {
                self.overloads.push(vec![other, decl]);
                Binding::Overloaded(self.overloads.len() as u32 - 1)
            }
            Binding::Overloaded(list) => {
                let mut all = self.overloads[list as usize].clone();
                all.push(decl);
                self.overloads.push(all);
                Binding::Overloaded(self.overloads.len() as u32 - 1)
            }
            Binding::Constant(term) => {
                let other = self.script.terms.declaration(term);
                self.overloads.push(other.into_iter().chain([decl]).collect());
                Binding::Overloaded(self.overloads.len() as u32 - 1)
            }
            _ if is_constant => Binding::Constant(self.script.terms.constant(decl)),
            _ => Binding::Decl(decl),
        };
        self.bind(name, binding);
    }

    /// The operators that a symbol can mean.
    pub(super) fn meanings(&self, symbol: Symbol) -> &'static [OpId] {
        if symbol.0 < words().table_names { table().meanings_at(symbol.0 as usize) } else { &[] }
    }

    /// Reads `(_ name index...)`, `(as identifier sort)` or a symbol.
    pub(super) fn identifier(&mut self, node: Node<'_>) -> Result<Identifier, Fail> {
        let text = self.script.terms.symbols.intern(node.text());
        let mut identifier = Identifier::plain(text, text, node.offset());
        let mut node = node;
        if node.children().next().is_some_and(|head| head.is_symbol("as")) {
            let parts: SmallVec<[Node<'_>; 4]> = node.children().collect();
            if parts.len() != 3 {
                return Err(Fail::syntax(node.offset(), "`as` takes an identifier and a sort"));
            }
            identifier.ascribed = Some(self.sort(parts[2])?);
            node = parts[1];
        }
        if !node.is_list() {
            identifier.symbol = self.symbol_of(node)?;
            return Ok(identifier);
        }
        let mut parts = node.children();
        match (parts.next(), parts.next()) {
            (Some(head), Some(name)) if head.is_symbol("_") && !name.is_list() => {
                identifier.symbol = self.symbol_of(name)?;
            }
            _ => return Err(Fail::syntax(node.offset(), "expected an identifier")),
        }
        for index in parts {
            self.index(index, &mut identifier)?;
        }
        Ok(identifier)
    }

    fn index(&mut self, node: Node<'_>, identifier: &mut Identifier) -> Result<(), Fail> {
        match node.kind() {
            Kind::Numeral => match node.numeral() {
                Some(index) => identifier.indices.push(index),
                None => return Err(Fail::opaque(node.offset(), "an index beyond 32 bits")),
            },
            Kind::Symbol | Kind::Quoted => identifier.of = Some(self.symbol_of(node)?),
            // `(_ is (cons Int))` and `(_ is (as cons (List Int)))`: the constructor's name is what counts.
            Kind::Open => {
                let name = node
                    .children()
                    .find(|part| part.symbol().is_some_and(|name| !matches!(name, "as" | "_")));
                if let Some(name) = name {
                    identifier.of = Some(self.symbol_of(name)?);
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn symbol_of(&mut self, node: Node<'_>) -> Result<Symbol, Fail> {
        match node.symbol() {
            Some(name) => Ok(self.script.terms.symbols.intern(name)),
            None => Err(Fail::syntax(
                node.offset(),
                format!("expected a symbol, found `{}`", shorten(node.text())),
            )),
        }
    }

    /// `(_ bv10 32)`, `(_ char #x41)` and other literals that look like identifiers.
    pub(super) fn indexed_literal(&mut self, node: Node<'_>) -> Option<Term> {
        let parts: SmallVec<[Node<'_>; 4]> = node.children().collect();
        let name = parts.get(1)?.symbol()?;
        let literal = match (name, parts.len()) {
            ("char" | "Char", 3) => {
                let digits = parts[2].text().strip_prefix("#x")?;
                Literal::Text(Text::new(&[u32::from_str_radix(digits, 16).ok()?])?)
            }
            (_, 3) if name.starts_with("bv") => {
                let value = Int::from_radix(name.strip_prefix("bv")?, 10)?;
                let width = parts[2].numeral().filter(|width| (1..1 << 24).contains(width))?;
                if value.is_negative() {
                    return None;
                }
                Literal::Bits(Bits::from_int(width, &value))
            }
            _ => return None,
        };
        Some(self.script.terms.literal(literal))
    }

    /// Applies what a name means to arguments.
    pub(super) fn apply_identifier(&mut self, identifier: &Identifier, args: &[Term]) -> Result<Term, Fail> {
        let result = match self.binding(identifier.symbol) {
            Binding::Decl(decl) => self.apply_decl(decl, identifier.ascribed, args),
            Binding::Overloaded(list) => self.apply_overloaded(list, identifier.ascribed, args),
            Binding::Term(term) | Binding::Constant(term) if args.is_empty() => Ok(term),
            Binding::Term(term) | Binding::Constant(term) => self.script.terms.apply_value(term, args),
            Binding::Free => return self.apply_free(identifier, args),
        };
        result.or_else(|error| match self.meanings(identifier.symbol) {
            // A constant may have an operator's name; only the operator can be applied to these.
            [_, ..] => self.apply_free(identifier, args).map_err(|_| Fail::sort(identifier.at, error)),
            [] => Err(Fail::sort(identifier.at, error)),
        })
    }

    fn apply_free(&mut self, identifier: &Identifier, args: &[Term]) -> Result<Term, Fail> {
        let meanings = self.meanings(identifier.symbol);
        if meanings.is_empty() {
            if let Some(special) = self.apply_special(identifier, args) {
                return special.map_err(|error| Fail::sort(identifier.at, error));
            }
            if let Some(element) = self.field_element(identifier).filter(|_| args.is_empty()) {
                return Ok(self.script.terms.literal(Literal::Field(element)));
            }
            return Ok(self.opaque(identifier, args));
        }
        // A function as a value, as in `(set.fold + 0 s)`: its sort depends on what it will be applied to.
        if args.is_empty()
            && meanings.iter().all(|op| !op.op().signature.args.is_empty())
            && !identifier.called
        {
            return Ok(self.opaque(identifier, args));
        }
        if identifier.ascribed.is_none() && args.is_empty() && meanings.iter().all(|op| op.op().ascribed) {
            return Ok(self.unsettled(meanings[0]));
        }
        // For z3 a string is a sequence, so the empty one is `(as seq.empty String)`.
        if identifier.ascribed == Some(Sort::STRING) && args.is_empty() {
            return Ok(self.script.terms.literal(Literal::Text(Text::empty())));
        }
        if self.sets_are_finite_sets
            && let Some(&op) =
                meanings.iter().find(|&&op| SortConstructor::Collection(Collection::FiniteSet).is_made_by(op))
            && let Ok(term) =
                self.script.terms.apply_ops(&[op], &identifier.indices, identifier.ascribed, args)
        {
            return Ok(term);
        }
        let terms = &mut self.script.terms;
        let first = terms.apply_ops(meanings, &identifier.indices, identifier.ascribed, args);
        let result = first.or_else(|error| self.apply_with_integers(identifier, args, error));
        let term = result.map_err(|error| Fail::sort(identifier.at, error))?;
        self.note_spelling(identifier.symbol, term);
        Ok(term)
    }

    /// `(as ff3 (_ FiniteField 5))`.
    fn field_element(&self, identifier: &Identifier) -> Option<FieldElement> {
        let terms = &self.script.terms;
        let SortKind::Field(order) = *terms.sorts.kind(identifier.ascribed?) else { return None };
        FieldElement::from_name(terms.symbols.name(identifier.symbol), order)
    }

    /// In a logic of reals every numeral is a Real; a script that uses Ints all the same gets them back here.
    fn apply_with_integers(
        &mut self,
        identifier: &Identifier,
        args: &[Term],
        error: SortError,
    ) -> Result<Term, SortError> {
        if !self.numerals_are_real {
            return Err(error);
        }
        let terms = &mut self.script.terms;
        let ints: SmallVec<[Term; 8]> =
            args.iter().map(|&arg| terms.integral_literal(arg).unwrap_or(arg)).collect();
        terms
            .apply_ops(
                table().meanings_at(identifier.symbol.0 as usize),
                &identifier.indices,
                identifier.ascribed,
                &ints,
            )
            .map_err(|_| error)
    }

    /// Remembers the older name of an operator, to print the script as it was written.
    fn note_spelling(&mut self, symbol: Symbol, term: Term) {
        let terms = &mut self.script.terms;
        let Some(op) = terms.op(term) else { return };
        if op.op().name_index == symbol.0 as usize {
            return;
        }
        let name = terms.symbols.name(symbol);
        if let Some(at) = op.op().old.iter().position(|old| *old == name) {
            terms.spellings[op.0 as usize] = at as u8 + 1;
        }
    }

    /// Testers, updaters and z3's array functions, which are made from the script's own names.
    fn apply_special(&mut self, identifier: &Identifier, args: &[Term]) -> Option<Result<Term, SortError>> {
        let name = self.script.terms.symbols.name(identifier.symbol).to_owned();
        match (name.as_str(), identifier.of, args) {
            ("is", Some(constructor), &[term]) => {
                let decl = self.decl_of(constructor, is_constructor)?;
                Some(self.script.terms.test(decl, term))
            }
            ("update" | "update-field", Some(selector), &[term, value]) => {
                let decl = self.decl_of(selector, is_selector)?;
                Some(self.script.terms.update(decl, term, value))
            }
            ("map", Some(function), _) if !args.is_empty() => Some(self.apply_mapped(function, args)),
            ("@", None, &[function, _, ..]) => Some(self.script.terms.apply_value(function, &args[1..])),
            ("as-array", Some(function), []) => {
                let Binding::Decl(decl) = self.binding(function) else { return None };
                Some(Ok(self.as_array(decl)?))
            }
            (_, None, &[term]) => {
                let constructor = self.script.terms.symbols.find(name.strip_prefix("is-")?)?;
                let decl = self.decl_of(constructor, is_constructor)?;
                Some(self.script.terms.test(decl, term))
            }
            _ => None,
        }
    }

    fn apply_mapped(&mut self, function: Symbol, args: &[Term]) -> Result<Term, SortError> {
        let binding = self.binding(function);
        let meanings = self.meanings(function);
        self.script.terms.apply_mapped(
            |terms, elements| match binding {
                Binding::Decl(decl) => terms.apply_decl(decl, None, elements),
                _ => terms.apply_ops(meanings, &[], None, elements),
            },
            args,
        )
    }

    fn as_array(&mut self, decl: DeclId) -> Option<Term> {
        let terms = &mut self.script.terms;
        let [index] = terms.decl(decl).arg_sorts()?[..] else { return None };
        let element = terms.decl(decl).result_sort();
        let sort = terms.sorts.array(index, element);
        let function = terms.function_id(Function::AsArray(decl));
        Some(terms.intern(Head::Apply(function), sort, &[]))
    }

    /// The newest declaration of the wanted kind that a name means, if it is overloaded.
    fn decl_of(&self, name: Symbol, wanted: fn(&DeclKind) -> bool) -> Option<DeclId> {
        let fits = |decl: &DeclId| wanted(&self.script.terms.decl(*decl).kind);
        match self.binding(name) {
            Binding::Decl(decl) if fits(&decl) => Some(decl),
            Binding::Overloaded(list) => self.overloads[list as usize].iter().copied().rev().find(fits),
            _ => None,
        }
    }

    fn apply_decl(&mut self, decl: DeclId, ascribed: Option<Sort>, args: &[Term]) -> Result<Term, SortError> {
        if let Some(constant) = self.model_constant(decl, ascribed, args) {
            return Ok(constant);
        }
        let terms = &mut self.script.terms;
        let first = terms.apply_decl(decl, ascribed, args);
        if first.is_ok() || !self.numerals_are_real {
            return first;
        }
        let ints: SmallVec<[Term; 8]> =
            args.iter().map(|&arg| terms.integral_literal(arg).unwrap_or(arg)).collect();
        terms.apply_decl(decl, ascribed, &ints).or(first)
    }

    fn apply_overloaded(
        &mut self,
        list: u32,
        ascribed: Option<Sort>,
        args: &[Term],
    ) -> Result<Term, SortError> {
        let candidates = self.overloads[list as usize].clone();
        let mut last = SortError("no declaration fits".into());
        // The newest declaration comes first: it shadows an older one of the same sorts.
        for decl in candidates.into_iter().rev() {
            let exact_count = self.script.terms.decl(decl).arity() == args.len();
            match self.script.terms.apply_decl(decl, ascribed, args) {
                Ok(term)
                    if exact_count && ascribed.is_none_or(|sort| sort == self.script.terms.sort(term)) =>
                {
                    return Ok(term);
                }
                Ok(_) => {}
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// `seq.empty` and its like without a sort, as cvc5 takes it: the term around it settles the sort.
    fn unsettled(&mut self, op: OpId) -> Term {
        let terms = &mut self.script.terms;
        let function = terms.op_function(op, &[]);
        terms.intern(Head::Apply(function), Sort::UNKNOWN, &[])
    }

    /// An application of an unknown function. Its arguments are terms all the same.
    pub(super) fn opaque(&mut self, identifier: &Identifier, args: &[Term]) -> Term {
        if let Some(value) = self.model_value(identifier, args) {
            return value;
        }
        self.note_opaque(identifier.text, identifier.at);
        let terms = &mut self.script.terms;
        let function = terms.function_id(Function::Opaque(identifier.text));
        terms.intern(Head::Apply(function), identifier.ascribed.unwrap_or(Sort::UNKNOWN), args)
    }
}

fn is_declared(binding: Binding) -> bool {
    matches!(binding, Binding::Decl(_) | Binding::Overloaded(_) | Binding::Constant(_))
}

fn is_constructor(kind: &DeclKind) -> bool {
    matches!(kind, DeclKind::Constructor { .. })
}

fn is_selector(kind: &DeclKind) -> bool {
    matches!(kind, DeclKind::Selector { .. })
}

/// The beginning of a text, for messages.
pub(super) fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", one_line(&text[..end])),
        None => one_line(text).into_owned(),
    }
}
