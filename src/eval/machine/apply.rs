//! Applications: of operators by their row's meaning and shape, and of everything else that stands at the head of a term.

use super::{Arguments, Cell, Evaluator, Site};
use crate::eval::domain::SortDomains;
use crate::eval::model::PartialFunction;
use crate::script::{Function, FunctionId, Term, View};
use crate::theory::signature::Shape;
use crate::theory::sort::Sort;
use crate::theory::{Context, Meaning, Op, Outcome, Stop};
use crate::value::{Head, Reason, Value};
use smallvec::SmallVec;

impl Evaluator<'_> {
    /// All arguments of a term are on the stack.
    pub(super) fn apply(&mut self, term: Term) {
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
    pub(super) fn open(&mut self, head: Head, site: Site, arguments: Vec<Value>) -> Cell {
        let value = if site.sort == Sort::UNKNOWN { None } else { Value::open(head, site.sort.0, arguments) };
        match value {
            Some(value) => Ok(value),
            None => self.unknown(Reason::Open, site.term),
        }
    }

    /// Leaves the value of a function for these arguments on the stack, or what is to be done to get it.
    pub(super) fn apply_function(&mut self, function: FunctionId, values: Arguments, site: Site) {
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

    pub(super) fn done(&mut self, site: Site, cell: Cell) {
        match site.term {
            Some(term) => self.finish(term, cell),
            None => self.push(cell),
        }
    }

    pub(super) fn open_or_ill_sorted(&mut self, value: &Value, site: Site) -> Cell {
        let reason = if value.is_open() { Reason::Open } else { Reason::IllSorted };
        self.unknown(reason, site.term)
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
