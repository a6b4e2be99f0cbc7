//! Signatures: what sorts a function takes and which one it gives, for any bit-width, float format and element sort.
//!
//! Theory operators, declared functions, constructors and selectors share this type. A theory operator's signature is
//! read from its declaration (`declare.rs`); a script's own functions give theirs as sorts.

use super::sort::{Sort, SortKind, Sorts};
use crate::symbols::Symbol;
use smallvec::{SmallVec, smallvec};

#[derive(Clone, Debug)]
pub struct Signature {
    /// How many numerals the operator is indexed by; `None` for any number of them.
    pub indices: Option<u8>,
    /// How many sort parameters there are.
    pub params: u8,
    pub args: Box<[Pattern]>,
    pub result: Pattern,
    pub shape: Shape,
    pub conditions: Box<[Condition]>,
}

/// How the declared arguments stand for the actual ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Fixed,
    LeftAssoc,
    RightAssoc,
    Chainable,
    Pairwise,
    /// Any number of arguments of the last declared sort.
    Variadic,
}

/// A sort with holes.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    Sort(Sort),
    Param(u8),
    BitVec(Size),
    Float(Size, Size),
    Array(Box<[Pattern; 2]>),
    Seq(Box<Pattern>),
    Set(Box<Pattern>),
    Map(Box<[Pattern]>),
    Named(Symbol, Box<[Pattern]>),
}

/// A width, as an expression over the operator's indices and the widths of its arguments.
#[derive(Clone, PartialEq, Debug)]
pub enum Size {
    Constant(i64),
    Variable(u8),
    Sum(Box<[Size; 2]>),
    Difference(Box<[Size; 2]>),
    Product(Box<[Size; 2]>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    pub relation: Relation,
    pub left: Size,
    pub right: Size,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Less,
    AtMost,
    Equal,
}

impl Relation {
    /// The relation of a symbol in a condition.
    pub fn of_symbol(symbol: &str) -> Option<Relation> {
        match symbol {
            "<" => Some(Relation::Less),
            "<=" => Some(Relation::AtMost),
            "=" => Some(Relation::Equal),
            _ => None,
        }
    }
}

/// The sort of an application, and what it says about the arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Applied {
    pub sort: Sort,
    /// The Int arguments that stand where a Real is wanted.
    pub lifted: SmallVec<[u32; 2]>,
    /// The sorts of arguments whose own sort was not known.
    pub settled: SmallVec<[(u32, Sort); 1]>,
}

/// Why a signature does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch {
    Indices,
    Count,
    Argument(usize),
    Condition,
    /// The result's sort does not follow from the arguments: it needs `(as f Sort)`.
    Ambiguous,
}

/// What the holes stand for.
struct Holes {
    sorts: SmallVec<[Option<Sort>; 4]>,
    sizes: Sizes,
    /// Accept an Int where a Real is wanted, as solvers do.
    lenient: bool,
    lifted: SmallVec<[u32; 2]>,
    /// A parameter that was taken for Int, but must be Real.
    promote: Option<u8>,
}

/// No declaration has more indices and widths than this.
pub const MAX_SIZES: usize = 6;

/// What indices and widths stand for, by slot; the indices come first.
pub type Sizes = [Option<i64>; MAX_SIZES];

/// Widths beyond this are refused, so that arithmetic on them cannot overflow.
const MAX_WIDTH: i64 = 1 << 30;

impl Signature {
    /// The signature of a function without parameters.
    pub fn plain(args: &[Sort], result: Sort) -> Self {
        Signature::parametric(
            args.iter().map(|&sort| Pattern::Sort(sort)).collect(),
            Pattern::Sort(result),
            0,
        )
    }

    pub fn parametric(args: Box<[Pattern]>, result: Pattern, params: u8) -> Self {
        Signature { indices: Some(0), params, args, result, shape: Shape::Fixed, conditions: Box::default() }
    }

