//! NSGA-II (Deb, Agrawal, Pratap, Meyarivan, PPSN 2000): who is better than whom if there is more than one objective.
//!
//! Pure functions of points. All objectives are to be as large as possible.

use crate::rng::Rng;
use std::cmp::Ordering;

/// Whether a point is nowhere worse than another one, and somewhere better.
pub fn dominates(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a >= b) && a.iter().zip(b).any(|(a, b)| a > b)
}

/// The points in fronts: the first holds those that nobody dominates, the next those that only points of the fronts before
/// dominate, and so on.
pub fn fronts(points: &[Vec<f64>]) -> Vec<Vec<usize>> {
    let mut beaten_by = vec![0usize; points.len()];
    let mut beats: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
    for a in 0..points.len() {
        for b in 0..points.len() {
            if dominates(&points[a], &points[b]) {
                beats[a].push(b);
                beaten_by[b] += 1;
            }
        }
    }
    let mut fronts = Vec::new();
    let mut front: Vec<usize> = (0..points.len()).filter(|&at| beaten_by[at] == 0).collect();
    while !front.is_empty() {
        let mut next = Vec::new();
        for &winner in &front {
            for &loser in &beats[winner] {
                beaten_by[loser] -= 1;
                if beaten_by[loser] == 0 {
                    next.push(loser);
                }
            }
        }
        next.sort_unstable();
        fronts.push(std::mem::replace(&mut front, next));
    }
    fronts
}

/// How far each point of a front is from its neighbours: the sum over all objectives of the distance between the two around
/// it, by the whole range. Those at the ends are infinitely far.
pub fn crowding(points: &[Vec<f64>], front: &[usize]) -> Vec<f64> {
    let mut distance = vec![0.0; front.len()];
    let objectives = front.first().map_or(0, |&at| points[at].len());
    for values in (0..objectives).map(|objective| front.iter().map(move |&at| points[at][objective])) {
        let values: Vec<f64> = values.collect();
        let value = |member: usize| values[member];
        let mut order: Vec<usize> = (0..front.len()).collect();
        order.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        let (Some(&least), Some(&most)) = (order.first(), order.last()) else { continue };
        let range = value(most) - value(least);
        distance[least] = f64::INFINITY;
        distance[most] = f64::INFINITY;
        if range > 0.0 {
            for around in order.windows(3) {
                distance[around[1]] += (value(around[2]) - value(around[0])) / range;
            }
        }
    }
    distance
}

/// How little each member of a front is like the others: one minus the mean of its similarities (paper 004, Eq. 4).
pub fn unlikeness(front: &[usize], similarity: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let others = front.len().saturating_sub(1);
    let mut sums = vec![0.0; front.len()];
    for a in 0..front.len() {
        for b in a + 1..front.len() {
            let alike = similarity(front[a], front[b]);
            sums[a] += alike;
            sums[b] += alike;
        }
    }
    sums.into_iter().map(|sum| if others == 0 { 1.0 } else { 1.0 - sum / others as f64 }).collect()
}

/// Where a point stands: its front, and how lonely it is there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rank {
    pub front: usize,
    pub crowding: f64,
}

impl Rank {
    /// The crowded comparison: the better front first, then the lonelier point.
    pub fn compare(&self, other: &Rank) -> Ordering {
        self.front.cmp(&other.front).then(other.crowding.total_cmp(&self.crowding))
    }
}

/// The ranks of all points, with a way to tell how lonely the members of a front are.
pub fn ranks(points: &[Vec<f64>], loneliness: impl Fn(&[usize]) -> Vec<f64>) -> Vec<Rank> {
    let mut ranks = vec![Rank { front: 0, crowding: 0.0 }; points.len()];
    for (number, front) in fronts(points).iter().enumerate() {
        for (&at, crowding) in front.iter().zip(loneliness(front)) {
            ranks[at] = Rank { front: number, crowding };
        }
    }
    ranks
}

/// The best so many points, the best first: whole fronts, and of the last one the loneliest members.
pub fn survivors(ranks: &[Rank], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|&a, &b| ranks[a].compare(&ranks[b]));
    order.truncate(count);
    order
}

/// Binary tournament selection: so many winners of duels between two that are drawn at random; ties are broken at random.
pub fn tournament(
    rng: &mut Rng,
    candidates: usize,
    count: usize,
    compare: impl Fn(usize, usize) -> Ordering,
) -> Vec<usize> {
    let mut duel = || {
        let (a, b) = (rng.index(candidates), rng.index(candidates));
        match compare(a, b) {
            Ordering::Less => a,
            Ordering::Greater => b,
            Ordering::Equal if rng.coin() => a,
            Ordering::Equal => b,
        }
    };
    if candidates == 0 { Vec::new() } else { (0..count).map(|_| duel()).collect() }
}
