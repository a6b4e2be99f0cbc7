//! Quantifiers, decided by trying values.
//!
//! A small finite domain is tried in full. For a variable of another domain the body is first evaluated with
//! an open value that stands for any element; a definite result then holds for all elements. Otherwise a few
//! values are tried, one of which can refute a `forall` or prove an `exists`; the converse remains unknown.

use super::machine::{Evaluator, literal_value};
use gainsay_lang::hash::HashSet;
use gainsay_lang::script::{Function, Term, View};
use gainsay_lang::theory::Domains;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::{Bits, Float, Format, Head, Int, Rational, Reason, Size, Text, Value};
use smallvec::SmallVec;

/// A quantifier that is being decided.
pub(super) struct Quantifier {
    term: Term,
    body: Term,
    exists: bool,
    variables: SmallVec<[Term; 4]>,
    /// The values to try for each variable.
    choices: Vec<Vec<Value>>,
    /// For each variable, the index of the current choice.
    at: SmallVec<[usize; 4]>,
    /// The variables whose values are not all among the choices.
    large: SmallVec<[bool; 4]>,
    /// Whether single values are tried, after the open values gave no result.
    single: bool,
    /// The reason why the body was first unknown.
    unknown: Option<u32>,
    /// The number of bindings outside the quantifier.
    depth: usize,
}

/// Limit on the nodes of a body that are searched for values to try.
const MAX_LOOKED_AT: usize = 1000;

impl Evaluator<'_> {
    pub(super) fn begin_quantifier(&mut self, term: Term, exists: bool, bound: &[Term], body: Term) {
        self.scope.look_at(self.terms, term);
        self.scope.look_at(self.terms, body);
        let free = self.scope.variables(body);
        let variables: SmallVec<[Term; 4]> =
            bound.iter().copied().filter(|variable| free.contains(variable)).collect();
        if variables.is_empty() {
            // No sort is empty, so the body alone decides.
            return self.instead(term, body);
        }
        if self.scope.is_full() {
            return self.finish_unknown(Reason::OutOfFuel, term);
        }
        let domains = self.domains();
        let mut product = 1u64;
        let mut choices = Vec::new();
        let mut large = SmallVec::new();
        for (number, &variable) in variables.iter().enumerate() {
            let sort = self.terms.sort(variable);
            let all = match domains.size(sort) {
                // Listing the elements costs work, too: an inner quantifier does it for each assignment of
                // the outer ones.
                Size::Finite(size)
                    if product.saturating_mul(size) <= self.limits.instances
                        && self.fuel.spend(size as usize).is_ok() =>
                {
                    product *= size;
                    domains.elements(sort, size)
                }
                _ => None,
            };
            large.push(all.is_none());
            choices.push(all.unwrap_or_else(|| {
                let number = self.scope.stamp() + 1 + number as u32;
                Value::open(Head::Any(number), sort.number(), Vec::new()).into_iter().collect()
            }));
        }
        let quantifier = Quantifier {
            term,
            body,
            exists,
            at: SmallVec::from_elem(0, variables.len()),
            variables,
            choices,
            large,
            single: false,
            unknown: None,
            depth: self.scope.depth(),
        };
        self.quantifiers.push(quantifier);
        self.try_from(0);
    }

    /// Binds the variables from the given one on, and evaluates the body.
    fn try_from(&mut self, first: usize) {
        let quantifier = self.quantifiers.last().expect("a quantifier is being decided");
        self.scope.unbind(quantifier.depth + first);
        for place in first..quantifier.variables.len() {
            let value = quantifier.choices[place][quantifier.at[place]].clone();
            self.scope.bind(quantifier.variables[place], Ok(value));
        }
        let body = quantifier.body;
        self.quantify();
        self.visit(body);
    }

    pub(super) fn next_assignment(&mut self) {
        let body = self.quantifiers.last().expect("a quantifier is being decided").body;
        let result = self.pop_bool(body);
        let exhausted = self.is_exhausted() || self.scope.is_full();
        let quantifier = self.quantifiers.last_mut().expect("a quantifier is being decided");
        match result {
            Ok(value) if value == quantifier.exists => return self.decide(Ok(Value::Bool(value))),
            Ok(_) => {}
            Err(id) => quantifier.unknown = quantifier.unknown.or(Some(id)),
        }
        if exhausted {
            let cell = self.unknown(Reason::OutOfFuel, None);
            return self.decide(cell);
        }
        let places = 0..quantifier.variables.len();
        let next = places.rev().find(|&place| quantifier.at[place] + 1 < quantifier.choices[place].len());
        if let Some(place) = next {
            quantifier.at[place] += 1;
            quantifier.at[place + 1..].fill(0);
            return self.try_from(place);
        }
        match quantifier.unknown {
            None if !quantifier.single => {
                let value = !quantifier.exists;
                self.decide(Ok(Value::Bool(value)));
            }
            Some(id) if !quantifier.large.contains(&true) => self.decide(Err(id)),
            _ if quantifier.single => {
                let term = quantifier.term;
                let cell = self.unknown(Reason::Quantifier, Some(term));
                self.decide(cell);
            }
            _ => self.try_single_values(),
        }
    }

    fn decide(&mut self, cell: super::machine::Cell) {
        if let Some(quantifier) = self.quantifiers.pop() {
            self.scope.unbind(quantifier.depth);
            self.finish(quantifier.term, cell);
        }
    }

    fn try_single_values(&mut self) {
        let quantifier = self.quantifiers.last().expect("a quantifier is being decided");
        let (body, depth) = (quantifier.body, quantifier.depth);
        let sorts: SmallVec<[(bool, Sort); 4]> = quantifier
            .large
            .iter()
            .zip(&quantifier.variables)
            .map(|(&large, &variable)| (large, self.terms.sort(variable)))
            .collect();
        self.scope.unbind(depth);
        let mut choices: Vec<Option<Vec<Value>>> = Vec::new();
        for &(large, sort) in &sorts {
            choices.push(large.then(|| self.candidates(sort, body)));
        }
        let limit = self.limits.candidates.max(1);
        let quantifier = self.quantifiers.last_mut().expect("a quantifier is being decided");
        let mut product = 1usize;
        for (place, candidates) in choices.into_iter().enumerate() {
            if let Some(candidates) = candidates {
                quantifier.choices[place] = candidates;
            }
            quantifier.choices[place].truncate((limit / product).max(1));
            product = product.saturating_mul(quantifier.choices[place].len());
        }
        if product == 0 {
            let term = quantifier.term;
            let cell = self.unknown(Reason::Quantifier, Some(term));
            return self.decide(cell);
        }
        quantifier.single = true;
        quantifier.at.fill(0);
        self.try_from(0);
    }

    /// Values of a sort that are worth trying: those in the body and in the model, and corner cases.
    fn candidates(&mut self, sort: Sort, body: Term) -> Vec<Value> {
        let mut values = Vec::new();
        let mut stack = vec![body];
        let mut looked_at = 0;
        while let Some(term) = stack.pop() {
            looked_at += 1;
            if looked_at > MAX_LOOKED_AT || self.fuel.spend(1).is_err() {
                break;
            }
            stack.extend(self.terms.children(term));
            if self.terms.sort(term) != sort {
                continue;
            }
            match self.terms.view(term) {
                View::Literal(literal) => values.extend(neighbours(literal_value(literal))),
                View::Apply(function, []) => {
                    if let Function::Declared(decl) = self.terms.function(function)
                        && self.terms.decl(*decl).is_free()
                        && let Some(value) = self.model.get(*decl)
                    {
                        values.extend(neighbours(value.clone()));
                    }
                }
                _ => {}
            }
        }
        values.extend(
            self.model.iter().map(|(_, value)| value).filter(|value| has_kind(self, value, sort)).cloned(),
        );
        values.extend(self.domains().default(sort));
        values.extend(corners(self.terms.sorts.kind(sort)));
        if let Some(some) = self.domains().elements(sort, 1 << 16) {
            values.extend(some.into_iter().take(self.limits.candidates));
        }
        let mut seen = HashSet::<Value>::default();
        values.retain(|value| !value.is_open() && seen.insert(value.clone()));
        values
    }
}

