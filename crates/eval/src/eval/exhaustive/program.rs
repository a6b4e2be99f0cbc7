//! Formulas as straight-line programs over words: one step for each term that is computed, arguments first.
//!
//! Operators are applied through tables that are filled on demand by the meaning in the operator's row, so
//! that no operator is defined a second time here. Connectives are three-valued, as in the evaluator.

use super::words::{CodeId, PENDING, UNKNOWN, Word, Words, is_pending, is_value};
use crate::eval::Evaluator;
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{DeclId, FunctionId};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Connective, Meaning};
use gainsay_lang::value::fuel::Fuel;
use gainsay_lang::value::{Size, Value, equal};
use smallvec::SmallVec;
use std::rc::Rc;

/// The index of a word in [`State::slots`].
pub(super) type Slot = u32;

/// A slice of [`Program::arguments`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Arguments {
    pub start: u32,
    pub len: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub target: Slot,
    pub action: Action,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// A function of one argument.
    Unary { memo: u32, argument: Slot },
    /// A function of two arguments.
    Binary { memo: u32, left: Slot, right: Slot },
    /// A function of more arguments.
    Apply { memo: u32, arguments: Arguments },
    /// A connective; `exact` if different words of its arguments' sort are different values.
    Connect { connective: Connective, arguments: Arguments, exact: bool },
    /// An entry of a function whose entries the search chooses.
    Read { table: u32, arguments: Arguments },
    /// A quantifier over the steps of a block.
    Quantify { block: u32 },
    /// The word at the target must be true.
    Require,
}

/// A quantifier: its variables, and the steps that depend on them.
pub(super) struct Block {
    pub exists: bool,
    pub variables: Vec<(Slot, Rc<[Word]>)>,
    pub steps: Vec<Step>,
    pub body: Slot,
}

#[derive(Default)]
pub(super) struct Program {
    pub steps: Vec<Step>,
    pub arguments: Vec<Slot>,
    pub blocks: Vec<Block>,
}

/// The function that a step applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Applied {
    Function(FunctionId),
    /// A tester: whether the constructor made the value.
    Test(DeclId),
    /// A selector: the field of a value that the constructor made.
    Field(DeclId, u32),
    /// An array from all its elements, in the order of its indices, whose sort has this code.
    Array(CodeId),
}

/// A function with its cached results.
pub(super) struct Memo {
    pub applied: Applied,
    pub meaning: Option<Meaning>,
    pub arguments: SmallVec<[CodeId; 3]>,
    pub result: CodeId,
    pub sort: Sort,
    /// The common width, if all arguments are bit-vectors of one width.
    pub width: Option<u32>,
    pub results: Results,
}

pub(super) enum Results {
    /// A table indexed by the argument words in mixed radix: each word is below its radix.
    Dense { radices: SmallVec<[u64; 3]>, words: Vec<Word> },
    /// Not cached: the table would be too large, and computing is cheap.
    Direct,
    /// A cache of the results so far.
    Sparse(HashMap<SmallVec<[Word; 3]>, Word>),
}

/// Marks an entry of a dense table that was not computed yet.
pub(super) const EMPTY: Word = Word::MAX - 1;

/// A function whose entries the search chooses.
pub(super) struct Table {
    pub radices: SmallVec<[u64; 3]>,
    pub words: Vec<Word>,
}

/// Limit on the results in sparse caches, of all functions together.
const MAX_REMEMBERED: usize = 1 << 20;

/// Steps charged for a result that is not cached, besides the work of its operator.
const COMPUTATION: u64 = 100;

/// Steps charged for a unit of an operator's work.
const WORK: u64 = 8;

/// Work limit of comparing two values.
const COMPARISON: u64 = 100_000;

/// The words of all slots, and what is needed to compute them.
pub(super) struct State<'a> {
    pub slots: Vec<Word>,
    pub slot_codes: Vec<CodeId>,
    pub words: Words<'a>,
    pub memos: Vec<Memo>,
    pub tables: Vec<Table>,
    pub evaluator: Evaluator<'a>,
    /// Assignments to quantified variables that are left.
    pub instances: u64,
    /// Elementary steps that are left.
    pub steps: u64,
    /// The number of results in sparse caches.
    pub remembered: usize,
}

