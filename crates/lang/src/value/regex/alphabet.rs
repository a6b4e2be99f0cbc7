//! The alphabet, divided into classes of characters that an expression cannot tell apart.

use super::charset::CharSet;
use crate::value::fuel::{Fuel, OutOfFuel};
use crate::value::text::MAX_CHAR;

/// A class of characters: an index into the classes of one [`Alphabet`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Class(u32);

/// All characters, each in one class.
pub struct Alphabet {
    /// Where the intervals begin, ascending from 0, and the class of each.
    starts: Vec<u32>,
    classes: Vec<Class>,
    /// A character of each class.
    samples: Vec<u32>,
}

impl Alphabet {
    /// Two characters are in the same class if and only if they are in the same ones of `sets`.
    pub fn new(sets: &[&CharSet], fuel: &mut Fuel) -> Result<Alphabet, OutOfFuel> {
        let starts = boundaries(sets);
        let mut classes = vec![Class(0); starts.len()];
        // For every class, the part that was last split off, and by which set.
        let mut split_off: Vec<(usize, Class)> = vec![(0, Class(0))];
        for (set, splitter) in sets.iter().zip(1..) {
            for &(low, high) in set.ranges() {
                let first = starts.partition_point(|&start| start < low);
                let end = starts.partition_point(|&start| start <= high);
                fuel.spend(1 + end - first)?;
                for class in &mut classes[first..end] {
                    if split_off[class.0 as usize].0 != splitter {
                        let part = Class(u32::try_from(split_off.len()).map_err(|_| OutOfFuel)?);
                        split_off[class.0 as usize] = (splitter, part);
                        split_off.push((0, part));
                    }
                    *class = split_off[class.0 as usize].1;
                }
            }
        }
        let samples = renumber(&starts, &mut classes);
        Ok(Alphabet { starts, classes, samples })
    }

    pub fn class_of(&self, c: u32) -> Class {
        self.classes[self.starts.partition_point(|&start| start <= c) - 1]
    }

    pub fn classes(&self) -> impl Iterator<Item = Class> + use<> {
        (0..u32::try_from(self.samples.len()).unwrap_or(u32::MAX)).map(Class)
    }

    /// A character of the class.
    pub fn sample(&self, class: Class) -> u32 {
        self.samples[class.0 as usize]
    }
}

/// The starts of the shortest list of intervals such that every set consists of whole intervals.
fn boundaries(sets: &[&CharSet]) -> Vec<u32> {
    let ranges = || sets.iter().flat_map(|set| set.ranges());
    let after = ranges().map(|&(_, high)| high + 1).filter(|&start| start <= MAX_CHAR);
    let mut starts: Vec<u32> = ranges().map(|&(low, _)| low).chain(after).chain([0]).collect();
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// Numbers the classes that are left from 0 on, and gives a character of each.
fn renumber(starts: &[u32], classes: &mut [Class]) -> Vec<u32> {
    let highest = classes.iter().map(|class| class.0 as usize).max().unwrap_or(0);
    let mut numbers = vec![None; highest + 1];
    let mut samples = Vec::new();
    for (class, &start) in classes.iter_mut().zip(starts) {
        let unused = u32::try_from(samples.len()).unwrap_or(u32::MAX); // there are fewer classes than characters
        let number = *numbers[class.0 as usize].get_or_insert(unused);
        if number == unused {
            samples.push(start);
        }
        *class = Class(number);
    }
    samples
}
