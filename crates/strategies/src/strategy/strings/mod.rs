//! Strings: tests that are sat or unsat by construction, with an expected model or an expected core.
//!
//! After Bugariu and Müller, "Automatically testing string solvers" (ICSE 2020), extended to every operator of the
//! standard's theory, regular expressions included. [`suite`] is a fixed collection in the order of complexity, as
//! in the paper; the strategy makes further tests at random.

mod equation;
mod operations;
mod refutation;
mod satisfiable;

pub use operations::{Pools, spread};

use super::{Inputs, Skip, Steps, Strategy};
use equation::Equation;
use gainsay_lang::hash::HashSet;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Printer;
use gainsay_prove::evidence::{Lineage, Test};
use gainsay_prove::rules::{Equivalence, Patterns, equivalences};
use operations::operations;
use refutation::{Change, Refutation};
use satisfiable::{TermPool, assignments, random_assignment, random_synthesis};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The strategy.
#[derive(Clone, Copy, Debug)]
pub struct Strings;

/// How a test was made. Tests with quantifiers belong to two categories each: without and with patterns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Category {
    /// Sat: an operation whose arguments and result are symbols.
    Operation,
    /// Sat: the same with constants for some of them.
    ConstantAssignment,
    /// Sat: an equation of two terms with the same value.
    TermSynthesis,
    /// Unsat: an operation, and the negation of its meaning.
    Equivalence,
    /// Unsat, with a larger core: a symbol is replaced.
    VariableReplacement,
    /// Unsat, with a larger core: a constant is replaced.
    ConstantReplacement,
    /// Unsat, with redundant assertions.
    Noise,
}

impl Category {
    pub const ALL: [Category; 7] = [
        Category::Operation,
        Category::ConstantAssignment,
        Category::TermSynthesis,
        Category::Equivalence,
        Category::VariableReplacement,
        Category::ConstantReplacement,
        Category::Noise,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Category::Operation => "operation",
            Category::ConstantAssignment => "constant-assignment",
            Category::TermSynthesis => "term-synthesis",
            Category::Equivalence => "equivalence",
            Category::VariableReplacement => "variable-replacement",
            Category::ConstantReplacement => "constant-replacement",
            Category::Noise => "noise",
        }
    }
}

/// Suffix of a category's name for tests with patterns at their quantifiers.
pub const WITH_PATTERNS: &str = "-with-patterns";

/// A test that has yet to be made: small, so that many can be sorted.
enum PlannedTest {
    Sat(Category, Equation),
    Unsat { equivalence: Arc<Equivalence>, patterns: Patterns, changes: Vec<Change>, number: usize },
}

/// An unsatisfiable test of the suite. It does not depend on the constants in use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    pub equivalence: String,
    pub patterns: Patterns,
    /// The index into the choices of changes.
    pub number: usize,
}

impl Variant {
    pub fn make(&self) -> Result<Test, Skip> {
        let Variant { equivalence, patterns, number } = self;
        let equivalence = equivalences().iter().find(|known| known.name == *equivalence);
        let may_have = |known: &&Equivalence| *patterns == Patterns::None || known.is_quantified;
        let equivalence = equivalence.filter(may_have).and_then(|known| known.with(patterns).ok());
        let equivalence = equivalence.ok_or(Skip::NothingApplies)?;
        let possible = changes_of_suite(&Refutation::new(&equivalence).changes());
        let changes = possible.get(*number).ok_or(Skip::NothingApplies)?;
        refuted(&equivalence, patterns, changes, &mut Steps::default())
    }
}

/// How many choices of arguments the suite has for each operation: all pairs of the strings, and a sample of
/// larger spaces.
pub const SOME: usize = 64;
/// The same for the largest suite: all triples of its strings and numbers, and more.
pub const ALL: usize = 4096;
/// How many term syntheses the suite has for each operation; the largest suite has as many as choices of
/// arguments.
const SYNTHESES: usize = 50;
/// How many applications of each operation are in the term pool, and in that of the largest suite.
const POOL: usize = 30;
const LARGEST_POOL: usize = 200;

/// The fixed suite, without duplicates, the simplest tests first.
pub fn suite() -> impl Iterator<Item = Test> {
    suite_of(&Pools::default(), SOME)
}

