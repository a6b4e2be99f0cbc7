//! Sorts as numbers: hash-consed, so that equal sorts have equal ids.

use crate::symbols::{Symbol, Symbols};
use hashbrown::{HashMap, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A sort of one script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sort(pub(crate) u32);

impl Sort {
    pub const BOOL: Sort = Sort(0);
    pub const INT: Sort = Sort(1);
    pub const REAL: Sort = Sort(2);
    pub const STRING: Sort = Sort(3);
    pub const REGLAN: Sort = Sort(4);
    pub const ROUNDING_MODE: Sort = Sort(5);
    /// The sort of a term that uses what the table does not know. It fits everywhere.
    pub const UNKNOWN: Sort = Sort(6);
}

/// What a sort is made of.
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
    Array(Sort, Sort),
    Seq(Sort),
    Set(Sort),
    /// A function space: the arguments' sorts, then the result's.
    Map(SmallVec<[Sort; 4]>),
    /// A sort that the script declares, or a datatype, with its arguments.
    Named(Symbol, SmallVec<[Sort; 4]>),
    /// A sort of which the table knows nothing but the text.
    Opaque(Symbol),
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

/// Sorts are written out in full, and some functions recurse on them: definitions and datatypes with parameters could make
/// them exponentially large.
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
        let hash = hash_kind(&kind);
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
        self.table.insert_unique(hash, id, |&other| hash_kind(&kinds[other as usize]));
        Sort(id)
    }

    /// Whether a sort was too large since this was last asked.
    pub fn take_overflow(&mut self) -> bool {
        std::mem::take(&mut self.overflowed)
    }

    fn extent(&self, kind: &SortKind) -> Extent {
        let extent = |parts: &[Sort]| {
            parts.iter().fold(Extent { parts: 1, depth: 1 }, |whole, part| {
                let part = self.extents[part.0 as usize];
                Extent {
                    parts: whole.parts.saturating_add(part.parts),
                    depth: whole.depth.max(part.depth.saturating_add(1)),
                }
            })
        };
        match kind {
            SortKind::Array(index, element) => extent(&[*index, *element]),
            SortKind::Seq(element) | SortKind::Set(element) => extent(&[*element]),
            SortKind::Map(parts) | SortKind::Named(_, parts) => extent(parts),
            _ => extent(&[]),
        }
    }

    /// The sort of this kind, if there is one already.
    pub fn find(&self, kind: &SortKind) -> Option<Sort> {
        self.table.find(hash_kind(kind), |&id| self.kinds[id as usize] == *kind).map(|&id| Sort(id))
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

    pub fn array(&mut self, index: Sort, element: Sort) -> Sort {
        self.intern(SortKind::Array(index, element))
    }

    /// The function space; no arguments give the result itself.
    pub fn map(&mut self, arguments: &[Sort], result: Sort) -> Sort {
        if arguments.is_empty() {
            return result;
        }
        let mut parts: SmallVec<[Sort; 4]> = arguments.into();
        parts.push(result);
        self.intern(SortKind::Map(parts))
    }

    pub fn width(&self, sort: Sort) -> Option<u32> {
        match self.kind(sort) {
            SortKind::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// The sorts that a sort is made of.
    pub fn parts(&self, sort: Sort) -> SmallVec<[Sort; 4]> {
        match self.kind(sort) {
            SortKind::Array(index, element) => SmallVec::from_slice(&[*index, *element]),
            SortKind::Seq(element) | SortKind::Set(element) => SmallVec::from_slice(&[*element]),
            SortKind::Map(parts) | SortKind::Named(_, parts) => parts.clone(),
            _ => SmallVec::new(),
        }
    }

    /// Rebuilds a sort, leaves first, with `leaf` deciding for each named sort or plain sort whether it changes.
    pub fn replace(&mut self, sort: Sort, leaf: &dyn Fn(Sort) -> Option<Sort>) -> Sort {
        // A sort's parts have smaller ids, so the stack holds each level once; no recursion on its depth.
        let mut done: HashMap<Sort, Sort, FxBuildHasher> = HashMap::default();
        let mut stack = vec![(sort, false)];
        while let Some((current, expanded)) = stack.pop() {
            if done.contains_key(&current) {
                continue;
            }
            if let Some(new) = leaf(current) {
                done.insert(current, new);
                continue;
            }
            let parts = self.parts(current);
            if !expanded {
                stack.push((current, true));
                stack.extend(parts.iter().map(|&part| (part, false)));
                continue;
            }
            let new: SmallVec<[Sort; 4]> =
                parts.iter().map(|part| done.get(part).copied().unwrap_or(*part)).collect();
            let rebuilt = if new == parts { current } else { self.with_parts(current, new) };
            done.insert(current, rebuilt);
        }
        done.get(&sort).copied().unwrap_or(sort)
    }

    fn with_parts(&mut self, sort: Sort, parts: SmallVec<[Sort; 4]>) -> Sort {
        let kind = match self.kind(sort).clone() {
            SortKind::Array(..) => SortKind::Array(parts[0], parts[1]),
            SortKind::Seq(_) => SortKind::Seq(parts[0]),
            SortKind::Set(_) => SortKind::Set(parts[0]),
            SortKind::Map(_) => SortKind::Map(parts),
            SortKind::Named(name, _) => SortKind::Named(name, parts),
            other => other,
        };
        self.intern(kind)
    }

    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Forgets all sorts but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        for id in len..self.kinds.len() {
            let hash = hash_kind(&self.kinds[id]);
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
                SortKind::Unknown => out.push('?'),
                SortKind::Opaque(text) => out.push_str(symbols.name(*text)),
                SortKind::Named(name, parts) if parts.is_empty() => push_symbol(out, symbols.name(*name)),
                kind => {
                    let parts = self.parts(sort);
                    if parts.is_empty() {
                        out.push_str(PLAIN_SORTS[sort.0 as usize].0);
                        continue;
                    }
                    out.push('(');
                    match kind {
                        SortKind::Array(..) => out.push_str("Array"),
                        SortKind::Seq(_) => out.push_str("Seq"),
                        SortKind::Set(_) => out.push_str("Set"),
                        SortKind::Named(name, _) => push_symbol(out, symbols.name(*name)),
                        _ => out.push_str("->"),
                    }
                    stack.push(Step::Text(")"));
                    for &part in parts.iter().rev() {
                        stack.push(Step::Sort(part));
                        stack.push(Step::Text(" "));
                    }
                }
            }
        }
    }

    pub fn to_text(&self, symbols: &Symbols, sort: Sort) -> String {
        let mut out = String::new();
        self.write(&mut out, symbols, sort);
        out
    }
}

fn push_symbol(out: &mut String, name: &str) {
    out.push_str(&crate::sexp::quoted(name).to_string());
}

fn hash_kind(kind: &SortKind) -> u64 {
    let mut hasher = FxHasher::default();
    kind.hash(&mut hasher);
    hasher.finish()
}
