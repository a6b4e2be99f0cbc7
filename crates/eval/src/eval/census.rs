//! The number of elements of a sort, a list of them, and a default element.
//!
//! Datatypes can refer to each other along exponentially many paths, so results are cached by sort, and the
//! search gives up after a bounded amount of work.

use super::domain::SortDomains;
use super::model::Model;
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{Datatype, Terms};
use gainsay_lang::theory::Domains;
use gainsay_lang::theory::sort::{Sort, SortConstructor, SortKind};
use gainsay_lang::value::{
    Bits, Collection, FieldElement, Float, Format, Int, Rational, Regex, RoundingMode, Size, Text, Value,
};
use std::rc::Rc;

/// Limit on the number of sorts and parts of sorts visited for one query.
const MOST_WORK: u32 = 20_000;
/// Limit on the nesting of datatypes, since the census is recursive.
const DEEPEST: usize = 300;

pub(super) struct Census<'a> {
    domains: SortDomains<'a>,
    sizes: HashMap<Sort, Size>,
    elements: HashMap<Sort, Rc<[Value]>>,
    defaults: HashMap<Sort, Value>,
    /// The datatypes being visited, outermost first.
    open: Vec<Sort>,
    /// The smallest index in `open` that a datatype visited since the last reset refers back to.
    lowest: usize,
    work: u32,
}

impl<'a> Census<'a> {
    pub fn of(domains: SortDomains<'a>) -> Census<'a> {
        Census {
            domains,
            sizes: HashMap::default(),
            elements: HashMap::default(),
            defaults: HashMap::default(),
            open: Vec::new(),
            lowest: usize::MAX,
            work: 0,
        }
    }

    fn terms(&self) -> &'a Terms {
        self.domains.terms
    }

