//! The values of terms under all assignments of a field, as columns of numbers.
//!
//! An application is evaluated once for each tuple of argument values, and looked up after that. Terms share
//! their parts, and small sorts have few values, so most of the work is looking up.

use gainsay_eval::eval::{Evaluator, Limits, Model, Scratch};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::walk::Walker;
use gainsay_lang::script::{Function, FunctionId, Term, Terms, View};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Value;
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of a term's value under each assignment of its field.
pub type Column = Rc<[u32]>;

/// Stands for a value that the standard leaves open, or that we do not compute.
pub const UNKNOWN: u32 = u32::MAX;
pub const FALSE: u32 = 0;
pub const TRUE: u32 = 1;

/// The cache of a function is dropped at a rollback when it has this many results.
const MOST_APPLIED: usize = 1 << 16;
/// The most values with numbers; further ones are `UNKNOWN`.
const MOST_VALUES: usize = 1 << 20;
/// Limits of one evaluation; terms as small as ours stay below them.
const LIMITS: Limits = Limits { work: 20_000, depth: 100, instances: 1 << 10, candidates: 16 };

/// The values of a field, numbered in order of appearance, and caches of what was computed.
pub struct Numbers {
    values: Vec<Value>,
    numbers: HashMap<Value, u32>,
    /// Columns of terms, valid until the arena is rolled back.
    columns: HashMap<Term, Column>,
    applied: HashMap<(FunctionId, Sort), Applied>,
    scratch: Scratch,
    walker: Walker,
}

/// Cached results of a function, by the numbers of its arguments.
#[derive(Default)]
struct Applied {
    /// For up to three arguments, which fit into one key.
    few: HashMap<u64, u32>,
    many: HashMap<SmallVec<[u32; 4]>, u32>,
}

impl Applied {
    fn get(&self, numbers: &[u32]) -> Option<u32> {
        match short_key(numbers) {
            Some(key) => self.few.get(&key).copied(),
            None => self.many.get(numbers).copied(),
        }
    }

    fn insert(&mut self, numbers: &[u32], result: u32) {
        match short_key(numbers) {
            Some(key) => self.few.insert(key, result),
            None => self.many.insert(numbers.into(), result),
        };
    }
}

/// Up to three numbers as one key; different lists have different keys.
fn short_key(numbers: &[u32]) -> Option<u64> {
    const { assert!(MOST_VALUES <= 1 << 20) };
    (numbers.len() <= 3).then(|| numbers.iter().fold(1, |key, &number| key << 20 | u64::from(number)))
}

impl Default for Numbers {
    fn default() -> Numbers {
        let (values, numbers, columns, applied) = Default::default();
        let (scratch, walker) = Default::default();
        let mut numbers = Numbers { values, numbers, columns, applied, scratch, walker };
        for truth in [false, true] {
            numbers.number(Value::Bool(truth));
        }
        numbers
    }
}

impl Numbers {
    /// The value with a number.
    pub fn value(&self, number: u32) -> Option<&Value> {
        self.values.get(number as usize)
    }

    /// The number of a value; `UNKNOWN` for values that may be equal to others written differently.
    fn number(&mut self, value: Value) -> u32 {
        if !value.is_plain() {
            return UNKNOWN;
        }
        if let Some(&known) = self.numbers.get(&value) {
            return known;
        }
        if self.values.len() >= MOST_VALUES {
            return UNKNOWN;
        }
        let number = self.values.len() as u32;
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        number
    }

    /// The column of each term. Callers always pass the same assignments.
    pub fn columns(&mut self, terms: &Terms, assignments: &[Model], roots: &[Term]) -> Vec<Column> {
        let mut walker = std::mem::take(&mut self.walker);
        for &term in walker.postorder_where(terms, roots, |term| !self.columns.contains_key(&term)) {
            let column = match terms.view(term) {
                View::Apply(function, arguments) if !arguments.is_empty() => {
                    let arguments: Option<SmallVec<[Column; 4]>> =
                        arguments.iter().map(|argument| self.columns.get(argument).cloned()).collect();
                    match arguments {
                        Some(arguments) => self.applied(terms, assignments, term, function, &arguments),
                        None => self.evaluated(terms, assignments, term),
                    }
                }
                // A bound variable has no value of its own.
                View::Variable(_) => vec![UNKNOWN; assignments.len()].into(),
                _ => self.evaluated(terms, assignments, term),
            };
            self.columns.insert(term, column);
        }
        self.walker = walker;
        let unknown = || vec![UNKNOWN; assignments.len()].into();
        roots.iter().map(|root| self.columns.get(root).cloned().unwrap_or_else(unknown)).collect()
    }

    /// Drops caches before the arena is rolled back: ids of terms, functions and sorts may be reused, except
    /// for operators without indices and the `lasting` sorts. Values keep their numbers.
    pub fn forget_terms(&mut self, terms: &Terms, lasting: &[Sort]) {
        self.columns.clear();
        self.applied.retain(|(function, sort), known| {
            let is_plain =
                matches!(terms.function(*function), Function::Op(_, indices) if indices.is_empty());
            is_plain && lasting.contains(sort) && known.few.len() + known.many.len() < MOST_APPLIED
        });
    }

    fn applied(
        &mut self,
        terms: &Terms,
        assignments: &[Model],
        term: Term,
        function: FunctionId,
        arguments: &[Column],
    ) -> Column {
        let key = (function, terms.sort(term));
        let mut known = self.applied.remove(&key).unwrap_or_default();
        let mut numbers: SmallVec<[u32; 4]> = SmallVec::new();
        let result = assignments.iter().enumerate().map(|(at, model)| {
            numbers.clear();
            numbers.extend(arguments.iter().map(|column| column[at]));
            // The value may be known although that of an argument is not.
            if numbers.contains(&UNKNOWN) {
                return self.evaluate(terms, model, term);
            }
            if let Some(number) = known.get(&numbers) {
                return number;
            }
            let number = self.evaluate(terms, model, term);
            known.insert(&numbers, number);
            number
        });
        let result = result.collect();
        self.applied.insert(key, known);
        result
    }

    fn evaluated(&mut self, terms: &Terms, assignments: &[Model], term: Term) -> Column {
        assignments.iter().map(|model| self.evaluate(terms, model, term)).collect()
    }

    fn evaluate(&mut self, terms: &Terms, model: &Model, term: Term) -> u32 {
        let scratch = std::mem::take(&mut self.scratch);
        let mut evaluator = Evaluator::with(scratch, terms, model, LIMITS);
        let value = evaluator.eval(term);
        self.scratch = evaluator.into_scratch();
        value.map_or(UNKNOWN, |value| self.number(value))
    }
}
