//! Terms as numbers: a hash-consed arena, so that equal terms have equal ids and a shared term is stored once.
//!
//! Everything only grows, in the order of making: a term's arguments have smaller ids than the term itself. That makes
//! [`Terms::mark`] and [`Terms::rollback`] cheap: a mutant is built on top of its seed, printed, and forgotten.
//! There is no `let`: it became sharing, and the printer brings it back where it is needed.

use super::declarations::{Datatype, Decl, DeclId, DeclKind};
use crate::symbols::{Symbol, Symbols};
use crate::theory::signature::Pattern;
use crate::theory::sort::{Sort, SortKind, Sorts};
use crate::theory::{OpId, table};
use crate::value::{Bits, Int, Rational, Text};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// A term of one arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A function of one arena: what stands at the head of an application.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub(crate) u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    /// A theory operator with its numeral indices.
    Op(OpId, SmallVec<[u32; 2]>),
    /// A function of the script: declared, defined, a constructor or a selector. Fewer arguments than it takes make it
    /// a value of a function space.
    Declared(DeclId),
    /// `(_ is c)` for a constructor `c`.
    Tester(DeclId),
    /// `(_ update s)` for a selector `s`.
    Updater(DeclId),
    /// Application of the first argument, a value of a function space, to the others.
    Apply,
    /// z3's `(_ map f)`: a function lifted to arrays.
    Mapped(FunctionId),
    /// z3's `(_ as-array f)`.
    AsArray(DeclId),
    /// A function that nobody declared; the symbol is its whole text, indices included.
    Opaque(Symbol),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    Bool(bool),
    Int(Int),
    Real(Rational),
    Bits(Bits),
    Text(Text),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binder {
    Forall,
    Exists,
    Lambda,
    /// Hilbert's choice: some value for which the body holds.
    Choice,
    /// A case of a `match`: the variables are the constructor's fields; `None` is a variable or `_` that takes the rest.
    Case(Option<DeclId>),
}

/// An attribute of `(! term ...)`. Terms of patterns are arguments of the annotated node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Attribute {
    Named(Symbol),
    /// `:pattern` or `:no-pattern` with so many terms.
    Pattern(Symbol, u32),
    /// The keyword, and the text of its value, if it has one.
    Other(Symbol, Option<Symbol>),
}

