//! Rows of the table by what they can give.

use crate::theory::OpId;
use crate::theory::signature::Pattern;
use crate::theory::sort::{Sort, SortKind};

/// Some rows of the table. Which of them can give a sort is found without looking at all.
#[derive(Clone, Default, Debug)]
pub struct Rows {
    all: Vec<OpId>,
    /// By the kind of their result.
    giving: [Giving; KINDS],
}

/// Rows whose result is of one kind.
#[derive(Clone, Default, Debug)]
struct Giving {
    /// With arguments.
    applied: Vec<OpId>,
    /// Without.
    nullary: Vec<OpId>,
}

const KINDS: usize = 14;

impl Rows {
    pub fn new(ops: impl IntoIterator<Item = OpId>) -> Rows {
        let mut rows = Rows { all: ops.into_iter().collect(), ..Rows::default() };
        for &op in &rows.all {
            let signature = &op.op().signature;
            let kinds = match kind_of_pattern(&signature.result) {
                Some(kind) => kind..kind + 1,
                // A parameter: anything.
                None => 0..KINDS,
            };
            for giving in &mut rows.giving[kinds] {
                let list = if signature.args.is_empty() { &mut giving.nullary } else { &mut giving.applied };
                list.push(op);
            }
        }
        rows
    }

    pub fn all(&self) -> &[OpId] {
        &self.all
    }

    /// The rows with or without arguments that can give a sort, but for what its parts and widths forbid.
    pub fn giving(&self, sort: &SortKind, with_arguments: bool) -> &[OpId] {
        let giving = &self.giving[kind_of_sort(sort)];
        if with_arguments { &giving.applied } else { &giving.nullary }
    }
}

fn kind_of_sort(sort: &SortKind) -> usize {
    match sort {
        SortKind::Bool => 0,
        SortKind::Int => 1,
        SortKind::Real => 2,
        SortKind::String => 3,
        SortKind::RegLan => 4,
        SortKind::RoundingMode => 5,
        SortKind::BitVec(_) => 6,
        SortKind::Float(..) => 7,
        SortKind::Array(..) => 8,
        SortKind::Seq(_) => 9,
        SortKind::Set(_) => 10,
        SortKind::Map(_) => 11,
        SortKind::Named(..) => 12,
        SortKind::Unknown | SortKind::Opaque(_) => 13,
    }
}

fn kind_of_pattern(pattern: &Pattern) -> Option<usize> {
    Some(match pattern {
        Pattern::Param(_) => return None,
        Pattern::Sort(Sort::BOOL) => 0,
        Pattern::Sort(Sort::INT) => 1,
        Pattern::Sort(Sort::REAL) => 2,
        Pattern::Sort(Sort::STRING) => 3,
        Pattern::Sort(Sort::REGLAN) => 4,
        Pattern::Sort(Sort::ROUNDING_MODE) => 5,
        Pattern::BitVec(_) => 6,
        Pattern::Float(..) => 7,
        Pattern::Array(_) => 8,
        Pattern::Seq(_) => 9,
        Pattern::Set(_) => 10,
        Pattern::Map(_) => 11,
        Pattern::Named(..) => 12,
        Pattern::Sort(_) => 13,
    })
}
