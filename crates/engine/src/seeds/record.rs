//! Records of what is known about seeds, as text that outlives the program; and the seeds restored from them.

use super::{Draft, Unusable};
use gainsay_eval::eval::{Bounds, Witness, read_model};
use gainsay_lang::answer::Status;
use gainsay_lang::script::Script;
use gainsay_prove::evidence::{Derivation, Evidence, Search, witness};
use gainsay_strategies::strategy::Seed;

/// A campaign's record of a seed: its answer, and how the answer became known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeedRecord {
    pub origin: String,
    /// The digest of the seed's text and claim.
    pub digest: u64,
    pub status: SeedStatus,
    /// How the answer became known, or why it did not, in words.
    pub why: String,
    /// The definitions of a model that satisfies it, if one is known.
    pub witness: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedStatus {
    /// `Unknown` is usable by strategies that need no answer.
    Usable(Status),
    /// The label is wrong, or our evaluator is.
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

/// Makes the seed of a draft from its record. No solver is asked, and the record is not trusted: a witness is
/// evaluated again, and small questions are decided by exhaustive search again.
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
            // Answers that needed a longer proof are proved again before any accusation.
            Evidence::Refuted(_) | Evidence::Derived(_) | Evidence::None => {
                (draft.script.clone(), confirmed(Status::Unsat, record))
            }
        },
    };
    let unknown = format!("the seed's answer is unknown: {}", record.why);
    Ok(Seed { unknown, ..Seed::new(draft.origin.clone(), script, evidence) })
}

/// Evidence by the agreement of solvers.
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

/// Limits of a search that takes practically no time.
pub const LITTLE: Bounds = Bounds {
    assignments: 1 << 14,
    instances: 1 << 16,
    domain: 1 << 10,
    universe: 3,
    work: 10_000,
    ..Bounds::DEFAULT
};

/// Larger seeds are not searched quickly.
const MOST_TERMS: usize = 2000;

/// Decides the script by exhaustive search if that takes practically no time.
pub fn try_quickly(script: &Script) -> Evidence {
    if script.terms.len() > MOST_TERMS {
        return Evidence::None;
    }
    Evidence::by_trying(&script.question(), LITTLE)
}

/// The same, with a proof search that takes no longer than the start of a solver.
pub fn prove_quickly(script: &Script) -> Evidence {
    if script.terms.len() > MOST_TERMS {
        return Evidence::None;
    }
    Evidence::by_search(&script.question(), Search::BRIEF.trying(LITTLE))
}

/// A digest of a text and its claim. It must never change.
pub fn digest(text: &str, claim: Status) -> u64 {
    let claim = match claim {
        Status::Sat => 1,
        Status::Unsat => 2,
        Status::Unknown => 3,
    };
    gainsay_lang::rng::digest(text.bytes().chain([claim]))
}
