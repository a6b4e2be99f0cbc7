//! A formula printed by a solver, with everything that could be wrong with it.

use super::objection::Quantified;
use super::symbols::not_shared;
use super::{FormulaKind, FormulaTask, Objection, reply};
use crate::ask::plain::{asking, declarations};
use gainsay_lang::script::{Command, Question, Script, Term};
use gainsay_lang::theory::sort::Sort;

/// A formula printed by a solver, with the checks that it must pass.
pub struct Case {
    pub sought: FormulaKind,
    pub objections: Vec<Objection>,
    /// A symbol in the formula that it must not use.
    pub stranger: Option<String>,
    /// A script that must have a model.
    pub possible: Option<Script>,
    /// Whether the formula still has a quantifier.
    pub has_quantifier: bool,
}

impl Case {
    /// `None` if the question or the formula is not understood.
    pub fn new(sought: FormulaKind, question: &Question<'_>, claim: &str) -> Option<Case> {
        let matter = FormulaTask::of(sought, question).filter(|_| question.is_understood())?;
        let mut script = declarations(question);
        let formula = reply::read(sought, &mut script, claim)?;
        let sort = match (sought, &matter.about[..]) {
            (FormulaKind::Simplification, [term, ..]) => script.terms.sort(*term),
            _ => Sort::BOOL,
        };
        (script.terms.sort(formula) == sort).then_some(())?;
        let has_quantifier = script.terms.has_binder(formula);
        let mut case =
            Case { sought, objections: Vec::new(), stranger: None, possible: None, has_quantifier };
        case.object(script, &matter, formula)?;
        if is_free_in_symbols(question) {
            case.stranger = None;
        }
        Some(case)
    }

    fn object(&mut self, mut script: Script, matter: &FormulaTask, formula: Term) -> Option<()> {
        let FormulaTask { given, about } = matter;
        let with = |terms: &[Term]| [&given[..], terms].concat();
        let not_formula = script.terms.not(formula);
        let mut objections: Vec<(&'static str, Vec<Term>)> = Vec::new();
        match (self.sought, &about[..]) {
            (FormulaKind::Interpolant, [conjecture]) => {
                let not_conjecture = script.terms.not(*conjecture);
                objections.push((NOT_IMPLIED, with(&[not_formula])));
                objections.push(("it does not imply the conjecture", vec![formula, not_conjecture]));
                self.stranger = not_shared(&script.terms, formula, [given, about]);
            }
            (FormulaKind::Partition, rest) => {
                objections.push((NOT_IMPLIED, with(&[not_formula])));
                let rest = [&[formula], rest].concat();
                objections.push(("it does not contradict the other assertions", rest));
                self.stranger = not_shared(&script.terms, formula, [given, about]);
            }
            (FormulaKind::Abduct, [conjecture]) => {
                let not_conjecture = script.terms.not(*conjecture);
                let says = "the assertions and it do not imply the conjecture";
                objections.push((says, with(&[formula, not_conjecture])));
                self.possible = Some(asking(script.clone(), &with(&[formula])));
            }
            (FormulaKind::Elimination | FormulaKind::Disjunct, [whole]) => {
                self.objections = differences(self.sought, &mut script, given, *whole, formula);
            }
            (FormulaKind::Simplification, [term]) => {
                let equal = script.terms.equal(*term, formula);
                let differs = script.terms.not(equal);
                objections.push(("it has another value than the term", vec![differs]));
            }
            (FormulaKind::Tactic, all) => {
                let whole = script.terms.and(all);
                let whole = if let [only] = all { *only } else { whole };
                self.objections = differences(self.sought, &mut script, &[], whole, formula);
            }
            _ => return None,
        }
        let objections = objections.iter().map(|(says, wanted)| Objection::new(says, &script, wanted));
        self.objections.extend(objections);
        Some(())
    }
}

/// Whether a script sets a mode of cvc5 in which interpolants may use symbols of one part only.
fn is_free_in_symbols(script: &Script) -> bool {
    script.commands.iter().any(
        |command| matches!(command, Command::SetOption { keyword, .. } if &**keyword == ":interpolants-mode"),
    )
}

const NOT_IMPLIED: &str = "its own part of the assertions does not imply it";
const TOO_MUCH: &str = "it is true where the original is false";
const TOO_LITTLE: &str = "it is false where the original is true";

/// The ways in which a formula can differ from another one, which may have a quantifier.
fn differences(
    sought: FormulaKind,
    script: &mut Script,
    given: &[Term],
    whole: Term,
    formula: Term,
) -> Vec<Objection> {
    let is_forall = Quantified::new(script, whole).is_some_and(|quantified| quantified.is_forall());
    // A disjunct of an `exists` implies it; for a `forall` it is the other way round.
    let wanted: &[(&'static str, bool)] = match (sought, is_forall) {
        (FormulaKind::Disjunct, false) => &[(TOO_MUCH, true)],
        (FormulaKind::Disjunct, true) => &[(TOO_LITTLE, false)],
        _ => &[(TOO_MUCH, true), (TOO_LITTLE, false)],
    };
    let mut objections = Vec::new();
    for &(says, formula_holds) in wanted {
        objections.push(match Quantified::new(script, whole) {
            Some(quantified) => quantified.objection(says, given, formula, formula_holds),
            None => {
                let denied = if formula_holds { whole } else { formula };
                let not = script.terms.not(denied);
                let said = if formula_holds { formula } else { whole };
                Objection::new(says, script, &[given, &[said, not]].concat())
            }
        });
    }
    objections
}
