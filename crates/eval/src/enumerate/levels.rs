//! Counts the terms of each sort and size, and finds the n-th one (ranking and unranking).
//!
//! Terms of a sort and size are ordered by production, then by the sizes of the arguments, then by the
//! arguments. Commutative operators take their arguments in one order only, the smaller argument first.

use super::fragment::Fragment;
use smallvec::SmallVec;

/// The counts of a fragment's terms.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    /// By size and index of the sort.
    counts: Vec<Vec<u64>>,
    /// For each size and sort, the ranges of terms with equal production and argument sizes.
    choices: Vec<Vec<Vec<Choice>>>,
}

/// The terms of one production whose arguments have these sizes.
#[derive(Clone, Debug)]
struct Choice {
    /// The number after the last of them.
    end: u64,
    production: usize,
    sizes: Sizes,
}

type Sizes = SmallVec<[usize; 4]>;

/// The parts of a term: its production, and each argument by size and number.
pub(super) struct Parts {
    pub production: usize,
    pub arguments: SmallVec<[(usize, u64); 4]>,
}

impl Levels {
    /// Counts the terms up to a size. Counts saturate.
    pub fn new(fragment: &Fragment, size: usize) -> Levels {
        let sorts = fragment.sorts.len();
        let mut levels = Levels { counts: vec![vec![0; sorts]], choices: vec![vec![Vec::new(); sorts]] };
        for size in 1..=size {
            let (counts, choices) = levels.next(fragment, size);
            levels.counts.push(counts);
            levels.choices.push(choices);
        }
        levels
    }

    fn next(&self, fragment: &Fragment, size: usize) -> (Vec<u64>, Vec<Vec<Choice>>) {
        let sorts = fragment.sorts.len();
        let (mut counts, mut choices) = (vec![0u64; sorts], vec![Vec::new(); sorts]);
        for (number, production) in fragment.productions.iter().enumerate() {
            for sizes in splits(size - 1, production.arguments.len()) {
                if production.is_commutative && sizes[0] > sizes[1] {
                    continue;
                }
                let of_arguments = sizes.iter().zip(&production.arguments);
                let of_arguments: SmallVec<[u64; 4]> =
                    of_arguments.map(|(&size, &sort)| self.counts[size][sort]).collect();
                let count = match of_arguments[..] {
                    [count, _] if production.is_commutative && sizes[0] == sizes[1] => pairs(count),
                    _ => of_arguments.iter().fold(1u64, |product, &count| product.saturating_mul(count)),
                };
                if count > 0 {
                    let end = counts[production.sort].saturating_add(count);
                    counts[production.sort] = end;
                    choices[production.sort].push(Choice { end, production: number, sizes });
                }
            }
        }
        (counts, choices)
    }

    /// The number of terms of a sort and size.
    pub fn count(&self, size: usize, sort: usize) -> u64 {
        self.counts.get(size).map_or(0, |counts| counts[sort])
    }

    /// The parts of the n-th term of a sort and size, counted from 0.
    pub fn parts(&self, fragment: &Fragment, size: usize, sort: usize, number: u64) -> Option<Parts> {
        let choices = &self.choices.get(size)?[sort];
        let at = choices.partition_point(|choice| choice.end <= number);
        let choice = choices.get(at)?;
        let start = if at == 0 { 0 } else { choices[at - 1].end };
        let mut rest = number - start;
        let production = &fragment.productions[choice.production];
        let mut arguments: SmallVec<[(usize, u64); 4]> = choice.sizes.iter().map(|&size| (size, 0)).collect();
        if production.is_commutative && choice.sizes[0] == choice.sizes[1] {
            let (first, second) = pair(rest, self.counts[choice.sizes[0]][production.arguments[0]]);
            (arguments[0].1, arguments[1].1) = (first, second);
        } else {
            for (argument, &sort) in arguments.iter_mut().zip(&production.arguments).rev() {
                let count = self.counts[argument.0][sort].max(1);
                argument.1 = rest % count;
                rest /= count;
            }
        }
        Some(Parts { production: choice.production, arguments })
    }
}

/// The number of unordered pairs of this many things, including pairs of equal things.
fn pairs(count: u64) -> u64 {
    let pairs = u128::from(count) * (u128::from(count) + 1) / 2;
    u64::try_from(pairs).unwrap_or(u64::MAX)
}

/// The n-th of these pairs, ordered by the first thing.
fn pair(number: u64, count: u64) -> (u64, u64) {
    // The number of pairs that begin with an earlier thing.
    let before = |first: u64| u128::from(first) * (2 * u128::from(count) - u128::from(first) + 1) / 2;
    let (mut low, mut high) = (0, count);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if before(middle) <= u128::from(number) { low = middle } else { high = middle }
    }
    let rest = (u128::from(number) - before(low)) as u64;
    (low, low + rest)
}

/// All lists of positive sizes for the arguments that add up to the whole.
fn splits(whole: usize, arguments: usize) -> Vec<Sizes> {
    if arguments == 0 {
        return if whole == 0 { vec![Sizes::new()] } else { Vec::new() };
    }
    if arguments == 1 {
        return if whole == 0 { Vec::new() } else { vec![SmallVec::from_slice(&[whole])] };
    }
    let mut all = Vec::new();
    for first in 1..whole {
        for mut rest in splits(whole - first, arguments - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}
