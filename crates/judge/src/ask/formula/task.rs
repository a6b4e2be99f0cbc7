//! The formulas that a command such as `get-interpolant` is about.

use super::{FormulaKind, request};
use gainsay_lang::script::{Command, Question, Script, Term};
use std::collections::BTreeSet;

/// The formulas that a command is about.
#[derive(Clone, Debug)]
pub struct FormulaTask {
    /// The assertions that must imply an interpolant, or be consistent with an abduct.
    pub given: Vec<Term>,
    /// The conjecture, the formula to eliminate quantifiers from, or the term to simplify; for a partition,
    /// the assertions to be contradicted.
    pub about: Vec<Term>,
}

impl FormulaTask {
    /// `None` if the listed assertions cannot be identified.
    pub fn of(sought: FormulaKind, question: &Question<'_>) -> Option<FormulaTask> {
        let asserted: Vec<Term> = question.assertions().collect();
        let Command::GetFormula { terms, .. } = request(question)? else { return None };
        Some(match sought {
            FormulaKind::Interpolant
            | FormulaKind::Abduct
            | FormulaKind::Elimination
            | FormulaKind::Disjunct => FormulaTask { given: asserted, about: terms.to_vec() },
            FormulaKind::Partition => {
                let listed = terms.iter().map(|&term| place(question, &asserted, term));
                let listed: BTreeSet<usize> = listed.collect::<Option<_>>()?;
                let part = |is_listed: bool| {
                    let places = (0..asserted.len()).filter(|at| listed.contains(at) == is_listed);
                    places.map(|at| asserted[at]).collect()
                };
                FormulaTask { given: part(true), about: part(false) }
            }
            FormulaKind::Simplification => FormulaTask { given: Vec::new(), about: terms.to_vec() },
            FormulaKind::Tactic => FormulaTask { given: Vec::new(), about: asserted },
        })
    }
}

/// The index of the listed assertion: the one with this name, or the only one that equals this term.
fn place(script: &Script, asserted: &[Term], listed: Term) -> Option<usize> {
    let terms = &script.terms;
    let name = terms.declaration(listed).map(|decl| terms.symbols.name(terms.decl(decl).name));
    let named = asserted.iter().position(|&term| name.is_some() && terms.name_of(term) == name);
    let is_it = |&at: &usize| terms.bare(asserted[at]) == terms.bare(listed);
    let mut same = (0..asserted.len()).filter(is_it);
    named.or_else(|| same.next().filter(|_| same.next().is_none()))
}
