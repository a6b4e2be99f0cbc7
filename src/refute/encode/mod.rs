//! A question as clauses. Whoever has a model of the question has values for all variables under which the clauses hold, so a
//! proof that they cannot all hold refutes the question.
//!
//! A term is a word of wires. What is declared is any word; functions and arrays are tables of which only the rows that are
//! asked for exist, two with equal arguments having equal results (`tables.rs`, `arrays.rs`). A declared sort has no more
//! elements than there are words of it: each is a number, and they are numbered in the order of their appearance, which any
//! model can be renamed to.

mod arrays;
mod connectives;
mod number_operators;
mod numbers;
mod read_back;
mod tables;
mod unfold;

use super::arithmetic::{Arithmetic, Linear};
use crate::circuit::{Clauses, Gates, Inputs, Wire, Word, constant};
use crate::eval::Rejection;
use crate::hash::HashMap;
use crate::quote::one_line;
use crate::script::walk::{TermMap, Walker};
use crate::script::{Claims, DeclId, DeclKind, Function, Literal, Question, Term, Terms, View};
use crate::theory::signature::Shape;
use crate::theory::sort::{Sort, SortKind};
use crate::theory::{Connective, Meaning as OperatorMeaning, Op, array_operators};
use crate::value::Rational;
use arrays::Arrays;
use numbers::Numbers;
use std::fmt;
use tables::{Base, Tables};

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
    element_bits: HashMap<Sort, usize>,
    assertions: Vec<Wire>,
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
            Undecided::NoModel => f.write_str("the model that was found cannot be written down"),
            Undecided::Rejected(rejection) => {
                write!(f, "the model that was found is no witness: {rejection}")
            }
        }
    }
}

/// Circuits of wider vectors would be too large.
const WIDEST: usize = 4096;

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
    element_bits: HashMap<Sort, usize>,
    /// How many words of each declared sort may be anything.
    elements: HashMap<Sort, usize>,
}

