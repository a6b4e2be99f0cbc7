//! What the sorts of a row say about its applications.

use gainsay::theory::Op;
use gainsay::theory::signature::{Pattern, Size};

/// Whether a parameter stands for the sort of a tuple.
pub fn is_about_tuples(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Derived(_) => true,
        Pattern::Composite(_, parts) => parts.iter().any(is_about_tuples),
        _ => false,
    }
}

/// Whether the indices are the sizes of the result.
pub fn has_size_result(op: &Op) -> bool {
    matches!(&op.signature.result, Pattern::Float(Size::Variable(_), _) | Pattern::BitVec(Size::Variable(0)))
        && op.signature.indices != Some(0)
}
