//! The operators of all theories, each declared once.
//!
//! A theory is a file of rows. A row is a declaration in the standard's own notation; parsing, sort inference, printing,
//! generation and `gainsay ops` read it from here and nowhere else. What a sort is made of is in `sort.rs`, how a
//! signature fits its arguments in `signature.rs`.

mod arrays;
mod bitvec;
mod core;
mod declare;
mod floats;
mod ints;
mod reals;
mod sequences;
mod sets;
pub mod signature;
pub mod sort;
mod strings;

use crate::sexp::is_simple_symbol;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use signature::Signature;
use std::sync::LazyLock;

/// A theory operator of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OpId(pub(crate) u16);

/// A row of the table, read.
#[derive(Debug)]
pub struct Op {
    pub id: OpId,
    pub name: &'static str,
    /// The declaration as written in the table.
    pub declaration: &'static str,
    pub theory: &'static str,
    pub signature: Signature,
    pub commutative: bool,
    /// Whether the standard leaves the value open for some arguments.
    pub partial: bool,
    /// Whether the result's sort must be written: `(as const (Array Int Int))`.
    pub ascribed: bool,
    /// Spellings of older versions of the standard, kept when a script that uses them is printed.
    pub old: Vec<&'static str>,
    /// Other spellings that are read.
    pub also: Vec<&'static str>,
    /// The place of the standard name in [`Table::names`].
    pub name_index: usize,
}

/// A row as written.
pub(crate) struct Row {
    declaration: &'static str,
}

const fn op(declaration: &'static str) -> Row {
    Row { declaration }
}

/// The theories, in the order of `gainsay ops`.
const THEORIES: &[(&str, &[Row])] = &[
    ("Core", core::ROWS),
    ("Ints", ints::ROWS),
    ("Reals", reals::ROWS),
    ("FixedSizeBitVectors", bitvec::ROWS),
    ("FloatingPoint", floats::ROWS),
    ("UnicodeStrings", strings::ROWS),
    ("Sequences", sequences::ROWS),
    ("ArraysEx", arrays::ROWS),
    ("Sets", sets::ROWS),
];

/// All rows, and which of them a name can mean.
pub struct Table {
    ops: Vec<Op>,
    /// All spellings, and at the same places the rows that each can mean.
    names: Vec<&'static str>,
    meanings: Vec<Vec<OpId>>,
    by_name: HashMap<&'static str, usize, FxBuildHasher>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::build);

/// The table.
pub fn table() -> &'static Table {
    &TABLE
}

impl OpId {
    pub fn op(self) -> &'static Op {
        &TABLE.ops[self.0 as usize]
    }
}

impl Table {
    fn build() -> Table {
        let mut ops = Vec::new();
        for (theory, rows) in THEORIES {
            for row in *rows {
                let read = declare::declaration(row.declaration);
                ops.push(Op {
                    id: OpId(ops.len() as u16),
                    name: read.name,
                    declaration: row.declaration,
                    theory,
                    ascribed: read.signature.needs_ascription(),
                    signature: read.signature,
                    commutative: read.commutative,
                    partial: read.partial,
                    old: read.old,
                    also: read.also,
                    name_index: 0,
                });
            }
        }
        let mut table = Table { ops, names: Vec::new(), meanings: Vec::new(), by_name: HashMap::default() };
        table.index();
        table
    }

    fn index(&mut self) {
        for op in &mut self.ops {
            let spellings = std::iter::once(&op.name).chain(&op.old).chain(&op.also);
            for &name in spellings {
                let at = *self.by_name.entry(name).or_insert_with(|| {
                    self.names.push(name);
                    self.meanings.push(Vec::new());
                    self.names.len() - 1
                });
                debug_assert!(is_simple_symbol(name), "the printer puts no quotes around {name}");
                if !self.meanings[at].contains(&op.id) {
                    self.meanings[at].push(op.id);
                }
            }
            op.name_index = self.by_name[op.name];
        }
    }

    /// The names of the theories, in order.
    pub fn theories(&self) -> impl Iterator<Item = &'static str> {
        THEORIES.iter().map(|theory| theory.0)
    }

    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// Every spelling of every operator, once, in the table's order.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The rows that a name can mean, in the table's order.
    pub fn meanings(&self, name: &str) -> &[OpId] {
        self.by_name.get(name).map_or(&[], |&at| self.meanings_at(at))
    }

    /// The rows that the name at this place of [`Table::names`] can mean.
    pub fn meanings_at(&self, at: usize) -> &[OpId] {
        &self.meanings[at]
    }

    /// The first row of a name that is known to be in the table.
    pub fn named(&self, name: &str) -> OpId {
        match self.meanings(name).first() {
            Some(&id) => id,
            None => panic!("no operator {name} in the table"),
        }
    }
}

/// The connectives that the Boolean structure of a formula is made of.
#[derive(Clone, Copy, Debug)]
pub struct Connectives {
    pub not: OpId,
    pub and: OpId,
    pub or: OpId,
    pub xor: OpId,
    pub implies: OpId,
    pub equal: OpId,
    pub distinct: OpId,
    pub ite: OpId,
}

static CONNECTIVES: LazyLock<Connectives> = LazyLock::new(|| {
    let table = table();
    Connectives {
        not: table.named("not"),
        and: table.named("and"),
        or: table.named("or"),
        xor: table.named("xor"),
        implies: table.named("=>"),
        equal: table.named("="),
        distinct: table.named("distinct"),
        ite: table.named("ite"),
    }
});

pub fn connectives() -> Connectives {
    *CONNECTIVES
}
