//! Searches for counterexamples to a claim: values under which the premises are true and the conclusion is
//! false. Only values that the evaluator computes count.

use gainsay_eval::eval::{
    Bounds, Decision, Evaluator, Limits, Model, PartialFunction, SortDomains, Witness, decide, value_text,
};
use gainsay_eval::generate::Values;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, Function, Head, Script, Term, Terms};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::{Int, Rational, Reason, Text, Value};

/// The result of a search for counterexamples.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// All values were tried without finding one; `applies` says whether the premises are satisfiable.
    Exhausted { applies: bool },
    /// Some values were tried without finding one; under `held` of them the premises were true and the
    /// conclusion was computed.
    Sampled { held: u64 },
    /// A counterexample: the premises are true and the conclusion is false.
    Refuted(Witness),
}

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Trying {
    /// All values are tried if there are at most this many assignments.
    pub assignments: u64,
    /// The number of random assignments tried otherwise.
    pub samples: u64,
}

/// Small values, which find most errors.
const SMALL_INTS: u64 = 8;
const SMALL_TEXTS: [&str; 8] = ["", "a", "b", "aa", "ab", "ba", "bb", "aba"];

/// Limits of one evaluation: claims are small, and there are many.
const LIMITS: Limits = Limits { work: 200_000, depth: 1000, instances: 1 << 10, candidates: 16 };

/// Searches for a model of a script that asserts premises and then the negated conclusion.
pub fn attempt(script: &Script, rng: &mut Rng, trying: Trying) -> Attempt {
    let bounds =
        Bounds { assignments: trying.assignments, steps: trying.assignments << 8, ..Bounds::default() };
    match decide(&script.question(), bounds) {
        Decision::Sat { witness, .. } => Attempt::Refuted(witness),
        Decision::Unsat(_) => {
            let mut premises = script.clone();
            premises.commands.pop();
            Attempt::Exhausted {
                applies: !matches!(decide(&premises.question(), bounds), Decision::Unsat(_)),
            }
        }
        Decision::TooLarge | Decision::Unknown(_) => sample(script, rng, trying.samples),
    }
}

fn sample(script: &Script, rng: &mut Rng, samples: u64) -> Attempt {
    let claims: Vec<Term> = script.assertions().collect();
    let Some((&negated, premises)) = claims.split_last() else { return Attempt::Sampled { held: 0 } };
    let mut held = 0;
    for _ in 0..samples {
        let Some(mut model) = values(script, rng) else { break };
        let mut is_false = holds(script, &model, premises, negated);
        if is_false == Err(Reason::Open) {
            // The result depends on what the standard leaves open, so choose values for that.
            close(script, &mut model, rng);
            is_false = holds(script, &model, premises, negated);
        }
        match is_false {
            Ok(Some(true)) => match Witness::check(&script.question(), model) {
                Ok(witness) => return Attempt::Refuted(witness),
                Err(_) => continue,
            },
            Ok(Some(false)) => held += 1,
            Ok(None) | Err(_) => {}
        }
    }
    Attempt::Sampled { held }
}

/// The truth of the last term; `None` if a premise is false.
fn holds(script: &Script, model: &Model, premises: &[Term], last: Term) -> Result<Option<bool>, Reason> {
    let mut evaluator = Evaluator::new(&script.terms, model, LIMITS);
    for &premise in premises {
        if !evaluator.eval_bool(premise).map_err(|unknown| unknown.reason)? {
            return Ok(None);
        }
    }
    evaluator.eval_bool(last).map(Some).map_err(|unknown| unknown.reason)
}

