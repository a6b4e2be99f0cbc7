//! The assertions of a seed in two parts.

use crate::strategy::{Inputs, Skip, Steps, Strategy};
use gainsay_judge::ask::{self, formula::FormulaKind};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Attribute, Command, Decl, DeclKind, Script, Term};
use gainsay_lang::theory::connectives;
use gainsay_lang::theory::signature::Signature;
use gainsay_lang::theory::sort::Sort;
use gainsay_prove::evidence::{Lineage, Test};

/// Asks for an interpolant between two parts of a seed.
#[derive(Clone, Copy, Debug)]
pub struct Partitions;

/// Larger questions have interpolants that are too large to be checked.
const LARGEST: usize = 400;

impl Strategy for Partitions {
    fn name(&self) -> &'static str {
        "partitions"
    }

    fn about(&self) -> &'static str {
        "asks for an interpolant between two parts of a seed's assertions"
    }

    fn asks(&self) -> Option<ask::Kind> {
        Some(ask::Kind(&FormulaKind::Partition))
    }

    fn is_default(&self) -> bool {
        false
    }

    fn dialogue_one_in(&self) -> u64 {
        u64::MAX
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        let seed = &*seeds.main;
        let mut script = seed.script.clone();
        split_the_only_assertion(&mut script);
        let asserted: Vec<usize> =
            (0..script.commands.len()).filter(|&at| assertion(&script, at).is_some()).collect();
        let roots: Vec<Term> = script.assertions().collect();
        if script.terms.postorder(&roots).len() > LARGEST {
            return Err(Skip::TooLarge);
        }
        if roots.iter().any(|&root| script.terms.name_of(root).is_some()) {
            return Err(Skip::NothingApplies);
        }
        // Both parts are non-empty: at least one assertion is in the first.
        let first = rng.index(asserted.len().max(1));
        let mut listed = Vec::new();
        for (number, &at) in asserted.iter().enumerate() {
            let is_listed = number == first || rng.coin() && listed.len() + 2 < asserted.len();
            if is_listed && let Some(term) = assertion(&script, at) {
                let (named, name) = named(&mut script, term, number);
                script.commands[at] = Command::Assert(named);
                listed.push(name);
            }
        }
        if listed.is_empty() || listed.len() == asserted.len() {
            return Err(Skip::NothingApplies);
        }
        let (command, name, attributes) = ("get-interpolant".into(), Box::default(), Box::default());
        script.commands.push(Command::GetFormula { command, name, terms: listed.into(), attributes });
        let lineage = Lineage {
            strategy: self.name().to_owned(),
            seeds: vec![seed.origin.clone()],
            steps: steps.taken().to_vec(),
        };
        Ok(Test::new(script, seed.evidence.clone(), lineage))
    }
}

fn assertion(script: &Script, at: usize) -> Option<Term> {
    match script.commands[at] {
        Command::Assert(term) => Some(term),
        _ => None,
    }
}

/// Splits a conjunction that is the only assertion into one assertion for each conjunct.
fn split_the_only_assertion(script: &mut Script) {
    let asserted: Vec<Term> = script.assertions().collect();
    let [only] = asserted[..] else { return };
    let terms = &script.terms;
    if terms.op(terms.bare(only)) != Some(connectives().and) {
        return;
    }
    let parts: Vec<Term> = terms.children(terms.bare(only)).to_vec();
    script.commands.retain(|command| !matches!(command, Command::Assert(_)));
    script.commands.extend(parts.into_iter().map(Command::Assert));
}

/// The assertion with a name, and the name as a term.
fn named(script: &mut Script, term: Term, number: usize) -> (Term, Term) {
    let terms = &mut script.terms;
    let base = terms.symbols.intern(&format!("part{number}"));
    let name = if terms.is_declared(base) { terms.fresh_name(base) } else { base };
    let inner = terms.bare(term);
    let signature = Signature::plain(&[], Sort::BOOL);
    let decl = terms.declare(Decl { name, signature, kind: DeclKind::Named(inner) });
    (terms.annotate(inner, [Attribute::Named(name)].into(), &[]), terms.constant(decl))
}
