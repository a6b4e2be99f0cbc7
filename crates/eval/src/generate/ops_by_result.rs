//! An index of operators by result sort.

use gainsay_lang::theory::OpId;
use gainsay_lang::theory::derived::Derived;
use gainsay_lang::theory::signature::Pattern;
use gainsay_lang::theory::sort::{SORT_CONSTRUCTORS, Sort, SortConstructor, SortKind, Sorts};

/// Operators, indexed so that those with a given result sort are found quickly.
#[derive(Clone, Default, Debug)]
pub struct OpsByResult {
    all: Vec<OpId>,
    /// Indexed by the kind of result.
    giving: [Giving; KINDS],
}

/// The operators with one kind of result.
#[derive(Clone, Default, Debug)]
struct Giving {
    /// Operators with arguments.
    applied: Vec<OpId>,
    /// Constants.
    nullary: Vec<OpId>,
}

impl OpsByResult {
    pub fn new(ops: impl IntoIterator<Item = OpId>) -> OpsByResult {
        let mut rows = OpsByResult { all: ops.into_iter().collect(), ..OpsByResult::default() };
        for &op in &rows.all {
            let signature = &op.op().signature;
            let kinds = match kind_of_pattern(&signature.result) {
                Some(kind) => kind..kind + 1,
                // A parameter can be any sort.
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

    /// The operators, with or without arguments, whose result may be of this sort; its parts and widths are
    /// not checked.
    pub fn giving(&self, sorts: &Sorts, sort: Sort, with_arguments: bool) -> &[OpId] {
        let giving = &self.giving[kind_of_sort(sorts, sort)];
        if with_arguments { &giving.applied } else { &giving.nullary }
    }
}

/// Kinds of sorts, numbered: basic sorts and the unknown one by their own numbers; bit-vectors; floats;
/// finite fields; and composite sorts by constructor.
const VECTOR: usize = Sort::UNKNOWN.number() as usize + 1;
const FLOAT: usize = VECTOR + 1;
const FIELD: usize = FLOAT + 1;
const COMPOSITE: usize = FIELD + 1;
const KINDS: usize = COMPOSITE + SORT_CONSTRUCTORS.len() + 1;

fn kind_of_sort(sorts: &Sorts, sort: Sort) -> usize {
    match sorts.kind(sort) {
        _ if sort <= Sort::UNKNOWN => sort.number() as usize,
        SortKind::BitVec(_) => VECTOR,
        SortKind::Float(..) => FLOAT,
        SortKind::Field(_) => FIELD,
        SortKind::Composite(constructor, _) => COMPOSITE + constructor.number(),
        _ => Sort::UNKNOWN.number() as usize,
    }
}

fn kind_of_pattern(pattern: &Pattern) -> Option<usize> {
    match pattern {
        Pattern::Param(_) | Pattern::Derived(Derived::Any | Derived::Part(..)) => None,
        Pattern::Derived(_) => Some(COMPOSITE + SortConstructor::Tuple.number()),
        Pattern::Sort(sort) => Some(sort.min(&Sort::UNKNOWN).number() as usize),
        Pattern::BitVec(_) => Some(VECTOR),
        Pattern::Float(..) => Some(FLOAT),
        Pattern::Field(_) => Some(FIELD),
        Pattern::Composite(constructor, _) => Some(COMPOSITE + constructor.number()),
    }
}
