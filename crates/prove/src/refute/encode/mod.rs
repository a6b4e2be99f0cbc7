//! Encodes a question as clauses. Every model of the question gives values to the variables that satisfy the
//! clauses, so a proof that the clauses are unsatisfiable refutes the question.
//!
//! A term becomes a word of wires. Constants become fresh words; functions and arrays become tables with a
//! row per use, where equal arguments force equal results (Ackermann expansion; `tables.rs`, `arrays.rs`).
//! Elements of a declared sort are numbers. As many as there are words of the sort are enough, and they are
//! numbered in order of appearance, since any model can be renamed accordingly.

mod arrays;
mod connectives;
mod data;
mod expand;
mod number_operators;
mod numbers;
mod operators;
mod read_back;
mod small_arrays;
mod strings;
mod tables;
mod unfold;

use super::arithmetic::{Arithmetic, Linear};
use arrays::Arrays;
use data::Layouts;
use gainsay_eval::eval::{PartialFunction, Rejection};
use gainsay_lang::circuit::{Clauses, Gates, Wire, Word};
use gainsay_lang::hash::HashMap;
use gainsay_lang::quote::one_line;
use gainsay_lang::script::walk::{TermMap, Walker};
use gainsay_lang::script::{Claims, DeclId, DeclKind, Function, Literal, Question, Term, Terms, View};
use gainsay_lang::theory::Connective;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::{Rational, RoundingMode};
use numbers::Numbers;
use small_arrays::SmallArray;
use std::fmt;
use strings::Strings;
use tables::{Base, Tables};
pub(super) use unfold::inlined;

/// The clauses of a question, and the meaning of their variables.
#[derive(Debug)]
pub struct Encoding {
    claims: Claims,
    clauses: Clauses,
    terms: Terms,
    /// The words of constants.
    symbols: Vec<(DeclId, Word)>,
    tables: Tables,
    arrays: Arrays,
    numbers: Numbers,
    /// Partial functions, with the sorts of their results.
    open: Vec<(PartialFunction, Sort)>,
    layouts: Layouts,
    small_arrays: HashMap<Sort, SmallArray>,
    element_bits: HashMap<Sort, usize>,
    assertions: Vec<Wire>,
    strings: Strings,
}

/// The meaning of a word of the clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The symbol, or `assertion` and a number.
    pub name: String,
    pub sort: String,
    /// The literals of its bits, the least significant first; constant bits are `true` and `false`.
    pub bits: Vec<String>,
    /// For a number, its sum of the numeric variables `n0`, `n1` and so on.
    pub number: Option<String>,
}

/// Why a question is not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    NotUnderstood,
    Quantifier,
    /// There is no circuit for this operator.
    Operator(String),
    /// This function of the script cannot be a table.
    Function(String),
    /// Elements of this sort have no words.
    Sort(String),
    TooLarge,
    OutOfWork,
    /// The values found do not match the products of variables.
    Products,
    /// The values found do not determine the letters of strings.
    Strings,
    /// The model cannot be expressed.
    NoModel,
    /// The evaluator does not accept the model.
    Rejected(Rejection),
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::NotUnderstood => f.write_str("the script was not understood"),
            Undecided::Quantifier => f.write_str("it has quantifiers or other binders"),
            Undecided::Operator(name) => write!(f, "there is no circuit for `{}`", one_line(name)),
            Undecided::Function(name) => {
                write!(f, "there is no circuit for the function `{}`", one_line(name))
            }
            Undecided::Sort(name) => write!(f, "there are no circuits for the sort {}", one_line(name)),
            Undecided::TooLarge => f.write_str("it needs too many clauses"),
            Undecided::OutOfWork => f.write_str("the work limit was reached"),
            Undecided::Products => f.write_str("too little is known of its products of variables"),
            Undecided::Strings => f.write_str("too little is known of its strings"),
            Undecided::NoModel => f.write_str("the model that was found cannot be written down"),
            Undecided::Rejected(rejection) => {
                write!(f, "the model that was found is no witness: {rejection}")
            }
        }
    }
}

