//! Applications of operators: by circuit, or by the evaluator if all arguments are constant.

use super::tables::Base;
use super::{Encoder, Undecided};
use crate::refute::arithmetic::Linear;
use gainsay_eval::eval::{Evaluator, Limits, Model, PartialFunction, SortDomains};
use gainsay_lang::circuit::{Inputs, Wire, Word, constant};
use gainsay_lang::script::{Term, View};
use gainsay_lang::theory::signature::Shape;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::theory::{Context, Meaning, Op, array_operators};
use gainsay_lang::value::fuel::Fuel;
use gainsay_lang::value::{Format, Rational, RoundingMode, Value};

/// Work limit of the evaluator for one constant.
const FUEL: u64 = 1_000_000;

impl Encoder {
    pub(super) fn operator(
        &mut self,
        term: Term,
        op: &'static Op,
        indices: &[u32],
        arguments: &[Term],
    ) -> Result<Word, Undecided> {
        if let Meaning::Connective(connective) = op.meaning
            && !arguments.iter().any(|&argument| self.is_wordless(argument))
        {
            return self.connective(connective, term, arguments);
        }
        let arrays = array_operators();
        if [arrays.select, arrays.store, arrays.constant].contains(&op.id) {
            return match self.is_small_array(if op.id == arrays.select { arguments[0] } else { term }) {
                true => self.small_array_operator(op.id, term, arguments),
                false => self.array_operator(op.id, term, arguments),
            };
        }
        let is_string = |&term: &Term| self.terms.sort(term) == Sort::STRING || self.is_wordless(term);
        if arguments.iter().chain([&term]).any(is_string) {
            return self.on_strings(op, indices, term, arguments);
        }
        let Some(circuit) = op.circuit else {
            return match self.number_operator(op, indices, term, arguments)? {
                Some(word) => Ok(word),
                None => self.evaluated(term, op, indices, arguments),
            };
        };
        let words = self.words(arguments)?;
        let words: Vec<&[Wire]> = words.iter().map(Vec::as_slice).collect();
        let formats: Vec<Option<Format>> =
            arguments.iter().map(|&argument| self.format(self.terms.sort(argument))).collect();
        let sort = self.terms.sort(term);
        let (width, result) = (self.width(sort)?, self.format(sort));
        let is_known = words.concat().iter().all(|wire| wire.known().is_some());
        let open = match op.partial {
            true => self.anything(sort)?,
            false => Word::new(),
        };
        let gates = &mut self.gates;
        let mut make = |words: &[&[Wire]]| {
            circuit(gates, Inputs { indices, words, formats: &formats, result, open: &open })
        };
        let declared = op.signature.args.len();
        let word = match (op.signature.shape, &words[..]) {
            (Shape::Variadic, _) => make(&words),
            (Shape::LeftAssoc, [first, rest @ ..]) if !rest.is_empty() => {
                rest.iter().fold(first.to_vec(), |left, right| make(&[&left, right]))
            }
            (Shape::RightAssoc, [rest @ .., last]) if !rest.is_empty() => {
                rest.iter().rfold(last.to_vec(), |right, left| make(&[left, &right]))
            }
            (Shape::Chainable, [_, _, ..]) => {
                let wires: Word = words.windows(2).flat_map(&mut make).collect();
                vec![self.gates.all(&wires)]
            }
            (Shape::Fixed, _) if words.len() == declared => make(&words),
            _ => return Err(Undecided::Operator(op.name.to_owned())),
        };
        let is_open = op.partial && !(is_known && word.iter().all(|wire| wire.known().is_some()));
        if is_open && word.len() == width {
            let sorts = arguments.iter().map(|&argument| self.terms.sort(argument)).collect();
            let function = PartialFunction::Op { op: op.id, indices: indices.into(), arguments: sorts };
            let arguments = words.iter().map(|word| word.to_vec()).collect();
            self.open_row(function, arguments, &word, sort);
        }
        Ok(word)
    }

    /// Whether a term is a regular language: these have no words.
    pub(super) fn is_wordless(&self, term: Term) -> bool {
        *self.terms.sorts.kind(self.terms.sort(term)) == SortKind::RegLan
    }

    /// Regular languages are encoded where strings are tested for membership.
    pub(super) fn wordless(&self, term: Term) -> Result<Word, Undecided> {
        match self.terms.view(term) {
            View::Variable(_) | View::Bind(..) | View::Match(..) => Err(Undecided::Quantifier),
            _ => Ok(Word::new()),
        }
    }

    /// Whether the word of a term is constant.
    fn is_known(&self, term: Term) -> bool {
        let is_known = |wire: &Wire| match self.numbers.sum(&[*wire]) {
            Some(sum) => sum.known().is_some(),
            None => wire.known().is_some(),
        };
        self.word(term).is_ok_and(|word| word.iter().all(is_known))
    }

