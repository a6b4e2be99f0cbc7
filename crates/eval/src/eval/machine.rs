//! The evaluator: a stack machine over the terms of one arena, under one model.
//!
//! Each frame is a pending task, and a finished term leaves its value on the operand stack. Values of shared
//! terms are cached with a key that says how long they are valid (`scope.rs`). An unknown value is an operand
//! like any other: connectives may not need it, other operators pass it on.

use super::apply::{Arguments, Site};
use super::domain::SortDomains;
use super::model::Model;
use super::quantify::Quantifier;
use super::scope::Scope;
use super::{Limits, Unknown};
use gainsay_lang::script::{Binder, Function, FunctionId, Literal, Term, Terms, View};
use gainsay_lang::theory::Connective;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::fuel::Fuel;
use gainsay_lang::value::{Reason, Value};

/// A value, or the index of the reason why it is unknown in [`Evaluator::unknowns`].
pub(super) type Cell = Result<Value, u32>;

/// Work limit of all evaluations of one evaluator: each of a script's many terms may use up its own limit.
const TOTAL_WORK: u64 = 60_000_000;

/// Buffers of an evaluator, for reuse.
#[derive(Default)]
pub struct Scratch {
    slots: Vec<Slot>,
    generation: u32,
    frames: Vec<Frame>,
    operands: Vec<Cell>,
    scope: Scope,
    unknowns: Vec<Unknown>,
    quantifiers: Vec<Quantifier>,
}

/// A cached value.
struct Slot {
    generation: u32,
    key: u32,
    cell: Cell,
}

/// A pending task.
#[derive(Clone, Copy)]
pub(super) enum Frame {
    /// Evaluate a term.
    Visit(Term),
    /// The arguments before `next` are on the stack.
    Gather { term: Term, next: u32 },
    /// The argument before `next` is on the stack; `unknown` is the index of the first reason plus one, or 0.
    Connect { term: Term, next: u32, unknown: u32 },
    /// The condition is on the stack.
    Choose(Term),
    /// Condition and both branches are on the stack.
    Merge(Term),
    /// The value is on the stack: cache it.
    Keep(Term),
    /// The result of a call is on the stack: cache it for the term, and undo the bindings beyond `depth`.
    Return { term: Option<Term>, depth: u32 },
    /// The scrutinee of a `match` is on the stack.
    Match(Term),
    /// The body's value under the current assignment is on the stack.
    Quantify,
}

