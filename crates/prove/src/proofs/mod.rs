//! Checks proofs that solvers print: each step that the evaluator understands is tried on values.
//!
//! A proof of cvc5 (in its own format, CPC, or in Alethe) is a list of steps, each with a rule, premises and
//! a conclusion. A step claims that its premises imply its conclusion; a step that depends on no assumption
//! claims that its conclusion is valid. Values that contradict this (`trial.rs`) make the step wrong, even if
//! the solver's answer is right. Finding none proves nothing, so a solver's proof never becomes a certificate
//! here.

mod read;
mod trial;

pub use read::{ProofStep, SolverProof};
pub use trial::{ProofTrial, WrongStep, try_steps};

use gainsay_lang::script::{Command, Printer, Script};

/// The format of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ProofFormat {
    /// cvc5's own format, with a rule for each of its rewrites
    #[default]
    Cpc,
    /// The format that several solvers and checkers share
    Alethe,
}

impl ProofFormat {
    /// The options that make cvc5 print such a proof, with the conclusion of each step.
    fn options(self) -> &'static [(&'static str, &'static str)] {
        match self {
            ProofFormat::Cpc => &[
                ("produce-proofs", "true"),
                ("proof-format-mode", "cpc"),
                ("proof-print-conclusion", "true"),
            ],
            ProofFormat::Alethe => &[("produce-proofs", "true"), ("proof-format-mode", "alethe")],
        }
    }
}

/// A script's question, followed by `get-proof`.
pub fn asking_for_proof(script: &Script, format: ProofFormat) -> String {
    let mut flat = script.question().into_script();
    let says = |command: &Command| matches!(command, Command::SetLogic(_) | Command::Assert(_));
    flat.commands.retain(|command| command.is_declaration() || says(command));
    let options = format.options().iter().map(|(name, value)| format!("(set-option :{name} {value})\n"));
    let logic = if flat.logic().is_none() { "(set-logic ALL)\n" } else { "" };
    format!(
        "{}{logic}{}(check-sat)\n(get-proof)\n",
        options.collect::<String>(),
        Printer::default().script(&flat)
    )
}
