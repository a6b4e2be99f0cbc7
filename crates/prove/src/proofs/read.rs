//! Parses the proofs that solvers print.

use super::ProofFormat;
use crate::rules::rare::notation::is_too_deep;
use gainsay_lang::hash::HashMap;
use gainsay_lang::sexp::{Kind, Lexer, Node, Tape};

/// A proof as text, split into steps.
#[derive(Clone, Default, Debug)]
pub struct SolverProof {
    pub format: ProofFormat,
    /// Abbreviations of terms; each may use earlier ones.
    pub definitions: Vec<(String, String)>,
    pub steps: Vec<ProofStep>,
    /// The index of each step and assumption by name.
    places: HashMap<String, usize>,
}

/// A step of a proof, or an assumption.
#[derive(Clone, Debug)]
pub struct ProofStep {
    pub name: String,
    /// The rule; `None` for an assumption.
    pub rule: Option<String>,
    /// The conclusion, or why it is not known.
    pub conclusion: Result<String, &'static str>,
    /// The indices of its premises; `None` if it names a premise that does not exist.
    pub premises: Option<Vec<usize>>,
    /// Whether it depends, or may depend, on an assumption.
    pub is_conditional: bool,
}

impl ProofStep {
    /// Whether its rule gives no reason (`trust`, `hole`). Such a step need not be valid: a solver that
    /// breaks a symmetry assumes something without loss of generality.
    pub fn is_unjustified(&self) -> bool {
        self.rule.as_deref().is_some_and(is_unjustified)
    }
}

fn is_unjustified(rule: &str) -> bool {
    matches!(rule, "trust" | "hole")
}

/// An open Alethe subproof.
struct Anchor {
    /// The name of the step that closes it.
    closed_by: String,
    /// Whether it binds variables, which have no meaning outside.
    has_variables: bool,
}

const NOT_TOLD: &str = "the proof does not say what it concludes";
const HAS_VARIABLES: &str = "it is about variables of a subproof";
const TOO_DEEP: &str = "it is nested too deep";

/// Binders: below these, a name may stand for a term over bound variables.
const BINDERS: [&str; 5] = ["forall", "exists", "choice", "lambda", "let"];

impl SolverProof {
    /// Finds and reads the proof in a solver's output; `None` if there is none.
    pub fn read(output: &str, format: ProofFormat) -> Option<SolverProof> {
        let mut lexer = Lexer::new(output);
        let mut tape = Tape::default();
        loop {
            let first = lexer.token();
            if first.kind == Kind::End {
                return None;
            }
            tape.read(&mut lexer, first).ok()?;
            let root = tape.root(output);
            let mut proof = SolverProof { format, ..SolverProof::default() };
            match format {
                ProofFormat::Cpc => proof.read_cpc(&root),
                ProofFormat::Alethe => proof.read_alethe(&root),
            }
            if !proof.steps.is_empty() {
                return Some(proof);
            }
        }
    }

    fn read_cpc(&mut self, root: &Node<'_>) {
        for command in root.children() {
            let items: Vec<Node<'_>> = command.children().collect();
            match items.as_slice() {
                [word, name, parameters, term] if word.is_symbol("define") && parameters.text() == "()" => {
                    self.definitions.push((name.text().to_owned(), term.text().to_owned()));
                }
                [word, name, term, ..] if word.is_symbol("assume") || word.is_symbol("assume-push") => {
                    self.assume(name, Ok(term.text().to_owned()));
                }
                [word, name, rest @ ..] if word.is_symbol("step") || word.is_symbol("step-pop") => {
                    let (conclusion, attributes) = match rest {
                        [first, rest @ ..] if first.kind() != Kind::Keyword => {
                            (Ok(first.text().to_owned()), rest)
                        }
                        _ => (Err(NOT_TOLD), rest),
                    };
                    let premises = self.premises(attributes);
                    self.conclude(name, conclusion, attributes, premises, word.is_symbol("step-pop"));
                }
                _ => {}
            }
        }
    }

    fn read_alethe(&mut self, root: &Node<'_>) {
        let mut open: Vec<Anchor> = Vec::new();
        for command in root.children() {
            let is_readable = !is_too_deep(command.text());
            let items: Vec<Node<'_>> = command.children().collect();
            match items.as_slice() {
                [word, attributes @ ..] if word.is_symbol("anchor") => {
                    let closed_by = attribute(attributes, ":step").map_or("", |step| step.text());
                    let has_variables = attribute(attributes, ":args").is_some();
                    open.push(Anchor { closed_by: closed_by.to_owned(), has_variables });
                }
                [word, name, term, ..] if word.is_symbol("assume") => {
                    let says = match open.iter().any(|anchor| anchor.has_variables) {
                        true => Err(HAS_VARIABLES),
                        false if is_readable => Ok(self.without_names(term, true)),
                        false => Err(TOO_DEEP),
                    };
                    self.assume(name, says);
                }
                [word, name, clause, attributes @ ..] if word.is_symbol("step") => {
                    let closed = open.pop_if(|anchor| anchor.closed_by == name.text());
                    let conclusion = match open.iter().any(|anchor| anchor.has_variables) {
                        true => Err(HAS_VARIABLES),
                        false if is_readable => Ok(self.clause(clause)),
                        false => Err(TOO_DEEP),
                    };
                    // A step that closes a subproof follows from the last step in it.
                    let premises = match closed {
                        Some(_) => self.steps.len().checked_sub(1).map(|last| vec![last]),
                        None => self.premises(attributes),
                    };
                    self.conclude(name, conclusion, attributes, premises, closed.is_some());
                }
                _ => {}
            }
        }
    }

