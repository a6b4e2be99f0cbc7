//! Calls: functions of the script, functions that are values, and the cases of a `match`.

use super::{Arguments, Cell, Evaluator, Frame, MAX_RUNS, Site};
use crate::eval::model::PartialFunction;
use crate::script::{Binder, DeclId, DeclKind, FunctionId, Term, View};
use crate::theory::sort::{Sort, SortKind};
use crate::theory::{Caller, Outcome, Stop};
use crate::value::{Head, Kind, Reason, Value, equal};
use smallvec::SmallVec;

impl Evaluator<'_> {
    pub(super) fn take_case(&mut self, term: Term) {
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
    pub(super) fn close(&mut self, term: Term) {
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

    /// Calls a function that is a value.
    pub(super) fn call(&mut self, function: &Value, arguments: Arguments, site: Site) {
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
    pub(super) fn call_decl(&mut self, decl: DeclId, arguments: Arguments, site: Site) {
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
    pub(super) fn update(&mut self, selector: DeclId, values: &[Value], site: Site) -> Cell {
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

    pub(super) fn as_array(&mut self, decl: DeclId, site: Site) -> Cell {
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
    pub(super) fn map(&mut self, function: FunctionId, arrays: &[Value], site: Site) -> Cell {
        let tables: Option<SmallVec<[_; 4]>> = arrays.iter().map(Value::as_table).collect();
        let Some(tables) = tables.filter(|tables| !tables.is_empty()) else {
            return self.unknown(Reason::NotComputed("an array that is no table"), site.term);
        };
        let domain = tables[0].domain;
        let sort = match self.terms.sorts.kind(site.sort) {
            SortKind::Array(_, element) => *element,
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
}

impl Caller for Evaluator<'_> {
    fn call(&mut self, function: &Value, arguments: &[Value]) -> Outcome {
        let arguments = arguments.into();
        let site = Site { term: None, sort: Sort::UNKNOWN };
        let cell = self.nested(|machine| Evaluator::call(machine, function, arguments, site));
        cell.map_err(|id| Stop::Unknown(self.unknowns[id as usize].reason.clone()))
    }
}
