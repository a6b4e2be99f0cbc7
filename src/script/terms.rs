//! Terms as numbers: a hash-consed arena, so that equal terms have equal ids and a shared term is stored once.
//!
//! Everything only grows, in the order of making: a term's arguments have smaller ids than the term itself. That makes
//! [`Terms::mark`] and [`Terms::rollback`] cheap: a mutant is built on top of its seed, printed, and forgotten.
//! There is no `let`: it became sharing, and the printer brings it back where it is needed.
//!
//! No binder has another binder of a variable with the same name below it, or a function of the script with that name:
//! [`Terms::bind`] sees to that by renaming, so that it is always clear what a name in the printed text stands for.

use super::declarations::{Datatype, Decl, DeclId, DeclKind};
use super::walk::Walker;
use crate::symbols::{Symbol, Symbols};
use crate::theory::signature::Pattern;
use crate::theory::sort::{Sort, SortKind, Sorts};
use crate::theory::{OpId, connectives};
use crate::value::{Bits, Int, Rational, Text};
use hashbrown::{HashMap, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A term of one arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
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
    /// One bit for the name of each variable that a binder at or below the node binds; names may share a bit.
    bound: u32,
    /// The oldest binder at or below the node; `u32::MAX` if there is none.
    oldest_binder: u32,
    /// One bit for each leaf at or below the node: variables, constants and literals; leaves may share a bit.
    leaves: u64,
}

