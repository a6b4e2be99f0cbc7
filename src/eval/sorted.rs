//! Whether a value is an element of a sort.

use super::domain::SortDomains;
use crate::script::{DeclId, DeclKind};
use crate::theory::Domains;
use crate::theory::sort::{Sort, SortKind};
use crate::value::{Kind, Value};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// Whether the value is an element of the sort, down to its last part. Functions that are terms are trusted: terms are
/// sorted when they are made.
pub fn has_sort(domains: SortDomains<'_>, value: &Value, sort: Sort) -> bool {
    // Shared parts can be reached along exponentially many paths.
    let mut seen: HashSet<(usize, Sort), FxBuildHasher> = HashSet::default();
    let mut stack = vec![(value, sort)];
    while let Some((value, sort)) = stack.pop() {
        if let Value::Compound(compound) = value
            && !seen.insert((std::ptr::from_ref(&**compound) as usize, sort))
        {
            continue;
        }
        let kind = domains.terms.sorts.kind(sort);
        let fits = match (value, kind) {
            (Value::Bool(_), SortKind::Bool)
            | (Value::Int(_), SortKind::Int)
            | (Value::Real(_) | Value::Algebraic(_), SortKind::Real)
            | (Value::Mode(_), SortKind::RoundingMode)
            | (Value::Text(_), SortKind::String)
            | (Value::Regex(_), SortKind::RegLan) => true,
            (Value::Bits(bits), SortKind::BitVec(width)) => bits.width() == *width,
            (Value::Float(float), SortKind::Float(eb, sb)) => {
                (float.format().eb(), float.format().sb()) == (*eb, *sb)
            }
            (Value::Element { sort: of, number }, SortKind::Named(..)) => {
                *of == sort.0 && domains.model.universe(sort).is_none_or(|size| *number < size)
            }
            (Value::Compound(compound), _) => match (compound.kind(), kind) {
                (Kind::Open { sort: of, .. }, _) => *of == sort.0,
                (Kind::Seq, SortKind::Seq(element)) | (Kind::Set, SortKind::Set(element)) => {
                    stack.extend(compound.parts().iter().map(|part| (part, *element)));
                    true
                }
                (Kind::Array(domain), SortKind::Array(index, element)) => {
                    let (default, entries) = compound.parts().split_first().expect("an array has a default");
                    stack.push((default, *element));
                    let sorts = [*index, *element].into_iter().cycle();
                    stack.extend(entries.iter().zip(sorts));
                    *domain == domains.size(*index)
                }
                (Kind::Table { arity, domain }, SortKind::Map(parts)) => {
                    let (result, arguments) = parts.split_last().expect("a function has a result");
                    let (default, entries) = compound.parts().split_first().expect("a table has a default");
                    stack.push((default, *result));
                    stack.extend(entries.iter().zip(parts.iter().copied().cycle()));
                    *arity as usize == arguments.len() && *domain == domains.size_of_all(arguments)
                }
                (
                    Kind::Closure { .. } | Kind::Partial { .. } | Kind::Updated,
                    SortKind::Map(_) | SortKind::Array(..),
                ) => true,
                (Kind::Data(constructor), SortKind::Named(..)) => {
                    match fields_of(domains, DeclId(*constructor), sort) {
                        Some(fields) if fields.len() == compound.parts().len() => {
                            stack.extend(compound.parts().iter().zip(fields));
                            true
                        }
                        _ => false,
                    }
                }
                _ => false,
            },
            _ => false,
        };
        if !fits {
            return false;
        }
    }
    true
}

/// The sorts of a constructor's fields in a value of the sort, if it is a constructor of it.
pub fn fields_of(domains: SortDomains<'_>, constructor: DeclId, sort: Sort) -> Option<Vec<Sort>> {
    let datatype = domains.terms.datatype(sort)?;
    let DeclKind::Constructor { index, .. } = domains.terms.decl(constructor).kind else { return None };
    let found = datatype.constructors.get(index as usize).filter(|found| found.decl == constructor)?;
    domains.fields(sort, datatype, found)
}
