//! Functions and arrays as tables with a row per use: rows with equal arguments have equal results (Ackermann
//! expansion).

use super::{Encoder, Undecided};
use gainsay_lang::circuit::Word;
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{DeclId, Term};
use gainsay_lang::theory::OpId;
use gainsay_lang::theory::sort::Sort;

/// The function that a table represents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Base {
    Function(DeclId),
    /// An array symbol, as a function of the index.
    Array(Term),
    /// The length of strings.
    Length,
    /// An operator on strings with this many arguments.
    Operator(OpId, usize),
    /// Membership in a language.
    Language(Term),
    /// A partial operator where the standard leaves it open, by its index in `Encoding::open`.
    Open(usize),
}

/// One use: arguments and result.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub arguments: Vec<Word>,
    pub result: Word,
}

#[derive(Default, Debug)]
pub(super) struct Tables {
    /// In the order of first use.
    pub all: Vec<(Base, Vec<Row>)>,
    places: HashMap<Base, usize>,
    results: HashMap<(Base, Vec<Word>), Word>,
}

impl Tables {
    pub fn add(&mut self, base: Base, arguments: Vec<Word>, result: Word) {
        let place = *self.places.entry(base).or_insert_with(|| {
            self.all.push((base, Vec::new()));
            self.all.len() - 1
        });
        self.all[place].1.push(Row { arguments, result });
    }
}

impl Encoder {
    /// The result of a function for these arguments; a new row if they are new.
    pub(super) fn row(&mut self, base: Base, arguments: Vec<Word>, sort: Sort) -> Result<Word, Undecided> {
        let key = (base, arguments);
        if let Some(known) = self.tables.results.get(&key) {
            return Ok(known.clone());
        }
        let result = self.anything(sort)?;
        self.tables.add(base, key.1.clone(), result.clone());
        self.tables.results.insert(key, result.clone());
        Ok(result)
    }

    /// Requires equal results for equal arguments, for all pairs of rows.
    pub(super) fn congruence(&mut self) -> Result<(), Undecided> {
        let all = std::mem::take(&mut self.tables.all);
        for (_, rows) in &all {
            for (at, row) in rows.iter().enumerate() {
                let arguments = row.arguments.concat();
                self.gates.spend(at);
                for earlier in &rows[..at] {
                    let same = self.equal(&earlier.arguments.concat(), &arguments)?;
                    self.equal_if(same, &earlier.result, &row.result);
                }
                if self.gates.is_full() {
                    return Err(Undecided::TooLarge);
                }
            }
        }
        self.tables.all = all;
        Ok(())
    }

    /// Creates the equations between arrays that functions take as arguments. Must precede `array_equations`,
    /// which encodes them.
    pub(super) fn array_arguments(&mut self) -> Result<(), Undecided> {
        let all = std::mem::take(&mut self.tables.all);
        for (_, rows) in &all {
            for (at, row) in rows.iter().enumerate() {
                self.gates.spend(at);
                for (a, b) in
                    rows[..at].iter().flat_map(|row_before| row_before.arguments.iter().zip(&row.arguments))
                {
                    let array = |word: &Word| word.first().and_then(|&wire| self.numbers.array(wire));
                    if let (Some(a), Some(b)) = (array(a), array(b)) {
                        self.array_equation(a, b)?;
                    }
                }
                if self.gates.is_full() {
                    return Err(Undecided::TooLarge);
                }
            }
        }
        self.tables.all = all;
        Ok(())
    }
}
