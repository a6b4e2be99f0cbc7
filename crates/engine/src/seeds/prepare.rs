//! Determines the right answer of a seed, with evidence.

use super::record::{LITTLE, prove_quickly, witnessed};
use super::{Draft, SeedRecord, SeedStatus, Unusable, restore};
use crate::consult::{Consultation, consult, unsupported};
use gainsay_eval::eval::{Rejection, model_text, read_model_with};
use gainsay_guests::solver::{AskError, Limits, Solver};
use gainsay_judge::judge::{Testimony, Voices};
use gainsay_lang::answer::{Outcome, Status};
use gainsay_lang::script::Script;
use gainsay_prove::evidence::{Evidence, Search, witness};
use gainsay_strategies::strategy::Seed;
use std::time::Duration;

/// The most time that a solver may take for a seed. Harder seeds are not worthwhile: every test made of them would
/// be as hard.
const LONGEST: Duration = Duration::from_secs(1);

/// The seed of a draft with its evidence, and the record to store.
pub fn prepare(draft: &Draft, solvers: &[Solver], limits: &Limits) -> Result<(Seed, SeedRecord), Unusable> {
    let record = investigate(draft, solvers, limits).map_err(|error| Unusable::Unasked(error.to_string()))?;
    Ok((restore(draft, &record)?, record))
}

/// Determines what is known about a seed, unless it comes with a record. First tries a quick proof; then asks
/// solvers one after the other, each in a fresh process, until there is a witness. If that leaves the answer open
/// or without a witness, a longer proof search is made, so that the answer need not depend on solvers.
pub fn investigate(draft: &Draft, solvers: &[Solver], limits: &Limits) -> Result<SeedRecord, AskError> {
    if let Some(record) = &draft.known {
        return Ok(record.clone());
    }
    if let Some(found) = decided(draft, prove_quickly(&draft.script)) {
        return Ok(found.record(draft));
    }
    let mut hearing = Hearing::default();
    let limits = Limits { wall: limits.wall.min(LONGEST), cpu: limits.cpu.min(LONGEST), ..*limits };
    let how = Consultation { limits, cores: false, other_seed: None, keep_options: false };
    let usage = draft.script.usage();
    for solver in solvers {
        if unsupported(solver, draft.script.logic(), &usage).is_some() {
            continue;
        }
        for testimony in consult(&draft.script, std::slice::from_ref(solver), &how)? {
            hearing.hear(&draft.script, testimony);
        }
        if hearing.witness.is_some() {
            break;
        }
    }
    let proved = match hearing.is_settled() {
        true => None,
        false => decided(draft, Evidence::by_search(&draft.script.question(), Search::HUNT.trying(LITTLE))),
    };
    Ok(proved.unwrap_or_else(|| hearing.verdict(draft)).record(draft))
}

/// The content of a record.
struct Found {
    status: SeedStatus,
    why: String,
    witness: Option<String>,
}

impl Found {
    fn new(status: SeedStatus, why: impl Into<String>) -> Found {
        Found { status, why: why.into(), witness: None }
    }

    /// Satisfiable by this witness; mislabelled if unsat is claimed, since then either the claim or the witness is
    /// wrong.
    fn sat(draft: &Draft, why: String, witness: String) -> Found {
        if draft.claim.answer == Status::Unsat {
            let why = format!("claimed unsat by {}, but satisfiable: {why}", draft.claim.by);
            return Found::new(SeedStatus::Mislabelled, why);
        }
        Found { status: SeedStatus::SAT, why, witness: Some(witness) }
    }

    fn record(self, draft: &Draft) -> SeedRecord {
        SeedRecord {
            origin: draft.origin.clone(),
            digest: draft.digest,
            status: self.status,
            why: self.why,
            witness: self.witness,
        }
    }
}

/// The result of a proof, if there is one.
fn decided(draft: &Draft, proof: Evidence) -> Option<Found> {
    match proof {
        Evidence::Witness(witness) => {
            let text = model_text(&draft.script.terms, witness.model());
            witnessed(&draft.script, &text)?;
            Some(Found::sat(draft, "gainsay itself found a model".to_owned(), text))
        }
        Evidence::Exhausted(_) | Evidence::Refuted(_) if draft.claim.answer == Status::Sat => {
            let why = format!("claimed sat by {}, but {}", draft.claim.by, proof.reason());
            Some(Found::new(SeedStatus::Mislabelled, why))
        }
        Evidence::Exhausted(_) | Evidence::Refuted(_) => Some(Found::new(SeedStatus::UNSAT, proof.reason())),
        Evidence::Derived(_) | Evidence::None => None,
    }
}

