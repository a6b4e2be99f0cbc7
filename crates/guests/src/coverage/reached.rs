//! All places that were reached so far.

use super::Trace;
use gainsay_lang::hash::{HashMap, HashSet};
use serde::{Deserialize, Serialize};

/// The reached places, each with its largest count in one run, and the files that contain them: `codeInfos` of
/// paper 004. Serialized as the trace of a run that did all of it.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
#[serde(from = "Trace", into = "Trace")]
pub struct Reached {
    /// Counts in pages of neighbouring places, because a run reaches many neighbours in order.
    pages: HashMap<u32, Box<Page>>,
    places: usize,
    files: HashSet<u32>,
    file_bits: u32,
}

const PAGE: usize = 1024;
/// Counts; 0 for places that were never reached.
type Page = [u32; PAGE];

/// The points of paper 004's Algorithm 2: for a new file, for each execution of a new place, for each execution
/// beyond the previous maximum, and for a place that brings nothing new.
mod points {
    pub const FILE: u64 = 1000;
    pub const NEW: u64 = 100;
    pub const MORE: u64 = 10;
    pub const KNOWN: u64 = 1;
}

impl Reached {
    /// The reward of a run, before it is added (paper 004, Algorithm 2).
    pub fn reward(&self, trace: &Trace) -> u64 {
        let mut reward = 0;
        let mut last_file = None;
        for (page, counts) in trace.pages(PAGE as u32) {
            let known = self.pages.get(&page);
            for &(place, count) in counts {
                let file = trace.file(place);
                if last_file != Some(file) && !self.files.contains(&file) {
                    reward += points::FILE;
                }
                last_file = Some(file);
                reward += match known.map_or(0, |known| known[place as usize % PAGE]) {
                    0 => points::NEW * u64::from(count),
                    most if count > most => points::MORE * u64::from(count - most),
                    _ => points::KNOWN,
                };
            }
        }
        reward
    }

    /// Adds a run; returns how many places it is the first to reach.
    pub fn add(&mut self, trace: &Trace) -> usize {
        self.add_new(trace).len()
    }

    /// Adds a run; returns the places that it is the first to reach.
    pub fn add_new(&mut self, trace: &Trace) -> Vec<u32> {
        let mut new = Vec::new();
        self.file_bits = trace.file_bits();
        for (page, counts) in trace.pages(PAGE as u32) {
            let known = self.pages.entry(page).or_insert_with(|| Box::new([0; PAGE]));
            for &(place, count) in counts {
                let most = &mut known[place as usize % PAGE];
                if *most == 0 {
                    new.push(place);
                    self.files.insert(trace.file(place));
                }
                *most = count.max(*most);
            }
        }
        self.places += new.len();
        new
    }

    /// How many places were reached.
    pub fn places(&self) -> usize {
        self.places
    }
}

impl From<Trace> for Reached {
    fn from(trace: Trace) -> Reached {
        let mut reached = Reached::default();
        reached.add(&trace);
        reached
    }
}

impl From<Reached> for Trace {
    fn from(reached: Reached) -> Trace {
        let mut pages: Vec<_> = reached.pages.into_iter().collect();
        pages.sort_unstable_by_key(|(number, _)| *number);
        let counts = pages.iter().flat_map(|(number, page)| {
            let places = page.iter().enumerate().filter(|(_, count)| **count > 0);
            places.map(move |(at, &count)| (number * PAGE as u32 + at as u32, count))
        });
        Trace::new(counts.collect(), reached.file_bits)
    }
}
