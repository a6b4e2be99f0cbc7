//! Tests that become seeds because they covered new code.

use super::library::draft;
use super::record::{restore, witnessed};
use super::{Claim, SeedRecord, SeedStatus, Unusable};
use gainsay_eval::eval::model_text;
use gainsay_lang::answer::Status;
use gainsay_lang::script::{Command, Printer};
use gainsay_prove::evidence::{Evidence, Test};
use gainsay_strategies::strategy::Seed;

/// A test as text with what is known about its answer: everything needed to use it as a seed, now or in another
/// run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    pub script: String,
    /// The smallest logic that has everything that the script uses.
    pub logic: String,
    pub record: SeedRecord,
}

/// The largest test that is kept, in bytes: tests made from it would be larger still.
const LARGEST: usize = 16_000;

impl Kept {
    /// Turns a test into a seed, with its evidence; `None` if it cannot be one.
    pub fn of(origin: String, test: &Test) -> Option<Kept> {
        let is_plain = |command: &Command| {
            command.is_declaration()
                || matches!(command, Command::SetLogic(_) | Command::Assert(_) | Command::CheckSat)
        };
        let mut script = test.script().clone();
        script.commands.retain(|command| {
            !matches!(
                command,
                Command::Comment(_)
                    | Command::CheckSat
                    | Command::GetModel
                    | Command::SetInfo { .. }
                    | Command::SetOption { .. }
            )
        });
        if !script.commands.iter().all(is_plain) {
            return None;
        }
        let text = format!("{}(check-sat)\n", Printer::default().script(&script));
        let answer = test.evidence().answer();
        if text.len() > LARGEST {
            return None;
        }
        let draft = draft(origin.clone(), &text, &|_| true, |_| claim(answer)).ok()?;
        let witness = match &test.evidence() {
            Evidence::Witness(witness) => Some(model_text(&test.script().terms, witness.model()))
                .filter(|text| witnessed(&draft.script, text).is_some()),
            Evidence::Exhausted(_) | Evidence::Refuted(_) | Evidence::Derived(_) | Evidence::None => None,
        };
        // A witness that cannot be printed cannot be used.
        let lost = answer == Status::Sat && witness.is_none();
        let status = SeedStatus::Usable(if lost { Status::Unknown } else { answer });
        let record =
            SeedRecord { origin, digest: draft.digest, status, why: test.evidence().reason(), witness };
        let seed = restore(&draft, &record).ok()?;
        Some(Kept { script: text, logic: seed.logic, record })
    }

    /// The seed; the same every time.
    pub fn seed(&self) -> Result<Seed, Unusable> {
        let answer = match self.record.status {
            SeedStatus::Usable(answer) => answer,
            SeedStatus::Mislabelled | SeedStatus::TooHard => Status::Unknown,
        };
        let draft = draft(self.record.origin.clone(), &self.script, &|_| true, |_| claim(answer))?;
        restore(&draft, &self.record)
    }
}

fn claim(answer: Status) -> Claim {
    Claim { answer, by: "the campaign that made it" }
}
