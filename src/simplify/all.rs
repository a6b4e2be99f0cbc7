//! All terms of a field, from small to large.

use super::field::Field;
use super::source::{Sample, Source};
use crate::enumerate::{Formulas, Fragment, Language, Valued};
use crate::rng::Rng;
use crate::script::ReadOptions;
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
        let (waiting, left_out, room) = Default::default();
        // A term of one node is a symbol or a value.
        Some(AllTerms { formulas, size: 2, sort: 0, number: 0, left_out, room, waiting })
    }

    /// The text of the next term.
    fn next_text(&mut self) -> Option<String> {
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
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for term in field.script.read_terms(&texts, ReadOptions::default()).into_iter().flatten() {
            let terms = &field.script.terms;
            let is_left_out = |op: OpId| self.left_out.contains(&op);
            let mut ops = terms.postorder(&[term]).into_iter().filter_map(|term| terms.op(term));
            if field.sorts.contains(&terms.sort(term)) && !ops.any(is_left_out) {
                self.waiting.push(Sample { term, values: None });
            }
        }
        self.waiting.reverse();
    }
}

impl Source for AllTerms {
    fn next(&mut self, field: &mut Field, _: &mut Rng) -> Option<Sample> {
        while self.waiting.is_empty() && self.size <= LARGEST {
            self.read(field);
        }
        self.waiting.pop()
    }

    fn leave_out(&mut self, ops: &[OpId]) {
        self.left_out = ops.to_vec();
    }

    fn forget(&mut self) {
        self.waiting.clear();
    }
}
