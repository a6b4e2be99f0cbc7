//! Dialogues: the form of a question changes, and nothing that is known about it.

use crate::strategy::checks::{for_each_test, text};
use crate::support::{cpu_seconds, real};
use gainsay::answer::{Outcome, Status};
use gainsay::ask;
use gainsay::consult::Request;
use gainsay::eval::{Bounds, Decision, Witness, decide};
use gainsay::evidence::{Evidence, Test};
use gainsay::rng::Rng;
use gainsay::script::occurrences::free_variables;
use gainsay::script::{Command, Names, Printer, Script};
use gainsay::strategy::dialogue::{ClaimPool, RULE, as_dialogue, dialogue_of};
use gainsay::strategy::{Inputs, Steps, strategies};

/// Tests from nothing, flat, with the numbers that they leave.
fn flat_tests(count: u64) -> Vec<(Test, Rng, Steps)> {
    let mut made = Vec::new();
    for strategy in strategies().iter().filter(|strategy| !strategy.needs_seeds()) {
        for unit in 0..count {
            let seeds = Inputs::of_size(1 + (unit % 12) as u32);
            let (mut rng, mut steps) = (Rng::of_unit(3, unit), Steps::default());
            if let Ok(test) = strategy.make(&seeds, &mut rng, &mut steps) {
                made.push((test, rng, steps));
            }
        }
    }
    made
}

fn dialogues(count: u64) -> Vec<(Test, Test)> {
    let pair = |(test, mut rng, _): (Test, Rng, Steps)| {
        dialogue_of(&test, &mut rng).map(|dialogue| (test, dialogue))
    };
    flat_tests(count).into_iter().filter_map(pair).collect()
}

#[test]
fn they_are_well_made_and_of_all_forms() {
    let dialogues = dialogues(300);
    let mut forms = [0; 12];
    for (_, dialogue) in &dialogues {
        let printed = text(dialogue.script());
        let again = Script::parse(&printed).unwrap_or_else(|problem| panic!("{problem:?}\n{printed}"));
        assert!(again.is_fully_sorted() && again.is_understood(), "{printed}");
        assert_eq!(text(&again), printed);
        // Levels and names are what readers take them for.
        assert_eq!(text(&again.question()), text(&dialogue.script().question()), "{printed}");
        let has = |wanted: &str| printed.contains(wanted);
        let seen = [
            has("(push 2)"),
            has("(pop "),
            has("(check-sat-assuming (switch"),
            has("(check-sat-assuming (claim"),
            has("(not switch"),
            has("(reset-assertions)"),
            has(":global-declarations"),
            has(":produce-models false"),
            has(":produce-unsat-cores true"),
            has("(reset)"),
            has("(get-value ("),
            has("(get-unsat-assumptions)"),
        ];
        forms.iter_mut().zip(seen).for_each(|(count, seen)| *count += usize::from(seen));
    }
    assert!(forms.iter().all(|&count| count * 200 > dialogues.len()), "{forms:?} of {}", dialogues.len());
}

#[test]
fn what_is_known_is_known_about_the_last_question() {
    for (test, dialogue) in dialogues(200) {
        assert_eq!(test.evidence().answer(), dialogue.evidence().answer());
        let question = dialogue.question();
        match &dialogue.evidence() {
            Evidence::Witness(witness) => drop(Witness::check(&question, witness.model().clone()).unwrap()),
            Evidence::Exhausted(_) => {
                let decision = decide(&question, Bounds::default());
                assert!(matches!(decision, Decision::Unsat(_)), "{}", text(dialogue.script()));
            }
            Evidence::Refuted(refuted) => assert!(refuted.is_for(&question), "{}", text(dialogue.script())),
            Evidence::Derived(_) | Evidence::None => {}
        }
    }
}

#[test]
fn one_of_six_is_a_dialogue_and_the_step_can_be_taken_back() {
    let (mut all, mut some) = (0, 0);
    for (test, rng, steps) in flat_tests(300) {
        // Who asks more than yes or no is asked flat.
        if ask::Kind::of(test.script()).is_some() {
            continue;
        }
        let dialogue = as_dialogue(test.clone(), 6, &mut rng.clone(), &mut steps.clone());
        all += 1;
        let Some(step) = dialogue.lineage().steps.last().filter(|step| step.rule == RULE) else {
            assert_eq!(text(dialogue.script()), text(test.script()));
            continue;
        };
        assert!(!step.at.is_empty());
        some += 1;
        assert_ne!(text(dialogue.script()), text(test.script()));
        let again = as_dialogue(test.clone(), 6, &mut rng.clone(), &mut steps.clone());
        assert_eq!(text(dialogue.script()), text(again.script()));
        let mut without = Steps::without([steps.drawn()]);
        (0..steps.drawn()).for_each(|_| without.pass());
        let flat = as_dialogue(test.clone(), 6, &mut rng.clone(), &mut without);
        assert_eq!((text(flat.script()), &flat.lineage()), (text(test.script()), &test.lineage()));
    }
    assert!((5.0..8.0).contains(&(f64::from(all) / f64::from(some))), "{some} of {all}");
}

