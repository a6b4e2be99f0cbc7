//! The texts that are read: random scripts of a few sizes, and files.

use crate::contestants::{Reader, Yaspar};
use gainsay::generate::{Generator, ScriptConfig, TermConfig, Vocabulary, script};
use gainsay::rng::Rng;
use gainsay::script::{Command, Printer, Script, Terms};
use gainsay::theory::sort::Sort;
use gainsay::theory::{OpId, table};
use std::path::{Path, PathBuf};

pub struct Texts {
    pub name: String,
    pub texts: Vec<String>,
}

/// Random scripts from the rows of the table that yaspar-ir knows, so that there is something to compare.
pub fn random_texts() -> Vec<Texts> {
    let ops = shared_ops();
    println!("random scripts use {} of {} rows: those that yaspar-ir reads", ops.len(), table().ops().len());
    let sizes = [(4, 40), (60, 20), (3000, 4)];
    sizes
        .map(|(assertions, count)| {
            let config = config(&ops, assertions);
            let texts =
                (0..count).map(|unit| text(&mut Rng::of_unit(assertions as u64, unit), &config)).collect();
            Texts { name: format!("random scripts of {assertions} assertions"), texts }
        })
        .into()
}

fn config(ops: &[OpId], assertions: usize) -> ScriptConfig {
    // yaspar-ir takes two arguments of `=`, no more.
    let terms = TermConfig {
        n_ary: false,
        higher_order: false,
        patterns: false,
        annotations: false,
        ..TermConfig::default()
    };
    let constants = 10 + assertions / 10;
    ScriptConfig { ops: ops.to_vec(), constants, assertions, own_sorts: false, all_commands: false, terms }
}

fn text(rng: &mut Rng, config: &ScriptConfig) -> String {
    format!("(set-logic ALL)\n{}", Printer::default().script(&script(rng, config)))
}

/// The rows that yaspar-ir reads, found by asking it about a few applications of each.
fn shared_ops() -> Vec<OpId> {
    let all: Vec<OpId> = table().ops().iter().map(|op| op.id).collect();
    let known = |op: OpId| {
        let mut rng = Rng::new(1);
        let config = ScriptConfig { constants: 40, ..config(&[op], 0) };
        (0..8).all(|_| {
            let mut declared = script(&mut rng, &config);
            let mut vocabulary = Vocabulary::of_ops(&[op]);
            vocabulary.add_script(&declared);
            let sorts = vocabulary.sorts.clone();
            let mut generator = Generator::new(vocabulary, TermConfig { depth: 1, ..config.terms.clone() });
            let uses = |terms: &Terms, term| terms.op(term) == Some(op);
            let made = (0..400).find_map(|_| {
                let sort = *rng.pick(&sorts);
                let term = generator.term(&mut declared.terms, &mut rng, sort)?;
                uses(&declared.terms, term).then_some(term)
            });
            made.is_some_and(|term| {
                declared.commands.push(Command::GetValue([term].into()));
                Yaspar.accepts(&format!("(set-logic ALL)\n{}", Printer::default().script(&declared)))
            })
        })
    };
    all.iter().copied().filter(|&op| known(op)).collect()
}

/// All files below a folder.
pub fn files(folder: &Path) -> Texts {
    let mut texts = Vec::new();
    let mut stack: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(path) = stack.pop() {
        if let Ok(entries) = std::fs::read_dir(&path) {
            stack.extend(entries.flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|end| end == "smt2") {
            texts.extend(std::fs::read_to_string(&path));
        }
    }
    texts.sort();
    Texts { name: folder.display().to_string(), texts }
}

/// A script of about a kilobyte over Ints, in which the first constant occurs in most assertions.
pub fn seed() -> String {
    let mut seed = String::from("(declare-const c0 Int)\n(declare-const c1 Int)\n(declare-const c2 Int)\n");
    let mut rng = Rng::new(3);
    let declared = Script::read(&seed);
    let theories = ["Core", "Ints"];
    let ops: Vec<OpId> = shared_ops().into_iter().filter(|op| theories.contains(&op.op().theory)).collect();
    let mut vocabulary = Vocabulary::of_ops(&ops);
    vocabulary.add_script(&declared);
    let config = TermConfig {
        quantifiers: false,
        higher_order: false,
        patterns: false,
        annotations: false,
        ..TermConfig::default()
    };
    let mut generator = Generator::new(vocabulary, config);
    let mut terms = declared.terms;
    while seed.len() < 1000 {
        let Some(term) = generator.term(&mut terms, &mut rng, Sort::BOOL) else { continue };
        let text = Printer::default().term(&terms, term);
        if (60..200).contains(&text.len()) && text.contains("c0") {
            seed += &format!("(assert {text})\n");
        }
    }
    seed
}
