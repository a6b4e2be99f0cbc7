//! The operators of all theories, each declared once.
//!
//! A theory is a file of rows. A row is a declaration in the standard's own notation and a meaning; parsing, sort
//! inference, printing, evaluation, generation and `gainsay ops` read it from here and nowhere else. What a sort is made of is in `sort.rs`, how a
//! signature fits its arguments in `signature.rs`.

mod arrays;
mod bags;
mod bitvec;
mod core;
mod declare;
mod floats;
mod ints;
mod meaning;
pub mod notation;
mod reals;
mod sequences;
mod sets;
pub mod signature;
pub mod sort;
mod strings;

pub use meaning::{Caller, Connective, Context, Domains, Evaluated, MAX_INT_BITS, Meaning, NoValue};

use crate::sexp::is_simple_symbol;
use crate::value::regex::RegexNames;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use signature::{Pattern, Signature};
use sort::Sort;
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
    /// What it gives for as many arguments as are declared.
    pub meaning: Meaning,
    pub commutative: bool,
    /// Whether the standard leaves the value open for some arguments.
    pub partial: bool,
    /// The name under which models give the values that the standard leaves open.
    pub open: Vec<&'static str>,
    /// When an application is not linear arithmetic.
    pub nonlinear: Option<Nonlinear>,
    /// Whose it is, if not all solvers and logics that have its sorts know it: a solver's, version 2.7's of the standard,
    /// or a larger theory's.
    pub dialect: Option<&'static str>,
    /// Whether the result's sort must be written: `(as const (Array Int Int))`.
    pub ascribed: bool,
    /// Spellings of older versions of the standard, kept when a script that uses them is printed.
    pub old: Vec<&'static str>,
    /// Other spellings that are read.
    pub also: Vec<&'static str>,
    /// The place of the standard name in [`Table::names`].
    pub name_index: usize,
}

/// When an application of an arithmetic operator is not linear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nonlinear {
    /// If more than one argument is not constant.
    Product,
    /// If an argument behind the first is not constant.
    Quotient,
    Always,
    /// Always, and no logic of the standard has it.
    Transcendental,
}

/// A row as written.
pub(crate) struct Row {
    declaration: &'static str,
    meaning: Meaning,
}

const fn op(declaration: &'static str, meaning: Meaning) -> Row {
    Row { declaration, meaning }
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
    ("Bags", bags::ROWS),
];

/// The dialect of the newest version of the standard.
const NEWEST: &str = "2.7";

/// The theory that has integers as well as reals; what it has more than the two of them stands with the reals.
const REALS_INTS: &str = "Reals_Ints";

/// Theories of which the standard has nothing.
const EXTENSIONS: &[&str] = &["Sequences", "Sets", "Bags"];

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
    /// The row's place in the table.
    pub fn number(self) -> u16 {
        self.0
    }

    #[inline]
    pub fn op(self) -> &'static Op {
        &TABLE.ops[self.0 as usize]
    }
}

impl Op {
    /// Whether the standard has it, in its newest version, and solvers that have the theory know it.
    pub fn is_standard(&self) -> bool {
        self.dialect.is_none_or(|dialect| dialect == NEWEST || dialect == REALS_INTS)
            && !EXTENSIONS.contains(&self.theory)
            && self.nonlinear != Some(Nonlinear::Transcendental)
    }

    /// Whether it is there only where integers and reals are.
    pub fn mixes_numbers(&self) -> bool {
        self.dialect == Some(REALS_INTS)
    }

