//! Skeletal approximation (Yao, Huang, Tang, Shi, Wu, Zhang: "Skeletal approximation enumeration for SMT solver
//! testing", ESEC/FSE 2021): satisfiable seeds are weakened and unsatisfiable ones strengthened, so that the
//! answer stays.
//!
//! Some places of the Boolean skeleton are replaced, in the assertions as they are or in their clauses. A formula
//! of positive polarity is changed in the direction of the whole, one of negative polarity in the opposite
//! direction, and one of both polarities is left alone. `mutations.rs` makes the replacements.

mod mutations;
mod snippets;

use super::{Inputs, Seed, Skip, Steps, Strategy, witness};
use gainsay_eval::eval::{Evaluator, Limits, Model, Scratch};
use gainsay_lang::answer::Status;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::cnf::{Definitions, clauses};
use gainsay_lang::script::occurrences::{Place, replace_places};
use gainsay_lang::script::skeleton::{Polarity, Shape, Skeleton};
use gainsay_lang::script::{Binder, Command, Script, Term, Terms, View};
use gainsay_lang::value::Value;
use gainsay_prove::evidence::{Derivation, Evidence, Lineage, Test};
use gainsay_prove::rules::{Direction, Inference, built_in};
use mutations::Mutator;
use smallvec::SmallVec;

/// The strategy, or one half of it alone, to measure what each half contributes.
pub struct Approximate {
    name: &'static str,
    about: &'static str,
    means: Means,
}

/// Which mutations a strategy uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Means {
    All,
    /// Replaces predicates by rules (the paper's PST).
    Predicates,
    /// Joins new formulas to existing ones (the paper's LPI).
    Snippets,
}

pub const APPROXIMATE: Approximate = Approximate {
    name: "approximate",
    about: "weakens satisfiable seeds and strengthens unsatisfiable ones, literal by literal",
    means: Means::All,
};

pub const PREDICATES: Approximate = Approximate {
    name: "pst",
    about: "the half of `approximate` that transforms predicates by rules, for comparison",
    means: Means::Predicates,
};

pub const SNIPPETS: Approximate = Approximate {
    name: "lpi",
    about: "the half of `approximate` that joins new formulas to those of the seed, for comparison",
    means: Means::Snippets,
};

/// Larger tests are skipped: they take too long to make, to check and to solve.
const MAX_TERMS: usize = 50_000;

/// The evaluator's work limit for checking the witness on the finished test.
const WITNESS_WORK: u64 = 1_000_000;

/// The most places that are changed in one round.
const MAX_PLACES: u64 = 5;

impl Strategy for Approximate {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn is_default(&self) -> bool {
        self.means == Means::All
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        let seed = &*seeds.main;
        let direction = match seed.evidence.answer() {
            Status::Sat => Direction::Weaken,
            Status::Unsat => Direction::Strengthen,
            Status::Unknown => return Err(seed.without_answer()),
        };
        if !seed.script.is_understood() {
            return Err(Skip::NothingApplies);
        }
        let mut approximation = Approximation::new(seed)?;
        let mut mutator = Mutator::new(seeds, &approximation.script.terms, &approximation.roots, self.means);
        let in_clauses = rng.one_in(3) && approximation.split(rng);
        if approximation.script.terms.len() > MAX_TERMS {
            return Err(Skip::TooLarge);
        }
        let clauses_stand = !in_clauses || steps.infer(&built_in::CLAUSES, "all assertions");
        let rounds = if rng.one_in(4) { rng.between(2, 3) } else { 1 };
        let mut changes: Vec<Change> = Vec::new();
        let mut roots = approximation.roots.clone();
        for round in 0..rounds {
            let drawn = draw(&mut approximation.script.terms, &roots, direction, &mut mutator, rng, round);
            replace_places(&mut approximation.script.terms, &mut roots, &places(drawn.iter()));
            changes.extend(drawn);
        }
        if changes.is_empty() {
            return Err(Skip::NothingApplies);
        }
        if clauses_stand {
            approximation.change(&changes, rounds, in_clauses, steps);
        } else {
            changes.iter().for_each(|_| steps.pass());
            approximation = Approximation::new(seed)?;
        }
        approximation.finish(self.name, seed, steps)
    }
}

