//! Who counts as an independent voice: the one place where that is decided.
//!
//! Solvers of one family share code, and so their bugs: two releases, option sets or builds of a solver are one voice, and so
//! are a solver and its successor. Who did not take a question has no voice in it.

use super::Testimony;
use crate::answer::{Outcome, Status};

/// What solvers say to one question.
#[derive(Clone, Default, Debug)]
pub struct Voices(Vec<Voice>);

#[derive(Clone, Debug)]
struct Voice {
    solver: String,
    family: String,
    /// `Unknown`: it took the question, and has no answer.
    says: Status,
}

impl Voices {
    /// The voices of all but one of them.
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

    /// The solvers that say so, in words.
    pub fn who_says(&self, status: Status) -> Vec<&str> {
        self.saying(status).map(|voice| voice.solver.as_str()).collect()
    }

    /// How many families say so.
    pub fn families_saying(&self, status: Status) -> usize {
        count_families(self.saying(status))
    }

    /// How many families took the question.
    pub fn families(&self) -> usize {
        count_families(self.0.iter())
    }

    /// Whether somebody of another family took the question.
    pub fn any_beyond(&self, family: &str) -> bool {
        self.0.iter().any(|voice| voice.family != family)
    }

    /// Whether solvers vouch for an answer that has no witness: two families give it, and nobody the contrary.
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
