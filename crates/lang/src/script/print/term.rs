//! Prints terms: a machine with an explicit stack of steps, so that depth is no concern.

use super::atoms::{
    push_ascription, push_indexed_by, push_int, push_name, push_number, push_operator, push_real,
    push_separated, push_symbol,
};
use super::declaration::push_variables;
use super::{Escapes, Names, Printer};
use crate::script::terms::{Attribute, Binder, Function, FunctionId, Literal, Term, Terms, View};
use crate::symbols::Symbol;
use crate::theory::OpId;
use crate::theory::sort::Sort;
use smallvec::SmallVec;
use std::fmt::Write;

/// The initial capacity of the stack, which is enough for most terms.
const USUAL_STEPS: usize = 64;

/// What is still to be printed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Term(Term, u32),
    /// A term in an argument's place: behind a space, or on a line of its own if the argument says so.
    Argument(Term, u32, bool),
    /// A term that is being bound by `let`, so that its own name does not count.
    Definition(Term, u32),
    Text(&'static str),
    NewLine(u32),
    Symbol(Symbol),
    /// A text that is printed as it is.
    Verbatim(Symbol),
    LetName(u32),
    NameTerm(Term, u32),
    Forget(Term),
    EnterScope(Term, u32),
    LeaveScope(Term),
    Attributes(Term, u32),
    Case(Term, u32),
}

impl Printer {
    pub(super) fn write_indented(&mut self, out: &mut String, terms: &Terms, term: Term, indent: u32) {
        self.let_names.clear();
        self.let_count = 0;
        // Layout needs the length of every term, so it always needs the full analysis.
        let shared = match self.width {
            None if self.sharing.begin_small(terms, term) => Vec::new(),
            _ => self.sharing.begin(terms, term),
        };
        if self.sharing.is_scoped() {
            self.choose_prefix(terms);
        }
        if self.width.is_some() {
            self.measure(terms, &shared);
        }
        self.steps.clear();
        self.steps.reserve(USUAL_STEPS);
        self.push_scope(terms, &shared, term, indent);
        while let Some(step) = self.steps.pop() {
            self.step(out, terms, step);
        }
    }

    fn step(&mut self, out: &mut String, terms: &Terms, step: Step) {
        match step {
            Step::Text(text) => out.push_str(text),
            Step::Term(term, indent) => self.open_term(out, terms, term, indent, true),
            Step::Definition(term, indent) => self.open_term(out, terms, term, indent, false),
            Step::Argument(term, indent, own_line) => {
                if own_line {
                    self.new_line(out, indent);
                } else {
                    out.push(' ');
                }
                self.open_term(out, terms, term, indent, true);
            }
            Step::NewLine(indent) => self.new_line(out, indent),
            Step::Symbol(symbol) => push_name(out, terms, symbol),
            Step::Verbatim(text) => out.push_str(terms.symbols.name(text)),
            Step::LetName(number) => self.push_let_name(out, number),
            Step::NameTerm(term, number) => self.let_names.set(term, number),
            Step::Forget(term) => self.let_names.set(term, 0),
            Step::EnterScope(binder, indent) => self.enter_scope(terms, binder, indent),
            Step::LeaveScope(binder) => {
                if let View::Bind(_, variables, _) = terms.view(binder) {
                    self.sharing.leave(variables);
                }
            }
            Step::Attributes(term, indent) => self.push_attributes(terms, term, indent),
            Step::Case(term, indent) => self.open_case(out, terms, term, indent),
        }
    }

    /// Pushes steps that bind terms by `let` around a body. Terms of one level do not use each
    /// other and share one `let`.
    fn push_lets(&mut self, levels: &[Vec<Term>], body: Term, indent: u32) {
        if levels.is_empty() {
            self.steps.push(Step::Definition(body, indent));
            return;
        }
        // Laid out, each binding and each body has a line of its own, and nested ones are not indented any further.
        let (next_binding, next_body) = match self.width {
            Some(_) => (Step::NewLine(indent + 6), Step::NewLine(indent)),
            None => (Step::Text(" "), Step::Text(" ")),
        };
        let mut steps: Vec<Step> = Vec::new();
        for level in levels {
            let first = self.let_count + 1;
            self.let_count += level.len() as u32;
            let numbered = || level.iter().copied().zip(first..);
            steps.push(Step::Text("(let ("));
            for (term, number) in numbered() {
                if number != first {
                    steps.push(next_binding);
                }
                let definition = Step::Definition(term, indent + 8);
                steps.extend([
                    Step::Text("("),
                    Step::LetName(number),
                    Step::Text(" "),
                    definition,
                    Step::Text(")"),
                ]);
            }
            steps.extend([Step::Text(")"), next_body]);
            steps.extend(numbered().map(|(term, number)| Step::NameTerm(term, number)));
        }
        steps.push(Step::Definition(body, indent));
        steps.extend(levels.iter().map(|_| Step::Text(")")));
        steps.extend(levels.iter().flatten().map(|&term| Step::Forget(term)));
        self.steps.extend(steps.into_iter().rev());
    }