/// Largest width of a word; circuits of wider ones would be too large.
pub(super) const WIDEST: usize = 4096;
/// Work charged for an entry in a cache.
const REMEMBERED: usize = 8;

impl Encoding {
    /// Encodes a question; fails if it needs more than about `most_clauses` clauses.
    pub fn of(question: &Question<'_>, most_clauses: usize) -> Result<Encoding, Undecided> {
        if !question.is_understood() {
            return Err(Undecided::NotUnderstood);
        }
        let mut terms = question.terms.clone();
        let assertions = unfold::assertions(&mut terms, question.assertions())?;
        let mut bits = element_bits(&terms, &assertions);
        loop {
            let mut encoder = Encoder::new(terms, bits, most_clauses);
            let literals = encoder.assertions(&assertions)?;
            encoder.finish()?;
            let Some(more) = encoder.missing_bits() else {
                return encoder.into_encoding(question.claims(), literals);
            };
            (terms, bits) = (encoder.terms, more);
        }
    }

    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// The meaning of the variables that state something about numbers.
    pub fn arithmetic(&self) -> &Arithmetic {
        &self.numbers.arithmetic
    }

    /// The words of symbols and assertions.
    pub fn meanings(&self) -> Vec<Meaning> {
        let bit =
            |wire: &Wire| wire.known().map_or_else(|| wire.to_dimacs().to_string(), |is| is.to_string());
        let meaning = |name: String, sort: Sort, word: &[Wire]| Meaning {
            name,
            sort: self.terms.sorts.to_text(&self.terms.symbols, sort),
            number: self.numbers.sum(word).map(Linear::to_string),
            bits: if self.numbers.sum(word).is_some() { Vec::new() } else { word.iter().map(bit).collect() },
        };
        let symbols = self.symbols.iter().map(|(decl, word)| {
            let decl = self.terms.decl(*decl);
            meaning(self.terms.symbols.name(decl.name).to_owned(), decl.result_sort(), word)
        });
        let assertions = self.assertions.iter().enumerate();
        let assertions =
            assertions.map(|(at, &wire)| meaning(format!("assertion {}", at + 1), Sort::BOOL, &[wire]));
        symbols.chain(assertions).collect()
    }
}

/// A first estimate of the bits that number the elements of each declared sort: an element for each of its
/// terms.
fn element_bits(terms: &Terms, assertions: &[Term]) -> HashMap<Sort, usize> {
    let mut counts: HashMap<Sort, usize> = HashMap::default();
    for term in terms.postorder(assertions) {
        let sort = terms.sort(term);
        if terms.sorts.kind(sort).is_named() && terms.datatype(sort).is_none() {
            *counts.entry(sort).or_default() += 1;
        }
    }
    counts.into_iter().map(|(sort, count)| (sort, bits_for(count))).collect()
}

/// Whether values of a sort are represented by numbers, and have no bits.
fn is_number(sort: Sort) -> bool {
    [Sort::INT, Sort::REAL, Sort::STRING].contains(&sort)
}

/// The bits needed to number this many things.
fn bits_for(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}

struct Encoder {
    terms: Terms,
    gates: Gates,
    /// The position in `wires` of each encoded term's word; arrays have none.
    places: TermMap<Option<(u32, u32)>>,
    wires: Vec<Wire>,
    symbols: Vec<(DeclId, Word)>,
    tables: Tables,
    arrays: Arrays,
    numbers: Numbers,
    strings: Strings,
    open: Vec<(PartialFunction, Sort)>,
    layouts: Layouts,
    small_arrays: HashMap<Sort, SmallArray>,
    element_bits: HashMap<Sort, usize>,
    /// For each declared sort, the number of unconstrained words.
    elements: HashMap<Sort, usize>,
}

