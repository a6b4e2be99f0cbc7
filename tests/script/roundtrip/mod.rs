//! What is printed is read back as the same, for random scripts over all theories and for broken ones.

mod broken;
pub mod fixpoint;
mod mangle;
mod same;

use gainsay::generate::{Generator, ScriptConfig, TermConfig, Vocabulary, script};
use gainsay::rng::Rng;
use gainsay::script::{Command, Names, Printer, Script, Term};
use gainsay::theory::sort::Sort;
use gainsay::theory::{OpId, connectives, table};
use same::same_script;
use std::collections::BTreeSet;

/// Core and a few other theories, so that every row of the table has its turn.
fn random_config(rng: &mut Rng) -> ScriptConfig {
    let mut theories: Vec<&'static str> = table().theories().collect();
    let core = theories.remove(0);
    let mut chosen = vec![core];
    for _ in 0..1 + rng.index(3) {
        chosen.push(theories.swap_remove(rng.index(theories.len())));
    }
    // No solver has both kinds of sets, whose operators have the same names.
    if chosen.contains(&"FiniteSets") {
        chosen.retain(|theory| !["Sets", "Relations"].contains(theory));
    }
    let terms = TermConfig {
        depth: 1 + rng.below(7) as u32,
        size: 10 + rng.below(80) as u32,
        ..TermConfig::default()
    };
    let ops = table().ops().iter().filter(|op| chosen.contains(&op.theory)).map(|op| op.id).collect();
    ScriptConfig { ops, terms, ..ScriptConfig::default() }
}

fn random_script(seed: u64) -> Script {
    let mut rng = Rng::of_unit(1, seed);
    let config = random_config(&mut rng);
    script(&mut rng, &config)
}

fn print(script: &Script) -> String {
    Printer::default().script(script)
}

fn print_as(script: &Script, names: Names, width: Option<usize>) -> String {
    let mut printer = Printer::default();
    printer.names = names;
    printer.width = width;
    printer.script(script)
}

fn check(script: &Script, text: &str, what: &str) {
    let again = Script::read(text);
    if let Some(problem) = again.problems.first() {
        panic!("{what}: {problem} at {:?} of\n{text}", problem.line_and_column(text));
    }
    if let Err(difference) = same_script(script, &again) {
        panic!("{what}: {difference}\n{text}");
    }
}

const SCRIPTS: u64 = 2000;

#[test]
fn what_is_printed_is_read_back() {
    for seed in 0..SCRIPTS {
        let script = random_script(seed);
        let text = print(&script);
        check(&script, &text, &format!("script {seed}, compact"));
        assert_eq!(text, print(&Script::read(&text)), "script {seed} prints to something else");
    }
}

#[test]
fn all_layouts_and_spellings_say_the_same() {
    for seed in 0..SCRIPTS / 4 {
        let script = random_script(seed);
        for names in [Names::Standard, Names::Old, Names::AsWritten] {
            for width in [None, Some(40), Some(100)] {
                let text = print_as(&script, names, width);
                check(&script, &text, &format!("script {seed}, {names:?}, {width:?}"));
                let again = print_as(&Script::read(&text), names, width);
                assert_eq!(text, again, "script {seed}, {names:?}, {width:?}");
            }
        }
    }
}

/// Every row of the table is made, so the tests above are about all of them.
#[test]
fn every_row_occurs() {
    let mut seen: BTreeSet<OpId> = BTreeSet::new();
    for seed in 0..SCRIPTS {
        let script = random_script(seed);
        let roots: Vec<Term> = script.assertions().collect();
        seen.extend(script.terms.postorder(&roots).iter().filter_map(|&term| script.terms.op(term)));
    }
    let missing: Vec<&str> =
        table().ops().iter().filter(|op| !seen.contains(&op.id)).map(|op| op.declaration).collect();
    assert!(missing.is_empty(), "never made: {missing:#?}");
}

/// The comparison sees a difference where there is one.
#[test]
fn other_scripts_are_not_the_same() {
    for seed in 0..200 {
        let script = random_script(seed);
        let mut other = script.clone();
        let Some(assertion) = other.assertions().last() else { continue };
        let negated = other.terms.apply_ops(&[connectives().not], &[], None, &[assertion]).expect("a Bool");
        for command in &mut other.commands {
            if *command == Command::Assert(assertion) {
                *command = Command::Assert(negated);
            }
        }
        assert!(same_script(&script, &script).is_ok());
        assert!(same_script(&script, &other).is_err(), "script {seed}");
        assert!(same_script(&script, &random_script(seed + 1)).is_err(), "script {seed}");
    }
}

#[test]
fn the_same_numbers_give_the_same_script() {
    for seed in 0..50 {
        assert_eq!(print(&random_script(seed)), print(&random_script(seed)));
    }
}

/// A mutant leaves no trace: what is made again after a rollback has the number that it had.
#[test]
fn rolling_back_leaves_the_arena_as_it_was() {
    for seed in 0..SCRIPTS / 8 {
        let mut script = random_script(seed);
        let before = print(&script);
        let sizes =
            |script: &Script| (script.terms.len(), script.terms.symbols.count(), script.terms.sorts.count());
        let (mark, size) = (script.terms.mark(), sizes(&script));
        let mut mutant = || {
            let mut rng = Rng::of_unit(2, seed);
            let mut vocabulary = Vocabulary::of_ops(&ScriptConfig::default().ops);
            vocabulary.add_script(&script);
            let mut generator = Generator::new(vocabulary, TermConfig::default());
            let made: Vec<Term> =
                (0..4).filter_map(|_| generator.term(&mut script.terms, &mut rng, Sort::BOOL)).collect();
            let texts: Vec<String> =
                made.iter().map(|&term| Printer::default().term(&script.terms, term)).collect();
            script.terms.rollback(mark);
            assert_eq!(sizes(&script), size);
            (made, texts)
        };
        assert_eq!(mutant(), mutant(), "script {seed}");
        assert_eq!(print(&script), before, "script {seed}");
    }
}
