//! What was found out about a seed, as text that outlives the program; and the seed made of it again.

use super::{Draft, Unusable};
use crate::answer::Status;
use crate::eval::{Bounds, Witness, read_model};
use crate::evidence::{Derivation, Evidence, Search, witness};
use crate::script::Script;
use crate::strategy::Seed;

/// What was found out about a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeedRecord {
    pub origin: String,
    /// Of the text that it is about, and of the claim.
    pub digest: u64,
    pub status: SeedStatus,
    /// How that became known, or why it did not, in words.
    pub why: String,
    /// The definitions of a model that satisfies it, if one is known.
    pub witness: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedStatus {
    /// `Unknown` is good for strategies that need not know the answer.
    Usable(Status),
    /// The label is wrong, or we are.
    Mislabelled,
    /// Some solver takes too long for it.
    TooHard,
}

impl SeedStatus {
    pub const SAT: SeedStatus = SeedStatus::Usable(Status::Sat);
    pub const UNSAT: SeedStatus = SeedStatus::Usable(Status::Unsat);
    pub const UNKNOWN: SeedStatus = SeedStatus::Usable(Status::Unknown);

    pub fn word(self) -> &'static str {
        match self {
            SeedStatus::Usable(answer) => answer.word(),
            SeedStatus::Mislabelled => "mislabelled",
            SeedStatus::TooHard => "too hard",
        }
    }

    pub fn from_word(word: &str) -> Option<SeedStatus> {
        let unusable = [SeedStatus::Mislabelled, SeedStatus::TooHard];
        let unusable = unusable.into_iter().find(|status| status.word() == word);
        unusable.or_else(|| Status::from_word(word).map(SeedStatus::Usable))
    }
}

/// Makes the seed of a draft and what is known about it. Nobody is asked, and nothing is believed: a witness is evaluated
/// again, and what can be decided by trying everything is.
pub fn restore(draft: &Draft, record: &SeedRecord) -> Result<Seed, Unusable> {
    let (script, evidence) = match record.status {
        SeedStatus::Mislabelled => return Err(Unusable::Mislabelled(record.why.clone())),
        SeedStatus::TooHard => return Err(Unusable::TooHard(record.why.clone())),
        SeedStatus::UNKNOWN => (draft.script.clone(), Evidence::None),
        SeedStatus::SAT => match &record.witness {
            Some(text) => {
                let (script, witness) = witnessed(&draft.script, text).ok_or(Unusable::Outdated)?;
                (script, Evidence::Witness(witness))
            }
            None => (draft.script.clone(), confirmed(Status::Sat, record)),
        },
        SeedStatus::UNSAT => match try_quickly(&draft.script) {
            Evidence::Exhausted(exhausted) => (draft.script.clone(), Evidence::Exhausted(exhausted)),
            Evidence::Witness(_) => return Err(Unusable::Outdated),
            // What took a longer proof is proved again before anybody is accused.
            Evidence::Refuted(_) | Evidence::Derived(_) | Evidence::None => {
                (draft.script.clone(), confirmed(Status::Unsat, record))
            }
        },
    };
    let unknown = format!("the seed's answer is unknown: {}", record.why);
    Ok(Seed { unknown, ..Seed::new(draft.origin.clone(), script, evidence) })
}

/// What solvers confirm.
fn confirmed(answer: Status, record: &SeedRecord) -> Evidence {
    Evidence::Derived(Derivation::confirmed(answer, record.origin.clone(), record.why.clone()))
}

/// The script with the witness that a text defines, if it is one.
pub fn witnessed(script: &Script, text: &str) -> Option<(Script, Witness)> {
    let mut script = script.clone();
    let read = read_model(&mut script, text).ok()?;
    let witness = witness(&script.question(), read.model).ok()?;
    Some((script, witness))
}

/// What takes no time to try.
pub const LITTLE: Bounds = Bounds {
    assignments: 1 << 14,
    instances: 1 << 16,
    domain: 1 << 10,
    universe: 3,
    work: 10_000,
    ..Bounds::DEFAULT
};

/// Larger seeds are not looked at quickly.
const MOST_TERMS: usize = 2000;

/// Tries everything where that takes no time.
pub fn try_quickly(script: &Script) -> Evidence {
    if script.terms.len() > MOST_TERMS {
        return Evidence::None;
    }
    Evidence::by_trying(&script.question(), LITTLE)
}

/// The same, and looks for a proof as long as a solver takes to start.
pub fn prove_quickly(script: &Script) -> Evidence {
    if script.terms.len() > MOST_TERMS {
        return Evidence::None;
    }
    Evidence::by_search(&script.question(), Search::BRIEF.trying(LITTLE))
}

/// A number for a text and what is claimed about it, which will never change.
pub fn digest(text: &str, claim: Status) -> u64 {
    let claim = match claim {
        Status::Sat => 1,
        Status::Unsat => 2,
        Status::Unknown => 3,
    };
    crate::rng::digest(text.bytes().chain([claim]))
}
