//! Reads values of the variables back as a model.

use super::Encoding;
use super::tables::{Base, Row};
use crate::refute::Values;
use crate::refute::arithmetic::Linear;
use gainsay_eval::eval::{Evaluator, Limits, Model, PartialFunction, SortDomains};
use gainsay_lang::circuit::{Wire, Word, constant};
use gainsay_lang::script::{Question, Terms};
use gainsay_lang::theory::Domains;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::{Bits, Float, Format, Rational, RoundingMode, Value};

impl Encoding {
    /// Whether satisfying values always are a model. Not so with constant arrays, which may be equal at the
    /// indices that are read but not elsewhere, nor with products and strings, which are only partly
    /// constrained, nor with functions of arrays, which are read back only approximately.
    pub fn is_exact(&self) -> bool {
        !self.arrays.has_constants()
            && !self.numbers.is_loose
            && !self.numbers.has_arrays()
            && !self.has_strings()
    }

    /// Whether there are strings, whose letters are not encoded, so that satisfying values may be no model.
    pub fn has_strings(&self) -> bool {
        self.strings.is_asked
    }

    /// Whether products are only partly constrained.
    pub fn is_loose(&self) -> bool {
        self.numbers.is_loose
    }

    /// The model of the question under these values; `None` if it cannot be expressed.
    pub fn model(&self, question: &Question<'_>, values: &Values) -> Option<Model> {
        let terms = &question.terms;
        let reader = Reader { terms, encoding: self, values };
        let mut model = Model::default();
        model.complete_with_defaults = true;
        for sort in (0..terms.sorts.count() as u32).map(Sort::from_number) {
            if terms.sorts.kind(sort).is_named() && terms.datatype(sort).is_none() {
                let bits = self.element_bits.get(&sort).copied().unwrap_or(0);
                model.set_universe(sort, 1u32.checked_shl(bits as u32)?);
            }
        }
        for (decl, word) in &self.symbols {
            model.set(terms, *decl, reader.value(terms.decl(*decl).result_sort(), word)?).ok()?;
        }
        // Functions of arrays come last, since their arguments must be evaluated.
        let takes_arrays = |rows: &[Row]| {
            let words = rows.iter().flat_map(|row| &row.arguments);
            words.filter_map(|word| word.first()).any(|&wire| self.numbers.array(wire).is_some())
        };
        for (base, rows) in self.tables.all.iter().filter(|(_, rows)| !takes_arrays(rows)) {
            self.set_table(&reader, &mut model, *base, rows)?;
        }
        // Symbols that are never read still have their rest.
        for &symbol in self.arrays.rests.keys() {
            let decl = self.terms.declaration(symbol)?;
            if model.get(decl).is_none() {
                self.set_table(&reader, &mut model, Base::Array(symbol), &[])?;
            }
        }
        for &(name, array) in &self.arrays.renamed {
            let Some(decl) = self.terms.declaration(name) else { continue };
            let value = Evaluator::new(&self.terms, &model, Limits::default()).eval(array).ok()?;
            model.set(terms, decl, value).ok()?;
        }
        self.set_open(&reader, &mut model)?;
        for (base, rows) in self.tables.all.iter().filter(|(_, rows)| takes_arrays(rows)) {
            self.set_table(&reader, &mut model, *base, rows)?;
        }
        Some(model)
    }

    /// Divisions by zero.
    fn set_open(&self, reader: &Reader<'_>, model: &mut Model) -> Option<()> {
        for open in &self.numbers.open {
            let number = |sum: &Linear| match open.sort {
                Sort::INT => Value::Int(reader.numeric(sum).numerator().clone()),
                _ => Value::Real(reader.numeric(sum)),
            };
            let of_same = self.numbers.open.iter().filter(|other| other.op == open.op);
            let rows = of_same.filter(|other| reader.numeric(&other.divisor).is_zero());
            let rows = rows
                .map(|other| (vec![number(&other.dividend), number(&other.divisor)], number(&other.result)));
            let domains = SortDomains { terms: reader.terms, model };
            let sorts = [open.sort; 2];
            let value =
                Value::table(2, domains.size_of_all(&sorts), domains.default(open.sort)?, rows.collect())?;
            let function = PartialFunction::Op {
                op: open.op,
                indices: Default::default(),
                arguments: sorts.iter().copied().collect(),
            };
            model.set_partial(reader.terms, function, open.sort, value).ok()?;
        }
        Some(())
    }

    fn set_table(&self, reader: &Reader<'_>, model: &mut Model, base: Base, rows: &[Row]) -> Option<()> {
        let terms = reader.terms;
        let domains = SortDomains { terms, model };
        let (decl, value) = match base {
            Base::Function(decl) => {
                let declared = terms.decl(decl);
                (decl, reader.table(model, &declared.arg_sorts()?, declared.result_sort(), rows)?)
            }
            Base::Open(number) => {
                let (function, sort) = self.open.get(number)?;
                let value = reader.table(model, function.argument_sorts(), *sort, rows)?;
                return model.set_partial(terms, function.clone(), *sort, value).ok();
            }
            Base::Length | Base::Operator(..) | Base::Language(_) => return Some(()),
            Base::Array(symbol) => {
                let (index, element) = terms.sorts.array_parts(self.terms.sort(symbol))?;
                let row = |row: &Row| {
                    Some((reader.value(index, row.arguments.first()?)?, reader.value(element, &row.result)?))
                };
                let rows: Option<Vec<_>> = rows.iter().map(row).collect();
                let rest = match self.arrays.rests.get(&symbol) {
                    Some(word) => reader.value(element, word)?,
                    None => domains.default(element)?,
                };
                (self.terms.declaration(symbol)?, Value::array(domains.size(index), rest, rows?)?)
            }
        };
        model.set(terms, decl, value).ok()
    }
}

