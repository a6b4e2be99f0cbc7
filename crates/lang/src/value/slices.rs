//! The operators that strings and sequences share, on slices of any element.
//!
//! Positions and lengths are `i64`. The caller clamps an integer beyond that range to `i64::MIN` or `i64::MAX`, which
//! changes no result, because no slice is that long.

/// No result is longer than this. Shared subterms can describe values of astronomic length in a few lines; operators
/// that can make their arguments grow answer `None` rather than exhaust memory.
pub const MAX_LENGTH: usize = 1 << 24;

/// All `parts` one after the other, or `None` beyond [`MAX_LENGTH`].
#[must_use]
pub fn concat<T: Clone>(parts: &[&[T]]) -> Option<Vec<T>> {
    let length = parts.iter().try_fold(0usize, |sum, part| sum.checked_add(part.len()))?;
    (length <= MAX_LENGTH).then(|| parts.concat())
}

/// The element at `position` as a slice, or the empty slice outside of `items`.
#[must_use]
pub fn at<T>(items: &[T], position: i64) -> &[T] {
    extract(items, position, 1)
}

/// The longest piece of at most `length` elements that begins at `start`; empty when `start` is outside of `items` or
/// `length` is not positive.
#[must_use]
pub fn extract<T>(items: &[T], start: i64, length: i64) -> &[T] {
    let rest = usize::try_from(start).ok().and_then(|start| items.get(start..)).unwrap_or_default();
    let length = usize::try_from(length.max(0)).unwrap_or(usize::MAX);
    &rest[..length.min(rest.len())]
}

/// Whether `needle` occurs in `items`; the empty needle occurs in everything.
#[must_use]
pub fn contains<T: Eq>(items: &[T], needle: &[T]) -> bool {
    index_of(items, needle, 0).is_some()
}

/// The first position at or after `start` where `needle` occurs. The empty needle occurs at `start` itself, as long
/// as `0 <= start <= items.len()`; outside of that range nothing occurs.
#[must_use]
pub fn index_of<T: Eq>(items: &[T], needle: &[T], start: i64) -> Option<usize> {
    let start = usize::try_from(start).ok()?;
    let rest = items.get(start..)?;
    if needle.is_empty() {
        return Some(start);
    }
    occurrences(rest, needle).next().map(|position| start + position)
}

/// The last position where `needle` occurs; the empty needle occurs last at the very end.
#[must_use]
pub fn last_index_of<T: Eq>(items: &[T], needle: &[T]) -> Option<usize> {
    if needle.is_empty() {
        return Some(items.len());
    }
    occurrences(items, needle).last()
}

/// `items` with the first occurrence of `old` replaced. The empty `old` occurs at the beginning, so
/// that `new` is put in front.
#[must_use]
pub fn replace<T: Eq + Clone>(items: &[T], old: &[T], new: &[T]) -> Option<Vec<T>> {
    match index_of(items, old, 0) {
        Some(position) => concat(&[&items[..position], new, &items[position + old.len()..]]),
        None => concat(&[items]),
    }
}

/// `items` with all occurrences of `old` replaced, from left to right and without overlaps; unchanged when `old` is
/// empty.
#[must_use]
pub fn replace_all<T: Eq + Clone>(items: &[T], old: &[T], new: &[T]) -> Option<Vec<T>> {
    let mut parts: Vec<&[T]> = Vec::new();
    let mut done = 0;
    for position in occurrences(items, old) {
        if position >= done {
            parts.extend([&items[done..position], new]);
            done = position + old.len();
        }
    }
    parts.push(&items[done..]);
    concat(&parts)
}

/// `items` with the elements from `position` on overwritten by those of `new`, as far as there is room; unchanged
/// when `position` is outside of `items`.
#[must_use]
pub fn update<T: Clone>(items: &[T], position: i64, new: &[T]) -> Vec<T> {
    let mut result = items.to_vec();
    if let Some(room) = usize::try_from(position).ok().and_then(|position| result.get_mut(position..)) {
        let overwritten = room.len().min(new.len());
        room[..overwritten].clone_from_slice(&new[..overwritten]);
    }
    result
}

/// All positions, ascending and overlapping, where a needle that is not empty occurs; none for an empty one.
///
/// This is the algorithm of Knuth, Morris and Pratt: linear time whatever the input, from equality alone.
fn occurrences<T: Eq>(items: &[T], needle: &[T]) -> impl Iterator<Item = usize> {
    let fits = !needle.is_empty() && needle.len() <= items.len();
    let borders = if fits { borders(needle) } else { Vec::new() };
    let searched = if fits { items } else { &[] };
    let mut matched = 0;
    searched.iter().enumerate().filter_map(move |(position, item)| {
        matched = extend_match(needle, &borders, matched, item);
        (matched == needle.len()).then(|| position + 1 - needle.len())
    })
}

/// For every non-empty prefix of `needle`, the length of the longest shorter prefix that is also its suffix.
fn borders<T: Eq>(needle: &[T]) -> Vec<usize> {
    let mut borders = vec![0; needle.len()];
    for position in 1..needle.len() {
        borders[position] = extend_match(needle, &borders, borders[position - 1], &needle[position]);
    }
    borders
}

/// How much of `needle` the text read so far ends with, once `item` is read, when it was `matched` before.
fn extend_match<T: Eq>(needle: &[T], borders: &[usize], mut matched: usize, item: &T) -> usize {
    loop {
        if needle.get(matched) == Some(item) {
            return matched + 1;
        }
        if matched == 0 {
            return 0;
        }
        matched = borders[matched - 1];
    }
}
