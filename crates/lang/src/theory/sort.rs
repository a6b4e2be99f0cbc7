//! Sorts as numbers: hash-consed, so that equal sorts have equal ids.

use super::OpId;
use super::signature::Pattern;
use crate::hash::{HashMap, hash_of};
use crate::symbols::{Symbol, Symbols};
use crate::value::Collection;
use hashbrown::HashTable;
use smallvec::SmallVec;
use std::hash::Hash;
use std::mem::discriminant;

/// A sort of one script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sort(pub(crate) u32);

impl Sort {
    /// The sort with this number, which [`Sort::number`] gave.
    #[inline]
    pub const fn from_number(number: u32) -> Sort {
        Sort(number)
    }

    /// The number of which `from_number` makes it again.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl Sort {
    pub const BOOL: Sort = Sort(0);
    pub const INT: Sort = Sort(1);
    pub const REAL: Sort = Sort(2);
    pub const STRING: Sort = Sort(3);
    pub const REGLAN: Sort = Sort(4);
    pub const ROUNDING_MODE: Sort = Sort(5);
    /// The sort of a term that uses an operator unknown to the table. It fits everywhere.
    pub const UNKNOWN: Sort = Sort(6);
}

/// The structure of a sort.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SortKind {
    Bool,
    Int,
    Real,
    String,
    RegLan,
    RoundingMode,
    Unknown,
    BitVec(u32),
    /// Exponent bits and significand bits, the hidden one included.
    Float(u32, u32),
    /// The finite field of so many elements, a prime.
    Field(u32),
    /// A sort over others.
    Composite(SortConstructor, SortParts),
    /// An unknown sort, by its text.
    Opaque(Symbol),
}

pub type SortParts = SmallVec<[Sort; 4]>;

/// A constructor of sorts, applied to other sorts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SortConstructor {
    /// Takes the sorts of indices and elements.
    Array,
    /// Takes the sort of the elements.
    Collection(Collection),
    /// Takes the sorts of the parts, of which there may be none.
    Tuple,
    /// A function space: takes the arguments' sorts, then the result's.
    Map,
    /// A sort that the script declares, or a datatype, with its arguments.
    Named(Symbol),
}

/// The built-in sorts by name, in the order of their constants.
pub const PLAIN_SORTS: [(&str, Sort); 6] = [
    ("Bool", Sort::BOOL),
    ("Int", Sort::INT),
    ("Real", Sort::REAL),
    ("String", Sort::STRING),
    ("RegLan", Sort::REGLAN),
    ("RoundingMode", Sort::ROUNDING_MODE),
];

/// The sort of the tuple without parts.
pub const UNIT_TUPLE: &str = "UnitTuple";

/// A built-in constructor of sorts.
pub struct ConstructorRow {
    pub name: &'static str,
    pub constructor: SortConstructor,
    /// The least and the greatest number of parts that it takes.
    pub fewest: usize,
    pub most: usize,
    /// The operators that its values are written with, if they are collections.
    pub forms: Option<CollectionForms>,
}

/// The operators that a collection is written with.
pub struct CollectionForms {
    pub empty: &'static str,
    /// The collection of one member.
    pub unit: &'static str,
    pub join: &'static str,
}

impl Collection {
    /// The sorts of the components of a member.
    pub fn member_sorts(self, element: Sort) -> SortParts {
        if self.is_counted() {
            SmallVec::from_slice(&[element, Sort::INT])
        } else {
            SmallVec::from_slice(&[element])
        }
    }
}

const fn row(
    name: &'static str,
    constructor: SortConstructor,
    (fewest, most): (usize, usize),
) -> ConstructorRow {
    ConstructorRow { name, constructor, fewest, most, forms: None }
}

