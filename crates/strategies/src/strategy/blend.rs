//! Two seeds in one arena, and the answer of their combination.

use super::fusion_rows::Choice;
use super::{Inputs, Seed, Skip, Steps, witness};
use gainsay_eval::eval::Model;
use gainsay_lang::answer::Status;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::import::Renaming;
use gainsay_lang::script::{Command, DeclKind, Features, Script, Term};
use gainsay_prove::evidence::{Derivation, Evidence, Lineage, Test};
use gainsay_prove::rules::{Inference, RuleBook};
use std::borrow::Cow;

/// Two seeds with disjoint names, their assertions taken out of the script.
pub struct Blend {
    /// The declarations of both seeds.
    pub script: Script,
    /// The assertions of each seed.
    pub sides: [Vec<Term>; 2],
    /// The answer of the test.
    pub answer: Status,
    /// For a satisfiable test: a model of the sides that must hold, if one is known.
    pub model: Option<Model>,
    /// The fusion functions to choose from; products of unknowns are included if the seeds' logic has them.
    pub choice: Choice,
    /// Assertions in addition to the sides.
    pub constraints: Vec<Term>,
    join: Join,
    seeds: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Join {
    /// Both sides are asserted.
    Both,
    /// The disjunction of the sides is asserted.
    Either,
}

/// Larger tests are skipped.
const MOST_TERMS: usize = 50_000;
/// The evaluator's work limit for checking the witness on a test: quantifiers can cost more than many other tests.
const WITNESS_WORK: u64 = 500_000;

impl Blend {
    /// Combines the main seed, whose answer the test will have, with one of the others.
    pub fn of(seeds: &Inputs, rng: &mut Rng) -> Result<Blend, Skip> {
        let main = &*seeds.main;
        let other = if seeds.others.is_empty() { main } else { &**rng.pick(&seeds.others) };
        let often_either = !rng.one_in(4);
        if main.script.terms.len() + other.script.terms.len() > MOST_TERMS {
            return Err(Skip::TooLarge);
        }
        let is_witnessed = |seed: &Seed| matches!(seed.evidence, Evidence::Witness(_));
        let join = match (main.evidence.answer(), other.evidence.answer()) {
            (Status::Unknown, _) => return Err(main.without_answer()),
            (_, Status::Unknown) => return Err(other.without_answer()),
            (Status::Unsat, Status::Unsat) if often_either => Join::Either,
            (Status::Unsat, _) => Join::Both,
            (Status::Sat, Status::Unsat) => Join::Either,
            (Status::Sat, _) if is_witnessed(other) => Join::Both,
            // Evidence by a model is stronger than a derivation.
            (Status::Sat, _) if is_witnessed(main) || often_either => Join::Either,
            (Status::Sat, _) => Join::Both,
        };
        // Without models, the two seeds may need different values where the standard leaves the value open.
        let is_sure = is_witnessed(main) || !may_be_open(&main.script) && !may_be_open(&other.script);
        let is_sat = main.evidence.answer() == Status::Sat;
        together(main, other, if is_sat && !is_sure { Join::Either } else { join }, seeds.book)
    }

    /// The finished test.
    pub fn finish(self, strategy: &str, joined: Inference, steps: &Steps) -> Result<Test, Skip> {
        let Blend { mut script, sides, answer, model, constraints, join, seeds, .. } = self;
        let mut asserted: Vec<Term> = match join {
            Join::Both => sides.concat(),
            Join::Either => {
                let sides = sides.map(|side| script.terms.and(&side));
                vec![script.terms.or(&sides)]
            }
        };
        asserted.extend(constraints);
        script.commands.extend(asserted.into_iter().map(Command::Assert));
        script.fit_logic();
        if script.terms.len() > 2 * MOST_TERMS {
            return Err(Skip::TooLarge);
        }
        let evidence = match model {
            Some(model) => witness(&script, model, WITNESS_WORK)?,
            None => {
                let by = [&[joined], steps.inferences()].concat();
                Evidence::Derived(Derivation::new(answer, seeds.clone(), by))
            }
        };
        let lineage = Lineage { strategy: strategy.to_owned(), seeds, steps: steps.taken().to_vec() };
        Ok(Test::new(script, evidence, lineage))
    }
}

/// Both seeds in one arena, with a joint model if the evidence has one.
fn together(main: &Seed, other: &Seed, join: Join, book: &'static RuleBook) -> Result<Blend, Skip> {
    let mut script = main.script.clone();
    script.expand_names();
    let mut second = Cow::Borrowed(&other.script);
    if other.script.has_names() {
        second.to_mut().expand_names();
    }
    let first_side = take_assertions(&mut script);
    let is_wanted = |command: &Command| command.is_declaration() || matches!(command, Command::Assert(_));
    let mut import = script.append(&second, Renaming::default(), is_wanted);
    let second_side = take_assertions(&mut script);
    if !script.is_understood() || !other.script.is_understood() {
        return Err(Skip::NothingApplies);
    }
    set_common_logic(&mut script, main.script.logic(), other.script.logic());
    let multiplies =
        |features: Option<Features>| features.is_some_and(|all| all.contains(Features::NONLINEAR));
    let products = match script.logic() {
        Some(logic) => multiplies(Features::of_logic(logic)),
        None => multiplies(main.offered) || multiplies(other.offered),
    };
    let model = match (&main.evidence, &other.evidence) {
        (Evidence::Witness(first), Evidence::Witness(second_witness)) => {
            let carried = second_witness.model().imported(&mut import, &second.terms, &mut script.terms);
            let mut model = first.model().clone();
            model.absorb(carried.ok_or(Skip::WitnessUnknown)?).map_err(|_| Skip::WitnessUnknown)?;
            Some(model)
        }
        (Evidence::Witness(first), _) => {
            let mut model = first.model().clone();
            // The other side need not hold, but its symbols need values.
            model.complete_with_defaults = true;
            Some(model)
        }
        _ => None,
    };
    Ok(Blend {
        script,
        sides: [first_side, second_side],
        answer: main.evidence.answer(),
        model,
        choice: Choice { book, products },
        constraints: Vec::new(),
        join,
        seeds: vec![main.origin.clone(), other.origin.clone()],
    })
}

/// Whether a script may depend on values that the standard leaves open: those of partial operators and of
/// selectors.
fn may_be_open(script: &Script) -> bool {
    script.usage().operators.iter().any(|(op, _)| op.op().partial)
        || script.terms.decls().any(|(_, decl)| matches!(decl.kind, DeclKind::Selector { .. }))
}

fn take_assertions(script: &mut Script) -> Vec<Term> {
    let asserted = script.assertions().collect();
    script.commands.retain(|command| !matches!(command, Command::Assert(_)));
    asserted
}

/// Keeps `set-logic` only if both seeds have it. If the two differ, chooses the smallest logic with the features
/// of both, or the one whose name has no known features.
fn set_common_logic(script: &mut Script, first: Option<&str>, second: Option<&str>) {
    let at = script.commands.iter().position(|command| matches!(command, Command::SetLogic(_)));
    let (Some(at), Some(first)) = (at, first) else { return };
    let Some(second) = second else {
        script.commands.remove(at);
        return;
    };
    let name = match (Features::of_logic(first), Features::of_logic(second)) {
        _ if first == second => return,
        (None, _) => first,
        (_, None) => second,
        (Some(first), Some(second)) => (first | second).smallest_logic(),
    };
    script.commands[at] = Command::SetLogic(script.terms.symbols.intern(name));
}
