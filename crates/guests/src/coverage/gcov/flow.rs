//! How often each block was run and each arc was taken: the flow into a block equals the flow out of it, so the
//! counters of some arcs determine all others.

use super::format::Function;

/// Counts of a function's blocks and arcs, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    pub blocks: Vec<u64>,
    pub arcs: Vec<u64>,
}

/// Computes the counts of a function's blocks and arcs from the counters of some arcs. Counts that cannot be
/// derived, because a process was killed while it wrote them, are 0.
pub fn counts(function: &Function, counters: &[u64]) -> Counts {
    let mut counters = counters.iter();
    let counts = function.arcs.iter().map(|arc| if arc.counted { counters.next().copied() } else { None });
    let mut flow = Flow::new(function, counts.collect());
    // Worklist algorithm: settling a block may make its neighbours solvable.
    let mut open: Vec<usize> = (0..flow.blocks.len()).rev().collect();
    while let Some(block) = open.pop() {
        open.extend(flow.settle(block));
    }
    Counts {
        blocks: flow.blocks.into_iter().map(|block| block.count.unwrap_or(0)).collect(),
        arcs: flow.arcs.into_iter().map(Option::unwrap_or_default).collect(),
    }
}

struct Flow<'a> {
    function: &'a Function,
    arcs: Vec<Option<u64>>,
    blocks: Vec<Block>,
}

#[derive(Clone, Default)]
struct Block {
    count: Option<u64>,
    incoming: Vec<u32>,
    outgoing: Vec<u32>,
}

impl Flow<'_> {
    fn new(function: &Function, arcs: Vec<Option<u64>>) -> Flow<'_> {
        let mut blocks = vec![Block::default(); function.blocks as usize];
        for (at, arc) in function.arcs.iter().enumerate() {
            blocks[arc.from as usize].outgoing.push(at as u32);
            blocks[arc.to as usize].incoming.push(at as u32);
        }
        Flow { function, arcs, blocks }
    }

    /// Derives what is possible at one block; returns the blocks at which more may be derivable now.
    fn settle(&mut self, block: usize) -> Vec<usize> {
        let (incoming, outgoing) = (self.side(block, true), self.side(block, false));
        let count = self.blocks[block].count.or(incoming.total()).or(outgoing.total());
        self.blocks[block].count = count;
        let mut changed = Vec::new();
        for (side, is_incoming) in [(incoming, true), (outgoing, false)] {
            if let (Some(count), Some(arc)) = (count, side.only_unknown()) {
                self.arcs[arc] = Some(count.saturating_sub(side.known));
                let arc = self.function.arcs[arc];
                changed.push(if is_incoming { arc.from } else { arc.to } as usize);
                // A loop from a block to itself is on both sides.
                changed.push(block);
            }
        }
        changed
    }

    fn side(&self, block: usize, incoming: bool) -> Side {
        let block = &self.blocks[block];
        let mut side = Side::default();
        for &arc in if incoming { &block.incoming } else { &block.outgoing } {
            side.arcs += 1;
            match self.arcs[arc as usize] {
                Some(count) => side.known = side.known.saturating_add(count),
                None => {
                    side.unknown += 1;
                    side.last_unknown = arc as usize;
                }
            }
        }
        side
    }
}

/// The arcs on one side of a block.
#[derive(Clone, Copy, Default)]
struct Side {
    arcs: usize,
    unknown: usize,
    last_unknown: usize,
    /// The sum of the known counts.
    known: u64,
}

impl Side {
    fn total(self) -> Option<u64> {
        (self.arcs > 0 && self.unknown == 0).then_some(self.known)
    }

    fn only_unknown(self) -> Option<usize> {
        (self.unknown == 1).then_some(self.last_unknown)
    }
}