/// What a solver gets is what the printer makes of the whole script, byte for byte, in every spelling.
#[test]
fn questions_are_printed_as_scripts() {
    let shared = (0..40).fold("x".to_owned(), |term, _| format!("(let ((s {term})) (bvmul s (bvadd s x)))"));
    let shared = format!(
        "(declare-const x (_ BitVec 8))(assert (! (= x {shared}) :named a))(assert (or a (= x #x00)))"
    );
    let mut scripts = vec![Script::parse(&shared).unwrap()];
    scripts.extend(
        dialogues(60).into_iter().flat_map(|(test, dialogue)| [test.into_script(), dialogue.into_script()]),
    );
    for name in ["operators", "subterms"] {
        for_each_test(name, 10, |_, _, test, _| scripts.push(test.into_script()));
    }
    let option = |keyword: &str| Command::SetOption { keyword: keyword.into(), value: "true".into() };
    // Options, and what is asked about answers, may be left out of a question.
    let is_plain = |command: &Command| {
        command.is_declaration()
            || command.is_question()
            || matches!(
                command,
                Command::SetLogic(_) | Command::Assert(_) | Command::Push(_) | Command::Pop(_)
            )
    };
    scripts.retain(|script| script.commands.iter().all(is_plain));
    let dialogues = scripts.iter().filter(|script| script.is_incremental()).count();
    assert!(dialogues > 20 && scripts.len() > 200, "{dialogues} of {}", scripts.len());
    for script in &scripts {
        let mut whole = script.clone();
        whole.commands.insert(0, option(":produce-models"));
        if !script.asks() {
            whole.commands.push(Command::CheckSat);
        }
        whole.commands.push(Command::GetModel);
        let question = Request::new(script, true);
        for names in [Names::AsWritten, Names::Standard, Names::Old] {
            let mut printer = Printer::default();
            printer.names = names;
            assert_eq!(question.text(names), printer.script(&whole));
        }
    }
}

/// No solver contradicts what is known, and hardly one refuses the form of a question whose flat form it takes.
#[test]
fn solvers_take_them_and_agree() {
    let limits = cpu_seconds(0.3);
    let dialogues: Vec<(Test, Test)> = dialogues(10)
        .into_iter()
        .filter(|(_, dialogue)| dialogue.script().commands.iter().any(Command::is_question))
        .collect();
    assert!(dialogues.len() > 50);
    for solver in ["z3@5.4.0", "cvc5@1.4.2", "bitwuzla@0.9.1", "yices@2.6.5"].map(real) {
        let (mut taken, mut refused) = (0, Vec::new());
        for (test, dialogue) in &dialogues {
            let ask = |test: &Test| Request::new(test.script(), true).ask(&solver, &limits).unwrap().answer;
            let answer = ask(dialogue);
            let shown = || Request::new(dialogue.script(), true).text(Names::AsWritten).to_owned();
            match (&answer.outcome, dialogue.evidence().answer()) {
                (Outcome::Sat, Status::Unsat) | (Outcome::Unsat, Status::Sat) => {
                    panic!("{} says {}:\n{}", solver.label(), answer.outcome.word(), shown())
                }
                (Outcome::Rejected(why), _) if !matches!(ask(test).outcome, Outcome::Rejected(_)) => {
                    refused.push(format!("{why}\n{}", shown()));
                }
                (Outcome::Rejected(_) | Outcome::NotAsked(_), _) => {}
                _ => taken += 1,
            }
        }
        assert!(taken > 10 && refused.len() * 50 <= taken, "{}: {taken}, but {refused:#?}", solver.label());
    }
}

#[test]
fn what_gives_or_uses_names_is_left_alone() {
    let text = "(declare-const p Bool)(declare-const q Bool)(assert (! (or p q) :named n))(assert (=> n p))
        (assert (forall ((x Int)) (or (= x 0) q)))(assert (and q (! p :named m)))";
    let script = Script::parse(text).unwrap();
    let junk = ClaimPool::of(&script);
    // The named one without its name, and the quantified one.
    assert_eq!(junk.assertions.len(), 2);
    assert!(junk.claims.iter().all(|&claim| free_variables(&script.terms, claim).is_empty()));
}
