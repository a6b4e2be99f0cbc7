//! Reads sorts with holes, widths, and conditions on widths, as declarations and rules write them:
//! `(Array X (_ BitVec (+ n 1)))`, `(< i n)`.

use super::derived::Derived;
use super::signature::{Condition, MAX_SIZES, Pattern, Relation, Size};
use super::sort::{PLAIN_SORTS, SortConstructor};
use crate::sexp::Node;

/// The names of the holes, each at the index that is its number.
#[derive(Default)]
pub struct Notation {
    /// Parameters that stand for sorts. Those that begin with a question mark are added when they first occur.
    pub params: Vec<String>,
    /// Indices and widths, added when they first occur.
    pub sizes: Vec<String>,
}

impl Notation {
    /// Recursive on the depth of the text, which is that of a declaration or of a rule.
    pub fn sort(&mut self, node: &Node<'_>) -> Result<Pattern, String> {
        if let Some(name) = node.symbol() {
            return self.named_sort(name);
        }
        let parts: Vec<Node<'_>> = node.children().collect();
        match parts.as_slice() {
            [under, name, width] if under.is_symbol("_") && name.is_symbol("BitVec") => {
                Ok(Pattern::BitVec(self.size(width)?))
            }
            [under, name, eb, sb] if under.is_symbol("_") && name.is_symbol("FloatingPoint") => {
                Ok(Pattern::Float(self.size(eb)?, self.size(sb)?))
            }
            [under, name, order] if under.is_symbol("_") && name.is_symbol("FiniteField") => {
                Ok(Pattern::Field(self.size(order)?))
            }
            [name, parts @ ..] => {
                if let Some(derived) = self.derived(name, parts)? {
                    return Ok(Pattern::Derived(derived));
                }
                let row = name.symbol().and_then(SortConstructor::row).filter(|row| row.takes(parts.len()));
                let row = row.ok_or_else(|| format!("there is no sort `{}`", node.text()))?;
                let parts = parts.iter().map(|part| self.sort(part)).collect::<Result<_, _>>()?;
                Ok(Pattern::Composite(row.constructor, parts))
            }
            [] => Err("`()` is not a sort".to_owned()),
        }
    }

    /// A sort that is computed from tuple sorts, such as `(Reversed T)`.
    fn derived(&mut self, name: &Node<'_>, parts: &[Node<'_>]) -> Result<Option<Derived>, String> {
        let param = |of: &Node<'_>| {
            let place = self.params.iter().position(|param| of.is_symbol(param));
            place.map(|at| at as u8).ok_or_else(|| format!("`{}` is not a parameter", of.text()))
        };
        Ok(Some(match (name.symbol(), parts) {
            (Some("TupleOf"), [_]) => Derived::Arguments,
            (Some("Picked"), [of]) => Derived::Picked(param(of)?),
            (Some("Reversed"), [of]) => Derived::Reversed(param(of)?),
            (Some("Joined"), [a, b]) => Derived::Joined(param(a)?, param(b)?),
            (Some("Composed"), [a, b]) => Derived::Composed(param(a)?, param(b)?),
            (Some("Part"), [at, of]) => {
                let of = param(of)?;
                Derived::Part(self.size(at)?, of)
            }
            _ => return Ok(None),
        }))
    }

    fn named_sort(&mut self, name: &str) -> Result<Pattern, String> {
        if let Some(param) = self.params.iter().position(|param| param == name) {
            return Ok(Pattern::Param(param as u8));
        }
        if name.starts_with('?') {
            self.params.push(name.to_owned());
            return Ok(Pattern::Param(self.params.len() as u8 - 1));
        }
        if name == "Any" {
            return Ok(Pattern::Derived(Derived::Any));
        }
        let plain = PLAIN_SORTS.iter().find(|plain| plain.0 == name);
        plain.map(|plain| Pattern::Sort(plain.1)).ok_or_else(|| format!("there is no sort `{name}`"))
    }

    pub fn size(&mut self, node: &Node<'_>) -> Result<Size, String> {
        if let Some(constant) = node.numeral() {
            return Ok(Size::Constant(i64::from(constant)));
        }
        if let Some(name) = node.symbol() {
            let known = self.sizes.iter().position(|size| size == name);
            if known.is_none() && self.sizes.len() == MAX_SIZES {
                return Err(format!("more than {MAX_SIZES} widths"));
            }
            return Ok(Size::Variable(known.unwrap_or_else(|| self.add_size(name)) as u8));
        }
        let parts: Vec<Node<'_>> = node.children().collect();
        let misshapen = || format!("`{}` is not a width", node.text());
        let [operator, left, right] = parts.as_slice() else { return Err(misshapen()) };
        let pair = Box::new([self.size(left)?, self.size(right)?]);
        match operator.symbol() {
            Some("+") => Ok(Size::Sum(pair)),
            Some("-") => Ok(Size::Difference(pair)),
            Some("*") => Ok(Size::Product(pair)),
            _ => Err(misshapen()),
        }
    }

    fn add_size(&mut self, name: &str) -> usize {
        self.sizes.push(name.to_owned());
        self.sizes.len() - 1
    }

    pub fn condition(&mut self, node: &Node<'_>) -> Result<Condition, String> {
        let parts: Vec<Node<'_>> = node.children().collect();
        let [relation, left, right] = parts.as_slice() else {
            return Err(format!("`{}` is not a condition on widths", node.text()));
        };
        let relation = relation.symbol().and_then(Relation::of_symbol);
        let relation =
            relation.ok_or("widths are compared by less, at most, or equal, in the usual symbols")?;
        Ok(Condition { relation, left: self.size(left)?, right: self.size(right)? })
    }
}