    /// Whether the arguments leave the result open, so that it must be ascribed.
    pub fn needs_ascription(&self) -> bool {
        (0..self.params).any(|param| {
            self.result.mentions(param) && !self.args.iter().any(|argument| argument.mentions(param))
        })
    }

    pub fn accepts_count(&self, count: usize) -> bool {
        match self.shape {
            Shape::Fixed => count == self.args.len(),
            // The standard wants two; solvers take one, and z3 takes none for the Boolean ones.
            Shape::LeftAssoc | Shape::RightAssoc => count >= 1 || self.result == Pattern::Sort(Sort::BOOL),
            Shape::Chainable | Shape::Pairwise => count >= 1,
            Shape::Variadic => count + 1 >= self.args.len(),
        }
    }

    /// The declared argument that stands for the actual one at `at` of `count`.
    pub fn argument(&self, at: usize, count: usize) -> &Pattern {
        let last = self.args.len() - 1;
        match self.shape {
            Shape::RightAssoc if at + 1 == count => &self.args[last],
            Shape::RightAssoc => &self.args[0],
            _ => &self.args[at.min(last)],
        }
    }

    /// The sort of the application to arguments of these sorts. Lenient, an Int is taken where a Real is wanted.
    pub fn apply(
        &self,
        sorts: &mut Sorts,
        indices: &[u32],
        args: &[Sort],
        ascribed: Option<Sort>,
        lenient: bool,
    ) -> Result<Applied, Mismatch> {
        if self.indices.is_some_and(|wanted| wanted as usize != indices.len()) {
            return Err(Mismatch::Indices);
        }
        if !self.accepts_count(args.len()) {
            return Err(Mismatch::Count);
        }
        if let Some(sort) = self.apply_uniform(sorts, args) {
            return Ok(Applied { sort, lifted: SmallVec::new(), settled: SmallVec::new() });
        }
        if self.is_fold() && args.len() > 2 {
            return self.fold(sorts, indices, args);
        }
        let mut preset: SmallVec<[Option<Sort>; 4]> = smallvec![None; self.params as usize];
        if let Some(sort) = ascribed {
            let mut holes = Holes::new(preset.clone(), indices, false);
            if holes.fits(sorts, &self.result, sort) {
                preset = holes.sorts;
            }
        }
        loop {
            let mut holes = Holes::new(preset.clone(), indices, lenient);
            match self.fit(sorts, args, &mut holes) {
                Ok(()) => return self.result(sorts, holes, args, ascribed),
                Err(mismatch) => match holes.promote {
                    Some(param) if preset[param as usize].is_none() => {
                        preset[param as usize] = Some(Sort::REAL);
                    }
                    _ => return Err(mismatch),
                },
            }
        }
    }

    /// The common case, without any search: all arguments have one sort, and so does every declared argument.
    #[inline]
    fn apply_uniform(&self, sorts: &Sorts, args: &[Sort]) -> Option<Sort> {
        let (&sort, pattern) = (args.first()?, self.args.first()?);
        if args.iter().any(|&other| other != sort) || self.args[1..].iter().any(|other| other != pattern) {
            return None;
        }
        let fits = match pattern {
            Pattern::Sort(wanted) => *wanted == sort,
            Pattern::Param(_) => sort != Sort::UNKNOWN,
            Pattern::BitVec(Size::Variable(_)) => matches!(sorts.kind(sort), SortKind::BitVec(_)),
            Pattern::Float(Size::Variable(a), Size::Variable(b)) => {
                a != b && matches!(sorts.kind(sort), SortKind::Float(..))
            }
            _ => false,
        };
        match &self.result {
            _ if !fits || self.indices != Some(0) || !self.conditions.is_empty() => None,
            Pattern::Sort(result) => Some(*result),
            result if result == pattern => Some(sort),
            _ => None,
        }
    }

    /// Whether more than two arguments change the result's sort at each step, as for `concat`.
    pub fn is_fold(&self) -> bool {
        self.shape == Shape::LeftAssoc && self.args[0] != self.result
    }