/// Random values for all declared symbols. Where a premise equates a symbol with a term, the symbol gets the
/// term's value half of the time, since random values would rarely satisfy the equation.
fn values(script: &Script, rng: &mut Rng) -> Option<Model> {
    let mut terms = None;
    let mut model = Model::default();
    for command in &script.commands {
        let &Command::Declare { decl, .. } = command else { continue };
        let declared = script.terms.decl(decl);
        let arguments = declared.arg_sorts()?;
        let value = if arguments.is_empty() {
            value(&script.terms, declared.result_sort(), rng)?
        } else {
            // The sort of functions may not exist in the arena yet.
            let terms: &mut Terms = terms.get_or_insert_with(|| script.terms.clone());
            let sort = terms.sorts.map(&arguments, declared.result_sort());
            Values { terms, model: &Model::default(), rng }.value(sort)?
        };
        model.set(&script.terms, decl, value).ok()?;
    }
    let equal = gainsay_lang::theory::connectives().equal;
    for claim in script.assertions().filter(|_| rng.coin()).collect::<Vec<_>>() {
        let terms = &script.terms;
        let (Some(op), &[left, right]) = (terms.op(claim), terms.children(claim)) else { continue };
        let pair = [(left, right), (right, left)].into_iter().find_map(|(symbol, term)| {
            let decl = terms.declaration(symbol).filter(|_| op == equal)?;
            terms.decl(decl).is_free().then_some((decl, term))
        });
        let Some((decl, term)) = pair else { continue };
        if let Ok(value) = Evaluator::new(terms, &model, LIMITS).eval(term) {
            // If the sort differs, the symbol keeps its value.
            let _ = model.set(terms, decl, value);
        }
    }
    Some(model)
}

fn value(terms: &Terms, sort: Sort, rng: &mut Rng) -> Option<Value> {
    let is_small = !rng.one_in(4);
    match terms.sorts.kind(sort) {
        SortKind::Int if is_small => Some(Value::Int(Int::from(rng.below(SMALL_INTS) as i64 - 2))),
        SortKind::Real if is_small => {
            let half = Rational::new(Int::from(rng.below(SMALL_INTS) as i64 - 2), Int::from(2));
            half.map(Value::Real)
        }
        SortKind::String if is_small => {
            let text = *rng.pick(&SMALL_TEXTS);
            Text::from_chars(text).map(Value::Text)
        }
        _ => Values { terms, model: &Model::default(), rng }.value(sort),
    }
}

/// Interprets partial functions where the standard leaves them open, each by one random value for all
/// arguments.
fn close(script: &Script, model: &mut Model, rng: &mut Rng) {
    let terms = &script.terms;
    let mut stack: Vec<Term> = script.assertions().collect();
    while let Some(term) = stack.pop() {
        stack.extend(terms.children(term));
        let Head::Apply(function) = terms.head(term) else { continue };
        let Function::Op(op, indices) = terms.function(function) else { continue };
        if !op.op().partial {
            continue;
        }
        let arguments = terms.children(term).iter().map(|&child| terms.sort(child)).collect();
        let function = PartialFunction::Op { op: *op, indices: indices.clone(), arguments };
        let PartialFunction::Op { arguments, .. } = &function else { continue };
        if model.partial(&function).is_some() {
            continue;
        }
        let domain = SortDomains { terms, model }.size_of_all(arguments);
        let arity = arguments.len() as u32;
        let default = value(terms, terms.sort(term), rng);
        let Some(table) = default.and_then(|default| Value::table(arity, domain, default, Vec::new())) else {
            continue;
        };
        // If the sort differs, it stays open, and an open result is no counterexample.
        let _ = model.set_partial(terms, function, terms.sort(term), table);
    }
}

/// The values in the form `x = 3, y = 0`, with a note if partial functions were interpreted.
pub fn values_text(script: &Script, model: &Model) -> String {
    let terms = &script.terms;
    let mut shown = Vec::new();
    for command in &script.commands {
        let &Command::Declare { decl, .. } = command else { continue };
        let declared = terms.decl(decl);
        let Some(value) = model.get(decl).filter(|_| declared.arity() == 0) else { continue };
        if let Some(value) = value_text(terms, value, declared.result_sort()) {
            shown.push(format!("{} = {value}", terms.symbols.name(declared.name)));
        }
    }
    let mut text = if shown.is_empty() { "any values".to_owned() } else { shown.join(", ") };
    if model.has_partial() {
        text += ", and a value where the standard leaves one open";
    }
    text
}
