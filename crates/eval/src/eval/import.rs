//! Moves models to another arena: values refer to sorts, constructors and terms by numbers of their arena.

use super::model::{Model, PartialFunction};
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::import::Import;
use gainsay_lang::script::{DeclId, Term, Terms};
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::{Compound, Kind, Value};
use std::sync::Arc;

impl Model {
    /// The model in the arena `into`; `None` if a value cannot be expressed there.
    pub fn imported(&self, import: &mut Import, from: &Terms, into: &mut Terms) -> Option<Model> {
        let mut carrier = Carrier { import, from, into, known: HashMap::default(), closures: false };
        let mut model = Model::default();
        model.complete_with_defaults = self.complete_with_defaults;
        for (sort, size) in self.universes() {
            model.set_universe(carrier.sort(sort), size);
        }
        for (decl, value) in self.iter() {
            let value = carrier.value(value)?;
            let decl = carrier.decl(decl);
            model.set(carrier.into, decl, value).ok()?;
        }
        for (function, value) in self.partials() {
            let value = carrier.value(value)?;
            model.insert_partial(carrier.partial(function), value);
        }
        if carrier.closures {
            import.bring_definitions(from, into);
        }
        Some(model)
    }
}

struct Carrier<'a> {
    import: &'a mut Import,
    from: &'a Terms,
    into: &'a mut Terms,
    /// Translated values by address, so that shared values are translated once.
    known: HashMap<*const Compound, Value>,
    /// Whether a lambda term was translated, which may use definitions.
    closures: bool,
}

impl Carrier<'_> {
    fn sort(&mut self, sort: Sort) -> Sort {
        self.import.sort(self.from, self.into, sort)
    }

    fn decl(&mut self, decl: DeclId) -> DeclId {
        self.import.decl(self.from, self.into, decl)
    }

    fn partial(&mut self, function: &PartialFunction) -> PartialFunction {
        match function {
            PartialFunction::Op { op, indices, arguments } => PartialFunction::Op {
                op: *op,
                indices: indices.clone(),
                arguments: arguments.iter().map(|&sort| self.sort(sort)).collect(),
            },
            PartialFunction::Selector { selector, argument } => {
                PartialFunction::Selector { selector: self.decl(*selector), argument: self.sort(*argument) }
            }
        }
    }

    /// Iterative, since values can be nested to any depth.
    fn value(&mut self, root: &Value) -> Option<Value> {
        let mut stack = vec![(root, false)];
        let mut done: Vec<Value> = Vec::new();
        while let Some((value, parts_done)) = stack.pop() {
            let Value::Compound(compound) = value else {
                done.push(self.simple(value));
                continue;
            };
            if parts_done {
                let parts = done.split_off(done.len() - compound.parts().len());
                let new = self.compound(compound.kind(), parts)?;
                self.known.insert(Arc::as_ptr(compound), new.clone());
                done.push(new);
            } else if let Some(known) = self.known.get(&Arc::as_ptr(compound)) {
                done.push(known.clone());
            } else {
                stack.push((value, true));
                stack.extend(compound.parts().iter().rev().map(|part| (part, false)));
            }
        }
        done.pop()
    }

    fn simple(&mut self, value: &Value) -> Value {
        match value {
            Value::Element { sort, number } => {
                Value::Element { sort: self.sort(Sort::from_number(*sort)).number(), number: *number }
            }
            other => other.clone(),
        }
    }

    /// Builds the value anew rather than renumbering it: entries are sorted by values, and the order of these
    /// changes.
    fn compound(&mut self, kind: &Kind, mut parts: Vec<Value>) -> Option<Value> {
        Some(match kind {
            Kind::Collection(collection) => Value::collection(*collection, parts)?,
            Kind::Data(constructor) => {
                Value::data(self.decl(DeclId::from_number(*constructor)).number(), parts)
            }
            Kind::Tuple => Value::tuple(parts),
            Kind::Partial { function } => {
                Value::partial(self.decl(DeclId::from_number(*function)).number(), parts)
            }
            Kind::Array(domain) => {
                let entries = parts[1..].chunks(2).map(|entry| (entry[0].clone(), entry[1].clone()));
                Value::array(*domain, parts[0].clone(), entries.collect())?
            }
            Kind::Table { arity, domain } => {
                let count = *arity as usize;
                let entry = |entry: &[Value]| (entry[..count].to_vec(), entry[count].clone());
                let entries = parts[1..].chunks(count + 1).map(entry).collect();
                Value::table(*arity, *domain, parts[0].clone(), entries)?
            }
            Kind::Updated => {
                let result = parts.pop()?;
                Value::updated(parts[0].clone(), &parts[1..], result)
            }
            // The order of captured variables can change with their names.
            Kind::Closure { .. } if !parts.is_empty() => return None,
            Kind::Closure { term } => {
                self.closures = true;
                Value::closure(
                    self.import.term(self.from, self.into, Term::from_number(*term)).number(),
                    parts,
                )
            }
            Kind::Open { .. } => return None,
        })
    }
}
