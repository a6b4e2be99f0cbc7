//! Horn clauses of small programs.
//!
//! Programs over numbers move by steps that keep an invariant. If no bad state is reachable, the invariant is the
//! witness; otherwise the bad state is the end of a run ([`linear`]). Programs over bits and Booleans are random,
//! with so few states that the reachable ones can be derived ([`bits`]). The evidence always comes from our own
//! prover: a proof of each clause under the invariant, or the clause instances of a run.

mod bits;
mod linear;

use super::{Inputs, Skip, Steps, Strategy};
use gainsay_eval::eval::{Bounds, read_model};
use gainsay_judge::ask;
use gainsay_judge::ask::horn::LOGIC;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Features, Script};
use gainsay_prove::evidence::{Evidence, Lineage, Search, Test, witness};

/// Makes such tests from nothing.
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
        Some(ask::Kind(&ask::horn::Horn))
    }

    /// Clauses are asked in flat scripts only.
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

/// A program as text.
struct Program {
    /// Declarations of the predicates.
    predicates: String,
    /// Clauses as assertions.
    clauses: Vec<String>,
    /// An interpretation of the predicates, if one is known.
    invariant: Option<String>,
}

/// The evidence for a program: its invariant if there is one, else what can be derived from its clauses.
fn with_evidence(mut script: Script, invariant: Option<&str>) -> Result<(Script, Evidence), Skip> {
    let Some(invariant) = invariant else {
        let evidence = Evidence::by_search(&script.question(), Search::BRIEF.trying(LITTLE));
        return Ok((script, evidence));
    };
    let model = read_model(&mut script, invariant).map_err(|_| Skip::WitnessUnknown)?.model;
    let witness = witness(&script.question(), model).map_err(|_| Skip::WitnessUnknown)?;
    Ok((script, Evidence::Witness(witness)))
}

/// A clause in a random one of several equivalent forms. Without a head it concludes `false`.
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

/// The predicates' names.
const NAMES: [&str; 3] = ["inv", "P", "reach"];

/// Small bounds for interpretations, of which there are too many to try; most of the work may go into derivation.
const LITTLE: Bounds = Bounds {
    assignments: 1 << 8,
    instances: 1 << 8,
    domain: 1 << 8,
    universe: 1,
    work: 10_000,
    steps: 1 << 16,
};
