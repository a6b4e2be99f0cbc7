//! Random applications of one operator to values: what the evaluator is checked with, row by row.

use gainsay::eval::Model;
use gainsay::generate::Values;
use gainsay::rng::Rng;
use gainsay::script::{Term, Terms};
use gainsay::theory::derived::Derived;
use gainsay::theory::signature::{Holes, Pattern, Shape};
use gainsay::theory::sort::{Sort, SortConstructor, SortKind};
use gainsay::theory::{Op, OpId};
use gainsay::value::{Collection, Format, Value};

/// An operator, its indices, and values for its arguments.
#[derive(Clone, Debug)]
pub struct Application {
    pub op: OpId,
    pub indices: Vec<u32>,
    pub arguments: Vec<(Value, Sort)>,
    /// The sort of the result.
    pub sort: Sort,
}

/// A random application of the operator that is well sorted, unless none is found soon.
pub fn application(terms: &mut Terms, op: &'static Op, rng: &mut Rng) -> Option<Application> {
    for _ in 0..2000 {
        let mut holes = Holes::open(op.signature.params as usize);
        let small = rng.chance(3, 4);
        for size in &mut holes.sizes {
            *size = Some(if small { rng.between(1, 6) } else { rng.between(1, 70) } as i64);
        }
        let tuples = ["Tuples", "Relations"].contains(&op.theory);
        for sort in &mut holes.sorts {
            *sort = Some(if tuples { random_tuple(terms, rng) } else { random_sort(terms, rng) });
        }
        let count = match op.signature.shape {
            Shape::Fixed => op.signature.args.len(),
            _ => rng.between(2, 4) as usize,
        };
        let Some(indices) = indices(op, &holes, count, rng) else { continue };
        if let Some(found) = applied(terms, op, rng, &holes, indices, count) {
            return Some(found);
        }
    }
    None
}

/// A random application of so many arguments whose sizes are given; `None` if there is none.
pub fn applied(
    terms: &mut Terms,
    op: &'static Op,
    rng: &mut Rng,
    holes: &Holes,
    indices: Vec<u32>,
    count: usize,
) -> Option<Application> {
    let sorts = (0..count)
        .map(|at| match op.signature.argument(at, count) {
            Pattern::Derived(Derived::Any) => Some(random_sort(terms, rng)),
            pattern => sort_of(terms, holes, pattern),
        })
        .collect::<Option<Vec<Sort>>>()?;
    let ascribed = if op.ascribed { sort_of(terms, holes, &op.signature.result) } else { None };
    let applied = op.signature.apply(&mut terms.sorts, &indices, &sorts, ascribed, false).ok()?;
    if matches!(terms.sorts.kind(applied.sort), SortKind::Float(eb, sb) if Format::new(*eb, *sb).is_none()) {
        return None;
    }
    let model = Model::default();
    let mut values = Values { terms, model: &model, rng };
    // Numbers beside strings and sequences are mostly positions in them.
    let is_list = |&sort: &Sort| {
        sort == Sort::STRING
            || matches!(
                values.terms.sorts.kind(sort),
                SortKind::Composite(SortConstructor::Collection(Collection::Seq), _)
            )
    };
    let positions = sorts.iter().any(is_list);
    let mut argument = |sort: Sort| {
        if positions && sort == Sort::INT && values.rng.chance(3, 4) {
            return Some((Value::int(values.rng.below(8) as i64 - 1), sort));
        }
        Some((values.value(sort)?, sort))
    };
    let arguments: Option<Vec<(Value, Sort)>> = sorts.iter().map(|&sort| argument(sort)).collect();
    Some(Application { op: op.id, indices, arguments: arguments?, sort: applied.sort })
}

impl Application {
    /// The application of the operator to constants that have the values in the model.
    pub fn term(&self, terms: &mut Terms, model: &mut Model) -> Option<Term> {
        let mut constants = Vec::new();
        for (at, (value, sort)) in self.arguments.iter().enumerate() {
            let name = terms.symbols.intern(&format!("x!{at}"));
            let decl = terms.declare(gainsay::script::Decl::constant(name, *sort));
            model.set(terms, decl, value.clone()).ok()?;
            constants.push(terms.constant(decl));
        }
        terms.apply_ops(&[self.op], &self.indices, Some(self.sort), &constants).ok()
    }
}

fn indices(op: &Op, holes: &Holes, arguments: usize, rng: &mut Rng) -> Option<Vec<u32>> {
    match op.signature.indices {
        Some(count) => holes.sizes[..count as usize]
            .iter()
            .map(|size| size.map(|size| if rng.chance(1, 8) { 0 } else { size as u32 }))
            .collect(),
        // A bound, and a weight for each argument.
        None => Some((0..=arguments).map(|_| rng.below(6) as u32).collect()),
    }
}

/// The sort that a pattern is, unless its floats are large.
fn sort_of(terms: &mut Terms, holes: &Holes, pattern: &Pattern) -> Option<Sort> {
    let sort = holes.build(&mut terms.sorts, pattern)?;
    match terms.sorts.kind(sort) {
        SortKind::Float(eb, sb) if !(2..12).contains(eb) || *sb < 2 => None,
        _ => Some(sort),
    }
}

/// A sort to put in the place of a parameter that stands for a tuple.
fn random_tuple(terms: &mut Terms, rng: &mut Rng) -> Sort {
    let parts: Vec<Sort> = (0..1 + rng.index(3)).map(|_| random_sort(terms, rng)).collect();
    terms.sorts.composite(SortConstructor::Tuple, &parts)
}

/// A sort to put in the place of a parameter.
fn random_sort(terms: &mut Terms, rng: &mut Rng) -> Sort {
    match rng.below(7) {
        0 => Sort::BOOL,
        1 => Sort::INT,
        2 => terms.sorts.bit_vec(1),
        3 => {
            let width = rng.between(2, 8) as u32;
            terms.sorts.bit_vec(width)
        }
        4 => Sort::STRING,
        5 => terms.sorts.float(3, 4),
        _ => Sort::REAL,
    }
}
