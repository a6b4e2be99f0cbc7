//! The branches of a function: where it can go one way or another.

use super::format::Function;
use super::place;
use std::collections::BTreeMap;

/// The place of a branch, and which one it is of those there: the same in every copy of a function, as templates have them.
pub type Branch = (u32, u32);

/// The arcs that are branches, as gcc's own tool counts them: those out of a block from which there is more than one way.
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

/// Where each block ends: at its last line, or where the block before it ends.
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
