//! The values of terms under all assignments of a field, as lists of numbers.
//!
//! The evaluator computes each application once for each list of argument values; after that it is looked up. Terms share
//! their parts, and small sorts have few values, so that most of the work is looking up.

use crate::eval::{Evaluator, Limits, Model, Scratch};
use crate::hash::HashMap;
use crate::script::{FunctionId, Term, Terms, View};
use crate::theory::sort::Sort;
use crate::value::Value;
use smallvec::SmallVec;

/// The number of the value of a term under each assignment of its field.
pub type Column = Box<[u32]>;

/// What the standard leaves open, or we do not compute.
pub const UNKNOWN: u32 = u32::MAX;
pub const FALSE: u32 = 0;
pub const TRUE: u32 = 1;

/// More values are not told apart.
const MOST_VALUES: usize = 1 << 20;
/// No evaluation of a term as small as ours takes longer.
const LIMITS: Limits = Limits { work: 20_000, depth: 100, instances: 1 << 10, candidates: 16 };

/// The values of a field, numbered in the order in which they were met.
pub struct Numbers {
    values: Vec<Value>,
    numbers: HashMap<Value, u32>,
    scratch: Scratch,
}

/// An application: the function, the sort that it gives, and the numbers of its arguments.
type Key = (FunctionId, Sort, SmallVec<[u32; 4]>);

impl Default for Numbers {
    fn default() -> Numbers {
        let mut numbers =
            Numbers { values: Vec::new(), numbers: HashMap::default(), scratch: Scratch::default() };
        for truth in [false, true] {
            numbers.number(Value::Bool(truth));
        }
        numbers
    }
}

impl Numbers {
    /// The value that has this number.
    pub fn value(&self, number: u32) -> Option<&Value> {
        self.values.get(number as usize)
    }

    /// Only values that differ from all others that are not the same have numbers.
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

    /// The column of each term.
    pub fn columns(&mut self, terms: &Terms, assignments: &[Model], roots: &[Term]) -> Vec<Column> {
        let order = terms.postorder(roots);
        let mut places: HashMap<Term, usize> = HashMap::default();
        let mut columns: Vec<Column> = Vec::with_capacity(order.len());
        let mut known: HashMap<Key, u32> = HashMap::default();
        for term in order {
            let column = match terms.view(term) {
                View::Apply(function, arguments) if !arguments.is_empty() => {
                    let arguments: Option<SmallVec<[usize; 4]>> =
                        arguments.iter().map(|argument| places.get(argument).copied()).collect();
                    match arguments {
                        Some(places) => {
                            let key = (function, terms.sort(term));
                            self.applied(terms, assignments, term, key, &columns, &places, &mut known)
                        }
                        None => self.evaluated(terms, assignments, term),
                    }
                }
                // A part of a quantified formula has no value of its own.
                View::Variable(_) => vec![UNKNOWN; assignments.len()].into(),
                _ => self.evaluated(terms, assignments, term),
            };
            places.insert(term, columns.len());
            columns.push(column);
        }
        let unknown = || vec![UNKNOWN; assignments.len()].into();
        roots
            .iter()
            .map(|root| places.get(root).map_or_else(unknown, |&place| columns[place].clone()))
            .collect()
    }

    #[expect(clippy::too_many_arguments, reason = "one loop's state")]
    fn applied(
        &mut self,
        terms: &Terms,
        assignments: &[Model],
        term: Term,
        (function, sort): (FunctionId, Sort),
        columns: &[Column],
        arguments: &[usize],
        known: &mut HashMap<Key, u32>,
    ) -> Column {
        let result = assignments.iter().enumerate().map(|(at, model)| {
            let numbers: SmallVec<[u32; 4]> = arguments.iter().map(|&place| columns[place][at]).collect();
            // The value may be known although an argument's is not.
            if numbers.contains(&UNKNOWN) {
                return self.evaluate(terms, model, term);
            }
            let key = (function, sort, numbers);
            if let Some(&number) = known.get(&key) {
                return number;
            }
            let number = self.evaluate(terms, model, term);
            known.insert(key, number);
            number
        });
        result.collect()
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
