//! Values of variables as a model.

use super::Encoding;
use super::tables::{Base, Row};
use crate::circuit::{Wire, Word, constant};
use crate::eval::{Evaluator, Limits, Model, SortDomains};
use crate::script::{Question, Terms};
use crate::theory::Domains;
use crate::theory::sort::{Sort, SortKind};
use crate::value::{Bits, Float, Format, RoundingMode, Value};

impl Encoding {
    /// Whether values for the variables always are a model. Constant arrays may be equal for few indices only, which is not
    /// said in clauses.
    pub fn is_exact(&self) -> bool {
        !self.arrays.has_constants()
    }

    /// What the symbols of the question are, if the variables have these values; `None` if it cannot be written down.
    pub fn model(&self, question: &Question<'_>, values: &[bool]) -> Option<Model> {
        let terms = &question.terms;
        let reader = Reader { terms, encoding: self, values };
        let mut model = Model::default();
        model.complete_with_defaults = true;
        for sort in (0..terms.sorts.count() as u32).map(Sort) {
            if terms.sorts.kind(sort).is_named() && terms.datatype(sort).is_none() {
                let bits = self.element_bits.get(&sort).copied().unwrap_or(0);
                model.set_universe(sort, 1u32.checked_shl(bits as u32)?);
            }
        }
        for (decl, word) in &self.symbols {
            model.set(terms, *decl, reader.value(terms.decl(*decl).result_sort(), word)?).ok()?;
        }
        for (base, rows) in &self.tables.all {
            self.set_table(&reader, &mut model, *base, rows)?;
        }
        // Symbols that nothing was read of: their rest is all that matters.
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
        Some(model)
    }

    fn set_table(&self, reader: &Reader<'_>, model: &mut Model, base: Base, rows: &[Row]) -> Option<()> {
        let terms = reader.terms;
        let domains = SortDomains { terms, model };
        let (decl, value) = match base {
            Base::Function(decl) => {
                let declared = terms.decl(decl);
                (decl, reader.table(domains, &declared.arg_sorts()?, declared.result_sort(), rows)?)
            }
            Base::Open(number) => {
                let (function, sort) = self.open.get(number)?;
                let value = reader.table(domains, function.argument_sorts(), *sort, rows)?;
                return model.set_partial(terms, function.clone(), *sort, value).ok();
            }
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
    values: &'a [bool],
}

impl Reader<'_> {
    fn bit(&self, wire: Wire) -> bool {
        match wire.known() {
            Some(known) => known,
            None => self.values.get(wire.variable() as usize).copied().unwrap_or(false) != wire.is_negated(),
        }
    }

    /// A function that is given by its rows.
    fn table(&self, domains: SortDomains<'_>, sorts: &[Sort], sort: Sort, rows: &[Row]) -> Option<Value> {
        let row = |row: &Row| {
            let arguments = sorts.iter().zip(&row.arguments);
            let arguments: Option<Vec<Value>> =
                arguments.map(|(&sort, word)| self.value(sort, word)).collect();
            Some((arguments?, self.value(sort, &row.result)?))
        };
        let rows: Option<Vec<_>> = rows.iter().map(row).collect();
        Value::table(sorts.len() as u32, domains.size_of_all(sorts), domains.default(sort)?, rows?)
    }

    fn bits(&self, word: &[Wire]) -> Option<Bits> {
        let digits: String = word.iter().rev().map(|&wire| if self.bit(wire) { '1' } else { '0' }).collect();
        Bits::from_binary(&digits)
    }

    fn number(&self, word: &[Wire]) -> usize {
        word.iter().rev().fold(0, |number, &wire| 2 * number + usize::from(self.bit(wire)))
    }

    fn value(&self, sort: Sort, word: &[Wire]) -> Option<Value> {
        match self.terms.sorts.kind(sort) {
            SortKind::Bool => Some(Value::Bool(self.bit(*word.first()?))),
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
                // Arrays lie in each other only so deep.
                let rows: Option<Vec<_>> = (0..array.indices.len()).map(row).collect();
                let rows = rows?;
                // What most indices have is the one way to write an array down by which others can be looked up.
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
                    // Datatypes lie in each other only so deep.
                    let fields: Option<Vec<Value>> = fields
                        .iter()
                        .map(|field| self.value(field.sort, word.get(field.start..field.end)?))
                        .collect();
                    Some(Value::data(made_by.decl.0, fields?))
                }
                None => Some(Value::Element { sort: sort.0, number: self.number(word) as u32 }),
            },
        }
    }
}