/// The arena.
#[derive(Clone, Default, Debug)]
pub struct Terms {
    pub symbols: Symbols,
    pub sorts: Sorts,
    nodes: Vec<Node>,
    args: Vec<Term>,
    node_table: HashTable<u32>,
    literals: Interner<Literal>,
    functions: Interner<Function>,
    attributes: Interner<Box<[Attribute]>>,
    pub(super) decls: Vec<Decl>,
    pub(super) datatypes: Vec<Datatype>,
    /// The older spelling that the script uses for an operator, by the operator's number; 0 is the standard's.
    pub(super) spellings: Vec<u8>,
    /// All binders of each name, the oldest first.
    binders: HashMap<Symbol, SmallVec<[u32; 2]>, FxBuildHasher>,
    /// How many functions of the script have each name.
    declared: HashMap<Symbol, u32, FxBuildHasher>,
    /// How many names were made by [`Terms::fresh_name`].
    fresh: u32,
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
    fresh: u32,
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
            fresh: self.fresh,
        }
    }

    /// Forgets everything made since the mark. Ids made since then must not be used any more.
    pub fn rollback(&mut self, mark: Mark) {
        for id in mark.nodes..self.nodes.len() {
            let node = self.nodes[id];
            let hash = hash_node(node.head, node.sort, self.node_args(&node));
            if let Ok(entry) = self.node_table.find_entry(hash, |&other| other as usize == id) {
                entry.remove();
            }
            if let Head::Bind(_) = node.head {
                self.forget_binder(id as u32);
            }
        }
        self.nodes.truncate(mark.nodes);
        self.args.truncate(mark.args);
        self.literals.truncate(mark.literals);
        self.functions.truncate(mark.functions);
        self.attributes.truncate(mark.attributes);
        for decl in &self.decls[mark.decls..] {
            if let Some(count) = self.declared.get_mut(&decl.name) {
                *count -= 1;
            }
        }
        self.decls.truncate(mark.decls);
        self.datatypes.truncate(mark.datatypes);
        self.symbols.truncate(mark.symbols);
        self.sorts.truncate(mark.sorts);
        self.fresh = mark.fresh;
    }

    fn forget_binder(&mut self, id: u32) {
        let Terms { nodes, args, binders, .. } = self;
        let node = &nodes[id as usize];
        let variables = &args[node.args_start as usize..(node.args_start + node.args_len) as usize - 1];
        for variable in variables {
            if let Head::Variable(name) = nodes[variable.index()].head
                && let Some(list) = binders.get_mut(&name)
            {
                while list.last().is_some_and(|&last| last >= id) {
                    list.pop();
                }
            }
        }
    }

    /// One bit for each leaf at or below a term: a term whose bits are not all among those of another is not part of it.
    #[inline]
    pub(super) fn leaves(&self, term: Term) -> u64 {
        self.nodes[term.index()].leaves
    }

    /// Whether there is a binder at or below a term.
    #[inline]
    pub fn has_binder(&self, term: Term) -> bool {
        self.nodes[term.index()].bound != 0
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

    pub fn function(&self, id: FunctionId) -> &Function {
        self.functions.get(id.0)
    }

    pub fn decl(&self, id: DeclId) -> &Decl {
        &self.decls[id.0 as usize]
    }

    pub fn decls(&self) -> impl Iterator<Item = (DeclId, &Decl)> {
        self.decls.iter().enumerate().map(|(id, decl)| (DeclId(id as u32), decl))
    }

    /// The theory operators that the arena has applications of, one for each set of indices.
    pub fn ops_in_use(&self) -> impl Iterator<Item = OpId> {
        self.functions.items.iter().filter_map(|function| match function {
            Function::Op(op, _) => Some(*op),
            _ => None,
        })
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
        let found = self.node_table.find(hash, |&id| {
            let node = &self.nodes[id as usize];
            node.head == head && node.sort == sort && self.node_args(node) == args
        });
        if let Some(&id) = found {
            return Term(id);
        }
        let id = self.nodes.len() as u32;
        let args_start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        let (mut bound, mut leaves, mut oldest_binder) = (0, 0, u32::MAX);
        for arg in args {
            let below = &self.nodes[arg.index()];
            bound |= below.bound;
            leaves |= below.leaves;
            oldest_binder = oldest_binder.min(below.oldest_binder);
        }
        match head {
            Head::Bind(_) => {
                bound |= self.note_binder(id, &args[..args.len() - 1]);
                oldest_binder = oldest_binder.min(id);
            }
            _ if args.is_empty() => leaves = leaf_bit(head),
            _ => {}
        }
        self.nodes.push(Node {
            head,
            sort,
            args_start,
            args_len: args.len() as u32,
            bound,
            oldest_binder,
            leaves,
        });
        let (nodes, all_args) = (&self.nodes, &self.args);
        self.node_table.insert_unique(hash, id, |&other| {
            let node = &nodes[other as usize];
            let (start, len) = (node.args_start as usize, node.args_len as usize);
            hash_node(node.head, node.sort, &all_args[start..start + len])
        });
        Term(id)
    }

    /// Remembers what a new binder binds, and gives the bits of the names.
    fn note_binder(&mut self, id: u32, variables: &[Term]) -> u32 {
        let mut bits = 0;
        for &variable in variables {
            if let Head::Variable(name) = self.head(variable) {
                bits |= name_bit(name);
                self.binders.entry(name).or_default().push(id);
            }
        }
        bits
    }

    /// The same kind of node over other children. Their sorts must be those of the old ones.
    pub fn rebuild(&mut self, term: Term, children: &[Term]) -> Term {
        let node = self.nodes[term.index()];
        if let (Head::Bind(binder), [variables @ .., body]) = (node.head, children) {
            return self.bind_as(binder, node.sort, variables, *body);
        }
        self.intern(node.head, node.sort, children)
    }

    pub fn function_id(&mut self, function: Function) -> FunctionId {
        FunctionId(self.functions.intern(function))
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

    /// A connective over Boolean arguments, as many as it takes.
    fn connect(&mut self, op: OpId, args: &[Term]) -> Term {
        let function = self.function_id(Function::Op(op, SmallVec::new()));
        self.intern(Head::Apply(function), Sort::BOOL, args)
    }

    /// The negation; that of a negation, or of `true` or `false`, is made without another `not`.
    pub fn not(&mut self, term: Term) -> Term {
        match self.view(term) {
            View::Literal(Literal::Bool(value)) => {
                let value = !*value;
                self.bool(value)
            }
            View::Apply(_, &[inner]) if self.op(term) == Some(connectives().not) => inner,
            _ => self.connect(connectives().not, &[term]),
        }
    }

    /// The conjunction; of one term it is the term, of none it is `true`.
    pub fn and(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] => self.bool(true),
            [term] => *term,
            _ => self.connect(connectives().and, terms),
        }
    }

    /// The disjunction; of one term it is the term, of none it is `false`.
    pub fn or(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] => self.bool(false),
            [term] => *term,
            _ => self.connect(connectives().or, terms),
        }
    }

    /// The implication.
    pub fn implies(&mut self, premise: Term, conclusion: Term) -> Term {
        self.connect(connectives().implies, &[premise, conclusion])
    }

    /// The equation between two terms of one sort.
    pub fn equal(&mut self, left: Term, right: Term) -> Term {
        self.connect(connectives().equal, &[left, right])
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

    /// A name that is used for nothing yet: `x!1` for `x`.
    pub fn fresh_name(&mut self, base: Symbol) -> Symbol {
        let name = self.symbols.name(base);
        let stem = match name.rsplit_once('!') {
            Some((stem, number)) if !stem.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => stem,
            _ => name,
        };
        let stem = stem.to_owned();
        loop {
            self.fresh += 1;
            let name = format!("{stem}!{}", self.fresh);
            if self.symbols.find(&name).is_none() {
                return self.symbols.intern(&name);
            }
        }
    }

    /// A variable like this one, with a name that is used for nothing yet.
    pub fn fresh_variable(&mut self, variable: Term) -> Term {
        match self.head(variable) {
            Head::Variable(name) => {
                let name = self.fresh_name(name);
                self.variable(name, self.sort(variable))
            }
            _ => variable,
        }
    }

    /// A quantifier, lambda, choice or case. Without variables a quantifier is its body. A variable whose name is bound
    /// in the body already, or is that of a function there, is renamed.
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
        self.bind_as(binder, sort, variables, body)
    }

    fn bind_as(&mut self, binder: Binder, sort: Sort, variables: &[Term], body: Term) -> Term {
        let mut args: SmallVec<[Term; 8]> = variables.into();
        if variables.iter().any(|&variable| self.name_is_taken_in(variable, body)) {
            let mut renaming: SmallVec<[(Term, Term); 4]> = SmallVec::new();
            for variable in &mut args {
                if self.name_is_taken_in(*variable, body) {
                    let fresh = self.fresh_variable(*variable);
                    renaming.push((*variable, fresh));
                    *variable = fresh;
                }
            }
            args.push(super::rewrite::substitute(self, body, &renaming));
        } else {
            args.push(body);
        }
        self.intern(Head::Bind(binder), sort, &args)
    }

    /// Whether a variable's name stands for something else in a term.
    fn name_is_taken_in(&self, variable: Term, term: Term) -> bool {
        let Head::Variable(name) = self.head(variable) else { return false };
        if self.has_binder(term) && self.is_bound_in(variable, term) {
            return true;
        }
        self.declared.get(&name).is_some_and(|&count| count > 0)
            && self
                .postorder(&[term])
                .iter()
                .any(|&part| self.declaration(part).is_some_and(|decl| self.decl(decl).name == name))
    }

    /// Whether a binder at or below a term binds a variable of the same name.
    pub fn is_bound_in(&self, variable: Term, term: Term) -> bool {
        let Head::Variable(name) = self.head(variable) else { return false };
        let bit = name_bit(name);
        let Some(binders) = self.binders.get(&name) else { return false };
        let may_contain = |term: Term| {
            let node = &self.nodes[term.index()];
            let next = binders.partition_point(|&binder| binder < node.oldest_binder);
            node.bound & bit != 0 && binders.get(next).is_some_and(|&binder| binder <= term.0)
        };
        if !may_contain(term) {
            return false;
        }
        let mut walker = Walker::default();
        let below = walker.postorder_where(self, &[term], may_contain);
        below.iter().any(|&term| binders.binary_search(&term.0).is_ok())
    }

    /// Whether a term is a binder of a name.
    pub fn binds(&self, binder: Term, name: Symbol) -> bool {
        match self.view(binder) {
            View::Bind(_, variables, _) => {
                variables.iter().any(|&variable| self.head(variable) == Head::Variable(name))
            }
            _ => false,
        }
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
        *self.declared.entry(decl.name).or_insert(0) += 1;
        self.decls.push(decl);
        DeclId(self.decls.len() as u32 - 1)
    }

    /// A fresh constant of a sort.
    pub fn declare_constant(&mut self, name: &str, sort: Sort) -> Term {
        let name = self.symbols.intern(name);
        self.declare_constant_named(name, sort)
    }

    pub(super) fn declare_constant_named(&mut self, name: Symbol, sort: Sort) -> Term {
        let decl = self.declare(Decl::constant(name, sort));
        self.constant(decl)
    }

    /// The script's function at the head of an application.
    pub fn declaration(&self, term: Term) -> Option<DeclId> {
        match self.head(term) {
            Head::Apply(function) => match self.function(function) {
                Function::Declared(decl) => Some(*decl),
                _ => None,
            },
            _ => None,
        }
    }

    /// The constant of a declaration without parameters.
    pub fn constant(&mut self, decl: DeclId) -> Term {
        let function = self.function_id(Function::Declared(decl));
        let sort = self.decl(decl).result_sort();
        self.intern(Head::Apply(function), sort, &[])
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

#[inline]
fn hash_node(head: Head, sort: Sort, args: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    head.hash(&mut hasher);
    hasher.write_u32(sort.0);
    for arg in args {
        hasher.write_u32(arg.0);
    }
    hasher.finish()
}

#[inline]
fn name_bit(name: Symbol) -> u32 {
    1 << (name.0 & 31)
}

/// The bit of a leaf: neighbours in the order of making have different ones.
#[inline]
fn leaf_bit(head: Head) -> u64 {
    let number = match head {
        Head::Literal(id) => id.wrapping_add(40),
        Head::Variable(name) => name.0,
        Head::Apply(function) => function.0.wrapping_add(20),
        _ => 0,
    };
    1 << (number & 63)
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
