//! The evaluator: a stack machine over the terms of one arena, under one model.
//!
//! Each frame is a thing to do, and what a term comes to is left on the stack of operands. Values of shared terms are
//! kept, with a key that tells how long they are good (`scope.rs`). A value that is not known is an operand like any
//! other; the connectives get along with it, other operators pass it on.

mod apply;
mod call;
mod connect;

use super::domain::SortDomains;
use super::model::Model;
use super::quantify::Quantifier;
use super::scope::Scope;
use super::{Limits, Unknown};
use crate::script::{Binder, DeclId, DeclKind, Function, FunctionId, Literal, Term, Terms, View};
use crate::theory::sort::Sort;
use crate::theory::{Connective, Meaning};
use crate::value::fuel::Fuel;
use crate::value::{Reason, Value};
use smallvec::SmallVec;

/// A value, or the number of the reason why it is not known.
pub(super) type Cell = Result<Value, u32>;

/// Room for evaluations, to be used again and again.
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

/// A value that was computed before.
struct Slot {
    generation: u32,
    key: u32,
    cell: Cell,
}

/// A thing to do.
#[derive(Clone, Copy)]
enum Frame {
    Visit(Term),
    /// All arguments are on the stack.
    Apply(Term),
    /// The argument before `next` is on the stack; `unknown` is the first that is not known, from 1.
    Connect {
        term: Term,
        next: u32,
        unknown: u32,
    },
    /// The condition is on the stack.
    Choose(Term),
    /// Condition and both branches are on the stack.
    Merge(Term),
    /// The value is on the stack: keep it, after taking back bindings.
    Keep(Term),
    Return {
        term: Option<Term>,
        depth: u32,
    },
    Match(Term),
    /// The body's value for the assignment that was tried last is on the stack.
    Quantify,
}

/// Where a function is called: the term, if the value is that of a term, and the sort.
#[derive(Clone, Copy)]
struct Site {
    term: Option<Term>,
    sort: Sort,
}

/// Evaluates terms of one arena under one model.
pub struct Evaluator<'a> {
    pub(super) terms: &'a Terms,
    pub(super) model: &'a Model,
    pub(super) limits: Limits,
    pub(super) fuel: Fuel,
    pub(super) scope: Scope,
    slots: Vec<Slot>,
    generation: u32,
    frames: Vec<Frame>,
    operands: Vec<Cell>,
    unknowns: Vec<Unknown>,
    pub(super) quantifiers: Vec<Quantifier>,
    /// How many calls of functions wait for their result.
    calls: u32,
    /// How many runs of the machine wait for another one.
    runs: u32,
}

pub(super) type Arguments = SmallVec<[Value; 4]>;

/// Runs of the machine inside each other, which take stack of the process.
const MAX_RUNS: u32 = 32;

impl<'a> Evaluator<'a> {
    pub fn new(terms: &'a Terms, model: &'a Model, limits: Limits) -> Self {
        Evaluator::with(Scratch::default(), terms, model, limits)
    }

    /// An evaluator that uses the room of an earlier one.
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

    /// The value of a term without free variables. Every call has the whole work limit to itself.
    pub fn eval(&mut self, term: Term) -> Result<Value, Unknown> {
        self.restart();
        self.frames.push(Frame::Visit(term));
        self.answer(Some(term))
    }

    /// The value of a function for arguments that need not be those of any term.
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

    /// Evaluates another term, the value of which is that of the first.
    pub(super) fn instead(&mut self, term: Term, other: Term) {
        self.frames.push(Frame::Keep(term));
        self.visit(other);
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.fuel.left() == 0
    }

    /// Does all there is to do above `base`, and gives what that comes to.
    fn run(&mut self, base: usize) -> Cell {
        while self.frames.len() > base {
            let Some(frame) = self.frames.pop() else { break };
            match frame {
                Frame::Visit(term) => self.begin(term),
                Frame::Apply(term) => self.apply(term),
                Frame::Connect { term, next, unknown } => self.connect(term, next, unknown),
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
            let cell = self.unknown(Reason::OutOfFuel, None);
            return self.push(cell);
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
                        let cell =
                            self.unknown(Reason::NotComputed("a choice among values is open"), Some(term));
                        self.push(cell);
                    }
                    Binder::Case(_) => {
                        let cell = self.unknown(Reason::IllSorted, Some(term));
                        self.push(cell);
                    }
                }
            }
        }
    }

    #[inline]
    fn begin_apply(&mut self, term: Term, function: FunctionId, arguments: &'a [Term]) {
        let function = self.terms.function(function);
        if arguments.is_empty() {
            if let Function::Declared(decl) = function {
                // The name of something else.
                if let Some(definition) = self.definition_without_parameters(*decl) {
                    self.look_at(definition);
                    return self.visit(definition);
                }
                let model = self.model;
                if let Some(value) = model.get(*decl)
                    && self.terms.decl(*decl).arity() == 0
                {
                    return self.operands.push(Ok(value.clone()));
                }
            }
            return self.apply(term);
        }
        if self.recall(term) {
            return;
        }
        if let Function::Op(op, _) = function
            && let Meaning::Connective(connective) = op.op().meaning
        {
            match connective {
                Connective::And | Connective::Or | Connective::Implies => {
                    self.frames.push(Frame::Connect { term, next: 1, unknown: 0 });
                    return self.visit(arguments[0]);
                }
                Connective::Ite => {
                    self.frames.push(Frame::Choose(term));
                    return self.visit(arguments[0]);
                }
                // Whatever a term is, it is equal to itself.
                Connective::Equal
                    if arguments.len() > 1 && arguments.iter().all(|argument| *argument == arguments[0]) =>
                {
                    return self.push(Ok(Value::Bool(true)));
                }
                _ => {}
            }
        }
        self.frames.push(Frame::Apply(term));
        self.frames.extend(arguments.iter().rev().map(|&argument| Frame::Visit(argument)));
    }

    fn definition_without_parameters(&self, decl: DeclId) -> Option<Term> {
        match &self.terms.decl(decl).kind {
            DeclKind::Named(term) => Some(*term),
            DeclKind::Defined { params, body: Some(body), recursive: false } if params.is_empty() => {
                Some(*body)
            }
            _ => None,
        }
    }

    /// Finds the variables of a term that is about to be evaluated where variables are bound.
    pub(super) fn look_at(&mut self, term: Term) {
        if !self.scope.is_empty() {
            self.scope.look_at(self.terms, term);
        }
    }

    /// Pushes the value that the term is known to have, if there is one.
    #[inline]
    fn recall(&mut self, term: Term) -> bool {
        let slot = &self.slots[term.index()];
        if slot.generation != self.generation || self.scope.key(term) != Some(slot.key) {
            return false;
        }
        self.operands.push(slot.cell.clone());
        true
    }

    /// Keeps the value on top of the stack for the term.
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
}

impl Site {
    fn of(terms: &Terms, term: Term) -> Site {
        Site { term: Some(term), sort: terms.sort(term) }
    }
}

pub(super) fn literal_value(literal: &Literal) -> Value {
    match literal {
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Int(value) => Value::Int(value.clone()),
        Literal::Real(value) => Value::Real(value.clone()),
        Literal::Bits(value) => Value::Bits(value.clone()),
        Literal::Text(value) => Value::Text(value.clone()),
    }
}