/// A value and its direct neighbours.
fn neighbours(value: Value) -> Vec<Value> {
    match &value {
        Value::Int(n) => vec![Value::Int(n + &Int::ONE), Value::Int(n - &Int::ONE), value],
        Value::Real(n) => {
            let one = Rational::from(1);
            vec![Value::Real(n + &one), Value::Real(n - &one), value]
        }
        Value::Bits(n) => {
            let one = Bits::one(n.width());
            vec![Value::Bits(n.add(&one)), Value::Bits(n.sub(&one)), value]
        }
        _ => vec![value],
    }
}

/// Whether a value of the model may be tried for the sort.
fn has_kind(evaluator: &Evaluator<'_>, value: &Value, sort: Sort) -> bool {
    super::has_sort::has_sort(evaluator.domains(), value, sort)
}

/// Corner cases of a sort.
fn corners(sort: &SortKind) -> Vec<Value> {
    match sort {
        SortKind::Int => [0, 1, -1, 2, -2, 3, 10, -10, 1000, -1000].map(|n| Value::Int(Int::from(n))).into(),
        SortKind::Real => {
            let whole = [0, 1, -1, 2, -2, 1000, -1000].map(|n| Value::Real(Rational::from(n)));
            let halves = [1, -1].map(|n| Rational::new(Int::from(n), Int::from(2)).map(Value::Real));
            whole.into_iter().chain(halves.into_iter().flatten()).collect()
        }
        SortKind::BitVec(width) => {
            let width = *width;
            [
                Bits::zero(width),
                Bits::one(width),
                Bits::ones(width),
                Bits::min_signed(width),
                Bits::max_signed(width),
            ]
            .map(Value::Bits)
            .into()
        }
        SortKind::Float(eb, sb) => Format::new(*eb, *sb).map_or(Vec::new(), |format| {
            [
                Float::zero(format, false),
                Float::zero(format, true),
                Float::nan(format),
                Float::infinity(format, false),
                Float::infinity(format, true),
                Float::largest(format, false),
                Float::smallest(format, false),
            ]
            .map(Value::float)
            .into()
        }),
        SortKind::String => ["", "a", "b", "0", "ab"]
            .iter()
            .filter_map(|text| Text::from_chars(text))
            .map(Value::Text)
            .collect(),
        _ => Vec::new(),
    }
}
