//! Arrays and functions as tables: a default, and entries where the value differs from it.
//!
//! A table over a finite domain can be written with different defaults, so equality is more than `==`: see
//! [`equal`](super::equal). Only if more than half of the domain has the default value, the table is unique.

use std::cmp::Ordering;

use super::value::{Kind, Size, Value};

impl Value {
    /// The constant array over an index sort of this size.
    pub fn constant_array(domain: Size, element: Value) -> Value {
        Value::compound(Kind::Array(domain), vec![element])
    }

    /// The array with these entries; of two with the same index the later one counts. `None` unless all indices are
    /// plain, or if there are more of them than the sort has elements.
    pub fn array(domain: Size, default: Value, entries: Vec<(Value, Value)>) -> Option<Value> {
        let entries = entries.into_iter().map(|(index, element)| (vec![index], element)).collect();
        let parts = table_parts(1, domain, default, entries)?;
        Some(Value::compound(Kind::Array(domain), parts))
    }

    /// The function with these entries, as for [`Value::array`]; the domain is that of all arguments together.
    pub fn table(
        arity: u32,
        domain: Size,
        default: Value,
        entries: Vec<(Vec<Value>, Value)>,
    ) -> Option<Value> {
        let parts = table_parts(arity as usize, domain, default, entries)?;
        Some(Value::compound(Kind::Table { arity, domain }, parts))
    }

    /// The table of an array or a function.
    pub fn as_table(&self) -> Option<Table<'_>> {
        let (arity, domain) = match self.kind()? {
            Kind::Array(domain) => (1, *domain),
            Kind::Table { arity, domain } => (*arity as usize, *domain),
            _ => return None,
        };
        let (default, entries) = self.parts().split_first()?;
        Some(Table { arity, domain, default, entries })
    }

    /// The array with another element at an index; `None` unless the array is a table and the index is plain.
    pub fn store(&self, index: &Value, element: &Value) -> Option<Value> {
        let Some(Kind::Array(domain)) = self.kind() else { return None };
        if !index.is_plain() {
            return None;
        }
        let parts = self.parts();
        let entries = self.as_table()?;
        let found = entries.find(std::slice::from_ref(index));
        let is_default = *element == parts[0];
        let mut new = Vec::with_capacity(parts.len() + 2);
        let (before, after) = match found {
            Ok(at) => (1 + 2 * at, 3 + 2 * at),
            Err(at) => (1 + 2 * at, 1 + 2 * at),
        };
        new.extend_from_slice(&parts[..before]);
        if !is_default {
            new.push(index.clone());
            new.push(element.clone());
        }
        new.extend_from_slice(&parts[after..]);
        Some(Value::compound(Kind::Array(*domain), new))
    }
}

/// An array or a function as a table.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    pub arity: usize,
    pub domain: Size,
    pub default: &'a Value,
    /// The entries one after the other: the arguments, then the result.
    entries: &'a [Value],
}

impl<'a> Table<'a> {
    /// Arguments and results where the result is not the default.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&'a [Value], &'a Value)> + use<'a> {
        let arity = self.arity;
        self.entries.chunks_exact(arity + 1).map(move |entry| (&entry[..arity], &entry[arity]))
    }

    pub fn len(&self) -> usize {
        self.entries.len() / (self.arity + 1)
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The result for arguments that are plain.
    pub fn get(&self, arguments: &[Value]) -> &'a Value {
        match self.find(arguments) {
            Ok(at) => &self.entries[at * (self.arity + 1) + self.arity],
            Err(_) => self.default,
        }
    }

    fn find(&self, arguments: &[Value]) -> Result<usize, usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let start = middle * (self.arity + 1);
            match self.entries[start..start + self.arity].cmp(arguments) {
                Ordering::Equal => return Ok(middle),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        Err(low)
    }
}

fn table_parts(
    arity: usize,
    domain: Size,
    default: Value,
    mut entries: Vec<(Vec<Value>, Value)>,
) -> Option<Vec<Value>> {
    if !entries.iter().all(|(arguments, _)| arguments.len() == arity && arguments.iter().all(Value::is_plain))
    {
        return None;
    }
    // Of equal arguments the last one counts: the sort is stable, so it is the last of its run.
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let mut kept: Vec<(Vec<Value>, Value)> = Vec::with_capacity(entries.len());
    for entry in entries {
        match kept.last_mut() {
            Some(last) if last.0 == entry.0 => *last = entry,
            _ => kept.push(entry),
        }
    }
    if matches!(domain, Size::Finite(size) if kept.len() as u64 > size) {
        return None;
    }
    let mut parts = vec![default];
    for (arguments, result) in kept {
        if result != parts[0] {
            parts.extend(arguments);
            parts.push(result);
        }
    }
    Some(parts)
}
