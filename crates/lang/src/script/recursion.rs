//! Recursive definitions that have exactly one meaning, whatever the values of all other symbols.
//!
//! A recursive definition is an equation, which may have no solution, or many. It has exactly one if each call
//! decreases an integer that is bounded from below: then the recursion terminates for all arguments.

use super::declarations::{DeclId, DeclKind};
use super::terms::{Function, Literal, Term, Terms, View};
use crate::theory::sort::Sort;
use crate::theory::{NumberOperator as Is, connectives};
use crate::value::Int;
use std::collections::BTreeSet;

impl Terms {
    /// Whether all recursive definitions have exactly one meaning, by a sufficient condition: each call decreases the
    /// first integer among the function's parameters.
    pub fn recursion_ends(&self) -> bool {
        self.decls().all(|(decl, declared)| match &declared.kind {
            DeclKind::Defined { params, body: Some(body), recursive: true } => {
                self.measure(decl).is_some_and(|at| self.calls_end(params[at], *body))
            }
            DeclKind::Defined { body: None, .. } => false,
            _ => true,
        })
    }

    fn is_recursive(&self, decl: DeclId) -> bool {
        matches!(self.decl(decl).kind, DeclKind::Defined { recursive: true, .. })
    }

    /// The index of the argument that must decrease.
    fn measure(&self, decl: DeclId) -> Option<usize> {
        let DeclKind::Defined { params, .. } = &self.decl(decl).kind else { return None };
        params.iter().position(|&param| self.sort(param) == Sort::INT)
    }

    /// Whether all calls in a body are where the variable is bounded from below, and decrease it.
    fn calls_end(&self, variable: Term, body: Term) -> bool {
        let mut above: Vec<Term> = Vec::new();
        let mut anywhere = Vec::new();
        let (mut open, mut seen) = (vec![body], BTreeSet::new());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            let is_choice = self.op(term) == Some(connectives().ite);
            let (true, &[condition, then, otherwise]) = (is_choice, self.children(term)) else {
                anywhere.push(term);
                continue;
            };
            anywhere.push(condition);
            for (branch, when) in [(then, true), (otherwise, false)] {
                if self.bounds(variable, condition, when) { &mut above } else { &mut open }.push(branch);
            }
        }
        let calls_none = |term: &Term| self.recursive_call(*term).is_none();
        let ends = |term: &Term| match self.recursive_call(*term) {
            Some(argument) => argument.is_some_and(|argument| self.is_less(argument, variable)),
            None => !matches!(self.view(*term), View::Bind(_, bound, _) if bound.contains(&variable)),
        };
        self.postorder(&anywhere).iter().all(calls_none) && self.postorder(&above).iter().all(ends)
    }

    /// Whether a term uses a recursive function, and the argument that must decrease, if one is known.
    fn recursive_call(&self, term: Term) -> Option<Option<Term>> {
        let View::Apply(function, arguments) = self.view(term) else { return None };
        let mut function = self.function(function);
        while let Function::Mapped(mapped) = function {
            function = self.function(*mapped);
        }
        match function {
            Function::AsArray(decl) if self.is_recursive(*decl) => Some(None),
            Function::Declared(decl) if self.is_recursive(*decl) => {
                let is_whole = arguments.len() == self.decl(*decl).arity();
                Some(self.measure(*decl).filter(|_| is_whole).map(|at| arguments[at]))
            }
            _ => None,
        }
    }

    /// Whether a variable is bounded from below where a condition is true (or false, by `when`).
    fn bounds(&self, variable: Term, condition: Term, when: bool) -> bool {
        let (Some(op), &[left, right]) = (self.op(condition), self.children(condition)) else { return false };
        let Some(compares) = op.op().on_numbers else { return false };
        let says_large = match compares {
            Is::AtLeast | Is::Greater => true,
            Is::AtMost | Is::Less => false,
            _ => return false,
        };
        let is_first = left == variable && self.integer(right).is_some();
        let is_second = right == variable && self.integer(left).is_some();
        is_first && says_large == when || is_second && says_large != when
    }

    /// Whether a term is a variable less a positive number.
    fn is_less(&self, term: Term, variable: Term) -> bool {
        let (Some(op), &[left, right]) = (self.op(term), self.children(term)) else { return false };
        match op.op().on_numbers {
            Some(Is::Minus) => left == variable && self.integer(right).is_some_and(|by| by > Int::ZERO),
            Some(Is::Plus) => {
                let by = if left == variable { right } else { left };
                [left, right].contains(&variable) && self.integer(by).is_some_and(|by| by < Int::ZERO)
            }
            _ => false,
        }
    }

    /// The value of an integer literal or its negation.
    fn integer(&self, term: Term) -> Option<Int> {
        match self.view(term) {
            View::Literal(Literal::Int(value)) => Some(value.clone()),
            View::Apply(_, &[negated]) if self.op(term)?.op().on_numbers == Some(Is::Minus) => {
                let View::Literal(Literal::Int(value)) = self.view(negated) else { return None };
                Some(-value)
            }
            _ => None,
        }
    }
}
