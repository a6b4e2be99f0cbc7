//! Tries the steps of a proof on values.

use super::{ProofFormat, ProofStep, SolverProof};
use crate::rules::attempt::{Attempt, Trying, attempt, values_text};
use crate::rules::rare::notation::{self, Names};
use gainsay_lang::hash::{HashMap, HashSet};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, Printer, ReadOptions, Script, Term};
use gainsay_lang::sexp::{Kind, Lexer, Tape};

/// The result of trying a proof's steps.
#[derive(Clone, Default, Debug)]
pub struct ProofTrial {
    /// The number of steps tried on all values, and on some values.
    pub exhausted: usize,
    pub sampled: usize,
    /// Reasons why steps could not be tried, with the number of steps, the most frequent first.
    pub untried: Vec<(String, usize)>,
    pub wrong: Vec<WrongStep>,
    /// The number of steps left when time ran out.
    pub left: usize,
}

/// A wrong step: under the values, its premises are true and its conclusion is false.
#[derive(Clone, Debug)]
pub struct WrongStep {
    pub name: String,
    pub rule: String,
    pub values: String,
    /// The premises and the negated conclusion. The step claims that they have no model, but they have one.
    pub script: String,
}

/// Small limits: most steps are small, and there are many.
const TRYING: Trying = Trying { assignments: 1 << 10, samples: 60 };

/// Limit on the abbreviations of a step.
const DEFINITIONS: usize = 300;

const NEVER_HELD: &str = "its premises held for no values that were tried and can be computed";
const REASONLESS: &str = "it gives no reason, and may hold without loss of generality only";
const LEFT_OPEN: &str =
    "it hangs on a value that the standard leaves open, and the proof does not tell by what name";

/// Tries all steps of a proof, until `is_over`.
pub fn try_steps(proof: &SolverProof, script: &Script, is_over: &dyn Fn() -> bool) -> ProofTrial {
    let mut trial = ProofTrial::default();
    let mut reasons: HashMap<String, usize> = HashMap::default();
    let mut steps = Steps::new(proof, script);
    let mut rng = Rng::new(0);
    for (at, step) in proof.steps.iter().enumerate() {
        let Some(rule) = &step.rule else { continue };
        if is_over() {
            trial.left = proof.steps[at..].iter().filter(|step| step.rule.is_some()).count();
            break;
        }
        let mut give_up = |reason: &str| *reasons.entry(reason.to_owned()).or_default() += 1;
        let claim = match steps.claim(step) {
            Ok(claim) => claim,
            Err(reason) => {
                give_up(&reason);
                continue;
            }
        };
        match attempt(&claim, &mut rng, TRYING) {
            Attempt::Exhausted { .. } => trial.exhausted += 1,
            Attempt::Sampled { held: 0 } => give_up(NEVER_HELD),
            Attempt::Sampled { .. } => trial.sampled += 1,
            // In Alethe, cvc5 prints its total operators (`/_total`) like the partial ones, so an open value
            // proves nothing.
            Attempt::Refuted(witness)
                if proof.format == ProofFormat::Alethe && witness.model().has_partial() =>
            {
                give_up(LEFT_OPEN);
            }
            Attempt::Refuted(witness) => trial.wrong.push(WrongStep {
                name: step.name.clone(),
                rule: rule.clone(),
                values: values_text(&claim, witness.model()),
                script: Printer::default().script(&claim),
            }),
        }
    }
    trial.untried = reasons.into_iter().collect();
    trial.untried.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    trial
}

impl ProofTrial {
    /// The number of steps tried, including wrong ones.
    pub fn tried(&self) -> usize {
        self.exhausted + self.sampled + self.wrong.len()
    }
}

/// A proof with its translated abbreviations.
struct Steps<'a> {
    proof: &'a SolverProof,
    declared: Declared,
    /// Whether some name is both an abbreviation and a symbol of the script.
    is_ambiguous: bool,
    /// The index of each abbreviation by name.
    places: HashMap<&'a str, usize>,
    /// Each abbreviation in SMT-LIB, translated on first use.
    terms: Vec<Option<Result<String, String>>>,
}

/// The script's symbols; names that only the solver knows are unknown.
struct Declared(Script);

impl Names for Declared {
    fn meaning(&self, _: &str) -> Option<&[String]> {
        None
    }

    fn is_list(&self, _: &str) -> bool {
        false
    }

    fn script(&self) -> &Script {
        &self.0
    }
}

