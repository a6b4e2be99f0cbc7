//! What a claim comes to: a function of the question, the reply, and models that others have exhibited.

use super::{Amount, Claims, Direction, Goals, Priority, Rivals};
use crate::eval::{
    Bounds, Decision, Evaluator, Limits, Model, SortDomains, Witness, decide, model_text, read_model_with,
};
use crate::refute::{self, Effort, prove};
use crate::script::{Question, ReadOptions, Script, Terms};
use crate::value::{Int, Rational};

/// A model that somebody has.
#[derive(Clone, Copy, Debug)]
pub struct Exhibit<'a> {
    /// Whose it is, in words.
    pub by: &'a str,
    pub model: Shown<'a>,
}

/// A model as a text, or as what it says.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'a> {
    Text(&'a str, ReadOptions),
    Model(&'a Model),
}

/// What a claim comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is reached, and nothing is better: why.
    Proved(String),
    /// Nothing speaks against it, and nothing proves it: why not.
    Open(String),
    /// The solver's own model has other values than it claims: which.
    Unreached { why: String, details: Vec<String> },
    /// Something is better, or nothing is as good.
    Wrong { why: String, details: Vec<String> },
    /// Two of our own reasons contradict each other: how.
    Contradiction(String),
}

/// Judges a reply. `None` if it claims nothing that is understood.
pub fn examine(
    question: &Question<'_>,
    reply: &str,
    own: Option<Exhibit<'_>>,
    others: &[Exhibit<'_>],
) -> Option<Verdict> {
    let goals = Goals::of(question).filter(|_| question.is_understood())?;
    let claims = Claims::read(reply, &goals)?;
    let rivals = Rivals::new(question, &goals)?;
    let better = rivals.better(&claims)?;
    let case = Case { question, goals, claims, rivals };
    Some(case.examine(&better, own, others))
}

struct Case<'a> {
    question: &'a Question<'a>,
    goals: Goals,
    claims: Claims,
    rivals: Rivals,
}

/// A model of the question without its goals, and the value of each goal under it.
struct Point {
    terms: Terms,
    model: Model,
    values: Vec<Option<Amount>>,
}