    fn open_term(&mut self, out: &mut String, terms: &Terms, term: Term, indent: u32, use_name: bool) {
        if use_name {
            let name = self.let_names.get(term);
            if name != 0 {
                return self.push_let_name(out, name);
            }
        }
        match terms.view(term) {
            View::Literal(literal) => self.push_literal(out, literal),
            View::Variable(name) => push_name(out, terms, name),
            View::Apply(function, args) => self.open_apply(out, terms, term, function, args, indent),
            View::Bind(binder, variables, _) => self.open_binder(out, terms, term, binder, variables, indent),
            View::Match(scrutinee, cases) => {
                out.push_str("(match ");
                self.steps.push(Step::Text("))"));
                for &case in cases.iter().rev() {
                    self.steps.push(Step::Case(case, indent + 2));
                }
                self.steps.push(Step::Text(" ("));
                self.steps.push(Step::Term(scrutinee, indent));
            }
            View::Annotated(body, ..) => {
                out.push_str("(! ");
                self.steps.push(Step::Text(")"));
                self.steps.push(Step::Attributes(term, indent));
                self.steps.push(Step::Term(body, indent));
            }
        }
    }

    fn open_apply(
        &mut self,
        out: &mut String,
        terms: &Terms,
        term: Term,
        function: FunctionId,
        args: &[Term],
        indent: u32,
    ) {
        if args.is_empty() {
            return self.push_function(out, terms, function, terms.sort(term), 0);
        }
        let own_lines = self.breaks(out, term);
        out.push('(');
        let mut args = args;
        if let Function::Apply = terms.function(function) {
            self.steps.push(Step::Text(")"));
            let (first, rest) = (args[0], &args[1..]);
            args = rest;
            self.push_arguments(args, indent, own_lines);
            self.steps.push(Step::Term(first, indent + 2));
            return;
        }
        self.push_function(out, terms, function, terms.sort(term), args.len());
        self.steps.push(Step::Text(")"));
        self.push_arguments(args, indent, own_lines);
    }

    fn push_arguments(&mut self, args: &[Term], indent: u32, own_lines: bool) {
        self.steps.extend(args.iter().rev().map(|&arg| Step::Argument(arg, indent + 2, own_lines)));
    }

    fn open_binder(
        &mut self,
        out: &mut String,
        terms: &Terms,
        term: Term,
        binder: Binder,
        variables: &[Term],
        indent: u32,
    ) {
        out.push_str(match binder {
            Binder::Forall => "(forall (",
            Binder::Exists => "(exists (",
            Binder::Lambda | Binder::Case(_) => "(lambda (",
            Binder::Choice => "(choice (",
        });
        push_variables(out, terms, variables);
        out.push(')');
        if self.breaks(out, term) {
            self.new_line(out, indent + 2);
        } else {
            out.push(' ');
        }
        self.steps.push(Step::Text(")"));
        self.steps.push(Step::EnterScope(term, indent + 2));
    }

    /// Pushes the steps for a binder's body with its own `let`s.
    fn enter_scope(&mut self, terms: &Terms, binder: Term, indent: u32) {
        let View::Bind(_, variables, body) = terms.view(binder) else { return };
        let inner = annotated(terms, body).unwrap_or(body);
        let shared = self.sharing.enter(terms, variables, inner);
        self.steps.push(Step::LeaveScope(binder));
        self.push_scope(terms, &shared, body, indent);
    }

    /// Pushes the steps for a body with its `let`s. Annotations stay outside of them: patterns belong directly below
    /// the quantifier, and cvc5 gives no name to a term inside a `let`.
    fn push_scope(&mut self, terms: &Terms, shared: &[Vec<Term>], body: Term, indent: u32) {
        match annotated(terms, body) {
            Some(inner) if !shared.is_empty() => {
                self.steps.push(Step::Text(")"));
                self.steps.push(Step::Attributes(body, indent));
                self.push_lets(shared, inner, indent);
                self.steps.push(Step::Text("(! "));
            }
            _ => self.push_lets(shared, body, indent),
        }
    }

    fn open_case(&mut self, out: &mut String, terms: &Terms, case: Term, indent: u32) {
        let View::Bind(Binder::Case(constructor), variables, _) = terms.view(case) else { return };
        if !out.ends_with('(') {
            out.push(' ');
        }
        out.push('(');
        let names: SmallVec<[Symbol; 4]> = variables
            .iter()
            .filter_map(|&variable| match terms.view(variable) {
                View::Variable(name) => Some(name),
                _ => None,
            })
            .collect();
        let head = constructor.map(|decl| terms.decl(decl).name);
        let list = head.is_some() && !names.is_empty();
        out.push_str(if list { "(" } else { "" });
        let words: SmallVec<[Symbol; 4]> = head.into_iter().chain(names).collect();
        push_separated(out, &words, |out, &name| push_name(out, terms, name));
        out.push_str(if list { ") " } else { " " });
        self.steps.push(Step::Text(")"));
        self.steps.push(Step::EnterScope(case, indent));
    }