/// The answers of solvers so far.
#[derive(Default)]
struct Hearing {
    voices: Voices,
    /// The first model that our evaluator accepts, and the solver that gave it.
    witness: Option<(String, String)>,
    /// Why the last model was no witness.
    no_witness: Option<&'static str>,
    /// Whether a model makes an assertion false: then the `sat` that it belongs to is doubtful, too.
    has_wrong_model: bool,
    /// A solver that did not answer in time.
    too_slow: Option<String>,
}

impl Hearing {
    fn hear(&mut self, script: &Script, testimony: Testimony) {
        self.voices.hear(&testimony);
        match testimony.answer.outcome {
            Outcome::Sat => match witness_text(script, &testimony) {
                Ok(text) => self.witness = Some((testimony.solver, text)),
                Err(why) => {
                    self.has_wrong_model |= why == WRONG_MODEL;
                    self.no_witness = Some(why);
                }
            },
            Outcome::Timeout => self.too_slow = Some(testimony.solver),
            _ => {}
        }
    }

    /// Whether no proof is needed: there is a witness, or the seed is too hard to use.
    fn is_settled(&self) -> bool {
        self.witness.is_some() || self.too_slow.is_some()
    }

    fn verdict(self, draft: &Draft) -> Found {
        if let Some((solver, text)) = self.witness {
            return Found::sat(draft, format!("the model of {solver} makes every assertion true"), text);
        }
        if let Some(solver) = self.too_slow {
            return Found::new(SeedStatus::TooHard, format!("{solver} takes too long for it"));
        }
        let [sat, unsat] = [Status::Sat, Status::Unsat].map(|status| self.voices.families_saying(status));
        let confirmed = self.voices.who_says(Status::Unsat).join(" and ");
        let is_vouched = self.voices.vouch_for(Status::Sat) && !self.has_wrong_model;
        let unknown = |why: &str| Found::new(SeedStatus::UNKNOWN, why);
        match draft.claim.answer {
            _ if sat > 0 && unsat > 0 => unknown("solvers contradict each other"),
            Status::Sat | Status::Unknown if is_vouched => {
                let who = self.voices.who_says(Status::Sat).join(" and ");
                let why = self.no_witness.unwrap_or(NO_MODEL);
                Found::new(SeedStatus::SAT, format!("according to {who}, without a witness: {why}"))
            }
            Status::Sat | Status::Unknown if sat > 0 => unknown(self.no_witness.unwrap_or(NO_MODEL)),
            Status::Sat if unsat > 0 => unknown("claimed sat, but solvers say unsat"),
            Status::Sat => unknown("claimed sat, but no solver finds a model in time"),
            Status::Unsat if sat > 0 => unknown("claimed unsat, but a solver says sat"),
            Status::Unsat if unsat > 0 => Found::new(
                SeedStatus::UNSAT,
                format!("claimed unsat by {}, confirmed by {confirmed}", draft.claim.by),
            ),
            Status::Unsat => unknown("claimed unsat, but no solver confirms it in time"),
            Status::Unknown if self.voices.vouch_for(Status::Unsat) => {
                Found::new(SeedStatus::UNSAT, format!("found unsat by {confirmed}"))
            }
            Status::Unknown if unsat == 1 => unknown("only one family of solvers says unsat"),
            Status::Unknown => unknown("no solver decides it in time"),
        }
    }
}

const NO_MODEL: &str = "solvers say sat, but print no model";
const WRONG_MODEL: &str = "solvers say sat, but their models are wrong";

/// The model that a solver printed, as storable text, if it is a witness.
fn witness_text(script: &Script, testimony: &Testimony) -> Result<String, &'static str> {
    let printed = testimony.answer.model.as_deref().ok_or(NO_MODEL)?;
    let mut own = script.clone();
    let read = read_model_with(&mut own, printed, testimony.model_reading)
        .map_err(|_| "solvers say sat, but no model is understood")?;
    let witness = witness(&own.question(), read.model).map_err(|rejection| match rejection {
        Rejection::False(_) => WRONG_MODEL,
        _ => "solvers say sat, but no model can be evaluated in full",
    })?;
    let text = model_text(&own.terms, witness.model());
    if witnessed(script, &text).is_some() {
        return Ok(text);
    }
    // A model that we cannot print, such as a function that is not a table, is stored as the solver printed it.
    witnessed(script, printed).map(|_| printed.to_owned()).ok_or("the witness cannot be written down")
}
