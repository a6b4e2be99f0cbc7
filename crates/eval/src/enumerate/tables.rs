//! The values of terms under all assignments, as lists of numbers.
//!
//! An application is computed by the evaluator once for each list of argument values; after that it is looked
//! up.

use super::fragment::{Fragment, Leaf, Symbol};
use crate::eval::{Evaluator, Limits, Model, Scratch};
use gainsay_lang::hash::HashMap;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{DeclId, Term};
use gainsay_lang::value::fuel::Fuel;
use gainsay_lang::value::{Value, equal};
use smallvec::SmallVec;

/// The index of a value among those of its sort.
pub(super) type Number = u32;

/// The standard leaves the value open, or the evaluator does not compute it.
pub(super) const UNKNOWN: Number = Number::MAX;
pub(super) const FALSE: Number = 0;
pub(super) const TRUE: Number = 1;

/// The values of symbols under all assignments, and cached results of all productions.
pub(super) struct Tables {
    sorts: Vec<Numbers>,
    /// By production.
    results: Vec<Results>,
    /// For each symbol, its values under all assignments. Values of functions have a numbering of their own.
    assignments: Vec<Vec<Number>>,
    count: usize,
    /// Whether these are all assignments.
    is_complete: bool,
    scratch: Scratch,
}

/// The values of a sort, numbered in the order of first use.
#[derive(Clone, Default, Debug)]
struct Numbers {
    values: Vec<Value>,
    numbers: HashMap<Value, Number>,
}

#[derive(Clone, Debug)]
enum Results {
    /// Indexed by the arguments in mixed radix: each is below its bound.
    Dense {
        bounds: SmallVec<[Number; 4]>,
        numbers: Vec<Number>,
    },
    Sparse(HashMap<SmallVec<[Number; 4]>, Number>),
}

/// A result that was not computed yet.
const EMPTY: Number = Number::MAX - 1;
/// Limit on the size of a dense table.
const MOST_DENSE: u64 = 1 << 14;
/// Limit on the cached results of a production; its table is cleared when full.
const MOST_SPARSE: usize = 1 << 18;
/// Limit on the values of a sort; further ones are unknown.
const MOST_VALUES: usize = 1 << 20;
/// Limit on the values that are compared with one that can have several forms.
const MOST_COMPARED: usize = 256;
/// Work limit of comparing two values.
const COMPARISON: u64 = 1000;
/// With more assignments than `MOST_ASSIGNMENTS`, only `SOME_ASSIGNMENTS` random ones are tried.
const MOST_ASSIGNMENTS: usize = 4096;
const SOME_ASSIGNMENTS: usize = 512;
/// Limits of one application.
const LIMITS: Limits = Limits { work: 20_000, depth: 1000, instances: 1 << 10, candidates: 16 };

impl Tables {
    pub fn new(fragment: &Fragment) -> Tables {
        let mut sorts = vec![Numbers::default(); fragment.sorts.len()];
        let elements: Vec<Option<Vec<Value>>> =
            (0..sorts.len()).map(|sort| fragment.elements(sort)).collect();
        for (numbers, elements) in sorts.iter_mut().zip(&elements) {
            // All elements of a small sort are numbered first, so that tables can be dense.
            for value in elements.iter().flatten() {
                numbers.number(value);
            }
        }
        let finite = |sort: usize| elements[sort].is_some();
        let results = fragment.productions.iter().map(|production| {
            let called = match production.head {
                Leaf::Called { symbol, .. } => Some(fragment.symbols[symbol].values.len() as Number),
                _ => None,
            };
            let bounds: SmallVec<[Number; 4]> = called
                .into_iter()
                .chain(production.arguments.iter().map(|&sort| sorts[sort].values.len() as Number))
                .collect();
            let size = bounds.iter().fold(1u64, |size, &bound| size.saturating_mul(u64::from(bound)));
            if size <= MOST_DENSE && production.arguments.iter().all(|&sort| finite(sort)) {
                Results::Dense { numbers: vec![EMPTY; size as usize], bounds }
            } else {
                Results::Sparse(HashMap::default())
            }
        });
        let results = results.collect();
        let mut tables = Tables {
            sorts,
            results,
            assignments: Vec::new(),
            count: 0,
            is_complete: true,
            scratch: Scratch::default(),
        };
        tables.assign(fragment);
        tables
    }