/// The user's patterns by the name of the equivalence; each replaces the shipped one in a test of its own.
pub type OwnPatterns = BTreeMap<String, Vec<String>>;

/// The suite over other constants, with at most `choices` choices of arguments for each operation: all of them if
/// there are fewer, else a sample spread over all.
pub fn suite_of(pools: &Pools, choices: usize) -> impl Iterator<Item = Test> + use<> {
    suite_with_variants(pools, &OwnPatterns::new(), choices).map(|(_, test)| test)
}

/// The same, with the [`Variant`] by which each unsatisfiable test can be made again.
pub fn suite_with_variants(
    pools: &Pools,
    own: &OwnPatterns,
    choices: usize,
) -> impl Iterator<Item = (Option<Variant>, Test)> + use<> {
    let mut plans: Vec<(usize, PlannedTest)> = Vec::new();
    let mut known: HashSet<String> = HashSet::default();
    let mut add = |category, equation: Equation| {
        if known.insert(equation.shape()) {
            plans.push((equation.size(), PlannedTest::Sat(category, equation)));
        }
    };
    let few = Pools::few();
    // Terms are made of the user's constants if there are any.
    let parts = if *pools == Pools::default() { &few } else { pools };
    let (pool, syntheses) = if choices > SOME { (LARGEST_POOL, choices) } else { (POOL, SYNTHESES) };
    let terms = TermPool::new(parts, pool);
    for operation in operations() {
        // All choices of few constants, then some of many. In the first, every argument that can be a symbol is
        // one.
        let of_few = assignments(operation, &few, choices);
        let of_many = assignments(operation, pools, choices);
        for (number, equation) in of_few.into_iter().chain(of_many).enumerate() {
            add(if number == 0 { Category::Operation } else { Category::ConstantAssignment }, equation);
        }
    }
    for operation in operations() {
        for equation in terms.syntheses(operation, parts, syntheses) {
            add(Category::TermSynthesis, equation);
        }
    }
    for equivalence in equivalences() {
        let shipped = equivalence.is_quantified.then_some(Patterns::Shipped);
        let with_patterns: Vec<Patterns> = match own.get(&equivalence.name) {
            Some(own) => own.iter().cloned().map(Patterns::Own).collect(),
            None => shipped.into_iter().collect(),
        };
        for patterns in [Patterns::None].into_iter().chain(with_patterns) {
            let Ok(equivalence) = equivalence.with(&patterns).map(Arc::new) else { continue };
            let mut base = Refutation::new(&equivalence);
            let size = base.script.terms.len();
            for (number, changes) in changes_of_suite(&base.changes()).into_iter().enumerate() {
                let size = size + 10 * changes.len();
                let (equivalence, patterns) = (equivalence.clone(), patterns.clone());
                plans.push((size, PlannedTest::Unsat { equivalence, patterns, changes, number }));
            }
        }
    }
    plans.sort_by_key(|(size, plan)| (!plan.is_first_step(), *size));
    plans.into_iter().filter_map(|(_, plan)| Some((plan.variant(), plan.test().ok()?)))
}

/// No change, each single change, and some pairs.
fn changes_of_suite(all: &[Change]) -> Vec<Vec<Change>> {
    let mut chosen = vec![Vec::new()];
    chosen.extend(all.iter().map(|change| vec![change.clone()]));
    let far = all.len() / 2;
    for (change, other) in all.iter().zip(&all[far..]) {
        if change.goes_with(other) {
            chosen.push(in_order(vec![change.clone(), other.clone()]));
        }
    }
    chosen
}

/// Changes of quantifiers come first: any other change rewrites the quantifier, so that its old term is no longer
/// found.
fn in_order(mut changes: Vec<Change>) -> Vec<Change> {
    changes.sort_by_key(|change| !change.target.is_bound());
    changes
}

impl PlannedTest {
    /// Whether the test is the simplest of its operation or equivalence.
    fn is_first_step(&self) -> bool {
        match self {
            PlannedTest::Sat(category, _) => *category == Category::Operation,
            PlannedTest::Unsat { changes, .. } => changes.is_empty(),
        }
    }

    fn variant(&self) -> Option<Variant> {
        match self {
            PlannedTest::Sat(..) => None,
            PlannedTest::Unsat { equivalence, patterns, number, .. } => {
                let equivalence = equivalence.name.clone();
                Some(Variant { equivalence, patterns: patterns.clone(), number: *number })
            }
        }
    }

