//! Regular expressions as values: the sort `RegLan` of the SMT-LIB theory `UnicodeStrings`.
//!
//! A [`Regex`] is the expression as written, reduced to a few kinds of node. It is cheap to build, clone, hash and
//! compare, and can be nested to any depth. Questions about its language are answered by an [`Automaton`], which
//! normalises it (`terms`) and takes derivatives as far as a question needs them. `str.replace_re` and
//! its like are in `search`.

mod alphabet;
mod automaton;
mod charset;
mod language;
mod lower;
mod merge;
mod search;
mod terms;
mod write;

use crate::hash::{HashSet, hash_of};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use automaton::Automaton;
pub use write::RegexNames;

use super::text::Text;
use charset::CharSet;

/// An immutable regular expression.
///
/// `==` compares how two expressions are written, not what they mean: see [`Regex::is_equivalent_to`].
#[derive(Clone)]
pub struct Regex(Arc<Node>);

struct Node {
    kind: Kind,
    /// A hash of the whole expression, so that hashing is instant and unequal expressions are
    /// mostly told apart at once.
    hash: u64,
}

/// The operators to which all others are reduced.
#[derive(Hash)]
enum Kind {
    /// The words of one character from a set.
    Chars(CharSet),
    /// A single word.
    Word(Text),
    Concat(Regex, Regex),
    Union(Regex, Regex),
    Inter(Regex, Regex),
    Comp(Regex),
    Repeat(Regex, Count),
}

/// How often something is repeated: at least `min` times, and at most `max` times if there is a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Count {
    min: u64,
    max: Option<u64>,
}

impl Count {
    const ANY: Count = Count { min: 0, max: None };
}

impl Regex {
    /// `re.none`
    #[must_use]
    pub fn none() -> Regex {
        Regex::build(Kind::Chars(CharSet::none()))
    }

    /// `re.all`
    #[must_use]
    pub fn all() -> Regex {
        Regex::allchar().star()
    }

    /// `re.allchar`
    #[must_use]
    pub fn allchar() -> Regex {
        Regex::build(Kind::Chars(CharSet::all()))
    }

    /// `str.to_re`
    #[must_use]
    pub fn word(word: Text) -> Regex {
        Regex::build(Kind::Word(word))
    }

    /// `re.range`: empty unless both are single characters, in ascending order.
    #[must_use]
    pub fn range(low: &Text, high: &Text) -> Regex {
        match (low.single_char(), high.single_char()) {
            (Some(low), Some(high)) => Regex::build(Kind::Chars(CharSet::range(low, high))),
            _ => Regex::none(),
        }
    }

    /// `re.++`
    #[must_use]
    pub fn concat(&self, other: &Regex) -> Regex {
        if self.is_none() || other.is_empty_word() {
            return self.clone();
        }
        if other.is_none() || self.is_empty_word() {
            return other.clone();
        }
        Regex::build(Kind::Concat(self.clone(), other.clone()))
    }

    /// `re.union`
    #[must_use]
    pub fn union(&self, other: &Regex) -> Regex {
        if self.is_none() {
            return other.clone();
        }
        if other.is_none() {
            return self.clone();
        }
        Regex::build(Kind::Union(self.clone(), other.clone()))
    }

    /// `re.inter`
    #[must_use]
    pub fn inter(&self, other: &Regex) -> Regex {
        if self.is_none() || other.is_none() {
            return Regex::none();
        }
        Regex::build(Kind::Inter(self.clone(), other.clone()))
    }

    /// `re.comp`
    #[must_use]
    pub fn comp(&self) -> Regex {
        match &self.0.kind {
            Kind::Comp(inner) => inner.clone(),
            _ => Regex::build(Kind::Comp(self.clone())),
        }
    }

    /// `re.diff`
    #[must_use]
    pub fn diff(&self, other: &Regex) -> Regex {
        self.inter(&other.comp())
    }

    /// `re.*`
    #[must_use]
    pub fn star(&self) -> Regex {
        self.repeat(Count::ANY)
    }

    /// `re.+`
    #[must_use]
    pub fn plus(&self) -> Regex {
        self.repeat(Count { min: 1, max: None })
    }

    /// `re.opt`
    #[must_use]
    pub fn opt(&self) -> Regex {
        self.repeat(Count { min: 0, max: Some(1) })
    }

    /// `(_ re.^ n)`
    #[must_use]
    pub fn power(&self, n: u64) -> Regex {
        self.repeat(Count { min: n, max: Some(n) })
    }

