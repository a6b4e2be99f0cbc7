//! From an expression as written to its normal form.

use super::terms::{Id, Join, Terms};
use super::{Kind, Regex};
use crate::hash::{HashMap, HashSet};
use crate::value::fuel::{Fuel, OutOfFuel};

/// Adds `regex` to `terms`, every shared subexpression once.
pub fn lower(regex: &Regex, terms: &mut Terms, fuel: &mut Fuel) -> Result<Id, OutOfFuel> {
    let mut done: HashMap<usize, Id> = HashMap::default();
    let mut pending = vec![regex];
    while let Some(&regex) = pending.last() {
        if done.contains_key(&regex.address()) {
            pending.pop();
            continue;
        }
        let parts = parts(regex, fuel)?;
        let waiting = pending.len();
        pending.extend(parts.iter().filter(|part| !done.contains_key(&part.address())));
        if pending.len() == waiting {
            let parts = parts.iter().filter_map(|part| done.get(&part.address()).copied()).collect();
            let id = build(regex.kind(), parts, terms, fuel)?;
            fuel.spend(terms.take_work())?;
            done.insert(regex.address(), id);
            pending.pop();
        }
    }
    // The loop ends only when the root is done.
    done.get(&regex.address()).copied().ok_or(OutOfFuel)
}

fn build(kind: &Kind, parts: Vec<Id>, terms: &mut Terms, fuel: &mut Fuel) -> Result<Id, OutOfFuel> {
    Ok(match (kind, &*parts) {
        (Kind::Chars(set), _) => terms.chars(set.clone()),
        (Kind::Word(word), _) => {
            fuel.spend(word.len())?;
            terms.word(word.code_points())
        }
        (Kind::Concat(..), &[left, right]) => terms.concat(left, right),
        (Kind::Repeat(_, count), &[body]) => terms.repeat(body, *count),
        (Kind::Comp(_), &[inner]) => terms.comp(inner),
        (Kind::Inter(..), _) => terms.join(Join::Inter, parts),
        // Only unions are left: the other kinds have the number of parts that is matched above.
        _ => terms.join(Join::Union, parts),
    })
}

/// The operands of an expression. A union of unions counts as one with many operands, and so do intersections:
/// normalising them one by one would take quadratic time.
fn parts<'a>(regex: &'a Regex, fuel: &mut Fuel) -> Result<Vec<&'a Regex>, OutOfFuel> {
    if !matches!(regex.kind(), Kind::Union(..) | Kind::Inter(..)) {
        fuel.spend(1)?;
        return Ok(regex.kind().children().into_iter().flatten().collect());
    }
    let mut parts = Vec::new();
    let mut seen: HashSet<usize> = HashSet::default();
    let mut pending = vec![regex];
    while let Some(part) = pending.pop() {
        fuel.spend(1)?;
        if seen.insert(part.address()) {
            match (regex.kind(), part.kind()) {
                (Kind::Union(..), Kind::Union(left, right)) | (Kind::Inter(..), Kind::Inter(left, right)) => {
                    pending.extend([left, right]);
                }
                _ => parts.push(part),
            }
        }
    }
    Ok(parts)
}
