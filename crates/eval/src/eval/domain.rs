//! The elements of a sort: how many there are, which they are, and a default one.

use super::census::{Census, product};
use super::model::Model;
use gainsay_lang::script::{Constructor, Datatype, Terms};
use gainsay_lang::theory::Domains;
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::{Size, Value};

/// The sorts of a script under a model, which fixes the elements of declared sorts.
#[derive(Clone, Copy)]
pub struct SortDomains<'a> {
    pub terms: &'a Terms,
    pub model: &'a Model,
}

impl Domains for SortDomains<'_> {
    fn size(&self, sort: Sort) -> Size {
        match self.terms.sorts.kind(sort) {
            SortKind::Int | SortKind::Real | SortKind::String => Size::Large,
            _ => Census::of(*self).size(sort),
        }
    }

    fn elements(&self, sort: Sort, limit: u64) -> Option<Vec<Value>> {
        match self.size(sort) {
            Size::Finite(size) if size <= limit => Some(Census::of(*self).elements(sort)?.to_vec()),
            _ => None,
        }
    }
}

impl SortDomains<'_> {
    /// The sorts of a constructor's fields in this instance of the datatype, unless the arena has never seen them.
    pub fn fields(&self, sort: Sort, datatype: &Datatype, constructor: &Constructor) -> Option<Vec<Sort>> {
        let arguments = self.terms.sorts.parts(sort);
        constructor.fields.iter().map(|&field| self.instance(field, &datatype.params, arguments)).collect()
    }

    fn instance(&self, sort: Sort, params: &[Sort], arguments: &[Sort]) -> Option<Sort> {
        if params.is_empty() {
            return Some(sort);
        }
        if let Some(at) = params.iter().position(|&param| param == sort) {
            return arguments.get(at).copied();
        }
        let sorts = &self.terms.sorts;
        let SortKind::Composite(constructor, parts) = sorts.kind(sort) else { return Some(sort) };
        let parts: Option<_> = parts.iter().map(|&part| self.instance(part, params, arguments)).collect();
        sorts.find(&SortKind::Composite(*constructor, parts?))
    }

    /// Some element of a sort: zero, the empty string, an array of such elements, and so on.
    pub fn default(&self, sort: Sort) -> Option<Value> {
        Census::of(*self).default(sort)
    }

    /// How many tuples of elements of these sorts there are.
    pub fn size_of_all(&self, sorts: &[Sort]) -> Size {
        sorts.iter().fold(Size::Finite(1), |size, &sort| product(size, self.size(sort)))
    }
}
