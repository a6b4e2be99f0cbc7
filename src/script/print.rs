//! Prints scripts: compact, or laid out for people; with the names of the table, of the script, or of older versions.

use super::declarations::{DeclId, DeclKind};
use super::sharing::Sharing;
use super::terms::{Attribute, Binder, Function, FunctionId, Head, Literal, Term, Terms, View};
use super::walk::TermMap;
use super::{Command, Script};
use crate::sexp::is_simple_symbol;
use crate::symbols::Symbol;
use crate::theory::OpId;
use crate::theory::sort::Sort;
use crate::value::{Int, Rational};
use smallvec::SmallVec;
use std::fmt::Write;

/// Which spelling of an operator is printed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Names {
    /// The one that the script used.
    #[default]
    AsWritten,
    /// The current standard's.
    Standard,
    /// The one of before SMT-LIB 2.6, where there is one.
    Old,
}

/// How characters of strings are escaped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Escapes {
    /// `\u{e9}`.
    #[default]
    Unicode,
    /// `\xe9`, as before SMT-LIB 2.6.
    Old,
}

/// Prints terms and commands of one arena. It can be used again, for the same arena, also after it has grown.
#[derive(Debug, Default)]
pub struct Printer {
    pub names: Names,
    pub escapes: Escapes,
    /// Lines longer than this are broken; `None` puts each command on one line.
    pub width: Option<usize>,
    sharing: Sharing,
    steps: Vec<Step>,
    /// The name of each term that a `let` binds at the moment; 0 for none.
    let_names: TermMap<u32>,
    let_count: u32,
    prefix: Option<String>,
    lengths: TermMap<u32>,
    column_start: usize,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Term(Term, u32),
    /// A term in an argument's place: behind a space, or on a line of its own if the argument says so.
    Argument(Term, u32, bool),
    /// A term that is being bound by `let`, so that its own name does not count.
    Definition(Term, u32),
    Text(&'static str),
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
    /// A printer for people.
    pub fn pretty() -> Printer {
        Printer { width: Some(100), ..Printer::default() }
    }

    /// Prints a whole script.
    pub fn script(&mut self, script: &Script) -> String {
        let mut out = String::new();
        self.write_script(&mut out, script);
        out
    }

    pub fn write_script(&mut self, out: &mut String, script: &Script) {
        self.prefix = None;
        for command in &script.commands {
            self.write_command(out, &script.terms, command);
            out.push('\n');
        }
    }

    /// Prints one term.
    pub fn term(&mut self, terms: &Terms, term: Term) -> String {
        let mut out = String::new();
        self.write_term(&mut out, terms, term);
        out
    }

    pub fn write_command(&mut self, out: &mut String, terms: &Terms, command: &Command) {
        self.column_start = out.len();
        match command {
            Command::SetLogic(name) => {
                out.push_str("(set-logic ");
                push_symbol(out, terms.symbols.name(*name));
                out.push(')');
            }
            Command::SetInfo { keyword, value } => write_words(out, "set-info", &[keyword, value]),
            Command::SetOption { keyword, value } => write_words(out, "set-option", &[keyword, value]),
            Command::DeclareSort { name, arity } => {
                out.push_str("(declare-sort ");
                push_symbol(out, terms.symbols.name(*name));
                let _ = write!(out, " {arity})");
            }
            Command::DefineSort { name, params, body } => {
                out.push_str("(define-sort ");
                push_symbol(out, terms.symbols.name(*name));
                out.push_str(" (");
                push_separated(out, params, |out, &param| push_symbol(out, terms.symbols.name(param)));
                out.push_str(") ");
                terms.sorts.write(out, &terms.symbols, *body);
                out.push(')');
            }
            Command::Declare { decl, constant } => write_declaration(out, terms, *decl, *constant),
            Command::DeclareDatatypes { datatypes } => write_datatypes(out, terms, datatypes),
            Command::Define(decl) => self.write_definition(out, terms, "define-fun", *decl),
            Command::DefineRecursive(decls) => self.write_recursive(out, terms, decls),
            Command::Assert(term) => self.write_with_term(out, terms, "assert", *term, ""),
            Command::AssertSoft { term, attributes } => {
                self.write_with_term(out, terms, "assert-soft", *term, attributes);
            }
            Command::Optimise { command, term, attributes } => {
                self.write_with_term(out, terms, command, *term, attributes);
            }
            Command::CheckSat => out.push_str("(check-sat)"),
            Command::CheckSatAssuming(list) => self.write_list(out, terms, "check-sat-assuming", list),
            Command::GetValue(list) => self.write_list(out, terms, "get-value", list),
            Command::GetModel => out.push_str("(get-model)"),
            Command::GetUnsatCore => out.push_str("(get-unsat-core)"),
            Command::Push(levels) => {
                let _ = write!(out, "(push {levels})");
            }
            Command::Pop(levels) => {
                let _ = write!(out, "(pop {levels})");
            }
            Command::Reset => out.push_str("(reset)"),
            Command::ResetAssertions => out.push_str("(reset-assertions)"),
            Command::Exit => out.push_str("(exit)"),
            Command::Comment(text) | Command::Other(text) => out.push_str(text),
        }
    }

    fn write_with_term(&mut self, out: &mut String, terms: &Terms, command: &str, term: Term, after: &str) {
        out.push('(');
        out.push_str(command);
        out.push(' ');
        self.write_indented(out, terms, term, 2);
        if !after.is_empty() {
            out.push(' ');
            out.push_str(after);
        }
        out.push(')');
    }

    fn write_list(&mut self, out: &mut String, terms: &Terms, command: &str, list: &[Term]) {
        out.push('(');
        out.push_str(command);
        out.push_str(" (");
        for (at, &term) in list.iter().enumerate() {
            if at > 0 {
                out.push(' ');
            }
            self.write_indented(out, terms, term, 2);
        }
        out.push_str("))");
    }

    fn write_definition(&mut self, out: &mut String, terms: &Terms, command: &str, decl: DeclId) {
        out.push('(');
        out.push_str(command);
        out.push(' ');
        write_function_head(out, terms, decl);
        if let Some(body) = terms.definition(decl) {
            out.push(' ');
            self.write_indented(out, terms, body, 2);
        }
        out.push(')');
    }

    fn write_recursive(&mut self, out: &mut String, terms: &Terms, decls: &[DeclId]) {
        if let [decl] = decls {
            return self.write_definition(out, terms, "define-fun-rec", *decl);
        }
        out.push_str("(define-funs-rec (");
        push_separated(out, decls, |out, &decl| {
            out.push('(');
            write_function_head(out, terms, decl);
            out.push(')');
        });
        out.push_str(") (");
        for (at, &decl) in decls.iter().enumerate() {
            if at > 0 {
                out.push(' ');
            }
            if let Some(body) = terms.definition(decl) {
                self.write_indented(out, terms, body, 2);
            }
        }
        out.push_str("))");
    }

    pub fn write_term(&mut self, out: &mut String, terms: &Terms, term: Term) {
        self.column_start = out.len();
        self.write_indented(out, terms, term, 0);
    }

    fn write_indented(&mut self, out: &mut String, terms: &Terms, term: Term, indent: u32) {
        self.let_names.clear();
        self.let_count = 0;
        let shared = self.sharing.begin(terms, term);
        if self.sharing.is_scoped() {
            self.choose_prefix(terms);
        }
        if self.width.is_some() {
            self.measure(terms);
        }
        self.steps.clear();
        self.push_lets(terms, &shared, term, indent);
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
            Step::Symbol(symbol) => push_symbol(out, terms.symbols.name(symbol)),
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

    /// Steps that bind terms by `let` around a body. Terms that need none of each other share one `let`.
    fn push_lets(&mut self, terms: &Terms, shared: &[Term], body: Term, indent: u32) {
        let mut levels: Vec<Vec<Term>> = Vec::new();
        let mut level_of: TermMap<u32> = TermMap::new(0);
        if !shared.is_empty() {
            let mut is_shared = TermMap::new(false);
            shared.iter().for_each(|&term| is_shared.set(term, true));
            let mut below = TermMap::new(0u32);
            for &term in self.sharing.order() {
                let deepest = terms.children(term).iter().map(|&child| below.get(child)).max().unwrap_or(0);
                below.set(term, deepest + u32::from(is_shared.get(term)));
                if is_shared.get(term) {
                    level_of.set(term, deepest);
                    levels.resize_with(levels.len().max(deepest as usize + 1), Vec::new);
                    levels[deepest as usize].push(term);
                }
            }
        }
        let first = self.let_count;
        self.let_count += shared.len() as u32;
        let mut steps: Vec<Step> = Vec::new();
        let mut number = first;
        for level in &levels {
            steps.push(Step::Text("(let ("));
            for (at, &term) in level.iter().enumerate() {
                number += 1;
                let open = if at == 0 { "(" } else { " (" };
                steps.extend([
                    Step::Text(open),
                    Step::LetName(number),
                    Step::Text(" "),
                    Step::Definition(term, indent),
                    Step::Text(")"),
                ]);
            }
            steps.push(Step::Text(") "));
            let before = number - level.len() as u32;
            steps.extend(level.iter().zip(before + 1..).map(|(&term, number)| Step::NameTerm(term, number)));
        }
        steps.push(Step::Definition(body, indent));
        steps.extend(levels.iter().map(|_| Step::Text(")")));
        steps.extend(shared.iter().map(|&term| Step::Forget(term)));
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
            View::Variable(name) => push_symbol(out, terms.symbols.name(name)),
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
        push_separated(out, variables, |out, &variable| {
            out.push('(');
            if let View::Variable(name) = terms.view(variable) {
                push_symbol(out, terms.symbols.name(name));
            }
            out.push(' ');
            terms.sorts.write(out, &terms.symbols, terms.sort(variable));
            out.push(')');
        });
        out.push(')');
        if self.breaks(out, term) {
            self.new_line(out, indent + 2);
        } else {
            out.push(' ');
        }
        self.steps.push(Step::Text(")"));
        self.steps.push(Step::EnterScope(term, indent + 2));
    }

    /// A binder's body with its own `let`s. Patterns stay directly below the binder, outside of them.
    fn enter_scope(&mut self, terms: &Terms, binder: Term, indent: u32) {
        let View::Bind(_, variables, body) = terms.view(binder) else { return };
        let annotated = match terms.view(body) {
            View::Annotated(inner, ..) => Some(inner),
            _ => None,
        };
        let shared = self.sharing.enter(terms, variables, annotated.unwrap_or(body));
        self.steps.push(Step::LeaveScope(binder));
        match annotated {
            Some(inner) => {
                self.steps.push(Step::Text(")"));
                self.steps.push(Step::Attributes(body, indent));
                self.push_lets(terms, &shared, inner, indent);
                self.steps.push(Step::Text("(! "));
            }
            None => self.push_lets(terms, &shared, body, indent),
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
        push_separated(out, &words, |out, &name| push_symbol(out, terms.symbols.name(name)));
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

    fn push_function(&self, out: &mut String, terms: &Terms, function: FunctionId, sort: Sort, args: usize) {
        match terms.function(function) {
            Function::Op(op, indices) => {
                let name = self.spelling(terms, *op);
                let ascribed = (op.op().ascribed && sort != Sort::UNKNOWN).then_some(sort);
                push_identifier(out, terms, name, indices, ascribed);
            }
            Function::Declared(decl) => {
                let declared = terms.decl(*decl);
                let whole = args == declared.arity();
                let ascribed = (whole && declared.signature.needs_ascription()).then_some(sort);
                push_identifier(out, terms, terms.symbols.name(declared.name), &[], ascribed);
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
                push_indexed_by(out, "update", terms.symbols.name(terms.decl(*decl).name))
            }
            Function::AsArray(decl) => {
                push_indexed_by(out, "as-array", terms.symbols.name(terms.decl(*decl).name))
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

    fn push_literal(&self, out: &mut String, literal: &Literal) {
        match literal {
            Literal::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Literal::Int(value) => push_int(out, value, ""),
            Literal::Real(value) => push_real(out, value),
            Literal::Bits(bits) => {
                let _ = write!(out, "{bits}");
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
        let _ = write!(out, "{number}");
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

/// Layout: where lines are broken.
impl Printer {
    /// Whether a term does not fit on the rest of the line.
    fn breaks(&self, out: &str, term: Term) -> bool {
        let Some(width) = self.width else { return false };
        let line_start =
            out[self.column_start..].rfind('\n').map_or(self.column_start, |at| self.column_start + at + 1);
        out.len() - line_start + self.lengths.get(term) as usize > width
    }

    fn new_line(&self, out: &mut String, indent: u32) {
        // Deep terms are not indented any further: the file would grow with the square of the depth.
        const DEEPEST: u32 = 60;
        out.push('\n');
        for _ in 0..indent.min(DEEPEST) {
            out.push(' ');
        }
    }

    /// How long each term is on one line, shared terms counted by their text.
    fn measure(&mut self, terms: &Terms) {
        const TOO_LONG: u32 = 1 << 20;
        self.lengths.clear();
        let mut scratch = String::new();
        for &term in self.sharing.order() {
            scratch.clear();
            match terms.head(term) {
                Head::Literal(_) => {
                    if let View::Literal(literal) = terms.view(term) {
                        self.push_literal(&mut scratch, literal);
                    }
                }
                Head::Variable(name) => push_symbol(&mut scratch, terms.symbols.name(name)),
                Head::Apply(function) => {
                    self.push_function(
                        &mut scratch,
                        terms,
                        function,
                        terms.sort(term),
                        terms.children(term).len(),
                    );
                }
                Head::Bind(_) | Head::Match | Head::Annotated(_) => scratch.push_str("(forall ((  Int)))"),
            }
            let own = scratch.len() as u32 + 2;
            let length = terms
                .children(term)
                .iter()
                .fold(own, |sum, &child| sum.saturating_add(self.lengths.get(child) + 1).min(TOO_LONG));
            self.lengths.set(term, length);
        }
    }
}

impl Terms {
    /// All names that the script declares or binds.
    fn names_in_use(&self) -> impl Iterator<Item = &str> {
        let declared = self.decls().map(|(_, decl)| decl.name);
        declared.chain(self.variable_names()).map(|symbol| self.symbols.name(symbol))
    }
}

fn write_words(out: &mut String, command: &str, words: &[&str]) {
    out.push('(');
    out.push_str(command);
    for word in words.iter().filter(|word| !word.is_empty()) {
        out.push(' ');
        out.push_str(word);
    }
    out.push(')');
}

fn write_declaration(out: &mut String, terms: &Terms, decl: DeclId, constant: bool) {
    let declared = terms.decl(decl);
    out.push_str(if constant { "(declare-const " } else { "(declare-fun " });
    push_symbol(out, terms.symbols.name(declared.name));
    if !constant {
        out.push_str(" (");
        push_separated(out, &declared.signature.args, |out, pattern| {
            terms.sorts.write(out, &terms.symbols, terms.sort_of_pattern(pattern));
        });
        out.push(')');
    }
    out.push(' ');
    terms.sorts.write(out, &terms.symbols, terms.sort_of_pattern(&declared.signature.result));
    out.push(')');
}

/// `f ((x Int)) Int`.
fn write_function_head(out: &mut String, terms: &Terms, decl: DeclId) {
    let declared = terms.decl(decl);
    push_symbol(out, terms.symbols.name(declared.name));
    out.push_str(" (");
    if let DeclKind::Defined { params, .. } = &declared.kind {
        push_separated(out, params, |out, &param| {
            out.push('(');
            if let View::Variable(name) = terms.view(param) {
                push_symbol(out, terms.symbols.name(name));
            }
            out.push(' ');
            terms.sorts.write(out, &terms.symbols, terms.sort(param));
            out.push(')');
        });
    }
    out.push_str(") ");
    terms.sorts.write(out, &terms.symbols, declared.result_sort());
}

fn write_datatypes(out: &mut String, terms: &Terms, ids: &[u32]) {
    let all: Vec<_> = ids.iter().map(|&id| &terms.datatypes[id as usize]).collect();
    let codata = all.first().is_some_and(|datatype| datatype.codata);
    out.push_str(if codata { "(declare-codatatypes (" } else { "(declare-datatypes (" });
    push_separated(out, &all, |out, datatype| {
        out.push('(');
        push_symbol(out, terms.symbols.name(datatype.name));
        let _ = write!(out, " {})", datatype.params.len());
    });
    out.push_str(") (");
    push_separated(out, &all, |out, datatype| {
        if !datatype.params.is_empty() {
            out.push_str("(par (");
            push_separated(out, &datatype.params, |out, &sort| terms.sorts.write(out, &terms.symbols, sort));
            out.push_str(") ");
        }
        out.push('(');
        push_separated(out, &datatype.constructors, |out, constructor| {
            out.push('(');
            push_symbol(out, terms.symbols.name(terms.decl(constructor.decl).name));
            for (&selector, &sort) in constructor.selectors.iter().zip(&constructor.fields) {
                out.push_str(" (");
                push_symbol(out, terms.symbols.name(terms.decl(selector).name));
                out.push(' ');
                terms.sorts.write(out, &terms.symbols, sort);
                out.push(')');
            }
            out.push(')');
        });
        out.push(')');
        if !datatype.params.is_empty() {
            out.push(')');
        }
    });
    out.push_str("))");
}

fn push_separated<T>(out: &mut String, items: &[T], mut push: impl FnMut(&mut String, &T)) {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        push(out, item);
    }
}

fn push_symbol(out: &mut String, name: &str) {
    if is_simple_symbol(name) {
        out.push_str(name);
    } else {
        out.push('|');
        out.push_str(name);
        out.push('|');
    }
}

fn push_indexed_by(out: &mut String, name: &str, of: &str) {
    out.push_str("(_ ");
    out.push_str(name);
    out.push(' ');
    push_symbol(out, of);
    out.push(')');
}

/// A name with its indices and its sort, as far as it has them.
fn push_identifier(out: &mut String, terms: &Terms, name: &str, indices: &[u32], ascribed: Option<Sort>) {
    if ascribed.is_some() {
        out.push_str("(as ");
    }
    if indices.is_empty() {
        push_symbol(out, name);
    } else {
        out.push_str("(_ ");
        push_symbol(out, name);
        for index in indices {
            let _ = write!(out, " {index}");
        }
        out.push(')');
    }
    if let Some(sort) = ascribed {
        out.push(' ');
        terms.sorts.write(out, &terms.symbols, sort);
        out.push(')');
    }
}

fn push_int(out: &mut String, value: &Int, suffix: &str) {
    let _ = if value.is_negative() {
        write!(out, "(- {}{suffix})", value.abs())
    } else {
        write!(out, "{value}{suffix}")
    };
}

/// A decimal where there is one, else a quotient.
fn push_real(out: &mut String, value: &Rational) {
    if value.is_integer() {
        return push_int(out, value.numerator(), ".0");
    }
    if value.is_negative() {
        out.push_str("(- ");
    }
    let value_abs = value.abs();
    match decimal(&value_abs) {
        Some(text) => out.push_str(&text),
        None => {
            let _ = write!(out, "(/ {}.0 {}.0)", value_abs.numerator(), value_abs.denominator());
        }
    }
    if value.is_negative() {
        out.push(')');
    }
}

/// The finite decimal expansion of a number that is not negative.
fn decimal(value: &Rational) -> Option<String> {
    let (mut twos, mut fives) = (0u32, 0u32);
    let mut rest = value.denominator().clone();
    for (prime, count) in [(2, &mut twos), (5, &mut fives)] {
        let prime = Int::from(prime);
        while let Some((quotient, remainder)) = rest.div_rem_euclid(&prime) {
            if !remainder.is_zero() {
                break;
            }
            rest = quotient;
            *count += 1;
        }
    }
    if rest != Int::from(1) {
        return None;
    }
    let places = twos.max(fives);
    let scaled = (value.numerator() * &Int::from(10).pow(places)).div_euclid(value.denominator())?;
    let digits = format!("{scaled:0>width$}", scaled = scaled.to_string(), width = places as usize + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places as usize);
    Some(format!("{whole}.{fraction}"))
}