    /// An operator on strings or languages: a constant, or an uninterpreted function with some facts.
    fn on_strings(
        &mut self,
        op: &Op,
        indices: &[u32],
        term: Term,
        arguments: &[Term],
    ) -> Result<Word, Undecided> {
        if arguments.iter().all(|&argument| self.is_known(argument))
            && let Some(value) = self.value(term)
            && let Some(word) = self.constant_word(self.terms.sort(term), &value)
        {
            return Ok(word);
        }
        match indices {
            [] => self.string_operator(op, term, arguments),
            _ => Err(Undecided::Operator(op.name.to_owned())),
        }
    }

    /// An operator without a circuit, or on arguments without bits: a constant, or a choice between constants
    /// by the rounding mode.
    fn evaluated(
        &mut self,
        term: Term,
        op: &Op,
        indices: &[u32],
        arguments: &[Term],
    ) -> Result<Word, Undecided> {
        let no_circuit = || Undecided::Operator(op.name.to_owned());
        let sort = self.terms.sort(term);
        let is_mode = |argument: &Term| self.terms.sort(*argument) == Sort::ROUNDING_MODE;
        let Some(mode) = arguments.iter().position(is_mode) else {
            let value = self.value(term).ok_or_else(no_circuit)?;
            return self.constant_word(sort, &value).ok_or_else(no_circuit);
        };
        let mode_word = self.word(arguments[mode])?;
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(match self.terms.sort(argument) == Sort::ROUNDING_MODE {
                true => Value::Mode(RoundingMode::Rne),
                false => self.value(argument).ok_or_else(no_circuit)?,
            });
        }
        let mut word: Option<Word> = None;
        for (number, each) in RoundingMode::ALL.into_iter().enumerate() {
            values[mode] = Value::Mode(each);
            let value = self.meaning(op, indices, sort, &values).ok_or_else(no_circuit)?;
            let result = self.constant_word(sort, &value).ok_or_else(no_circuit)?;
            let is_this = self.gates.equal(&mode_word, &constant(mode_word.len(), number as u64));
            word = Some(match word {
                Some(before) => self.choose(is_this, &result, &before),
                None => result,
            });
        }
        word.ok_or_else(no_circuit)
    }

    fn meaning(&self, op: &Op, indices: &[u32], sort: Sort, values: &[Value]) -> Option<Value> {
        let (model, mut fuel) = (Model::default(), Fuel::new(FUEL));
        let domains = SortDomains { terms: &self.terms, model: &model };
        let sorts = &self.terms.sorts;
        let mut context = Context { indices, sort, sorts, domains: &domains, fuel: &mut fuel };
        op.meaning.apply(&mut context, &values.iter().collect::<Vec<_>>()).ok()
    }

    /// The value of a term without symbols.
    pub(super) fn value(&self, term: Term) -> Option<Value> {
        let model = Model::default();
        Evaluator::new(&self.terms, &model, Limits::default()).eval(term).ok()
    }

    fn constant_word(&mut self, sort: Sort, value: &Value) -> Option<Word> {
        let word: Word = match value {
            Value::Bool(value) => vec![Wire::constant(*value)],
            Value::Bits(bits) => (0..bits.width()).map(|at| Wire::constant(bits.bit(at))).collect(),
            Value::Float(float) => {
                let bits = float.to_bits();
                (0..bits.width()).map(|at| Wire::constant(bits.bit(at))).collect()
            }
            Value::Mode(mode) => constant(3, *mode as u64),
            Value::Int(value) => self.number(Linear::constant(Rational::from(value.clone()))),
            Value::Real(value) => self.number(Linear::constant(value.clone())),
            Value::Text(text) => {
                let string = self.written(text);
                self.number(string)
            }
            _ => return None,
        };
        (self.width(sort) == Ok(word.len())).then_some(word)
    }

    /// The format of a sort of floats.
    pub(super) fn format(&self, sort: Sort) -> Option<Format> {
        match *self.terms.sorts.kind(sort) {
            SortKind::Float(eb, sb) => Format::new(eb, sb),
            _ => None,
        }
    }

    /// Records the arguments and the result of a partial operator.
    pub(super) fn open_row(
        &mut self,
        function: PartialFunction,
        arguments: Vec<Word>,
        result: &Word,
        sort: Sort,
    ) {
        let known = self.open.iter().position(|(known, _)| *known == function);
        let number = known.unwrap_or_else(|| {
            self.open.push((function, sort));
            self.open.len() - 1
        });
        self.tables.add(Base::Open(number), arguments, result.clone());
    }
}
