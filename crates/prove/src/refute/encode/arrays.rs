//! Arrays by the elements that are read. Reads of a `store` or an `ite` are resolved through the term; an
//! array symbol becomes a table. Equal arrays agree at all indices that are read, and two different ones
//! differ at some index.
//!
//! A constant array equals another array only if they also agree everywhere else. If there are more indices
//! than those read, each array therefore has one more element for all the others, its rest.

use super::tables::Base;
use super::{Encoder, REMEMBERED, Undecided, is_number};
use gainsay_lang::circuit::{Wire, Word};
use gainsay_lang::hash::{HashMap, HashSet};
use gainsay_lang::script::{Term, View};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Connective, OpId, array_operators};

#[derive(Default, Debug)]
pub(super) struct Arrays {
    /// Symbols that are defined by an equation with another array, in the order in which these were found.
    pub renamed: Vec<(Term, Term)>,
    names: HashMap<Term, Term>,
    /// The elements that were read. Without an index, the rest.
    elements: HashMap<(Term, Option<Word>), Word>,
    /// For each array sort, the indices at which arrays are read.
    indices: HashMap<Sort, Vec<Word>>,
    known_indices: HashSet<(Sort, Word)>,
    equations: Vec<Equation>,
    /// The wires of equations between arrays, by both sides, the older one first.
    known_equations: HashMap<(Term, Term), Wire>,
    /// The sorts that have a constant array.
    with_constants: HashSet<Sort>,
    /// The rests of array symbols.
    pub rests: HashMap<Term, Word>,
}

#[derive(Clone, Debug)]
struct Equation {
    holds: Wire,
    left: Term,
    right: Term,
    /// An index where the arrays differ if the equation is false.
    difference: Word,
}

/// How an array term is built.
enum Made {
    Symbol,
    Renamed(Term),
    Stored { array: Term, index: Term, element: Term },
    Constant(Term),
    Choice { condition: Term, then: Term, otherwise: Term },
}

impl Arrays {
    pub fn rename(&mut self, name: Term, array: Term) {
        self.renamed.push((name, array));
        self.names.insert(name, array);
    }

    fn speak_of(&mut self, sort: Sort, index: &Word) {
        if self.known_indices.insert((sort, index.clone())) {
            self.indices.entry(sort).or_default().push(index.clone());
        }
    }

    /// Whether there are constant arrays. Then a model may depend on elements that are not read.
    pub fn has_constants(&self) -> bool {
        !self.with_constants.is_empty()
    }
}

impl Encoder {
    /// The sorts of indices and elements. Arrays of arrays are not supported.
    fn parts(&self, array: Term) -> Result<(Sort, Sort), Undecided> {
        let sort = self.terms.sort(array);
        let (index, element) = self.terms.sorts.array_parts(sort).ok_or_else(|| self.no_sort(sort))?;
        self.width(index).and(self.width(element)).map_err(|_| self.no_sort(sort))?;
        Ok((index, element))
    }

    pub(super) fn array_operator(
        &mut self,
        op: OpId,
        term: Term,
        arguments: &[Term],
    ) -> Result<Word, Undecided> {
        let operators = array_operators();
        match *arguments {
            [array, index] if op == operators.select => {
                self.parts(array)?;
                let index = self.word(index)?;
                self.arrays.speak_of(self.terms.sort(array), &index);
                self.element(array, Some(index))
            }
            [array, index, _] if op == operators.store => {
                self.parts(array)?;
                let index = self.word(index)?;
                self.arrays.speak_of(self.terms.sort(array), &index);
                Ok(Word::new())
            }
            [_] if op == operators.constant => {
                self.parts(term)?;
                self.arrays.with_constants.insert(self.terms.sort(term));
                Ok(Word::new())
            }
            _ => Err(Undecided::Operator(op.op().name.to_owned())),
        }
    }

    /// The wire of an equation between arrays.
    pub(super) fn array_equation(&mut self, left: Term, right: Term) -> Result<Wire, Undecided> {
        let (index, _) = self.parts(left)?;
        if left == right {
            return Ok(Wire::TRUE);
        }
        let (left, right) = (left.min(right), left.max(right));
        if let Some(&known) = self.arrays.known_equations.get(&(left, right)) {
            return Ok(known);
        }
        let (holds, difference) = (self.gates.fresh(), self.anything(index)?);
        self.gates.spend(REMEMBERED);
        self.arrays.known_equations.insert((left, right), holds);
        self.arrays.speak_of(self.terms.sort(left), &difference);
        self.arrays.equations.push(Equation { holds, left, right, difference });
        Ok(holds)
    }

