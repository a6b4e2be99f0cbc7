//! Solves derived sorts of tuples backwards: finds tuple sorts that give the wanted sort.

use super::fit::Choices;
use gainsay_lang::rng::Rng;
use gainsay_lang::theory::derived::Derived;
use gainsay_lang::theory::signature::{Holes, Size};
use gainsay_lang::theory::sort::{Sort, SortConstructor, SortParts, Sorts};
use smallvec::SmallVec;

/// Assigns the parameters and indices under which a derived sort is the wanted one, at random if there are
/// several.
pub(super) fn invert(
    derived: &Derived,
    wanted: Sort,
    holes: &mut Holes,
    sorts: &mut Sorts,
    rng: &mut Rng,
    choices: Choices<'_>,
) -> Option<()> {
    if let Derived::Part(place, of) = derived {
        let tuple = holes.sorts[*of as usize].unwrap_or_else(|| some_tuple(sorts, &[wanted], rng, choices));
        let at = place_of(sorts.tuple_parts(tuple)?, wanted, rng)?;
        let Size::Variable(slot) = place else { return None };
        holes.sizes[*slot as usize] = Some(i64::from(at));
        return assign(holes, *of, tuple);
    }
    if matches!(derived, Derived::Any | Derived::Arguments) {
        return Some(());
    }
    let parts: SortParts = sorts.tuple_parts(wanted)?.into();
    let cut = rng.index(parts.len() + 1);
    match derived {
        Derived::Any | Derived::Arguments | Derived::Part(..) => Some(()),
        Derived::Picked(of) => {
            let tuple = some_tuple(sorts, &parts, rng, choices);
            let places = parts.iter().map(|&part| place_of(sorts.tuple_parts(tuple)?, part, rng));
            holes.indices = places.collect::<Option<_>>()?;
            assign(holes, *of, tuple).filter(|()| !parts.is_empty())
        }
        Derived::Reversed(of) => {
            let reversed: SortParts = parts.iter().rev().copied().collect();
            assign(holes, *of, sorts.composite(SortConstructor::Tuple, &reversed))
        }
        Derived::Joined(a, b) => {
            assign(holes, *a, sorts.composite(SortConstructor::Tuple, &parts[..cut]))?;
            assign(holes, *b, sorts.composite(SortConstructor::Tuple, &parts[cut..]))?;
            (0 < cut && cut < parts.len()).then_some(())
        }
        Derived::Composed(a, b) => {
            let middle = *choices.sorts.get(rng.index(choices.sorts.len().max(1)))?;
            let (left, right) = ([&parts[..cut], &[middle]].concat(), [&[middle], &parts[cut..]].concat());
            assign(holes, *a, sorts.composite(SortConstructor::Tuple, &left))?;
            assign(holes, *b, sorts.composite(SortConstructor::Tuple, &right))?;
            (!parts.is_empty()).then_some(())
        }
    }
}

fn assign(holes: &mut Holes, param: u8, sort: Sort) -> Option<()> {
    (*holes.sorts[param as usize].get_or_insert(sort) == sort).then_some(())
}

/// A tuple sort with all these parts, preferably one of the sorts to choose from.
fn some_tuple(sorts: &mut Sorts, parts: &[Sort], rng: &mut Rng, choices: Choices<'_>) -> Sort {
    let has_all =
        |sort: &Sort| sorts.tuple_parts(*sort).is_some_and(|own| parts.iter().all(|part| own.contains(part)));
    let fitting: SmallVec<[Sort; 4]> = choices.sorts.iter().copied().filter(has_all).collect();
    match fitting.is_empty() {
        true => sorts.composite(SortConstructor::Tuple, parts),
        false => *rng.pick(&fitting),
    }
}

/// A random position at which the parts have the sort.
fn place_of(parts: &[Sort], wanted: Sort, rng: &mut Rng) -> Option<u32> {
    let places: SmallVec<[u32; 4]> =
        (0..).zip(parts).filter(|(_, part)| **part == wanted).map(|(at, _)| at).collect();
    (!places.is_empty()).then(|| *rng.pick(&places))
}
