//! All terms of a field, from small to large.

use super::field::Field;
use super::source::{Sample, Source};
use crate::enumerate::{Formulas, Fragment, Language, Valued};
use crate::rng::Rng;
use crate::script::ReadOptions;
use crate::script::walk::Walker;
use crate::theory::{Op, OpId};

/// Terms by number.
pub struct AllTerms {
    formulas: Formulas,
    /// Where it is: the size, the sort and the number of the next term.
    size: usize,
    sort: usize,
    number: u64,
    left_out: Vec<OpId>,
    room: Valued,
    /// Terms that were made and not given yet: many are read at once.
    waiting: Vec<Sample>,
    /// The texts of those that were forgotten before they were given.
    unread: Vec<String>,
}

/// Terms have at most so many nodes.
const LARGEST: usize = 6;
/// At most so many constants of a sort.
const CONSTANTS: usize = 3;
/// So many terms are read at once.
const AT_ONCE: usize = 500;

impl AllTerms {
    /// None if the field is none that terms can be counted in.
    pub fn new(field: &Field, is_wanted: impl Fn(&Op) -> bool) -> Option<AllTerms> {
        let language = Language {
            declarations: field.row.declarations,
            sorts: &[],
            admits: &is_wanted,
            constants: CONSTANTS,
        };
        let formulas = Formulas::new(Fragment::new(language).ok()?, LARGEST, false);
        let (waiting, unread, left_out, room) = Default::default();
        // A term of one node is a symbol or a value.
        Some(AllTerms { formulas, size: 2, sort: 0, number: 0, left_out, room, waiting, unread })
    }

    /// The text of the next term.
    fn next_text(&mut self) -> Option<String> {
        if let Some(text) = self.unread.pop() {
            return Some(text);
        }
        while self.size <= LARGEST {
            if let Some(term) = self.formulas.term(self.size, self.sort, self.number, &mut self.room) {
                self.number += 1;
                return Some(term.text.clone());
            }
            (self.sort, self.number) = (self.sort + 1, 0);
            if self.sort >= self.formulas.sorts() {
                (self.size, self.sort) = (self.size + 1, 0);
            }
        }
        None
    }

    fn read(&mut self, field: &mut Field) {
        let texts: Vec<String> = (0..AT_ONCE).map_while(|_| self.next_text()).collect();
        let read = field.script.read_terms(
            &texts.iter().map(String::as_str).collect::<Vec<_>>(),
            ReadOptions::default(),
        );
        let terms = &field.script.terms;
        let mut walker = Walker::default();
        for (text, read) in texts.into_iter().zip(read) {
            let Ok(term) = read else { continue };
            let is_left_out = |op: OpId| self.left_out.contains(&op);
            let has_left_out = !self.left_out.is_empty()
                && walker.postorder(terms, &[term]).iter().filter_map(|&part| terms.op(part)).any(is_left_out);
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
