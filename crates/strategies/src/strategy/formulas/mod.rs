//! Tests that ask for a formula: interpolants, abducts, formulas without quantifiers.
//!
//! From nothing: formulas over a few unknowns ([`Interpolants`], [`Abducts`], [`Eliminations`], [`Tactics`]). From
//! seeds: their assertions in two parts ([`Partitions`]). A solver's formula can be checked by itself, so a test
//! need not know it.

mod from_seed;

pub use from_seed::Partitions;

use super::grammar::{Grammar, Kind, Unknown};
use super::{Inputs, Skip, Steps, Strategy};
use gainsay_judge::ask::{self, formula::FormulaKind};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Script;
use gainsay_prove::evidence::{Evidence, Lineage, Test};

/// The choices of kinds of unknowns.
const POOLS: [&[Kind]; 7] = [
    &[Kind::Truth],
    &[Kind::Whole],
    &[Kind::Whole, Kind::Truth],
    &[Kind::Fraction],
    &[Kind::Fraction, Kind::Truth],
    &[Kind::Bits(2), Kind::Truth],
    &[Kind::Bits(3)],
];
/// The greatest depth of formulas.
const DEPTH: u32 = 3;

/// Defines a strategy that makes tests from nothing.
macro_rules! from_nothing {
    ($strategy:ident, $name:literal, $asks:expr, $about:literal, $make:expr) => {
        #[doc = $about]
        #[derive(Clone, Copy, Debug)]
        pub struct $strategy;

        impl Strategy for $strategy {
            fn name(&self) -> &'static str {
                $name
            }

            fn about(&self) -> &'static str {
                $about
            }

            fn needs_seeds(&self) -> bool {
                false
            }

            fn asks(&self) -> Option<ask::Kind> {
                Some(ask::Kind(&$asks))
            }

            /// Finding a formula takes seconds; an answer takes milliseconds.
            fn is_default(&self) -> bool {
                false
            }

            /// Formulas are requested in flat scripts only.
            fn dialogue_one_in(&self) -> u64 {
                u64::MAX
            }

            fn make(&self, inputs: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
                let text = Draft::new(rng, inputs.size, steps).map($make).ok_or(Skip::NothingApplies)?;
                finish($name, &text, steps)
            }
        }
    };
}

from_nothing!(
    Interpolants,
    "interpolants",
    FormulaKind::Interpolant,
    "assertions and a conjecture that usually follows from them; asks for an interpolant",
    Draft::interpolant
);
from_nothing!(
    Abducts,
    "abducts",
    FormulaKind::Abduct,
    "assertions and a conjecture; asks for an abduct",
    Draft::abduct
);
from_nothing!(
    Eliminations,
    "eliminations",
    FormulaKind::Elimination,
    "formulas with quantifiers over Booleans, small bit-vectors and numbers; asks to eliminate the quantifiers",
    Draft::elimination
);
from_nothing!(
    Tactics,
    "tactics",
    FormulaKind::Tactic,
    "goals with and without quantifiers; applies tactics that preserve equivalence",
    Draft::tactic
);

/// A test that is being written.
struct Draft<'a> {
    rng: &'a mut Rng,
    steps: &'a mut Steps,
    unknowns: Vec<Unknown>,
    size: u32,
    text: String,
}