struct Reader<'a> {
    terms: &'a Terms,
    encoding: &'a Encoding,
    values: &'a Values,
}

impl Reader<'_> {
    fn bit(&self, wire: Wire) -> bool {
        match wire.known() {
            Some(known) => known,
            None => {
                self.values.holds.get(wire.variable() as usize).copied().unwrap_or(false) != wire.is_negated()
            }
        }
    }

    /// A function from the rows of its table. Array arguments without words are evaluated.
    fn table(&self, model: &Model, sorts: &[Sort], sort: Sort, rows: &[Row]) -> Option<Value> {
        let array = |word: &Word| word.first().and_then(|&wire| self.encoding.numbers.array(wire));
        let argument = |(&sort, word): (&Sort, &Word)| match array(word) {
            Some(array) => Evaluator::new(&self.encoding.terms, model, Limits::default()).eval(array).ok(),
            None => self.value(sort, word),
        };
        let row = |row: &Row| {
            let arguments: Option<Vec<Value>> = sorts.iter().zip(&row.arguments).map(argument).collect();
            Some((arguments?, self.value(sort, &row.result)?))
        };
        let rows: Option<Vec<_>> = rows.iter().map(row).collect();
        let domains = SortDomains { terms: self.terms, model };
        Value::table(sorts.len() as u32, domains.size_of_all(sorts), domains.default(sort)?, rows?)
    }

    fn bits(&self, word: &[Wire]) -> Option<Bits> {
        let digits: String = word.iter().rev().map(|&wire| if self.bit(wire) { '1' } else { '0' }).collect();
        Bits::from_binary(&digits)
    }

    fn number(&self, word: &[Wire]) -> usize {
        word.iter().rev().fold(0, |number, &wire| 2 * number + usize::from(self.bit(wire)))
    }

    fn numeric(&self, sum: &Linear) -> Rational {
        let value = |number: u32| self.values.numbers.get(number as usize).unwrap_or(&Rational::ZERO);
        let terms = sum.terms.iter();
        terms.fold(sum.constant.clone(), |so_far, (number, factor)| &so_far + &(factor * value(*number)))
    }

    fn value(&self, sort: Sort, word: &[Wire]) -> Option<Value> {
        let numbers = &self.encoding.numbers;
        match self.terms.sorts.kind(sort) {
            SortKind::Bool => Some(Value::Bool(self.bit(*word.first()?))),
            SortKind::Int => {
                let value = self.numeric(numbers.sum(word)?);
                value.is_integer().then(|| Value::Int(value.numerator().clone()))
            }
            SortKind::Real => Some(Value::Real(self.numeric(numbers.sum(word)?))),
            SortKind::String => {
                let string = numbers.sum(word)?;
                let length = self.encoding.strings.length_of(string).map(|length| self.numeric(length));
                self.encoding.strings.text(&self.numeric(string), length).map(Value::Text)
            }
            SortKind::BitVec(width) => self.bits(word).filter(|bits| bits.width() == *width).map(Value::Bits),
            SortKind::Float(eb, sb) => {
                let format = Format::new(*eb, *sb)?;
                let bits = self.bits(word).filter(|bits| bits.width() == format.width())?;
                Some(Value::float(Float::from_bits(format, &bits)))
            }
            SortKind::RoundingMode => RoundingMode::ALL.get(self.number(word)).copied().map(Value::Mode),
            _ if self.encoding.small_arrays.contains_key(&sort) => {
                let array = self.encoding.small_arrays.get(&sort)?;
                let index_width = array.index_width;
                let row = |at: usize| {
                    let index: Word = constant(index_width, array.indices[at]);
                    let element = self.value(array.element, array.element(word, at))?;
                    Some((self.value(array.index, &index)?, element))
                };
                // Recursive, but the nesting of arrays is limited.
                let rows: Option<Vec<_>> = (0..array.indices.len()).map(row).collect();
                let rows = rows?;
                // The normal form of array values: the most frequent element is the default.
                let count = |value: &Value| rows.iter().filter(|row| row.1 == *value).count();
                let rest = rows.iter().map(|row| &row.1).max_by_key(|value| count(value))?.clone();
                let size = SortDomains { terms: self.terms, model: &Model::default() }.size(array.index);
                Value::array(size, rest, rows)
            }
            _ => match self.terms.datatype(sort) {
                Some(datatype) => {
                    let layout = self.encoding.layouts.get(&sort)?;
                    let number = self.number(word.get(..layout.tag)?);
                    let (made_by, fields) =
                        (datatype.constructors.get(number)?, layout.constructors.get(number)?);
                    // Recursive, but the nesting of datatypes is limited.
                    let fields: Option<Vec<Value>> = fields
                        .iter()
                        .map(|field| self.value(field.sort, word.get(field.start..field.end)?))
                        .collect();
                    Some(Value::data(made_by.decl.number(), fields?))
                }
                None => Some(Value::Element { sort: sort.number(), number: self.number(word) as u32 }),
            },
        }
    }
}
