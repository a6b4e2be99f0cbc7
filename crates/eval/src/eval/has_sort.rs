//! Whether a value is an element of a sort.

use super::domain::SortDomains;
use gainsay_lang::hash::HashSet;
use gainsay_lang::script::{DeclId, DeclKind};
use gainsay_lang::theory::sort::{Sort, SortConstructor, SortKind};
use gainsay_lang::value::{Compound, Kind, Value};

/// Whether the value is an element of the sort, checked down to the leaves. Lambda terms are trusted: terms
/// are sorted when they are made.
pub fn has_sort(domains: SortDomains<'_>, value: &Value, sort: Sort) -> bool {
    // Shared parts can be reached along exponentially many paths.
    let mut seen: HashSet<(usize, Sort)> = HashSet::default();
    let mut stack = vec![(value, sort)];
    while let Some((value, sort)) = stack.pop() {
        let fits = match (value, domains.terms.sorts.kind(sort)) {
            (Value::Bool(_), SortKind::Bool)
            | (Value::Int(_), SortKind::Int)
            | (Value::Real(_) | Value::Algebraic(_), SortKind::Real)
            | (Value::Mode(_), SortKind::RoundingMode)
            | (Value::Text(_), SortKind::String)
            | (Value::Regex(_), SortKind::RegLan) => true,
            (Value::Bits(bits), SortKind::BitVec(width)) => bits.width() == *width,
            (Value::Field(element), SortKind::Field(order)) => element.order() == *order,
            (Value::Float(float), SortKind::Float(eb, sb)) => {
                (float.format().eb(), float.format().sb()) == (*eb, *sb)
            }
            (Value::Element { sort: of, number }, kind) => {
                kind.is_named()
                    && *of == sort.number()
                    && domains.model.universe(sort).is_none_or(|size| *number < size)
            }
            (Value::Compound(compound), _) => {
                !seen.insert((std::ptr::from_ref(&**compound) as usize, sort))
                    || push_parts(domains, compound, sort, &mut stack)
            }
            _ => false,
        };
        if !fits {
            return false;
        }
    }
    true
}

/// Whether a compound value can be an element of the sort; pushes its parts, which are checked later.
fn push_parts<'v>(
    domains: SortDomains<'_>,
    compound: &'v Compound,
    sort: Sort,
    stack: &mut Vec<(&'v Value, Sort)>,
) -> bool {
    if let Kind::Open { sort: of, .. } = compound.kind() {
        return *of == sort.number();
    }
    let SortKind::Composite(constructor, sorts) = domains.terms.sorts.kind(sort) else { return false };
    let parts = compound.parts();
    match (compound.kind(), constructor) {
        (Kind::Collection(own), SortConstructor::Collection(collection)) => {
            stack.extend(parts.iter().zip(own.member_sorts(sorts[0]).into_iter().cycle()));
            *own == collection.of_values()
        }
        (Kind::Tuple, SortConstructor::Tuple) => {
            stack.extend(parts.iter().zip(sorts.iter().copied()));
            parts.len() == sorts.len()
        }
        (Kind::Array(domain) | Kind::Table { domain, .. }, SortConstructor::Array | SortConstructor::Map) => {
            let (Some((result, arguments)), Some((default, entries))) =
                (sorts.split_last(), parts.split_first())
            else {
                return false;
            };
            stack.push((default, *result));
            stack.extend(entries.iter().zip(sorts.iter().copied().cycle()));
            let is_of_kind = match compound.kind() {
                Kind::Table { arity, .. } => {
                    *constructor == SortConstructor::Map && *arity as usize == arguments.len()
                }
                _ => *constructor == SortConstructor::Array,
            };
            is_of_kind && *domain == domains.size_of_all(arguments)
        }
        (
            Kind::Closure { .. } | Kind::Partial { .. } | Kind::Updated,
            SortConstructor::Map | SortConstructor::Array,
        ) => true,
        (Kind::Data(made_by), SortConstructor::Named(_)) => {
            match fields_of(domains, DeclId::from_number(*made_by), sort) {
                Some(fields) if fields.len() == parts.len() => {
                    stack.extend(parts.iter().zip(fields));
                    true
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// The sorts of a constructor's fields in this instance of the datatype; `None` if the constructor is not one
/// of it.
pub fn fields_of(domains: SortDomains<'_>, constructor: DeclId, sort: Sort) -> Option<Vec<Sort>> {
    let datatype = domains.terms.datatype(sort)?;
    let DeclKind::Constructor { index, .. } = domains.terms.decl(constructor).kind else { return None };
    let found = datatype.constructors.get(index as usize).filter(|found| found.decl == constructor)?;
    domains.fields(sort, datatype, found)
}
