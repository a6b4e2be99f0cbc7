//! Satisfiable tests: an operation with constants or symbols for its arguments and its result, and equations of
//! terms with the same value.

use super::equation::{Equation, Expr, sort_of, values};
use super::operations::{Operation, Pools, every_combination, operations};
use gainsay_lang::hash::HashSet;
use gainsay_lang::rng::Rng;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Value;

/// All equations of an operation with constants, for at most `choices` choices of arguments: for each subset of
/// the arguments and the result, those in the subset become symbols. The full set comes first: it is the test of
/// the operation itself.
pub(super) fn assignments(operation: &Operation, pools: &Pools, choices: usize) -> Vec<Equation> {
    let applications: Vec<Vec<Expr>> = every_combination(&pools.arguments(operation), choices).collect();
    let applied: Vec<Expr> = applications.iter().map(|args| operation.on(args.clone())).collect();
    let results = values(&applied);
    let mut known: HashSet<String> = HashSet::default();
    let mut found = Vec::new();
    for set in (0..1u32 << (operation.arguments.len() + 1)).rev() {
        for (arguments, result) in applications.iter().zip(&results) {
            let Some(result) = result else { continue };
            let equation = assignment(operation, arguments, result, set);
            if known.insert(equation.shape()) {
                found.push(equation);
            }
        }
    }
    found
}

/// The equation in which the arguments in a bit set become symbols, if they can be symbols; the bit after them is
/// the result's.
fn assignment(operation: &Operation, arguments: &[Expr], result: &Value, set: u32) -> Equation {
    let has = |at: usize| set >> at & 1 == 1;
    let free = |(at, argument): (usize, &Expr)| match argument {
        Expr::Constant(value, _) if has(at) && operation.is_open(at) => {
            Expr::Constant(value.clone(), Some(at as u32))
        }
        fixed => fixed.clone(),
    };
    let freed = arguments.iter().enumerate().map(free).collect();
    let last = arguments.len();
    let right = Expr::Constant(result.clone(), has(last).then_some(last as u32));
    Equation { operation: operation.op, left: operation.on(freed), right }
}

/// Terms with their values: applications of operations to few constants.
pub(super) struct TermPool {
    /// In the order of the operations.
    terms: Vec<(Expr, Value)>,
}

impl TermPool {
    /// A pool with at most `each` applications of each operation.
    pub fn new(pools: &Pools, each: usize) -> TermPool {
        let mut terms = Vec::new();
        for operation in operations() {
            let choices = every_combination(&pools.arguments(operation), each).collect::<Vec<_>>();
            terms.extend(choices.into_iter().map(|arguments| operation.on(arguments)));
        }
        let values = values(&terms);
        let valued = terms.into_iter().zip(values).filter_map(|(term, value)| Some((term, value?)));
        TermPool { terms: valued.collect() }
    }

    fn of_sort(&self, sort: Sort) -> Vec<Expr> {
        let has_sort = |(term, value): &(Expr, Value)| (sort_of(value) == sort).then(|| term.clone());
        self.terms.iter().filter_map(has_sort).collect()
    }

    /// Equates an operation on terms of the pool with another term of the same value, and turns all constants into
    /// symbols.
    pub fn syntheses(&self, operation: &Operation, pools: &Pools, count: usize) -> Vec<Equation> {
        let mut lists = pools.arguments(operation);
        for (at, list) in lists.iter_mut().enumerate() {
            if operation.is_open(at) {
                *list = self.of_sort(operation.arguments[at]);
            }
        }
        let applied: Vec<Expr> =
            every_combination(&lists, count).map(|arguments| operation.on(arguments)).collect();
        let results = values(&applied);
        let mut found = Vec::new();
        for (number, (left, result)) in applied.into_iter().zip(results).enumerate() {
            let Some(result) = result else { continue };
            let same: Vec<&Expr> =
                self.terms.iter().filter(|(_, value)| *value == result).map(|(term, _)| term).collect();
            if let Some(right) = same.get(number.wrapping_mul(7) % same.len().max(1)) {
                let mut equation = Equation { operation: operation.op, left, right: (*right).clone() };
                equation.free_constants(|_| true);
                found.push(equation);
            }
        }
        found
    }
}

