//! The evaluator: a stack machine over the terms of one arena, under one model.
//!
//! Each frame is a thing to do, and what a term comes to is left on the stack of operands. Values of shared terms are
//! kept, with a key that tells how long they are good (`scope.rs`). A value that is not known is an operand like any
//! other; the connectives get along with it, other operators pass it on.

use super::domain::SortDomains;
use super::model::{Model, PartialFunction};
use super::quantify::Quantifier;
use super::scope::Scope;
use super::{Limits, Unknown};
use crate::script::{Binder, DeclId, DeclKind, Function, FunctionId, Literal, Term, Terms, View};
use crate::theory::signature::Shape;
use crate::theory::sort::Sort;
use crate::theory::{Caller, Connective, Context, Meaning, Op, Outcome, Stop};
use crate::value::fuel::Fuel;
use crate::value::{Head, Kind, Reason, Value, equal};
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

type Arguments = SmallVec<[Value; 4]>;

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
        self.fuel = Fuel::new(self.limits.work);
        self.frames.clear();
        self.operands.clear();
        self.quantifiers.clear();
        self.scope.unbind(0);
        (self.calls, self.runs) = (0, 0);
        self.frames.push(Frame::Visit(term));
        match self.run(0) {
            Ok(value) if value.is_open() => Err(Unknown { reason: Reason::Open, term: Some(term) }),
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

    /// One more argument of a conjunction, disjunction or implication is known, or known not to be known.
    fn connect(&mut self, term: Term, next: u32, mut unknown: u32) {
        let arguments = self.terms.children(term);
        let connective = self.connective(term);
        let last = next as usize == arguments.len();
        // The argument's value that decides, and what it decides for.
        let (decisive, result) = match connective {
            Some(Connective::And) => (false, false),
            Some(Connective::Implies) if !last => (false, true),
            _ => (true, true),
        };
        match self.pop_bool(arguments[next as usize - 1]) {
            Ok(value) if value == decisive => return self.finish(term, Ok(Value::Bool(result))),
            Ok(_) => {}
            Err(id) if unknown == 0 => unknown = id + 1,
            Err(_) => {}
        }
        if !last {
            self.frames.push(Frame::Connect { term, next: next + 1, unknown });
            return self.visit(arguments[next as usize]);
        }
        let cell = if unknown == 0 { Ok(Value::Bool(!result)) } else { Err(unknown - 1) };
        self.finish(term, cell);
    }

    fn connective(&self, term: Term) -> Option<Connective> {
        match self.terms.op(term)?.op().meaning {
            Meaning::Connective(connective) => Some(connective),
            _ => None,
        }
    }

    fn choose(&mut self, term: Term) {
        let arguments = self.terms.children(term);
        match self.pop_bool(arguments[0]) {
            Ok(condition) => {
                self.frames.push(Frame::Keep(term));
                self.visit(arguments[if condition { 1 } else { 2 }]);
            }
            Err(id) => {
                self.push(Err(id));
                self.frames.push(Frame::Merge(term));
                self.visit(arguments[2]);
                self.visit(arguments[1]);
            }
        }
    }

    /// The value of a choice whose condition is not known is known only if both branches are the same.
    fn merge(&mut self, term: Term) {
        let (other, then, condition) = (self.pop(), self.pop(), self.pop());
        let arguments = self.terms.children(term);
        let cell = match (then, other) {
            (then, _) if arguments[1] == arguments[2] => then,
            (Ok(then), Ok(other)) if equal(&then, &other, &mut self.fuel) == Some(true) => Ok(then),
            _ => condition,
        };
        self.finish(term, cell);
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
                Some(wanted) if wanted.0 != constructor => continue,
                Some(_) => fields,
                // A variable takes the whole value.
                None => std::slice::from_ref(&value),
            };
            let skipped = pattern.is_none() && variables.is_empty();
            if !skipped && variables.len() != values.len() {
                break;
            }
            return self.enter(Site::of(self.terms, term), variables, values, body);
        }
        let cell = self.unknown(Reason::IllSorted, Some(term));
        self.finish(term, cell);
    }

    /// The function that a lambda term is where its variables stand for what they do here.
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
                    let cell = self.unknown(Reason::IllSorted, Some(term));
                    return self.finish(term, cell);
                }
            }
        }
        self.finish(term, Ok(Value::closure(term.0, captured)));
    }

    /// Evaluates a body where variables stand for values.
    fn enter(&mut self, site: Site, variables: &[Term], values: &[Value], body: Term) {
        self.calls += 1;
        if self.calls > self.limits.depth || self.scope.is_full() {
            self.calls -= 1;
            let cell = self.unknown(Reason::TooDeep, site.term);
            return self.push(cell);
        }
        let depth = self.scope.depth() as u32;
        self.scope.look_at(self.terms, body);
        for (&variable, value) in variables.iter().zip(values) {
            self.scope.bind(variable, Ok(value.clone()));
        }
        self.frames.push(Frame::Return { term: site.term, depth });
        self.visit(body);
    }

    /// All arguments of a term are on the stack.
    fn apply(&mut self, term: Term) {
        let View::Apply(function, arguments) = self.terms.view(term) else { return };
        let site = Site::of(self.terms, term);
        let start = self.operands.len() - arguments.len();
        if let Function::Op(op, indices) = self.terms.function(function) {
            let op = op.op();
            match op.meaning {
                Meaning::Connective(connective) => {
                    let cell = self.compare(connective, term, arguments, start);
                    self.operands.truncate(start);
                    return self.finish(term, cell);
                }
                Meaning::Calls(_) => {}
                // The usual case, on operands where they are.
                _ if arguments.len() == op.signature.args.len() => {
                    let cell = self.apply_in_place(op, indices, site, start);
                    if let Some(cell) = cell {
                        self.operands.truncate(start);
                        return self.finish(term, cell);
                    }
                }
                _ => {}
            }
        }
        let mut values = Arguments::new();
        let mut unknown = None;
        for cell in self.operands.drain(start..) {
            match cell {
                Ok(value) => values.push(value),
                Err(id) => unknown = unknown.or(Some(id)),
            }
        }
        if let Some(id) = unknown {
            return self.finish(term, Err(id));
        }
        self.apply_function(function, values, site);
    }

    /// Applies an operator to as many operands as it declares; `None` if a function must be called for it.
    #[inline]
    fn apply_in_place(&mut self, op: &'static Op, indices: &[u32], site: Site, start: usize) -> Option<Cell> {
        let mut values: SmallVec<[&Value; 4]> = SmallVec::new();
        for cell in &self.operands[start..] {
            match cell {
                Ok(value) => values.push(value),
                Err(id) => return Some(Err(*id)),
            }
        }
        let domains = SortDomains { terms: self.terms, model: self.model };
        let mut context = Context {
            indices,
            sort: site.sort,
            sorts: &self.terms.sorts,
            domains: &domains,
            fuel: &mut self.fuel,
        };
        let outcome = op.meaning.apply(&mut context, &values);
        drop(values);
        match outcome {
            Ok(value) => Some(Ok(value)),
            Err(Stop::Call) => None,
            Err(Stop::Open) if self.model.has_partial() => None,
            Err(Stop::Open | Stop::Symbolic) => {
                let values = self.operands[start..].iter().flatten().cloned().collect();
                Some(self.open(Head::Op(op.id.0, indices.into()), site, values))
            }
            Err(Stop::Unknown(reason)) => Some(self.unknown(reason, site.term)),
        }
    }

    /// An open value, or why there is none.
    fn open(&mut self, head: Head, site: Site, arguments: Vec<Value>) -> Cell {
        let value = if site.sort == Sort::UNKNOWN { None } else { Value::open(head, site.sort.0, arguments) };
        match value {
            Some(value) => Ok(value),
            None => self.unknown(Reason::Open, site.term),
        }
    }

    /// Leaves the value of a function for these arguments on the stack, or what is to be done to get it.
    fn apply_function(&mut self, function: FunctionId, values: Arguments, site: Site) {
        match self.terms.function(function) {
            Function::Op(op, indices) => {
                let op = op.op();
                let cell = if values.len() == op.signature.args.len() {
                    match self.apply_op(op, indices, site, &values) {
                        Ok(value) => Ok(value),
                        // Without a run of its own, so that functions can call each other to any depth.
                        Err(Stop::Call) => return self.call(&values[0], values[1..].into(), site),
                        Err(why) => self.resolve(why, op, indices, site, &values),
                    }
                } else {
                    self.fold(op, indices, site, &values)
                };
                self.done(site, cell);
            }
            Function::Declared(decl) if values.len() < self.terms.decl(*decl).arity() => {
                self.done(site, Ok(Value::partial(decl.0, values.into_vec())));
            }
            Function::Declared(decl) => self.call_decl(*decl, values, site),
            Function::Tester(constructor) => {
                let cell = match values[0].as_data() {
                    Some((made_by, _)) => Ok(Value::Bool(made_by == constructor.0)),
                    None => self.open_or_ill_sorted(&values[0], site),
                };
                self.done(site, cell);
            }
            Function::Updater(selector) => {
                let cell = self.update(*selector, &values, site);
                self.done(site, cell);
            }
            Function::Apply => {
                let (function, arguments) = values.split_first().expect("something is applied");
                self.call(function, arguments.into(), site);
            }
            Function::Mapped(inner) => {
                let cell = self.map(*inner, &values, site);
                self.done(site, cell);
            }
            Function::AsArray(decl) => {
                let cell = self.as_array(*decl, site);
                self.done(site, cell);
            }
            Function::Opaque(name) => {
                let name = self.terms.symbols.name(*name).to_owned();
                let cell = self.unknown(Reason::Opaque(name), site.term);
                self.done(site, cell);
            }
        }
    }

    fn done(&mut self, site: Site, cell: Cell) {
        match site.term {
            Some(term) => self.finish(term, cell),
            None => self.push(cell),
        }
    }

    fn open_or_ill_sorted(&mut self, value: &Value, site: Site) -> Cell {
        let reason = if value.is_open() { Reason::Open } else { Reason::IllSorted };
        self.unknown(reason, site.term)
    }

    /// Calls a function that is a value.
    fn call(&mut self, function: &Value, arguments: Arguments, site: Site) {
        let mut function = function;
        loop {
            match function.kind() {
                Some(Kind::Array(_) | Kind::Table { .. }) => {
                    let table = function.as_table().expect("arrays and tables are tables");
                    let cell = if table.arity != arguments.len() {
                        self.unknown(Reason::IllSorted, site.term)
                    } else if table.is_empty() {
                        Ok(table.default.clone())
                    } else if arguments.iter().all(Value::is_plain) {
                        Ok(table.get(&arguments).clone())
                    } else {
                        self.unknown(Reason::Open, site.term)
                    };
                    return self.done(site, cell);
                }
                Some(Kind::Updated) => {
                    let parts = function.parts();
                    let (key, result) = (&parts[1..parts.len() - 1], &parts[parts.len() - 1]);
                    let mut same = Some(key.len() == arguments.len());
                    for (a, b) in key.iter().zip(&arguments) {
                        match equal(a, b, &mut self.fuel) {
                            Some(true) => {}
                            Some(false) => same = Some(false),
                            None => same = same.filter(|same| !same),
                        }
                        if same == Some(false) {
                            break;
                        }
                    }
                    match same {
                        Some(true) => return self.done(site, Ok(result.clone())),
                        Some(false) => function = &parts[0],
                        None => {
                            let cell = self.unknown(Reason::Incomparable, site.term);
                            return self.done(site, cell);
                        }
                    }
                }
                Some(Kind::Closure { term }) => {
                    let lambda = Term(*term);
                    let View::Bind(_, parameters, body) = self.terms.view(lambda) else { return };
                    if parameters.len() != arguments.len() {
                        let cell =
                            self.unknown(Reason::NotComputed("a lambda with too few arguments"), site.term);
                        return self.done(site, cell);
                    }
                    self.scope.look_at(self.terms, lambda);
                    let mut variables: SmallVec<[Term; 8]> = self.scope.variables(lambda).into();
                    let mut values: Vec<Value> = function.parts().to_vec();
                    if variables.len() != values.len() {
                        let cell = self.unknown(Reason::IllSorted, site.term);
                        return self.done(site, cell);
                    }
                    variables.extend_from_slice(parameters);
                    values.extend(arguments);
                    return self.enter(site, &variables, &values, body);
                }
                Some(Kind::Partial { function: decl }) => {
                    let mut all: Arguments = function.parts().into();
                    all.extend(arguments);
                    let decl = DeclId(*decl);
                    if all.len() < self.terms.decl(decl).arity() {
                        return self.done(site, Ok(Value::partial(decl.0, all.into_vec())));
                    }
                    return self.call_decl(decl, all, site);
                }
                _ => {
                    let cell = self.open_or_ill_sorted(function, site);
                    return self.done(site, cell);
                }
            }
        }
    }

    /// Calls a function of the script with all its arguments.
    fn call_decl(&mut self, decl: DeclId, arguments: Arguments, site: Site) {
        match &self.terms.decl(decl).kind {
            DeclKind::Free => {
                let model = self.model;
                match model.get(decl) {
                    Some(value) if arguments.is_empty() => self.done(site, Ok(value.clone())),
                    Some(function) => self.call(function, arguments, site),
                    None => {
                        let cell = self.without_value(decl, site);
                        self.done(site, cell);
                    }
                }
            }
            DeclKind::Defined { params, body: Some(body), .. } if params.len() == arguments.len() => {
                self.enter(site, params, &arguments, *body);
            }
            DeclKind::Defined { .. } => {
                let cell = self.unknown(Reason::IllSorted, site.term);
                self.done(site, cell);
            }
            DeclKind::Named(term) => {
                let term = *term;
                self.look_at(term);
                self.visit(term);
            }
            DeclKind::Constructor { .. } => self.done(site, Ok(Value::data(decl.0, arguments.into_vec()))),
            DeclKind::Selector { constructor, field } => {
                let value = &arguments[0];
                match value.as_data() {
                    Some((made_by, fields)) if made_by == constructor.0 => {
                        let field = fields.get(*field as usize).cloned();
                        let cell = match field {
                            Some(field) => Ok(field),
                            None => self.unknown(Reason::IllSorted, site.term),
                        };
                        self.done(site, cell);
                    }
                    Some(_) => {
                        let argument = site.term.map_or(Sort::UNKNOWN, |term| {
                            self.terms
                                .children(term)
                                .first()
                                .map_or(Sort::UNKNOWN, |&arg| self.terms.sort(arg))
                        });
                        let model = self.model;
                        match model.partial(&PartialFunction::Selector { selector: decl, argument }) {
                            Some(function) => self.call(function, arguments, site),
                            None => {
                                let cell = self.open(Head::Function(decl.0), site, arguments.into_vec());
                                self.done(site, cell);
                            }
                        }
                    }
                    None if value.is_open() => {
                        let cell = self.open(Head::Function(decl.0), site, arguments.into_vec());
                        self.done(site, cell);
                    }
                    None => {
                        let cell = self.unknown(Reason::IllSorted, site.term);
                        self.done(site, cell);
                    }
                }
            }
        }
    }

    fn without_value(&mut self, decl: DeclId, site: Site) -> Cell {
        let declared = self.terms.decl(decl);
        if self.model.complete_with_defaults
            && let Some(value) = self.domains().default(declared.result_sort())
        {
            return Ok(value);
        }
        self.unknown(Reason::NoValue(self.terms.symbols.name(declared.name).to_owned()), site.term)
    }

    /// `(_ update s)`: nothing changes for a value of another constructor.
    fn update(&mut self, selector: DeclId, values: &[Value], site: Site) -> Cell {
        let (DeclKind::Selector { constructor, field }, Some((made_by, fields))) =
            (&self.terms.decl(selector).kind, values[0].as_data())
        else {
            return self.open_or_ill_sorted(&values[0], site);
        };
        if made_by != constructor.0 {
            return Ok(values[0].clone());
        }
        let mut fields = fields.to_vec();
        fields[*field as usize] = values[1].clone();
        Ok(Value::data(made_by, fields))
    }

    fn as_array(&mut self, decl: DeclId, site: Site) -> Cell {
        if let Some(table) = self.model.get(decl).and_then(Value::as_table)
            && table.arity == 1
        {
            let entries =
                table.entries().map(|(index, element)| (index[0].clone(), element.clone())).collect();
            if let Some(array) = Value::array(table.domain, table.default.clone(), entries) {
                return Ok(array);
            }
        }
        if self.terms.decl(decl).arity() != 1 {
            return self.unknown(Reason::NotComputed("an array of several indices"), site.term);
        }
        Ok(Value::partial(decl.0, Vec::new()))
    }

    /// z3's `(_ map f)`: the function for the elements at each index.
    fn map(&mut self, function: FunctionId, arrays: &[Value], site: Site) -> Cell {
        let tables: Option<SmallVec<[_; 4]>> = arrays.iter().map(Value::as_table).collect();
        let Some(tables) = tables.filter(|tables| !tables.is_empty()) else {
            return self.unknown(Reason::NotComputed("an array that is no table"), site.term);
        };
        let domain = tables[0].domain;
        let sort = match self.terms.sorts.kind(site.sort) {
            crate::theory::sort::SortKind::Array(_, element) => *element,
            _ => Sort::UNKNOWN,
        };
        let mut indices: Vec<&Value> =
            tables.iter().flat_map(|table| table.entries().map(|(index, _)| &index[0])).collect();
        indices.sort_unstable();
        indices.dedup();
        let mut entries = Vec::with_capacity(indices.len());
        for index in indices {
            let elements =
                tables.iter().map(|table| table.get(std::slice::from_ref(index)).clone()).collect();
            entries.push((index.clone(), self.run_function(function, elements, sort)?));
        }
        let default =
            self.run_function(function, tables.iter().map(|table| table.default.clone()).collect(), sort)?;
        match Value::array(domain, default, entries) {
            Some(array) => Ok(array),
            None => self.unknown(Reason::Incomparable, site.term),
        }
    }

    /// Applies a function in a run of its own.
    fn run_function(&mut self, function: FunctionId, values: Arguments, sort: Sort) -> Cell {
        self.nested(|machine| machine.apply_function(function, values, Site { term: None, sort }))
    }

    fn nested(&mut self, begin: impl FnOnce(&mut Self)) -> Cell {
        if self.runs >= MAX_RUNS {
            return self.unknown(Reason::TooDeep, None);
        }
        self.runs += 1;
        let base = self.frames.len();
        begin(self);
        let cell = self.run(base);
        self.runs -= 1;
        cell
    }

    /// Equality, difference and negation of operands that may not be known.
    fn compare(&mut self, connective: Connective, term: Term, arguments: &[Term], start: usize) -> Cell {
        if connective == Connective::Not || connective == Connective::Xor {
            let mut result = connective == Connective::Not;
            if arguments.is_empty() {
                return self.unknown(Reason::NotComputed("no arguments"), Some(term));
            }
            for cell in &self.operands[start..] {
                match cell {
                    Ok(Value::Bool(value)) => result ^= value,
                    Ok(value) => {
                        let value = value.clone();
                        return self.open_or_ill_sorted(&value, Site::of(self.terms, term));
                    }
                    Err(id) => return Err(*id),
                }
            }
            return Ok(Value::Bool(result));
        }
        let wanted = connective == Connective::Equal;
        match connective {
            // z3 takes `and` and `or` of nothing; `distinct` of one thing holds.
            Connective::And if arguments.is_empty() => return Ok(Value::Bool(true)),
            Connective::Or if arguments.is_empty() => return Ok(Value::Bool(false)),
            Connective::Distinct if arguments.len() == 1 => return Ok(Value::Bool(true)),
            Connective::Equal | Connective::Distinct if arguments.len() > 1 => {}
            _ => return self.unknown(Reason::NotComputed("too few arguments"), Some(term)),
        }
        if !wanted && let Some(decided) = self.all_different(start) {
            return Ok(Value::Bool(decided));
        }
        let mut unknown: Option<Cell> = None;
        for second in 1..arguments.len() {
            // Equality is transitive, but where one argument is not known its neighbours are to be compared.
            for first in 0..second {
                if wanted && first + 1 != second && first != 0 {
                    continue;
                }
                let cells = (&self.operands[start + first], &self.operands[start + second]);
                let same = match cells {
                    _ if arguments[first] == arguments[second] => Some(true),
                    (Ok(a), Ok(b)) => equal(a, b, &mut self.fuel),
                    (Err(id), _) | (_, Err(id)) => {
                        unknown = unknown.or(Some(Err(*id)));
                        continue;
                    }
                };
                match same {
                    Some(same) if same == wanted => {}
                    Some(_) => return Ok(Value::Bool(false)),
                    None if unknown.is_none() => {
                        let reason = match cells {
                            (Ok(a), Ok(b)) if a.is_open() || b.is_open() => Reason::Open,
                            _ => Reason::Incomparable,
                        };
                        unknown = Some(self.unknown(reason, Some(term)));
                    }
                    None => {}
                }
            }
        }
        unknown.unwrap_or(Ok(Value::Bool(true)))
    }

    /// Whether many operands are all different, if they are of the simple kind.
    fn all_different(&mut self, start: usize) -> Option<bool> {
        if self.operands.len() - start < 8 {
            return None;
        }
        let plain = |cell: &Cell| cell.as_ref().is_ok_and(Value::is_plain);
        if !self.operands[start..].iter().all(plain) {
            return None;
        }
        self.fuel.spend(self.operands.len() - start).ok()?;
        let mut values: Vec<&Value> = self.operands[start..].iter().flatten().collect();
        values.sort_unstable();
        Some(values.windows(2).all(|pair| pair[0] != pair[1]))
    }

    /// Applies an operator to as many arguments as its row declares.
    fn apply_op(&mut self, op: &'static Op, indices: &[u32], site: Site, values: &[Value]) -> Outcome {
        match op.meaning {
            Meaning::Calls(meaning) => meaning(self, values),
            Meaning::Connective(_) => {
                // Only `(_ map f)` comes here, with a connective for `f`.
                let start = self.operands.len();
                self.operands.extend(values.iter().cloned().map(Ok));
                let cell = self.connect_values(op, start);
                self.operands.truncate(start);
                cell.map_err(|id| Stop::Unknown(self.unknowns[id as usize].reason.clone()))
            }
            _ => {
                let domains = self.domains();
                let mut context = Context {
                    indices,
                    sort: site.sort,
                    sorts: &self.terms.sorts,
                    domains: &domains,
                    fuel: &mut self.fuel,
                };
                let values: SmallVec<[&Value; 4]> = values.iter().collect();
                op.meaning.apply(&mut context, &values)
            }
        }
    }

    /// A connective of values that are all known.
    fn connect_values(&mut self, op: &'static Op, start: usize) -> Cell {
        let values: SmallVec<[Value; 4]> = self.operands[start..].iter().flatten().cloned().collect();
        let Meaning::Connective(connective) = op.meaning else { return Err(0) };
        let bools: Option<SmallVec<[bool; 4]>> = values.iter().map(Value::as_bool).collect();
        let result = match (connective, &*values, bools.as_deref()) {
            (Connective::Ite, [Value::Bool(condition), then, other], _) => {
                return Ok(if *condition { then.clone() } else { other.clone() });
            }
            (Connective::Equal, [a, b], _) => equal(a, b, &mut self.fuel),
            (Connective::Distinct, [a, b], _) => equal(a, b, &mut self.fuel).map(|same| !same),
            (Connective::Not, _, Some([a])) => Some(!a),
            (Connective::And, _, Some(all)) => Some(all.iter().all(|value| *value)),
            (Connective::Or, _, Some(all)) => Some(all.iter().any(|value| *value)),
            (Connective::Xor, _, Some([a, b])) => Some(a != b),
            (Connective::Implies, _, Some([a, b])) => Some(!a || *b),
            _ => None,
        };
        match result {
            Some(result) => Ok(Value::Bool(result)),
            None => self.unknown(Reason::Incomparable, None),
        }
    }

    /// One application to the declared number of arguments; what is open is looked up in the model.
    fn step(&mut self, op: &'static Op, indices: &[u32], site: Site, values: &[Value]) -> Cell {
        match self.apply_op(op, indices, site, values) {
            Ok(value) => Ok(value),
            Err(why) => self.resolve(why, op, indices, site, values),
        }
    }

    fn resolve(&mut self, why: Stop, op: &'static Op, indices: &[u32], site: Site, values: &[Value]) -> Cell {
        match why {
            Stop::Unknown(reason) => self.unknown(reason, site.term),
            Stop::Call => {
                let (function, arguments) = values.split_first().expect("a function to be called");
                self.nested(|machine| machine.call(function, arguments.into(), Site { term: None, ..site }))
            }
            Stop::Open => {
                let model = self.model;
                if let Some(term) = site.term.filter(|_| model.has_partial()) {
                    let children = self.terms.children(term);
                    let arguments = (0..values.len())
                        .map(|at| self.terms.sort(children[at.min(children.len() - 1)]))
                        .collect();
                    let key = PartialFunction::Op { op: op.id, indices: indices.into(), arguments };
                    if let Some(function) = model.partial(&key) {
                        let values = values.into();
                        return self
                            .nested(|machine| machine.call(function, values, Site { term: None, ..site }));
                    }
                }
                self.open(Head::Op(op.id.0, indices.into()), site, values.to_vec())
            }
            Stop::Symbolic => self.open(Head::Op(op.id.0, indices.into()), site, values.to_vec()),
        }
    }

    /// Applies an operator to any number of arguments, as its shape says.
    fn fold(&mut self, op: &'static Op, indices: &[u32], site: Site, values: &[Value]) -> Cell {
        if op.signature.shape == Shape::Variadic {
            return self.step(op, indices, site, values);
        }
        match (op.signature.shape, values.len()) {
            (Shape::LeftAssoc | Shape::RightAssoc, 1) if op.commutative => Ok(values[0].clone()),
            (Shape::LeftAssoc, 2..) => {
                let mut result = values[0].clone();
                for next in &values[1..] {
                    result = self.step(op, indices, site, &[result, next.clone()])?;
                }
                Ok(result)
            }
            (Shape::RightAssoc, 2..) => {
                let (last, before) = values.split_last().expect("two arguments at least");
                let mut result = last.clone();
                for next in before.iter().rev() {
                    result = self.step(op, indices, site, &[next.clone(), result])?;
                }
                Ok(result)
            }
            (Shape::Chainable | Shape::Pairwise, 2..) => {
                let mut unknown = None;
                for second in 1..values.len() {
                    let first = if op.signature.shape == Shape::Pairwise { 0 } else { second - 1 };
                    for first in first..second {
                        match self.step(op, indices, site, &[values[first].clone(), values[second].clone()]) {
                            Ok(Value::Bool(false)) => return Ok(Value::Bool(false)),
                            Ok(Value::Bool(true)) => {}
                            Ok(value) => unknown = Some(self.open_or_ill_sorted(&value, site)),
                            Err(id) => unknown = Some(Err(id)),
                        }
                    }
                }
                unknown.unwrap_or(Ok(Value::Bool(true)))
            }
            _ => self.unknown(Reason::NotComputed("too few arguments"), site.term),
        }
    }
}

impl Caller for Evaluator<'_> {
    fn call(&mut self, function: &Value, arguments: &[Value]) -> Outcome {
        let arguments = arguments.into();
        let site = Site { term: None, sort: Sort::UNKNOWN };
        let cell = self.nested(|machine| Evaluator::call(machine, function, arguments, site));
        cell.map_err(|id| Stop::Unknown(self.unknowns[id as usize].reason.clone()))
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
