//! The operators of all theories, each declared once.
//!
//! A theory is a file of rows. A row is a declaration in the standard's own notation and a meaning; parsing, sort
//! inference, printing, evaluation, generation and `gainsay list ops` read it from here and nowhere else. Sorts are in
//! `sort.rs`; `signature.rs` matches signatures with arguments.

mod arrays;
mod bags;
mod bitvec;
mod core;
mod declare;
pub mod derived;
mod fields;
mod floats;
mod ints;
mod lengths;
mod meaning;
pub mod notation;
mod nullables;
mod numbers;
mod reals;
mod relations;
mod sequences;
mod sets;
pub mod signature;
pub mod sort;
mod strings;

pub use lengths::StringOperator;
pub use meaning::{Caller, Connective, Context, Domains, Evaluated, MAX_INT_BITS, Meaning, NoValue};
pub use numbers::NumberOperator;

use crate::circuit::{Circuit, PlainCircuit};
use crate::hash::HashMap;
use crate::sexp::is_simple_symbol;
use crate::value::RoundingMode;
use crate::value::regex::RegexNames;
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
    /// Its value for as many arguments as are declared.
    pub meaning: Meaning,
    /// Its circuit for bit-blasting, if it has one. The encoder (`refute/`) handles connectives itself.
    pub circuit: Option<Circuit>,
    /// A second circuit, independent of the first and without folding. If there is none, the first
    /// is built without folding.
    pub plain: Option<PlainCircuit>,
    /// How the encoder treats it, if it is an operator on integers or reals.
    pub on_numbers: Option<NumberOperator>,
    /// How the encoder treats the lengths of its strings.
    pub on_strings: Option<StringOperator>,
    pub commutative: bool,
    /// Whether the standard leaves the value open for some arguments.
    pub partial: bool,
    /// The names under which models give the values that the standard leaves open.
    pub open: Vec<&'static str>,
    /// When an application is not linear; `None` for never.
    pub nonlinear: Option<Nonlinear>,
    /// Where it comes from, if not all solvers and logics with its sorts have it: a solver, version `2.7` of the
    /// standard, or a larger theory.
    pub dialect: Option<&'static str>,
    /// Whether the result's sort must be written: `(as const (Array Int Int))`.
    pub ascribed: bool,
    /// Spellings of older versions of the standard, kept when a script that uses them is printed.
    pub old: Vec<&'static str>,
    /// Other spellings that are read, but not printed.
    pub also: Vec<&'static str>,
    /// The index of the standard name in [`Table::names`].
    pub name_index: usize,
}

/// When an application of an arithmetic operator is not linear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nonlinear {
    /// If more than one argument is not constant.
    Product,
    /// If an argument after the first is not constant, or is zero.
    Quotient,
    Always,
    /// Always, and no logic of the standard has it.
    Transcendental,
}

/// A row as written.
pub(crate) struct Row {
    declaration: &'static str,
    meaning: Meaning,
    circuit: Option<Circuit>,
    plain: Option<PlainCircuit>,
    on_numbers: Option<NumberOperator>,
    on_strings: Option<StringOperator>,
}

const fn op(declaration: &'static str, meaning: Meaning) -> Row {
    Row { declaration, meaning, circuit: None, plain: None, on_numbers: None, on_strings: None }
}

impl Row {
    /// The row with its circuit.
    const fn circuit(self, circuit: Circuit) -> Row {
        Row { circuit: Some(circuit), ..self }
    }

    /// The row with its plain circuit.
    const fn plain(self, plain: PlainCircuit) -> Row {
        Row { plain: Some(plain), ..self }
    }

    /// The row with the encoder's treatment of its numbers.
    const fn on_numbers(self, operator: NumberOperator) -> Row {
        Row { on_numbers: Some(operator), ..self }
    }

    /// The row with the encoder's treatment of the lengths of its strings.
    const fn on_strings(self, operator: StringOperator) -> Row {
        Row { on_strings: Some(operator), ..self }
    }
}

/// The theories, in the order of `gainsay list ops`.
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
    ("FiniteSets", sets::FINITE_ROWS),
    ("Bags", bags::ROWS),
    ("Tuples", relations::TUPLES),
    ("Relations", relations::RELATIONS),
    ("Nullables", nullables::ROWS),
    ("FiniteFields", fields::ROWS),
];

/// The dialect of the newest version of the standard.
const NEWEST: &str = "2.7";

/// The theory of both integers and reals. The operators that only it has are among the rows of the reals.
const REALS_INTS: &str = "Reals_Ints";

/// Theories that are no part of the standard.
const EXTENSIONS: &[&str] =
    &["Sequences", "Sets", "FiniteSets", "Bags", "Tuples", "Relations", "Nullables", "FiniteFields"];

/// All rows, and the rows that each name can mean.
pub struct Table {
    ops: Vec<Op>,
    /// All spellings.
    names: Vec<&'static str>,
    /// For each spelling, at the same index, the rows that it can mean.
    meanings: Vec<Vec<OpId>>,
    by_name: HashMap<&'static str, usize>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::build);

/// The table.
pub fn table() -> &'static Table {
    &TABLE
}

impl OpId {
    /// The row's index in the table.
    pub fn number(self) -> u16 {
        self.0
    }

    #[inline]
    pub fn op(self) -> &'static Op {
        &TABLE.ops[self.0 as usize]
    }
}

impl Op {
    /// Whether it is in the newest version of the standard.
    pub fn is_standard(&self) -> bool {
        self.dialect.is_none_or(|dialect| dialect == NEWEST || dialect == REALS_INTS)
            && !EXTENSIONS.contains(&self.theory)
            && self.nonlinear != Some(Nonlinear::Transcendental)
    }