/// A term taken apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum View<'a> {
    Literal(&'a Literal),
    /// A bound variable.
    Variable(Symbol),
    Apply(FunctionId, &'a [Term]),
    /// The variables, and the body.
    Bind(Binder, &'a [Term], Term),
    /// The term looked at, and its cases.
    Match(Term, &'a [Term]),
    /// The term, its attributes, and the terms of all patterns in order.
    Annotated(Term, &'a [Attribute], &'a [Term]),
}

/// A node without its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Head {
    Literal(u32),
    Variable(Symbol),
    Apply(FunctionId),
    Bind(Binder),
    Match,
    Annotated(u32),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    head: Head,
    sort: Sort,
    args_start: u32,
    args_len: u32,
}

/// The arena.
#[derive(Clone, Debug)]
pub struct Terms {
    pub symbols: Symbols,
    pub sorts: Sorts,
    nodes: Vec<Node>,
    args: Vec<Term>,
    /// The nodes by hash; a piece of it is kept beside, so that growing and missing need no look at the nodes.
    node_table: HashTable<(u32, u32)>,
    literals: Interner<Literal>,
    /// All functions but the operators without indices, whose numbers come first.
    functions: Interner<Function>,
    attributes: Interner<Box<[Attribute]>>,
    pub(super) decls: Vec<Decl>,
    pub(super) datatypes: Vec<Datatype>,
    /// The older spelling that the script uses for an operator, by the operator's number; 0 is the standard's.
    pub(super) spellings: Vec<u8>,
}

/// A point that the arena can be taken back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    symbols: usize,
    sorts: usize,
    nodes: usize,
    args: usize,
    literals: usize,
    functions: usize,
    attributes: usize,
    decls: usize,
    datatypes: usize,
}

impl Terms {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn mark(&self) -> Mark {
        Mark {
            symbols: self.symbols.len(),
            sorts: self.sorts.len(),
            nodes: self.nodes.len(),
            args: self.args.len(),
            literals: self.literals.items.len(),
            functions: self.functions.items.len(),
            attributes: self.attributes.items.len(),
            decls: self.decls.len(),
            datatypes: self.datatypes.len(),
        }
    }

    /// Forgets everything made since the mark. Ids made since then must not be used any more.
    pub fn rollback(&mut self, mark: Mark) {
        for id in mark.nodes..self.nodes.len() {
            let node = self.nodes[id];
            let hash = hash_node(node.head, node.sort, self.node_args(&node));
            if let Ok(entry) = self.node_table.find_entry(hash, |&(_, other)| other as usize == id) {
                entry.remove();
            }
        }
        self.nodes.truncate(mark.nodes);
        self.args.truncate(mark.args);
        self.literals.truncate(mark.literals);
        self.functions.truncate(mark.functions);
        self.attributes.truncate(mark.attributes);
        self.decls.truncate(mark.decls);
        self.datatypes.truncate(mark.datatypes);
        self.symbols.truncate(mark.symbols);
        self.sorts.truncate(mark.sorts);
    }

    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The node without its arguments; together with [`Terms::children`] and [`Terms::rebuild`] it lets a walk treat all
    /// kinds of terms alike.
    #[inline]
    pub fn head(&self, term: Term) -> Head {
        self.nodes[term.index()].head
    }

    /// All terms directly below, bound variables included.
    #[inline]
    pub fn children(&self, term: Term) -> &[Term] {
        self.node_args(&self.nodes[term.index()])
    }

    #[inline]
    pub fn view(&self, term: Term) -> View<'_> {
        let node = &self.nodes[term.index()];
        let args = self.node_args(node);
        match node.head {
            Head::Literal(id) => View::Literal(self.literals.get(id)),
            Head::Variable(name) => View::Variable(name),
            Head::Apply(function) => View::Apply(function, args),
            Head::Bind(binder) => View::Bind(binder, &args[..args.len() - 1], args[args.len() - 1]),
            Head::Match => View::Match(args[0], &args[1..]),
            Head::Annotated(id) => View::Annotated(args[0], self.attributes.get(id), &args[1..]),
        }
    }

    #[inline]
    pub fn function(&self, id: FunctionId) -> &Function {
        let plain = plain_operators();
        match plain.get(id.0 as usize) {
            Some(operator) => operator,
            None => self.functions.get(id.0 - plain.len() as u32),
        }
    }

    pub fn decl(&self, id: DeclId) -> &Decl {
        &self.decls[id.0 as usize]
    }

    pub fn decls(&self) -> impl Iterator<Item = (DeclId, &Decl)> {
        self.decls.iter().enumerate().map(|(id, decl)| (DeclId(id as u32), decl))
    }

    /// The operator at the head of an application, if a theory's.
    pub fn op(&self, term: Term) -> Option<OpId> {
        match self.head(term) {
            Head::Apply(function) => match self.function(function) {
                Function::Op(op, _) => Some(*op),
                _ => None,
            },
            _ => None,
        }
    }

    #[inline]
    fn node_args(&self, node: &Node) -> &[Term] {
        &self.args[node.args_start as usize..(node.args_start + node.args_len) as usize]
    }

    /// The term with this head, sort and arguments: the one there is, or a new one.
    #[inline]
    pub fn intern(&mut self, head: Head, sort: Sort, args: &[Term]) -> Term {
        let hash = hash_node(head, sort, args);
        let piece = hash as u32;
        let found = self.node_table.find(hash, |&(other, id)| {
            let node = &self.nodes[id as usize];
            other == piece && node.head == head && node.sort == sort && self.node_args(node) == args
        });
        if let Some(&(_, id)) = found {
            return Term(id);
        }
        let id = self.nodes.len() as u32;
        let args_start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        self.nodes.push(Node { head, sort, args_start, args_len: args.len() as u32 });
        self.node_table.insert_unique(hash, (piece, id), |&(piece, _)| spread(piece));
        Term(id)
    }

    /// The same kind of node over other children. Their sorts must be those of the old ones.
    pub fn rebuild(&mut self, term: Term, children: &[Term]) -> Term {
        let node = self.nodes[term.index()];
        self.intern(node.head, node.sort, children)
    }

    /// Room for so many more terms.
    pub(super) fn reserve(&mut self, count: usize) {
        self.nodes.reserve(count);
        self.args.reserve(2 * count);
        self.node_table.reserve(count, |&(piece, _)| spread(piece));
    }

    /// An arena that knows the names of the operators.
    pub(super) fn with_operators() -> Terms {
        let mut terms = Terms {
            symbols: Symbols::default(),
            sorts: Sorts::default(),
            nodes: Vec::new(),
            args: Vec::new(),
            node_table: HashTable::new(),
            literals: Interner::default(),
            functions: Interner::default(),
            attributes: Interner::default(),
            decls: Vec::new(),
            datatypes: Vec::new(),
            spellings: vec![0; table().ops().len()],
        };
        for name in table().names() {
            terms.symbols.intern(name);
        }
        terms
    }

    pub fn op_function(&mut self, op: OpId, indices: &[u32]) -> FunctionId {
        if indices.is_empty() {
            return FunctionId(u32::from(op.0));
        }
        self.function_id(Function::Op(op, indices.into()))
    }

    pub fn function_id(&mut self, function: Function) -> FunctionId {
        match function {
            Function::Op(op, indices) if indices.is_empty() => FunctionId(u32::from(op.0)),
            other => FunctionId(plain_operators().len() as u32 + self.functions.intern(other)),
        }
    }

    pub fn literal(&mut self, literal: Literal) -> Term {
        let sort = match &literal {
            Literal::Bool(_) => Sort::BOOL,
            Literal::Int(_) => Sort::INT,
            Literal::Real(_) => Sort::REAL,
            Literal::Text(_) => Sort::STRING,
            Literal::Bits(bits) => self.sorts.bit_vec(bits.width()),
        };
        let head = Head::Literal(self.literals.intern(literal));
        self.intern(head, sort, &[])
    }

    pub fn bool(&mut self, value: bool) -> Term {
        self.literal(Literal::Bool(value))
    }

    pub fn int(&mut self, value: impl Into<Int>) -> Term {
        self.literal(Literal::Int(value.into()))
    }

    pub fn variable(&mut self, name: Symbol, sort: Sort) -> Term {
        self.intern(Head::Variable(name), sort, &[])
    }

    /// A quantifier, lambda, choice or case. Without variables a quantifier is its body.
    pub fn bind(&mut self, binder: Binder, variables: &[Term], body: Term) -> Term {
        if variables.is_empty() && !matches!(binder, Binder::Case(_)) {
            return body;
        }
        let sort = match binder {
            Binder::Forall | Binder::Exists => Sort::BOOL,
            Binder::Case(_) => self.sort(body),
            Binder::Choice => self.sort(variables[0]),
            Binder::Lambda => {
                let sorts: SmallVec<[Sort; 4]> =
                    variables.iter().map(|&variable| self.sort(variable)).collect();
                let result = self.sort(body);
                self.sorts.map(&sorts, result)
            }
        };
        let mut args: SmallVec<[Term; 8]> = variables.into();
        args.push(body);
        self.intern(Head::Bind(binder), sort, &args)
    }

    pub fn annotate(&mut self, term: Term, attributes: Box<[Attribute]>, patterns: &[Term]) -> Term {
        let id = self.attributes.intern(attributes);
        let mut args: SmallVec<[Term; 8]> = SmallVec::from_slice(&[term]);
        args.extend_from_slice(patterns);
        let sort = self.sort(term);
        self.intern(Head::Annotated(id), sort, &args)
    }

    /// A term without the annotations around it.
    pub fn bare(&self, mut term: Term) -> Term {
        while let View::Annotated(inner, ..) = self.view(term) {
            term = inner;
        }
        term
    }

    /// The names of all variables, some of them more than once.
    pub(super) fn variable_names(&self) -> impl Iterator<Item = Symbol> {
        self.nodes.iter().filter_map(|node| match node.head {
            Head::Variable(name) => Some(name),
            _ => None,
        })
    }

    /// The texts of all functions that nobody declared.
    pub(super) fn opaque_names(&self) -> impl Iterator<Item = Symbol> {
        self.functions.items.iter().filter_map(|function| match function {
            Function::Opaque(text) => Some(*text),
            _ => None,
        })
    }

    /// The sort that a pattern without holes is; one with holes over the script's own sort parameters is not known.
    pub(super) fn sort_of_pattern(&self, pattern: &Pattern) -> Sort {
        match pattern {
            Pattern::Sort(sort) => *sort,
            _ => Sort::UNKNOWN,
        }
    }

    /// The datatype of a sort, if it is one.
    pub fn datatype(&self, sort: Sort) -> Option<&Datatype> {
        match self.sorts.kind(sort) {
            SortKind::Named(name, _) => self.datatypes.iter().rev().find(|datatype| datatype.name == *name),
            _ => None,
        }
    }

    /// Adds a function of the script; scoping is the reader's business.
    pub fn declare(&mut self, decl: Decl) -> DeclId {
        self.decls.push(decl);
        DeclId(self.decls.len() as u32 - 1)
    }

    /// Gives a declared function its meaning. The body may use the function, and then it is recursive.
    pub fn define(&mut self, decl: DeclId, params: Box<[Term]>, body: Term, recursive: bool) {
        self.decls[decl.0 as usize].kind = DeclKind::Defined { params, body: Some(body), recursive };
    }

    /// A fresh constant of a sort.
    pub fn declare_constant(&mut self, name: &str, sort: Sort) -> Term {
        let name = self.symbols.intern(name);
        let decl = self.declare(Decl::constant(name, sort));
        self.constant(decl)
    }

    /// The constant of a declaration without parameters.
    pub fn constant(&mut self, decl: DeclId) -> Term {
        let function = self.function_id(Function::Declared(decl));
        let sort = self.decl(decl).result_sort();
        self.intern(Head::Apply(function), sort, &[])
    }

    /// The declaration that an application applies.
    pub fn declaration_of(&self, term: Term) -> Option<DeclId> {
        match self.view(term) {
            View::Apply(function, _) => match self.function(function) {
                Function::Declared(decl) => Some(*decl),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a name stands for, if the term is a constant that a definition or `:named` gives a meaning.
    pub fn definition(&self, decl: DeclId) -> Option<Term> {
        match self.decl(decl).kind {
            DeclKind::Defined { body, .. } => body,
            DeclKind::Named(term) => Some(term),
            _ => None,
        }
    }
}

/// The operators without indices as functions, the same in every arena.
fn plain_operators() -> &'static [Function] {
    static PLAIN: LazyLock<Vec<Function>> =
        LazyLock::new(|| table().ops().iter().map(|op| Function::Op(op.id, SmallVec::new())).collect());
    &PLAIN
}

#[inline]
fn hash_node(head: Head, sort: Sort, args: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    head.hash(&mut hasher);
    hasher.write_u32(sort.0);
    for arg in args {
        hasher.write_u32(arg.0);
    }
    spread((hasher.finish() >> 32) as u32)
}

/// A hash with all of its bits in use, from 32 of them.
#[inline]
fn spread(piece: u32) -> u64 {
    (u64::from(piece) << 32) | u64::from(piece)
}

/// Values as numbers, each once.
#[derive(Clone, Debug)]
struct Interner<T> {
    items: Vec<T>,
    table: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { items: Vec::new(), table: HashTable::new() }
    }
}

impl<T: Eq + Hash> Interner<T> {
    fn intern(&mut self, item: T) -> u32 {
        let hash = hash_item(&item);
        if let Some(&id) = self.table.find(hash, |&id| self.items[id as usize] == item) {
            return id;
        }
        let id = self.items.len() as u32;
        self.items.push(item);
        let items = &self.items;
        self.table.insert_unique(hash, id, |&other| hash_item(&items[other as usize]));
        id
    }

    #[inline]
    fn get(&self, id: u32) -> &T {
        &self.items[id as usize]
    }

    fn truncate(&mut self, len: usize) {
        for id in len..self.items.len() {
            let hash = hash_item(&self.items[id]);
            if let Ok(entry) = self.table.find_entry(hash, |&other| other as usize == id) {
                entry.remove();
            }
        }
        self.items.truncate(len);
    }
}

fn hash_item<T: Hash>(item: &T) -> u64 {
    let mut hasher = FxHasher::default();
    item.hash(&mut hasher);
    hasher.finish()
}
