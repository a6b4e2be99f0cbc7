//! Fields: a few symbols over small sorts from which terms are made, and assignments under which they are
//! compared.

use super::columns::{Column, Numbers};
use gainsay_eval::eval::{Model, SortDomains};
use gainsay_eval::generate::Values;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, DeclId, Mark, Printer, Script, Term, Terms};
use gainsay_lang::theory::Domains;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::{Int, Rational, Text, Value};

/// The declarations of a field.
#[derive(Debug)]
pub struct FieldRow {
    pub name: &'static str,
    /// Names of symbols and datatypes differ from field to field, since one process serves all of them.
    pub declarations: &'static str,
}

/// Finite and tiny domains are corner cases that solvers get wrong.
pub const FIELDS: &[FieldRow] = &[
    FieldRow {
        name: "bits-1",
        declarations: "(declare-const p1 Bool)(declare-const a1 (_ BitVec 1))(declare-const b1 (_ BitVec 1))",
    },
    FieldRow {
        name: "bits-2",
        declarations: "(declare-const a2 (_ BitVec 2))(declare-const b2 (_ BitVec 2))",
    },
    FieldRow {
        name: "bits-3",
        declarations: "(declare-const a3 (_ BitVec 3))(declare-const b3 (_ BitVec 3))",
    },
    FieldRow {
        name: "bits-4",
        declarations: "(declare-const p4 Bool)(declare-const a4 (_ BitVec 4))(declare-const b4 (_ BitVec 2))",
    },
    FieldRow {
        name: "ints",
        declarations: "(declare-const pi Bool)(declare-const ai Int)(declare-const bi Int)",
    },
    FieldRow {
        name: "reals",
        declarations: "(declare-const ar Real)(declare-const br Real)(declare-const ir Int)",
    },
    FieldRow {
        name: "bits-ints",
        declarations: "(declare-const ab (_ BitVec 2))(declare-const bb (_ BitVec 3))(declare-const ib Int)",
    },
    FieldRow {
        name: "floats",
        declarations: "(declare-const af (_ FloatingPoint 2 3))(declare-const bf (_ FloatingPoint 2 3))\
                       (declare-const mf RoundingMode)",
    },
    FieldRow {
        name: "floats-bits",
        declarations: "(declare-const ag (_ FloatingPoint 3 2))(declare-const bg (_ BitVec 5))\
                       (declare-const mg RoundingMode)",
    },
    FieldRow {
        name: "floats-reals",
        declarations: "(declare-const ah (_ FloatingPoint 2 3))(declare-const bh Real)\
                       (declare-const mh RoundingMode)",
    },
    FieldRow {
        name: "floats-32",
        declarations: "(declare-const aw (_ FloatingPoint 8 24))(declare-const bw (_ FloatingPoint 8 24))\
                       (declare-const mw RoundingMode)",
    },
    FieldRow {
        name: "strings",
        declarations: "(declare-const us String)(declare-const vs String)(declare-const ks Int)",
    },
    FieldRow {
        name: "arrays",
        declarations: "(declare-const xa (Array Bool (_ BitVec 1)))(declare-const ya (Array (_ BitVec 1) Bool))\
                       (declare-const pa Bool)(declare-const ba (_ BitVec 1))",
    },
    FieldRow {
        name: "arrays-ints",
        declarations: "(declare-const xi (Array Int Int))(declare-const yi (Array Int Int))(declare-const ii Int)",
    },
    FieldRow {
        name: "arrays-arrays",
        declarations: "(declare-const xn (Array Bool (Array Bool Bool)))(declare-const yn (Array Bool Bool))\
                       (declare-const pn Bool)",
    },
    FieldRow {
        name: "datatypes",
        declarations: "(declare-datatypes ((Sign 0) (Both 0)) (((minus) (plus)) ((both (first Sign) (second Bool)))))\
                       (declare-const cd Sign)(declare-const bd Both)(declare-const pd Bool)",
    },
    FieldRow {
        name: "lists",
        declarations: "(declare-datatypes ((Lst 0)) (((none) (some (value Bool) (rest Lst)))))\
                       (declare-const al Lst)(declare-const bl Lst)(declare-const pl Bool)",
    },
    FieldRow {
        name: "sequences",
        declarations: "(declare-const aq (Seq Bool))(declare-const bq (Seq Bool))(declare-const iq Int)",
    },
    FieldRow {
        name: "sets",
        declarations: "(declare-const st (Set (_ BitVec 1)))(declare-const bt (Set (_ BitVec 1)))\
                       (declare-const et (_ BitVec 1))",
    },
    FieldRow {
        name: "bags",
        declarations: "(declare-const am (Bag Bool))(declare-const bm (Bag Bool))(declare-const nm Int)",
    },
];

/// A field with its assignments.
pub struct Field {
    pub row: &'static FieldRow,
    /// The declarations, and terms until the next rollback.
    pub script: Script,
    pub variables: Vec<DeclId>,
    /// The sorts of terms that are asked about.
    pub sorts: Vec<Sort>,
    pub assignments: Vec<Model>,
    /// Whether these are all possible assignments.
    pub is_complete: bool,
    pub numbers: Numbers,
}

