//! Signatures: the sorts of a function's arguments and result, for any bit-width, float format and element sort.
//!
//! Theory operators, declared functions, constructors and selectors share this type. A theory operator's signature is
//! read from its declaration (`declare.rs`); those of a script's own functions are made from sorts.

use super::derived::Derived;
use super::sort::{Sort, SortConstructor, SortKind, Sorts};
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

/// How the declared arguments extend to longer argument lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Fixed,
    LeftAssoc,
    RightAssoc,
    Chainable,
    Pairwise,
    /// Any number of arguments of the last declared sort. If their sorts leave the width of a bit-vector result
    /// open, it is their number.
    Variadic,
}

/// A sort with holes.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    Sort(Sort),
    Param(u8),
    BitVec(Size),
    Float(Size, Size),
    /// The finite field of so many elements.
    Field(Size),
    Composite(SortConstructor, Box<[Pattern]>),
    Derived(Derived),
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

/// The sort of an application, and what follows for its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Applied {
    pub sort: Sort,
    /// The Int arguments that stand in place of a Real.
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

/// The values of the holes of patterns, as far as they are known.
#[derive(Clone, Debug)]
pub struct Holes {
    /// By the numbers of the parameters.
    pub sorts: SmallVec<[Option<Sort>; 4]>,
    pub sizes: Sizes,
    /// The indices themselves, of which there may be more than sizes.
    pub indices: SmallVec<[u32; 4]>,
}

/// An application that is being checked.
struct Fit {
    holes: Holes,
    /// Whether an Int is accepted in place of a Real, as solvers do.
    lenient: bool,
    lifted: SmallVec<[u32; 2]>,
    /// A parameter that was taken for Int, but must be Real.
    promote: Option<u8>,
}

/// No declaration has more indices and widths than this.
pub const MAX_SIZES: usize = 6;

