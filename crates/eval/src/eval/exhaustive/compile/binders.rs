//! Quantifiers and the cases of a `match`.

use super::{Compiler, Frame, Scope, TooLarge};
use crate::eval::exhaustive::program::{Action, Applied, Block, Slot, Step};
use crate::eval::exhaustive::words::UNKNOWN;
use gainsay_lang::script::{Binder, Term, View};
use gainsay_lang::theory::Connective;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Reason;

impl Compiler<'_> {
    pub(super) fn quantifier(
        &mut self,
        term: Term,
        exists: bool,
        bound: &[Term],
        body: Term,
    ) -> Result<Slot, TooLarge> {
        let depth = self.scopes.len() as u32;
        let mut frame = self.frame_for(bound);
        let mut variables = Vec::new();
        let mut instances = 1u64;
        for &variable in bound {
            let code = self.code(self.terms.sort(variable));
            let elements = self.state.words.elements(code);
            let elements =
                elements.filter(|all| instances.saturating_mul(all.len() as u64) <= self.bounds.instances);
            let Some(elements) = elements else {
                return Ok(self.missing(self.terms.sort(term), Reason::Quantifier));
            };
            instances *= elements.len() as u64;
            let slot = self.slot(code, depth, UNKNOWN);
            frame.slots.insert(variable, slot);
            variables.push((slot, elements));
        }
        self.scopes.push(Scope::default());
        self.frames.push(frame);
        let body = self.term(body)?;
        self.frames.pop();
        let scope = self.scopes.pop().expect("the scope was opened above");
        if self.infos[body as usize].scope < depth {
            // No sort is empty.
            return Ok(body);
        }
        // Place the block in the innermost scope that it reads from.
        let outer = 63 - (scope.reads | 1).leading_zeros();
        self.scopes[outer as usize].reads |= scope.reads & !(1 << outer);
        self.program.blocks.push(Block { exists, variables, steps: scope.steps, body });
        let code = self.code(Sort::BOOL);
        let target = self.slot(code, outer, UNKNOWN);
        self.infos[target as usize].uses = self.infos[body as usize].uses.clone();
        let block = self.program.blocks.len() as u32 - 1;
        self.scopes[outer as usize].steps.push(Step { target, action: Action::Quantify { block } });
        Ok(target)
    }

    pub(super) fn cases(&mut self, sort: Sort, scrutinee: Term, cases: &[Term]) -> Result<Slot, TooLarge> {
        let value = self.term(scrutinee)?;
        let mut result = self.missing(sort, Reason::IllSorted);
        for &case in cases.iter().rev() {
            let View::Bind(Binder::Case(pattern), variables, body) = self.terms.view(case) else { continue };
            let mut frame = self.frame_for(variables);
            for (field, &variable) in variables.iter().enumerate() {
                let slot = match pattern {
                    Some(constructor) => {
                        let field = Applied::Field(constructor, field as u32);
                        self.apply(field, &[value], self.terms.sort(variable))?
                    }
                    None => value,
                };
                frame.slots.insert(variable, slot);
            }
            self.frames.push(frame);
            let body = self.term(body)?;
            self.frames.pop();
            result = match pattern {
                Some(constructor) => {
                    let fits = self.apply(Applied::Test(constructor), &[value], Sort::BOOL)?;
                    self.connect(Connective::Ite, &[fits, body, result], sort)?
                }
                None => body,
            };
        }
        Ok(result)
    }

    /// A frame for a body with these bound variables. If a variable of that name is already bound (a
    /// parameter of a definition can have the same name), the terms compiled under the outer binding must not
    /// be visible.
    fn frame_for(&self, bound: &[Term]) -> Frame {
        let mut frame = Frame::default();
        if bound.iter().any(|&variable| self.find(variable).is_some()) {
            frame.call = true;
            let visible = self.frames.iter().rposition(|frame| frame.call).unwrap_or(0);
            for outer in &self.frames[visible..] {
                let variables =
                    outer.slots.iter().filter(|entry| matches!(self.terms.view(*entry.0), View::Variable(_)));
                frame.slots.extend(variables.map(|(&variable, &slot)| (variable, slot)));
            }
        }
        frame
    }
}
