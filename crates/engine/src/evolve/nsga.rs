//! NSGA-II (Deb, Agrawal, Pratap, Meyarivan, PPSN 2000): ranking with several objectives.
//!
//! Pure functions of points. All objectives are maximised.

use gainsay_lang::rng::Rng;
use std::cmp::Ordering;

/// Whether a point is at least as good as another in every objective, and better in one.
pub fn dominates(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a >= b) && a.iter().zip(b).any(|(a, b)| a > b)
}

/// Non-dominated sorting: the first front holds the points that no other dominates, the next those that only
/// points of earlier fronts dominate, and so on.
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

/// The crowding distance of each point of a front: for each objective the distance between its two neighbours
/// divided by the whole range, summed. The ends are infinitely far.
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

/// One minus the mean similarity of each member of a front to the others (paper 004, Eq. 4).
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

/// The rank of a point: its front, and how isolated it is there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rank {
    pub front: usize,
    pub crowding: f64,
}

impl Rank {
    /// The crowded comparison: the better front first, then the more isolated point.
    pub fn compare(&self, other: &Rank) -> Ordering {
        self.front.cmp(&other.front).then(other.crowding.total_cmp(&self.crowding))
    }
}

/// The ranks of all points. `loneliness` computes how isolated the members of a front are.
pub fn ranks(points: &[Vec<f64>], loneliness: impl Fn(&[usize]) -> Vec<f64>) -> Vec<Rank> {
    let mut ranks = vec![Rank { front: 0, crowding: 0.0 }; points.len()];
    for (number, front) in fronts(points).iter().enumerate() {
        for (&at, crowding) in front.iter().zip(loneliness(front)) {
            ranks[at] = Rank { front: number, crowding };
        }
    }
    ranks
}

/// The best `count` points, the best first: whole fronts, and of the last one the most isolated members.
pub fn survivors(ranks: &[Rank], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|&a, &b| ranks[a].compare(&ranks[b]));
    order.truncate(count);
    order
}

/// Binary tournament selection: `count` winners of duels between two random candidates; ties are broken at
/// random.
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