/// If there are at most this many assignments, all are used.
const MOST: usize = 128;
/// Otherwise this many: trying more terms finds more than trying more values.
const SOME: usize = 48;
/// Of a sort with at most this many values, all are used.
const FEW: u64 = 64;
/// The number of values used of other sorts.
const SAMPLES: usize = 14;

impl Field {
    pub fn new(row: &'static FieldRow) -> Field {
        let script = Script::read(row.declarations);
        let is_variable = |command: &Command| match command {
            Command::Declare { decl, .. } => Some(*decl),
            _ => None,
        };
        let variables: Vec<DeclId> = script.commands.iter().filter_map(is_variable).collect();
        let mut sorts = vec![Sort::BOOL];
        for &variable in &variables {
            let sort = script.terms.decl(variable).result_sort();
            if !sorts.contains(&sort) && sort != Sort::ROUNDING_MODE {
                sorts.push(sort);
            }
        }
        let (assignments, is_complete) = assignments(&script.terms, &variables);
        Field { row, script, variables, sorts, assignments, is_complete, numbers: Numbers::default() }
    }

    /// Its sorts in SMT-LIB syntax.
    pub fn sort_texts(&self) -> Vec<String> {
        let terms = &self.script.terms;
        self.sorts.iter().map(|&sort| terms.sorts.to_text(&terms.symbols, sort)).collect()
    }

    /// The symbols that terms use, in the order of declaration.
    pub fn symbols_of(&self, roots: &[Term]) -> Vec<DeclId> {
        let terms = &self.script.terms;
        let used: Vec<DeclId> =
            terms.postorder(roots).into_iter().filter_map(|term| terms.declaration(term)).collect();
        self.variables.iter().copied().filter(|symbol| used.contains(symbol)).collect()
    }

    /// The commands that declare these symbols, and all others that declare no symbol.
    pub fn declarations_of(&self, symbols: &[DeclId]) -> String {
        let mut text = String::new();
        for command in &self.script.commands {
            if matches!(command, Command::Declare { decl, .. } if !symbols.contains(decl)) {
                continue;
            }
            Printer::default().write_command(&mut text, &self.script.terms, command);
            text.push('\n');
        }
        text
    }

    /// Forgets the terms made since the mark.
    pub fn roll_back(&mut self, mark: Mark) {
        self.numbers.forget_terms(&self.script.terms, &self.sorts);
        self.script.terms.rollback(mark);
    }

    /// The values of each term under each assignment.
    pub fn columns(&mut self, roots: &[Term]) -> Vec<Column> {
        self.numbers.columns(&self.script.terms, &self.assignments, roots)
    }
}

/// All assignments if there are few, otherwise some; and whether these are all.
fn assignments(terms: &Terms, variables: &[DeclId]) -> (Vec<Model>, bool) {
    let mut rng = Rng::new(0);
    let sorts: Vec<Sort> = variables.iter().map(|&variable| terms.decl(variable).result_sort()).collect();
    let (pools, complete): (Vec<Vec<Value>>, Vec<bool>) =
        sorts.iter().map(|&sort| pool(terms, sort, &mut rng)).unzip();
    let all = pools.iter().fold(1usize, |product, pool| product.saturating_mul(pool.len()));
    let assignment = |mut number: usize| {
        let mut model = Model::default();
        for (&variable, pool) in variables.iter().zip(&pools) {
            // If a value does not fit, its variable stays without one, and so do all terms with it.
            let _ = model.set(terms, variable, pool[number % pool.len()].clone());
            number /= pool.len();
        }
        model
    };
    if all <= MOST {
        return ((0..all).map(assignment).collect(), complete.into_iter().all(|is_complete| is_complete));
    }
    ((0..SOME).map(|_| assignment(rng.index(all))).collect(), false)
}

/// The values of a sort that are used, and whether these are all.
fn pool(terms: &Terms, sort: Sort, rng: &mut Rng) -> (Vec<Value>, bool) {
    let model = Model::default();
    if let Some(all) = (SortDomains { terms, model: &model }).elements(sort, FEW) {
        return (all, true);
    }
    let ints = |numbers: &[i64]| numbers.iter().map(|&number| Value::int(number)).collect();
    let mut pool: Vec<Value> = match terms.sorts.kind(sort) {
        SortKind::Int => ints(&[0, 1, -1, 2, -2, 3, -3, 4, 5, -7, 8]),
        SortKind::Real => {
            let half = |number: i64| Rational::new(Int::from(number), Int::from(2)).map(Value::Real);
            [0, 1, -1, 2, -2, 3, -3, 4, 7].into_iter().filter_map(half).collect()
        }
        SortKind::String => {
            let text =
                |text: &str| Text::new(&text.chars().map(u32::from).collect::<Vec<u32>>()).map(Value::Text);
            let texts = ["", "a", "b", "aa", "ab", "ba", "bb", "aba", "0", "1", "12"];
            texts.into_iter().filter_map(text).collect()
        }
        _ => Vec::new(),
    };
    for _ in 0..4 * SAMPLES {
        if pool.len() >= SAMPLES {
            break;
        }
        let value = Values { terms, model: &model, rng }.value(sort);
        pool.extend(value.filter(|value| !pool.contains(value)));
    }
    (pool, false)
}
