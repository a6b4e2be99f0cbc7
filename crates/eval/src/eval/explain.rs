//! Explains the value of a formula by the smallest sub-formulas that cause it.

use super::{Evaluator, Unknown, value_text};
use gainsay_lang::hash::HashSet;
use gainsay_lang::quote::one_line;
use gainsay_lang::script::{Printer, Term, Terms, View};
use gainsay_lang::sexp::elided;
use gainsay_lang::theory::Connective;
use gainsay_lang::value::Value;

/// A sub-formula that makes a formula false, true or unknown, and the values of its arguments.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The sub-formula.
    pub term: Term,
    /// Its value, which causes the value of the whole formula.
    pub value: Result<Value, Unknown>,
    /// Its arguments and their values.
    pub arguments: Vec<(Term, Result<Value, Unknown>)>,
}

impl Explanation {
    /// `(< x y) is false: x = 3, y = 2`, on one line whatever the symbols are. Long terms and values are elided.
    pub fn to_text(&self, terms: &Terms) -> String {
        let mut printer = Printer::default();
        let mut shown = |term: Term| elided(&printer.term(terms, term), LONGEST).into_owned();
        let value = |term: Term, value: &Result<Value, Unknown>| match value {
            Ok(value) => match value_text(terms, value, terms.sort(term)) {
                Some(text) => elided(&text, LONGEST).into_owned(),
                None => "some value".to_owned(),
            },
            Err(unknown) => format!("unknown ({unknown})"),
        };
        let mut arguments: Vec<String> = self
            .arguments
            .iter()
            .filter(|(term, _)| !matches!(terms.view(*term), View::Literal(_)))
            .map(|(term, of)| format!("{} = {}", shown(*term), value(*term, of)))
            .collect();
        let more = arguments.len().saturating_sub(MOST_ARGUMENTS);
        if more > 0 {
            arguments.truncate(MOST_ARGUMENTS);
            arguments.push(format!("and {more} more"));
        }
        let separator = if arguments.is_empty() { "" } else { ": " };
        let whole = shown(self.term);
        let text = format!("{whole} is {}{separator}{}", value(self.term, &self.value), arguments.join(", "));
        one_line(&text).into_owned()
    }
}

/// Limits on the printed length of a term and on the printed arguments.
const LONGEST: usize = 200;
const MOST_ARGUMENTS: usize = 8;

/// The smallest sub-formulas that explain the value of a formula, at most `limit` of them.
pub fn explain(evaluator: &mut Evaluator<'_>, root: Term, limit: usize) -> Vec<Explanation> {
    let mut found = Vec::new();
    let mut seen: HashSet<Term> = HashSet::default();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if found.len() >= limit {
            break;
        }
        let term = evaluator.terms.bare(term);
        if !seen.insert(term) {
            continue;
        }
        let value = evaluator.eval(term);
        let causes = causes(evaluator, term, &value);
        if causes.is_empty() {
            let arguments = match evaluator.terms.view(term) {
                View::Apply(_, arguments) => arguments.to_vec(),
                View::Match(scrutinee, _) => vec![scrutinee],
                _ => Vec::new(),
            };
            let arguments =
                arguments.into_iter().map(|argument| (argument, evaluator.eval(argument))).collect();
            found.push(Explanation { term, value, arguments });
        } else {
            stack.extend(causes.into_iter().rev());
        }
    }
    found
}

/// The arguments that cause the value of a connective; none for other terms.
fn causes(evaluator: &mut Evaluator<'_>, term: Term, value: &Result<Value, Unknown>) -> Vec<Term> {
    let Some(connective) = evaluator.terms.connective(term) else { return Vec::new() };
    let arguments = evaluator.terms.children(term).to_vec();
    let truth = value.as_ref().ok().and_then(Value::as_bool);
    let mut with = |wanted: Option<bool>| -> Vec<Term> {
        let mut chosen = Vec::new();
        for &argument in &arguments {
            if evaluator.eval_bool(argument).ok() == wanted {
                chosen.push(argument);
            }
        }
        chosen
    };
    match (connective, truth) {
        (Connective::Not, _) => arguments,
        // The arguments that decide the result, or all of them.
        (Connective::And, Some(false)) => with(Some(false)),
        (Connective::Or, Some(true)) => with(Some(true)).into_iter().take(1).collect(),
        (Connective::And | Connective::Or | Connective::Implies, None) => with(None),
        (Connective::And | Connective::Or, _) => arguments,
        (Connective::Implies, Some(false)) => arguments,
        (Connective::Ite, _) => match evaluator.eval_bool(arguments[0]) {
            Ok(condition) => vec![arguments[0], arguments[if condition { 1 } else { 2 }]],
            Err(_) => vec![arguments[0]],
        },
        _ => Vec::new(),
    }
}