    fn model(&self) -> &'a Model {
        self.domains.model
    }

    fn is_exhausted(&mut self) -> bool {
        self.work = self.work.saturating_add(1);
        self.work > MOST_WORK || self.open.len() > DEEPEST
    }

    /// The number of elements of a sort; unknown if it is too expensive to compute.
    pub fn size(&mut self, sort: Sort) -> Size {
        let size = self.size_within(sort);
        // After the work limit was exceeded, any part may have been counted as unknown.
        if self.work > MOST_WORK { Size::Unknown } else { size }
    }

    fn size_within(&mut self, sort: Sort) -> Size {
        if self.is_exhausted() {
            self.work = u32::MAX;
            return Size::Unknown;
        }
        match self.terms().sorts.kind(sort) {
            SortKind::Bool => Size::Finite(2),
            SortKind::RoundingMode => Size::Finite(5),
            SortKind::Int | SortKind::Real | SortKind::String | SortKind::RegLan => Size::Large,
            SortKind::BitVec(width) => Size::of(1u64.checked_shl(*width)),
            SortKind::Field(order) => Size::Finite(u64::from(*order)),
            SortKind::Float(eb, sb) => match 1u64.checked_shl(eb + sb) {
                // All bit patterns of NaN are one value.
                Some(patterns) => Size::of(Some(patterns - (1 << sb) + 3)),
                None => Size::Large,
            },
            SortKind::Composite(constructor, parts) => self.size_of_composite(sort, *constructor, parts),
            SortKind::Unknown | SortKind::Opaque(_) => Size::Unknown,
        }
    }

    fn size_of_composite(&mut self, sort: Sort, constructor: SortConstructor, parts: &[Sort]) -> Size {
        match constructor {
            SortConstructor::Collection(Collection::Seq | Collection::Bag) => Size::Large,
            SortConstructor::Collection(Collection::Nullable) => match self.size_within(parts[0]) {
                Size::Finite(size) => Size::of(size.checked_add(1)),
                other => other,
            },
            SortConstructor::Tuple => self.product(parts),
            SortConstructor::Collection(Collection::Set | Collection::FiniteSet) => {
                match self.size_within(parts[0]) {
                    Size::Finite(size) => {
                        Size::of(u32::try_from(size).ok().and_then(|size| 1u64.checked_shl(size)))
                    }
                    other => other,
                }
            }
            SortConstructor::Array | SortConstructor::Map => match parts.split_last() {
                Some((result, arguments)) => self.functions(arguments, *result),
                None => Size::Unknown,
            },
            SortConstructor::Named(_) => match self.terms().datatype(sort) {
                Some(datatype) => self.size_of_datatype(sort, datatype),
                None => {
                    self.model().universe(sort).map_or(Size::Unknown, |size| Size::Finite(u64::from(size)))
                }
            },
        }
    }

    /// The number of functions from these sorts to the result.
    fn functions(&mut self, arguments: &[Sort], result: Sort) -> Size {
        match self.size_within(result) {
            Size::Finite(1) => Size::Finite(1),
            Size::Finite(to) => match self.product(arguments) {
                Size::Finite(from) => {
                    Size::of(u32::try_from(from).ok().and_then(|from| to.checked_pow(from)))
                }
                other => other,
            },
            other => other,
        }
    }

    fn product(&mut self, sorts: &[Sort]) -> Size {
        let mut size = Size::Finite(1);
        for &sort in sorts {
            // No sort is empty, so the product stays large.
            if size == Size::Large {
                break;
            }
            size = product(size, self.size_within(sort));
        }
        size
    }

    fn size_of_datatype(&mut self, sort: Sort, datatype: &Datatype) -> Size {
        if let Some(&size) = self.sizes.get(&sort) {
            return size;
        }
        if let Some(place) = self.open.iter().position(|&open| open == sort) {
            // A datatype that contains itself has infinitely many values.
            self.lowest = self.lowest.min(place);
            return Size::Large;
        }
        if datatype.codata {
            // Not necessarily infinite: there is only one stream over one letter.
            return Size::Unknown;
        }
        let place = self.open.len();
        self.open.push(sort);
        let before = std::mem::replace(&mut self.lowest, usize::MAX);
        let size = self.sum(sort, datatype);
        self.open.pop();
        if self.lowest >= place {
            // Nothing in it refers to a datatype outside, so the size does not depend on the path that led
            // here.
            self.sizes.insert(sort, size);
            self.lowest = before;
        } else {
            self.lowest = self.lowest.min(before);
        }
        size
    }

    fn sum(&mut self, sort: Sort, datatype: &Datatype) -> Size {
        let mut total = Size::Finite(0);
        for constructor in &datatype.constructors {
            let size = match self.domains.fields(sort, datatype, constructor) {
                Some(fields) => self.product(&fields),
                None => Size::Unknown,
            };
            total = match (total, size) {
                (_, Size::Large) => return Size::Large,
                (Size::Finite(a), Size::Finite(b)) => Size::of(a.checked_add(b)),
                _ => Size::Unknown,
            };
        }
        total
    }

    /// All elements of a sort that is known to be finite and small.
    pub fn elements(&mut self, sort: Sort) -> Option<Rc<[Value]>> {
        if let Some(known) = self.elements.get(&sort) {
            return Some(Rc::clone(known));
        }
        let elements: Rc<[Value]> = self.list(sort)?.into();
        self.elements.insert(sort, Rc::clone(&elements));
        Some(elements)
    }

    fn list(&mut self, sort: Sort) -> Option<Vec<Value>> {
        match self.terms().sorts.kind(sort) {
            SortKind::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
            SortKind::RoundingMode => Some(RoundingMode::ALL.iter().map(|&mode| Value::Mode(mode)).collect()),
            SortKind::BitVec(width) => {
                Some((0..1u64 << width).map(|value| Value::Bits(Bits::from_u64(*width, value))).collect())
            }
            SortKind::Field(order) => {
                Some((0..*order).map(|value| Value::Field(FieldElement::new(*order, value.into()))).collect())
            }
            SortKind::Float(eb, sb) => Some(Float::all(Format::new(*eb, *sb)?).map(Value::float).collect()),
            SortKind::Composite(constructor, parts) => self.list_composite(sort, *constructor, parts),
            SortKind::Int
            | SortKind::Real
            | SortKind::String
            | SortKind::RegLan
            | SortKind::Unknown
            | SortKind::Opaque(_) => None,
        }
    }

    fn list_composite(
        &mut self,
        sort: Sort,
        constructor: SortConstructor,
        parts: &[Sort],
    ) -> Option<Vec<Value>> {
        match constructor {
            SortConstructor::Collection(Collection::Set | Collection::FiniteSet) => {
                let elements = self.elements(parts[0])?;
                let subsets = (0..1u64 << elements.len()).map(|members| {
                    let members = elements.iter().enumerate().filter(|(at, _)| members >> at & 1 == 1);
                    Value::set(members.map(|(_, element)| element.clone()).collect())
                });
                subsets.collect()
            }
            SortConstructor::Collection(Collection::Nullable) => {
                let some = self.elements(parts[0])?;
                let some = some.iter().map(|value| Some(value.clone()));
                Some(std::iter::once(None).chain(some).map(Value::nullable).collect())
            }
            SortConstructor::Tuple => {
                let choices: Option<Vec<Rc<[Value]>>> =
                    parts.iter().map(|&part| self.elements(part)).collect();
                Some(combinations(&choices?).into_iter().map(Value::tuple).collect())
            }
            SortConstructor::Array => self.arrays(parts[0], parts[1]),
            SortConstructor::Collection(Collection::Seq | Collection::Bag) | SortConstructor::Map => None,
            SortConstructor::Named(_) => match self.terms().datatype(sort) {
                Some(datatype) => self.list_datatype(sort, datatype),
                None => {
                    let universe = self.model().universe(sort)?;
                    Some((0..universe).map(|number| Value::Element { sort: sort.number(), number }).collect())
                }
            },
        }
    }

    fn list_datatype(&mut self, sort: Sort, datatype: &Datatype) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for constructor in &datatype.constructors {
            let fields = self.domains.fields(sort, datatype, constructor)?;
            let choices: Vec<Rc<[Value]>> =
                fields.iter().map(|&field| self.elements(field)).collect::<Option<_>>()?;
            let made = combinations(&choices).into_iter();
            values.extend(made.map(|fields| Value::data(constructor.decl.number(), fields)));
        }
        Some(values)
    }

    fn arrays(&mut self, index: Sort, element: Sort) -> Option<Vec<Value>> {
        let domain = self.domains.size(index);
        if self.domains.size(element) == Size::Finite(1) {
            return Some(vec![Value::constant_array(domain, self.elements(element)?.last()?.clone())]);
        }
        let (indices, elements) = (self.elements(index)?, self.elements(element)?);
        let choices = vec![elements; indices.len()];
        let arrays = combinations(&choices).into_iter().map(|results| {
            let default = results.first()?.clone();
            Value::array(domain, default, indices.iter().cloned().zip(results).collect())
        });
        arrays.collect()
    }

    /// Some element of a sort, if one is found.
    pub fn default(&mut self, sort: Sort) -> Option<Value> {
        if let Some(known) = self.defaults.get(&sort) {
            return Some(known.clone());
        }
        if self.is_exhausted() {
            return None;
        }
        let value = match self.terms().sorts.kind(sort) {
            SortKind::Bool => Value::Bool(false),
            SortKind::Int => Value::Int(Int::ZERO),
            SortKind::Real => Value::Real(Rational::ZERO),
            SortKind::String => Value::Text(Text::empty()),
            SortKind::RegLan => Value::Regex(Regex::none()),
            SortKind::RoundingMode => Value::Mode(RoundingMode::Rne),
            SortKind::BitVec(width) => Value::Bits(Bits::zero(*width)),
            SortKind::Field(order) => Value::Field(FieldElement::new(*order, 0)),
            SortKind::Float(eb, sb) => Value::float(Float::zero(Format::new(*eb, *sb)?, false)),
            SortKind::Composite(constructor, parts) => {
                self.default_of_composite(sort, *constructor, parts)?
            }
            SortKind::Unknown | SortKind::Opaque(_) => return None,
        };
        self.defaults.insert(sort, value.clone());
        Some(value)
    }

    fn default_of_composite(
        &mut self,
        sort: Sort,
        constructor: SortConstructor,
        parts: &[Sort],
    ) -> Option<Value> {
        match constructor {
            SortConstructor::Collection(collection) => Value::collection(collection, Vec::new()),
            SortConstructor::Tuple => {
                let parts: Option<Vec<Value>> = parts.iter().map(|&part| self.default(part)).collect();
                Some(Value::tuple(parts?))
            }
            SortConstructor::Array => {
                let size = Census::of(self.domains).size(parts[0]);
                Some(Value::constant_array(size, self.default(parts[1])?))
            }
            SortConstructor::Map => {
                let (result, arguments) = parts.split_last()?;
                let (domain, default) = (self.domains.size_of_all(arguments), self.default(*result)?);
                Value::table(arguments.len() as u32, domain, default, Vec::new())
            }
            SortConstructor::Named(_) => match self.terms().datatype(sort) {
                Some(datatype) => self.default_of_datatype(sort, datatype),
                None => Some(Value::Element { sort: sort.number(), number: 0 }),
            },
        }
    }

    fn default_of_datatype(&mut self, sort: Sort, datatype: &Datatype) -> Option<Value> {
        if self.open.contains(&sort) {
            return None;
        }
        self.open.push(sort);
        let value = datatype.constructors.iter().find_map(|constructor| {
            let fields = self.domains.fields(sort, datatype, constructor)?;
            let fields: Option<Vec<Value>> = fields.iter().map(|&field| self.default(field)).collect();
            Some(Value::data(constructor.decl.number(), fields?))
        });
        self.open.pop();
        value
    }
}

pub(super) fn product(a: Size, b: Size) -> Size {
    match (a, b) {
        (Size::Finite(a), Size::Finite(b)) => Size::of(a.checked_mul(b)),
        // No sort is empty.
        (Size::Large, _) | (_, Size::Large) => Size::Large,
        _ => Size::Unknown,
    }
}

/// The Cartesian product of the choices, the last one changing fastest.
fn combinations(choices: &[Rc<[Value]>]) -> Vec<Vec<Value>> {
    choices.iter().fold(vec![Vec::new()], |before, choice| {
        let mut all = Vec::with_capacity(before.len() * choice.len());
        for start in &before {
            for value in choice.iter() {
                let mut next = start.clone();
                next.push(value.clone());
                all.push(next);
            }
        }
        all
    })
}