impl Encoder {
    fn new(terms: Terms, element_bits: HashMap<Sort, usize>, most_clauses: usize) -> Encoder {
        let mut encoder = Encoder {
            terms,
            gates: Gates::new(most_clauses),
            places: TermMap::new(None),
            wires: Vec::new(),
            symbols: Vec::new(),
            tables: Tables::default(),
            arrays: Arrays::default(),
            numbers: Numbers::default(),
            strings: Strings::default(),
            open: Vec::new(),
            layouts: Layouts::default(),
            small_arrays: HashMap::default(),
            element_bits,
            elements: HashMap::default(),
        };
        encoder.lay_out();
        encoder
    }

    /// Requires all assertions, and returns their wires. An equation with a symbol that was not used before
    /// defines the symbol, which then shares the word of the other side.
    fn assertions(&mut self, assertions: &[Term]) -> Result<Vec<Wire>, Undecided> {
        let mut walker = Walker::default();
        let mut literals = Vec::new();
        for &assertion in assertions {
            if let Some((symbol, meaning)) = self.equation(assertion) {
                self.encode_below(&mut walker, meaning)?;
                if self.places.get(symbol).is_none() {
                    self.name(symbol, meaning)?;
                    literals.push(Wire::TRUE);
                    continue;
                }
            }
            self.encode_below(&mut walker, assertion)?;
            let word = self.word(assertion)?;
            literals.push(word[0]);
            self.gates.require(&word);
        }
        Ok(literals)
    }

    /// The symbol and the term of an assertion that is an equation with a constant symbol not used before.
    fn equation(&self, assertion: Term) -> Option<(Term, Term)> {
        let (Some(Connective::Equal), &[left, right]) =
            (self.terms.connective(assertion), self.terms.children(assertion))
        else {
            return None;
        };
        let is_new = |term: Term| {
            let decl = self.terms.declaration(term).map(|decl| self.terms.decl(decl));
            decl.is_some_and(|decl| decl.is_free() && decl.arity() == 0) && self.places.get(term).is_none()
        };
        let same_sort = self.terms.sort(left) == self.terms.sort(right);
        match (is_new(left), is_new(right)) {
            _ if !same_sort || left == right || self.is_wordless(left) => None,
            (true, _) => Some((left, right)),
            (_, true) => Some((right, left)),
            _ => None,
        }
    }

    fn name(&mut self, symbol: Term, meaning: Term) -> Result<(), Undecided> {
        if self.is_array(meaning) {
            self.set_word(symbol, &[]);
            self.arrays.rename(symbol, meaning);
            return Ok(());
        }
        let word = self.word(meaning)?;
        if let Some(decl) = self.terms.declaration(symbol) {
            self.symbols.push((decl, word.clone()));
        }
        self.set_word(symbol, &word);
        Ok(())
    }

    fn encode_below(&mut self, walker: &mut Walker, root: Term) -> Result<(), Undecided> {
        let places = &self.places;
        let order = walker.postorder_where(&self.terms, &[root], |term| places.get(term).is_none()).to_vec();
        for term in order {
            let word = self.encode(term)?;
            if self.gates.is_full() {
                return Err(Undecided::TooLarge);
            }
            let has_word = !self.is_array(term) && !self.is_wordless(term);
            if has_word && word.len() != self.width(self.terms.sort(term))? {
                let operator = self.terms.op(term).map(|op| Undecided::Operator(op.op().name.to_owned()));
                return Err(operator.unwrap_or_else(|| self.no_sort(self.terms.sort(term))));
            }
            self.set_word(term, &word);
        }
        Ok(())
    }

    fn set_word(&mut self, term: Term, word: &[Wire]) {
        self.places.set(term, Some((self.wires.len() as u32, word.len() as u32)));
        self.wires.extend_from_slice(word);
    }