    /// `(_ re.loop min max)`: empty when `min > max`. The number of nodes does not depend on the bounds.
    #[must_use]
    pub fn repeat_between(&self, min: u64, max: u64) -> Regex {
        if min > max { Regex::none() } else { self.repeat(Count { min, max: Some(max) }) }
    }

    fn repeat(&self, count: Count) -> Regex {
        match (&self.0.kind, count) {
            (_, Count { max: Some(0), .. }) => Regex::word(Text::empty()),
            (_, Count { min: 1, max: Some(1) }) | (Kind::Repeat(_, Count::ANY), _) => self.clone(),
            _ => Regex::build(Kind::Repeat(self.clone(), count)),
        }
    }

    fn is_none(&self) -> bool {
        matches!(&self.0.kind, Kind::Chars(set) if set.is_empty())
    }

    fn is_empty_word(&self) -> bool {
        matches!(&self.0.kind, Kind::Word(word) if word.is_empty())
    }

    fn build(kind: Kind) -> Regex {
        let hash = hash_of(&kind);
        Regex(Arc::new(Node { kind, hash }))
    }

    fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// The address of the node: equal for two expressions only if they are the same in memory.
    fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

impl Kind {
    fn children(&self) -> [Option<&Regex>; 2] {
        match self {
            Kind::Chars(_) | Kind::Word(_) => [None, None],
            Kind::Comp(inner) | Kind::Repeat(inner, _) => [Some(inner), None],
            Kind::Concat(left, right) | Kind::Union(left, right) | Kind::Inter(left, right) => {
                [Some(left), Some(right)]
            }
        }
    }

    /// Whether two nodes are equal, apart from their children.
    fn is_like(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Chars(a), Kind::Chars(b)) => a == b,
            (Kind::Word(a), Kind::Word(b)) => a == b,
            (Kind::Repeat(_, a), Kind::Repeat(_, b)) => a == b,
            (Kind::Chars(_) | Kind::Word(_) | Kind::Repeat(..), _) => false,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl Hash for Regex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl Eq for Regex {}

impl PartialEq for Regex {
    /// Compares pair by pair with a stack, because expressions can be too deep for recursion, and remembers the
    /// pairs, because shared subexpressions can be reached along exponentially many paths.
    fn eq(&self, other: &Regex) -> bool {
        let mut seen: HashSet<(usize, usize)> = HashSet::default();
        let mut pending = vec![(self, other)];
        while let Some((a, b)) = pending.pop() {
            if Arc::ptr_eq(&a.0, &b.0) {
                continue;
            }
            if a.0.hash != b.0.hash || !a.kind().is_like(b.kind()) {
                return false;
            }
            if seen.insert((a.address(), b.address())) {
                let pairs = a.kind().children().into_iter().zip(b.kind().children());
                pending.extend(pairs.filter_map(|(a, b)| a.zip(b)));
            }
        }
        true
    }
}

impl Drop for Node {
    /// Takes an expression apart with a stack, because it can be too deep for the recursion that Rust would generate.
    fn drop(&mut self) {
        let mut orphans = self.take_children();
        while let Some(child) = orphans.pop() {
            if let Some(mut node) = Arc::into_inner(child.0) {
                orphans.append(&mut node.take_children());
            }
        }
    }
}

impl Node {
    fn take_children(&mut self) -> Vec<Regex> {
        let leaf = Kind::Chars(CharSet::none());
        match std::mem::replace(&mut self.kind, leaf) {
            Kind::Chars(_) | Kind::Word(_) => Vec::new(),
            Kind::Comp(inner) | Kind::Repeat(inner, _) => vec![inner],
            Kind::Concat(left, right) | Kind::Union(left, right) | Kind::Inter(left, right) => {
                vec![left, right]
            }
        }
    }
}

impl fmt::Debug for Regex {
    /// Shows the outermost operator only: the whole can be exponentially large.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.kind() {
            Kind::Chars(set) => return write!(f, "Regex({:?})", set.ranges()),
            Kind::Word(word) => return write!(f, "Regex({word:?})"),
            Kind::Concat(..) => "++",
            Kind::Union(..) => "union",
            Kind::Inter(..) => "inter",
            Kind::Comp(_) => "comp",
            Kind::Repeat(..) => "loop",
        };
        write!(f, "Regex({name} {:016x})", self.0.hash)
    }
}