impl State<'_> {
    /// Takes steps out of the budget.
    pub fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub(steps);
    }

    pub fn is_exhausted(&self) -> bool {
        self.instances == 0 || self.steps == 0
    }

    /// Runs the steps; `false` as soon as a required word is false.
    pub fn run(&mut self, program: &Program, steps: &[Step]) -> bool {
        self.spend(steps.len() as u64);
        for step in steps {
            let word = match step.action {
                Action::Binary { memo, left, right } => {
                    let (a, b) = (self.slots[left as usize], self.slots[right as usize]);
                    match &self.memos[memo as usize].results {
                        Results::Dense { radices, words } if is_value(a | b) => {
                            let word = words[(a * radices[1] + b) as usize];
                            if word == EMPTY { self.compute(memo, &[a, b]) } else { word }
                        }
                        _ => self.apply(memo, &[a, b]),
                    }
                }
                Action::Unary { memo, argument } => self.apply(memo, &[self.slots[argument as usize]]),
                Action::Apply { memo, arguments } => {
                    let words = self.arguments(program, arguments);
                    self.apply(memo, &words)
                }
                Action::Connect { connective, arguments, exact } => {
                    self.spend(price(connective, arguments.len));
                    self.connect(connective, program.list(arguments), exact)
                }
                Action::Read { table, arguments } => {
                    let words = self.arguments(program, arguments);
                    let table = &self.tables[table as usize];
                    match not_known(&words) {
                        Some(word) => word,
                        None => table.words[place(&table.radices, &words)],
                    }
                }
                Action::Quantify { block } => self.quantify(program, &program.blocks[block as usize]),
                Action::Require => {
                    if self.slots[step.target as usize] == 0 {
                        return false;
                    }
                    continue;
                }
            };
            self.slots[step.target as usize] = word;
        }
        true
    }

    fn arguments(&self, program: &Program, arguments: Arguments) -> SmallVec<[Word; 4]> {
        program.list(arguments).iter().map(|&slot| self.slots[slot as usize]).collect()
    }

    fn apply(&mut self, memo: u32, words: &[Word]) -> Word {
        if let Some(word) = not_known(words) {
            return word;
        }
        let known = match &self.memos[memo as usize].results {
            Results::Dense { radices, words: results } => Some(results[place(radices, words)]),
            Results::Direct => None,
            Results::Sparse(results) => results.get(words).copied(),
        };
        known.filter(|&word| word != EMPTY).unwrap_or_else(|| self.compute(memo, words))
    }

    #[cold]
    #[inline(never)]
    fn compute(&mut self, memo: u32, words: &[Word]) -> Word {
        let State { memos, words: codes, evaluator, remembered, steps, .. } = self;
        *steps = steps.saturating_sub(COMPUTATION);
        let memo = &mut memos[memo as usize];
        let direct =
            memo.width.zip(memo.meaning).and_then(|(width, meaning)| meaning.apply_to_words(width, words));
        let word = direct.unwrap_or_else(|| {
            let values: SmallVec<[Value; 4]> =
                words.iter().zip(&memo.arguments).map(|(&word, &code)| codes.value(code, word)).collect();
            let value = match memo.applied {
                Applied::Function(function) => {
                    let value = evaluator.apply_to(function, values, memo.sort).ok();
                    *steps = steps.saturating_sub(evaluator.spent() * WORK);
                    value
                }
                Applied::Test(constructor) => {
                    values[0].as_data().map(|(made_by, _)| Value::Bool(made_by == constructor.number()))
                }
                Applied::Field(constructor, field) => values[0]
                    .as_data()
                    .filter(|(made_by, _)| *made_by == constructor.number())
                    .and_then(|(_, fields)| fields.get(field as usize).cloned()),
                Applied::Array(index) => codes.elements(index).and_then(|indices| {
                    let indices = indices.iter().map(|&word| codes.value(index, word));
                    let size = Size::Finite(values.len() as u64);
                    Value::array(size, values[0].clone(), indices.zip(values.iter().cloned()).collect())
                }),
            };
            value.map_or(UNKNOWN, |value| codes.word(memo.result, &value))
        });
        match &mut memo.results {
            Results::Dense { radices, words: results } => results[place(radices, words)] = word,
            Results::Direct => {}
            Results::Sparse(results) => {
                if *remembered >= MAX_REMEMBERED {
                    *remembered -= results.len();
                    results.clear();
                }
                *remembered += 1;
                results.insert(words.into(), word);
            }
        }
        word
    }

    fn connect(&mut self, connective: Connective, arguments: &[Slot], exact: bool) -> Word {
        let word = |at: usize| self.slots[arguments[at] as usize];
        match connective {
            Connective::Not => match word(0) {
                value if is_value(value) => value ^ 1,
                other => other,
            },
            Connective::And => self.junction(arguments, 0),
            Connective::Or => self.junction(arguments, 1),
            Connective::Implies => {
                let (conclusion, premises) =
                    (arguments[arguments.len() - 1], &arguments[..arguments.len() - 1]);
                match (self.junction(premises, 0), self.slots[conclusion as usize]) {
                    (0, _) | (_, 1) => 1,
                    (1, conclusion) => conclusion,
                    (premises, 0) => premises,
                    (premises, conclusion) => undecided(premises, conclusion),
                }
            }
            Connective::Xor => arguments.iter().fold(0, |sum, &slot| match self.slots[slot as usize] {
                word if is_value(sum | word) => sum ^ word,
                word => strict(sum, word),
            }),
            Connective::Ite => match (word(0), word(1), word(2)) {
                (1, then, _) => then,
                (0, _, other) => other,
                (_, then, other) if then == other && is_value(then) => then,
                (UNKNOWN, then, other) if is_pending(then) || is_pending(other) => undecided(then, other),
                (condition, ..) => condition,
            },
            Connective::Equal | Connective::Distinct => self.compare(connective, arguments, exact),
        }
    }

    /// A conjunction (`decisive` is 0) or a disjunction (`decisive` is 1).
    fn junction(&self, arguments: &[Slot], decisive: Word) -> Word {
        let mut result = 1 - decisive;
        for &slot in arguments {
            match self.slots[slot as usize] {
                word if word == decisive => return decisive,
                word if is_value(word) => {}
                word if is_value(result) => result = word,
                word => result = undecided(result, word),
            }
        }
        result
    }

    fn compare(&mut self, connective: Connective, arguments: &[Slot], exact: bool) -> Word {
        let chain = connective == Connective::Equal;
        let mut result = 1;
        for second in 1..arguments.len() {
            let first = if chain { second - 1 } else { 0 };
            for first in first..second {
                let (a, b) = (self.slots[arguments[first] as usize], self.slots[arguments[second] as usize]);
                let same = if arguments[first] == arguments[second] {
                    1
                } else if !is_value(a | b) {
                    strict(a, b)
                } else if a == b {
                    1
                } else if exact {
                    0
                } else {
                    self.same_element(arguments[first], a, b)
                };
                match same {
                    same if same == Word::from(!chain) => return 0,
                    same if is_value(same) => {}
                    same if is_value(result) => result = same,
                    same => result = undecided(result, same),
                }
            }
        }
        result
    }

    fn same_element(&mut self, slot: Slot, a: Word, b: Word) -> Word {
        let code = self.slot_codes[slot as usize];
        let (a, b) = (self.words.value(code, a), self.words.value(code, b));
        let mut fuel = Fuel::new(COMPARISON);
        let same = equal(&a, &b, &mut fuel).map_or(UNKNOWN, Word::from);
        self.spend(COMPARISON - fuel.left());
        same
    }

    fn quantify(&mut self, program: &Program, block: &Block) -> Word {
        let mut at: SmallVec<[usize; 4]> = SmallVec::from_elem(0, block.variables.len());
        let decisive = Word::from(block.exists);
        let mut result = 1 - decisive;
        for (slot, elements) in &block.variables {
            self.slots[*slot as usize] = elements[0];
        }
        loop {
            if self.is_exhausted() {
                return UNKNOWN;
            }
            self.instances -= 1;
            self.run(program, &block.steps);
            match self.slots[block.body as usize] {
                word if word == decisive => return decisive,
                word if is_value(word) => {}
                word if is_value(result) => result = word,
                word => result = undecided(result, word),
            }
            let places = 0..block.variables.len();
            let Some(place) = places.rev().find(|&place| at[place] + 1 < block.variables[place].1.len())
            else {
                return result;
            };
            at[place] += 1;
            at[place + 1..].fill(0);
            for (&at, (slot, elements)) in at.iter().zip(&block.variables).skip(place) {
                self.slots[*slot as usize] = elements[at];
            }
        }
    }
}