/// A copy of a seed that is being changed. Its assertions come after all declarations, so each may use every
/// symbol.
struct Approximation {
    script: Script,
    /// The assertions.
    roots: Vec<Term>,
    /// The seed's witness, if it has one.
    model: Option<Model>,
}

/// A replacement of the term at one place.
struct Change {
    round: u64,
    place: Place,
    /// The variables that are bound at the place.
    scope: SmallVec<[Term; 4]>,
    new: Term,
    by: Inference,
}

impl Approximation {
    fn new(seed: &Seed) -> Result<Approximation, Skip> {
        if seed.script.terms.len() > MAX_TERMS {
            return Err(Skip::TooLarge);
        }
        let mut script = seed.script.clone();
        // A named term is shared, and its uses may differ in polarity, so each use becomes a copy.
        script.expand_names();
        let roots = script.assertions().collect();
        script.commands.retain(|command| !matches!(command, Command::Assert(_)));
        let model = match &seed.evidence {
            Evidence::Witness(witness) => {
                let mut model = witness.model().clone();
                // Symbols that no assertion mentions may have any value.
                model.complete_with_defaults = true;
                Some(model)
            }
            _ => None,
        };
        Ok(Approximation { script, roots, model })
    }

    /// Turns the assertions into clauses. If the witness gives no value to one of the new constants, changes
    /// nothing and returns false.
    fn split(&mut self, rng: &mut Rng) -> bool {
        let definitions = if rng.coin() { Definitions::BothWays } else { Definitions::ByPolarity };
        let mark = self.script.terms.mark();
        let cnf = clauses(&mut self.script.terms, &self.roots, definitions);
        if let Some(model) = &self.model {
            let Some(model) = with_definitions(&self.script.terms, &cnf.definitions, model.clone()) else {
                self.script.terms.rollback(mark);
                return false;
            };
            self.model = Some(model);
        }
        for &(constant, _) in &cnf.definitions {
            let decl = self.script.terms.declaration(constant);
            self.script.commands.extend(decl.map(|decl| Command::Declare { decl, constant: true }));
        }
        self.roots = cnf.clauses.iter().map(|clause| self.script.terms.clause(clause)).collect();
        true
    }

    /// Applies the changes. A change of a later round is left out if it overlaps a place whose change was left
    /// out.
    fn change(&mut self, changes: &[Change], rounds: u64, in_clauses: bool, steps: &mut Steps) {
        let mut left_out: Vec<&Place> = Vec::new();
        for round in 0..rounds {
            let mut done: Vec<&Change> = Vec::new();
            for change in changes.iter().filter(|change| change.round == round) {
                let builds_on = |earlier: &&Place| earlier.overlaps(&change.place);
                let stands = !left_out.iter().any(builds_on)
                    && change.place.variables(&self.script.terms, &self.roots) == change.scope;
                let word = if in_clauses { "clause" } else { "assertion" };
                if !stands {
                    steps.pass();
                } else if steps.infer(&change.by, describe(word, change)) {
                    done.push(change);
                    continue;
                }
                left_out.push(&change.place);
            }
            replace_places(&mut self.script.terms, &mut self.roots, &places(done));
        }
    }

