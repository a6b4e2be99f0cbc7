//! Terms as numbers: a hash-consed arena, so that equal terms have equal ids and a shared term is stored once.
//!
//! Everything only grows, in the order of making: a term's arguments have smaller ids than the term itself. That
//! makes [`Terms::mark`] and [`Terms::rollback`] cheap: a mutant is built on top of its seed, printed, and forgotten.
//! There is no `let`: it became sharing, and the printer brings it back where it is needed.
//!
//! No binder has another binder of a variable with the same name below it, or a function of the script
//! with that name: [`Terms::bind`] ensures this by renaming, so that it is always clear what a name in
//! the printed text stands for.

use super::declarations::{Datatype, Decl, DeclId, DeclKind};
use super::interner::Interner;
use crate::hash::HashMap;
use crate::symbols::{Symbol, Symbols};
use crate::theory::signature::Pattern;
use crate::theory::sort::{Sort, SortConstructor, SortKind, Sorts};
use crate::theory::{Connective, Meaning, OpId, table};
use crate::value::{Bits, FieldElement, Int, Rational, Text};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// A term of one arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The term with this number, which [`Term::number`] gave.
    #[inline]
    pub const fn from_number(number: u32) -> Term {
        Term(number)
    }

    /// The number of which `from_number` makes it again.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl Term {
    /// Its place in the arena.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A function of one arena: what stands at the head of an application.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub(crate) u32);

impl FunctionId {
    /// The function with this number, which [`FunctionId::number`] gave.
    #[inline]
    pub const fn from_number(number: u32) -> FunctionId {
        FunctionId(number)
    }

