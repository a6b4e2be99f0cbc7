//! Which units a hunt does: all of them, or a part if other machines do the others.

use super::options::Options;
use crate::store::{Setup, Store};
use anyhow::{Context, bail};
use std::ops::Range;

/// The units of a hunt.
pub struct Part {
    /// The number of units of the whole campaign, if it has an end.
    pub all: Option<u64>,
    /// The units of this part; `None`: all.
    pub own: Option<Range<u64>>,
}

impl Part {
    /// The part that was asked for, or that of the resumed campaign.
    pub fn choose(options: &Options, before: Option<&Setup>, block: u64, seeds: u64) -> anyhow::Result<Part> {
        let asked = options.tests.or(options.iterations.map(|each| each.next_multiple_of(block) * seeds));
        let before_part = before.and_then(|before| before.part).filter(|_| asked.is_none());
        let is_part = options.shard.is_some() || options.units.is_some() || before_part.is_some();
        let all = asked.or(before.and_then(|before| before.units).filter(|_| is_part));
        let own = match (options.shard, &options.units, before_part) {
            (Some(shard), ..) => Some(
                shard.units(all.context("--shard needs the total number of units: give --tests N")?, block),
            ),
            (None, Some(units), _) if !units.start.is_multiple_of(block) => {
                let (before, after) = (units.start / block * block, units.start.next_multiple_of(block));
                bail!(
                    "--units begins within a block of {block} units, which have seeds in common; begin with {before} or {after}"
                )
            }
            (None, Some(units), _) => Some(units.clone()),
            (None, None, part) => part.map(|(first, end)| first..end),
        };
        Ok(Part { all, own })
    }

    pub fn first(&self) -> u64 {
        self.own.as_ref().map_or(0, |own| own.start)
    }

    pub fn end(&self) -> Option<u64> {
        self.own.as_ref().map_or(self.all, |own| Some(own.end))
    }

    /// The part to store. Filling a gap of a whole campaign does not make it a part.
    pub fn to_keep(&self, before: Option<&Setup>) -> Option<(u64, u64)> {
        let is_whole = before.is_some_and(|before| before.part.is_none());
        self.own.as_ref().filter(|_| !is_whole).map(|own| (own.start, own.end))
    }

    /// Whether this is a part that is not finished.
    pub fn is_unfinished(&self, store: &Store) -> bool {
        self.own.as_ref().is_some_and(|own| store.done().next_open(own.start) < own.end)
    }

    /// Whether this part has no units, because there are fewer blocks than parts.
    pub fn is_empty(&self) -> bool {
        self.own.as_ref().is_some_and(Range::is_empty)
    }
}