    /// The word of an encoded term.
    fn word(&self, term: Term) -> Result<Word, Undecided> {
        let (start, len) = self.places.get(term).ok_or(Undecided::NotUnderstood)?;
        Ok(self.wires[start as usize..(start + len) as usize].to_vec())
    }

    fn words(&self, terms: &[Term]) -> Result<Vec<Word>, Undecided> {
        terms.iter().map(|&term| self.word(term)).collect()
    }

    /// Whether a term is an array without a word.
    fn is_array(&self, term: Term) -> bool {
        self.terms.sorts.array_parts(self.terms.sort(term)).is_some() && !self.is_small_array(term)
    }

    fn no_sort(&self, sort: Sort) -> Undecided {
        Undecided::Sort(self.terms.sorts.to_text(&self.terms.symbols, sort))
    }

    /// The number of bits of a sort's values.
    fn width(&self, sort: Sort) -> Result<usize, Undecided> {
        match self.terms.sorts.kind(sort) {
            SortKind::Bool => Ok(1),
            // One wire that stands for a number.
            SortKind::Int | SortKind::Real | SortKind::String => Ok(1),
            SortKind::BitVec(width) if *width as usize > WIDEST => Err(Undecided::TooLarge),
            SortKind::BitVec(width) => Ok(*width as usize),
            SortKind::RoundingMode => Ok(bits_for(RoundingMode::ALL.len())),
            SortKind::Float(..) => match self.format(sort).map(|format| format.width() as usize) {
                Some(width) if width > WIDEST => Err(Undecided::TooLarge),
                Some(width) => Ok(width),
                None => Err(self.no_sort(sort)),
            },
            kind if kind.is_named() => match self.layouts.get(&sort) {
                Some(layout) => Ok(layout.width),
                None if self.terms.datatype(sort).is_some() => Err(self.no_sort(sort)),
                None => Ok(self.element_bits.get(&sort).copied().unwrap_or(0)),
            },
            _ => match self.small_arrays.get(&sort) {
                Some(array) => Ok(array.width()),
                None => Err(self.no_sort(sort)),
            },
        }
    }

    /// The number of bits of a sort's values if they can be part of a longer word; numbers cannot.
    fn bits(&self, sort: Sort) -> Option<usize> {
        self.width(sort).ok().filter(|_| !is_number(sort))
    }

    /// A fresh word, constrained to be some value of the sort.
    fn anything(&mut self, sort: Sort) -> Result<Word, Undecided> {
        if is_number(sort) {
            let number = if sort == Sort::STRING { self.any_string() } else { self.any_number(sort) };
            return Ok(self.number(number));
        }
        let width = self.width(sort)?;
        let word = self.gates.fresh_word(width);
        self.require_value(sort, &word);
        Ok(word)
    }

    /// Larger widths for declared sorts that turned out to have more words than elements; `None` if the
    /// widths suffice.
    fn missing_bits(&self) -> Option<HashMap<Sort, usize>> {
        let is_short =
            |(sort, count): (&Sort, &usize)| *count > 1 << self.element_bits.get(sort).copied().unwrap_or(0);
        if !self.elements.iter().any(is_short) {
            return None;
        }
        let mut bits = self.element_bits.clone();
        for (&sort, &count) in &self.elements {
            let least = bits.entry(sort).or_default();
            *least = (*least).max(bits_for(count));
        }
        Some(bits)
    }

