//! Two seeds in one arena, and how their answers decide that of both together.

use super::fusion_rows::Choice;
use super::{Inputs, Seed, Skip, Steps, witness};
use crate::answer::Status;
use crate::eval::Model;
use crate::evidence::{Derivation, Evidence, Lineage, Test};
use crate::rng::Rng;
use crate::rules::{Inference, RuleBook};
use crate::script::import::Renaming;
use crate::script::{Command, DeclKind, Features, Script, Term};
use std::borrow::Cow;

/// Two seeds whose names are apart, with their assertions taken out.
pub struct Blend {
    /// What both declare.
    pub script: Script,
    /// What each asserts.
    pub sides: [Vec<Term>; 2],
    /// The answer of the test.
    pub answer: Status,
    /// For a test that is to be satisfiable: makes true what of the sides is needed for that, where a model is known.
    pub model: Option<Model>,
    /// What functions of both sides are chosen from: products of unknowns if the seeds' logic has them.
    pub choice: Choice,
    /// What is asserted beside the sides.
    pub constraints: Vec<Term>,
    join: Join,
    seeds: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Join {
    /// Both sides hold.
    Both,
    /// One of the sides holds.
    Either,
}

/// Larger tests are not made.
const MOST_TERMS: usize = 50_000;
/// How much work it may be to see that a witness satisfies a test: quantifiers can be worth more than many other tests.
const WITNESS_WORK: u64 = 500_000;

impl Blend {
    /// The main seed, whose answer the test is to have, and one of the others.
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
            // What a model proves is worth more than what follows.
            (Status::Sat, _) if is_witnessed(main) || often_either => Join::Either,
            (Status::Sat, _) => Join::Both,
        };
        // Without models nobody knows whether both want the same of what the standard leaves open.
        let is_sure = is_witnessed(main) || !may_be_open(&main.script) && !may_be_open(&other.script);
        let is_sat = main.evidence.answer() == Status::Sat;
        together(main, other, if is_sat && !is_sure { Join::Either } else { join }, seeds.book)
    }

    /// The test.
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

/// Both in one arena, with a model of what they speak of if there is one.
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
            // The other side need not hold, but what it speaks of has to be something.
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

/// Whether a script may ask for values that the standard leaves open: of partial operators, or of selectors.
fn may_be_open(script: &Script) -> bool {
    script.usage().operators.iter().any(|(op, _)| op.op().partial)
        || script.terms.decls().any(|(_, decl)| matches!(decl.kind, DeclKind::Selector { .. }))
}

fn take_assertions(script: &mut Script) -> Vec<Term> {
    let asserted = script.assertions().collect();
    script.commands.retain(|command| !matches!(command, Command::Assert(_)));
    asserted
}

/// Leaves a logic set only if both set one. Where they differ, one that has everything: the seeds' smallest logics
/// together, or the one that is not made of the usual parts.
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