    /// The number of which `from_number` makes it again.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    /// A theory operator with its numeral indices.
    Op(OpId, SmallVec<[u32; 2]>),
    /// A function of the script: declared, defined, a constructor or a selector. Fewer arguments than it takes make
    /// it a value of a function space.
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
    /// An undeclared function; the symbol is its whole text, indices included.
    Opaque(Symbol),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    Bool(bool),
    Int(Int),
    Real(Rational),
    Bits(Bits),
    Text(Text),
    Field(FieldElement),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binder {
    Forall,
    Exists,
    Lambda,
    /// Hilbert's choice: some value for which the body holds.
    Choice,
    /// A case of a `match`: the variables are the constructor's fields; `None` is a variable
    /// or `_` that takes the rest.
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
    /// The matched term, and the cases.
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
pub(super) struct Node {
    head: Head,
    sort: Sort,
    args_start: u32,
    args_len: u32,
    /// One bit for the name of each variable that a binder at or below the node binds; names may share a bit.
    pub(super) bound: u32,
    /// The oldest binder at or below the node; `u32::MAX` if there is none.
    pub(super) oldest_binder: u32,
    /// One bit for each leaf at or below the node: variables, constants and literals; leaves may share a bit.
    leaves: u64,
}

/// The arena.
#[derive(Clone, Debug)]
pub struct Terms {
    pub symbols: Symbols,
    pub sorts: Sorts,
    pub(super) nodes: Vec<Node>,
    args: Vec<Term>,
    /// The nodes by hash, each with 32 bits of the hash, so that growing the table and most failing
    /// lookups do not touch the nodes.
    node_table: HashTable<(u32, u32)>,
    pub(super) literals: Interner<Literal>,
    /// All functions except operators without indices, which have the first numbers in every arena.
    functions: Interner<Function>,
    pub(super) attributes: Interner<Box<[Attribute]>>,
    pub(super) decls: Vec<Decl>,
    pub(super) datatypes: Vec<Datatype>,
    /// The older spelling that the script uses for an operator, by the operator's number; 0 is the standard's.
    pub(super) spellings: Vec<u8>,
    /// All binders of each name, the oldest first.
    pub(super) binders: HashMap<Symbol, SmallVec<[u32; 2]>>,
    /// How many functions of the script have each name.
    pub(super) declared: HashMap<Symbol, u32>,
    /// How many names were made by [`Terms::fresh_name`].
    pub(super) fresh: u32,
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
            symbols: self.symbols.count(),
            sorts: self.sorts.count(),
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
            if let Ok(entry) = self.node_table.find_entry(hash, |&(_, other)| other as usize == id) {
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

    /// One bit for each leaf at or below a term: a term whose bits are not all among those of
    /// another is not part of it.
    #[inline]
    pub fn leaves(&self, term: Term) -> u64 {
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

    /// The node without its arguments; together with [`Terms::children`] and [`Terms::rebuild`] it lets a walk treat
    /// all kinds of terms alike.
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

    #[inline]
    pub fn decl(&self, id: DeclId) -> &Decl {
        &self.decls[id.0 as usize]
    }

    pub fn decls(&self) -> impl Iterator<Item = (DeclId, &Decl)> {
        self.decls.iter().enumerate().map(|(id, decl)| (DeclId(id as u32), decl))
    }

    /// The theory operators that the arena has applications of, each once.
    pub fn ops_in_use(&self) -> impl Iterator<Item = OpId> {
        let mut used = vec![false; table().ops().len()];
        for op in (0..self.nodes.len() as u32).filter_map(|id| self.op(Term(id))) {
            used[op.0 as usize] = true;
        }
        table().ops().iter().map(|op| op.id).filter(move |op| used[op.0 as usize])
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

    /// The term with this head, sort and arguments: the existing one, or a new one.
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
        self.node_table.insert_unique(hash, (piece, id), |&(piece, _)| spread(piece));
        Term(id)
    }

    /// Records the names that a new binder binds, and gives their bits.
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
            binders: HashMap::default(),
            declared: HashMap::default(),
            fresh: 0,
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

    /// The names of all variables, some of them more than once.
    pub(super) fn variable_names(&self) -> impl Iterator<Item = Symbol> {
        self.nodes.iter().filter_map(|node| match node.head {
            Head::Variable(name) => Some(name),
            _ => None,
        })
    }

    /// The texts of all undeclared functions.
    pub(super) fn opaque_names(&self) -> impl Iterator<Item = Symbol> {
        self.functions.items.iter().filter_map(|function| match function {
            Function::Opaque(text) => Some(*text),
            _ => None,
        })
    }

    /// The sort of a pattern without holes; unknown if it has holes for sort parameters of the script.
    pub(super) fn sort_of_pattern(&self, pattern: &Pattern) -> Sort {
        match pattern {
            Pattern::Sort(sort) => *sort,
            _ => Sort::UNKNOWN,
        }
    }

    /// The datatype of a sort, if it is one.
    pub fn datatype(&self, sort: Sort) -> Option<&Datatype> {
        match self.sorts.kind(sort) {
            SortKind::Composite(SortConstructor::Named(name), _) => {
                self.datatypes.iter().rev().find(|datatype| datatype.name == *name)
            }
            _ => None,
        }
    }

    /// Adds a function of the script. Scopes are left to the reader.
    pub fn declare(&mut self, decl: Decl) -> DeclId {
        *self.declared.entry(decl.name).or_insert(0) += 1;
        self.decls.push(decl);
        DeclId(self.decls.len() as u32 - 1)
    }

    /// Gives a declared function its meaning. The body may use the function, and then it is recursive.
    pub fn define(&mut self, decl: DeclId, params: Box<[Term]>, body: Term, recursive: bool) {
        self.decls[decl.0 as usize].kind = DeclKind::Defined { params, body: Some(body), recursive };
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

    /// The body of a definition, or the term that a `:named` name stands for.
    pub fn definition(&self, decl: DeclId) -> Option<Term> {
        match self.decl(decl).kind {
            DeclKind::Defined { body, .. } => body,
            DeclKind::Named(term) => Some(term),
            _ => None,
        }
    }

    /// The term that a constant abbreviates: a `:named` term, or the body of a definition without parameters.
    pub fn abbreviated_by(&self, decl: DeclId) -> Option<Term> {
        match &self.decl(decl).kind {
            DeclKind::Named(term) => Some(*term),
            DeclKind::Defined { params, body, recursive: false } if params.is_empty() => *body,
            _ => None,
        }
    }

    /// The connective that a term applies.
    pub fn connective(&self, term: Term) -> Option<Connective> {
        match self.op(term)?.op().meaning {
            Meaning::Connective(connective) => Some(connective),
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

/// A 64-bit hash from 32 bits, which fill both halves: the table uses the highest and the lowest bits.
#[inline]
fn spread(piece: u32) -> u64 {
    (u64::from(piece) << 32) | u64::from(piece)
}

#[inline]
pub(super) fn name_bit(name: Symbol) -> u32 {
    1 << (name.0 & 31)
}

/// The bit of a leaf; leaves made one after the other have different bits. Generators of tests use these
/// bits, so a script's own names and functions are counted from the end of the table: a new operator must not
/// change the tests of a seed.
#[inline]
fn leaf_bit(head: Head) -> u64 {
    let own = |number: u32, first: usize| number.checked_sub(first as u32);
    let number = match head {
        Head::Literal(id) => id.wrapping_add(40),
        Head::Variable(name) => own(name.0, table().names().len()).map_or(name.0, |own| own.wrapping_add(49)),
        Head::Apply(function) => own(function.0, table().ops().len())
            .map_or(function.0, |own| own.wrapping_add(15))
            .wrapping_add(20),
        _ => 0,
    };
    1 << (number & 63)
}
