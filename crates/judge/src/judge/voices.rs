//! Independent voices: which solvers count as independent of each other. The only place that decides this.
//!
//! Solvers of one family share code, and so bugs: releases, option sets and builds of a solver are one voice,
//! and so are a solver and its successor. A solver that did not accept a question has no voice in it.

use super::Testimony;
use gainsay_lang::answer::{Outcome, Status};

/// The answers of solvers to one question.
#[derive(Clone, Default, Debug)]
pub struct Voices(Vec<Voice>);

#[derive(Clone, Debug)]
struct Voice {
    solver: String,
    family: String,
    /// `Unknown` if it accepted the question but has no answer.
    says: Status,
}

impl Voices {
    /// The voices of all solvers except the accused one.
    pub fn beside(testimonies: &[Testimony], accused: usize) -> Voices {
        let mut voices = Voices::default();
        for (_, other) in testimonies.iter().enumerate().filter(|(at, _)| *at != accused) {
            voices.hear(other);
        }
        voices
    }

    pub fn of(testimonies: &[Testimony]) -> Voices {
        Voices::beside(testimonies, testimonies.len())
    }

    pub fn hear(&mut self, testimony: &Testimony) {
        let Testimony { solver, family, answer, .. } = testimony;
        match answer.outcome {
            Outcome::Crash(_) | Outcome::Rejected(_) | Outcome::NotJudged(_) | Outcome::NotAsked(_) => return,
            _ => {}
        }
        let says = answer.outcome.status();
        self.0.push(Voice { solver: solver.clone(), family: family.clone(), says });
    }

    /// The names of the solvers with this answer.
    pub fn who_says(&self, status: Status) -> Vec<&str> {
        self.saying(status).map(|voice| voice.solver.as_str()).collect()
    }

    /// The number of families with this answer.
    pub fn families_saying(&self, status: Status) -> usize {
        count_families(self.saying(status))
    }

    /// The number of families that accepted the question.
    pub fn families(&self) -> usize {
        count_families(self.0.iter())
    }

    /// Whether a solver of another family accepted the question.
    pub fn any_beyond(&self, family: &str) -> bool {
        self.0.iter().any(|voice| voice.family != family)
    }

    /// Whether solvers confirm an answer without proof: two families give it, and none gives the contrary.
    pub fn vouch_for(&self, status: Status) -> bool {
        self.families_saying(status.contrary()) == 0 && self.families_saying(status) >= 2
    }

    fn saying(&self, status: Status) -> impl Iterator<Item = &Voice> {
        self.0.iter().filter(move |voice| voice.says == status)
    }
}

fn count_families<'a>(voices: impl Iterator<Item = &'a Voice>) -> usize {
    let mut families: Vec<&str> = voices.map(|voice| voice.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    families.len()
}
