//! Tries the steps of a proof on values.

use super::{ProofFormat, ProofStep, SolverProof};
use crate::hash::{HashMap, HashSet};
use crate::rng::Rng;
use crate::rules::attempt::{Attempt, Trying, attempt, values_text};
use crate::rules::rare::notation::{self, Names};
use crate::script::{Command, Printer, ReadOptions, Script, Term};
use crate::sexp::{Kind, Lexer, Tape};

/// What came of trying the steps of a proof.
#[derive(Clone, Default, Debug)]
pub struct ProofTrial {
    /// Steps that were tried on all values, and those that were tried on some.
    pub exhausted: usize,
    pub sampled: usize,
    /// Steps that could not be tried, and why, the most frequent reason first.
    pub untried: Vec<(String, usize)>,
    pub wrong: Vec<WrongStep>,
    /// Steps that were left when there was no more time.
    pub left: usize,
}

/// A step that is wrong: under the values its premises hold and its conclusion does not.
#[derive(Clone, Debug)]
pub struct WrongStep {
    pub name: String,
    pub rule: String,
    pub values: String,
    /// The premises and the negated conclusion, which have a model although the step says that they have none.
    pub script: String,
}

/// Most steps are small, and there are many.
const TRYING: Trying = Trying { assignments: 1 << 10, samples: 60 };

/// A step over more abbreviations than this is not tried.
const DEFINITIONS: usize = 300;

const NEVER_HELD: &str = "its premises held for no values that were tried and can be computed";
const REASONLESS: &str = "it gives no reason, and may hold without loss of generality only";
const LEFT_OPEN: &str =
    "it hangs on a value that the standard leaves open, and the proof does not tell by what name";

/// Tries all steps of a proof about a question, until it is over.
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
            // cvc5 prints its total operators, such as `/_total`, in Alethe like those that they complete.
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
    /// Steps that were tried, the wrong ones among them.
    pub fn tried(&self) -> usize {
        self.exhausted + self.sampled + self.wrong.len()
    }
}

/// The steps of a proof, with what is known of its abbreviations.
struct Steps<'a> {
    proof: &'a SolverProof,
    declared: Declared,
    /// Whether a name could be an abbreviation or a symbol of the script.
    is_ambiguous: bool,
    /// Where the abbreviations are.
    places: HashMap<&'a str, usize>,
    /// Each in SMT-LIB, when it was needed first.
    terms: Vec<Option<Result<String, String>>>,
}

/// The question's symbols: those that only the solver knows are not known.
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

    /// The script that has a model only if the step is wrong; or why there is none.
    fn claim(&mut self, step: &ProofStep) -> Result<Script, String> {
        if self.is_ambiguous {
            return Err("a name of the proof is also one of the script".to_owned());
        }
        if step.is_reasonless() {
            return Err(REASONLESS.to_owned());
        }
        let conclusion = step.conclusion.as_ref().map_err(|&why| why)?;
        let premises = step.premises.as_ref().ok_or("a premise is not in the proof")?;
        let mut texts = Vec::new();
        // What rests on no assumption holds by itself.
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

    /// A term with the abbreviations that it needs, each bound by a `let`.
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

    /// The abbreviations that a text names.
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

/// A term of a proof, in SMT-LIB.
fn in_smtlib(declared: &Declared, text: &str) -> Result<String, String> {
    if notation::is_too_deep(text) {
        return Err("it is nested too deep".to_owned());
    }
    let tape = Tape::parse(text).map_err(|malformed| malformed.to_string())?;
    notation::in_smtlib(declared, &tape.root(text))
}

/// Declares only what terms are made of, so that no values are chosen for anything else.
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
