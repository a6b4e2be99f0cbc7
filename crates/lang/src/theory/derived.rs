//! Sorts that are computed from tuple sorts, which have any number of parts.

use super::signature::{Holes, Size};
use super::sort::{Sort, SortConstructor, SortParts, Sorts};

/// A sort that follows from other sorts. Each `u8` is the number of a parameter that stands for a tuple sort.
#[derive(Clone, PartialEq, Debug)]
pub enum Derived {
    /// Any sort at all.
    Any,
    /// The tuple of all arguments.
    Arguments,
    /// The part at an index.
    Part(Size, u8),
    /// The tuple of the parts that the operator's indices select.
    Picked(u8),
    /// The tuple of the same parts, the last one first.
    Reversed(u8),
    /// The tuple of all parts of the first and then of the second.
    Joined(u8, u8),
    /// As `Joined`, without the last part of the first and the first part of the second, which must be the same sort.
    Composed(u8, u8),
}

impl Derived {
    /// Whether it depends on the parameter.
    pub fn mentions(&self, param: u8) -> bool {
        match self {
            Derived::Any | Derived::Arguments => false,
            Derived::Part(_, of) | Derived::Picked(of) | Derived::Reversed(of) => *of == param,
            Derived::Joined(a, b) | Derived::Composed(a, b) => *a == param || *b == param,
        }
    }

    /// The sort, if it follows from what is known.
    pub fn build(&self, sorts: &mut Sorts, holes: &Holes) -> Option<Sort> {
        let parts: SortParts = match self {
            Derived::Any | Derived::Arguments => return None,
            Derived::Part(..) => return self.part(sorts, holes),
            Derived::Picked(of) => {
                let parts = holes.tuple(sorts, *of)?;
                holes.indices.iter().map(|&at| parts.get(at as usize).copied()).collect::<Option<_>>()?
            }
            Derived::Reversed(of) => holes.tuple(sorts, *of)?.iter().rev().copied().collect(),
            Derived::Joined(a, b) => [holes.tuple(sorts, *a)?, holes.tuple(sorts, *b)?].concat().into(),
            Derived::Composed(a, b) => {
                let (last, left) = holes.tuple(sorts, *a)?.split_last()?;
                let (first, right) = holes.tuple(sorts, *b)?.split_first()?;
                let nothing_is_left = left.is_empty() && right.is_empty();
                if nothing_is_left || last != first && !sorts.compatible(*last, *first) {
                    return None;
                }
                [left, right].concat().into()
            }
        };
        Some(sorts.composite(SortConstructor::Tuple, &parts))
    }

    /// The sort of a [`Derived::Part`], which exists already, so that `sorts` need not change.
    pub fn part(&self, sorts: &Sorts, holes: &Holes) -> Option<Sort> {
        let Derived::Part(at, of) = self else { return None };
        let at = usize::try_from(at.value(&holes.sizes)?).ok()?;
        holes.tuple(sorts, *of)?.get(at).copied()
    }
}

impl Holes {
    /// The parts of the tuple that a parameter stands for.
    fn tuple<'s>(&self, sorts: &'s Sorts, param: u8) -> Option<&'s [Sort]> {
        sorts.tuple_parts(self.sorts[param as usize]?)
    }
}
