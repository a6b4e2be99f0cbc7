//! Builds binders, and keeps their invariant: no binder is inside another one that binds a variable of the same name.
//!
//! Printing and every walk that goes below binders rely on it: a variable belongs to one binder only.

use super::terms::{Binder, Head, Term, Terms, View, name_bit};
use super::walk::Walker;
use crate::symbols::Symbol;
use crate::theory::sort::Sort;
use smallvec::SmallVec;

impl Terms {
    /// A name that does not occur in the arena yet: `x!1` for `x`.
    pub fn fresh_name(&mut self, base: Symbol) -> Symbol {
        let name = self.symbols.name(base);
        let stem = match name.rsplit_once('!') {
            Some((stem, number)) if !stem.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => stem,
            _ => name,
        };
        let stem = stem.to_owned();
        loop {
            self.fresh += 1;
            let name = format!("{stem}!{}", self.fresh);
            if self.symbols.find(&name).is_none() {
                return self.symbols.intern(&name);
            }
        }
    }

    /// A variable of the same sort with a fresh name.
    pub fn fresh_variable(&mut self, variable: Term) -> Term {
        match self.head(variable) {
            Head::Variable(name) => {
                let name = self.fresh_name(name);
                self.variable(name, self.sort(variable))
            }
            _ => variable,
        }
    }

    /// A quantifier, lambda, choice or case. Without variables a quantifier is its body. A variable whose name is
    /// bound in the body already, or is that of a function there, is renamed.
    pub fn bind(&mut self, binder: Binder, variables: &[Term], body: Term) -> Term {
        if variables.is_empty() && !matches!(binder, Binder::Case(_)) {
            return body;
        }
        let sort = match binder {
            Binder::Forall | Binder::Exists => Sort::BOOL,
            Binder::Case(_) => self.sort(body),
            Binder::Choice => self.sort(variables[0]),
            Binder::Lambda => {
                let sorts: SmallVec<[Sort; 4]> =
                    variables.iter().map(|&variable| self.sort(variable)).collect();
                let result = self.sort(body);
                self.sorts.map(&sorts, result)
            }
        };
        self.bind_as(binder, sort, variables, body)
    }

    pub(super) fn bind_as(&mut self, binder: Binder, sort: Sort, variables: &[Term], body: Term) -> Term {
        let mut args: SmallVec<[Term; 8]> = variables.into();
        if variables.iter().any(|&variable| self.name_is_taken_in(variable, body)) {
            let mut renaming: SmallVec<[(Term, Term); 4]> = SmallVec::new();
            for variable in &mut args {
                if self.name_is_taken_in(*variable, body) {
                    let fresh = self.fresh_variable(*variable);
                    renaming.push((*variable, fresh));
                    *variable = fresh;
                }
            }
            args.push(super::rewrite::substitute(self, body, &renaming));
        } else {
            args.push(body);
        }
        self.intern(Head::Bind(binder), sort, &args)
    }

    /// Whether a variable's name stands for something else in a term.
    fn name_is_taken_in(&self, variable: Term, term: Term) -> bool {
        let Head::Variable(name) = self.head(variable) else { return false };
        if self.has_binder(term) && self.is_bound_in(variable, term) {
            return true;
        }
        self.is_declared(name)
            && self
                .postorder(&[term])
                .iter()
                .any(|&part| self.declaration(part).is_some_and(|decl| self.decl(decl).name == name))
    }

    /// Whether a binder at or below a term binds a variable of the same name.
    pub fn is_bound_in(&self, variable: Term, term: Term) -> bool {
        let Head::Variable(name) = self.head(variable) else { return false };
        let bit = name_bit(name);
        let Some(binders) = self.binders.get(&name) else { return false };
        let may_contain = |term: Term| {
            let node = &self.nodes[term.index()];
            let next = binders.partition_point(|&binder| binder < node.oldest_binder);
            node.bound & bit != 0 && binders.get(next).is_some_and(|&binder| binder <= term.0)
        };
        if !may_contain(term) {
            return false;
        }
        let mut walker = Walker::default();
        let below = walker.postorder_where(self, &[term], may_contain);
        below.iter().any(|&term| binders.binary_search(&term.0).is_ok())
    }

    /// Whether a term is a binder of a name.
    pub fn binds(&self, binder: Term, name: Symbol) -> bool {
        match self.view(binder) {
            View::Bind(_, variables, _) => {
                variables.iter().any(|&variable| self.head(variable) == Head::Variable(name))
            }
            _ => false,
        }
    }

    /// Whether a function of the script has the name.
    pub fn is_declared(&self, name: Symbol) -> bool {
        self.declared.get(&name).is_some_and(|&count| count > 0)
    }
}