impl Case<'_> {
    fn examine(&self, better: &Script, own: Option<Exhibit<'_>>, others: &[Exhibit<'_>]) -> Verdict {
        let point = own.and_then(|own| self.point(own));
        if let Some(unreached) = point.as_ref().and_then(|point| self.unreached(point)) {
            return unreached;
        }
        for exhibit in own.iter().chain(others) {
            if let Some((terms, model)) = accepted(better, *exhibit) {
                return self.beaten(better, exhibit.by, &terms, &model);
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

    /// The values of the goals under a model that satisfies the question.
    fn point(&self, exhibit: Exhibit<'_>) -> Option<Point> {
        let (terms, model) = accepted(self.rivals.script(), exhibit)?;
        let mut evaluator = Evaluator::new(&terms, &model, LIMITS);
        let value = |term| evaluator.eval(term).ok().and_then(|value| Amount::of(&value));
        let values = self.rivals.terms().map(value).collect();
        Some(Point { terms, model, values })
    }

    /// Whether the model that comes with the claims is meant to have the values that are claimed. In a box each value has a
    /// model of its own; what is no number is reached by none, and then z3 gives any model.
    fn is_one_point(&self) -> bool {
        self.goals.priority != Priority::Box && self.claims.all_exact().is_some()
    }

    fn reaches(&self, point: &Point) -> bool {
        let pairs = self.claims.each().iter().zip(&point.values);
        self.is_one_point() && pairs.into_iter().all(|(claim, value)| claim.amount() == value.as_ref())
    }

    /// That the solver's own model has another value than it claims.
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
        Some(Verdict::Unreached { why, details: lines(&point.terms, &point.model) })
    }

    fn name(&self, at: usize) -> String {
        self.goals.name(self.question, at)
    }

    /// That a model is better; unless we have a proof that none is.
    fn beaten(&self, better: &Script, by: &str, terms: &Terms, model: &Model) -> Verdict {
        match settle(better) {
            Settled::Unsat(why) => Verdict::Contradiction(format!(
                "{by} is better than the claimed optimum, but nothing is: {why}"
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
        let exhibit = Exhibit { by, model: Shown::Model(model) };
        let values = self.point(exhibit).map(|point| point.values).unwrap_or_default();
        let better = |(at, value): (usize, &Option<Amount>)| {
            let (claim, value) = (self.claims.each()[at].amount()?, value.as_ref()?);
            self.is_better(at, value, claim)
                .then(|| format!("{} is not {claim}: {value} is possible", self.name(at)))
        };
        let found = values.iter().enumerate().find_map(better);
        let found = found.unwrap_or_else(|| "something is better than what it claims".to_owned());
        let why = format!("{found}, by the model of {by}, which satisfies every assertion by our evaluator");
        Verdict::Wrong { why, details: lines(terms, model) }
    }

    /// That nothing is as good as what is claimed, if that is proved.
    fn too_good(&self, own: Option<&Point>, others: &[Exhibit<'_>]) -> Option<Verdict> {
        for as_good in self.rivals.as_good(&self.claims) {
            if let Settled::Unsat(why) = settle(&as_good) {
                let why = format!("nothing is as good as what it claims: {why}");
                return Some(Verdict::Wrong { why, details: Vec::new() });
            }
        }
        let others: Vec<Point> = others.iter().filter_map(|exhibit| self.point(*exhibit)).collect();
        let count = if self.goals.priority == Priority::Box { self.goals.goals.len() } else { 1 };
        (0..count).find_map(|at| self.beyond_reach(at, own.into_iter().chain(&others)))
    }

    /// That a goal is not infinitely good, and comes close to no more than what is known to be possible, or to a bound far off.
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
                return Some(Verdict::Wrong { why, details: Vec::new() });
            }
        }
        None
    }
}

/// Further than the bounds in most scripts, and so a bound of its own for what is claimed to have none.
const FAR: i64 = 1_000_000_000;

/// A model that satisfies a question, and the terms with those that it needs.
fn accepted(script: &Script, exhibit: Exhibit<'_>) -> Option<(Terms, Model)> {
    let mut script = script.clone();
    let model = match exhibit.model {
        Shown::Text(text, reading) => read_model_with(&mut script, text, reading).ok()?.model,
        Shown::Model(model) => model.clone(),
    };
    let witness = Witness::check_within(&script.question(), model, LIMITS).ok()?;
    Some((script.terms, witness.into_model()))
}

/// A model, a line for each symbol; constants whose value is any are given the one that they were evaluated with.
fn lines(terms: &Terms, model: &Model) -> Vec<String> {
    let mut full = model.clone();
    for (decl, declared) in terms.decls().filter(|_| model.complete_with_defaults) {
        let is_open = declared.is_free() && declared.arg_sorts().is_some_and(|sorts| sorts.is_empty());
        if is_open && model.get(decl).is_none() {
            let value = SortDomains { terms, model }.default(declared.result_sort());
            // What does not fit its sort is not shown.
            value.map(|value| full.set(terms, decl, value));
        }
    }
    model_text(terms, &full).lines().take(MOST_LINES).map(str::to_owned).collect()
}

const MOST_LINES: usize = 20;

/// What is known of a plain question, by ourselves.
enum Settled {
    Sat(Model),
    Unsat(String),
    Unknown,
}

/// Tries everything where that is little, and proves where bits are all that matters.
fn settle(script: &Script) -> Settled {
    let question = script.question();
    match decide(&question, TRIED) {
        Decision::Sat { witness, .. } => return Settled::Sat(witness.into_model()),
        Decision::Unsat(exhausted) => return Settled::Unsat(exhausted.to_string()),
        Decision::TooLarge | Decision::Unknown(_) => {}
    }
    let effort = Effort { work: 2_000_000, stop: &|| false };
    match prove(&question, refute::Bounds { clauses: 50_000, effort }) {
        refute::Verdict::Sat(witness) => Settled::Sat(witness.into_model()),
        refute::Verdict::Unsat(certificate) => Settled::Unsat(certificate.refuted.to_string()),
        refute::Verdict::Undecided(_) | refute::Verdict::Alarm(_) => Settled::Unknown,
    }
}

/// There are many claims, and not to know is no harm.
const TRIED: Bounds = Bounds {
    assignments: 1 << 16,
    instances: 1 << 16,
    domain: 1 << 12,
    universe: 2,
    work: 100_000,
    steps: 1 << 24,
};
const LIMITS: Limits = Limits { work: 4_000_000, depth: 100_000, instances: 1 << 16, candidates: 64 };
