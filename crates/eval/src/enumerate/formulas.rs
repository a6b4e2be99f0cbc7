//! Formulas by number: the text and the correct answer of each.

use super::fragment::{Fragment, Leaf};
use super::levels::Levels;
use super::tables::{FALSE, Number, TRUE, Tables};
use gainsay_lang::answer::Status;
use gainsay_lang::script::DeclId;
use gainsay_lang::value::Value;
use smallvec::SmallVec;

/// All formulas of a fragment up to a size.
pub struct Formulas {
    fragment: Fragment,
    levels: Levels,
    tables: Tables,
    /// Cached small terms, by size and sort.
    made: Vec<Vec<Vec<Valued>>>,
    is_sample: bool,
    /// Buffers for terms under construction.
    spare: Vec<Valued>,
}

/// A term with its values under all assignments.
#[derive(Clone, Default, Debug)]
pub struct Valued {
    pub text: String,
    /// Its value under each assignment.
    values: Vec<Number>,
    /// The symbols in it, in the order of their first occurrence.
    symbols: SmallVec<[u8; 8]>,
}

/// A formula with its correct answer.
#[derive(Clone, Copy, Debug)]
pub struct Formula<'a> {
    pub text: &'a str,
    pub truth: Status,
    term: &'a Valued,
}

/// Limit on the number of cached terms times assignments.
const MOST_KEPT: usize = 1 << 22;
const FEW_KEPT: usize = 1 << 14;
/// Limit on the size of terms, since making them is recursive.
const LARGEST: usize = 40;

impl Formulas {
    /// With `is_sample`, which is for random formulas, only few small terms are cached, and a formula need
    /// not contain all symbols.
    pub fn new(fragment: Fragment, size: usize, is_sample: bool) -> Formulas {
        let size = size.min(LARGEST);
        let levels = Levels::new(&fragment, size);
        let tables = Tables::new(&fragment);
        let mut formulas =
            Formulas { fragment, levels, tables, made: Vec::new(), spare: Vec::new(), is_sample };
        formulas.keep_small(size);
        formulas
    }

    /// Caches all terms of the smallest sizes.
    fn keep_small(&mut self, size: usize) {
        let sorts = self.fragment.sorts.len();
        let most = if self.is_sample { FEW_KEPT } else { MOST_KEPT };
        let room = most / self.tables.assignments().max(1);
        let mut kept = 0u64;
        self.made.push(vec![Vec::new(); sorts]);
        for size in 1..size {
            let count = (0..sorts).fold(0u64, |sum, sort| sum.saturating_add(self.levels.count(size, sort)));
            kept = kept.saturating_add(count);
            if kept > room as u64 {
                return;
            }
            let mut level = vec![Vec::new(); sorts];
            for (sort, terms) in level.iter_mut().enumerate() {
                for number in 0..self.levels.count(size, sort) {
                    let mut term = Valued::default();
                    self.make(size, sort, number, &mut term);
                    terms.push(term);
                }
            }
            self.made.push(level);
        }
    }

    pub fn fragment(&self) -> &Fragment {
        &self.fragment
    }

    /// The number of formulas of a size, as in [`Formulas::count`], without building tables.
    pub fn count_of(fragment: &Fragment, size: usize) -> u64 {
        Levels::new(fragment, size.min(LARGEST)).count(size, BOOL)
    }

    /// The number of formulas of a size, including those that are left out as renamings of others.
    pub fn count(&self, size: usize) -> u64 {
        self.levels.count(size, BOOL)
    }

    /// The sorts of terms; the first one is that of formulas.
    pub fn sorts(&self) -> usize {
        self.fragment.sorts.len()
    }

    /// The number of terms of a size and a sort, given by its index.
    pub fn count_of_sort(&self, size: usize, sort: usize) -> u64 {
        self.levels.count(size, sort)
    }

    /// The text of the n-th term of a size and a sort, without its values.
    pub fn text(&self, size: usize, sort: usize, number: u64) -> Option<String> {
        if sort >= self.sorts() || number >= self.count_of_sort(size, sort) {
            return None;
        }
        let mut text = String::new();
        self.write(size, sort, number, &mut text);
        Some(text)
    }

    /// Recursive on the size of the term, which is limited.
    fn write(&self, size: usize, sort: usize, number: u64, out: &mut String) {
        if let Some(known) = self.made.get(size).and_then(|level| level[sort].get(number as usize)) {
            out.push_str(&known.text);
            return;
        }
        let Some(parts) = self.levels.parts(&self.fragment, size, sort, number) else { return };
        let production = &self.fragment.productions[parts.production];
        out.push_str(&production.text);
        for (at, (&(size, number), &sort)) in parts.arguments.iter().zip(&production.arguments).enumerate() {
            if at > 0 {
                out.push(' ');
            }
            self.write(size, sort, number, out);
        }
        if !parts.arguments.is_empty() {
            out.push(')');
        }
    }

