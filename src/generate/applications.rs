//! Random applications of one operator to values: what the evaluator is checked with, row by row.

use super::Values;
use crate::eval::Model;
use crate::rng::Rng;
use crate::script::{Term, Terms};
use crate::theory::signature::{MAX_SIZES, Pattern, Shape, Size};
use crate::theory::sort::{Sort, SortKind};
use crate::theory::{Op, OpId};
use crate::value::{Format, Value};

/// An operator, its indices, and values for its arguments.
#[derive(Clone, Debug)]
pub struct Application {
    pub op: OpId,
    pub indices: Vec<u32>,
    pub arguments: Vec<(Value, Sort)>,
    /// The sort of the result.
    pub sort: Sort,
}

/// What the holes of a signature are filled with.
struct Filling {
    sizes: [Option<i64>; MAX_SIZES],
    params: Vec<Sort>,
}

/// A random application of the operator that is well sorted, unless none is found soon.
pub fn application(terms: &mut Terms, op: &'static Op, rng: &mut Rng) -> Option<Application> {
    for _ in 0..2000 {
        let mut filling = Filling { sizes: [None; MAX_SIZES], params: Vec::new() };
        let small = rng.chance(3, 4);
        for size in &mut filling.sizes {
            *size = Some(if small { rng.between(1, 6) } else { rng.between(1, 70) } as i64);
        }
        for _ in 0..op.signature.params {
            let sort = random_sort(terms, rng);
            filling.params.push(sort);
        }
        let count = match op.signature.shape {
            Shape::Fixed => op.signature.args.len(),
            _ => rng.between(2, 4) as usize,
        };
        let Some(indices) = indices(op, &filling, count, rng) else { continue };
        let Some(sorts) = (0..count)
            .map(|at| filling.sort(terms, op.signature.argument(at, count)))
            .collect::<Option<Vec<Sort>>>()
        else {
            continue;
        };
        let ascribed = if op.ascribed { filling.sort(terms, &op.signature.result) } else { None };
        let Ok(applied) = op.signature.apply(&mut terms.sorts, &indices, &sorts, ascribed, false) else {
            continue;
        };
        if matches!(terms.sorts.kind(applied.sort), SortKind::Float(eb, sb) if Format::new(*eb, *sb).is_none())
        {
            continue;
        }
        let model = Model::default();
        let mut values = Values { terms, model: &model, rng };
        // Numbers beside strings and sequences are mostly positions in them.
        let is_list =
            |&sort: &Sort| sort == Sort::STRING || matches!(values.terms.sorts.kind(sort), SortKind::Seq(_));
        let positions = sorts.iter().any(is_list);
        let mut argument = |sort: Sort| {
            if positions && sort == Sort::INT && values.rng.chance(3, 4) {
                return Some((Value::int(values.rng.below(8) as i64 - 1), sort));
            }
            Some((values.value(sort)?, sort))
        };
        let arguments: Option<Vec<(Value, Sort)>> = sorts.iter().map(|&sort| argument(sort)).collect();
        return Some(Application { op: op.id, indices, arguments: arguments?, sort: applied.sort });
    }
    None
}

impl Application {
    /// The application of the operator to constants that have the values in the model.
    pub fn term(&self, terms: &mut Terms, model: &mut Model) -> Option<Term> {
        let mut constants = Vec::new();
        for (at, (value, sort)) in self.arguments.iter().enumerate() {
            let name = terms.symbols.intern(&format!("x!{at}"));
            let decl = terms.declare(crate::script::Decl::constant(name, *sort));
            model.set(terms, decl, value.clone()).ok()?;
            constants.push(terms.constant(decl));
        }
        terms.apply_ops(&[self.op], &self.indices, Some(self.sort), &constants).ok()
    }
}

fn indices(op: &Op, filling: &Filling, arguments: usize, rng: &mut Rng) -> Option<Vec<u32>> {
    match op.signature.indices {
        Some(count) => filling.sizes[..count as usize]
            .iter()
            .map(|size| size.map(|size| if rng.chance(1, 8) { 0 } else { size as u32 }))
            .collect(),
        // A bound, and a weight for each argument.
        None => Some((0..=arguments).map(|_| rng.below(6) as u32).collect()),
    }
}

impl Filling {
    /// Recursive on the declaration, which is part of the program.
    fn sort(&self, terms: &mut Terms, pattern: &Pattern) -> Option<Sort> {
        let width = |size: &Size| size.value(&self.sizes).and_then(|size| u32::try_from(size).ok());
        let kind = match pattern {
            Pattern::Sort(sort) => return Some(*sort),
            Pattern::Param(param) => return self.params.get(*param as usize).copied(),
            Pattern::BitVec(size) => SortKind::BitVec(width(size).filter(|&width| width > 0)?),
            Pattern::Float(eb, sb) => {
                SortKind::Float(width(eb).filter(|eb| (2..12).contains(eb))?, width(sb).filter(|&sb| sb > 1)?)
            }
            Pattern::Array(parts) => {
                SortKind::Array(self.sort(terms, &parts[0])?, self.sort(terms, &parts[1])?)
            }
            Pattern::Seq(part) => SortKind::Seq(self.sort(terms, part)?),
            Pattern::Set(part) => SortKind::Set(self.sort(terms, part)?),
            Pattern::Map(parts) => {
                SortKind::Map(parts.iter().map(|part| self.sort(terms, part)).collect::<Option<_>>()?)
            }
            Pattern::Named(name, parts) => SortKind::Named(
                *name,
                parts.iter().map(|part| self.sort(terms, part)).collect::<Option<_>>()?,
            ),
        };
        Some(terms.sorts.intern(kind))
    }
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
