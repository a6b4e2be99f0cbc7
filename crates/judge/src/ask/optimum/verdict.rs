//! Judges a claimed optimum, by the question, the reply, and candidate models.

use super::{Amount, Claims, Direction, Goals, OptimumQuestions, Priority};
use crate::ask::candidate_model::{LIMITS, lines};
use crate::ask::{CandidateModel, Candidates, Verdict};
use crate::kinds::FindingKind;
use gainsay_eval::eval::{Evaluator, Model};
use gainsay_lang::script::{Question, Script, Terms};
use gainsay_lang::value::{Int, Rational};
use gainsay_prove::refute::settle::{Settled, settle};

/// Judges a reply. `None` if nothing in it is understood.
pub fn examine(question: &Question<'_>, reply: &str, by: Candidates<'_>) -> Option<Verdict> {
    let Candidates { own, others } = by;
    let goals = Goals::of(question).filter(|_| question.is_understood())?;
    let claims = Claims::read(reply, &goals)?;
    let rivals = OptimumQuestions::new(question, &goals)?;
    let better = rivals.better(&claims)?;
    let case = Case { question, goals, claims, rivals };
    Some(case.examine(&better, own, others))
}

/// The question whether something is better than the claimed optimum. `None` if nothing in the reply is
/// understood.
pub fn better(question: &Question<'_>, reply: &str) -> Option<Script> {
    let goals = Goals::of(question).filter(|_| question.is_understood())?;
    OptimumQuestions::new(question, &goals)?.better(&Claims::read(reply, &goals)?)
}

struct Case<'a> {
    question: &'a Question<'a>,
    goals: Goals,
    claims: Claims,
    rivals: OptimumQuestions,
}

/// A model of the question without its goals, and the values of the goals under it.
struct Point {
    terms: Terms,
    model: Model,
    values: Vec<Option<Amount>>,
}

