//! Goals on a seed: objectives over its terms, and soft constraints of its formulas.

use super::{attributes, priority};
use crate::strategy::{Inputs, Skip, Steps, Strategy};
use gainsay_judge::ask;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::occurrences::free_variables;
use gainsay_lang::script::{Command, Printer, Script, Term};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_prove::evidence::{Lineage, Test};

/// Adds goals to seeds.
#[derive(Clone, Copy, Debug)]
pub struct Goals;

/// The most goals of a test.
const MOST: usize = 3;
/// Larger questions take too long to optimize.
const LARGEST: usize = 400;

impl Strategy for Goals {
    fn name(&self) -> &'static str {
        "goals"
    }

    fn about(&self) -> &'static str {
        "turns terms of a seed into objectives and formulas into soft constraints; the seed's witness is a bound"
    }

    fn asks(&self) -> Option<ask::Kind> {
        Some(ask::Kind(&ask::optimum::Optimum))
    }

    fn dialogue_one_in(&self) -> u64 {
        u64::MAX
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        let seed = &*seeds.main;
        let mut script = seed.script.clone();
        let roots: Vec<Term> = script.assertions().collect();
        let parts = script.terms.postorder(&roots);
        if parts.len() > LARGEST {
            return Err(Skip::TooLarge);
        }
        let is_free = |term: &Term| free_variables(&script.terms, *term).is_empty();
        let numbers: Vec<Term> =
            parts.iter().copied().filter(|&term| is_number(&script, term)).filter(is_free).collect();
        let truths: Vec<Term> = parts
            .iter()
            .copied()
            .filter(|&term| script.terms.sort(term) == Sort::BOOL)
            .filter(is_free)
            .collect();
        if truths.is_empty() {
            return Err(Skip::NothingApplies);
        }
        let mut goals = Vec::new();
        for _ in 0..1 + rng.index(MOST) {
            if numbers.is_empty() || rng.one_in(3) {
                goals.push(soft(&mut script, &truths, rng));
            } else {
                let command = if rng.coin() { "maximize" } else { "minimize" };
                let term = script.terms.bare(*rng.pick(&numbers));
                goals.push(Command::Optimise { command: command.into(), term, attributes: "".into() });
            }
        }
        let option = priority(rng, &["", "", "box"]);
        for goal in goals {
            let at = Printer::default().term(&script.terms, goal.terms()[0]);
            if steps.take("goal", at) {
                script.commands.push(goal);
            }
        }
        let mut before = Script::read(&option).commands;
        before.append(&mut script.commands);
        script.commands = before;
        let lineage = Lineage {
            strategy: self.name().to_owned(),
            seeds: vec![seed.origin.clone()],
            steps: steps.taken().to_vec(),
        };
        Ok(Test::new(script, seed.evidence.clone(), lineage))
    }
}

/// Whether a term can be an objective.
fn is_number(script: &Script, term: Term) -> bool {
    let sort = script.terms.sort(term);
    [Sort::INT, Sort::REAL].contains(&sort) || matches!(script.terms.sorts.kind(sort), SortKind::BitVec(_))
}

fn soft(script: &mut Script, truths: &[Term], rng: &mut Rng) -> Command {
    let term = script.terms.bare(*rng.pick(truths));
    let term = if rng.coin() { script.terms.not(term) } else { term };
    Command::AssertSoft { term, attributes: attributes(rng).into() }
}
