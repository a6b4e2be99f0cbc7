//! Units that are missing in a campaign.

use crate::store::Snapshot;

/// The units that are not done, as ranges with exclusive ends: within the part, or within the whole campaign,
/// or if that has no end, up to the last unit done. Other machines can do only whole blocks, so a block with a
/// gap counts as a gap.
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