/// The values of indices and widths, by slot; the indices come first.
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

    /// Whether the result's sort does not follow from the arguments, so that it must be ascribed.
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

    /// The width of a result that has a bit for each argument.
    pub fn counted_width(&self) -> Option<&Size> {
        match &self.result {
            Pattern::BitVec(width) if self.shape == Shape::Variadic => Some(width),
            _ => None,
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

    /// The sort of the application to arguments of these sorts. If `lenient`, an Int is accepted in place of a Real.
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
            let mut fit = Fit::new(preset.clone(), indices, false);
            if fit.fits(sorts, &self.result, sort) {
                preset = fit.holes.sorts;
            }
        }
        loop {
            let mut fit = Fit::new(preset.clone(), indices, lenient);
            match self.fit(sorts, args, &mut fit) {
                Ok(()) => return self.result(sorts, fit, args, ascribed),
                Err(mismatch) => match fit.promote {
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
            Pattern::Field(Size::Variable(_)) => matches!(sorts.kind(sort), SortKind::Field(_)),
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

    fn fit(&self, sorts: &Sorts, args: &[Sort], fit: &mut Fit) -> Result<(), Mismatch> {
        for (at, &sort) in args.iter().enumerate() {
            let pattern = self.argument(at, args.len());
            if !fit.fits_argument(sorts, pattern, sort, at) {
                return Err(Mismatch::Argument(at));
            }
        }
        Ok(())
    }

    fn result(
        &self,
        sorts: &mut Sorts,
        Fit { mut holes, lifted, .. }: Fit,
        args: &[Sort],
        ascribed: Option<Sort>,
    ) -> Result<Applied, Mismatch> {
        if let Some(width) = self.counted_width() {
            holes.matches_size(width, args.len() as u32);
        }
        if !self.conditions.iter().all(|condition| condition.holds(&holes.sizes)) {
            return Err(Mismatch::Condition);
        }
        let open =
            args.iter().any(|&sort| sorts.is_open(sort)) || ascribed.is_some_and(|sort| sorts.is_open(sort));
        let result = match self.result {
            Pattern::Derived(Derived::Arguments) if !open => {
                Some(sorts.composite(SortConstructor::Tuple, args))
            }
            _ => holes.build(sorts, &self.result),
        };
        let sort = match result {
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
        Ok(Applied { sort, lifted, settled })
    }
}

impl Holes {
    /// Holes of which nothing is known yet, for so many parameters.
    pub fn open(params: usize) -> Holes {
        Holes { sorts: smallvec![None; params], sizes: Sizes::default(), indices: SmallVec::new() }
    }

    /// The sort of a pattern with its holes filled; `None` if one is open, or a width is out of range.
    pub fn build(&self, sorts: &mut Sorts, pattern: &Pattern) -> Option<Sort> {
        let width = |size: &Size| {
            let width = size.value(&self.sizes)?;
            (1..MAX_WIDTH).contains(&width).then_some(width as u32)
        };
        let kind = match pattern {
            Pattern::Sort(sort) => return Some(*sort),
            Pattern::Param(param) => return self.sorts[*param as usize],
            Pattern::BitVec(size) => SortKind::BitVec(width(size)?),
            Pattern::Float(eb, sb) => SortKind::Float(width(eb)?, width(sb)?),
            Pattern::Field(order) => SortKind::Field(u32::try_from(order.value(&self.sizes)?).ok()?),
            Pattern::Derived(derived) => return derived.build(sorts, self),
            Pattern::Composite(constructor, parts) => {
                let parts: Option<_> = parts.iter().map(|part| self.build(sorts, part)).collect();
                SortKind::Composite(*constructor, parts?)
            }
        };
        Some(sorts.intern(kind))
    }

    /// Whether a sort matches a pattern. If so, the holes that the match determines are filled.
    pub fn matches(&mut self, sorts: &Sorts, pattern: &Pattern, sort: Sort) -> bool {
        let mut fit = Fit::of(self.clone(), false);
        let fits = fit.fits(sorts, pattern, sort);
        if fits {
            *self = fit.holes;
        }
        fits
    }

    /// Whether a width or an index can be this number. If it is a single open hole, the hole is filled.
    pub fn matches_size(&mut self, size: &Size, number: u32) -> bool {
        let number = i64::from(number);
        match size {
            Size::Variable(slot) if self.sizes[*slot as usize].is_none() => {
                self.sizes[*slot as usize] = Some(number);
                true
            }
            _ => size.value(&self.sizes) == Some(number),
        }
    }
}

impl Fit {
    fn of(holes: Holes, lenient: bool) -> Self {
        Fit { holes, lenient, lifted: SmallVec::new(), promote: None }
    }

    fn new(sorts: SmallVec<[Option<Sort>; 4]>, indices: &[u32], lenient: bool) -> Self {
        let mut sizes = [None; MAX_SIZES];
        for (slot, &index) in sizes.iter_mut().zip(indices) {
            *slot = Some(i64::from(index));
        }
        Fit::of(Holes { sorts, sizes, indices: indices.into() }, lenient)
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
            Pattern::Param(param) => match (self.holes.sorts[*param as usize], sort) {
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
            Pattern::Param(param) => match self.holes.sorts[*param as usize] {
                Some(bound) => bound == sort || sorts.compatible(bound, sort),
                None => {
                    self.holes.sorts[*param as usize] = Some(sort);
                    true
                }
            },
            Pattern::Derived(Derived::Any) => true,
            Pattern::Derived(derived) => match derived.part(sorts, &self.holes) {
                Some(part) => part == sort || sorts.compatible(part, sort),
                None => false,
            },
            _ => self.fits_parts(sorts, pattern, sort) || sorts.is_open(sort),
        }
    }

    fn fits_parts(&mut self, sorts: &Sorts, pattern: &Pattern, sort: Sort) -> bool {
        match (pattern, sorts.kind(sort)) {
            (Pattern::BitVec(size), SortKind::BitVec(width)) => self.holes.matches_size(size, *width),
            (Pattern::Float(eb, sb), SortKind::Float(e, s)) => {
                self.holes.matches_size(eb, *e) && self.holes.matches_size(sb, *s)
            }
            (Pattern::Field(size), SortKind::Field(order)) => self.holes.matches_size(size, *order),
            (Pattern::Composite(wanted, patterns), SortKind::Composite(constructor, parts)) => {
                constructor.passes_for(*wanted)
                    && patterns.len() == parts.len()
                    && patterns.iter().zip(parts).all(|(pattern, &part)| self.fits(sorts, pattern, part))
            }
            _ => false,
        }
    }
}

impl Pattern {
    fn mentions(&self, param: u8) -> bool {
        match self {
            Pattern::Param(other) => *other == param,
            Pattern::Sort(_) | Pattern::BitVec(_) | Pattern::Float(..) | Pattern::Field(_) => false,
            Pattern::Derived(derived) => derived.mentions(param),
            Pattern::Composite(_, parts) => parts.iter().any(|part| part.mentions(param)),
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
    /// Whether it holds. A condition on an unknown width counts as true.
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
    /// Whether two sorts may be the same, if unknown parts of them are filled in.
    pub fn compatible(&self, a: Sort, b: Sort) -> bool {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            if a == b || self.is_open(a) || self.is_open(b) {
                continue;
            }
            let (SortKind::Composite(left, a), SortKind::Composite(right, b)) = (self.kind(a), self.kind(b))
            else {
                return false;
            };
            if !left.passes_for(*right) || a.is_empty() || a.len() != b.len() {
                return false;
            }
            pairs.extend(a.iter().copied().zip(b.iter().copied()));
        }
        true
    }

    /// Whether nothing is known of a sort, so that it fits everywhere.
    pub fn is_open(&self, sort: Sort) -> bool {
        self.kind(sort).is_open()
    }

    /// A sort of the script as a pattern in which the parameters are holes.
    pub fn pattern(&self, sort: Sort, params: &[Sort]) -> Pattern {
        if let Some(param) = params.iter().position(|&param| param == sort) {
            return Pattern::Param(param as u8);
        }
        let SortKind::Composite(constructor, parts) = self.kind(sort) else { return Pattern::Sort(sort) };
        let patterns: Box<[Pattern]> = parts.iter().map(|&part| self.pattern(part, params)).collect();
        if patterns.iter().all(|pattern| matches!(pattern, Pattern::Sort(_))) {
            return Pattern::Sort(sort);
        }
        Pattern::Composite(*constructor, patterns)
    }
}
