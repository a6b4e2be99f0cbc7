//! Plain questions about an optimum: whether something is better, or at least as good.

use super::{Amount, Claim, Claims, Direction, Goals, Objective, Priority};
use crate::ask::plain::asking;
use gainsay_eval::eval::value_term;
use gainsay_lang::script::{Command, Question, Script, Term, Terms};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::theory::{connectives, orders};
use gainsay_lang::value::{Bits, Int, Rational, Value};

/// A question without its goals, and the objectives as terms.
#[derive(Clone, Debug)]
pub struct OptimumQuestions {
    script: Script,
    priority: Priority,
    goals: Vec<(Direction, Term)>,
}

impl OptimumQuestions {
    /// `None` if an objective has no term.
    pub fn new(question: &Question<'_>, goals: &Goals) -> Option<OptimumQuestions> {
        let mut script = super::without_goals(question);
        script.commands.retain(|command| command.is_declaration() || matches!(command, Command::Assert(_)));
        let mut terms = Vec::new();
        for goal in &goals.goals {
            let term = match &goal.wish {
                Objective::Term(term) => *term,
                Objective::Soft { parts, .. } => sum(&mut script.terms, parts)?,
            };
            terms.push((goal.direction, term));
        }
        Some(OptimumQuestions { script, priority: goals.priority, goals: terms })
    }

    /// The question without its goals, over an arena with the objectives' terms.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The objectives.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.goals.iter().map(|(_, term)| *term)
    }

    /// The question whether something is better than the claimed optimum. `None` if too little is claimed.
    pub fn better(&self, claims: &Claims) -> Option<Script> {
        let mut terms = self.script.terms.clone();
        let parts = self.compared(&mut terms, claims);
        let claimed = || parts.iter().flatten();
        let wanted = match self.priority {
            Priority::Lexicographic => {
                let mut equal = Vec::new();
                let mut ways = Vec::new();
                for part in parts.iter().map_while(Option::as_ref) {
                    ways.push(terms.and(&[&equal[..], &[part.better]].concat()));
                    equal.push(part.equal);
                }
                terms.or(&ways)
            }
            Priority::Box => terms.or(&claimed().map(|part| part.better).collect::<Vec<_>>()),
            Priority::Pareto => {
                let parts: Vec<&Compared> = parts.iter().map(Option::as_ref).collect::<Option<_>>()?;
                let mut all: Vec<Term> = Vec::new();
                for part in &parts {
                    all.push(terms.or(&[part.better, part.equal]));
                }
                all.push(terms.or(&parts.iter().map(|part| part.better).collect::<Vec<_>>()));
                terms.and(&all)
            }
        };
        parts.first().is_some_and(|first| first.is_some() || self.priority == Priority::Box).then_some(())?;
        Some(self.asking(terms, wanted))
    }

    /// The questions whether something is at least as good as claimed, each of which must have a model. Only
    /// for claims that are numbers, since only these can be reached.
    pub fn as_good(&self, claims: &Claims) -> Vec<Script> {
        let is_exact = |claim: &Claim| claim.exact().is_some();
        let mut terms = self.script.terms.clone();
        let parts = self.compared(&mut terms, claims);
        let mut each: Vec<Term> = Vec::new();
        for (part, _) in parts.iter().zip(claims.each()).filter(|(_, claim)| is_exact(claim)) {
            each.extend(part.as_ref().map(|part| terms.or(&[part.better, part.equal])));
        }
        match self.priority {
            // Only the first goal: it is necessary that the first one is reached.
            Priority::Lexicographic => {
                let first = claims.each().first().is_some_and(is_exact);
                each.truncate(usize::from(first));
            }
            Priority::Box => {}
            Priority::Pareto => each = vec![terms.and(&each)],
        }
        each.into_iter().map(|wanted| self.asking(terms.clone(), wanted)).collect()
    }

    /// The question whether one goal can be better than an amount.
    pub fn beyond(&self, goal: usize, amount: &Amount) -> Option<Script> {
        let mut terms = self.script.terms.clone();
        let (direction, term) = self.goals[goal];
        let compared = Compared::new(&mut terms, direction, term, amount)?;
        Some(self.asking(terms, compared.better))
    }

    /// For each goal with a claim, the formulas "better" and "equal".
    fn compared(&self, terms: &mut Terms, claims: &Claims) -> Vec<Option<Compared>> {
        let pairs = self.goals.iter().zip(claims.each());
        pairs
            .map(|(&(direction, term), claim)| Compared::new(terms, direction, term, claim.amount()?))
            .collect()
    }

    fn asking(&self, terms: Terms, wanted: Term) -> Script {
        let Script { commands, problems, .. } = self.script.clone();
        asking(Script { commands, terms, problems }, &[wanted])
    }
}