    fn finish(mut self, strategy: &str, seed: &Seed, steps: &Steps) -> Result<Test, Skip> {
        if self.script.terms.len() > MAX_TERMS {
            return Err(Skip::TooLarge);
        }
        self.script.commands.extend(self.roots.iter().map(|&root| Command::Assert(root)));
        self.script.fit_logic();
        let inferences = steps.inferences().to_vec();
        let evidence = match self.model {
            Some(model) => witness(&self.script, model, WITNESS_WORK)?,
            None => Evidence::Derived(Derivation::new(
                seed.evidence.answer(),
                vec![seed.origin.clone()],
                inferences,
            )),
        };
        let lineage = Lineage {
            strategy: strategy.to_owned(),
            seeds: vec![seed.origin.clone()],
            steps: steps.taken().to_vec(),
        };
        Ok(Test::new(self.script, evidence, lineage))
    }
}

/// Extends the model to the constants that stand for subformulas in the clauses; `None` if the value of a
/// subformula is unknown. Each formula may use the constants before it.
fn with_definitions(terms: &Terms, definitions: &[(Term, Term)], mut model: Model) -> Option<Model> {
    let mut scratch = Scratch::default();
    for &(constant, formula) in definitions {
        let mut evaluator = Evaluator::with(scratch, terms, &model, Limits::default());
        let value = evaluator.eval_bool(formula);
        scratch = evaluator.into_scratch();
        model.set(terms, terms.declaration(constant)?, Value::Bool(value.ok()?)).ok()?;
    }
    Some(model)
}

/// Draws places that do not overlap, and a replacement for each.
fn draw(
    terms: &mut Terms,
    roots: &[Term],
    direction: Direction,
    mutator: &mut Mutator<'_>,
    rng: &mut Rng,
    round: u64,
) -> Vec<Change> {
    let mut skeleton = Skeleton::of(terms, roots);
    let mut count = |with_connectives: bool| {
        skeleton.choose(terms, |term| is_replaceable(terms, term, with_connectives));
        [Polarity::Positive, Polarity::Negative].map(|wanted| skeleton.count(wanted))
    };
    let [mut positive, mut negative] = count(rng.one_in(3));
    if positive == 0 && negative == 0 {
        [positive, negative] = count(true);
    }
    let all = positive.saturating_add(negative);
    let mut drawn: Vec<Change> = Vec::new();
    if all == 0 {
        return drawn;
    }
    let wanted = rng.between(1, MAX_PLACES).min(rng.between(1, MAX_PLACES)) as usize;
    for _ in 0..2 * MAX_PLACES {
        if drawn.len() == wanted {
            break;
        }
        let number = rng.below(all);
        let found = match number.checked_sub(positive) {
            None => skeleton.nth(terms, Polarity::Positive, number).map(|found| (found, direction)),
            Some(number) => {
                skeleton.nth(terms, Polarity::Negative, number).map(|found| (found, direction.opposite()))
            }
        };
        let Some(((place, formula), direction)) = found else { continue };
        if drawn.iter().any(|other| other.place.overlaps(&place)) {
            continue;
        }
        let scope = place.variables(terms, roots);
        if let Some((by, new)) = mutator.mutate(terms, rng, formula, direction, &scope) {
            drawn.push(Change { round, place, scope, new, by });
        }
    }
    drawn
}

/// Whether a part of the skeleton can be replaced by itself: a `match` case or an annotation belongs to the term
/// around it.
fn is_replaceable(terms: &Terms, term: Term, with_connectives: bool) -> bool {
    match terms.view(term) {
        View::Annotated(..) | View::Bind(Binder::Case(_), ..) => false,
        View::Literal(_) => with_connectives,
        _ => with_connectives || matches!(Shape::of(terms, term), Shape::Atom | Shape::Not),
    }
}

fn places<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Vec<(&'a Place, Term)> {
    changes.into_iter().map(|change| (&change.place, change.new)).collect()
}

/// Where a change is made, in words.
fn describe(word: &str, change: &Change) -> String {
    let mut text = format!("{word} {}", change.place.root + 1);
    if !change.place.path.is_empty() {
        let path: Vec<String> = change.place.path.iter().map(u32::to_string).collect();
        text += &format!(", place {}", path.join("."));
    }
    if change.round > 0 {
        text += &format!(", round {}", change.round + 1);
    }
    text
}