/// A random equation of an operation with constants, some of them turned into symbols.
pub(super) fn random_assignment(rng: &mut Rng, pools: &Pools, size: u32) -> Option<Equation> {
    let operation = rng.pick(operations());
    let arguments =
        (0..operation.arguments.len()).map(|at| random_constant(rng, pools, operation, at, 1 + size / 8));
    let arguments: Vec<Expr> = arguments.collect::<Option<_>>()?;
    let result = values(&[operation.on(arguments.clone())]).pop()??;
    let set = rng.below(1 << (arguments.len() + 1)) as u32;
    Some(assignment(operation, &arguments, &result, set))
}

/// A random equation of two terms, some of their constants turned into symbols.
pub(super) fn random_synthesis(rng: &mut Rng, pools: &Pools, size: u32) -> Option<Equation> {
    /// How many terms the first is compared with.
    const CANDIDATES: usize = 24;
    let sort = *rng.pick(&[Sort::STRING, Sort::STRING, Sort::INT, Sort::BOOL]);
    let depth = 1 + size / 5;
    let operation = operation_of_sort(rng, sort);
    let left = random_arguments(rng, pools, operation, depth)?;
    let mut terms = vec![left.clone()];
    for _ in 0..CANDIDATES {
        let depth = rng.between(1, u64::from(depth)) as u32;
        terms.extend(random_application(rng, pools, sort, depth));
    }
    let values = values(&terms);
    let result = values[0].clone()?;
    let same = terms
        .iter()
        .zip(&values)
        .skip(1)
        .find(|(term, value)| value.as_ref() == Some(&result) && **term != left);
    let right = same.map_or_else(|| Expr::constant(result), |(term, _)| term.clone());
    let mut equation = Equation { operation: operation.op, left, right };
    // Free all constants, all but one value, or only some of the occurrences.
    match rng.below(4) {
        0 => {
            let kept = rng.pick(&pools.constants(Sort::STRING)).clone();
            equation.free_constants(|value| *value != kept);
        }
        1 => equation.free_constants(|_| !rng.one_in(3)),
        _ => equation.free_constants(|_| true),
    }
    Some(equation)
}

/// A random constant for an argument; `None` if there is none.
fn random_constant(
    rng: &mut Rng,
    pools: &Pools,
    operation: &Operation,
    at: usize,
    depth: u32,
) -> Option<Expr> {
    if operation.arguments[at] == Sort::REGLAN {
        return random_language(rng, pools, depth);
    }
    let choices = pools.arguments_at(operation, at);
    (!choices.is_empty()).then(|| rng.pick(&choices).clone())
}

fn random_language(rng: &mut Rng, pools: &Pools, depth: u32) -> Option<Expr> {
    if depth == 0 || rng.one_in(3) {
        return Some(rng.pick(&pools.languages()).clone());
    }
    let higher: Vec<&Operation> =
        operations().iter().filter(|operation| operation.is_above_languages()).collect();
    let operation = *rng.pick(&higher);
    let below = (1..operation.arguments.len()).map(|_| random_language(rng, pools, depth - 1));
    operation.language(below.collect::<Option<_>>()?)
}

fn operation_of_sort(rng: &mut Rng, sort: Sort) -> &'static Operation {
    let fitting: Vec<&'static Operation> =
        operations().iter().filter(|operation| operation.result == sort).collect();
    fitting[rng.index(fitting.len())]
}

fn random_application(rng: &mut Rng, pools: &Pools, sort: Sort, depth: u32) -> Option<Expr> {
    let operation = operation_of_sort(rng, sort);
    random_arguments(rng, pools, operation, depth)
}

/// An operation applied to random arguments.
fn random_arguments(rng: &mut Rng, pools: &Pools, operation: &Operation, depth: u32) -> Option<Expr> {
    let mut arguments = Vec::with_capacity(operation.arguments.len());
    for (at, &sort) in operation.arguments.iter().enumerate() {
        let is_leaf = depth <= 1 || !operation.is_open(at) || rng.one_in(3);
        arguments.push(if is_leaf {
            random_constant(rng, pools, operation, at, depth / 2)?
        } else {
            random_application(rng, pools, sort, depth - 1)?
        });
    }
    Some(operation.on(arguments))
}