impl Program {
    pub fn list(&self, arguments: Arguments) -> &[Slot] {
        &self.arguments[arguments.start as usize..(arguments.start + arguments.len) as usize]
    }
}

impl Table {
    /// A table whose entries are all pending; their cells are numbered from `first`.
    pub fn new(radices: SmallVec<[u64; 3]>, size: u64, first: u64) -> Table {
        Table { radices, words: (first..first + size).map(|cell| PENDING | cell).collect() }
    }
}

/// Steps charged for a connective with this many arguments.
fn price(connective: Connective, arguments: u32) -> u64 {
    let arguments = u64::from(arguments);
    if connective == Connective::Distinct { arguments * arguments / 2 } else { arguments }
}

/// The mixed-radix index of a list of words.
fn place(radices: &[u64], words: &[Word]) -> usize {
    radices.iter().zip(words).fold(0, |place, (radix, word)| place * radix + word) as usize
}

/// The result of an operator if an argument is not a value: unknown if any argument is, else the first
/// pending word. `None` if all are values.
fn not_known(words: &[Word]) -> Option<Word> {
    let mut found = None;
    for &word in words {
        if word == UNKNOWN {
            return Some(UNKNOWN);
        }
        if !is_value(word) && found.is_none() {
            found = Some(word);
        }
    }
    found
}

/// Like [`not_known`], for two words at least one of which is not a value.
fn strict(a: Word, b: Word) -> Word {
    if a == UNKNOWN || b == UNKNOWN {
        UNKNOWN
    } else if is_value(a) {
        b
    } else {
        a
    }
}

/// Of two words that are not values, a pending one if there is one: the search can still decide it.
fn undecided(a: Word, b: Word) -> Word {
    if is_pending(a) { a } else { b }
}