    /// Lists all assignments of values to symbols, or some of them.
    fn assign(&mut self, fragment: &Fragment) {
        let sizes: Vec<usize> = fragment.symbols.iter().map(|symbol| symbol.values.len()).collect();
        let all = sizes.iter().fold(1usize, |all, &size| all.saturating_mul(size));
        self.count = if all <= MOST_ASSIGNMENTS { all } else { SOME_ASSIGNMENTS };
        self.is_complete = fragment.is_complete() && all <= MOST_ASSIGNMENTS;
        let mut rng = Rng::of_unit(0, 0);
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); sizes.len()];
        for assignment in 0..self.count {
            let mut rest = assignment;
            for (at, &size) in sizes.iter().enumerate() {
                places[at].push(if self.count == all { rest % size } else { rng.index(size) });
                rest /= size;
            }
        }
        for (symbol, places) in fragment.symbols.iter().zip(places) {
            let sort = fragment.sorts.iter().position(|&sort| sort == symbol.sort);
            let is_constant = fragment.terms.decl(symbol.decl).arity() == 0;
            let numbers: Vec<Number> = match sort.filter(|_| is_constant) {
                Some(sort) => {
                    let of_value: Vec<Number> =
                        symbol.values.iter().map(|value| self.sorts[sort].number(value)).collect();
                    places.iter().map(|&place| of_value[place]).collect()
                }
                None => places.iter().map(|&place| place as Number).collect(),
            };
            self.assignments.push(numbers);
        }
    }

    /// The number of assignments.
    pub fn assignments(&self) -> usize {
        self.count
    }

    /// Whether these are all assignments.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The assignments in which constants have the given values; other constants may have any.
    pub fn assignments_with(
        &self,
        fragment: &Fragment,
        given: impl Fn(DeclId) -> Option<Value>,
    ) -> Option<Vec<usize>> {
        let mut found: Vec<usize> = (0..self.count).collect();
        for (symbol, numbers) in fragment.symbols.iter().zip(&self.assignments) {
            if fragment.terms.decl(symbol.decl).arity() > 0 {
                return None;
            }
            let Some(value) = given(symbol.decl) else { continue };
            let sort = fragment.sorts.iter().position(|&sort| sort == symbol.sort)?;
            let number = *self.sorts[sort].numbers.get(&value)?;
            found.retain(|&at| numbers[at] == number);
        }
        Some(found)
    }

    /// The values of an application under all assignments, from those of its arguments.
    pub fn apply(
        &mut self,
        fragment: &Fragment,
        production: usize,
        arguments: &[&[Number]],
        out: &mut Vec<Number>,
    ) {
        out.clear();
        match &fragment.productions[production].head {
            Leaf::Symbol(symbol) => out.extend_from_slice(&self.assignments[*symbol]),
            Leaf::Value(value) => {
                let number = self.sorts[fragment.productions[production].sort].number(value);
                out.resize(self.count, number);
            }
            Leaf::Applied { .. } => self.apply_to(fragment, production, arguments, out),
            Leaf::Called { symbol, .. } => {
                let function = std::mem::take(&mut self.assignments[*symbol]);
                let with_function: SmallVec<[&[Number]; 4]> =
                    [&function[..]].into_iter().chain(arguments.iter().copied()).collect();
                self.apply_to(fragment, production, &with_function, out);
                drop(with_function);
                self.assignments[*symbol] = function;
            }
        }
    }

    fn apply_to(
        &mut self,
        fragment: &Fragment,
        production: usize,
        arguments: &[&[Number]],
        out: &mut Vec<Number>,
    ) {
        for at in 0..self.count {
            let known = match (&self.results[production], arguments) {
                (Results::Dense { bounds, numbers }, [one]) if one[at] < bounds[0] => {
                    numbers[one[at] as usize]
                }
                (Results::Dense { bounds, numbers }, [one, two])
                    if one[at] < bounds[0] && two[at] < bounds[1] =>
                {
                    numbers[(one[at] * bounds[1] + two[at]) as usize]
                }
                _ => EMPTY,
            };
            let number = if known != EMPTY {
                known
            } else {
                let numbers: SmallVec<[Number; 4]> = arguments.iter().map(|list| list[at]).collect();
                self.result(fragment, production, &numbers)
            };
            out.push(number);
        }
    }

    #[inline(never)]
    fn result(&mut self, fragment: &Fragment, production: usize, arguments: &[Number]) -> Number {
        let place = match &self.results[production] {
            Results::Dense { bounds, numbers } => {
                let place = place(bounds, arguments);
                if let Some(&number) =
                    place.and_then(|place| numbers.get(place)).filter(|number| **number != EMPTY)
                {
                    return number;
                }
                place
            }
            Results::Sparse(known) => match known.get(arguments) {
                Some(&number) => return number,
                None => None,
            },
        };
        let number = self.compute(fragment, production, arguments);
        match (&mut self.results[production], place) {
            (Results::Dense { numbers, .. }, Some(place)) => numbers[place] = number,
            (Results::Dense { .. }, None) => {}
            (Results::Sparse(known), _) => {
                if known.len() >= MOST_SPARSE {
                    known.clear();
                }
                known.insert(arguments.into(), number);
            }
        }
        number
    }

    /// Asks the evaluator. Unknown arguments get no value in the model; connectives may not need them.
    fn compute(&mut self, fragment: &Fragment, production: usize, arguments: &[Number]) -> Number {
        let production = &fragment.productions[production];
        if arguments.contains(&UNKNOWN) && !production.is_connective {
            return UNKNOWN;
        }
        let mut model = Model::default();
        let (template, places, values): (Term, &[DeclId], &[Number]) = match &production.head {
            Leaf::Applied { template, places } => (*template, places, arguments),
            Leaf::Called { symbol, template, places } => {
                let Symbol { decl, values, .. } = &fragment.symbols[*symbol];
                let Some(function) = values.get(arguments[0] as usize) else { return UNKNOWN };
                if model.set(&fragment.terms, *decl, function.clone()).is_err() {
                    return UNKNOWN;
                }
                (*template, places, &arguments[1..])
            }
            Leaf::Symbol(_) | Leaf::Value(_) => return UNKNOWN,
        };
        for ((&place, &number), &sort) in places.iter().zip(values).zip(&production.arguments) {
            let Some(value) = self.sorts[sort].values.get(number as usize) else { continue };
            if model.set(&fragment.terms, place, value.clone()).is_err() {
                return UNKNOWN;
            }
        }
        let mut evaluator =
            Evaluator::with(std::mem::take(&mut self.scratch), &fragment.terms, &model, LIMITS);
        let value = evaluator.eval(template);
        self.scratch = evaluator.into_scratch();
        value.map_or(UNKNOWN, |value| self.sorts[production.sort].number(&value))
    }
}