    fn test(self) -> Result<Test, Skip> {
        let mut steps = Steps::default();
        match self {
            PlannedTest::Sat(category, equation) => satisfied(category, &equation, &mut steps),
            PlannedTest::Unsat { equivalence, patterns, changes, .. } => {
                refuted(&equivalence, &patterns, &changes, &mut steps)
            }
        }
    }
}

fn satisfied(category: Category, equation: &Equation, steps: &mut Steps) -> Result<Test, Skip> {
    if !steps.take(category.word(), equation.operation.op().name) {
        return Err(Skip::NothingApplies);
    }
    let (script, evidence) = equation.script()?;
    Ok(Test::new(script, evidence, lineage(steps)))
}

/// The test of an equivalence with the given patterns and changes.
fn refuted(
    equivalence: &Equivalence,
    patterns: &Patterns,
    changes: &[Change],
    steps: &mut Steps,
) -> Result<Test, Skip> {
    let category = changes.first().map_or(Category::Equivalence, |change| change.target.category());
    let end = if *patterns == Patterns::None { "" } else { WITH_PATTERNS };
    let word = format!("{}{end}", category.word());
    if !steps.take(word, &equivalence.name) {
        return Err(Skip::NothingApplies);
    }
    let mut refutation = Refutation::new(equivalence);
    for change in changes {
        let at = Printer::default().term(&refutation.script.terms, change.target.term());
        if steps.take(&change.rule.name, at) {
            refutation.change(change).ok_or(Skip::NothingApplies)?;
        }
    }
    let (script, evidence) = refutation.finish();
    Ok(Test::new(script, evidence, lineage(steps)))
}

/// The operation that a test of this strategy is about: named by the first step, or by that step's equivalence.
pub fn operation_of(lineage: &Lineage) -> Option<&str> {
    let name = lineage.steps.first().filter(|_| lineage.strategy == Strings.name())?.at.as_str();
    let equivalence = equivalences().iter().find(|equivalence| equivalence.name == name);
    match equivalence {
        Some(equivalence) => equivalence.operator(),
        None => Some(name),
    }
}

fn lineage(steps: &Steps) -> Lineage {
    Lineage { strategy: Strings.name().to_owned(), seeds: Vec::new(), steps: steps.taken().to_vec() }
}

impl Strategy for Strings {
    fn name(&self) -> &'static str {
        "strings"
    }

    fn about(&self) -> &'static str {
        "strings and regular expressions, sat or unsat by construction, with expected models and cores"
    }

    fn needs_seeds(&self) -> bool {
        false
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        let size = seeds.size;
        let pools = match size {
            ..3 => Pools::default(),
            _ => Pools::random(rng, u64::from(size) / 2),
        };
        match rng.below(10) {
            0..=2 => {
                let equation = random_assignment(rng, &pools, size).ok_or(Skip::WitnessUnknown)?;
                satisfied(Category::ConstantAssignment, &equation, steps)
            }
            3..=6 => {
                let equation = random_synthesis(rng, &pools, size).ok_or(Skip::WitnessUnknown)?;
                satisfied(Category::TermSynthesis, &equation, steps)
            }
            _ => {
                let equivalence = rng.pick(equivalences());
                let has_patterns = equivalence.is_quantified && rng.coin();
                let patterns = if has_patterns { Patterns::Shipped } else { Patterns::None };
                let equivalence = equivalence.with(&patterns).map_err(|_| Skip::NothingApplies)?;
                let changes = random_changes(rng, &equivalence, size);
                refuted(&equivalence, &patterns, &changes, steps)
            }
        }
    }
}

/// Random changes that are compatible with each other.
fn random_changes(rng: &mut Rng, equivalence: &Equivalence, size: u32) -> Vec<Change> {
    let possible = Refutation::new(equivalence).changes();
    let mut chosen: Vec<Change> = Vec::new();
    for _ in 0..rng.below(2 + u64::from(size) / 4) {
        let change = rng.pick(&possible);
        if chosen.iter().all(|other| other.goes_with(change)) {
            chosen.push(change.clone());
        }
    }
    in_order(chosen)
}