    /// Whether its theory is no part of the standard, but all solvers with that theory have it.
    pub fn is_common_extension(&self) -> bool {
        self.dialect.is_none() && EXTENSIONS.contains(&self.theory)
    }

    /// Whether it exists only in logics with both integers and reals.
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
                    circuit: row.circuit,
                    plain: row.plain,
                    on_numbers: row.on_numbers,
                    on_strings: row.on_strings,
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

    /// The rows that the name at this index of [`Table::names`] can mean.
    pub fn meanings_at(&self, at: usize) -> &[OpId] {
        &self.meanings[at]
    }

    /// The operators whose open values a model gives under this name, such as `div0`, z3's name for division by zero.
    pub fn open_values(&self, name: &str) -> Vec<OpId> {
        self.ops.iter().filter(|op| op.open.contains(&name)).map(|op| op.id).collect()
    }

    /// The first row with this standard name. Panics if there is none.
    pub fn named(&self, name: &str) -> OpId {
        match self.meanings(name).iter().find(|id| self.ops[id.0 as usize].name == name) {
            Some(&id) => id,
            None => panic!("no operator {name} in the table"),
        }
    }
}

/// Declares a group of operators with which the program itself builds terms, and the function that returns the group.
macro_rules! operators {
    ($(#[$doc:meta])* $function:ident: $Group:ident {
        $($(#[$field_doc:meta])* $field:ident: $type:ty = $value:expr,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Group {
            $($(#[$field_doc])* pub $field: $type,)*
        }

        pub fn $function() -> $Group {
            static GROUP: LazyLock<$Group> = LazyLock::new(|| $Group { $($field: $value,)* });
            *GROUP
        }
    };
}

fn named(name: &str) -> OpId {
    table().named(name)
}

/// The operator of a name that takes arguments of these sorts.
fn taking(sorts: &[Sort], name: &str) -> OpId {
    let takes = |id: &&OpId| {
        let arguments = &id.op().signature.args;
        arguments.len() == sorts.len()
            && arguments.iter().zip(sorts).all(|(own, sort)| *own == Pattern::Sort(*sort))
    };
    *table().meanings(name).iter().find(takes).unwrap_or_else(|| panic!("no {name} takes {sorts:?}"))
}

operators! {
    /// The connectives that the Boolean structure of a formula is made of.
    connectives: Connectives {
        not: OpId = named("not"),
        and: OpId = named("and"),
        or: OpId = named("or"),
        xor: OpId = named("xor"),
        implies: OpId = named("=>"),
        equal: OpId = named("="),
        distinct: OpId = named("distinct"),
        ite: OpId = named("ite"),
    }
}

operators! {
    /// Operators on numbers, among them those that write numbers without a literal, such as
    /// `(- 1)` and `(/ 1.0 3.0)`.
    arithmetic: Arithmetic {
        to_real: OpId = named("to_real"),
        negate_int: OpId = taking(&[Sort::INT], "-"),
        negate_real: OpId = taking(&[Sort::REAL], "-"),
        divide: OpId = named("/"),
        less_int: OpId = taking(&[Sort::INT, Sort::INT], "<"),
    }
}

impl Arithmetic {
    /// Whether it is used to write numbers without a literal.
    pub fn writes_numbers(&self, op: OpId) -> bool {
        [self.to_real, self.negate_int, self.negate_real, self.divide].contains(&op)
    }
}

operators! {
    /// The operators that compare values of objectives, and the one that sums weights.
    orders: Orders {
        less_int: OpId = taking(&[Sort::INT, Sort::INT], "<"),
        less_real: OpId = taking(&[Sort::REAL, Sort::REAL], "<"),
        /// Unsigned.
        less_bits: OpId = named("bvult"),
        add_reals: OpId = taking(&[Sort::REAL, Sort::REAL], "+"),
    }
}

operators! {
    /// The operators that make arrays and read them.
    array_operators: ArrayOperators {
        select: OpId = named("select"),
        store: OpId = named("store"),
        constant: OpId = named("const"),
    }
}

operators! {
    /// The operators that make tuples.
    tuple_operators: TupleOperators {
        make: OpId = named("tuple"),
        /// The tuple without parts.
        unit: OpId = named("tuple.unit"),
    }
}

operators! {
    /// The operators that floats and rounding modes are written with.
    float_operators: FloatOperators {
        /// From sign, exponent and fraction.
        fields: OpId = named("fp"),
        not_a_number: OpId = named("NaN"),
        /// Positive, then negative.
        infinities: [OpId; 2] = ["+oo", "-oo"].map(named),
        zeros: [OpId; 2] = ["+zero", "-zero"].map(named),
        /// In the order of [`RoundingMode::ALL`].
        modes: [OpId; 5] = RoundingMode::ALL.map(|mode| named(&mode.to_string())),
    }
}

operators! {
    /// The operators that make strings and languages and look into them.
    string_operators: StringOperators {
        join: OpId = named("str.++"),
        length: OpId = named("str.len"),
        /// Whether a string is in a language.
        is_in: OpId = named("str.in_re"),
        /// The language of one string.
        word: OpId = named("str.to_re"),
        range: OpId = named("re.range"),
        regex_join: OpId = named("re.++"),
        union: OpId = named("re.union"),
        intersection: OpId = named("re.inter"),
        complement: OpId = named("re.comp"),
        star: OpId = named("re.*"),
        plus: OpId = named("re.+"),
        option: OpId = named("re.opt"),
    }
}

/// The names that values are written with.
#[derive(Clone, Copy, Debug)]
pub struct ValueForms {
    /// The word of yices for the default of a function's table.
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