const fn collection(
    name: &'static str,
    collection: Collection,
    [empty, unit, join]: [&'static str; 3],
) -> ConstructorRow {
    let forms = Some(CollectionForms { empty, unit, join });
    ConstructorRow { forms, ..row(name, SortConstructor::Collection(collection), (1, 1)) }
}

/// The built-in constructors. Code that builds, reads, prints, matches and imports sorts is driven by these rows.
pub const SORT_CONSTRUCTORS: &[ConstructorRow] = &[
    row("Array", SortConstructor::Array, (2, 2)),
    row("->", SortConstructor::Map, (2, usize::MAX)),
    row("Tuple", SortConstructor::Tuple, (0, usize::MAX)),
    collection("Seq", Collection::Seq, ["seq.empty", "seq.unit", "seq.++"]),
    collection("Set", Collection::Set, ["set.empty", "set.singleton", "set.union"]),
    collection("FiniteSet", Collection::FiniteSet, ["set.empty", "set.singleton", "set.union"]),
    collection("Bag", Collection::Bag, ["bag.empty", "bag", "bag.union_disjoint"]),
    // A nullable has one member at most, so the third operator is never used.
    collection("Nullable", Collection::Nullable, ["nullable.null", "nullable.some", "nullable.some"]),
];

impl SortConstructor {
    /// The row of a built-in constructor's name.
    pub fn row(name: &str) -> Option<&'static ConstructorRow> {
        SORT_CONSTRUCTORS.iter().find(|row| row.name == name)
    }

    /// Whether a sort of this constructor is accepted in place of one of the other: z3 takes a function for an array,
    /// and only cvc5 distinguishes a function of one argument from an array.
    pub fn passes_for(self, other: SortConstructor) -> bool {
        let is_function = |of| matches!(of, SortConstructor::Array | SortConstructor::Map);
        self == other || is_function(self) && is_function(other)
    }

    /// Whether the result of an operator is a sort of this constructor.
    pub fn is_made_by(self, op: OpId) -> bool {
        matches!(&op.op().signature.result, Pattern::Composite(constructor, _) if *constructor == self)
    }

    /// The operators that its values are written with, if they are collections.
    pub fn forms(self) -> Option<&'static CollectionForms> {
        SORT_CONSTRUCTORS.get(self.number())?.forms.as_ref()
    }

    /// The index of its row; the number of rows for a sort of the script.
    pub fn number(self) -> usize {
        let place = SORT_CONSTRUCTORS.iter().position(|row| row.constructor == self);
        place.unwrap_or(SORT_CONSTRUCTORS.len())
    }
}

impl ConstructorRow {
    pub fn takes(&self, parts: usize) -> bool {
        (self.fewest..=self.most).contains(&parts)
    }
}

impl SortKind {
    /// Whether two sorts are of the same kind, whatever their parts and widths. Sorts of the
    /// script are all of one kind.
    pub fn is_like(&self, other: &SortKind) -> bool {
        match (self, other) {
            (SortKind::Composite(a, _), SortKind::Composite(b, _)) => discriminant(a) == discriminant(b),
            _ => discriminant(self) == discriminant(other),
        }
    }

    /// Whether nothing is known of a sort, so that it fits everywhere.
    pub fn is_open(&self) -> bool {
        matches!(self, SortKind::Unknown | SortKind::Opaque(_))
    }

    /// Whether it is a sort of functions.
    pub fn is_map(&self) -> bool {
        matches!(self, SortKind::Composite(SortConstructor::Map, _))
    }

    /// Whether the script declares it.
    pub fn is_named(&self) -> bool {
        matches!(self, SortKind::Composite(SortConstructor::Named(_), _))
    }

    /// The sorts that it is made of.
    pub fn parts(&self) -> &[Sort] {
        match self {
            SortKind::Composite(_, parts) => parts,
            _ => &[],
        }
    }
}

/// The limits on the size and depth of a sort. Sorts are written out in full, and some functions recurse on them, but
/// definitions and datatypes with parameters could make them exponentially large.
const MOST_PARTS: u32 = 10_000;
const DEEPEST: u32 = 300;

/// The sorts of one script, each once.
#[derive(Clone, Debug)]
pub struct Sorts {
    kinds: Vec<SortKind>,
    extents: Vec<Extent>,
    table: HashTable<u32>,
    overflowed: bool,
}

/// How large a sort is when written out.
#[derive(Clone, Copy, Debug)]
struct Extent {
    parts: u32,
    depth: u32,
}

