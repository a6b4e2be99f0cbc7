//! Refutes a question by finitely many instances of its universally quantified assertions.

use super::{Bounds, Refuted, Verdict, prove};
use gainsay_eval::eval::value_term;
use gainsay_lang::script::rewrite::substitute;
use gainsay_lang::script::{Binder, Command, Question, Term, Terms, View};
use gainsay_lang::theory::Connective;
use gainsay_lang::value::Value;

/// A universally quantified assertion: its outermost variables and what it states about them.
#[derive(Clone, Debug)]
pub struct Universal {
    /// The assertion as it stands.
    pub assertion: Term,
    pub variables: Vec<Term>,
    pub matrix: Term,
}

/// An instance of an assertion for these values.
#[derive(Clone, Debug)]
pub struct Instance<'a> {
    pub of: &'a Universal,
    /// In the order of the variables.
    pub values: Vec<Value>,
}

impl Universal {
    /// Strips the outermost quantifiers that are universal: `forall`, and `exists` below a negation. There
    /// may be none.
    pub fn of(terms: &mut Terms, assertion: Term) -> Universal {
        let (mut variables, mut matrix, mut is_denied) = (Vec::new(), terms.bare(assertion), false);
        loop {
            let next = match terms.view(matrix) {
                View::Bind(Binder::Forall, bound, body) if !is_denied => {
                    variables.extend_from_slice(bound);
                    body
                }
                View::Bind(Binder::Exists, bound, body) if is_denied => {
                    variables.extend_from_slice(bound);
                    body
                }
                View::Apply(_, &[inner]) if terms.connective(matrix) == Some(Connective::Not) => {
                    is_denied = !is_denied;
                    inner
                }
                _ => break,
            };
            matrix = terms.bare(next);
        }
        let matrix = if is_denied { terms.not(matrix) } else { matrix };
        Universal { assertion, variables, matrix }
    }

    /// The instance for these values. `None` if a value has no term.
    pub fn instance(&self, terms: &mut Terms, values: &[Value]) -> Option<Term> {
        self.with_values(terms, self.matrix, values)
    }

    /// Substitutes values for the variables in a term.
    pub fn with_values(&self, terms: &mut Terms, term: Term, values: &[Value]) -> Option<Term> {
        let mut map = Vec::new();
        for (&variable, value) in self.variables.iter().zip(values) {
            map.push((variable, value_term(terms, value, terms.sort(variable))?));
        }
        (values.len() == self.variables.len()).then(|| substitute(terms, term, &map))
    }
}

/// Refutes a question by instances of its assertions, which are logical consequences of it.
pub fn refute_instances(
    question: &Question<'_>,
    instances: &[Instance<'_>],
    bounds: Bounds<'_>,
) -> Option<Refuted> {
    let mut script = question.clone().into_script();
    let asserted: Vec<Term> = question.assertions().collect();
    script.commands.retain(Command::is_declaration);
    for Instance { of, values } in instances {
        // Computed again here from the question's own assertion, so that nothing else is trusted.
        let own = asserted.iter().find(|&&assertion| assertion == of.assertion)?;
        let universal = Universal::of(&mut script.terms, *own);
        let instance = universal.instance(&mut script.terms, values)?;
        script.commands.push(Command::Assert(instance));
    }
    script.commands.push(Command::CheckSat);
    match prove(&script.question(), bounds) {
        Verdict::Unsat(certificate) => {
            Some(Refuted { claims: question.claims(), checked: certificate.refuted.checked })
        }
        Verdict::Sat(_) | Verdict::Undecided(_) | Verdict::Alarm(_) => None,
    }
}