    /// Translates a clause, `(cl a b)`, to a disjunction.
    fn clause(&mut self, node: &Node<'_>) -> String {
        let mut literals: Vec<String> =
            node.children().skip(1).map(|literal| self.without_names(&literal, true)).collect();
        match literals.len() {
            0 => "false".to_owned(),
            1 => literals.remove(0),
            _ => format!("(or {})", literals.join(" ")),
        }
    }

    /// Replaces `(! term :named name)` by the name. The name becomes an abbreviation if the term is closed,
    /// so that it has the same meaning elsewhere.
    fn without_names(&mut self, node: &Node<'_>, is_closed: bool) -> String {
        if !node.is_list() {
            return node.text().to_owned();
        }
        let items: Vec<Node<'_>> = node.children().collect();
        match items.as_slice() {
            [mark, term, keyword, name] if mark.is_symbol("!") && keyword.text() == ":named" => {
                let text = self.without_names(term, is_closed);
                if is_closed {
                    self.definitions.push((name.text().to_owned(), text));
                }
                name.text().to_owned()
            }
            items => {
                let binds = items.first().is_some_and(|head| BINDERS.iter().any(|word| head.is_symbol(word)));
                let parts = items.iter().map(|item| self.without_names(item, is_closed && !binds));
                format!("({})", parts.collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The indices of the premises that a step names.
    fn premises(&self, attributes: &[Node<'_>]) -> Option<Vec<usize>> {
        let Some(premises) = attribute(attributes, ":premises") else { return Some(Vec::new()) };
        premises.children().map(|premise| self.places.get(premise.text()).copied()).collect()
    }

    fn assume(&mut self, name: &Node<'_>, conclusion: Result<String, &'static str>) {
        let (name, premises) = (name.text().to_owned(), Some(Vec::new()));
        self.add(ProofStep { name, rule: None, conclusion, premises, is_conditional: true });
    }

    fn conclude(
        &mut self,
        name: &Node<'_>,
        conclusion: Result<String, &'static str>,
        attributes: &[Node<'_>],
        premises: Option<Vec<usize>>,
        closes: bool,
    ) {
        // The remaining assumptions of a step that discharges one are not computed: it counts as conditional.
        let rests = |places: &Vec<usize>| places.iter().any(|&at| self.steps[at].is_conditional);
        let rule = attribute(attributes, ":rule").map_or_else(String::new, |rule| rule.text().to_owned());
        let is_conditional = closes || is_unjustified(&rule) || premises.as_ref().is_none_or(rests);
        let name = name.text().to_owned();
        self.add(ProofStep { name, rule: Some(rule), conclusion, premises, is_conditional });
    }

    fn add(&mut self, step: ProofStep) {
        self.places.insert(step.name.clone(), self.steps.len());
        self.steps.push(step);
    }

    /// The rules with their numbers of steps, the most frequent first.
    pub fn rules(&self) -> Vec<(&str, usize)> {
        let mut counts: HashMap<&str, usize> = HashMap::default();
        for rule in self.steps.iter().filter_map(|step| step.rule.as_deref()) {
            *counts.entry(rule).or_default() += 1;
        }
        let mut rules: Vec<(&str, usize)> = counts.into_iter().collect();
        rules.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        rules
    }

    /// The number of steps, without assumptions.
    pub fn len(&self) -> usize {
        self.steps.iter().filter(|step| step.rule.is_some()).count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rules without a checkable reason, with their numbers of steps.
    pub fn trusted(&self) -> Vec<(&str, usize)> {
        let is_trusted = |rule: &str| TRUSTED.iter().any(|trusted| rule.starts_with(trusted));
        self.rules().into_iter().filter(|(rule, _)| is_trusted(rule)).collect()
    }
}

/// The value of a keyword.
fn attribute<'a>(attributes: &[Node<'a>], wanted: &str) -> Option<Node<'a>> {
    let pair = attributes.chunks(2).find(|pair| pair[0].text() == wanted)?;
    pair.get(1).copied()
}

/// Prefixes of rules that give no reason, or refer to another program.
const TRUSTED: [&str; 4] = ["trust", "hole", "sat_refutation", "sat_external_prove"];
