//! Arrays that are not represented as values: a read is resolved through the terms that built the array.

use super::{Compiler, MAX_DENSE, MAX_DEPTH, Slots, TooLarge};
use crate::eval::exhaustive::program::{Applied, Slot};
use gainsay_lang::script::{FunctionId, Term, View};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Connective, Domains, array_operators};
use gainsay_lang::value::{Reason, Size};

/// Array sorts with at most this many values are represented as values.
const MAX_WHOLE_ARRAYS: u64 = 16;
/// Arrays with at most this many elements are converted to values where one is needed.
const MAX_GATHERED: usize = 64;

impl Compiler<'_> {
    /// Whether arrays of this sort have too many values to be words, so that they are only read entry by
    /// entry.
    pub(super) fn is_lazy(&self, sort: Sort) -> bool {
        self.terms.sorts.array_parts(sort).is_some()
            && *self.lazy.borrow_mut().entry(sort).or_insert_with(
                || !matches!(self.domains.size(sort), Size::Finite(size) if size <= MAX_WHOLE_ARRAYS),
            )
    }

    /// Whether reads of the array are resolved through its term: a `store`, a constant array, an `ite` or a
    /// symbol.
    pub(super) fn is_transparent(&self, array: Term) -> bool {
        if !self.is_lazy(self.terms.sort(array)) || self.find(array).is_some() {
            return false;
        }
        let operators = array_operators();
        match self.terms.op(array) {
            Some(op) => {
                [operators.store, operators.constant].contains(&op)
                    || self.terms.connective(array) == Some(Connective::Ite)
            }
            None => self.terms.declaration(array).is_some_and(|decl| self.terms.decl(decl).arity() == 0),
        }
    }

    /// Converts an array to a value by reading all its elements.
    pub(super) fn gather(&mut self, array: Term) -> Result<Slot, TooLarge> {
        let sort = self.terms.sort(array);
        let Some((index, element)) = self.terms.sorts.array_parts(sort) else {
            return Ok(self.missing(sort, Reason::IllSorted));
        };
        let code = self.code(index);
        let indices = self.state.words.elements(code).filter(|all| all.len() <= MAX_GATHERED);
        let Some(indices) = indices else { return Ok(self.missing(sort, Reason::TooLarge)) };
        let mut elements = Slots::new();
        for &word in indices.iter() {
            let index = self.literal(code, word);
            elements.push(self.read(array, index, element)?);
        }
        self.apply(Applied::Array(code), &elements, sort)
    }

    /// The element of an array at an index, resolved through the array's term.
    pub(super) fn read(&mut self, array: Term, index: Slot, sort: Sort) -> Result<Slot, TooLarge> {
        let place = (array, index);
        if let Some(known) = self.visible_frames().find_map(|frame| frame.elements.get(&place)) {
            return Ok(*known);
        }
        let element = self.read_anew(array, index, sort)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.elements.insert(place, element);
        }
        Ok(element)
    }

    fn read_anew(&mut self, array: Term, index: Slot, sort: Sort) -> Result<Slot, TooLarge> {
        self.spend(1)?;
        if self.depth >= MAX_DEPTH {
            return Err(TooLarge);
        }
        self.depth += 1;
        let operators = array_operators();
        let mut updates = Vec::new();
        let mut array = self.terms.bare(array);
        let mut result = loop {
            let View::Apply(_, arguments) = self.terms.view(array) else {
                break self.read_value(array, index, sort)?;
            };
            if let Some(definition) = self.definition(array) {
                array = self.terms.bare(definition);
                continue;
            }
            let op = self.terms.op(array);
            if op == Some(operators.store) {
                updates.push((arguments[1], arguments[2]));
                array = self.terms.bare(arguments[0]);
            } else if op == Some(operators.constant) {
                break self.term(arguments[0])?;
            } else if self.terms.connective(array) == Some(Connective::Ite) {
                let condition = self.term(arguments[0])?;
                let then = self.read(arguments[1], index, sort)?;
                let other = self.read(arguments[2], index, sort)?;
                break self.connect(Connective::Ite, &[condition, then, other], sort)?;
            } else if let Some(decl) = self.terms.declaration(array)
                && arguments.is_empty()
                && self.terms.decl(decl).is_free()
            {
                break self.chosen(decl, &[index], sort)?;
            } else {
                break self.read_value(array, index, sort)?;
            }
        };
        for (at, element) in updates.into_iter().rev() {
            let at = self.term(at)?;
            let here = self.connect(Connective::Equal, &[at, index], Sort::BOOL)?;
            let element = self.term(element)?;
            result = self.connect(Connective::Ite, &[here, element, result], sort)?;
        }
        self.depth -= 1;
        Ok(result)
    }

    /// The element of an array that is represented as a value, such as a quantified variable.
    fn read_value(&mut self, array: Term, index: Slot, sort: Sort) -> Result<Slot, TooLarge> {
        let array = self.term(array)?;
        self.apply(
            Applied::Function(FunctionId::from_number(u32::from(array_operators().select.number()))),
            &[array, index],
            sort,
        )
    }

    /// Compares arrays entry by entry, at all indices.
    pub(super) fn compare_arrays(
        &mut self,
        connective: Connective,
        arrays: &[Term],
    ) -> Result<Slot, TooLarge> {
        let Some((index, element)) = self.terms.sorts.array_parts(self.terms.sort(arrays[0])) else {
            return Ok(self.missing(Sort::BOOL, Reason::IllSorted));
        };
        let code = self.code(index);
        let indices = self.state.words.elements(code).filter(|all| all.len() as u64 <= MAX_DENSE);
        let Some(indices) = indices else { return Ok(self.missing(Sort::BOOL, Reason::TooLarge)) };
        let mut parts = Slots::new();
        for second in 1..arrays.len() {
            let first = if connective == Connective::Equal { second - 1 } else { 0 };
            for first in first..second {
                let mut same = Slots::new();
                for &word in indices.iter() {
                    let index = self.literal(code, word);
                    let a = self.read(arrays[first], index, element)?;
                    let b = self.read(arrays[second], index, element)?;
                    same.push(self.connect(Connective::Equal, &[a, b], Sort::BOOL)?);
                }
                let mut all = self.connect(Connective::And, &same, Sort::BOOL)?;
                if connective == Connective::Distinct {
                    all = self.connect(Connective::Not, &[all], Sort::BOOL)?;
                }
                parts.push(all);
            }
        }
        self.connect(Connective::And, &parts, Sort::BOOL)
    }
}
