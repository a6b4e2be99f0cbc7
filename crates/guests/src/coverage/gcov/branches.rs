//! The branches of a function: the arcs out of blocks with several successors.

use super::format::Function;
use super::place;
use std::collections::BTreeMap;

/// The place of a branch, and its index among the branches there: the same in every copy of a function, such as
/// instances of a template.
pub type Branch = (u32, u32);

/// The arcs that are branches as gcov counts them: those out of a block with more than one successor.
pub fn branches(function: &Function) -> Vec<(usize, Branch)> {
    let mut ways = vec![0; function.blocks as usize];
    for arc in function.arcs.iter().filter(|arc| !arc.fake) {
        ways[arc.from as usize] += 1;
    }
    let places = places(function);
    let mut at_place: BTreeMap<u32, u32> = BTreeMap::new();
    let mut branches = Vec::new();
    for (number, arc) in function.arcs.iter().enumerate() {
        let (true, Some(place)) = (!arc.fake && ways[arc.from as usize] > 1, places[arc.from as usize])
        else {
            continue;
        };
        let ordinal = at_place.entry(place).or_default();
        branches.push((number, (place, *ordinal)));
        *ordinal += 1;
    }
    branches
}

/// The place at which each block ends: its last line, or the end of the block before it.
fn places(function: &Function) -> Vec<Option<u32>> {
    let mut places = vec![None; function.blocks as usize];
    for &(block, file, line) in &function.lines {
        places[block as usize] = Some(place(file, line));
    }
    for block in 1..places.len() {
        places[block] = places[block].or(places[block - 1]);
    }
    places
}
