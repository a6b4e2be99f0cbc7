//! Reads declarations and definitions of functions, sorts and datatypes.

use super::super::Command;
use super::super::declarations::{Constructor, Datatype, Decl, DeclId, DeclKind};
use super::super::terms::{Term, View};
use super::names::Binding;
use super::{Fail, Reader, SortMeaning};
use crate::sexp::{Kind, Node};
use crate::symbols::Symbol;
use crate::theory::signature::Signature;
use crate::theory::sort::Sort;

pub(super) type Params = Vec<(Symbol, Sort)>;

impl Reader<'_> {
    pub(super) fn declare_fun(&mut self) -> Result<Command, Fail> {
        let name = self.new_name()?;
        self.open_list("the argument sorts")?;
        let mut args = Vec::new();
        loop {
            let token = self.lexer.token();
            if token.kind == Kind::Close {
                break;
            }
            args.push(self.sort_at(token)?);
        }
        let token = self.lexer.token();
        let result = self.sort_at(token)?;
        let decl = self.add_function(name, &args, result, DeclKind::Free);
        Ok(Command::Declare { decl, constant: false })
    }

    pub(super) fn declare_const(&mut self) -> Result<Command, Fail> {
        let name = self.new_name()?;
        let token = self.lexer.token();
        let sort = self.sort_at(token)?;
        let decl = self.add_function(name, &[], sort, DeclKind::Free);
        Ok(Command::Declare { decl, constant: true })
    }

    /// Declares a function and binds its name.
    pub(super) fn add_function(
        &mut self,
        name: Symbol,
        args: &[Sort],
        result: Sort,
        kind: DeclKind,
    ) -> DeclId {
        let signature = self.signature(args, result);
        let decl = self.script.terms.declare(Decl { name, signature, kind });
        self.bind_decl(name, decl);
        decl
    }

    fn signature(&self, args: &[Sort], result: Sort) -> Signature {
        if self.sort_params.is_empty() {
            return Signature::plain(args, result);
        }
        let pattern = |&sort: &Sort| self.script.terms.sorts.pattern(sort, &self.sort_params);
        let params = self.sort_params.len() as u8;
        Signature::parametric(args.iter().map(pattern).collect(), pattern(&result), params)
    }

    pub(super) fn new_name(&mut self) -> Result<Symbol, Fail> {
        let token = self.lexer.token();
        if !matches!(token.kind, Kind::Symbol | Kind::Quoted) {
            return Err(Fail::syntax(token.start, "expected a name"));
        }
        Ok(self.script.terms.symbols.intern(self.lexer.name(token)))
    }

    fn open_list(&mut self, what: &str) -> Result<(), Fail> {
        let token = self.lexer.token();
        if token.kind == Kind::Open {
            return Ok(());
        }
        Err(Fail::syntax(token.start, format!("expected `(` before {what}")))
    }

    /// `((x Int) (y Real))`.
    pub(super) fn params(&mut self) -> Result<Params, Fail> {
        self.open_list("the parameters")?;
        let mut params = Vec::new();
        loop {
            let token = self.lexer.token();
            match token.kind {
                Kind::Close => return Ok(params),
                Kind::Open => {
                    let name = self.new_name()?;
                    let first = self.lexer.token();
                    params.push((name, self.sort_at(first)?));
                    self.expect_close()?;
                }
                _ => return Err(Fail::syntax(token.start, "expected a parameter with its sort")),
            }
        }
    }

    pub(super) fn define_fun(&mut self, recursive: bool) -> Result<Command, Fail> {
        let name = self.new_name()?;
        let params = self.params()?;
        let token = self.lexer.token();
        let result = self.sort_at(token)?;
        let args: Vec<Sort> = params.iter().map(|param| param.1).collect();
        if recursive {
            let decl = self.add_function(name, &args, result, DeclKind::Free);
            self.define_body(decl, &params, result, true)?;
            return Ok(Command::DefineRecursive([decl].into()));
        }
        let (params, body) = self.body(&params, result)?;
        let kind = DeclKind::Defined { params, body: Some(body), recursive: false };
        Ok(Command::Define(self.add_function(name, &args, result, kind)))
    }

    pub(super) fn define_const(&mut self) -> Result<Command, Fail> {
        let name = self.new_name()?;
        let token = self.lexer.token();
        let result = self.sort_at(token)?;
        let (params, body) = self.body(&Vec::new(), result)?;
        let kind = DeclKind::Defined { params, body: Some(body), recursive: false };
        Ok(Command::Define(self.add_function(name, &[], result, kind)))
    }

    pub(super) fn define_funs_rec(&mut self) -> Result<Command, Fail> {
        self.open_list("the functions")?;
        let mut heads: Vec<(DeclId, Params, Sort)> = Vec::new();
        while self.lexer.peek().kind == Kind::Open {
            self.lexer.token();
            let name = self.new_name()?;
            let params = self.params()?;
            let token = self.lexer.token();
            let result = self.sort_at(token)?;
            self.expect_close()?;
            let args: Vec<Sort> = params.iter().map(|param| param.1).collect();
            heads.push((self.add_function(name, &args, result, DeclKind::Free), params, result));
        }
        self.expect_close()?;
        self.open_list("the bodies")?;
        for (decl, params, result) in &heads {
            self.define_body(*decl, params, *result, true)?;
        }
        self.expect_close()?;
        Ok(Command::DefineRecursive(heads.iter().map(|head| head.0).collect()))
    }

    fn define_body(
        &mut self,
        decl: DeclId,
        params: &Params,
        result: Sort,
        recursive: bool,
    ) -> Result<(), Fail> {
        let (params, body) = self.body(params, result)?;
        self.script.terms.define(decl, params, body, recursive);
        Ok(())
    }

    /// The body of a definition, with its parameters bound while it is read.
    pub(super) fn body(&mut self, params: &Params, result: Sort) -> Result<(Box<[Term]>, Term), Fail> {
        let undo = self.undo.len();
        for &(name, sort) in params {
            self.bind_variable(name, sort);
        }
        let variables: Box<[Term]> = self.operands.drain(..).collect();
        let body = self.term_of(result)?;
        for &variable in &variables {
            if let View::Variable(name) = self.script.terms.view(variable) {
                self.bound.entry(name).and_modify(|count| *count -= 1);
            }
        }
        self.unbind(undo);
        Ok((variables, body))
    }

    pub(super) fn set_sort(&mut self, name: Symbol, meaning: SortMeaning) {
        let old = self.sort_meanings.insert(name, meaning);
        self.sort_undo.push((name, old));
    }

    pub(super) fn unset_sorts(&mut self, to: usize) {
        for (name, old) in self.sort_undo.drain(to..).rev() {
            match old {
                Some(meaning) => self.sort_meanings.insert(name, meaning),
                None => self.sort_meanings.remove(&name),
            };
        }
    }

    /// A declaration of sorts, if the command is one.
    pub(super) fn declaration(
        &mut self,
        command: &str,
        node: Node<'_>,
        args: &[Node<'_>],
    ) -> Result<Option<Command>, Fail> {
        Ok(Some(match (command, args) {
            ("declare-sort", [name, rest @ ..]) if rest.len() < 2 => {
                let name = self.symbol_of(*name)?;
                let arity = rest.first().map_or(Some(0), Node::numeral).unwrap_or(0);
                self.set_sort(name, SortMeaning::Declared { arity });
                Command::DeclareSort { name, arity }
            }
            // The standard's word, and z3's.
            ("declare-sort-parameter" | "declare-type-var", [name]) => {
                let name = self.symbol_of(*name)?;
                let sort = self.param_sort(name);
                self.sort_params.push(sort);
                return Ok(None);
            }
            ("define-sort", [name, params, body]) => self.define_sort(*name, *params, *body)?,
            ("declare-datatypes" | "declare-codatatypes", [heads, bodies]) => {
                let codata = command == "declare-codatatypes";
                let new_form = heads.children().next().is_some_and(|head| head.is_list());
                if new_form {
                    self.datatypes(*heads, *bodies, codata)?
                } else {
                    self.old_datatypes(*heads, *bodies, codata)?
                }
            }
            ("declare-datatype" | "declare-codatatype", [name, body]) => {
                let name = self.symbol_of(*name)?;
                self.add_datatypes(&[(name, *body)], command == "declare-codatatype")?
            }
            ("declare-datatypes" | "declare-codatatypes" | "define-sort" | "declare-datatype", _) => {
                return Err(Fail::syntax(node.offset(), format!("`{command}` takes other arguments")));
            }
            _ => return Ok(None),
        }))
    }

    /// Binds a name as a sort parameter.
    fn param_sort(&mut self, name: Symbol) -> Sort {
        let sort = self.script.terms.sorts.named(name, &[]);
        self.set_sort(name, SortMeaning::Param(sort));
        sort
    }

    fn define_sort(&mut self, name: Node<'_>, params: Node<'_>, body: Node<'_>) -> Result<Command, Fail> {
        let name = self.symbol_of(name)?;
        let undo = self.sort_undo.len();
        let symbols = params.children().map(|param| self.symbol_of(param)).collect::<Result<Vec<_>, _>>()?;
        let params: Box<[Sort]> = symbols.iter().map(|&param| self.param_sort(param)).collect();
        let sort = self.sort(body);
        self.unset_sorts(undo);
        let sort = sort?;
        self.set_sort(name, SortMeaning::Defined { params, body: sort });
        Ok(Command::DefineSort { name, params: symbols.into(), body: sort })
    }

    fn datatypes(&mut self, heads: Node<'_>, bodies: Node<'_>, codata: bool) -> Result<Command, Fail> {
        let mut blocks = Vec::new();
        for (head, body) in heads.children().zip(bodies.children()) {
            let Some(name) = head.children().next() else {
                return Err(Fail::syntax(head.offset(), "expected a datatype's name and arity"));
            };
            blocks.push((self.symbol_of(name)?, body));
        }
        if heads.children().count() != bodies.children().count() {
            return Err(Fail::syntax(bodies.offset(), "expected as many bodies as datatypes"));
        }
        self.add_datatypes(&blocks, codata)
    }

    fn add_datatypes(&mut self, blocks: &[(Symbol, Node<'_>)], codata: bool) -> Result<Command, Fail> {
        let mut parsed = Vec::new();
        for &(name, body) in blocks {
            let (params, constructors) = match body.children().next() {
                Some(head) if head.is_symbol("par") => {
                    let mut parts = body.children().skip(1);
                    match (parts.next(), parts.next()) {
                        (Some(params), Some(constructors)) => (params.children().collect(), constructors),
                        _ => {
                            return Err(Fail::syntax(
                                body.offset(),
                                "`par` takes parameters and constructors",
                            ));
                        }
                    }
                }
                _ => (Vec::new(), body),
            };
            let params = params.iter().map(|param| self.symbol_of(*param)).collect::<Result<Vec<_>, _>>()?;
            self.set_sort(name, SortMeaning::Declared { arity: params.len() as u32 });
            parsed.push((name, params, constructors.children().collect::<Vec<_>>()));
        }
        let mut ids = Vec::new();
        for (name, params, constructors) in parsed {
            let undo = self.sort_undo.len();
            let params: Vec<Sort> = params.iter().map(|&param| self.param_sort(param)).collect();
            let result = self.add_datatype(name, params, &constructors, codata);
            self.unset_sorts(undo);
            ids.push(result?);
        }
        Ok(Command::DeclareDatatypes { datatypes: ids.into() })
    }

    /// The form before 2.6: `(declare-datatypes (T) ((List nil (cons (head T) (tail List)))))`.
    fn old_datatypes(&mut self, params: Node<'_>, bodies: Node<'_>, codata: bool) -> Result<Command, Fail> {
        let params = params.children().map(|param| self.symbol_of(param)).collect::<Result<Vec<_>, _>>()?;
        let names = bodies
            .children()
            .map(|body| match body.children().next() {
                Some(name) => self.symbol_of(name),
                None => Err(Fail::syntax(body.offset(), "expected a datatype's name")),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let undo = self.sort_undo.len();
        let sorts: Vec<Sort> = params.iter().map(|&param| self.param_sort(param)).collect();
        // Inside the block a bare name means the datatype over the block's own parameters.
        for &name in &names {
            let body = self.script.terms.sorts.named(name, &sorts);
            self.set_sort(name, SortMeaning::Defined { params: Box::default(), body });
        }
        let mut ids = Vec::new();
        for (&name, body) in names.iter().zip(bodies.children()) {
            let constructors: Vec<Node<'_>> = body.children().skip(1).collect();
            ids.push(self.add_datatype(name, sorts.clone(), &constructors, codata));
        }
        self.unset_sorts(undo);
        for name in names {
            self.set_sort(name, SortMeaning::Declared { arity: params.len() as u32 });
        }
        Ok(Command::DeclareDatatypes { datatypes: ids.into_iter().collect::<Result<_, _>>()? })
    }

    fn add_datatype(
        &mut self,
        name: Symbol,
        params: Vec<Sort>,
        constructors: &[Node<'_>],
        codata: bool,
    ) -> Result<u32, Fail> {
        let id = self.script.terms.datatypes.len() as u32;
        let own = self.script.terms.sorts.named(name, &params);
        let empty = Datatype { name, params: params.clone().into(), constructors: Vec::new(), codata };
        self.script.terms.datatypes.push(empty);
        for (index, node) in constructors.iter().enumerate() {
            let kind = DeclKind::Constructor { datatype: id, index: index as u32 };
            let constructor = self.add_constructor(*node, own, &params, kind)?;
            self.script.terms.datatypes[id as usize].constructors.push(constructor);
        }
        Ok(id)
    }

    fn add_constructor(
        &mut self,
        node: Node<'_>,
        own: Sort,
        params: &[Sort],
        kind: DeclKind,
    ) -> Result<Constructor, Fail> {
        let mut parts = if node.is_list() { node.children().collect() } else { vec![node] }.into_iter();
        let Some(name) = parts.next() else {
            return Err(Fail::syntax(node.offset(), "expected a constructor"));
        };
        let name = self.symbol_of(name)?;
        let mut names = Vec::new();
        let mut fields = Vec::new();
        for field in parts {
            let pair: Vec<Node<'_>> = field.children().collect();
            let [selector, sort] = pair[..] else {
                return Err(Fail::syntax(field.offset(), "expected a selector with its sort"));
            };
            names.push(self.symbol_of(selector)?);
            fields.push(self.sort(sort)?);
        }
        let terms = &mut self.script.terms;
        let pattern = |sort: &Sort| terms.sorts.pattern(*sort, params);
        let (own, args) = (pattern(&own), fields.iter().map(pattern).collect::<Box<[_]>>());
        let count = params.len() as u8;
        let signature = Signature::parametric(args.clone(), own.clone(), count);
        let decl = terms.declare(Decl { name, signature, kind });
        let mut selectors = Vec::new();
        for (field, (&name, sort)) in names.iter().zip(args).enumerate() {
            let signature = Signature::parametric([own.clone()].into(), sort, count);
            let kind = DeclKind::Selector { constructor: decl, field: field as u32 };
            selectors.push(self.script.terms.declare(Decl { name, signature, kind }));
        }
        self.bind_decl(name, decl);
        for (&name, &selector) in names.iter().zip(&selectors) {
            self.bind_decl(name, selector);
        }
        Ok(Constructor { decl, selectors, fields })
    }

    /// The constructor of a sort's datatype that a name means.
    pub(super) fn constructor_of(&self, name: Symbol, sort: Sort) -> Option<DeclId> {
        let terms = &self.script.terms;
        match terms.datatype(sort) {
            Some(datatype) => {
                datatype.constructors.iter().map(|c| c.decl).find(|&decl| terms.decl(decl).name == name)
            }
            None => match self.binding(name) {
                Binding::Decl(decl) if matches!(terms.decl(decl).kind, DeclKind::Constructor { .. }) => {
                    Some(decl)
                }
                _ => None,
            },
        }
    }
}
