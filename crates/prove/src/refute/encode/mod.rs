//! A question as clauses. Whoever has a model of the question has values for all variables under which the clauses hold, so a
//! proof that they cannot all hold refutes the question.
//!
//! A term is a word of wires. What is declared is any word; functions and arrays are tables of which only the rows that are
//! asked for exist, two with equal arguments having equal results (`tables.rs`, `arrays.rs`). A declared sort has no more
//! elements than there are words of it: each is a number, and they are numbered in the order of their appearance, which any
//! model can be renamed to.

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
use crate::circuit::{Clauses, Gates, Wire, Word};
use crate::eval::{PartialFunction, Rejection};
use crate::hash::HashMap;
use crate::quote::one_line;
use crate::script::walk::{TermMap, Walker};
use crate::script::{Claims, DeclId, DeclKind, Function, Literal, Question, Term, Terms, View};
use crate::theory::Connective;
use crate::theory::sort::{Sort, SortKind};
use crate::value::{Rational, RoundingMode};
use arrays::Arrays;
use data::Layouts;
use numbers::Numbers;
use small_arrays::SmallArray;
use std::fmt;
use strings::Strings;
use tables::{Base, Tables};
pub(super) use unfold::inlined;

/// The clauses of a question, and what their variables mean.
#[derive(Debug)]
pub struct Encoding {
    claims: Claims,
    clauses: Clauses,
    terms: Terms,
    /// The words of symbols without arguments.
    symbols: Vec<(DeclId, Word)>,
    tables: Tables,
    arrays: Arrays,
    numbers: Numbers,
    /// Functions that the standard leaves open somewhere, with the sorts of their results.
    open: Vec<(PartialFunction, Sort)>,
    layouts: Layouts,
    small_arrays: HashMap<Sort, SmallArray>,
    element_bits: HashMap<Sort, usize>,
    assertions: Vec<Wire>,
    strings: Strings,
}

/// What a word of the clauses means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The symbol, or the number of the assertion.
    pub name: String,
    pub sort: String,
    /// The literals of its bits, the least significant first; `true` and `false` are written so.
    pub bits: Vec<String>,
    /// For a number, the sum that it is of the numbers `n0`, `n1` and so on.
    pub number: Option<String>,
}

/// Why a question is not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    NotUnderstood,
    Quantifier,
    /// An operator without a circuit.
    Operator(String),
    /// A function of the script that is no plain function of words.
    Function(String),
    /// A sort whose elements are no words.
    Sort(String),
    TooLarge,
    OutOfWork,
    /// The values that were found do not fit its products of variables.
    Products,
    /// The values that were found say nothing about the letters of strings.
    Strings,
    /// The model that was found cannot be written down.
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

/// Circuits of wider vectors would be too large.
pub(super) const WIDEST: usize = 4096;
/// The work that a part of what is remembered counts as.
const REMEMBERED: usize = 8;

impl Encoding {
    /// The clauses of a question, about so many of them at most.
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

    /// What variables of the clauses say about numbers.
    pub fn arithmetic(&self) -> &Arithmetic {
        &self.numbers.arithmetic
    }

    /// What the variables of the clauses mean: the symbols, and the assertions.
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

/// How many bits number the elements of each declared sort, if there are no more words of it than terms.
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

/// Whether values of a sort stand for numbers, and have no bits.
fn is_number(sort: Sort) -> bool {
    [Sort::INT, Sort::REAL, Sort::STRING].contains(&sort)
}

/// How many bits number so many things.
fn bits_for(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}

struct Encoder {
    terms: Terms,
    gates: Gates,
    /// Where the word of each term is, for those that are encoded; arrays have none.
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
    /// How many words of each declared sort may be anything.
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

    /// Requires all assertions, and gives the wire of each. An equation of a symbol that nothing was said about yet makes it
    /// another name of the other side.
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

    /// A symbol without arguments that the assertion says to be equal to another term. Nothing was said about the symbol yet.
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

    /// The word of a term that was encoded.
    fn word(&self, term: Term) -> Result<Word, Undecided> {
        let (start, len) = self.places.get(term).ok_or(Undecided::NotUnderstood)?;
        Ok(self.wires[start as usize..(start + len) as usize].to_vec())
    }

    fn words(&self, terms: &[Term]) -> Result<Vec<Word>, Undecided> {
        terms.iter().map(|&term| self.word(term)).collect()
    }

    /// Whether a term is an array that is no word.
    fn is_array(&self, term: Term) -> bool {
        self.terms.sorts.array_parts(self.terms.sort(term)).is_some() && !self.is_small_array(term)
    }

    fn no_sort(&self, sort: Sort) -> Undecided {
        Undecided::Sort(self.terms.sorts.to_text(&self.terms.symbols, sort))
    }

    /// How many bits a value of a sort has.
    fn width(&self, sort: Sort) -> Result<usize, Undecided> {
        match self.terms.sorts.kind(sort) {
            SortKind::Bool => Ok(1),
            // One wire, which stands for the number.
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

    /// How many bits a value of a sort has that may lie in a longer word: a number has none.
    fn bits(&self, sort: Sort) -> Option<usize> {
        self.width(sort).ok().filter(|_| !is_number(sort))
    }

    /// A word that may be any value of a sort.
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

    /// More bits for declared sorts, if there are more words of one than it has numbers.
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
            // A language has no word that tells it from others.
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
        // Gates that were made when there were too many mean nothing.
        if self.gates.is_full() { Err(Undecided::TooLarge) } else { Ok(()) }
    }

    /// A wire that stands for something without bits must be in no clause: some operator would have taken it for a bit.
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