    fn fold(&self, sorts: &mut Sorts, indices: &[u32], args: &[Sort]) -> Result<Applied, Mismatch> {
        let mut sort = args[0];
        for (at, &next) in args.iter().enumerate().skip(1) {
            let step = self.apply(sorts, indices, &[sort, next], None, false);
            sort = step.map_err(|_| Mismatch::Argument(at))?.sort;
        }
        Ok(Applied { sort, lifted: SmallVec::new(), settled: SmallVec::new() })
    }

    fn fit(&self, sorts: &Sorts, args: &[Sort], holes: &mut Holes) -> Result<(), Mismatch> {
        for (at, &sort) in args.iter().enumerate() {
            let pattern = self.argument(at, args.len());
            if !holes.fits_argument(sorts, pattern, sort, at) {
                return Err(Mismatch::Argument(at));
            }
        }
        Ok(())
    }

    fn result(
        &self,
        sorts: &mut Sorts,
        holes: Holes,
        args: &[Sort],
        ascribed: Option<Sort>,
    ) -> Result<Applied, Mismatch> {
        if !self.conditions.iter().all(|condition| condition.holds(&holes.sizes)) {
            return Err(Mismatch::Condition);
        }
        let open =
            args.iter().any(|&sort| sorts.is_open(sort)) || ascribed.is_some_and(|sort| sorts.is_open(sort));
        let sort = match holes.build(sorts, &self.result) {
            Some(sort) => sort,
            None if open => ascribed.unwrap_or(Sort::UNKNOWN),
            None => return Err(Mismatch::Ambiguous),
        };
        let mut settled = SmallVec::new();
        for (at, _) in args.iter().enumerate().filter(|(_, sort)| **sort == Sort::UNKNOWN) {
            if let Some(sort) = holes.build(sorts, self.argument(at, args.len())) {
                settled.push((at as u32, sort));
            }
        }
        Ok(Applied { sort, lifted: holes.lifted, settled })
    }
}

impl Holes {
    fn new(sorts: SmallVec<[Option<Sort>; 4]>, indices: &[u32], lenient: bool) -> Self {
        let mut sizes = [None; MAX_SIZES];
        for (slot, &index) in sizes.iter_mut().zip(indices) {
            *slot = Some(i64::from(index));
        }
        Holes { sorts, sizes, lenient, lifted: SmallVec::new(), promote: None }
    }

    #[inline]
    fn fits_argument(&mut self, sorts: &Sorts, pattern: &Pattern, sort: Sort, at: usize) -> bool {
        if self.fits(sorts, pattern, sort) {
            return true;
        }
        if !self.lenient {
            return false;
        }
        match pattern {
            Pattern::Sort(Sort::REAL) if sort == Sort::INT => self.lifted.push(at as u32),
            Pattern::Param(param) => match (self.sorts[*param as usize], sort) {
                (Some(Sort::REAL), Sort::INT) => self.lifted.push(at as u32),
                (Some(Sort::INT), Sort::REAL) => {
                    self.promote = Some(*param);
                    return false;
                }
                _ => return false,
            },
            _ => return false,
        }
        true
    }

    /// Recursive on the declaration's depth, which the sort reader bounds.
    fn fits(&mut self, sorts: &Sorts, pattern: &Pattern, sort: Sort) -> bool {
        if sort == Sort::UNKNOWN {
            return true;
        }
        match pattern {
            Pattern::Sort(wanted) => *wanted == sort || sorts.compatible(*wanted, sort),
            Pattern::Param(param) => match self.sorts[*param as usize] {
                Some(bound) => bound == sort || sorts.compatible(bound, sort),
                None => {
                    self.sorts[*param as usize] = Some(sort);
                    true
                }
            },
            _ => self.fits_parts(sorts, pattern, sort) || sorts.is_open(sort),
        }
    }

