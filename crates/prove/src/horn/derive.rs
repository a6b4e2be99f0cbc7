//! Derives facts from clauses one by one (forward chaining), until a contradiction or a fixpoint is reached.

use super::{Clauses, is_asked_by, witness};
use crate::refute::settle::{Settled, settle_briefly};
use crate::refute::{Bounds, Instance, Refuted, Universal, refute_instances};
use gainsay_eval::eval::{Evaluator, Limits, Model, SortDomains, Witness};
use gainsay_lang::script::{Command, DeclId, Question, Script, Term, Terms, View};
use gainsay_lang::theory::Connective;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::value::Value;

/// The result of a search.
#[derive(Debug)]
pub enum Found {
    /// The derived facts are a model.
    Sat(Box<Witness>),
    /// A contradiction follows: these instances of clauses were refuted.
    Unsat(Refuted),
}

/// Derives facts from the clauses of a question, within these limits. The result does not depend on trusting
/// the derivation: it is checked in the end.
pub fn search(question: &Question<'_>, bounds: Bounds<'_>) -> Option<Found> {
    let clauses = is_asked_by(question).then(|| Clauses::of(question)).flatten()?;
    Derivation::new(question, clauses)?.run(question, bounds)
}

/// The state of a derivation: facts, and the instances of clauses that they follow from.
struct Derivation {
    clauses: Clauses,
    /// For each clause, the predicate that it concludes; `None` if it concludes a contradiction.
    heads: Vec<Option<Term>>,
    predicates: Vec<DeclId>,
    /// For each predicate, the arguments for which it was derived.
    facts: Vec<Vec<Vec<Value>>>,
    steps: Vec<(usize, Vec<Value>)>,
    /// The number of questions left.
    left: u64,
}

/// The result of one round over all clauses.
enum Round {
    Contradiction,
    NewFacts,
    /// Fixpoint: no clause gives a new fact.
    Closed,
    Unknown,
}

impl Derivation {
    /// `None` if some clause is not Horn, or a declared symbol is no predicate.
    fn new(question: &Question<'_>, clauses: Clauses) -> Option<Derivation> {
        let predicates: Vec<DeclId> = declared(question).collect();
        let is_predicate = |&decl: &DeclId| question.terms.decl(decl).result_sort() == Sort::BOOL;
        if !predicates.iter().all(is_predicate) {
            return None;
        }
        let heads: Option<Vec<Option<Term>>> =
            clauses.iter().map(|each| head(clauses.terms(), each)).collect();
        let facts = vec![Vec::new(); predicates.len()];
        Some(Derivation { clauses, heads: heads?, predicates, facts, steps: Vec::new(), left: 0 })
    }

    fn run(mut self, question: &Question<'_>, bounds: Bounds<'_>) -> Option<Found> {
        self.left = (bounds.effort.work / WORK_OF_A_QUESTION).clamp(LEAST_QUESTIONS, MOST_QUESTIONS);
        loop {
            match self.round()? {
                Round::Contradiction => return self.refuted(question, bounds).map(Found::Unsat),
                Round::Closed => return self.satisfied(question),
                Round::Unknown => return None,
                Round::NewFacts if (bounds.effort.stop)() => return None,
                Round::NewFacts => {}
            }
        }
    }

    /// Asks for each clause whether the facts violate it. Clauses that conclude a contradiction come first.
    fn round(&mut self) -> Option<Round> {
        let mut outcome = Round::Closed;
        let mut order: Vec<usize> = (0..self.heads.len()).collect();
        order.sort_by_key(|&at| self.heads[at].is_some());
        for at in order {
            self.left = self.left.checked_sub(1)?;
            let model = self.interpretation()?;
            let rebuttal = self.clauses.rebuttal(at, &model)?;
            let found = match settle_briefly(&rebuttal.script) {
                Settled::Sat(found) => found,
                Settled::Unsat(_) => continue,
                Settled::Unknown => {
                    if matches!(outcome, Round::Closed) {
                        outcome = Round::Unknown;
                    }
                    continue;
                }
            };
            let values = rebuttal.values(&rebuttal.script.terms, &found)?;
            let fact = self.heads[at].map(|head| self.fact(at, head, &values, &model));
            self.steps.push((at, values));
            match fact {
                None => return Some(Round::Contradiction),
                Some(fact) => {
                    let (predicate, arguments) = fact?;
                    self.facts[predicate].push(arguments);
                    outcome = Round::NewFacts;
                }
            }
        }
        Some(outcome)
    }