impl Encoder {
    fn new(terms: Terms, element_bits: HashMap<Sort, usize>, most_clauses: usize) -> Encoder {
        Encoder {
            terms,
            gates: Gates::new(most_clauses),
            places: TermMap::new(None),
            wires: Vec::new(),
            symbols: Vec::new(),
            tables: Tables::default(),
            arrays: Arrays::default(),
            numbers: Numbers::default(),
            element_bits,
            elements: HashMap::default(),
        }
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
            _ if !same_sort || left == right => None,
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
            if !self.is_array(term) && word.len() != self.width(self.terms.sort(term))? {
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

    fn is_array(&self, term: Term) -> bool {
        self.terms.sorts.array_parts(self.terms.sort(term)).is_some()
    }

    fn no_sort(&self, sort: Sort) -> Undecided {
        Undecided::Sort(self.terms.sorts.to_text(&self.terms.symbols, sort))
    }

    /// How many bits a value of a sort has.
    fn width(&self, sort: Sort) -> Result<usize, Undecided> {
        match self.terms.sorts.kind(sort) {
            SortKind::Bool => Ok(1),
            // One wire, which stands for the number.
            SortKind::Int | SortKind::Real => Ok(1),
            SortKind::BitVec(width) if *width as usize > WIDEST => Err(Undecided::TooLarge),
            SortKind::BitVec(width) => Ok(*width as usize),
            kind if kind.is_named() => match self.enumerated(sort) {
                Some(count) => Ok(bits_for(count)),
                None if self.terms.datatype(sort).is_some() => Err(self.no_sort(sort)),
                None => Ok(self.element_bits.get(&sort).copied().unwrap_or(0)),
            },
            _ => Err(self.no_sort(sort)),
        }
    }

    /// How many elements a datatype has whose constructors have no fields.
    fn enumerated(&self, sort: Sort) -> Option<usize> {
        let datatype = self.terms.datatype(sort)?;
        let plain = datatype.constructors.iter().all(|constructor| constructor.fields.is_empty());
        (plain && !datatype.constructors.is_empty()).then_some(datatype.constructors.len())
    }

    /// A word that may be any value of a sort.
    fn anything(&mut self, sort: Sort) -> Result<Word, Undecided> {
        if [Sort::INT, Sort::REAL].contains(&sort) {
            let number = self.any_number(sort);
            return Ok(self.number(number));
        }
        let width = self.width(sort)?;
        let word = self.gates.fresh_word(width);
        let largest = match self.enumerated(sort) {
            Some(count) => count - 1,
            None if self.terms.sorts.kind(sort).is_named() => {
                let count = self.elements.entry(sort).or_default();
                *count += 1;
                *count - 1
            }
            None => return Ok(word),
        };
        if largest < (1 << width) - 1 {
            let fits = self.gates.at_most(&word, &constant(width, largest as u64));
            self.gates.require(&[fits]);
        }
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
            View::Literal(Literal::Bits(bits)) => {
                if bits.width() as usize > WIDEST {
                    return Err(Undecided::TooLarge);
                }
                Ok((0..bits.width()).map(|at| Wire::constant(bits.bit(at))).collect())
            }
            View::Literal(_) => Err(self.no_sort(self.terms.sort(term))),
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
                    Function::Tester(decl) => {
                        let (code, word) = (self.constructor(decl)?, self.word(arguments[0])?);
                        Ok(vec![self.gates.equal(&word, &constant(word.len(), code))])
                    }
                    _ => Err(Undecided::NotUnderstood),
                }
            }
        }
    }

    /// The number of a constructor of an enumeration.
    fn constructor(&self, decl: DeclId) -> Result<u64, Undecided> {
        let declared = self.terms.decl(decl);
        match declared.kind {
            DeclKind::Constructor { index, .. } if self.enumerated(declared.result_sort()).is_some() => {
                Ok(u64::from(index))
            }
            _ => Err(self.no_function(decl)),
        }
    }

    fn no_function(&self, decl: DeclId) -> Undecided {
        Undecided::Function(self.terms.symbols.name(self.terms.decl(decl).name).to_owned())
    }

    fn declared(&mut self, term: Term, decl: DeclId, arguments: &[Term]) -> Result<Word, Undecided> {
        let declared = self.terms.decl(decl);
        let sort = self.terms.sort(term);
        match declared.kind {
            DeclKind::Constructor { .. } => Ok(constant(self.width(sort)?, self.constructor(decl)?)),
            DeclKind::Free if declared.arity() != arguments.len() => Err(self.no_function(decl)),
            DeclKind::Free if arguments.is_empty() => {
                if self.is_array(term) {
                    return Ok(Word::new());
                }
                let word = self.anything(sort)?;
                self.symbols.push((decl, word.clone()));
                Ok(word)
            }
            DeclKind::Free if self.is_array(term) => Err(self.no_function(decl)),
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

    fn operator(
        &mut self,
        term: Term,
        op: &Op,
        indices: &[u32],
        arguments: &[Term],
    ) -> Result<Word, Undecided> {
        if let OperatorMeaning::Connective(connective) = op.meaning {
            return self.connective(connective, term, arguments);
        }
        let arrays = array_operators();
        if [arrays.select, arrays.store, arrays.constant].contains(&op.id) {
            return self.array_operator(op.id, term, arguments);
        }
        if op.circuit.is_none()
            && let Some(word) = self.number_operator(op, indices, term, arguments)?
        {
            return Ok(word);
        }
        let Some(circuit) = op.circuit else { return Err(Undecided::Operator(op.name.to_owned())) };
        let words = self.words(arguments)?;
        let words: Vec<&[Wire]> = words.iter().map(Vec::as_slice).collect();
        let gates = &mut self.gates;
        let mut make = |words: &[&[Wire]]| circuit(gates, Inputs { indices, words });
        let declared = op.signature.args.len();
        match (op.signature.shape, &words[..]) {
            (Shape::Variadic, _) => Ok(make(&words)),
            (Shape::Fixed, _) if words.len() == declared => Ok(make(&words)),
            (Shape::LeftAssoc, [first, rest @ ..]) if !rest.is_empty() => {
                Ok(rest.iter().fold(first.to_vec(), |left, right| make(&[&left, right])))
            }
            (Shape::RightAssoc, [rest @ .., last]) if !rest.is_empty() => {
                Ok(rest.iter().rfold(last.to_vec(), |right, left| make(&[left, &right])))
            }
            // Only connectives have the other shapes.
            _ => Err(Undecided::Operator(op.name.to_owned())),
        }
    }

    fn finish(&mut self) -> Result<(), Undecided> {
        self.open_congruence()?;
        self.array_arguments()?;
        self.array_equations()?;
        self.congruence()
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
            element_bits: self.element_bits,
            assertions,
        })
    }
}
