//! Application of functions: operators, symbols of the script, and function values.

use super::domain::SortDomains;
use super::machine::{Cell, Evaluator};
use super::model::PartialFunction;
use gainsay_lang::script::{DeclId, DeclKind, Function, FunctionId, Term, Terms, View};
use gainsay_lang::theory::signature::Shape;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{Caller, Context, Evaluated, Meaning, NoValue, Op};
use gainsay_lang::value::{Head, Kind, Reason, Value, equal};
use smallvec::SmallVec;

pub(super) type Arguments = SmallVec<[Value; 4]>;

/// Limit on nested runs of the machine, each of which recurses on the native stack.
const MAX_RUNS: u32 = 32;

/// The place of a call: the term whose value the result is (if any), and the sort of the result.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub term: Option<Term>,
    pub sort: Sort,
}

impl Site {
    pub fn of(terms: &Terms, term: Term) -> Site {
        Site { term: Some(term), sort: terms.sort(term) }
    }
}

impl Evaluator<'_> {
    /// Applies the function of a term whose arguments are all on the operand stack.
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
                // The usual case: the operands need not be copied off the stack.
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
            Err(NoValue::Call) => None,
            Err(NoValue::Open) if self.model.has_partial() => None,
            Err(NoValue::Open | NoValue::Symbolic) => {
                let values = self.operands[start..].iter().flatten().cloned().collect();
                Some(self.open(Head::Op(op.id.number(), indices.into()), site, values))
            }
            Err(NoValue::Unknown(reason)) => Some(self.unknown(reason, site.term)),
        }
    }

    /// An open value, or the reason why none can be made.
    fn open(&mut self, head: Head, site: Site, arguments: Vec<Value>) -> Cell {
        let value =
            if site.sort == Sort::UNKNOWN { None } else { Value::open(head, site.sort.number(), arguments) };
        match value {
            Some(value) => Ok(value),
            None => self.unknown(Reason::Open, site.term),
        }
    }

    /// Puts the result of a function for these arguments on the stack, or pushes the frames that compute it.
    pub(super) fn apply_function(&mut self, function: FunctionId, values: Arguments, site: Site) {
        match self.terms.function(function) {
            Function::Op(op, indices) => {
                let op = op.op();
                let cell = if values.len() == op.signature.args.len() {
                    match self.apply_op(op, indices, site, &values) {
                        Ok(value) => Ok(value),
                        // Called by this run rather than a nested one, so that functions can call each other
                        // to any depth.
                        Err(NoValue::Call) => return self.call(&values[0], values[1..].into(), site),
                        Err(why) => self.resolve(why, op, indices, site, &values),
                    }
                } else {
                    self.fold(op, indices, site, &values)
                };
                self.done(site, cell);
            }
            Function::Declared(decl) if values.len() < self.terms.decl(*decl).arity() => {
                self.done(site, Ok(Value::partial(decl.number(), values.into_vec())));
            }
            Function::Declared(decl) => self.call_decl(*decl, values, site),
            Function::Tester(constructor) => {
                let cell = match values[0].as_data() {
                    Some((made_by, _)) => Ok(Value::Bool(made_by == constructor.number())),
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

    fn done_unknown(&mut self, reason: Reason, site: Site) {
        let cell = self.unknown(reason, site.term);
        self.done(site, cell);
    }

    pub(super) fn open_or_ill_sorted(&mut self, value: &Value, site: Site) -> Cell {
        let reason = if value.is_open() { Reason::Open } else { Reason::IllSorted };
        self.unknown(reason, site.term)
    }

    /// Calls a function that is a value.
    fn call(&mut self, function: &Value, arguments: Arguments, site: Site) {
        let mut function = function;
        while let Some(Kind::Updated) = function.kind() {
            let parts = function.parts();
            let (key, result) = (&parts[1..parts.len() - 1], &parts[parts.len() - 1]);
            match self.are_equal(key, &arguments) {
                Some(true) => return self.done(site, Ok(result.clone())),
                Some(false) => function = &parts[0],
                None => return self.done_unknown(Reason::Incomparable, site),
            }
        }
        match function.kind() {
            Some(Kind::Array(_) | Kind::Table { .. }) => {
                let Some(table) = function.as_table() else {
                    return self.done_unknown(Reason::IllSorted, site);
                };
                let cell = if table.arity != arguments.len() {
                    self.unknown(Reason::IllSorted, site.term)
                } else if table.is_empty() {
                    Ok(table.default.clone())
                } else if arguments.iter().all(Value::is_plain) {
                    Ok(table.get(&arguments).clone())
                } else {
                    self.unknown(Reason::Open, site.term)
                };
                self.done(site, cell);
            }
            Some(Kind::Closure { term }) => {
                self.call_lambda(Term::from_number(*term), function.parts(), arguments, site);
            }
            Some(Kind::Partial { function: decl }) => {
                let mut all: Arguments = function.parts().into();
                all.extend(arguments);
                let decl = DeclId::from_number(*decl);
                if all.len() < self.terms.decl(decl).arity() {
                    return self.done(site, Ok(Value::partial(decl.number(), all.into_vec())));
                }
                self.call_decl(decl, all, site);
            }
            _ => {
                let cell = self.open_or_ill_sorted(function, site);
                self.done(site, cell);
            }
        }
    }

    /// Whether two lists of values are equal; `None` if that is not known.
    fn are_equal(&mut self, left: &[Value], right: &[Value]) -> Option<bool> {
        let mut same = Some(left.len() == right.len());
        for (a, b) in left.iter().zip(right) {
            match equal(a, b, &mut self.fuel) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => same = same.filter(|same| !same),
            }
        }
        same
    }

    /// Calls the function of a lambda term, with the values of its free variables.
    fn call_lambda(&mut self, lambda: Term, captured: &[Value], arguments: Arguments, site: Site) {
        let View::Bind(_, parameters, body) = self.terms.view(lambda) else { return };
        if parameters.len() != arguments.len() {
            return self.done_unknown(Reason::NotComputed("a lambda with too few arguments"), site);
        }
        self.scope.look_at(self.terms, lambda);
        let mut variables: SmallVec<[Term; 8]> = self.scope.variables(lambda).into();
        let mut values: Vec<Value> = captured.to_vec();
        if variables.len() != values.len() {
            return self.done_unknown(Reason::IllSorted, site);
        }
        variables.extend_from_slice(parameters);
        values.extend(arguments);
        self.enter(site, &variables, &values, body);
    }

    /// Calls a symbol of the script with all its arguments.
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
                // The body of a definition has no free variables besides the parameters.
                self.scope.look_at(self.terms, *body);
                if self.scope.variables(*body).iter().all(|variable| params.contains(variable)) {
                    return self.enter(site, params, &arguments, *body);
                }
                self.done_unknown(Reason::IllSorted, site);
            }
            DeclKind::Defined { .. } => self.done_unknown(Reason::IllSorted, site),
            DeclKind::Named(term) => {
                let term = *term;
                self.visit_definition(site.term.unwrap_or(term), term);
            }
            DeclKind::Constructor { .. } => {
                self.done(site, Ok(Value::data(decl.number(), arguments.into_vec())));
            }
            DeclKind::Selector { constructor, field } => {
                self.select(decl, *constructor, *field as usize, arguments, site);
            }
        }
    }

    /// The field of a value. If another constructor made the value, the result is what the model says.
    fn select(
        &mut self,
        selector: DeclId,
        constructor: DeclId,
        field: usize,
        arguments: Arguments,
        site: Site,
    ) {
        let value = &arguments[0];
        match value.as_data() {
            Some((made_by, fields)) if made_by == constructor.number() => match fields.get(field) {
                Some(field) => self.done(site, Ok(field.clone())),
                None => self.done_unknown(Reason::IllSorted, site),
            },
            None if !value.is_open() => self.done_unknown(Reason::IllSorted, site),
            made => {
                let of = |term| self.terms.children(term).first().map(|&arg| self.terms.sort(arg));
                let argument = site.term.and_then(of).unwrap_or(Sort::UNKNOWN);
                let model = self.model;
                let function = model.partial(&PartialFunction::Selector { selector, argument });
                match function.filter(|_| made.is_some()) {
                    Some(function) => self.call(function, arguments, site),
                    None => {
                        let cell = self.open(Head::Function(selector.number()), site, arguments.into_vec());
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

    /// `(_ update s)`: leaves a value of another constructor unchanged.
    fn update(&mut self, selector: DeclId, values: &[Value], site: Site) -> Cell {
        let (DeclKind::Selector { constructor, field }, Some((made_by, fields))) =
            (&self.terms.decl(selector).kind, values[0].as_data())
        else {
            return self.open_or_ill_sorted(&values[0], site);
        };
        if made_by != constructor.number() {
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
        Ok(Value::partial(decl.number(), Vec::new()))
    }

    /// z3's `(_ map f)`: the function for the elements at each index.
    fn map(&mut self, function: FunctionId, arrays: &[Value], site: Site) -> Cell {
        let tables: Option<SmallVec<[_; 4]>> = arrays.iter().map(Value::as_table).collect();
        let Some(tables) = tables.filter(|tables| !tables.is_empty()) else {
            return self.unknown(Reason::NotComputed("an array that is no table"), site.term);
        };
        let domain = tables[0].domain;
        let sort = self.terms.sorts.array_parts(site.sort).map_or(Sort::UNKNOWN, |(_, element)| element);
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

    /// Applies a function in a nested run of the machine.
    fn run_function(&mut self, function: FunctionId, values: Arguments, sort: Sort) -> Cell {
        self.nested(|machine| machine.apply_function(function, values, Site { term: None, sort }))
    }

    pub(super) fn nested(&mut self, begin: impl FnOnce(&mut Self)) -> Cell {
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

    /// Applies an operator to as many arguments as its row declares.
    fn apply_op(&mut self, op: &'static Op, indices: &[u32], site: Site, values: &[Value]) -> Evaluated {
        match op.meaning {
            Meaning::Calls(meaning) => meaning(self, values),
            Meaning::Connective(_) => {
                // Reached only from `(_ map f)` with a connective for `f`.
                let start = self.operands.len();
                self.operands.extend(values.iter().cloned().map(Ok));
                let cell = self.connect_values(op, start);
                self.operands.truncate(start);
                cell.map_err(|id| NoValue::Unknown(self.unknowns[id as usize].reason.clone()))
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

    /// One application to the declared number of arguments; results that the standard leaves open are looked
    /// up in the model.
    fn step(&mut self, op: &'static Op, indices: &[u32], site: Site, values: &[Value]) -> Cell {
        match self.apply_op(op, indices, site, values) {
            Ok(value) => Ok(value),
            Err(why) => self.resolve(why, op, indices, site, values),
        }
    }

    fn resolve(
        &mut self,
        why: NoValue,
        op: &'static Op,
        indices: &[u32],
        site: Site,
        values: &[Value],
    ) -> Cell {
        match why {
            NoValue::Unknown(reason) => self.unknown(reason, site.term),
            NoValue::Call => {
                let (function, arguments) = values.split_first().expect("a function to be called");
                self.nested(|machine| machine.call(function, arguments.into(), Site { term: None, ..site }))
            }
            NoValue::Open => {
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
                self.open(Head::Op(op.id.number(), indices.into()), site, values.to_vec())
            }
            NoValue::Symbolic => self.open(Head::Op(op.id.number(), indices.into()), site, values.to_vec()),
        }
    }

    /// Applies an operator to any number of arguments by folding, according to its shape.
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
    fn call(&mut self, function: &Value, arguments: &[Value]) -> Evaluated {
        let arguments = arguments.into();
        let site = Site { term: None, sort: Sort::UNKNOWN };
        let cell = self.nested(|machine| Evaluator::call(machine, function, arguments, site));
        cell.map_err(|id| NoValue::Unknown(self.unknowns[id as usize].reason.clone()))
    }
}