    fn encode(&mut self, term: Term) -> Result<Word, Undecided> {
        if self.is_wordless(term) {
            return self.wordless(term);
        }
        match self.terms.view(term) {
            View::Literal(Literal::Bool(value)) => Ok(vec![Wire::constant(*value)]),
            View::Literal(Literal::Int(value)) => {
                let value = Rational::from(value.clone());
                Ok(self.number(Linear::constant(value)))
            }
            View::Literal(Literal::Real(value)) => {
                let value = value.clone();
                Ok(self.number(Linear::constant(value)))
            }
            View::Literal(Literal::Text(text)) => {
                let text = text.clone();
                let string = self.written(&text);
                Ok(self.number(string))
            }
            View::Literal(Literal::Field(_)) => Err(self.no_sort(self.terms.sort(term))),
            View::Literal(Literal::Bits(bits)) => {
                if bits.width() as usize > WIDEST {
                    return Err(Undecided::TooLarge);
                }
                Ok((0..bits.width()).map(|at| Wire::constant(bits.bit(at))).collect())
            }
            View::Annotated(inner, ..) if self.is_array(term) => {
                self.arrays.rename(term, inner);
                Ok(Word::new())
            }
            View::Annotated(inner, ..) => self.word(inner),
            View::Variable(_) | View::Bind(..) | View::Match(..) => Err(Undecided::Quantifier),
            View::Apply(function, arguments) => {
                let arguments = arguments.to_vec();
                match self.terms.function(function).clone() {
                    Function::Op(op, indices) => self.operator(term, op.op(), &indices, &arguments),
                    Function::Declared(decl) => self.declared(term, decl, &arguments),
                    Function::Tester(decl) => self.tested(decl, arguments[0]),
                    _ => Err(Undecided::NotUnderstood),
                }
            }
        }
    }

    fn no_function(&self, decl: DeclId) -> Undecided {
        Undecided::Function(self.terms.symbols.name(self.terms.decl(decl).name).to_owned())
    }

    fn declared(&mut self, term: Term, decl: DeclId, arguments: &[Term]) -> Result<Word, Undecided> {
        let declared = self.terms.decl(decl);
        let sort = self.terms.sort(term);
        match declared.kind {
            DeclKind::Constructor { .. } => self.constructed(sort, decl, arguments),
            DeclKind::Selector { .. } if arguments.len() == 1 => self.selected(decl, arguments[0]),
            DeclKind::Free if declared.arity() != arguments.len() => Err(self.no_function(decl)),
            DeclKind::Free if arguments.is_empty() => {
                if self.is_array(term) {
                    return Ok(Word::new());
                }
                let word = self.anything(sort)?;
                self.symbols.push((decl, word.clone()));
                Ok(word)
            }
            // A regular language has no word, so it cannot be an argument.
            DeclKind::Free if self.is_array(term) || arguments.iter().any(|&it| self.is_wordless(it)) => {
                Err(self.no_function(decl))
            }
            DeclKind::Free => {
                let mut words = Vec::with_capacity(arguments.len());
                for &argument in arguments {
                    let is_array = self.is_array(argument);
                    words.push(if is_array { self.array_word(argument) } else { self.word(argument)? });
                }
                self.row(Base::Function(decl), words, sort)
            }
            DeclKind::Defined { .. } | DeclKind::Named(_) | DeclKind::Selector { .. } => {
                Err(self.no_function(decl))
            }
        }
    }

    fn finish(&mut self) -> Result<(), Undecided> {
        self.open_congruence()?;
        self.written_lengths();
        self.array_arguments()?;
        self.array_equations()?;
        self.congruence()?;
        // Gates made after the limit was reached are meaningless.
        if self.gates.is_full() { Err(Undecided::TooLarge) } else { Ok(()) }
    }

    /// Fails if a wire without bits (a number or an array) is in a clause: some operator took it for a bit.
    fn into_encoding(self, claims: Claims, assertions: Vec<Wire>) -> Result<Encoding, Undecided> {
        let clauses = self.gates.into_clauses();
        if clauses.iter().flatten().any(|literal| self.numbers.is_opaque(literal.variable())) {
            return Err(Undecided::NotUnderstood);
        }
        Ok(Encoding {
            claims,
            clauses,
            terms: self.terms,
            symbols: self.symbols,
            tables: self.tables,
            arrays: self.arrays,
            numbers: self.numbers,
            open: self.open,
            layouts: self.layouts,
            small_arrays: self.small_arrays,
            element_bits: self.element_bits,
            assertions,
            strings: self.strings,
        })
    }
}