    fn push_attributes(&mut self, terms: &Terms, term: Term, indent: u32) {
        let View::Annotated(_, attributes, patterns) = terms.view(term) else { return };
        let mut steps: Vec<Step> = Vec::new();
        let mut patterns = patterns.iter();
        for attribute in attributes {
            steps.push(Step::Text(" "));
            match *attribute {
                Attribute::Named(name) => steps.extend([Step::Text(":named "), Step::Symbol(name)]),
                Attribute::Other(keyword, value) => {
                    steps.push(Step::Verbatim(keyword));
                    if let Some(value) = value {
                        steps.extend([Step::Text(" "), Step::Verbatim(value)]);
                    }
                }
                Attribute::Pattern(keyword, count) => {
                    steps.extend([Step::Verbatim(keyword), Step::Text(" (")]);
                    for (at, &pattern) in patterns.by_ref().take(count as usize).enumerate() {
                        steps.push(if at == 0 {
                            Step::Term(pattern, indent)
                        } else {
                            Step::Argument(pattern, indent, false)
                        });
                    }
                    steps.push(Step::Text(")"));
                }
            }
        }
        self.steps.extend(steps.into_iter().rev());
    }

    pub(super) fn push_function(
        &self,
        out: &mut String,
        terms: &Terms,
        function: FunctionId,
        sort: Sort,
        args: usize,
    ) {
        match terms.function(function) {
            Function::Op(op, indices) => {
                let name = self.spelling(terms, *op);
                let ascribed = (op.op().ascribed && sort != Sort::UNKNOWN).then_some(sort);
                push_operator(out, terms, name, indices, ascribed);
            }
            Function::Declared(decl) => {
                let declared = terms.decl(*decl);
                let whole = args == declared.arity();
                let ascribed = (whole && declared.signature.needs_ascription()).then_some(sort);
                if ascribed.is_some() {
                    out.push_str("(as ");
                }
                push_name(out, terms, declared.name);
                push_ascription(out, terms, ascribed);
            }
            Function::Tester(decl) => {
                let name = terms.symbols.name(terms.decl(*decl).name);
                if self.names == Names::Old {
                    push_symbol(out, &format!("is-{name}"));
                } else {
                    push_indexed_by(out, "is", name);
                }
            }
            Function::Updater(decl) => {
                push_indexed_by(out, "update", terms.symbols.name(terms.decl(*decl).name));
            }
            Function::AsArray(decl) => {
                push_indexed_by(out, "as-array", terms.symbols.name(terms.decl(*decl).name));
            }
            Function::Mapped(inner) => {
                out.push_str("(_ map ");
                self.push_function(out, terms, *inner, sort, 1);
                out.push(')');
            }
            Function::Opaque(text) => out.push_str(terms.symbols.name(*text)),
            Function::Apply => {}
        }
    }

    fn spelling(&self, terms: &Terms, op: OpId) -> &'static str {
        let row = op.op();
        let old = match self.names {
            Names::Standard => 0,
            Names::AsWritten => terms.spellings.get(op.0 as usize).copied().unwrap_or(0),
            Names::Old => 1,
        };
        if old == 0 { row.name } else { row.old.get(old as usize - 1).copied().unwrap_or(row.name) }
    }

    pub(super) fn push_literal(&self, out: &mut String, literal: &Literal) {
        match literal {
            Literal::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Literal::Int(value) => push_int(out, value, ""),
            Literal::Real(value) => push_real(out, value),
            Literal::Bits(bits) => {
                let _ = write!(out, "{bits}");
            }
            Literal::Field(element) => {
                let _ = write!(out, "{element}");
            }
            Literal::Text(text) => {
                let old = if self.escapes == Escapes::Old { text.to_old_literal() } else { None };
                out.push('"');
                out.push_str(&old.unwrap_or_else(|| text.to_literal()));
                out.push('"');
            }
        }
    }

    fn push_let_name(&self, out: &mut String, number: u32) {
        out.push_str(self.prefix.as_deref().unwrap_or("$"));
        push_number(out, u64::from(number));
    }

    /// A prefix for `let` variables that no name of the script looks like.
    fn choose_prefix(&mut self, terms: &Terms) {
        if self.prefix.is_some() {
            return;
        }
        let mut prefix = String::from("$");
        let clashes = |prefix: &str, name: &str| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
        };
        while terms.names_in_use().any(|name| clashes(&prefix, name)) {
            prefix.push('$');
        }
        self.prefix = Some(prefix);
    }
}

/// The term below an annotation.
fn annotated(terms: &Terms, term: Term) -> Option<Term> {
    match terms.view(term) {
        View::Annotated(inner, ..) => Some(inner),
        _ => None,
    }
}
