//! Words of datatypes that contain neither themselves nor numbers: the number of the constructor, its fields,
//! then zeros as padding, so that equal values have equal words.

use super::{Encoder, Undecided, WIDEST, bits_for};
use gainsay_eval::eval::{Model, PartialFunction, SortDomains};
use gainsay_lang::circuit::{Wire, Word, constant};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{DeclId, DeclKind, Term};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::RoundingMode;

/// Limit on the nesting of datatypes.
const DEEPEST: usize = 50;

/// The layout of a datatype's word.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The width of the constructor's number.
    pub tag: usize,
    /// For each constructor, the position of its fields.
    pub constructors: Vec<Vec<Field>>,
    pub width: usize,
    depth: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub sort: Sort,
    pub start: usize,
    pub end: usize,
}

impl Encoder {
    /// Computes the layouts of all datatypes and small arrays that have one, after those of the sorts they
    /// are made of.
    pub(super) fn lay_out(&mut self) {
        let mut left: Vec<Sort> = (0..self.terms.sorts.count() as u32).map(Sort::from_number).collect();
        left.retain(|&sort| !self.terms.sorts.parts(sort).is_empty() || self.terms.datatype(sort).is_some());
        loop {
            let count = left.len();
            left.retain(|&sort| {
                if let Some(layout) = self.layout_of(sort) {
                    self.layouts.insert(sort, layout);
                    return false;
                }
                if let Some(array) = self.small_array(sort) {
                    self.small_arrays.insert(sort, array);
                    return false;
                }
                true
            });
            if left.len() == count {
                return;
            }
        }
    }

    fn layout_of(&self, sort: Sort) -> Option<Layout> {
        let datatype = self.terms.datatype(sort).filter(|datatype| !datatype.codata)?;
        let model = Model::default();
        let domains = SortDomains { terms: &self.terms, model: &model };
        let tag = bits_for(datatype.constructors.len());
        let mut layout = Layout { tag, constructors: Vec::new(), width: tag, depth: 1 };
        for constructor in &datatype.constructors {
            let (mut fields, mut end) = (Vec::new(), tag);
            for sort in domains.fields(sort, datatype, constructor)? {
                let start = end;
                end += self.bits(sort)?;
                let below = self.layouts.get(&sort).map_or(0, |layout| layout.depth);
                layout.depth = layout.depth.max(below + 1);
                fields.push(Field { sort, start, end });
            }
            layout.width = layout.width.max(end);
            layout.constructors.push(fields);
        }
        let fits = layout.depth <= DEEPEST && layout.width <= WIDEST && !layout.constructors.is_empty();
        fits.then_some(layout)
    }

    /// Constrains a word to be a value of the sort.
    pub(super) fn require_value(&mut self, sort: Sort, word: &[Wire]) {
        let mut left = vec![(Wire::TRUE, sort, word.to_vec())];
        while let Some((condition, sort, word)) = left.pop() {
            if let Some(format) = self.format(sort) {
                self.gates.require_float(condition, format, &word);
            } else if sort == Sort::ROUNDING_MODE {
                self.require_at_most(condition, &word, RoundingMode::ALL.len() - 1);
            } else if let Some(layout) = self.layouts.get(&sort).cloned() {
                self.require_at_most(condition, &word[..layout.tag], layout.constructors.len() - 1);
                for (number, fields) in layout.constructors.iter().enumerate() {
                    let is_this = self.is_made_by(&layout, number, &word);
                    let is_this = self.gates.and(condition, is_this);
                    let used = fields.last().map_or(layout.tag, |field| field.end);
                    for &bit in &word[used..] {
                        self.gates.require(&[!is_this, !bit]);
                    }
                    for field in fields {
                        left.push((is_this, field.sort, word[field.start..field.end].to_vec()));
                    }
                }
            } else if let Some(array) = self.small_arrays.get(&sort).cloned() {
                for at in 0..array.indices.len() {
                    left.push((condition, array.element, array.element(&word, at).to_vec()));
                }
            } else if self.terms.sorts.kind(sort).is_named() {
                // Symmetry breaking: the n-th word of a declared sort is at most element n - 1.
                let count = self.elements.entry(sort).or_default();
                *count += 1;
                let largest = *count - 1;
                self.require_at_most(condition, &word, largest);
            }
        }
    }

    fn require_at_most(&mut self, condition: Wire, word: &[Wire], largest: usize) {
        if largest < (1 << word.len()) - 1 {
            let fits = self.gates.at_most(word, &constant(word.len(), largest as u64));
            self.gates.require(&[!condition, fits]);
        }
    }

    fn is_made_by(&mut self, layout: &Layout, number: usize, word: &[Wire]) -> Wire {
        self.gates.equal(&word[..layout.tag], &constant(layout.tag, number as u64))
    }

    /// The layout of a sort, and the number of one of its constructors.
    fn made_by(&self, sort: Sort, constructor: DeclId) -> Result<(Layout, usize), Undecided> {
        let layout = self.layouts.get(&sort).ok_or_else(|| self.no_sort(sort))?;
        match self.terms.decl(constructor).kind {
            DeclKind::Constructor { index, .. } if (index as usize) < layout.constructors.len() => {
                Ok((layout.clone(), index as usize))
            }
            _ => Err(self.no_function(constructor)),
        }
    }

    pub(super) fn constructed(
        &mut self,
        sort: Sort,
        decl: DeclId,
        arguments: &[Term],
    ) -> Result<Word, Undecided> {
        let (layout, number) = self.made_by(sort, decl)?;
        let mut word = constant(layout.tag, number as u64);
        word.extend(self.words(arguments)?.concat());
        if word.len() > layout.width || arguments.len() != layout.constructors[number].len() {
            return Err(self.no_function(decl));
        }
        word.resize(layout.width, Wire::FALSE);
        Ok(word)
    }

    pub(super) fn tested(&mut self, constructor: DeclId, argument: Term) -> Result<Word, Undecided> {
        let (layout, number) = self.made_by(self.terms.sort(argument), constructor)?;
        let word = self.word(argument)?;
        Ok(vec![self.is_made_by(&layout, number, &word)])
    }

    /// A field of a value; unconstrained if another constructor made the value.
    pub(super) fn selected(&mut self, selector: DeclId, argument: Term) -> Result<Word, Undecided> {
        let DeclKind::Selector { constructor, field } = self.terms.decl(selector).kind else {
            return Err(self.no_function(selector));
        };
        let sort = self.terms.sort(argument);
        let (layout, number) = self.made_by(sort, constructor)?;
        let field = layout.constructors[number].get(field as usize).cloned();
        let field = field.ok_or_else(|| self.no_function(selector))?;
        let word = self.word(argument)?;
        let value = word[field.start..field.end].to_vec();
        let is_this = self.is_made_by(&layout, number, &word);
        if is_this == Wire::TRUE {
            return Ok(value);
        }
        let open = self.anything(field.sort)?;
        let value = self.choose(is_this, &value, &open);
        let function = PartialFunction::Selector { selector, argument: sort };
        self.open_row(function, vec![word], &value, field.sort);
        Ok(value)
    }
}

pub(super) type Layouts = HashMap<Sort, Layout>;

/// Whether a datatype's constructors have no fields.
pub(super) fn is_enumeration(terms: &gainsay_lang::script::Terms, sort: Sort) -> bool {
    matches!(terms.sorts.kind(sort), SortKind::Composite(..))
        && terms.datatype(sort).is_some_and(|datatype| {
            datatype.constructors.iter().all(|constructor| constructor.fields.is_empty())
        })
}
