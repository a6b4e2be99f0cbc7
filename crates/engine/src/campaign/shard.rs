//! Which units of a campaign belong to a machine, if it is split without a server.

use std::ops::Range;

/// One of several equal parts of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Counted from 1.
    pub number: u64,
    pub of: u64,
}

impl Shard {
    /// The units of this part. Parts consist of whole blocks, and their sizes differ by at most one block.
    pub fn units(self, all: u64, block: u64) -> Range<u64> {
        let blocks = u128::from(all.div_ceil(block));
        let bound = |number: u64| {
            let blocks = blocks * u128::from(number) / u128::from(self.of);
            u64::try_from(blocks * u128::from(block)).unwrap_or(u64::MAX).min(all)
        };
        bound(self.number - 1)..bound(self.number)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parsed = text.split_once('/').and_then(|(number, of)| {
            Some(Shard { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? })
        });
        parsed.filter(|shard| (1..=shard.of).contains(&shard.number)).ok_or_else(|| {
            "expected a part and how many there are, such as 3/40, from 1/40 to 40/40".to_owned()
        })
    }
}

/// Units as a user writes them: `A..B`, from the first to the one after the last.
pub fn range_of_units(text: &str) -> Result<Range<u64>, String> {
    let parsed = text
        .split_once("..")
        .and_then(|(first, end)| Some(first.trim().parse().ok()?..end.trim().parse().ok()?));
    parsed.filter(|range: &Range<u64>| !range.is_empty()).ok_or_else(|| {
        "expected A..B, the first unit and the one after the last, such as 500..1000".to_owned()
    })
}
