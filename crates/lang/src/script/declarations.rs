//! What a script declares: functions, datatypes, and their signatures.

use super::terms::Term;
use crate::symbols::Symbol;
use crate::theory::signature::{Pattern, Signature};
use crate::theory::sort::Sort;

/// A function of the script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DeclId(pub(crate) u32);

impl DeclId {
    /// The declaration with this number, which [`DeclId::number`] gave.
    #[inline]
    pub const fn from_number(number: u32) -> DeclId {
        DeclId(number)
    }

    /// The number of which `from_number` makes it again.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0
    }
}

#[derive(Clone, Debug)]
pub struct Decl {
    pub name: Symbol,
    pub signature: Signature,
    pub kind: DeclKind,
}

#[derive(Clone, Debug)]
pub enum DeclKind {
    /// Uninterpreted.
    Free,
    /// Defined; `params` are the variables that stand for its parameters in the body. A recursive function is
    /// declared before it has its body.
    Defined { params: Box<[Term]>, body: Option<Term>, recursive: bool },
    /// A name that `:named` gave to a term.
    Named(Term),
    Constructor {
        /// The index of its datatype, and its own among the constructors.
        datatype: u32,
        index: u32,
    },
    Selector {
        constructor: DeclId,
        /// Which field of the constructor.
        field: u32,
    },
}

impl Decl {
    /// Whether it is uninterpreted, so that a model gives its meaning.
    pub fn is_free(&self) -> bool {
        matches!(self.kind, DeclKind::Free)
    }

    pub fn constant(name: Symbol, sort: Sort) -> Decl {
        Decl { name, signature: Signature::plain(&[], sort), kind: DeclKind::Free }
    }

    pub fn function(name: Symbol, args: &[Sort], result: Sort) -> Decl {
        Decl { name, signature: Signature::plain(args, result), kind: DeclKind::Free }
    }

    pub fn arity(&self) -> usize {
        self.signature.args.len()
    }

    /// The result's sort, where it does not depend on parameters.
    pub fn result_sort(&self) -> Sort {
        match self.signature.result {
            Pattern::Sort(sort) => sort,
            _ => Sort::UNKNOWN,
        }
    }

    /// The arguments' sorts, where they do not depend on parameters.
    pub fn arg_sorts(&self) -> Option<Vec<Sort>> {
        self.signature
            .args
            .iter()
            .map(|pattern| match pattern {
                Pattern::Sort(sort) => Some(*sort),
                _ => None,
            })
            .collect()
    }
}

#[derive(Clone, Debug)]
pub struct Datatype {
    pub name: Symbol,
    /// The sort parameters, as the sorts that stand for them in the constructors' signatures.
    pub params: Box<[Sort]>,
    pub constructors: Vec<Constructor>,
    /// Whether infinite values are allowed.
    pub codata: bool,
}

#[derive(Clone, Debug)]
pub struct Constructor {
    pub decl: DeclId,
    pub selectors: Vec<DeclId>,
    /// The fields' sorts, over the datatype's parameters.
    pub fields: Vec<Sort>,
}
