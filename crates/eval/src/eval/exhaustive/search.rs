//! Backtracking search over the cells; partial assignments that make an assertion false are cut off.
//!
//! Constants are chosen in a fixed order, so that a step is repeated only when a constant that it depends on,
//! or a later one, changes. Steps that depend on constants without a value are run as well: an assertion may
//! be false whatever these are. When all constants are chosen, the entries of functions follow as they are
//! read.

use super::compile::{Compiled, Symbol, SymbolKind, Uses};
use super::program::Step;
use super::words::{PENDING, Word, is_pending};
use crate::eval::Model;
use crate::eval::domain::SortDomains;
use gainsay_lang::script::Terms;
use gainsay_lang::value::{Size, Value};
use smallvec::SmallVec;
use std::rc::Rc;

/// The result of a search.
pub(super) enum Found {
    /// The current words of the cells make every assertion true.
    Satisfied,
    /// Every choice makes an assertion false.
    Nothing,
    /// No choice makes every assertion true, but under some choices an assertion is unknown.
    Undecided,
    OutOfBounds,
}

/// A decision of the search: a cell and its current value.
struct Choice {
    symbol: u32,
    cell: u64,
    elements: Rc<[Word]>,
    at: usize,
}

pub(super) struct Search<'c, 'a> {
    compiled: &'c mut Compiled<'a>,
    /// The constants in the order of choosing.
    order: Vec<u32>,
    /// For each place in `order`, the first step that depends on the constant there; at the end, the first
    /// step that depends on function entries.
    starts: Vec<usize>,
    choices: Vec<Choice>,
    /// The number of partial assignments tried.
    pub tried: u64,
}

impl<'c, 'a> Search<'c, 'a> {
    pub fn new(compiled: &'c mut Compiled<'a>) -> Self {
        let constants: Vec<u32> = (0u32..)
            .zip(&compiled.symbols)
            .filter(|(_, symbol)| matches!(symbol.kind, SymbolKind::Constant(_)))
            .map(|(number, _)| number)
            .collect();
        let sizes: Vec<f64> = constants
            .iter()
            .map(|&number| (compiled.symbols[number as usize].elements.len() as f64).log2())
            .collect();
        // Simple assertions first, so that the search chooses the entries that they read first.
        compiled.goals.sort_by_key(|goal| goal.1.entries);
        let places = order(&compiled.goals, &sizes);
        let mut levels = vec![0; constants.len()];
        for (place, &constant) in places.iter().enumerate() {
            levels[constant as usize] = place + 1;
        }
        let level = |uses: &Uses| match uses.entries {
            1.. => constants.len() + 1,
            0 => uses.iter().map(|constant| levels[constant as usize]).max().unwrap_or(0),
        };
        let mut steps = std::mem::take(&mut compiled.program.steps);
        let level_of = |step: &Step| level(&compiled.uses[step.target as usize]);
        steps.sort_by_cached_key(level_of);
        let starts = (0..=constants.len() + 1)
            .map(|wanted| steps.partition_point(|step| level_of(step) < wanted))
            .collect();
        compiled.program.steps = steps;
        let order = places.into_iter().map(|place| constants[place as usize]).collect();
        Search { compiled, order, starts, choices: Vec::new(), tried: 0 }
    }

    pub fn run(&mut self, assignments: u64) -> Found {
        let mut undecided = false;
        let mut level = 0;
        loop {
            if self.tried >= assignments || self.compiled.state.is_exhausted() {
                return Found::OutOfBounds;
            }
            self.tried += 1;
            let Compiled { program, state, goals, .. } = &mut *self.compiled;
            state.spend(goals.len() as u64);
            let possible = state.run(program, &program.steps[self.starts[level]..]);
            let next = if possible { self.next() } else { Next::Back };
            match next {
                Next::Done => return Found::Satisfied,
                Next::Choose(symbol, cell) => {
                    let elements = Rc::clone(&self.compiled.symbols[symbol as usize].elements);
                    self.set(symbol, cell, elements[0]);
                    self.choices.push(Choice { symbol, cell, elements, at: 0 });
                }
                Next::GiveUp | Next::Back => {
                    undecided |= matches!(next, Next::GiveUp);
                    if !self.go_back() {
                        return match undecided {
                            // The word may be unknown only because the budget ran out.
                            true if self.compiled.state.is_exhausted() => Found::OutOfBounds,
                            true => Found::Undecided,
                            false => Found::Nothing,
                        };
                    }
                }
            }
            level = self.choices.len().min(self.order.len() + 1);
        }
    }

    /// Steps done, given the number allowed.
    pub fn steps(&self, allowed: u64) -> u64 {
        allowed - self.compiled.state.steps
    }