/// The mixed-radix index of a list of numbers; `None` if one is not below its bound.
fn place(bounds: &[Number], numbers: &[Number]) -> Option<usize> {
    let mut place = 0;
    for (&bound, &number) in bounds.iter().zip(numbers) {
        if number >= bound {
            return None;
        }
        place = place * bound as usize + number as usize;
    }
    Some(place)
}

impl Numbers {
    fn number(&mut self, value: &Value) -> Number {
        if let Some(&number) = self.numbers.get(value) {
            return number;
        }
        let known = if value.is_plain() || matches!(value, Value::Regex(_)) {
            // Regular languages are not compared, so one language may have several numbers.
            (self.values.len() < MOST_VALUES).then_some(None)
        } else {
            self.same_as(value)
        };
        let Some(known) = known else { return UNKNOWN };
        let number = known.unwrap_or(self.values.len() as Number);
        if known.is_none() {
            self.values.push(value.clone());
        }
        self.numbers.insert(value.clone(), number);
        number
    }

    /// The number of an equal value in another form, such as an array with another default; `Some(None)` if
    /// there is none, `None` if that cannot be decided.
    fn same_as(&self, value: &Value) -> Option<Option<Number>> {
        if self.values.len() > MOST_COMPARED {
            return None;
        }
        for (number, known) in self.values.iter().enumerate() {
            if equal(value, known, &mut Fuel::new(COMPARISON))? {
                return Some(Some(number as Number));
            }
        }
        Some(None)
    }
}
