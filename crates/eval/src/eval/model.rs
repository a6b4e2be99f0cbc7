//! Models: the values of a script's declared symbols.
//!
//! A model belongs to the arena of its script, as values do. Symbols are declarations of the arena, so that
//! two symbols of one name in different scopes are distinct, and a model stays valid while terms are added to
//! the arena.

use super::domain::SortDomains;
use super::has_sort::has_sort;
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{Binder, DeclId, DeclKind, Term, Terms, View};
use gainsay_lang::theory::OpId;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::{Kind, Value};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// An interpretation of declared symbols, of partial functions, and of declared sorts.
#[derive(Clone, Default, Debug)]
pub struct Model {
    values: HashMap<DeclId, Value>,
    partial: HashMap<PartialFunction, Value>,
    universes: HashMap<Sort, u32>,
    /// Give symbols without a value a default value of their sort. Only for models made here: what a solver
    /// does not print is unknown.
    pub complete_with_defaults: bool,
}

/// A function that the standard leaves open for some arguments.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum PartialFunction {
    /// An operator with its indices, for arguments of these sorts.
    Op { op: OpId, indices: SmallVec<[u32; 2]>, arguments: SmallVec<[Sort; 4]> },
    /// A selector, for arguments of this sort that are made by another constructor.
    Selector { selector: DeclId, argument: Sort },
}

impl PartialFunction {
    pub fn argument_sorts(&self) -> &[Sort] {
        match self {
            PartialFunction::Op { arguments, .. } => arguments,
            PartialFunction::Selector { argument, .. } => std::slice::from_ref(argument),
        }
    }
}

/// A value does not have the sort of its symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the value does not have the sort of its symbol")]
pub struct IllSorted;

/// Two models interpret a partial function differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the models disagree about what the standard leaves open")]
pub struct Conflict;

impl Model {
    /// Gives an uninterpreted symbol a value: for a function, a [`Value::table`] or a [`Value::closure`] of a lambda
    /// term.
    pub fn set(&mut self, terms: &Terms, decl: DeclId, value: Value) -> Result<(), IllSorted> {
        let declared = terms.decl(decl);
        if !declared.is_free() {
            return Err(IllSorted);
        }
        let arguments = declared.arg_sorts().ok_or(IllSorted)?;
        let domains = SortDomains { terms, model: self };
        let fits = if arguments.is_empty() {
            has_sort(domains, &value, declared.result_sort())
        } else {
            is_function(domains, &value, &arguments, declared.result_sort())
        };
        if !fits {
            return Err(IllSorted);
        }
        self.values.insert(decl, value);
        Ok(())
    }

    /// Defines a function where the standard leaves it open.
    pub fn set_partial(
        &mut self,
        terms: &Terms,
        function: PartialFunction,
        result: Sort,
        value: Value,
    ) -> Result<(), IllSorted> {
        if !is_function(SortDomains { terms, model: self }, &value, function.argument_sorts(), result) {
            return Err(IllSorted);
        }
        self.partial.insert(function, value);
        Ok(())
    }

    /// Sets the number of elements of a declared sort, at least one. Must precede values that are made over
    /// the sort.
    pub fn set_universe(&mut self, sort: Sort, size: u32) {
        self.universes.insert(sort, size.max(1));
    }

    /// The value of a symbol.
    pub fn get(&self, decl: DeclId) -> Option<&Value> {
        self.values.get(&decl)
    }

    /// The interpretation of a function where the standard leaves it open.
    pub fn partial(&self, function: &PartialFunction) -> Option<&Value> {
        if self.partial.is_empty() { None } else { self.partial.get(function) }
    }

    /// Whether any partial function is interpreted.
    pub fn has_partial(&self) -> bool {
        !self.partial.is_empty()
    }

    /// The model without interpretations of partial functions.
    pub fn without_partial(mut self) -> Model {
        self.partial.clear();
        self
    }

    /// The number of elements of a declared sort.
    pub fn universe(&self, sort: Sort) -> Option<u32> {
        self.universes.get(&sort).copied()
    }

    /// The numbers of elements of declared sorts, in the order of the sorts.
    pub fn universes(&self) -> impl Iterator<Item = (Sort, u32)> {
        let mut all: Vec<(Sort, u32)> = self.universes.iter().map(|(&sort, &size)| (sort, size)).collect();
        all.sort_unstable();
        all.into_iter()
    }