    fn fits_parts(&mut self, sorts: &Sorts, pattern: &Pattern, sort: Sort) -> bool {
        match (pattern, sorts.kind(sort)) {
            (Pattern::BitVec(size), SortKind::BitVec(width)) => self.fits_size(size, *width),
            (Pattern::Float(eb, sb), SortKind::Float(e, s)) => {
                self.fits_size(eb, *e) && self.fits_size(sb, *s)
            }
            (Pattern::Array(parts), SortKind::Array(index, element)) => {
                self.fits(sorts, &parts[0], *index) && self.fits(sorts, &parts[1], *element)
            }
            // z3 takes a function where an array is wanted, and sets are its arrays of Booleans.
            (Pattern::Array(parts), SortKind::Map(map)) if map.len() == 2 => {
                self.fits(sorts, &parts[0], map[0]) && self.fits(sorts, &parts[1], map[1])
            }
            (Pattern::Seq(part), SortKind::Seq(element)) | (Pattern::Set(part), SortKind::Set(element)) => {
                self.fits(sorts, part, *element)
            }
            (Pattern::Map(parts), SortKind::Map(map)) => self.fit_all(sorts, parts, map),
            (Pattern::Map(parts), SortKind::Array(index, element)) => {
                self.fit_all(sorts, parts, &[*index, *element])
            }
            (Pattern::Named(name, parts), SortKind::Named(other, actual)) if name == other => {
                self.fit_all(sorts, parts, actual)
            }
            _ => false,
        }
    }

    fn fit_all(&mut self, sorts: &Sorts, patterns: &[Pattern], actual: &[Sort]) -> bool {
        patterns.len() == actual.len()
            && patterns.iter().zip(actual).all(|(pattern, &sort)| self.fits(sorts, pattern, sort))
    }

    fn fits_size(&mut self, size: &Size, width: u32) -> bool {
        let width = i64::from(width);
        match size {
            Size::Variable(slot) if self.sizes[*slot as usize].is_none() => {
                self.sizes[*slot as usize] = Some(width);
                true
            }
            _ => size.value(&self.sizes) == Some(width),
        }
    }

    fn build(&self, sorts: &mut Sorts, pattern: &Pattern) -> Option<Sort> {
        pattern.build(sorts, &self.sorts, &self.sizes)
    }
}

impl Pattern {
    /// The sort that the pattern is when its holes stand for these; none if one of them is open, or a width out of range.
    pub fn build(&self, sorts: &mut Sorts, params: &[Option<Sort>], sizes: &Sizes) -> Option<Sort> {
        let width = |size: &Size| {
            let width = size.value(sizes)?;
            (1..MAX_WIDTH).contains(&width).then_some(width as u32)
        };
        let mut build = |part: &Pattern| part.build(sorts, params, sizes);
        let kind = match self {
            Pattern::Sort(sort) => return Some(*sort),
            Pattern::Param(param) => return params[*param as usize],
            Pattern::BitVec(size) => SortKind::BitVec(width(size)?),
            Pattern::Float(eb, sb) => SortKind::Float(width(eb)?, width(sb)?),
            Pattern::Array(parts) => SortKind::Array(build(&parts[0])?, build(&parts[1])?),
            Pattern::Seq(part) => SortKind::Seq(build(part)?),
            Pattern::Set(part) => SortKind::Set(build(part)?),
            Pattern::Map(parts) => SortKind::Map(parts.iter().map(build).collect::<Option<_>>()?),
            Pattern::Named(name, parts) => {
                SortKind::Named(*name, parts.iter().map(build).collect::<Option<_>>()?)
            }
        };
        Some(sorts.intern(kind))
    }

    /// Whether a sort is of this form, with what the holes stand for already; what they stand for then is added.
    pub fn matches(&self, sorts: &Sorts, sort: Sort, params: &mut [Option<Sort>], sizes: &mut Sizes) -> bool {
        let mut holes = Holes {
            sorts: SmallVec::from_slice(params),
            sizes: *sizes,
            lenient: false,
            lifted: SmallVec::new(),
            promote: None,
        };
        let fits = holes.fits(sorts, self, sort);
        if fits {
            params.copy_from_slice(&holes.sorts);
            *sizes = holes.sizes;
        }
        fits
    }

