//! Proofs that solvers print, as a second way: read, counted, and each step tried that our evaluator understands.
//!
//! A proof of cvc5 (in its own format, CPC, or in Alethe) is a list of steps, each with a rule, premises and a conclusion. A step
//! claims that its conclusion holds wherever its premises do; one that rests on no assumption claims that its conclusion always
//! holds. Values under which that is not so are looked for (`trial.rs`): they make the step wrong, whatever the solver's answer
//! is. That no values are found proves nothing, so a proof of a solver is never a certificate of ours.

mod read;
mod trial;

pub use read::{ProofStep, SolverProof};
pub use trial::{ProofTrial, WrongStep, try_steps};

use crate::script::{Command, Printer, Script};

/// How a proof is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ProofFormat {
    /// cvc5's own format, with a rule for each of its rewrites
    #[default]
    Cpc,
    /// The format that several solvers and checkers share
    Alethe,
}

impl ProofFormat {
    /// The options by which cvc5 prints such a proof, with what each step concludes.
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

/// A script's question, asking for a proof.
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