    /// Whether it came with the newest version of the standard: older solvers do not know it.
    pub fn is_new(&self) -> bool {
        self.dialect == Some(NEWEST)
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
                    meaning: row.meaning,
                    commutative: read.commutative,
                    partial: read.partial,
                    open: read.open,
                    nonlinear: read.nonlinear,
                    dialect: read.dialect,
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

    /// The operators whose open values models give under a name, as z3 does for division by zero under `div0`.
    pub fn open_values(&self, name: &str) -> Vec<OpId> {
        self.ops.iter().filter(|op| op.open.contains(&name)).map(|op| op.id).collect()
    }

    /// The first row of a name that is known to be in the table, and not only another spelling there.
    pub fn named(&self, name: &str) -> OpId {
        match self.meanings(name).iter().find(|id| self.ops[id.0 as usize].name == name) {
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

/// The arithmetic that numbers are written with where the language has no literal.
#[derive(Clone, Copy, Debug)]
pub struct Arithmetic {
    pub to_real: OpId,
    pub negate_int: OpId,
    pub negate_real: OpId,
    pub divide: OpId,
    pub less_int: OpId,
}

impl Arithmetic {
    /// Whether numbers without a literal are written with it.
    pub fn writes_numbers(&self, op: OpId) -> bool {
        [self.to_real, self.negate_int, self.negate_real, self.divide].contains(&op)
    }
}

static ARITHMETIC: LazyLock<Arithmetic> = LazyLock::new(|| {
    let table = table();
    let unary = |sort| {
        let fits =
            |id: &&OpId| id.op().signature.args.len() == 1 && id.op().signature.result == Pattern::Sort(sort);
        *table.meanings("-").iter().find(fits).unwrap_or_else(|| panic!("no unary minus in the table"))
    };
    let less = |sort| {
        let fits = |id: &&OpId| id.op().signature.args.first() == Some(&Pattern::Sort(sort));
        *table.meanings("<").iter().find(fits).unwrap_or_else(|| panic!("no order in the table"))
    };
    Arithmetic {
        to_real: table.named("to_real"),
        negate_int: unary(Sort::INT),
        negate_real: unary(Sort::REAL),
        divide: table.named("/"),
        less_int: less(Sort::INT),
    }
});

pub fn arithmetic() -> Arithmetic {
    *ARITHMETIC
}

/// The operators that arrays are made of and looked at with.
#[derive(Clone, Copy, Debug)]
pub struct ArrayOperators {
    pub select: OpId,
    pub store: OpId,
    pub constant: OpId,
}

static ARRAY_OPERATORS: LazyLock<ArrayOperators> = LazyLock::new(|| {
    let table = table();
    ArrayOperators {
        select: table.named("select"),
        store: table.named("store"),
        constant: table.named("const"),
    }
});

pub fn array_operators() -> ArrayOperators {
    *ARRAY_OPERATORS
}

/// The operators that floats and rounding modes are written with.
#[derive(Clone, Copy, Debug)]
pub struct FloatOperators {
    /// From sign, exponent and fraction.
    pub fields: OpId,
    pub not_a_number: OpId,
    /// Positive, then negative.
    pub infinities: [OpId; 2],
    pub zeros: [OpId; 2],
    /// In the order of [`crate::value::RoundingMode::ALL`].
    pub modes: [OpId; 5],
}

static FLOAT_OPERATORS: LazyLock<FloatOperators> = LazyLock::new(|| {
    let table = table();
    FloatOperators {
        fields: table.named("fp"),
        not_a_number: table.named("NaN"),
        infinities: [table.named("+oo"), table.named("-oo")],
        zeros: [table.named("+zero"), table.named("-zero")],
        modes: crate::value::RoundingMode::ALL.map(|mode| table.named(&mode.to_string())),
    }
});

pub fn float_operators() -> FloatOperators {
    *FLOAT_OPERATORS
}

/// The operators that strings and languages are put together and looked at with.
#[derive(Clone, Copy, Debug)]
pub struct StringOperators {
    pub join: OpId,
    pub length: OpId,
    /// Whether a string is in a language.
    pub is_in: OpId,
    /// The language of one string.
    pub word: OpId,
    pub range: OpId,
    pub regex_join: OpId,
    pub union: OpId,
    pub intersection: OpId,
    pub complement: OpId,
    pub star: OpId,
    pub plus: OpId,
    pub option: OpId,
}

static STRING_OPERATORS: LazyLock<StringOperators> = LazyLock::new(|| {
    let table = table();
    StringOperators {
        join: table.named("str.++"),
        length: table.named("str.len"),
        is_in: table.named("str.in_re"),
        word: table.named("str.to_re"),
        range: table.named("re.range"),
        regex_join: table.named("re.++"),
        union: table.named("re.union"),
        intersection: table.named("re.inter"),
        complement: table.named("re.comp"),
        star: table.named("re.*"),
        plus: table.named("re.+"),
        option: table.named("re.opt"),
    }
});

pub fn string_operators() -> StringOperators {
    *STRING_OPERATORS
}

/// The names that values are written with.
#[derive(Clone, Copy, Debug)]
pub struct ValueForms {
    /// What a function is where its table has no row, for yices.
    pub table_rest: &'static str,
    pub regex: RegexNames,
}

pub const fn value_forms() -> ValueForms {
    ValueForms {
        table_rest: "default",
        regex: RegexNames {
            none: "re.none",
            allchar: "re.allchar",
            word: "str.to_re",
            range: "re.range",
            concat: "re.++",
            union: "re.union",
            inter: "re.inter",
            comp: "re.comp",
            star: "re.*",
            plus: "re.+",
            power: "re.^",
            loop_between: "re.loop",
        },
    }
}
