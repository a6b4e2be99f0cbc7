//! Objections: the ways in which a formula can be wrong, as satisfiability questions.

use crate::ask::plain::asking;
use gainsay_lang::script::rewrite::substitute;
use gainsay_lang::script::{Binder, Command, Decl, Script, Term, View};

/// One way in which a formula can be wrong.
#[derive(Clone, Debug)]
pub struct Objection {
    /// Describes the fault.
    pub says: &'static str,
    /// Satisfiable only if the formula has the fault.
    pub question: Script,
    /// A second question, if the first one has a quantifier that a model cannot show to be true.
    pub pinned: Option<Pinned>,
}

/// A second way to show a fault: a point that satisfies one script, and where another script is
/// unsatisfiable.
#[derive(Clone, Debug)]
pub struct Pinned {
    /// The script that the point must satisfy.
    pub holds: Script,
    /// The script that must be unsatisfiable with the values of the point.
    pub fails: Script,
}

impl Objection {
    pub fn new(says: &'static str, script: &Script, wanted: &[Term]) -> Objection {
        Objection { says, question: asking(script.clone(), wanted), pinned: None }
    }
}

/// A quantified formula, together with its body over fresh constants.
pub struct Quantified {
    /// Whether the quantifier is `exists`.
    exists: bool,
    whole: Term,
    /// The body, over fresh constants instead of the bound variables.
    open: Term,
    /// The script with the declarations of these constants.
    script: Script,
}

impl Quantified {
    /// `None` if the outermost operator is not a quantifier.
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

    /// The objection that a formula differs from it: `given` and `formula` are true and it is false, or with
    /// `formula_holds` unset, the other way round.
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
        // One value of the variables shows it, so a model of the body is enough.
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

/// A fresh constant of a variable's sort.
fn constant_like(script: &mut Script, variable: Term) -> Option<Term> {
    let View::Variable(name) = script.terms.view(variable) else { return None };
    let (name, sort) = (script.terms.fresh_name(name), script.terms.sort(variable));
    let decl = script.terms.declare(Decl::constant(name, sort));
    script.commands.push(Command::Declare { decl, constant: true });
    Some(script.terms.constant(decl))
}