/// Evaluates terms of one arena under one model.
pub struct Evaluator<'a> {
    pub(super) terms: &'a Terms,
    pub(super) model: &'a Model,
    pub(super) limits: Limits,
    pub(super) fuel: Fuel,
    /// Work left for all evaluations together.
    total: Fuel,
    pub(super) scope: Scope,
    slots: Vec<Slot>,
    generation: u32,
    pub(super) frames: Vec<Frame>,
    pub(super) operands: Vec<Cell>,
    pub(super) unknowns: Vec<Unknown>,
    pub(super) quantifiers: Vec<Quantifier>,
    /// Calls that are waiting for their result.
    pub(super) calls: u32,
    /// Nested runs of the machine.
    pub(super) runs: u32,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of the terms of an arena under a model.
    pub fn new(terms: &'a Terms, model: &'a Model, limits: Limits) -> Self {
        Evaluator::with(Scratch::default(), terms, model, limits)
    }

    /// An evaluator that reuses the buffers of an earlier one.
    pub fn with(mut scratch: Scratch, terms: &'a Terms, model: &'a Model, limits: Limits) -> Self {
        if scratch.generation == u32::MAX {
            scratch.slots.clear();
            scratch.generation = 0;
        }
        scratch.scope.reset();
        scratch.unknowns.clear();
        if scratch.slots.len() < terms.len() {
            scratch.slots.resize_with(terms.len(), || Slot { generation: 0, key: 0, cell: Err(0) });
        }
        Evaluator {
            terms,
            model,
            fuel: Fuel::new(limits.work),
            total: Fuel::new(TOTAL_WORK),
            limits,
            scope: scratch.scope,
            slots: scratch.slots,
            generation: scratch.generation + 1,
            frames: scratch.frames,
            operands: scratch.operands,
            unknowns: scratch.unknowns,
            quantifiers: scratch.quantifiers,
            calls: 0,
            runs: 0,
        }
    }

    /// The buffers, for the next evaluator.
    pub fn into_scratch(self) -> Scratch {
        Scratch {
            slots: self.slots,
            generation: self.generation,
            frames: self.frames,
            operands: self.operands,
            scope: self.scope,
            unknowns: self.unknowns,
            quantifiers: self.quantifiers,
        }
    }

    /// The value of a term without free variables. Each call has the whole work limit, until all calls
    /// together used up the total.
    pub fn eval(&mut self, term: Term) -> Result<Value, Unknown> {
        self.restart();
        self.fuel = Fuel::new(self.limits.work.min(self.total.left()));
        self.frames.push(Frame::Visit(term));
        let before = self.fuel.left();
        let answer = self.answer(Some(term));
        // If more was spent than is left, the total becomes 0.
        let _ = self.total.spend((before - self.fuel.left()) as usize);
        answer
    }

    /// Applies a function to values; no term stands for the application.
    pub(super) fn apply_to(
        &mut self,
        function: FunctionId,
        arguments: Arguments,
        sort: Sort,
    ) -> Result<Value, Unknown> {
        self.restart();
        self.apply_function(function, arguments, Site { term: None, sort });
        self.answer(None)
    }

    /// The work of the last evaluation.
    pub(super) fn spent(&self) -> u64 {
        self.limits.work - self.fuel.left()
    }

    fn restart(&mut self) {
        self.fuel = Fuel::new(self.limits.work);
        self.frames.clear();
        self.operands.clear();
        self.quantifiers.clear();
        self.scope.unbind(0);
        (self.calls, self.runs) = (0, 0);
    }

    fn answer(&mut self, term: Option<Term>) -> Result<Value, Unknown> {
        match self.run(0) {
            Ok(value) if value.is_open() => Err(Unknown { reason: Reason::Open, term }),
            Ok(value) => Ok(value),
            Err(id) => Err(self.unknowns[id as usize].clone()),
        }
    }

    /// Whether a Boolean term is true.
    pub fn eval_bool(&mut self, term: Term) -> Result<bool, Unknown> {
        self.eval(term)?.as_bool().ok_or(Unknown { reason: Reason::IllSorted, term: Some(term) })
    }

    pub(super) fn domains(&self) -> SortDomains<'a> {
        SortDomains { terms: self.terms, model: self.model }
    }

    pub(super) fn unknown(&mut self, reason: Reason, term: Option<Term>) -> Cell {
        self.unknowns.push(Unknown { reason, term });
        Err(self.unknowns.len() as u32 - 1)
    }

    fn push_unknown(&mut self, reason: Reason, term: Option<Term>) {
        let cell = self.unknown(reason, term);
        self.push(cell);
    }

    pub(super) fn finish_unknown(&mut self, reason: Reason, term: Term) {
        let cell = self.unknown(reason, Some(term));
        self.finish(term, cell);
    }

    pub(super) fn push(&mut self, cell: Cell) {
        self.operands.push(cell);
    }

    pub(super) fn pop(&mut self) -> Cell {
        self.operands.pop().expect("an operand for each thing to do")
    }

    pub(super) fn visit(&mut self, term: Term) {
        self.frames.push(Frame::Visit(term));
    }

    pub(super) fn quantify(&mut self) {
        self.frames.push(Frame::Quantify);
    }

    /// Gives a term the value of another one, which is evaluated.
    pub(super) fn instead(&mut self, term: Term, other: Term) {
        self.frames.push(Frame::Keep(term));
        self.visit(other);
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.fuel.left() == 0
    }

    /// Runs all frames above `base`, and returns the result.
    pub(super) fn run(&mut self, base: usize) -> Cell {
        while self.frames.len() > base {
            let Some(frame) = self.frames.pop() else { break };
            match frame {
                Frame::Visit(term) => self.begin(term),
                Frame::Gather { term, next } => self.gather(term, next as usize),
                Frame::Connect { term, next, unknown } => {
                    self.connect(term, next as usize, unknown);
                }
                Frame::Choose(term) => self.choose(term),
                Frame::Merge(term) => self.merge(term),
                Frame::Keep(term) => self.keep(term),
                Frame::Return { term, depth } => {
                    self.calls -= 1;
                    self.scope.unbind(depth as usize);
                    if let Some(term) = term {
                        self.keep(term);
                    }
                }
                Frame::Match(term) => self.take_case(term),
                Frame::Quantify => self.next_assignment(),
            }
        }
        self.pop()
    }

    #[inline]
    fn begin(&mut self, term: Term) {
        if self.fuel.spend(1).is_err() {
            return self.push_unknown(Reason::OutOfFuel, None);
        }
        match self.terms.view(term) {
            View::Literal(literal) => self.operands.push(Ok(literal_value(literal))),
            View::Variable(name) => {
                let cell = match self.scope.value(term) {
                    Some(cell) => cell.clone(),
                    None => {
                        let name = self.terms.symbols.name(name).to_owned();
                        self.unknown(Reason::NoValue(name), Some(term))
                    }
                };
                self.push(cell);
            }
            View::Annotated(inner, ..) => self.visit(inner),
            View::Apply(function, arguments) => self.begin_apply(term, function, arguments),
            View::Match(scrutinee, _) => {
                if !self.recall(term) {
                    self.frames.push(Frame::Match(term));
                    self.visit(scrutinee);
                }
            }
            View::Bind(binder, variables, body) => {
                if self.recall(term) {
                    return;
                }
                match binder {
                    Binder::Forall | Binder::Exists => {
                        self.begin_quantifier(term, binder == Binder::Exists, variables, body);
                    }
                    Binder::Lambda => self.close(term),
                    Binder::Choice => {
                        self.push_unknown(Reason::NotComputed("a choice among values is open"), Some(term));
                    }
                    Binder::Case(_) => {
                        self.push_unknown(Reason::IllSorted, Some(term));
                    }
                }
            }
        }
    }

    fn begin_apply(&mut self, term: Term, function: FunctionId, arguments: &'a [Term]) {
        if arguments.is_empty() {
            if let Function::Declared(decl) = self.terms.function(function)
                && let Some(definition) = self.terms.abbreviated_by(*decl)
            {
                // A name for another term.
                return self.visit_definition(term, definition);
            }
            if !self.is_ready(term) {
                self.apply(term);
            }
            return;
        }
        if self.recall(term) {
            return;
        }
        match self.terms.connective(term) {
            Some(Connective::And | Connective::Or | Connective::Implies) => self.connect_from(term, 0, 0),
            Some(Connective::Ite) => {
                if self.is_ready(arguments[0]) {
                    self.choose(term);
                } else {
                    self.frames.push(Frame::Choose(term));
                    self.visit(arguments[0]);
                }
            }
            // Equal whatever the value is, even if it is unknown.
            Some(Connective::Equal)
                if arguments.len() > 1 && arguments.iter().all(|a| *a == arguments[0]) =>
            {
                self.push(Ok(Value::Bool(true)));
            }
            _ => {
                // Arguments that are ready at once cost no frame, so they are charged here.
                let _ = self.fuel.spend(arguments.len());
                self.gather(term, 0);
            }
        }
    }

    /// Puts the arguments from `next` on the stack, and applies the function to all of them.
    fn gather(&mut self, term: Term, next: usize) {
        let arguments = self.terms.children(term);
        for (at, &argument) in arguments.iter().enumerate().skip(next) {
            if !self.is_ready(argument) {
                self.frames.push(Frame::Gather { term, next: at as u32 + 1 });
                return self.visit(argument);
            }
        }
        self.apply(term);
    }

    /// Whether the value of a term is available at once; if so, it is pushed.
    #[inline]
    pub(super) fn is_ready(&mut self, term: Term) -> bool {
        match self.terms.view(term) {
            View::Literal(literal) => {
                self.operands.push(Ok(literal_value(literal)));
                true
            }
            View::Variable(_) => match self.scope.value(term) {
                Some(cell) => {
                    self.operands.push(cell.clone());
                    true
                }
                None => false,
            },
            View::Apply(function, []) => {
                if let Function::Declared(decl) = self.terms.function(function)
                    && let Some(value) = self.model.get(*decl)
                    && self.terms.decl(*decl).arity() == 0
                {
                    self.operands.push(Ok(value.clone()));
                    return true;
                }
                self.recall(term)
            }
            _ => self.recall(term),
        }
    }

    /// A definition must not have free variables: they would be captured by bindings at the place of use.
    pub(super) fn visit_definition(&mut self, term: Term, definition: Term) {
        self.scope.look_at(self.terms, definition);
        if self.scope.variables(definition).is_empty() {
            return self.visit(definition);
        }
        self.push_unknown(Reason::IllSorted, Some(term));
    }

    /// Pushes the cached value of the term, if there is a valid one.
    #[inline]
    fn recall(&mut self, term: Term) -> bool {
        let slot = &self.slots[term.index()];
        if slot.generation != self.generation || self.scope.key(term) != Some(slot.key) {
            return false;
        }
        self.operands.push(slot.cell.clone());
        true
    }

    /// Caches the value on top of the stack for the term.
    #[inline]
    fn keep(&mut self, term: Term) {
        if self.is_exhausted() {
            return;
        }
        if let (Some(key), Some(cell)) = (self.scope.key(term), self.operands.last()) {
            self.slots[term.index()] = Slot { generation: self.generation, key, cell: cell.clone() };
        }
    }

    pub(super) fn finish(&mut self, term: Term, cell: Cell) {
        self.operands.push(cell);
        self.keep(term);
    }

    /// The value of a term as a Boolean, or the number of the reason why it is not known.
    pub(super) fn pop_bool(&mut self, term: Term) -> Result<bool, u32> {
        match self.pop()? {
            Value::Bool(value) => Ok(value),
            value => {
                let reason = if value.is_open() { Reason::Open } else { Reason::IllSorted };
                self.unknown(reason, Some(term)).map(|_| false)
            }
        }
    }

    fn take_case(&mut self, term: Term) {
        let View::Match(_, cases) = self.terms.view(term) else { return };
        let value = match self.pop() {
            Ok(value) => value,
            Err(id) => return self.finish(term, Err(id)),
        };
        let Some((constructor, fields)) = value.as_data() else {
            let reason = if value.is_open() { Reason::Open } else { Reason::IllSorted };
            let cell = self.unknown(reason, Some(term));
            return self.finish(term, cell);
        };
        for &case in cases {
            let View::Bind(Binder::Case(pattern), variables, body) = self.terms.view(case) else { continue };
            let values = match pattern {
                Some(wanted) if wanted.number() != constructor => continue,
                Some(_) => fields,
                // A variable pattern binds the whole value.
                None => std::slice::from_ref(&value),
            };
            let skipped = pattern.is_none() && variables.is_empty();
            if !skipped && variables.len() != values.len() {
                break;
            }
            return self.enter(Site::of(self.terms, term), variables, values, body);
        }
        self.finish_unknown(Reason::IllSorted, term);
    }

    /// The closure of a lambda term: its free variables are captured with their current values.
    fn close(&mut self, term: Term) {
        self.scope.look_at(self.terms, term);
        let mut captured = Vec::new();
        for &variable in self.scope.variables(term) {
            match self.scope.value(variable) {
                Some(Ok(value)) => captured.push(value.clone()),
                Some(Err(id)) => {
                    let cell = Err(*id);
                    return self.finish(term, cell);
                }
                None => {
                    return self.finish_unknown(Reason::IllSorted, term);
                }
            }
        }
        self.finish(term, Ok(Value::closure(term.number(), captured)));
    }

    /// Evaluates a body with variables bound to values.
    pub(super) fn enter(&mut self, site: Site, variables: &[Term], values: &[Value], body: Term) {
        self.calls += 1;
        if self.calls > self.limits.depth || self.scope.is_full() {
            self.calls -= 1;
            return self.push_unknown(Reason::TooDeep, site.term);
        }
        let depth = self.scope.depth() as u32;
        self.scope.look_at(self.terms, body);
        for (&variable, value) in variables.iter().zip(values) {
            self.scope.bind(variable, Ok(value.clone()));
        }
        self.frames.push(Frame::Return { term: site.term, depth });
        self.visit(body);
    }
}

pub(super) fn literal_value(literal: &Literal) -> Value {
    match literal {
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Int(value) => Value::Int(value.clone()),
        Literal::Real(value) => Value::Real(value.clone()),
        Literal::Bits(value) => Value::Bits(value.clone()),
        Literal::Text(value) => Value::Text(value.clone()),
        Literal::Field(value) => Value::Field(*value),
    }
}