    /// The number of assignments tried.
    pub fn assignments(&self) -> usize {
        self.tables.assignments()
    }

    /// Whether these are all assignments.
    pub fn is_complete(&self) -> bool {
        self.tables.is_complete()
    }

    /// Whether a formula contains all symbols, and those of one sort in their order. Others are renamings of
    /// such a formula, or belong to a smaller fragment.
    fn is_representative(&self, term: &Valued) -> bool {
        let symbols = &self.fragment.symbols;
        if self.is_sample {
            return symbols.is_empty() || !term.symbols.is_empty();
        }
        if term.symbols.len() != symbols.len() {
            return false;
        }
        let in_order = |pair: (&u8, &u8)| {
            pair.0 < pair.1 || symbols[*pair.0 as usize].sort != symbols[*pair.1 as usize].sort
        };
        let mut pairs = term
            .symbols
            .iter()
            .enumerate()
            .flat_map(|(at, first)| term.symbols[at + 1..].iter().map(move |second| (first, second)));
        pairs.all(in_order)
    }

    /// The n-th formula of a size; `None` if there is none or it is a renaming of another one.
    pub fn formula<'a>(&mut self, size: usize, number: u64, room: &'a mut Valued) -> Option<Formula<'a>> {
        if number >= self.count(size) {
            return None;
        }
        self.make(size, BOOL, number, room);
        if !self.is_representative(room) {
            return None;
        }
        Some(self.valued(room))
    }

    /// The formula of a term that was made before.
    pub fn valued<'a>(&self, term: &'a Valued) -> Formula<'a> {
        Formula { text: &term.text, truth: self.truth(term), term }
    }

    /// The correct answer to a formula, if its values determine it.
    pub fn truth(&self, formula: &Valued) -> Status {
        let values = &formula.values;
        if values.contains(&TRUE) {
            Status::Sat
        } else if self.is_complete() && values.iter().all(|value| *value == FALSE) {
            Status::Unsat
        } else {
            Status::Unknown
        }
    }

    /// Whether a formula is true under these assignments; `None` if its values are unknown or differ.
    pub fn is_true(&self, formula: &Formula<'_>, assignments: &[usize]) -> Option<bool> {
        let mut values = assignments.iter().map(|&at| formula.term.values[at]);
        let first = values.next()?;
        match first {
            TRUE | FALSE if values.all(|value| value == first) => Some(first == TRUE),
            _ => None,
        }
    }

    /// The assignments that agree with a model; symbols that it does not give may have any value. `None` if
    /// there are none, or if a value of the model is not among those tried.
    pub fn assignments_with(&self, given: impl Fn(DeclId) -> Option<Value>) -> Option<Vec<usize>> {
        self.tables.assignments_with(&self.fragment, given).filter(|found| !found.is_empty())
    }

    /// Makes a term. Recursive on its size, which is limited.
    fn make(&mut self, size: usize, sort: usize, number: u64, out: &mut Valued) {
        out.text.clear();
        out.symbols.clear();
        out.values.clear();
        if let Some(known) = self.made.get(size).and_then(|level| level[sort].get(number as usize)) {
            out.text.push_str(&known.text);
            out.symbols.extend_from_slice(&known.symbols);
            out.values.extend_from_slice(&known.values);
            return;
        }
        let Some(parts) = self.levels.parts(&self.fragment, size, sort, number) else { return };
        let sorts = self.fragment.productions[parts.production].arguments.clone();
        let mut arguments: SmallVec<[Valued; 4]> = SmallVec::new();
        for (&(size, number), &sort) in parts.arguments.iter().zip(&sorts) {
            let mut argument = self.spare.pop().unwrap_or_default();
            self.make(size, sort, number, &mut argument);
            arguments.push(argument);
        }
        let production = &self.fragment.productions[parts.production];
        out.text.push_str(&production.text);
        let own = match production.head {
            Leaf::Symbol(symbol) | Leaf::Called { symbol, .. } => Some(symbol as u8),
            Leaf::Value(_) | Leaf::Applied { .. } => None,
        };
        out.symbols.extend(own);
        for (at, argument) in arguments.iter().enumerate() {
            if at > 0 {
                out.text.push(' ');
            }
            out.text.push_str(&argument.text);
            for &symbol in &argument.symbols {
                if !out.symbols.contains(&symbol) {
                    out.symbols.push(symbol);
                }
            }
        }
        if !arguments.is_empty() {
            out.text.push(')');
        }
        let values: SmallVec<[&[Number]; 4]> =
            arguments.iter().map(|argument| &argument.values[..]).collect();
        self.tables.apply(&self.fragment, parts.production, &values, &mut out.values);
        drop(values);
        self.spare.extend(arguments);
    }
}

/// The index of the sort Bool.
const BOOL: usize = 0;
