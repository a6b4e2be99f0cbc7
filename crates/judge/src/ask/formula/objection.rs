//! Ways for a formula to be wrong, as plain questions.

use crate::ask::plain::asking;
use crate::script::rewrite::substitute;
use crate::script::{Binder, Command, Decl, Script, Term, View};

/// A way for a formula to be wrong.
#[derive(Clone, Debug)]
pub struct Objection {
    /// What is wrong, if it holds.
    pub says: &'static str,
    /// It has a model only if the objection holds.
    pub question: Script,
    /// Where the question says that something holds for all values, which a model does not show.
    pub pinned: Option<Pinned>,
}

/// A second way to see that an objection holds: something is true at a point, and something else cannot be true there.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// What a point must satisfy.
    pub holds: Script,
    /// What cannot be satisfied with the values of that point.
    pub fails: Script,
}

impl Objection {
    pub fn new(says: &'static str, script: &Script, wanted: &[Term]) -> Objection {
        Objection { says, question: asking(script.clone(), wanted), pinned: None }
    }
}

/// A formula as it is said to hold or not to hold: with a quantifier, and with any value in its place.
pub struct Quantified {
    /// Whether it is enough that the inner formula holds for one value.
    exists: bool,
    whole: Term,
    /// The inner formula, about new constants.
    open: Term,
    /// The script with these constants.
    script: Script,
}

impl Quantified {
    /// A formula with a quantifier outside.
    pub fn new(script: &Script, whole: Term) -> Option<Quantified> {
        let View::Bind(binder @ (Binder::Exists | Binder::Forall), variables, body) =
            script.terms.view(script.terms.bare(whole))
        else {
            return None;
        };
        let (exists, variables, body) = (binder == Binder::Exists, variables.to_vec(), body);
        let mut script = script.clone();
        let mut values = Vec::new();
        for variable in variables {
            values.push((variable, constant_like(&mut script, variable)?));
        }
        let open = substitute(&mut script.terms, body, &values);
        Some(Quantified { exists, whole, open, script })
    }

    pub fn is_forall(&self) -> bool {
        !self.exists
    }

    /// That it differs from a formula: `given` and the formula hold and it does not, or the other way round.
    pub fn objection(
        mut self,
        says: &'static str,
        given: &[Term],
        formula: Term,
        formula_holds: bool,
    ) -> Objection {
        let terms = &mut self.script.terms;
        let formula = if formula_holds { formula } else { terms.not(formula) };
        let open = if formula_holds { terms.not(self.open) } else { self.open };
        let point = [given, &[formula]].concat();
        // That one value makes it true, or false, shows in a model.
        if self.exists != formula_holds {
            return Objection::new(says, &self.script, &[&point[..], &[open]].concat());
        }
        let whole = if formula_holds { terms.not(self.whole) } else { self.whole };
        let never = terms.not(open);
        let pinned = Pinned {
            holds: asking(self.script.clone(), &point),
            fails: asking(self.script.clone(), &[never]),
        };
        let mut objection = Objection::new(says, &self.script, &[&point[..], &[whole]].concat());
        objection.pinned = Some(pinned);
        objection
    }
}

/// A new constant of the sort of a variable.
fn constant_like(script: &mut Script, variable: Term) -> Option<Term> {
    let View::Variable(name) = script.terms.view(variable) else { return None };
    let (name, sort) = (script.terms.fresh_name(name), script.terms.sort(variable));
    let decl = script.terms.declare(Decl::constant(name, sort));
    script.commands.push(Command::Declare { decl, constant: true });
    Some(script.terms.constant(decl))
}
