//! Values as machine words, so that a search over small domains computes with numbers.
//!
//! A bit-vector, float, Boolean or rounding mode is represented by its bits. Values of other sorts are
//! numbered: those of a small sort in the order of its elements, others when first seen. Two kinds of words
//! above these are not values.

use crate::eval::domain::SortDomains;
use gainsay_lang::hash::HashMap;
use gainsay_lang::theory::Domains;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::{Bits, Float, Format, RoundingMode, Size, Value};
use std::cell::RefCell;
use std::rc::Rc;

pub(super) type Word = u64;

/// The word of a value that stays unknown whatever the search chooses.
pub(super) const UNKNOWN: Word = Word::MAX;

/// A flag, combined with the number of a cell: the value depends on that cell, which has no value yet.
pub(super) const PENDING: Word = 1 << 63;

/// Limit on the listed elements of all sorts together.
const MAX_LISTED: u64 = 1 << 21;

/// Limit on the numbered values of one sort whose elements are not listed; further values are unknown.
const MAX_NUMBERED: usize = 1 << 20;

/// The widest bit-vectors and floats that are represented by their bits.
const MAX_WIDTH: u32 = 62;

#[inline]
pub(super) fn is_value(word: Word) -> bool {
    word < PENDING
}

pub(super) fn is_pending(word: Word) -> bool {
    word >= PENDING && word != UNKNOWN
}

/// The index of the encoding of a sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct CodeId(u32);

struct Code {
    form: Form,
    /// The words of all elements; only for small sorts.
    elements: Option<Rc<[Word]>>,
    /// An exclusive upper bound of all words, if there is one and different words are different elements.
    radix: Option<u64>,
    values: Vec<Value>,
    numbers: HashMap<Value, Word>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    Bool,
    Mode,
    Bits(u32),
    Float(Format),
    Numbered,
}

/// The encodings of all sorts of a script.
pub(super) struct Words<'a> {
    domains: SortDomains<'a>,
    codes: Vec<Code>,
    by_sort: HashMap<Sort, CodeId>,
    /// Limit on the elements of a listed sort.
    max_domain: u64,
    /// The number of elements listed, of all sorts.
    listed: u64,
}

impl<'a> Words<'a> {
    pub fn new(domains: SortDomains<'a>, max_domain: u64) -> Self {
        Words { domains, codes: Vec::new(), by_sort: HashMap::default(), max_domain, listed: 0 }
    }

    /// The code of a sort, if it has one already.
    pub fn known(&self, sort: Sort) -> Option<CodeId> {
        self.by_sort.get(&sort).copied()
    }

    pub fn code(&mut self, sort: Sort) -> CodeId {
        if let Some(id) = self.known(sort) {
            return id;
        }
        let form = match *self.domains.terms.sorts.kind(sort) {
            SortKind::Bool => Form::Bool,
            SortKind::RoundingMode => Form::Mode,
            SortKind::BitVec(width) if width <= MAX_WIDTH => Form::Bits(width),
            SortKind::Float(eb, sb) if eb + sb <= MAX_WIDTH => {
                Format::new(eb, sb).map_or(Form::Numbered, Form::Float)
            }
            _ => Form::Numbered,
        };
        let mut code =
            Code { form, elements: None, radix: None, values: Vec::new(), numbers: HashMap::default() };
        code.list(self.domains, sort, self.max_domain.min(MAX_LISTED - self.listed));
        self.listed += code.elements.as_ref().map_or(0, |elements| elements.len() as u64);
        let id = CodeId(self.codes.len() as u32);
        self.codes.push(code);
        self.by_sort.insert(sort, id);
        id
    }

    /// The words of all elements of a small sort.
    pub fn elements(&self, code: CodeId) -> Option<Rc<[Word]>> {
        self.codes[code.0 as usize].elements.clone()
    }

    /// An exclusive upper bound of the sort's words, if different words are different elements.
    pub fn radix(&self, code: CodeId) -> Option<u64> {
        self.codes[code.0 as usize].radix
    }

    /// Whether different words are different elements.
    pub fn is_exact(&self, code: CodeId) -> bool {
        let code = &self.codes[code.0 as usize];
        code.radix.is_some() || !matches!(code.form, Form::Numbered)
    }