impl Default for Sorts {
    fn default() -> Self {
        let mut sorts =
            Sorts { kinds: Vec::new(), extents: Vec::new(), table: HashTable::new(), overflowed: false };
        for kind in [
            SortKind::Bool,
            SortKind::Int,
            SortKind::Real,
            SortKind::String,
            SortKind::RegLan,
            SortKind::RoundingMode,
            SortKind::Unknown,
        ] {
            sorts.intern(kind);
        }
        sorts
    }
}

impl Sorts {
    /// The sort of this kind. One that would be too large becomes [`Sort::UNKNOWN`], see [`Sorts::take_overflow`].
    pub fn intern(&mut self, kind: SortKind) -> Sort {
        let hash = hash_of(&kind);
        if let Some(&id) = self.table.find(hash, |&id| self.kinds[id as usize] == kind) {
            return Sort(id);
        }
        let extent = self.extent(&kind);
        if extent.parts > MOST_PARTS || extent.depth > DEEPEST {
            self.overflowed = true;
            return Sort::UNKNOWN;
        }
        let id = self.kinds.len() as u32;
        self.kinds.push(kind);
        self.extents.push(extent);
        let kinds = &self.kinds;
        self.table.insert_unique(hash, id, |&other| hash_of(&kinds[other as usize]));
        Sort(id)
    }

    /// Whether [`Sorts::intern`] has refused a sort as too large since the last call.
    pub fn take_overflow(&mut self) -> bool {
        std::mem::take(&mut self.overflowed)
    }

    fn extent(&self, kind: &SortKind) -> Extent {
        kind.parts().iter().fold(Extent { parts: 1, depth: 1 }, |whole, part| {
            let part = self.extents[part.0 as usize];
            Extent {
                parts: whole.parts.saturating_add(part.parts),
                depth: whole.depth.max(part.depth.saturating_add(1)),
            }
        })
    }

    /// The sort of this kind, if there is one already.
    pub fn find(&self, kind: &SortKind) -> Option<Sort> {
        self.table.find(hash_of(kind), |&id| self.kinds[id as usize] == *kind).map(|&id| Sort(id))
    }

    #[inline]
    pub fn kind(&self, sort: Sort) -> &SortKind {
        &self.kinds[sort.0 as usize]
    }

    pub fn bit_vec(&mut self, width: u32) -> Sort {
        self.intern(SortKind::BitVec(width))
    }

    pub fn float(&mut self, eb: u32, sb: u32) -> Sort {
        self.intern(SortKind::Float(eb, sb))
    }

    pub fn composite(&mut self, constructor: SortConstructor, parts: &[Sort]) -> Sort {
        self.intern(SortKind::Composite(constructor, parts.into()))
    }

    pub fn array(&mut self, index: Sort, element: Sort) -> Sort {
        self.composite(SortConstructor::Array, &[index, element])
    }

    /// A sort of the script.
    pub fn named(&mut self, name: Symbol, arguments: &[Sort]) -> Sort {
        self.composite(SortConstructor::Named(name), arguments)
    }

    /// The function space; no arguments give the result itself.
    pub fn map(&mut self, arguments: &[Sort], result: Sort) -> Sort {
        if arguments.is_empty() {
            return result;
        }
        self.composite(SortConstructor::Map, &[arguments, &[result]].concat())
    }

