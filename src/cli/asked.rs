//! Asks a solver for its proof, and describes the result.

use super::{catalogue, choose_solvers};
use crate::answer::{Answer, Outcome};
use crate::proofs::{ProofFormat, ProofTrial, SolverProof, asking_for_proof, try_steps};
use crate::quote::one_line;
use crate::script::Script;
use crate::solver::{Limits, Solver};
use crate::words::{counted, shortened};
use anyhow::bail;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Instant;

/// Asks a solver for proofs.
pub struct Asker {
    solver: Solver,
    format: ProofFormat,
    seconds: f64,
}

/// A solver's answer and the trial of its proof.
pub struct Asked {
    solver: String,
    answer: String,
    proof: Option<(SolverProof, ProofTrial)>,
}

/// The most bytes of output: proofs are much longer than models.
const LONGEST_PROOF: usize = 64 << 20;

/// The most wrong steps that are shown; the rest are similar.
const SHOWN: usize = 3;

impl Asker {
    pub fn new(
        solver: String,
        format: ProofFormat,
        config: Option<PathBuf>,
        seconds: f64,
    ) -> anyhow::Result<Asker> {
        let mut solvers = choose_solvers(&catalogue(config)?, &[solver])?;
        match (solvers.pop(), solvers.len()) {
            (Some(solver), 0) => Ok(Asker { solver, format, seconds }),
            _ => bail!("--ask takes one solver"),
        }
    }

    /// Asks about a script, and tries the steps of the proof for as long as the solver may take.
    pub fn ask(&mut self, script: &Script, is_stopped: &dyn Fn() -> bool) -> anyhow::Result<Asked> {
        let limits = Limits { output: LONGEST_PROOF, ..Limits::seconds(self.seconds) };
        let answer = self.solver.ask_fresh(&asking_for_proof(script, self.format), &limits)?;
        let proof = SolverProof::read(&answer.stdout, self.format);
        let proof = proof.filter(|_| answer.outcome == Outcome::Unsat);
        let begun = Instant::now();
        let is_over = || is_stopped() || begun.elapsed().as_secs_f64() > self.seconds;
        let proof = proof.map(|proof| {
            let trial = try_steps(&proof, script, &is_over);
            (proof, trial)
        });
        Ok(Asked { solver: self.solver.label(), answer: in_words(&answer), proof })
    }
}

fn in_words(answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Sat => "sat".to_owned(),
        Outcome::Unsat => "unsat".to_owned(),
        Outcome::Unknown(reason) => format!("unknown ({})", one_line(reason)),
        Outcome::Timeout => "nothing in time".to_owned(),
        Outcome::Rejected(message) => format!("nothing: {}", one_line(&shortened(message, 200))),
        _ => "nothing, and fails".to_owned(),
    }
}

impl Asked {
    pub fn is_wrong(&self) -> bool {
        self.proof.as_ref().is_some_and(|(_, trial)| !trial.wrong.is_empty())
    }

    pub fn as_text(&self) -> String {
        let Asked { solver, answer, .. } = self;
        let Some((proof, trial)) = &self.proof else {
            return format!("{solver} says {answer}, and no proof of it can be read");
        };
        let trusted = proof.trusted();
        let trusted = match trusted.as_slice() {
            [] => "none trusted".to_owned(),
            trusted => {
                let names: Vec<String> = trusted
                    .iter()
                    .map(|(rule, count)| format!("{} {}", one_line(rule), counted(*count, "time")))
                    .collect();
                let count: usize = trusted.iter().map(|(_, count)| count).sum();
                format!("{count} trusted ({})", names.join(", "))
            }
        };
        let wrong = match trial.wrong.len() {
            0 => "none wrong".to_owned(),
            count => format!("{count} WRONG"),
        };
        let mut text = format!(
            "{solver} says {answer} by a proof of {}, {trusted}; {} tried, {wrong}",
            counted(proof.len(), "step"),
            counted(trial.tried(), "step"),
        );
        if trial.left > 0 {
            text += &format!(", {} left when time was up", trial.left);
        }
        for wrong in trial.wrong.iter().take(SHOWN) {
            text += &format!(
                "\n  step {} by {} is wrong for {}:\n    {}",
                one_line(&wrong.name),
                one_line(&wrong.rule),
                wrong.values,
                wrong.script.trim_end().replace('\n', "\n    ")
            );
        }
        text
    }

    pub fn as_json(&self) -> Value {
        let counts = |rules: Vec<(&str, usize)>| {
            rules
                .into_iter()
                .map(|(rule, count)| (rule.to_owned(), json!(count)))
                .collect::<serde_json::Map<_, _>>()
        };
        let proof = self.proof.as_ref().map(|(proof, trial)| {
            let wrong = trial.wrong.iter().map(|wrong| {
                json!({ "step": wrong.name, "rule": wrong.rule, "values": wrong.values, "script": wrong.script })
            });
            let untried = trial.untried.iter().map(|(why, count)| json!({ "why": why, "steps": count }));
            json!({
                "steps": proof.len(),
                "rules": counts(proof.rules()),
                "trusted": counts(proof.trusted()),
                "tried": trial.tried(),
                "exhausted": trial.exhausted,
                "untried": untried.collect::<Vec<_>>(),
                "left": trial.left,
                "wrong": wrong.collect::<Vec<_>>(),
            })
        });
        json!({ "solver": self.solver, "answer": self.answer, "proof": proof })
    }
}