    /// The width of bit-vectors that are represented by their bits.
    pub fn width(&self, code: CodeId) -> Option<u32> {
        match self.codes[code.0 as usize].form {
            Form::Bits(width) => Some(width),
            _ => None,
        }
    }

    pub fn word(&mut self, code: CodeId, value: &Value) -> Word {
        self.codes[code.0 as usize].word(value)
    }

    pub fn value(&self, code: CodeId, word: Word) -> Value {
        let code = &self.codes[code.0 as usize];
        match code.form {
            Form::Bool => Value::Bool(word != 0),
            Form::Mode => Value::Mode(RoundingMode::ALL[word as usize]),
            Form::Bits(width) => Value::Bits(Bits::from_u64(width, word)),
            Form::Float(format) => {
                Value::float(Float::from_bits(format, &Bits::from_u64(format.width(), word)))
            }
            Form::Numbered => code.values[word as usize].clone(),
        }
    }
}

thread_local! {
    /// The words of small sorts, cached across scripts.
    static LISTS: RefCell<HashMap<Form, Rc<[Word]>>> = RefCell::default();
}

/// Largest list of words in the cache.
const MAX_KEPT: usize = 1 << 16;
/// Most lists in the cache; it is cleared when full.
const MOST_LISTS: usize = 32;

impl Form {
    /// The words of all elements of a small sort, if its form determines them.
    fn elements(self) -> Option<Rc<[Word]>> {
        if let Some(known) = LISTS.with_borrow(|lists| lists.get(&self).cloned()) {
            return Some(known);
        }
        let words: Rc<[Word]> = match self {
            Form::Bool => Rc::new([0, 1]),
            Form::Mode => (0..RoundingMode::ALL.len() as Word).collect(),
            Form::Bits(width) => (0..1 << width).collect(),
            Form::Float(format) => {
                Float::all(format).map(|float| float.to_bits().to_word().unwrap_or(UNKNOWN)).collect()
            }
            Form::Numbered => return None,
        };
        if words.len() <= MAX_KEPT {
            LISTS.with_borrow_mut(|lists| {
                if lists.len() >= MOST_LISTS {
                    lists.clear();
                }
                lists.insert(self, Rc::clone(&words));
            });
        }
        Some(words)
    }
}

impl Code {
    fn list(&mut self, domains: SortDomains<'_>, sort: Sort, max_domain: u64) {
        let small = matches!(domains.size(sort), Size::Finite(size) if size <= max_domain);
        match self.form {
            Form::Bool => self.radix = Some(2),
            Form::Mode => self.radix = Some(RoundingMode::ALL.len() as u64),
            Form::Bits(width) => self.radix = Some(1 << width),
            Form::Float(format) => self.radix = Some(1 << format.width()),
            Form::Numbered => {}
        }
        if !small {
            return;
        }
        self.elements = self.form.elements();
        if self.elements.is_some() {
            return;
        }
        let Some(elements) = domains.elements(sort, max_domain) else { return };
        let exact = elements.iter().all(Value::is_plain);
        let words: Vec<Word> = elements.iter().map(|element| self.word(element)).collect();
        if exact {
            self.radix = Some(words.len() as u64);
        }
        self.elements = Some(words.into());
    }

    fn word(&mut self, value: &Value) -> Word {
        match (self.form, value) {
            (Form::Bool, Value::Bool(value)) => Word::from(*value),
            (Form::Mode, Value::Mode(mode)) => *mode as Word,
            (Form::Bits(_), Value::Bits(bits)) => bits.to_word().unwrap_or(UNKNOWN),
            (Form::Float(_), Value::Float(float)) => float.to_bits().to_word().unwrap_or(UNKNOWN),
            (Form::Numbered, _) => match self.numbers.get(value) {
                Some(&number) => number,
                // All elements are listed, or no more values can be numbered.
                None if self.radix.is_some() || self.values.len() >= MAX_NUMBERED => UNKNOWN,
                None => {
                    let number = self.values.len() as Word;
                    self.values.push(value.clone());
                    self.numbers.insert(value.clone(), number);
                    number
                }
            },
            // Not a value of the sort.
            _ => UNKNOWN,
        }
    }
}
