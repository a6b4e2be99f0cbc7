//! All terms of a field, from small to large.
//!
//! If there are many of a size, they are given in scattered blocks instead of in order: neighbours are much
//! alike, and few hunts last to the end.

use super::field::Field;
use super::source::{Sample, Source};
use gainsay_eval::enumerate::{Formulas, Fragment, Language};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::ReadOptions;
use gainsay_lang::script::walk::Walker;
use gainsay_lang::theory::{Op, OpId};

/// Enumerates terms by number.
pub struct AllTerms {
    formulas: Formulas,
    /// The current size.
    size: usize,
    /// The current sort, by its index.
    sort: usize,
    /// How many terms of this size and sort were given.
    count: u64,
    left_out: Vec<OpId>,
    /// Terms that were parsed and not given yet; many are parsed at once.
    waiting: Vec<Sample>,
    /// Texts of parsed terms whose arena was rolled back before they were given.
    unread: Vec<String>,
}

/// The most nodes of a term.
const LARGEST: usize = 6;
/// The most constants of a sort.
const CONSTANTS: usize = 3;
/// How many terms are parsed at once.
const AT_ONCE: usize = 500;

impl AllTerms {
    /// `None` if the terms of the field cannot be counted.
    pub fn new(field: &Field, is_wanted: impl Fn(&Op) -> bool) -> Option<AllTerms> {
        let language = Language {
            declarations: field.row.declarations,
            sorts: &[],
            admits: &is_wanted,
            constants: CONSTANTS,
        };
        // Small terms are made again each time: to store all of them would take longer.
        let formulas = Formulas::new(Fragment::new(language).ok()?, LARGEST, true);
        let (waiting, unread, left_out) = Default::default();
        // Terms of one node are symbols and values, which are left out.
        Some(AllTerms { formulas, size: 2, sort: 0, count: 0, left_out, waiting, unread })
    }

    /// The text of the next term.
    fn next_text(&mut self) -> Option<String> {
        if let Some(text) = self.unread.pop() {
            return Some(text);
        }
        while self.size <= LARGEST {
            let all = self.formulas.count_of_sort(self.size, self.sort);
            if self.count < all {
                let number = scattered(self.count, all);
                self.count += 1;
                return self.formulas.text(self.size, self.sort, number);
            }
            (self.sort, self.count) = (self.sort + 1, 0);
            if self.sort >= self.formulas.sorts() {
                (self.size, self.sort) = (self.size + 1, 0);
            }
        }
        None
    }

    fn read(&mut self, field: &mut Field) {
        let texts: Vec<String> = (0..AT_ONCE).map_while(|_| self.next_text()).collect();
        let read = field
            .script
            .read_terms(&texts.iter().map(String::as_str).collect::<Vec<_>>(), ReadOptions::default());
        let terms = &field.script.terms;
        let mut walker = Walker::default();
        for (text, read) in texts.into_iter().zip(read) {
            let Ok(term) = read else { continue };
            let is_left_out = |op: OpId| self.left_out.contains(&op);
            let has_left_out = !self.left_out.is_empty()
                && walker
                    .postorder(terms, &[term])
                    .iter()
                    .filter_map(|&part| terms.op(part))
                    .any(is_left_out);
            if field.sorts.contains(&terms.sort(term)) && !has_left_out {
                self.waiting.push(Sample { term, text: Some(text) });
            }
        }
        self.waiting.reverse();
    }
}

impl Source for AllTerms {
    fn next(&mut self, field: &mut Field, _: &mut Rng) -> Option<Sample> {
        while self.waiting.is_empty() && (self.size <= LARGEST || !self.unread.is_empty()) {
            self.read(field);
        }
        self.waiting.pop()
    }

    fn leave_out(&mut self, ops: &[OpId]) {
        self.left_out = ops.to_vec();
    }

    fn forget(&mut self) {
        self.unread.extend(self.waiting.drain(..).filter_map(|sample| sample.text));
    }
}

/// Terms with neighbouring numbers are given in blocks of this many.
const BLOCK: u64 = 64;
/// A prime greater than any number of blocks, so that its multiples visit all blocks.
const STEP: u64 = 2_305_843_009_213_693_951;

/// A permutation of `0..all`: the number of the term that is given at a position.
fn scattered(at: u64, all: u64) -> u64 {
    let blocks = all / BLOCK;
    // Numbers beyond whole blocks come last, in order.
    if at / BLOCK >= blocks {
        return at;
    }
    let block = u128::from(at / BLOCK) * u128::from(STEP) % u128::from(blocks);
    block as u64 * BLOCK + at % BLOCK
}