impl Case<'_> {
    fn examine(
        &self,
        better: &Script,
        own: Option<CandidateModel<'_>>,
        others: &[CandidateModel<'_>],
    ) -> Verdict {
        let point = own.and_then(|own| self.point(own));
        if let Some(unreached) = point.as_ref().and_then(|point| self.unreached(point)) {
            return unreached;
        }
        for candidate in own.iter().chain(others) {
            if let Some((terms, model)) = candidate.accepted(better) {
                return self.beaten(better, candidate.by, &terms, &model);
            }
        }
        let nothing_better = match settle(better) {
            Settled::Sat(model) => return self.wrong_by("our own search", &better.terms, &model),
            Settled::Unsat(why) => Some(why),
            Settled::Unknown => None,
        };
        let is_reached = point.as_ref().is_some_and(|point| self.reaches(point));
        if !is_reached && let Some(wrong) = self.too_good(point.as_ref(), others) {
            return wrong;
        }
        match nothing_better {
            Some(why) if is_reached => {
                Verdict::Proved(format!("its model reaches it, and nothing is better: {why}"))
            }
            Some(why) => Verdict::Open(format!(
                "nothing is better ({why}), but its model does not show that it is reached"
            )),
            None if is_reached => {
                Verdict::Open("its model reaches it, and nothing better is known".to_owned())
            }
            None => Verdict::Open("nothing better is known".to_owned()),
        }
    }

    /// The values of the goals under a model, if it satisfies the question.
    fn point(&self, candidate: CandidateModel<'_>) -> Option<Point> {
        let (terms, model) = candidate.accepted(self.rivals.script())?;
        let values = self.values(&terms, &model);
        Some(Point { terms, model, values })
    }

    /// The values of the goals under a model of this arena.
    fn values(&self, terms: &Terms, model: &Model) -> Vec<Option<Amount>> {
        let mut evaluator = Evaluator::new(terms, model, LIMITS);
        let value = |term| evaluator.eval(term).ok().and_then(|value| Amount::of(&value));
        self.rivals.terms().map(value).collect()
    }

    /// Whether the solver's model should have all the claimed values. Not with `box`, where each goal has its
    /// own model, nor with claims that are no numbers, where z3 gives any model.
    fn is_one_point(&self) -> bool {
        self.goals.priority != Priority::Box && self.claims.all_exact().is_some()
    }

    fn reaches(&self, point: &Point) -> bool {
        let pairs = self.claims.each().iter().zip(&point.values);
        self.is_one_point() && pairs.into_iter().all(|(claim, value)| claim.amount() == value.as_ref())
    }

    /// The verdict that the solver's own model has another value than claimed.
    fn unreached(&self, point: &Point) -> Option<Verdict> {
        let claimed = self.claims.all_exact().filter(|_| self.is_one_point())?;
        let pairs = claimed.into_iter().zip(&point.values).enumerate();
        let other = |(at, (claim, value)): (usize, (&Amount, &Option<Amount>))| {
            let value = value.as_ref().filter(|value| *value != claim)?;
            Some((at, claim.clone(), value.clone()))
        };
        let (at, claim, value) = pairs.filter_map(other).next()?;
        let name = self.name(at);
        let why = format!("it says that {name} is {claim}, but under its own model the value is {value}");
        Some(Verdict::Wrong {
            kind: FindingKind::UnreachedOptimum,
            why,
            details: lines(&point.terms, &point.model),
        })
    }

    fn name(&self, at: usize) -> String {
        self.goals.name(self.question, at)
    }

    /// The verdict that a model is better; an alarm if it is proved that none is.
    fn beaten(&self, better: &Script, by: &str, terms: &Terms, model: &Model) -> Verdict {
        match settle(better) {
            Settled::Unsat(why) => Verdict::Contradiction(format!(
                "the model of {by} is better than the claimed optimum, but it is proved that none is: {why}"
            )),
            Settled::Sat(_) | Settled::Unknown => self.wrong_by(by, terms, model),
        }
    }

    fn is_better(&self, goal: usize, value: &Amount, than: &Amount) -> bool {
        match self.goals.goals[goal].direction {
            Direction::Maximise => value > than,
            Direction::Minimise => value < than,
        }
    }

    fn wrong_by(&self, by: &str, terms: &Terms, model: &Model) -> Verdict {
        let values = self.values(terms, model);
        let better = |(at, value): (usize, &Option<Amount>)| {
            let (claim, value) = (self.claims.each()[at].amount()?, value.as_ref()?);
            self.is_better(at, value, claim)
                .then(|| format!("{} is not {claim}: {value} is possible", self.name(at)))
        };
        let found = values.iter().enumerate().find_map(better);
        let found = found.unwrap_or_else(|| "a better value than the claimed one is possible".to_owned());
        let why = format!("{found}, by the model of {by}, which satisfies every assertion by our evaluator");
        Verdict::Wrong { kind: FindingKind::WrongOptimum, why, details: lines(terms, model) }
    }

    /// The verdict that nothing is as good as claimed, if that is proved.
    fn too_good(&self, own: Option<&Point>, others: &[CandidateModel<'_>]) -> Option<Verdict> {
        for as_good in self.rivals.as_good(&self.claims) {
            if let Settled::Unsat(why) = settle(&as_good) {
                let why = format!("the optimum that it claims cannot be reached: {why}");
                return Some(Verdict::Wrong { kind: FindingKind::WrongOptimum, why, details: Vec::new() });
            }
        }
        let others: Vec<Point> = others.iter().filter_map(|candidate| self.point(*candidate)).collect();
        let count = if self.goals.priority == Priority::Box { self.goals.goals.len() } else { 1 };
        (0..count).find_map(|at| self.beyond_reach(at, own.into_iter().chain(&others)))
    }

    /// Refutes an amount that is no number: a proof that nothing is better than the best known value, or than
    /// a far bound.
    fn beyond_reach<'p>(&self, at: usize, points: impl Iterator<Item = &'p Point>) -> Option<Verdict> {
        let claim = self.claims.each()[at].amount().filter(|claim| claim.as_number().is_none())?;
        let values = points.filter_map(|point| point.values[at].as_ref());
        let known = values.reduce(|best, value| if self.is_better(at, value, best) { value } else { best });
        let far = match self.goals.goals[at].direction {
            Direction::Maximise => FAR,
            Direction::Minimise => -FAR,
        };
        let far = Amount::exactly(Rational::from(Int::from(far)));
        let bounds = known.into_iter().chain([&far]).filter(|bound| self.is_better(at, claim, bound));
        for bound in bounds {
            if let Settled::Unsat(why) = settle(&self.rivals.beyond(at, bound)?) {
                let why = format!("{} is not {claim}: nothing is better than {bound} ({why})", self.name(at));
                return Some(Verdict::Wrong { kind: FindingKind::WrongOptimum, why, details: Vec::new() });
            }
        }
        None
    }
}

/// A bound beyond those in most scripts, used against claims that a goal is unbounded.
const FAR: i64 = 1_000_000_000;