    /// The next move of the search where no assertion is false.
    fn next(&self) -> Next {
        let slots = &self.compiled.state.slots;
        let mut open =
            self.compiled.goals.iter().map(|goal| slots[goal.0 as usize]).filter(|&word| word != 1);
        let Some(first) = open.next() else { return Next::Done };
        let Some(pending) = std::iter::once(first).chain(open).find(|&word| is_pending(word)) else {
            return Next::GiveUp;
        };
        if let Some(&symbol) = self.order.get(self.choices.len()) {
            return Next::Choose(symbol, self.compiled.symbols[symbol as usize].first);
        }
        let cell = pending & !PENDING;
        let after = self.compiled.symbols.partition_point(|symbol| symbol.first <= cell);
        Next::Choose(after as u32 - 1, cell)
    }

    /// Backtracks: the most recent choice with values left takes its next one.
    fn go_back(&mut self) -> bool {
        while let Some(mut choice) = self.choices.pop() {
            choice.at += 1;
            if let Some(&word) = choice.elements.get(choice.at) {
                self.set(choice.symbol, choice.cell, word);
                self.choices.push(choice);
                return true;
            }
            self.set(choice.symbol, choice.cell, PENDING | choice.cell);
        }
        false
    }

    fn set(&mut self, symbol: u32, cell: u64, word: Word) {
        let state = &mut self.compiled.state;
        match self.compiled.symbols[symbol as usize] {
            Symbol { kind: SymbolKind::Constant(slot), .. } => state.slots[slot as usize] = word,
            Symbol { kind: SymbolKind::Table { table, .. }, first, .. } => {
                state.tables[table as usize].words[(cell - first) as usize] = word;
            }
        }
    }

    /// The model of the current assignment; cells without a value get any.
    pub fn model(&self, terms: &Terms, base: &Model) -> Option<Model> {
        let mut model = base.clone();
        let words = &self.compiled.state.words;
        for symbol in &self.compiled.symbols {
            let any = symbol.elements[0];
            let value = |word: Word| words.value(symbol.result, if word < PENDING { word } else { any });
            let value = match &symbol.kind {
                SymbolKind::Constant(slot) => value(self.compiled.state.slots[*slot as usize]),
                SymbolKind::Table { table, arguments } => {
                    let table = &self.compiled.state.tables[*table as usize];
                    let chosen = table.words.iter().enumerate().filter(|(_, word)| **word < PENDING);
                    let entries = chosen.map(|(place, &word)| {
                        let mut place = place as u64;
                        let mut at: Vec<Value> = Vec::new();
                        for (&radix, &code) in table.radices.iter().zip(arguments).rev() {
                            at.push(words.value(code, place % radix));
                            place /= radix;
                        }
                        at.reverse();
                        (at, value(word))
                    });
                    function(terms, &model, symbol, value(any), entries.collect())?
                }
            };
            model.set(terms, symbol.decl, value).ok()?;
        }
        model.complete_with_defaults = true;
        Some(model)
    }
}

enum Next {
    /// Every assertion is true.
    Done,
    /// Branch on this cell of the symbol.
    Choose(u32, u64),
    /// Some assertion is unknown, and no choice can change that.
    GiveUp,
    /// Some assertion is false.
    Back,
}

/// The value of a symbol with entries: a function, or an array.
fn function(
    terms: &Terms,
    model: &Model,
    symbol: &Symbol,
    default: Value,
    entries: Vec<(Vec<Value>, Value)>,
) -> Option<Value> {
    let domains = SortDomains { terms, model };
    let declared = terms.decl(symbol.decl);
    let sorts = declared.arg_sorts()?;
    if !sorts.is_empty() {
        return Value::table(sorts.len() as u32, domains.size_of_all(&sorts), default, entries);
    }
    let (index, _) = terms.sorts.array_parts(declared.result_sort())?;
    let size: Size = domains.size_of_all(&[index]);
    let entries =
        entries.into_iter().map(|(mut at, value)| Some((at.pop()?, value))).collect::<Option<_>>()?;
    Value::array(size, default, entries)
}

/// The order in which constants are chosen: repeatedly all those of the assertion with the fewest
/// combinations left. Declaration order if computing this would cost too much.
fn order(goals: &[(u32, Uses)], sizes: &[f64]) -> Vec<u32> {
    const MOST_WORK: usize = 1 << 24;
    let mentioned: usize = goals.iter().map(|goal| goal.1.iter().count()).sum();
    if mentioned.saturating_mul(goals.len().min(sizes.len())) > MOST_WORK {
        return (0..sizes.len() as u32).collect();
    }
    let mut left = vec![true; sizes.len()];
    let mut order: Vec<u32> = Vec::new();
    let mut open: Vec<SmallVec<[u32; 8]>> = goals.iter().map(|goal| goal.1.iter().collect()).collect();
    loop {
        for constants in &mut open {
            constants.retain(|constant| left[*constant as usize]);
        }
        open.retain(|constants| !constants.is_empty());
        let cost =
            |constants: &[u32]| constants.iter().map(|&constant| sizes[constant as usize]).sum::<f64>();
        let Some(next) = open.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))) else { break };
        for &constant in next {
            left[constant as usize] = false;
            order.push(constant);
        }
    }
    order.extend((0u32..).zip(&left).filter(|(_, left)| **left).map(|(constant, _)| constant));
    order
}