impl<'a> Draft<'a> {
    fn new(rng: &'a mut Rng, size: u32, steps: &'a mut Steps) -> Option<Draft<'a>> {
        let kinds = *rng.pick(&POOLS);
        let count = 2 + rng.index(2 + size as usize / 10);
        let unknowns = (0..count).map(|at| Unknown::random(rng, at, kinds)).collect();
        Some(Draft { rng, steps, unknowns, size, text: String::new() })
    }

    fn declare(&mut self, unknowns: std::ops::Range<usize>) {
        for Unknown { name, kind, .. } in &self.unknowns[unknowns] {
            self.text += &format!("(declare-const {name} {})\n", kind.sort());
        }
    }

    /// A formula over some of the unknowns.
    fn formula(&mut self, unknowns: std::ops::Range<usize>) -> String {
        Grammar { rng: self.rng, unknowns: &self.unknowns[unknowns] }.term(Kind::Truth, DEPTH)
    }

    /// Asserts some formulas over the unknowns, possibly none.
    fn assert_some(&mut self, unknowns: std::ops::Range<usize>) {
        for _ in 0..self.rng.index(2 + self.size as usize / 8) {
            let formula = self.formula(unknowns.clone());
            if self.steps.take("assertion", formula.as_str()) {
                self.text += &format!("(assert {formula})\n");
            }
        }
    }

    /// The first unknown is local to the assertions, the last one to the conjecture. A formula over the others
    /// follows from the assertions and usually implies the conjecture.
    fn interpolant(mut self) -> String {
        let count = self.unknowns.len();
        self.declare(0..count);
        let shared = if count > 2 { 1..count - 1 } else { 0..count };
        let between = self.formula(shared);
        let (reason, rest) = (self.formula(0..count - 1), self.formula(1..count));
        self.text += &format!("(assert {reason})\n(assert (=> {reason} {between}))\n");
        self.assert_some(0..count - 1);
        let conjecture = match self.rng.below(3) {
            0 => format!("(or {rest} {between})"),
            1 => format!("(=> (=> {between} {rest}) {rest})"),
            _ => rest,
        };
        self.text + &format!("(get-interpolant I {conjecture})\n")
    }

    fn abduct(mut self) -> String {
        let count = self.unknowns.len();
        self.declare(0..count);
        self.assert_some(0..count);
        let conjecture = self.formula(0..count);
        self.text + &format!("(get-abduct A {conjecture})\n")
    }

    fn elimination(mut self) -> String {
        let (free, formula) = self.quantified();
        if self.rng.one_in(3) {
            self.assert_some(0..free);
        }
        let command = if self.rng.one_in(4) { "get-qe-disjunct" } else { "get-qe" };
        self.text + &format!("({command} {formula})\n")
    }

    fn tactic(mut self) -> String {
        let (free, formula) = self.quantified();
        self.assert_some(0..free);
        let tactic = *self.rng.pick(&TACTICS);
        self.text + &format!("(assert {formula})\n(apply {tactic})\n")
    }

    /// A quantified formula, and how many unknowns are free in it. The free ones are declared.
    fn quantified(&mut self) -> (usize, String) {
        let count = self.unknowns.len();
        let free = 1 + self.rng.index(count - 1);
        self.declare(0..free);
        let body = self.formula(0..count);
        let variable = |Unknown { name, kind, .. }: &Unknown| format!("({name} {})", kind.sort());
        let variables: Vec<String> = self.unknowns[free..].iter().map(variable).collect();
        let quantifier = if self.rng.coin() { "exists" } else { "forall" };
        (free, format!("({quantifier} ({}) {body})", variables.join(" ")))
    }
}

/// The tactics; those that eliminate quantifiers are more likely.
const TACTICS: [&str; 9] = [
    "qe",
    "qe",
    "qe2",
    "qe2",
    "qe_rec",
    "qe-light",
    "ctx-solver-simplify",
    "(then simplify qe)",
    "(then qe ctx-simplify)",
];

/// The test with this text, and with the logic that it needs.
fn finish(strategy: &str, text: &str, steps: &Steps) -> Result<Test, Skip> {
    let mut script = Script::parse(text).map_err(|_| Skip::NothingApplies)?;
    declare_logic(&mut script);
    let lineage =
        Lineage { strategy: strategy.to_owned(), steps: steps.taken().to_vec(), ..Lineage::default() };
    Ok(Test::new(script, Evidence::None, lineage))
}

/// Declares the logic: without one, solvers look for formulas over more operators than necessary.
fn declare_logic(script: &mut Script) {
    let logic = script.needed_logic();
    let logic = script.terms.symbols.intern(&logic);
    script.commands.insert(0, gainsay_lang::script::Command::SetLogic(logic));
}
