//! Sequences, sets, bags and nullables.

use super::{Int, Kind, Value};

/// A finite collection of elements of one sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Collection {
    /// The elements in order.
    Seq,
    /// The elements, ascending and different.
    Set,
    /// z3's finite sets: another sort, but its values are those of [`Collection::Set`].
    FiniteSet,
    /// Elements and their counts in turn, the elements ascending and different.
    Bag,
    /// One element, or none.
    Nullable,
}

impl Collection {
    /// The collection of which its values are: `Set` for `FiniteSet`, else itself.
    pub fn of_values(self) -> Collection {
        if self == Collection::FiniteSet { Collection::Set } else { self }
    }

    /// Whether members are pairs of an element and its count.
    pub fn is_counted(self) -> bool {
        self == Collection::Bag
    }
}

impl Value {
    /// The collection of these members, those of sets and bags in any order; `None` unless all elements of sets and
    /// bags are plain, and a nullable has one at most.
    pub fn collection(collection: Collection, members: Vec<Value>) -> Option<Value> {
        match collection {
            Collection::Seq => Some(Value::seq(members)),
            Collection::Set | Collection::FiniteSet => Value::set(members),
            Collection::Nullable if members.len() > 1 => None,
            Collection::Nullable => Some(Value::nullable(members.into_iter().next())),
            Collection::Bag => {
                let counted = members
                    .chunks_exact(2)
                    .map(|member| Some((member[0].clone(), member[1].as_int()?.clone())));
                Value::bag(counted.collect::<Option<_>>()?)
            }
        }
    }

    /// A nullable: this value, or null.
    pub fn nullable(value: Option<Value>) -> Value {
        Value::compound(Kind::Collection(Collection::Nullable), value.into_iter().collect())
    }

    /// A sequence of these elements.
    pub fn seq(elements: Vec<Value>) -> Value {
        Value::compound(Kind::Collection(Collection::Seq), elements)
    }

    /// The set of these elements, in any order; `None` unless all of them are plain.
    pub fn set(mut elements: Vec<Value>) -> Option<Value> {
        if !elements.iter().all(Value::is_plain) {
            return None;
        }
        elements.sort_unstable();
        elements.dedup();
        Some(Value::compound(Kind::Collection(Collection::Set), elements))
    }

    /// The bag of these elements, each with the sum of its positive counts; `None` unless all elements are plain.
    pub fn bag(mut members: Vec<(Value, Int)>) -> Option<Value> {
        if !members.iter().all(|(element, _)| element.is_plain()) {
            return None;
        }
        members.retain(|(_, count)| !count.is_negative() && !count.is_zero());
        members.sort_unstable();
        members.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 = &kept.1 + &next.1;
            }
            is_same
        });
        let parts = members.into_iter().flat_map(|(element, count)| [element, Value::Int(count)]).collect();
        Some(Value::compound(Kind::Collection(Collection::Bag), parts))
    }

    /// The elements of a sequence, if it is one.
    pub fn as_seq(&self) -> Option<&[Value]> {
        self.members(Collection::Seq)
    }

    /// The elements of a set, if it is one.
    pub fn as_set(&self) -> Option<&[Value]> {
        self.members(Collection::Set)
    }

    /// Elements and their counts in turn, if it is a bag.
    pub fn as_bag(&self) -> Option<&[Value]> {
        self.members(Collection::Bag)
    }

    /// The value of a nullable as a slice, which is empty for null; `None` if it is no nullable.
    pub fn as_nullable(&self) -> Option<&[Value]> {
        self.members(Collection::Nullable)
    }

    fn members(&self, of: Collection) -> Option<&[Value]> {
        (*self.kind()? == Kind::Collection(of)).then(|| self.parts())
    }
}
