//! Reads proofs in cvc5's format.

use crate::hash::HashMap;
use crate::sexp::{Kind, Lexer, Node, Tape};

/// A proof, as text that was taken apart.
#[derive(Clone, Default, Debug)]
pub struct SolverProof {
    /// Abbreviations of terms, each over those before it.
    pub definitions: Vec<(String, String)>,
    pub steps: Vec<ProofStep>,
    /// Where the steps and assumptions are, by their names.
    places: HashMap<String, usize>,
}

/// A step of a proof, or an assumption.
#[derive(Clone, Debug)]
pub struct ProofStep {
    pub name: String,
    /// The rule; none for an assumption.
    pub rule: Option<String>,
    /// What it says, if the proof tells.
    pub conclusion: Option<String>,
    /// Where its premises are among the steps; none if it names one that there is not.
    pub premises: Option<Vec<usize>>,
    /// Whether it rests on an assumption, or may do so.
    pub is_conditional: bool,
}

impl SolverProof {
    /// The proof in what a solver printed; none if there is none.
    pub fn read(output: &str) -> Option<SolverProof> {
        let mut lexer = Lexer::new(output);
        let mut tape = Tape::default();
        loop {
            let first = lexer.token();
            if first.kind == Kind::End {
                return None;
            }
            tape.read(&mut lexer, first).ok()?;
            let proof = SolverProof::of(&tape.root(output));
            if !proof.steps.is_empty() {
                return Some(proof);
            }
        }
    }

    fn of(root: &Node<'_>) -> SolverProof {
        let mut proof = SolverProof::default();
        for command in root.children() {
            let items: Vec<Node<'_>> = command.children().collect();
            match items.as_slice() {
                [word, name, parameters, term] if word.is_symbol("define") && parameters.text() == "()" => {
                    proof.definitions.push((name.text().to_owned(), term.text().to_owned()));
                }
                [word, name, term, ..] if word.is_symbol("assume") || word.is_symbol("assume-push") => {
                    proof.add(ProofStep {
                        name: name.text().to_owned(),
                        rule: None,
                        conclusion: Some(term.text().to_owned()),
                        premises: Some(Vec::new()),
                        is_conditional: true,
                    });
                }
                [word, name, rest @ ..] if word.is_symbol("step") || word.is_symbol("step-pop") => {
                    let step = proof.step(name, rest, word.is_symbol("step-pop"));
                    proof.add(step);
                }
                _ => {}
            }
        }
        proof
    }

    fn step(&self, name: &Node<'_>, items: &[Node<'_>], closes: bool) -> ProofStep {
        let (conclusion, attributes) = match items {
            [first, rest @ ..] if first.kind() != Kind::Keyword => (Some(first.text().to_owned()), rest),
            _ => (None, items),
        };
        let value = |wanted: &str| {
            let pair = attributes.chunks(2).find(|pair| pair[0].text() == wanted)?;
            pair.get(1).copied()
        };
        let premises = value(":premises").map_or(Some(Vec::new()), |premises| {
            premises.children().map(|premise| self.places.get(premise.text()).copied()).collect()
        });
        // What a step that closes an assumption rests on is not worked out.
        let rests = |places: &Vec<usize>| places.iter().any(|&at| self.steps[at].is_conditional);
        let is_conditional = closes || premises.as_ref().is_none_or(rests);
        let rule = value(":rule").map_or_else(String::new, |rule| rule.text().to_owned());
        ProofStep { name: name.text().to_owned(), rule: Some(rule), conclusion, premises, is_conditional }
    }

    fn add(&mut self, step: ProofStep) {
        self.places.insert(step.name.clone(), self.steps.len());
        self.steps.push(step);
    }

    /// The rules with the number of their steps, the most used first.
    pub fn rules(&self) -> Vec<(&str, usize)> {
        let mut counts: HashMap<&str, usize> = HashMap::default();
        for rule in self.steps.iter().filter_map(|step| step.rule.as_deref()) {
            *counts.entry(rule).or_default() += 1;
        }
        let mut rules: Vec<(&str, usize)> = counts.into_iter().collect();
        rules.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        rules
    }

    /// How many steps there are, without assumptions.
    pub fn len(&self) -> usize {
        self.steps.iter().filter(|step| step.rule.is_some()).count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rules that give no reason, with the number of their steps.
    pub fn trusted(&self) -> Vec<(&str, usize)> {
        let is_trusted = |rule: &str| TRUSTED.iter().any(|trusted| rule.starts_with(trusted));
        self.rules().into_iter().filter(|(rule, _)| is_trusted(rule)).collect()
    }
}

/// How the names of rules begin that say only that something is so, or that another program says so.
const TRUSTED: [&str; 4] = ["trust", "hole", "sat_refutation", "sat_external_prove"];
