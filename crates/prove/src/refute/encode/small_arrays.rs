//! Arrays over few indices as words: the elements of all indices, one after the other. Such an array can be
//! used like any other word: in arrays, as an argument of functions, and in datatypes.

use super::{Encoder, Undecided};
use gainsay_lang::circuit::{Wire, Word, constant};
use gainsay_lang::script::Term;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::theory::{OpId, array_operators};
use gainsay_lang::value::{Bits, Float, Format, RoundingMode};

/// Largest width; longer words would cost more than a table of the elements read.
const LONGEST: usize = 256;
/// Largest width of an index.
const WIDEST_INDEX: usize = 8;
/// Limit on the nesting of arrays.
const DEEPEST: usize = 20;

/// The layout of an array's word.
#[derive(Clone, Debug)]
pub(super) struct SmallArray {
    pub index: Sort,
    pub element: Sort,
    /// The words of all indices, read as numbers.
    pub indices: Vec<u64>,
    pub index_width: usize,
    pub element_width: usize,
    depth: usize,
}

impl SmallArray {
    pub fn width(&self) -> usize {
        self.indices.len() * self.element_width
    }

    /// The element at the index with this position in `indices`.
    pub fn element<'a>(&self, word: &'a [Wire], at: usize) -> &'a [Wire] {
        &word[at * self.element_width..(at + 1) * self.element_width]
    }
}

impl Encoder {
    /// The layout of an array sort; `None` if it has too many indices, is too wide, or contains numbers.
    pub(super) fn small_array(&self, sort: Sort) -> Option<SmallArray> {
        let (index, element) = self.terms.sorts.array_parts(sort)?;
        let (indices, element_width) = (self.all_words(index)?, self.bits(element)?);
        let depth = 1 + self.small_arrays.get(&element).map_or(0, |array| array.depth);
        let index_width = self.bits(index)?;
        let array = SmallArray { index, element, indices, index_width, element_width, depth };
        (array.width() <= LONGEST && depth <= DEEPEST).then_some(array)
    }

    /// The words of all values of a sort that has few, provided that these are the same in every model.
    fn all_words(&self, sort: Sort) -> Option<Vec<u64>> {
        let width = self.bits(sort).filter(|&width| width <= WIDEST_INDEX)?;
        let all = 0..1u64 << width;
        match *self.terms.sorts.kind(sort) {
            SortKind::Bool | SortKind::BitVec(_) => Some(all.collect()),
            SortKind::RoundingMode => Some((0..RoundingMode::ALL.len() as u64).collect()),
            SortKind::Float(eb, sb) => {
                let format = Format::new(eb, sb)?;
                let is_float = |&word: &u64| {
                    let bits = Bits::from_u64(format.width(), word);
                    Float::from_bits(format, &bits).to_bits() == bits
                };
                Some(all.filter(is_float).collect())
            }
            _ => {
                // Only enumerations: a field of a declared sort, for example, has as many values as the model
                // says.
                let layout = self.layouts.get(&sort)?;
                let is_enumeration = layout.constructors.iter().all(Vec::is_empty);
                is_enumeration.then(|| (0..layout.constructors.len() as u64).collect())
            }
        }
    }

    /// Whether a term is an array with a word.
    pub(super) fn is_small_array(&self, term: Term) -> bool {
        self.small_arrays.contains_key(&self.terms.sort(term))
    }

    pub(super) fn small_array_operator(
        &mut self,
        op: OpId,
        term: Term,
        arguments: &[Term],
    ) -> Result<Word, Undecided> {
        let (operators, words) = (array_operators(), self.words(arguments)?);
        let sort = self.terms.sort(if op == operators.select { arguments[0] } else { term });
        let array = self.small_arrays.get(&sort).cloned().ok_or_else(|| self.no_sort(sort))?;
        let count = array.indices.len();
        match &words[..] {
            [word, index] if op == operators.select => {
                let mut result = array.element(word, count - 1).to_vec();
                for at in 0..count - 1 {
                    let hit = self.is_index(&array, at, index);
                    result = self.choose(hit, array.element(word, at), &result);
                }
                Ok(result)
            }
            [word, index, element] if op == operators.store => {
                let mut result = Word::with_capacity(word.len());
                for at in 0..count {
                    let hit = self.is_index(&array, at, index);
                    result.extend(self.choose(hit, element, array.element(word, at)));
                }
                Ok(result)
            }
            [element] if op == operators.constant => Ok(element.repeat(count)),
            _ => Err(Undecided::Operator(op.op().name.to_owned())),
        }
    }

    fn is_index(&mut self, array: &SmallArray, at: usize, index: &[Wire]) -> Wire {
        self.gates.equal(index, &constant(index.len(), array.indices[at]))
    }
}
