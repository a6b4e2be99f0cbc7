//! Asks again about what a solver is suspected of, in fresh processes.

use crate::consult::{Consultation, consult};
use crate::evidence::Test;
use crate::judge::{Alarm, Finding, FindingKind, Testimony, judge};
use crate::solver::{AskError, Limits, Solver};

pub struct Suspect {
    pub test: Test,
    pub finding: Finding,
    pub testimonies: Vec<Testimony>,
}

pub enum Examined {
    Confirmed(Box<Confirmed>),
    NotConfirmed(String),
    Ignored(String),
    Alarm(Alarm),
}

pub struct Confirmed {
    pub finding: Finding,
    pub test: Test,
    pub answer: crate::solver::Answer,
}

pub struct Bucket {
    pub key: String,
    pub title: String,
}

impl Confirmed {
    pub fn bucket(&self) -> Bucket {
        let key = format!(
            "{} {} {}",
            self.finding.kind.word(),
            self.finding.solver,
            super::suspects::rough(&self.finding, &self.test)
        );
        Bucket { title: key.clone(), key }
    }

    pub fn output(&self) -> String {
        self.answer.stdout.clone()
    }
}

pub fn examine(suspect: Suspect, solvers: &[Solver], limits: &Limits) -> Result<Examined, AskError> {
    let cores = matches!(suspect.finding.kind, FindingKind::InvalidCore | FindingKind::NonMinimalCore);
    let how = Consultation { limits: *limits, cores, other_seed: None, keep_options: false };
    let testimonies = consult(&suspect.test.script, solvers, &how)?;
    let verdict = judge(&suspect.test, &testimonies);
    let same =
        |finding: &&Finding| finding.kind == suspect.finding.kind && finding.solver == suspect.finding.solver;
    let Some(finding) = verdict.findings.iter().find(same).cloned() else {
        return Ok(Examined::NotConfirmed("it does not show again".to_owned()));
    };
    let own = testimonies.into_iter().find(|testimony| testimony.solver == finding.solver);
    let Some(own) = own else { return Ok(Examined::NotConfirmed(String::new())) };
    Ok(Examined::Confirmed(Box::new(Confirmed { finding, test: suspect.test, answer: own.answer })))
}