impl<'a> Steps<'a> {
    fn new(proof: &'a SolverProof, script: &Script) -> Steps<'a> {
        let mut declarations = script.question().into_script();
        declarations.commands.retain(|command| {
            matches!(
                command,
                Command::Declare { .. } | Command::DeclareSort { .. } | Command::DeclareDatatypes { .. }
            )
        });
        let places: HashMap<&str, usize> =
            proof.definitions.iter().enumerate().map(|(at, (name, _))| (name.as_str(), at)).collect();
        let is_ambiguous = places.keys().any(|name| declarations.terms.symbols.find(name).is_some());
        let (declared, terms) = (Declared(declarations), vec![None; proof.definitions.len()]);
        Steps { proof, declared, is_ambiguous, places, terms }
    }

    /// A script that is satisfiable only if the step is wrong, or why there is none.
    fn claim(&mut self, step: &ProofStep) -> Result<Script, String> {
        if self.is_ambiguous {
            return Err("a name of the proof is also one of the script".to_owned());
        }
        if step.is_unjustified() {
            return Err(REASONLESS.to_owned());
        }
        let conclusion = step.conclusion.as_ref().map_err(|&why| why)?;
        let premises = step.premises.as_ref().ok_or("a premise is not in the proof")?;
        let mut texts = Vec::new();
        // A step that depends on no assumption must be valid by itself, so its premises are not assumed.
        for &premise in premises.iter().filter(|_| step.is_conditional) {
            let premise = self.proof.steps[premise].conclusion.as_ref();
            texts.push(self.written_out(premise.map_err(|why| format!("of a premise: {why}"))?)?);
        }
        texts.push(format!("(not {})", self.written_out(conclusion)?));
        let mut script = self.declared.0.clone();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut terms = Vec::new();
        for term in script.read_terms(&texts, ReadOptions::default()) {
            terms.push(term.map_err(|problem| problem.message)?);
        }
        keep_what_is_used(&mut script, &terms);
        script.commands.extend(terms.into_iter().map(Command::Assert));
        Ok(script)
    }

    /// A term inside `let`s for the abbreviations that it needs.
    fn written_out(&mut self, text: &str) -> Result<String, String> {
        let mut needed: HashSet<usize> = HashSet::default();
        let mut stack = self.names_in(text);
        while let Some(at) = stack.pop() {
            if needed.insert(at) {
                stack.extend(self.names_in(&self.proof.definitions[at].1));
            }
            if needed.len() > DEFINITIONS {
                return Err("it is too large".to_owned());
            }
        }
        let mut needed: Vec<usize> = needed.into_iter().collect();
        needed.sort_unstable();
        let mut written = String::new();
        for &at in &needed {
            let (name, text) = &self.proof.definitions[at];
            let declared = &self.declared;
            let term = self.terms[at].get_or_insert_with(|| in_smtlib(declared, text)).clone()?;
            written += &format!("(let (({name} {term})) ");
        }
        written += &in_smtlib(&self.declared, text)?;
        written.extend(std::iter::repeat_n(')', needed.len()));
        Ok(written)
    }

    /// The abbreviations that occur in a text.
    fn names_in(&self, text: &str) -> Vec<usize> {
        let mut lexer = Lexer::new(text);
        let mut found = Vec::new();
        loop {
            let token = lexer.token();
            match token.kind {
                Kind::End | Kind::Bad => return found,
                _ => found.extend(self.places.get(lexer.text(token))),
            }
        }
    }
}

/// Translates a term of a proof to SMT-LIB.
fn in_smtlib(declared: &Declared, text: &str) -> Result<String, String> {
    if notation::is_too_deep(text) {
        return Err("it is nested too deep".to_owned());
    }
    let tape = Tape::parse(text).map_err(|malformed| malformed.to_string())?;
    notation::in_smtlib(declared, &tape.root(text))
}

/// Keeps only the declarations that the terms need, so that no values are chosen for other symbols.
fn keep_what_is_used(script: &mut Script, roots: &[Term]) {
    let terms = &script.terms;
    let (mut stack, mut seen, mut used) = (roots.to_vec(), HashSet::default(), HashSet::default());
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            used.extend(terms.declaration(term));
            stack.extend(terms.children(term));
        }
    }
    script.commands.retain(|command| match command {
        Command::Declare { decl, .. } => used.contains(decl),
        _ => true,
    });
}