    fn mentions(&self, param: u8) -> bool {
        match self {
            Pattern::Param(other) => *other == param,
            Pattern::Sort(_) | Pattern::BitVec(_) | Pattern::Float(..) => false,
            Pattern::Array(parts) => parts.iter().any(|part| part.mentions(param)),
            Pattern::Seq(part) | Pattern::Set(part) => part.mentions(param),
            Pattern::Map(parts) | Pattern::Named(_, parts) => parts.iter().any(|part| part.mentions(param)),
        }
    }
}

impl Size {
    pub fn value(&self, sizes: &Sizes) -> Option<i64> {
        let both = |pair: &[Size; 2]| Some((pair[0].value(sizes)?, pair[1].value(sizes)?));
        match self {
            Size::Constant(constant) => Some(*constant),
            Size::Variable(slot) => sizes[*slot as usize],
            Size::Sum(pair) => both(pair).and_then(|(a, b)| a.checked_add(b)),
            Size::Difference(pair) => both(pair).and_then(|(a, b)| a.checked_sub(b)),
            Size::Product(pair) => both(pair).and_then(|(a, b)| a.checked_mul(b)),
        }
    }
}

impl Condition {
    /// A condition over a width that is not known holds.
    pub fn holds(&self, sizes: &Sizes) -> bool {
        match (self.left.value(sizes), self.right.value(sizes)) {
            (Some(left), Some(right)) => match self.relation {
                Relation::Less => left < right,
                Relation::AtMost => left <= right,
                Relation::Equal => left == right,
            },
            _ => true,
        }
    }
}

impl Sorts {
    /// Whether two sorts may be the same, one of them holding a part that is not known.
    pub fn compatible(&self, a: Sort, b: Sort) -> bool {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            if a == b || self.is_open(a) || self.is_open(b) {
                continue;
            }
            let (left, right) = (self.parts(a), self.parts(b));
            let same_head = match (self.kind(a), self.kind(b)) {
                (SortKind::Named(x, _), SortKind::Named(y, _)) => x == y,
                // A function of one argument and an array are told apart by cvc5 only.
                (SortKind::Array(..), SortKind::Map(_)) | (SortKind::Map(_), SortKind::Array(..)) => true,
                (x, y) => std::mem::discriminant(x) == std::mem::discriminant(y),
            };
            if !same_head || left.is_empty() || left.len() != right.len() {
                return false;
            }
            pairs.extend(left.into_iter().zip(right));
        }
        true
    }

    /// Whether nothing is known of a sort, so that it fits everywhere.
    pub fn is_open(&self, sort: Sort) -> bool {
        matches!(self.kind(sort), SortKind::Unknown | SortKind::Opaque(_))
    }

    /// A sort of the script as a pattern in which the parameters are holes.
    pub fn pattern(&self, sort: Sort, params: &[Sort]) -> Pattern {
        if let Some(param) = params.iter().position(|&param| param == sort) {
            return Pattern::Param(param as u8);
        }
        let parts = self.parts(sort);
        let patterns: Vec<Pattern> = parts.iter().map(|&part| self.pattern(part, params)).collect();
        if patterns.iter().all(|pattern| matches!(pattern, Pattern::Sort(_))) {
            return Pattern::Sort(sort);
        }
        match (self.kind(sort), <[Pattern; 2]>::try_from(patterns.clone())) {
            (SortKind::Array(..), Ok(pair)) => Pattern::Array(Box::new(pair)),
            (SortKind::Seq(_), _) => Pattern::Seq(Box::new(patterns[0].clone())),
            (SortKind::Set(_), _) => Pattern::Set(Box::new(patterns[0].clone())),
            (SortKind::Named(name, _), _) => Pattern::Named(*name, patterns.into()),
            _ => Pattern::Map(patterns.into()),
        }
    }
}
