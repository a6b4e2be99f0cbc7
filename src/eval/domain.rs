//! What elements a sort has: how many, which, and one to begin with.

use super::model::Model;
use crate::script::{Constructor, Datatype, Terms};
use crate::theory::Domains;
use crate::theory::sort::{Sort, SortKind};
use crate::value::{Bits, Float, Format, Int, Rational, Regex, RoundingMode, Size, Text, Value};

/// The sorts of a script under a model, which says what elements declared sorts have.
#[derive(Clone, Copy)]
pub struct SortDomains<'a> {
    pub terms: &'a Terms,
    pub model: &'a Model,
}

impl Domains for SortDomains<'_> {
    fn size(&self, sort: Sort) -> Size {
        match self.terms.sorts.kind(sort) {
            SortKind::Int | SortKind::Real | SortKind::String => Size::Large,
            _ => self.size_within(sort, &mut Vec::new()),
        }
    }

    fn elements(&self, sort: Sort, limit: u64) -> Option<Vec<Value>> {
        match self.size(sort) {
            Size::Finite(size) if size <= limit => self.all(sort),
            _ => None,
        }
    }
}

impl SortDomains<'_> {
    /// Recursive on how sorts are nested, which the reader bounds; `open` holds the datatypes that are being looked at.
    fn size_within(&self, sort: Sort, open: &mut Vec<Sort>) -> Size {
        match self.terms.sorts.kind(sort) {
            SortKind::Bool => Size::Finite(2),
            SortKind::RoundingMode => Size::Finite(5),
            SortKind::Int | SortKind::Real | SortKind::String | SortKind::RegLan | SortKind::Seq(_) => {
                Size::Large
            }
            SortKind::BitVec(width) => Size::of(1u64.checked_shl(*width)),
            SortKind::Float(eb, sb) => match 1u64.checked_shl(eb + sb) {
                // All patterns of NaN are one value.
                Some(patterns) => Size::of(Some(patterns - (1 << sb) + 3)),
                None => Size::Large,
            },
            SortKind::Set(element) => match self.size_within(*element, open) {
                Size::Finite(size) => {
                    Size::of(u32::try_from(size).ok().and_then(|size| 1u64.checked_shl(size)))
                }
                other => other,
            },
            SortKind::Array(index, element) => {
                functions(self.size_within(*index, open), self.size_within(*element, open))
            }
            SortKind::Map(parts) => {
                let (result, arguments) = parts.split_last().expect("a function has a result");
                let arguments = arguments
                    .iter()
                    .fold(Size::Finite(1), |size, &argument| product(size, self.size_within(argument, open)));
                functions(arguments, self.size_within(*result, open))
            }
            SortKind::Named(..) => match self.terms.datatype(sort) {
                Some(datatype) => self.size_of_datatype(sort, datatype, open),
                None => self.model.universe(sort).map_or(Size::Unknown, |size| Size::Finite(u64::from(size))),
            },
            SortKind::Unknown | SortKind::Opaque(_) => Size::Unknown,
        }
    }

    fn size_of_datatype(&self, sort: Sort, datatype: &Datatype, open: &mut Vec<Sort>) -> Size {
        if open.contains(&sort) {
            // A datatype that contains itself has values of any depth.
            return Size::Large;
        }
        if datatype.codata {
            // A stream of one letter is the only one of its kind.
            return Size::Unknown;
        }
        open.push(sort);
        let mut total = Size::Finite(0);
        for constructor in &datatype.constructors {
            let size = match self.fields(sort, datatype, constructor) {
                Some(fields) => fields
                    .iter()
                    .fold(Size::Finite(1), |size, &field| product(size, self.size_within(field, open))),
                None => Size::Unknown,
            };
            total = match (total, size) {
                (Size::Large, _) | (_, Size::Large) => Size::Large,
                (Size::Finite(a), Size::Finite(b)) => Size::of(a.checked_add(b)),
                _ => Size::Unknown,
            };
        }
        open.pop();
        total
    }

    /// The sorts of a constructor's fields in this instance of the datatype, unless the arena has never seen them.
    pub fn fields(&self, sort: Sort, datatype: &Datatype, constructor: &Constructor) -> Option<Vec<Sort>> {
        let SortKind::Named(_, arguments) = self.terms.sorts.kind(sort) else { return None };
        constructor.fields.iter().map(|&field| self.instance(field, &datatype.params, arguments)).collect()
    }

    fn instance(&self, sort: Sort, params: &[Sort], arguments: &[Sort]) -> Option<Sort> {
        if params.is_empty() {
            return Some(sort);
        }
        if let Some(at) = params.iter().position(|&param| param == sort) {
            return arguments.get(at).copied();
        }
        let sorts = &self.terms.sorts;
        let part = |part: Sort| self.instance(part, params, arguments);
        let kind = match sorts.kind(sort) {
            SortKind::Array(index, element) => SortKind::Array(part(*index)?, part(*element)?),
            SortKind::Seq(element) => SortKind::Seq(part(*element)?),
            SortKind::Set(element) => SortKind::Set(part(*element)?),
            SortKind::Map(parts) => {
                SortKind::Map(parts.iter().map(|&sort| part(sort)).collect::<Option<_>>()?)
            }
            SortKind::Named(name, parts) => {
                SortKind::Named(*name, parts.iter().map(|&sort| part(sort)).collect::<Option<_>>()?)
            }
            _ => return Some(sort),
        };
        sorts.find(&kind)
    }

    /// All elements of a sort that is known to be finite and small.
    fn all(&self, sort: Sort) -> Option<Vec<Value>> {
        match self.terms.sorts.kind(sort) {
            SortKind::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
            SortKind::RoundingMode => Some(RoundingMode::ALL.iter().map(|&mode| Value::Mode(mode)).collect()),
            SortKind::BitVec(width) => {
                Some((0..1u64 << width).map(|value| Value::Bits(Bits::from_u64(*width, value))).collect())
            }
            SortKind::Float(eb, sb) => Some(Float::all(Format::new(*eb, *sb)?).map(Value::float).collect()),
            SortKind::Set(element) => {
                let elements = self.all(*element)?;
                let subsets = (0..1u64 << elements.len()).map(|members| {
                    let members = elements.iter().enumerate().filter(|(at, _)| members >> at & 1 == 1);
                    Value::set(members.map(|(_, element)| element.clone()).collect())
                });
                subsets.collect()
            }
            SortKind::Array(index, element) => {
                let domain = self.size(*index);
                if self.size(*element) == Size::Finite(1) {
                    return Some(vec![Value::constant_array(domain, self.all(*element)?.pop()?)]);
                }
                let (indices, elements) = (self.all(*index)?, self.all(*element)?);
                let choices = vec![elements; indices.len()];
                let arrays = combinations(&choices).into_iter().map(|results| {
                    let default = results.first()?.clone();
                    Value::array(domain, default, indices.iter().cloned().zip(results).collect())
                });
                arrays.collect()
            }
            SortKind::Named(..) => match self.terms.datatype(sort) {
                Some(datatype) => {
                    let mut values = Vec::new();
                    for constructor in &datatype.constructors {
                        let fields = self.fields(sort, datatype, constructor)?;
                        let choices: Vec<Vec<Value>> =
                            fields.iter().map(|&field| self.all(field)).collect::<Option<_>>()?;
                        let constructor = constructor.decl.0;
                        values.extend(
                            combinations(&choices).into_iter().map(|fields| Value::data(constructor, fields)),
                        );
                    }
                    Some(values)
                }
                None => {
                    let universe = self.model.universe(sort)?;
                    Some((0..universe).map(|number| Value::Element { sort: sort.0, number }).collect())
                }
            },
            _ => None,
        }
    }

    /// Some element of a sort: zero, the empty string, an array of such elements, and so on.
    pub fn default(&self, sort: Sort) -> Option<Value> {
        self.default_within(sort, &mut Vec::new())
    }

    fn default_within(&self, sort: Sort, open: &mut Vec<Sort>) -> Option<Value> {
        Some(match self.terms.sorts.kind(sort) {
            SortKind::Bool => Value::Bool(false),
            SortKind::Int => Value::Int(Int::ZERO),
            SortKind::Real => Value::Real(Rational::ZERO),
            SortKind::String => Value::Text(Text::empty()),
            SortKind::RegLan => Value::Regex(Regex::none()),
            SortKind::RoundingMode => Value::Mode(RoundingMode::Rne),
            SortKind::BitVec(width) => Value::Bits(Bits::zero(*width)),
            SortKind::Float(eb, sb) => Value::float(Float::zero(Format::new(*eb, *sb)?, false)),
            SortKind::Seq(_) => Value::seq(Vec::new()),
            SortKind::Set(_) => Value::set(Vec::new())?,
            SortKind::Array(index, element) => {
                Value::constant_array(self.size(*index), self.default_within(*element, open)?)
            }
            SortKind::Map(parts) => {
                let (result, arguments) = parts.split_last()?;
                let default = self.default_within(*result, open)?;
                Value::table(arguments.len() as u32, self.size_of_all(arguments), default, Vec::new())?
            }
            SortKind::Named(..) => match self.terms.datatype(sort) {
                Some(datatype) => {
                    if open.contains(&sort) {
                        return None;
                    }
                    open.push(sort);
                    let value = datatype.constructors.iter().find_map(|constructor| {
                        let fields = self.fields(sort, datatype, constructor)?;
                        let fields: Option<Vec<Value>> =
                            fields.iter().map(|&field| self.default_within(field, open)).collect();
                        Some(Value::data(constructor.decl.0, fields?))
                    });
                    open.pop();
                    return value;
                }
                None => Value::Element { sort: sort.0, number: 0 },
            },
            SortKind::Unknown | SortKind::Opaque(_) => return None,
        })
    }

    /// How many tuples of elements of these sorts there are.
    pub fn size_of_all(&self, sorts: &[Sort]) -> Size {
        sorts.iter().fold(Size::Finite(1), |size, &sort| product(size, self.size(sort)))
    }
}

