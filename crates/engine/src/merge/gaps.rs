//! What is missing in a campaign.

use crate::store::Snapshot;

/// The units that are not done, as ranges from the first to the one after the last: of a part, of the whole or, if it has no end, up to the
/// last unit that is done. Only whole blocks can be done elsewhere, so a block with a gap is one.
pub fn gaps(campaign: &Snapshot) -> Vec<(u64, u64)> {
    let length = campaign.setup.block.max(1);
    let last = campaign.done.ranges().last().map_or(0, |(_, last)| last + 1);
    let (mut from, end) = campaign.setup.part.unwrap_or((0, campaign.setup.units.unwrap_or(last).max(last)));
    let mut gaps: Vec<(u64, u64)> = Vec::new();
    while from < end {
        let open = campaign.done.next_open(from);
        if open >= end {
            break;
        }
        let next_done =
            campaign.done.ranges().map(|(first, _)| first).find(|first| *first > open).unwrap_or(end);
        let (first, until) = (open / length * length, next_done.next_multiple_of(length).min(end));
        match gaps.last_mut() {
            Some(gap) if gap.1 >= first => gap.1 = until,
            _ => gaps.push((first, until)),
        }
        from = next_done;
    }
    gaps
}
