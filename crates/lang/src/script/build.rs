//! Makes terms: literals, connectives, constants, annotations.

use super::declarations::{Constructor, Datatype, Decl, DeclId, DeclKind};
use super::terms::{Attribute, Function, Head, Literal, Term, Terms, View};
use crate::symbols::Symbol;
use crate::theory::sort::{Sort, SortKind};
use crate::theory::{OpId, connectives};
use crate::value::Int;
use smallvec::SmallVec;

impl Terms {
    pub fn literal(&mut self, literal: Literal) -> Term {
        let sort = match &literal {
            Literal::Bool(_) => Sort::BOOL,
            Literal::Int(_) => Sort::INT,
            Literal::Real(_) => Sort::REAL,
            Literal::Text(_) => Sort::STRING,
            Literal::Bits(bits) => self.sorts.bit_vec(bits.width()),
            Literal::Field(element) => self.sorts.intern(SortKind::Field(element.order())),
        };
        let head = Head::Literal(self.literals.intern(literal));
        self.intern(head, sort, &[])
    }

    /// A term of sort Bool by its operator and arguments, whose sorts are not checked.
    fn connect(&mut self, op: OpId, args: &[Term]) -> Term {
        let function = self.function_id(Function::Op(op, SmallVec::new()));
        self.intern(Head::Apply(function), Sort::BOOL, args)
    }

    /// The negation, simplified if the term is a negation, `true` or `false`.
    pub fn not(&mut self, term: Term) -> Term {
        match self.view(term) {
            View::Literal(Literal::Bool(value)) => {
                let value = !*value;
                self.bool(value)
            }
            View::Apply(_, &[inner]) if self.op(term) == Some(connectives().not) => inner,
            _ => self.connect(connectives().not, &[term]),
        }
    }

    /// The conjunction; of one term it is the term, of none it is `true`.
    pub fn and(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] => self.bool(true),
            [term] => *term,
            _ => self.connect(connectives().and, terms),
        }
    }

    /// The disjunction; of one term it is the term, of none it is `false`.
    pub fn or(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] => self.bool(false),
            [term] => *term,
            _ => self.connect(connectives().or, terms),
        }
    }

    /// The implication.
    pub fn implies(&mut self, premise: Term, conclusion: Term) -> Term {
        self.connect(connectives().implies, &[premise, conclusion])
    }

    /// The equation between two terms of one sort.
    pub fn equal(&mut self, left: Term, right: Term) -> Term {
        self.connect(connectives().equal, &[left, right])
    }

    pub fn bool(&mut self, value: bool) -> Term {
        self.literal(Literal::Bool(value))
    }

    pub fn int(&mut self, value: impl Into<Int>) -> Term {
        self.literal(Literal::Int(value.into()))
    }

    pub fn variable(&mut self, name: Symbol, sort: Sort) -> Term {
        self.intern(Head::Variable(name), sort, &[])
    }

    pub fn annotate(&mut self, term: Term, attributes: Box<[Attribute]>, patterns: &[Term]) -> Term {
        let id = self.attributes.intern(attributes);
        let mut args: SmallVec<[Term; 8]> = SmallVec::from_slice(&[term]);
        args.extend_from_slice(patterns);
        let sort = self.sort(term);
        self.intern(Head::Annotated(id), sort, &args)
    }

    /// A term without the annotations around it.
    pub fn bare(&self, mut term: Term) -> Term {
        while let View::Annotated(inner, ..) = self.view(term) {
            term = inner;
        }
        term
    }

    /// A fresh constant of a sort.
    pub fn declare_constant(&mut self, name: &str, sort: Sort) -> Term {
        let name = self.symbols.intern(name);
        self.declare_constant_named(name, sort)
    }

    pub(super) fn declare_constant_named(&mut self, name: Symbol, sort: Sort) -> Term {
        let decl = self.declare(Decl::constant(name, sort));
        self.constant(decl)
    }

    /// The constant of a declaration without parameters.
    pub fn constant(&mut self, decl: DeclId) -> Term {
        let function = self.function_id(Function::Declared(decl));
        let sort = self.decl(decl).result_sort();
        self.intern(Head::Apply(function), sort, &[])
    }

    /// Declares a datatype with one constructor; gives its index, its sort, and the constructor.
    pub fn declare_record(
        &mut self,
        name: Symbol,
        constructor: Symbol,
        fields: &[(Symbol, Sort)],
    ) -> (u32, Sort, Constructor) {
        let id = self.datatypes.len() as u32;
        let own = self.sorts.named(name, &[]);
        let sorts: Vec<Sort> = fields.iter().map(|field| field.1).collect();
        let kind = DeclKind::Constructor { datatype: id, index: 0 };
        let decl = self.declare(Decl { kind, ..Decl::function(constructor, &sorts, own) });
        let selector = |(field, &(name, sort)): (usize, &(Symbol, Sort))| {
            let kind = DeclKind::Selector { constructor: decl, field: field as u32 };
            self.declare(Decl { kind, ..Decl::function(name, &[own], sort) })
        };
        let selectors = fields.iter().enumerate().map(selector).collect();
        let constructor = Constructor { decl, selectors, fields: sorts };
        let constructors = vec![constructor.clone()];
        self.datatypes.push(Datatype { name, params: Box::default(), constructors, codata: false });
        (id, own, constructor)
    }

    /// The name that `:named` gives a term.
    pub fn name_of(&self, term: Term) -> Option<&str> {
        let View::Annotated(_, attributes, _) = self.view(term) else { return None };
        attributes.iter().find_map(|attribute| match attribute {
            Attribute::Named(name) => Some(self.symbols.name(*name)),
            _ => None,
        })
    }
}