fn product(a: Size, b: Size) -> Size {
    match (a, b) {
        (Size::Finite(a), Size::Finite(b)) => Size::of(a.checked_mul(b)),
        // No sort is empty.
        (Size::Large, _) | (_, Size::Large) => Size::Large,
        _ => Size::Unknown,
    }
}

/// How many functions there are between sorts of these sizes.
fn functions(from: Size, to: Size) -> Size {
    match (from, to) {
        (_, Size::Finite(1)) => Size::Finite(1),
        (Size::Finite(from), Size::Finite(to)) => {
            Size::of(u32::try_from(from).ok().and_then(|from| to.checked_pow(from)))
        }
        (_, Size::Large) => Size::Large,
        (_, Size::Unknown) | (Size::Unknown, _) => Size::Unknown,
        (Size::Large, Size::Finite(_)) => Size::Large,
    }
}

/// All ways to take one of each of the choices, the last one changing fastest.
fn combinations(choices: &[Vec<Value>]) -> Vec<Vec<Value>> {
    choices.iter().fold(vec![Vec::new()], |before, choice| {
        let mut all = Vec::with_capacity(before.len() * choice.len());
        for start in &before {
            for value in choice {
                let mut next = start.clone();
                next.push(value.clone());
                all.push(next);
            }
        }
        all
    })
}
