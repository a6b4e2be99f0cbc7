//! Horn clauses of small programs.
//!
//! Programs over numbers move by steps that keep an invariant, which is the witness where no bad state is reachable; where
//! one is, the bad state is the end of a run ([`linear`]). Programs over bits and truths are random, and have so few states
//! that what is reachable can be derived ([`bits`]). In each case the evidence is what our own prover makes of the clauses: of
//! each one under the invariant, or of the instances that a run consists of.

mod bits;
mod linear;

use super::{Inputs, Skip, Steps, Strategy};
use crate::ask;
use crate::ask::horn::LOGIC;
use crate::eval::{Bounds, read_model};
use crate::evidence::{Evidence, Lineage, Search, Test, witness};
use crate::rng::Rng;
use crate::script::{Features, Script};

/// Makes them from nothing.
#[derive(Clone, Copy, Debug)]
pub struct Horn;

impl Strategy for Horn {
    fn name(&self) -> &'static str {
        "horn"
    }

    fn about(&self) -> &'static str {
        "Horn clauses of small programs, with an invariant that proves them safe, or a run to a bad state"
    }

    fn needs_seeds(&self) -> bool {
        false
    }

    fn asks(&self) -> Option<ask::Kind> {
        Some(ask::Kind::Horn)
    }

    /// Clauses are asked about flat.
    fn dialogue_one_in(&self) -> u64 {
        u64::MAX
    }

    fn make(&self, inputs: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        if !inputs.scope.offers(Features::QUANTIFIERS | Features::FUNCTIONS) {
            return Err(Skip::OutOfScope);
        }
        let Program { predicates, clauses, invariant } =
            if rng.one_in(3) { bits::make(rng, inputs.size) } else { linear::make(rng, inputs.size) };
        let mut text = format!("(set-logic {LOGIC})\n{predicates}");
        for clause in clauses {
            if steps.take("clause", clause.as_str()) {
                text += &clause;
                text.push('\n');
            }
        }
        let script = Script::parse(&text).map_err(|_| Skip::NothingApplies)?;
        let (script, evidence) = with_evidence(script, invariant.as_deref())?;
        let lineage =
            Lineage { strategy: self.name().to_owned(), steps: steps.taken().to_vec(), ..Lineage::default() };
        Ok(Test::new(script, evidence, lineage))
    }
}

/// A program as texts.
struct Program {
    /// Their declarations.
    predicates: String,
    /// Assertions.
    clauses: Vec<String>,
    /// An interpretation, if one is known.
    invariant: Option<String>,
}

/// What is known of a program: by its invariant, or by what follows from its clauses.
fn with_evidence(mut script: Script, invariant: Option<&str>) -> Result<(Script, Evidence), Skip> {
    let Some(invariant) = invariant else {
        let evidence = Evidence::by_search(&script.question(), Search::BRIEF.trying(LITTLE));
        return Ok((script, evidence));
    };
    let model = read_model(&mut script, invariant).map_err(|_| Skip::WitnessUnknown)?.model;
    let witness = witness(&script.question(), model).map_err(|_| Skip::WitnessUnknown)?;
    Ok((script, Evidence::Witness(witness)))
}

/// A clause in one of the ways to write it. Nothing concluded is a contradiction.
fn clause(rng: &mut Rng, variables: &str, mut body: Vec<String>, head: Option<String>) -> String {
    if body.len() > 1 && rng.coin() {
        let at = rng.index(body.len());
        body.swap(0, at);
    }
    let body = match body.len() {
        0 => "true".to_owned(),
        1 => body.concat(),
        _ => format!("(and {})", body.join(" ")),
    };
    let formula = match (head, rng.below(4)) {
        (Some(head), 0) => format!("(or (not {body}) {head})"),
        (Some(head), _) => format!("(=> {body} {head})"),
        (None, 0) => format!("(not {body})"),
        (None, _) => format!("(=> {body} false)"),
    };
    match variables {
        "" => format!("(assert {formula})"),
        _ => format!("(assert (forall ({variables}) {formula}))"),
    }
}

/// The application of a predicate.
fn atom(predicate: &str, arguments: &[String]) -> String {
    match arguments {
        [] => predicate.to_owned(),
        _ => format!("({predicate} {})", arguments.join(" ")),
    }
}

/// What predicates are called.
const NAMES: [&str; 3] = ["inv", "P", "reach"];

/// Interpretations are too many to be tried; what follows is derived.
const LITTLE: Bounds = Bounds {
    assignments: 1 << 8,
    instances: 1 << 8,
    domain: 1 << 8,
    universe: 1,
    work: 10_000,
    steps: 1 << 16,
};