    /// The sorts of an array's indices and elements.
    pub fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match self.kind(sort) {
            SortKind::Composite(SortConstructor::Array, parts) => Some((parts[0], parts[1])),
            _ => None,
        }
    }

    /// The sorts of a function's arguments, and of its result.
    pub fn map_parts(&self, sort: Sort) -> Option<(&[Sort], Sort)> {
        let kind = self.kind(sort);
        let (result, arguments) = kind.parts().split_last()?;
        kind.is_map().then_some((arguments, *result))
    }

    /// The sorts of the parts of a tuple.
    pub fn tuple_parts(&self, sort: Sort) -> Option<&[Sort]> {
        match self.kind(sort) {
            SortKind::Composite(SortConstructor::Tuple, parts) => Some(parts),
            _ => None,
        }
    }

    pub fn width(&self, sort: Sort) -> Option<u32> {
        match self.kind(sort) {
            SortKind::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// The sorts that a sort is made of.
    #[inline]
    pub fn parts(&self, sort: Sort) -> &[Sort] {
        self.kind(sort).parts()
    }

    /// Replaces parts of a sort: each part for which `leaf` gives a sort becomes that sort, and the
    /// sorts around it are rebuilt.
    pub fn replace(&mut self, sort: Sort, leaf: &dyn Fn(Sort) -> Option<Sort>) -> Sort {
        // A sort's parts have smaller ids, so the stack holds each level once; no recursion on its depth.
        let mut done: HashMap<Sort, Sort> = HashMap::default();
        let mut stack = vec![(sort, false)];
        while let Some((current, expanded)) = stack.pop() {
            if done.contains_key(&current) {
                continue;
            }
            if let Some(new) = leaf(current) {
                done.insert(current, new);
                continue;
            }
            let SortKind::Composite(constructor, parts) = self.kind(current) else {
                done.insert(current, current);
                continue;
            };
            if !expanded {
                stack.push((current, true));
                stack.extend(parts.iter().map(|&part| (part, false)));
                continue;
            }
            let new: SortParts = parts.iter().map(|part| done.get(part).copied().unwrap_or(*part)).collect();
            let rebuilt =
                if new == *parts { current } else { self.intern(SortKind::Composite(*constructor, new)) };
            done.insert(current, rebuilt);
        }
        done.get(&sort).copied().unwrap_or(sort)
    }

    /// Whether there is a sort with this constructor.
    pub fn have(&self, constructor: SortConstructor) -> bool {
        self.kinds.iter().any(|kind| matches!(kind, SortKind::Composite(of, _) if *of == constructor))
    }

    /// How many sorts there are.
    pub fn count(&self) -> usize {
        self.kinds.len()
    }

    /// Forgets all sorts but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        for id in len..self.kinds.len() {
            let hash = hash_of(&self.kinds[id]);
            if let Ok(entry) = self.table.find_entry(hash, |&other| other as usize == id) {
                entry.remove();
            }
        }
        self.kinds.truncate(len);
        self.extents.truncate(len);
    }

    /// Writes a sort in SMT-LIB's notation.
    pub fn write(&self, out: &mut String, symbols: &Symbols, sort: Sort) {
        enum Step {
            Sort(Sort),
            Text(&'static str),
        }
        let mut stack = vec![Step::Sort(sort)];
        while let Some(step) = stack.pop() {
            let sort = match step {
                Step::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Step::Sort(sort) => sort,
            };
            match self.kind(sort) {
                SortKind::BitVec(width) => out.push_str(&format!("(_ BitVec {width})")),
                SortKind::Float(eb, sb) => out.push_str(&format!("(_ FloatingPoint {eb} {sb})")),
                SortKind::Field(order) => out.push_str(&format!("(_ FiniteField {order})")),
                SortKind::Unknown => out.push('?'),
                SortKind::Opaque(text) => out.push_str(symbols.name(*text)),
                SortKind::Composite(constructor, parts) => {
                    let name = match constructor {
                        SortConstructor::Named(name) => crate::sexp::quoted(symbols.name(*name)).to_string(),
                        SortConstructor::Tuple if parts.is_empty() => UNIT_TUPLE.to_owned(),
                        built_in => SORT_CONSTRUCTORS[built_in.number()].name.to_owned(),
                    };
                    if parts.is_empty() {
                        out.push_str(&name);
                        continue;
                    }
                    out.push('(');
                    out.push_str(&name);
                    stack.push(Step::Text(")"));
                    for &part in parts.iter().rev() {
                        stack.push(Step::Sort(part));
                        stack.push(Step::Text(" "));
                    }
                }
                _ => out.push_str(PLAIN_SORTS[sort.0 as usize].0),
            }
        }
    }

    pub fn to_text(&self, symbols: &Symbols, sort: Sort) -> String {
        let mut out = String::new();
        self.write(&mut out, symbols, sort);
        out
    }
}
