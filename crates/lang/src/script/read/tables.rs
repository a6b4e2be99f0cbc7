//! Reads the parts of models that have a form of their own: yices' equations and tables, and universes in comments.

use super::super::declarations::DeclId;
use super::super::terms::{Function, Head, Term};
use super::model::Definition;
use super::names::Binding;
use super::{Fail, Reader};
use crate::sexp::{Kind, Lexer, Node, Tape};
use crate::symbols::Symbol;
use crate::theory::sort::Sort;
use crate::theory::{connectives, value_forms};

impl Reader<'_> {
    /// `; cardinality of U is 2` with a line `; rep: ...` for each element, and
    /// `;; universe for U:` with a line of names.
    pub(super) fn universe_comments(&mut self) {
        let text = self.text;
        let mut at = 0;
        let mut sort = None;
        let mut listed = None;
        let mut quote = None;
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            if !is_outside(line, &mut quote) {
                continue;
            }
            let Some(comment) = line.trim_start().strip_prefix(';') else { continue };
            let comment = comment.trim_start_matches(';').trim();
            let offset = |part: &str| start + line.find(part).unwrap_or(0);
            if let Some(of) = listed.take() {
                // A quoted name that continues on the next line cannot be read.
                if let Some(names) = symbols_in(comment) {
                    self.add_universe(of, names.len());
                    names.iter().for_each(|name| self.name_listed(name, of));
                }
            } else if let Some(name) = comment.strip_prefix("universe for ") {
                listed = self.sort_in_comment(offset(name));
            } else if let Some(rest) = comment.strip_prefix("cardinality of ") {
                sort = self.sort_in_comment(offset(rest));
                let size = rest.rsplit(' ').next().and_then(|size| size.parse().ok());
                if let (Some(sort), Some(size)) = (sort, size) {
                    self.add_universe(sort, size);
                }
            } else if let (Some(name), Some(sort)) = (comment.strip_prefix("rep: "), sort)
                && !name.starts_with('(')
            {
                self.name_listed(name, sort);
            }
        }
    }

    fn sort_in_comment(&mut self, at: usize) -> Option<Sort> {
        // z3 puts a colon behind the name.
        let line = self.text[at..].lines().next()?;
        let name = line.strip_suffix(':').unwrap_or(line);
        let symbol = self.script.terms.symbols.find(crate::sexp::symbol_name(name));
        let sort = match symbol.filter(|symbol| self.sort_meanings.contains_key(symbol)) {
            Some(symbol) => self.script.terms.sorts.named(symbol, &[]),
            None => {
                self.lexer = Lexer::starting_at(self.text, at);
                let first = self.lexer.token();
                let sort = self.sort_at(first).ok();
                self.lexer = Lexer::new(self.text);
                sort?
            }
        };
        self.is_uninterpreted(sort).then_some(sort)
    }

    fn add_universe(&mut self, sort: Sort, size: usize) {
        if let Ok(size) = u32::try_from(size) {
            self.state().found.universes.push((sort, size));
        }
    }

    fn name_listed(&mut self, name: &str, sort: Sort) {
        let name = self.script.terms.symbols.intern(crate::sexp::symbol_name(name));
        self.name_element(name, sort);
    }

    /// Reads equations, and the functions that are printed as tables.
    pub(super) fn model_tables(&mut self) {
        let mut named: Vec<(Symbol, usize)> = self.state().tables.iter().map(|(&k, &v)| (k, v)).collect();
        named.sort_unstable_by_key(|table| table.1);
        for (name, at) in std::mem::take(&mut self.state().equations) {
            self.equation(name, at);
        }
        for (name, _) in named {
            for decl in self.declarations(self.binding(name)) {
                self.define_by_table(decl, name);
            }
        }
    }

    /// `x 2)`: a symbol and its value.
    fn equation(&mut self, name: Symbol, at: usize) {
        let mut result = Err(Fail::sort_text(at, "the script does not declare it"));
        for decl in self.declarations(self.binding(name)) {
            result = self.equation_of(decl, at);
        }
        if let Err(fail) = result {
            let name = self.script.terms.symbols.name(name).to_owned();
            self.misunderstood(&name, fail.0.message);
        }
    }

    fn equation_of(&mut self, decl: DeclId, at: usize) -> Result<(), Fail> {
        self.lexer = Lexer::starting_at(self.text, at);
        self.lexer.token();
        let first = self.lexer.token();
        if first.kind == Kind::Symbol && self.script.terms.decl(decl).arity() > 0 {
            let table = self.script.terms.symbols.intern(self.lexer.text(first));
            self.define_by_table(decl, table);
            return Ok(());
        }
        let sort = self.script.terms.decl(decl).result_sort();
        let mut tape = Tape::default();
        tape.read(&mut self.lexer, first).map_err(|problem| Fail::syntax(at, problem))?;
        let body = self.cell(tape.root(self.text), sort)?;
        self.state().found.definitions.push(Definition { decl, parameters: Box::default(), body });
        Ok(())
    }

    fn define_by_table(&mut self, decl: DeclId, table: Symbol) {
        let name = self.script.terms.symbols.name(self.script.terms.decl(decl).name).to_owned();
        if let Err(fail) = self.table_of(decl, table) {
            self.misunderstood(&name, fail.0.message);
        }
    }

    /// `(function f (type ...) (= (f 1) 2) (default 0))` as nested choices.
    fn table_of(&mut self, decl: DeclId, table: Symbol) -> Result<(), Fail> {
        let Some(&at) = self.state().tables.get(&table) else {
            return Err(Fail::syntax(0, "its table is missing"));
        };
        let declared = self.script.terms.decl(decl);
        let (args, result) = (declared.arg_sorts().unwrap_or_default(), declared.result_sort());
        if args.is_empty() {
            let Some((index, element)) = self.script.terms.sorts.array_parts(result) else {
                return Err(Fail::syntax(at, "a table for something that is not a function"));
            };
            let function = self.hidden_function(table, &[index], element);
            self.table_of(function, table)?;
            self.define_as_array(decl, function);
            return Ok(());
        }
        let base = self.script.terms.symbols.intern("x");
        let parameters: Box<[Term]> = args
            .iter()
            .map(|&sort| {
                let name = self.script.terms.fresh_name(base);
                self.script.terms.variable(name, sort)
            })
            .collect();
        let body = self.table_body(at, &parameters, result)?;
        self.state().found.definitions.push(Definition { decl, parameters, body });
        Ok(())
    }

    fn table_body(&mut self, at: usize, parameters: &[Term], result: Sort) -> Result<Term, Fail> {
        // The item begins before its first word.
        let open = self.text[..at].rfind('(').unwrap_or(at);
        let mut lexer = Lexer::starting_at(self.text, open);
        let first = lexer.token();
        let mut tape = Tape::default();
        tape.read(&mut lexer, first).map_err(|problem| Fail::syntax(at, problem))?;
        let rows: Vec<Node<'_>> = tape.root(self.text).children().skip(2).collect();
        let mut body = None;
        for row in rows.iter().rev() {
            let parts: Vec<Node<'_>> = row.children().collect();
            match &parts[..] {
                [head, value] if head.is_symbol(value_forms().table_rest) => {
                    body = Some(self.cell(*value, result)?);
                }
                [head, place, value] if head.is_symbol("=") => {
                    let value = self.cell(*value, result)?;
                    let other = body.ok_or_else(|| Fail::syntax(at, "a table without a default"))?;
                    let tests: Vec<Term> = place
                        .children()
                        .skip(1)
                        .zip(parameters)
                        .map(|(argument, &parameter)| {
                            let argument = self.cell(argument, self.script.terms.sort(parameter))?;
                            Ok(self.script.terms.equal(parameter, argument))
                        })
                        .collect::<Result<_, Fail>>()?;
                    let test = self.script.terms.and(&tests);
                    let choice = [test, value, other];
                    let ite = [connectives().ite];
                    let term = self.script.terms.apply_ops(&ite, &[], None, &choice);
                    body = Some(term.map_err(|error| Fail::sort(at, error))?);
                }
                _ => {}
            }
        }
        body.ok_or_else(|| Fail::syntax(at, "an empty table"))
    }

    /// A value inside a table, of which the sort is known.
    fn cell(&mut self, node: Node<'_>, sort: Sort) -> Result<Term, Fail> {
        if let Some(name) = node.symbol() {
            let symbol = self.script.terms.symbols.intern(name);
            if self.state().tables.contains_key(&symbol) {
                return self.function_value(symbol, sort, node.offset());
            }
            if matches!(self.binding(symbol), Binding::Free) && self.is_uninterpreted(sort) {
                return Ok(self.element(symbol, sort));
            }
        }
        let mark = self.undo.len();
        self.lexer = Lexer::starting_at(self.text, node.offset());
        let term = self.term_of(sort);
        self.finish_command(mark, term.is_ok());
        term
    }

    /// A function or array that is a value in a table, and has a table itself.
    fn function_value(&mut self, table: Symbol, sort: Sort, at: usize) -> Result<Term, Fail> {
        let sorts = &self.script.terms.sorts;
        let is_array = sorts.array_parts(sort).is_some();
        let (args, result) = match sorts.parts(sort).split_last() {
            Some((&result, args)) if is_array || sorts.kind(sort).is_map() => (args.to_vec(), result),
            _ => return Err(Fail::sort_text(at, "a function where a value of another sort belongs")),
        };
        let function = self.hidden_function(table, &args, result);
        self.table_of(function, table)?;
        let terms = &mut self.script.terms;
        let head = if is_array { Function::AsArray(function) } else { Function::Declared(function) };
        let head = Head::Apply(terms.function_id(head));
        Ok(terms.intern(head, sort, &[]))
    }
}

/// Whether a line begins outside of strings and quoted symbols. The quotation mark that is open is
/// carried from line to line.
fn is_outside(line: &str, quote: &mut Option<char>) -> bool {
    let outside = quote.is_none();
    for character in line.chars() {
        match *quote {
            Some(open) if open == character => *quote = None,
            Some(_) => {}
            None if character == ';' => break,
            None if character == '"' || character == '|' => *quote = Some(character),
            None => {}
        }
    }
    outside
}

/// The symbols of a line; `None` if there is anything else in it.
fn symbols_in(line: &str) -> Option<Vec<&str>> {
    let mut lexer = Lexer::new(line);
    let mut symbols = Vec::new();
    loop {
        let token = lexer.token();
        match token.kind {
            Kind::End => return Some(symbols),
            Kind::Symbol | Kind::Quoted => symbols.push(lexer.text(token)),
            _ => return None,
        }
    }
}