    /// All symbols and their values, in the order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (DeclId, &Value)> {
        let mut all: Vec<_> = self.values.iter().map(|(&decl, value)| (decl, value)).collect();
        all.sort_unstable_by_key(|&(decl, _)| decl);
        all.into_iter()
    }

    /// The interpretations of partial functions, in a fixed order.
    pub(super) fn partials(&self) -> impl Iterator<Item = (&PartialFunction, &Value)> {
        let mut all: Vec<_> = self.partial.iter().collect();
        all.sort_unstable_by_key(|&(function, _)| function);
        all.into_iter()
    }

    pub(super) fn insert_partial(&mut self, function: PartialFunction, value: Value) {
        self.partial.insert(function, value);
    }

    /// Adds the interpretations of another model of the same arena. From then on, symbols without a value get
    /// defaults.
    pub fn absorb(&mut self, other: Model) -> Result<(), Conflict> {
        for (function, value) in other.partial {
            if self.partial.get(&function).is_some_and(|known| *known != value) {
                return Err(Conflict);
            }
            self.partial.insert(function, value);
        }
        self.values.extend(other.values);
        self.universes.extend(other.universes);
        self.complete_with_defaults = true;
        Ok(())
    }

    /// Whether functions are defined by terms in a cycle, so that they may not exist.
    pub fn is_circular(&self, terms: &Terms) -> bool {
        let given = self.values.iter().filter(|(_, value)| !value.is_plain());
        let mut open: Vec<(DeclId, BTreeSet<DeclId>)> =
            given.map(|(&decl, value)| (decl, mentioned(terms, closures(value)))).collect();
        // A function that depends on none of the remaining ones is not in a cycle.
        loop {
            let before = open.len();
            let names: BTreeSet<DeclId> = open.iter().map(|(decl, _)| *decl).collect();
            open.retain(|(_, on)| !on.is_disjoint(&names));
            if open.len() == before {
                return before > 0;
            }
        }
    }

    /// How many symbols have a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no symbol has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Takes the value of a symbol away.
    pub fn remove(&mut self, decl: DeclId) -> Option<Value> {
        self.values.remove(&decl)
    }
}

/// The lambda terms in a value.
fn closures(value: &Value) -> Vec<Term> {
    let (mut found, mut left) = (Vec::new(), vec![value]);
    while let Some(value) = left.pop() {
        if let Some(Kind::Closure { term }) = value.kind() {
            found.push(Term::from_number(*term));
        }
        left.extend(value.parts().iter().filter(|part| !part.is_plain()));
    }
    found
}

/// The symbols in terms and in the definitions that these use.
fn mentioned(terms: &Terms, mut left: Vec<Term>) -> BTreeSet<DeclId> {
    let mut found = BTreeSet::new();
    while let Some(root) = left.pop() {
        for decl in terms.postorder(&[root]).into_iter().filter_map(|term| terms.declaration(term)) {
            if found.insert(decl)
                && let DeclKind::Defined { body: Some(body), .. } = terms.decl(decl).kind
            {
                left.push(body);
            }
        }
    }
    found
}

/// Whether a value is a function of these sorts.
fn is_function(domains: SortDomains<'_>, value: &Value, arguments: &[Sort], result: Sort) -> bool {
    match value.kind() {
        Some(Kind::Table { .. } | Kind::Array(_)) => value.as_table().is_some_and(|table| {
            table.arity == arguments.len()
                && table.domain == domains.size_of_all(arguments)
                && has_sort(domains, table.default, result)
                && table.entries().all(|(at, value)| {
                    at.iter().zip(arguments).all(|(value, &sort)| has_sort(domains, value, sort))
                        && has_sort(domains, value, result)
                })
        }),
        Some(Kind::Closure { term }) => {
            let terms = domains.terms;
            match terms.view(Term::from_number(*term)) {
                View::Bind(Binder::Lambda, variables, body) => {
                    variables.len() == arguments.len()
                        && variables
                            .iter()
                            .zip(arguments)
                            .all(|(&variable, &sort)| terms.sort(variable) == sort)
                        && terms.sort(body) == result
                }
                _ => false,
            }
        }
        Some(Kind::Updated) => {
            let parts = value.parts();
            parts.len() == arguments.len() + 2
                && is_function(domains, &parts[0], arguments, result)
                && parts[1..].iter().zip(arguments).all(|(value, &sort)| has_sort(domains, value, sort))
                && has_sort(domains, &parts[parts.len() - 1], result)
        }
        _ => false,
    }
}