    /// Adds the clauses of all equations between arrays, when all indices are known.
    pub(super) fn array_equations(&mut self) -> Result<(), Undecided> {
        let equations = std::mem::take(&mut self.arrays.equations);
        for Equation { holds, left, right, difference } in &equations {
            let sort = self.terms.sort(*left);
            for index in self.arrays.indices.get(&sort).cloned().unwrap_or_default() {
                let (a, b) = (self.element(*left, Some(index.clone()))?, self.element(*right, Some(index))?);
                self.equal_if(*holds, &a, &b);
                if self.gates.is_full() {
                    return Err(Undecided::TooLarge);
                }
            }
            let (a, b) = (
                self.element(*left, Some(difference.clone()))?,
                self.element(*right, Some(difference.clone()))?,
            );
            let same = self.equal(&a, &b)?;
            self.gates.require(&[*holds, !same]);
            if self.has_rest(sort)? {
                let (a, b) = (self.element(*left, None)?, self.element(*right, None)?);
                self.equal_if(*holds, &a, &b);
            }
        }
        self.arrays.equations = equations;
        Ok(())
    }

    /// Whether arrays of a sort need a rest: there are constant arrays, and more indices than those read.
    fn has_rest(&self, sort: Sort) -> Result<bool, Undecided> {
        let Some((index, _)) = self.terms.sorts.array_parts(sort) else { return Ok(false) };
        let spoken_of = self.arrays.indices.get(&sort).map_or(0, Vec::len);
        let is_number = is_number(index);
        let is_counted = is_number || self.terms.sorts.width(index).is_some();
        let width = self.width(index)?;
        let is_larger = is_number || width >= usize::BITS as usize - 1 || 1 << width > spoken_of;
        Ok(self.arrays.with_constants.contains(&sort) && is_counted && is_larger)
    }

    fn made(&self, array: Term) -> Result<Made, Undecided> {
        if let Some(&named) = self.arrays.names.get(&array) {
            return Ok(Made::Renamed(named));
        }
        if self.terms.declaration(array).is_some() {
            return Ok(Made::Symbol);
        }
        let View::Apply(_, arguments) = self.terms.view(array) else { return Err(Undecided::NotUnderstood) };
        let operators = array_operators();
        match (arguments, self.terms.op(array)) {
            (&[array, index, element], Some(op)) if op == operators.store => {
                Ok(Made::Stored { array, index, element })
            }
            (&[element], Some(op)) if op == operators.constant => Ok(Made::Constant(element)),
            (&[condition, then, otherwise], _) if self.terms.connective(array) == Some(Connective::Ite) => {
                Ok(Made::Choice { condition, then, otherwise })
            }
            _ => Err(self.no_sort(self.terms.sort(array))),
        }
    }

    /// The element of an array at an index, or its rest. Iterative, since stores nest deeply.
    fn element(&mut self, array: Term, index: Option<Word>) -> Result<Word, Undecided> {
        let mut stack = vec![array];
        while let Some(&array) = stack.last() {
            let known = |array: Term| self.arrays.elements.get(&(array, index.clone())).cloned();
            if known(array).is_some() {
                stack.pop();
                continue;
            }
            let element = match self.made(array)? {
                Made::Symbol => self.element_of_symbol(array, index.as_ref())?,
                Made::Constant(element) => self.word(element)?,
                Made::Renamed(other) => match known(other) {
                    Some(element) => element,
                    None => {
                        stack.push(other);
                        continue;
                    }
                },
                Made::Stored { array: other, index: at, element } => {
                    let hit = match &index {
                        Some(index) => {
                            let at = self.word(at)?;
                            self.equal(&at, index)?
                        }
                        None => Wire::FALSE,
                    };
                    let element = self.word(element)?;
                    let known = |array: Term| self.arrays.elements.get(&(array, index.clone())).cloned();
                    match known(other) {
                        _ if hit == Wire::TRUE => element,
                        Some(before) => self.choose(hit, &element, &before),
                        None => {
                            stack.push(other);
                            continue;
                        }
                    }
                }
                Made::Choice { condition, then, otherwise } => match (known(then), known(otherwise)) {
                    (Some(then), Some(otherwise)) => {
                        let condition = self.word(condition)?[0];
                        self.choose(condition, &then, &otherwise)
                    }
                    _ => {
                        stack.extend([then, otherwise]);
                        continue;
                    }
                },
            };
            if self.gates.is_full() {
                return Err(Undecided::TooLarge);
            }
            self.gates.spend(4 * REMEMBERED + element.len());
            self.arrays.elements.insert((array, index.clone()), element);
        }
        self.arrays.elements.get(&(array, index)).cloned().ok_or(Undecided::NotUnderstood)
    }

    fn element_of_symbol(&mut self, symbol: Term, index: Option<&Word>) -> Result<Word, Undecided> {
        let (_, sort) = self.parts(symbol)?;
        match index {
            Some(index) => self.row(Base::Array(symbol), vec![index.clone()], sort),
            None => {
                let rest = self.anything(sort)?;
                self.arrays.rests.insert(symbol, rest.clone());
                Ok(rest)
            }
        }
    }
}