/// The comparison of a term with an amount, as formulas.
struct Compared {
    better: Term,
    equal: Term,
}

impl Compared {
    fn new(terms: &mut Terms, direction: Direction, term: Term, amount: &Amount) -> Option<Compared> {
        let more = direction == Direction::Maximise;
        let beyond = amount.infinity.sign();
        if !beyond.is_eq() {
            // Nothing is better than infinitely good, and everything is better than infinitely bad.
            let (better, equal) = (terms.bool(beyond.is_gt() != more), terms.bool(false));
            return Some(Compared { better, equal });
        }
        let Amount { number, epsilon, .. } = amount;
        // An amount infinitesimally worse than a number is surpassed by that number.
        let falls_short = if more { epsilon.is_negative() } else { *epsilon > Rational::ZERO };
        let passes = past(terms, term, number, more)?;
        let is_it = equals(terms, term, number)?;
        let better = if falls_short { terms.or(&[passes, is_it]) } else { passes };
        let equal = if epsilon.is_zero() { is_it } else { terms.bool(false) };
        Some(Compared { better, equal })
    }
}

/// The formula that a term is greater than a number (`more`), or less.
fn past(terms: &mut Terms, term: Term, number: &Rational, more: bool) -> Option<Term> {
    let sort = terms.sort(term);
    let whole = if more { number.floor() } else { number.ceil() };
    let (less, value) = match terms.sorts.kind(sort) {
        SortKind::BitVec(width) => {
            let width = *width;
            let most = Bits::ones(width).to_uint();
            let (is_below, is_above) = (whole.is_negative(), whole > most);
            if is_below || is_above {
                return Some(terms.bool(is_below == more));
            }
            (orders().less_bits, Value::Bits(Bits::from_int(width, &whole)))
        }
        _ if sort == Sort::INT => (orders().less_int, Value::Int(whole)),
        _ => (orders().less_real, Value::Real(number.clone())),
    };
    let value = value_term(terms, &value, sort)?;
    let sides = if more { [value, term] } else { [term, value] };
    terms.apply_ops(&[less], &[], None, &sides).ok()
}

fn equals(terms: &mut Terms, term: Term, number: &Rational) -> Option<Term> {
    let sort = terms.sort(term);
    let whole = || number.is_integer().then(|| number.numerator().clone());
    let value = match terms.sorts.kind(sort) {
        SortKind::BitVec(width) => {
            let fits = |whole: &Int| !whole.is_negative() && *whole <= Bits::ones(*width).to_uint();
            whole().filter(fits).map(|whole| Value::Bits(Bits::from_int(*width, &whole)))
        }
        _ if sort == Sort::INT => whole().map(Value::Int),
        _ => Some(Value::Real(number.clone())),
    };
    let Some(value) = value else { return Some(terms.bool(false)) };
    let value = value_term(terms, &value, sort)?;
    Some(terms.equal(term, value))
}

/// The sum of the weights of false parts, as a term.
fn sum(terms: &mut Terms, parts: &[(Term, Rational)]) -> Option<Term> {
    let mut total = None;
    for (part, weight) in parts {
        let nothing = value_term(terms, &Value::Real(Rational::ZERO), Sort::REAL)?;
        let weight = value_term(terms, &Value::Real(weight.clone()), Sort::REAL)?;
        let cost = terms.apply_ops(&[connectives().ite], &[], None, &[*part, nothing, weight]).ok()?;
        total = Some(match total {
            None => cost,
            Some(total) => terms.apply_ops(&[orders().add_reals], &[], None, &[total, cost]).ok()?,
        });
    }
    total
}