    /// The fact that a clause concludes for these values: a predicate and its arguments.
    fn fact(&self, at: usize, head: Term, values: &[Value], model: &Model) -> Option<(usize, Vec<Value>)> {
        let mut terms = self.clauses.terms().clone();
        let decl = terms.declaration(head)?;
        let predicate = self.predicates.iter().position(|other| *other == decl)?;
        let head = self.clauses.iter().as_slice().get(at)?.with_values(&mut terms, head, values)?;
        let mut evaluator = Evaluator::new(&terms, model, LIMITS);
        let arguments: Option<Vec<Value>> =
            terms.children(head).iter().map(|&argument| evaluator.eval(argument).ok()).collect();
        Some((predicate, arguments?))
    }

    /// The interpretation in which the predicates hold exactly for the facts.
    fn interpretation(&self) -> Option<Model> {
        let mut model = Model::default();
        let terms = self.clauses.terms();
        for (&decl, facts) in self.predicates.iter().zip(&self.facts) {
            let value = holding_for(terms, decl, facts)?;
            model.set(terms, decl, value).ok()?;
        }
        Some(model)
    }

    fn refuted(&self, question: &Question<'_>, bounds: Bounds<'_>) -> Option<Refuted> {
        let clauses: Vec<&Universal> = self.clauses.iter().collect();
        let instance =
            |(at, values): &(usize, Vec<Value>)| Instance { of: clauses[*at], values: values.clone() };
        let instances: Vec<Instance<'_>> = self.steps.iter().map(instance).collect();
        refute_instances(question, &instances, bounds)
    }

    /// The facts as a witness, if they are one.
    fn satisfied(&self, question: &Question<'_>) -> Option<Found> {
        let witness = witness(question, self.interpretation()?).ok()?;
        Some(Found::Sat(Box::new(witness)))
    }
}

/// The symbols that a script declares.
fn declared(script: &Script) -> impl Iterator<Item = DeclId> {
    script.commands.iter().filter_map(|command| match command {
        Command::Declare { decl, .. } => Some(*decl),
        _ => None,
    })
}

/// A predicate that holds exactly for these arguments. Given as a table, so that no terms are needed.
fn holding_for(terms: &Terms, decl: DeclId, facts: &[Vec<Value>]) -> Option<Value> {
    let sorts = terms.decl(decl).arg_sorts()?;
    if sorts.is_empty() {
        return Some(Value::Bool(!facts.is_empty()));
    }
    let domain = SortDomains { terms, model: &Model::default() }.size_of_all(&sorts);
    let entries = facts.iter().map(|fact| (fact.clone(), Value::Bool(true))).collect();
    Value::table(u32::try_from(sorts.len()).ok()?, domain, Value::Bool(false), entries)
}

/// The conclusion of a clause, which is its only positive predicate: `Some(None)` if there is none, and
/// `None` if there are several.
fn head(terms: &Terms, clause: &Universal) -> Option<Option<Term>> {
    let mut found = None;
    let mut left = vec![(clause.matrix, true)];
    while let Some((term, is_positive)) = left.pop() {
        let term = terms.bare(term);
        let parts = terms.children(term);
        match terms.connective(term) {
            Some(Connective::Not) => left.extend(parts.iter().map(|&part| (part, !is_positive))),
            Some(Connective::And | Connective::Or) => {
                left.extend(parts.iter().map(|&part| (part, is_positive)));
            }
            Some(Connective::Implies) => {
                let (conclusion, premises) = parts.split_last()?;
                left.extend(premises.iter().map(|&part| (part, !is_positive)));
                left.push((*conclusion, is_positive));
            }
            _ => {
                let is_predicate = matches!(terms.view(term), View::Apply(..))
                    && terms.declaration(term).is_some_and(|decl| terms.decl(decl).is_free());
                if is_predicate && is_positive && found.replace(term).is_some() {
                    return None;
                }
            }
        }
    }
    Some(found)
}

/// Estimated work of one question, which converts the work limit to a number of questions.
const WORK_OF_A_QUESTION: u64 = 10_000;
const LEAST_QUESTIONS: u64 = 20;
const MOST_QUESTIONS: u64 = 150;
const LIMITS: Limits = Limits { work: 1_000_000, depth: 100_000, instances: 1 << 12, candidates: 64 };
