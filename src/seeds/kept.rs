//! Tests that become seeds themselves, because they reached what none before them did.

use super::library::draft;
use super::record::{restore, witnessed};
use super::{Claim, SeedRecord, SeedStatus, Unusable};
use crate::eval::model_text;
use crate::evidence::{Evidence, Expect, Test};
use crate::script::{Command, Printer};
use crate::strategy::Seed;

/// A test as text, with what is known about its answer: all that is needed to use it as a seed, now or in another run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    pub script: String,
    /// The smallest logic that has all that it uses.
    pub logic: String,
    pub record: SeedRecord,
}

/// Larger tests are not kept: what is made of them would be larger still.
const LARGEST: usize = 16_000;

impl Kept {
    /// A test made fit to be a seed, with its evidence; `None` if it cannot be one.
    pub fn of(origin: String, test: &Test) -> Option<Kept> {
        let is_plain = |command: &Command| {
            command.is_declaration()
                || matches!(command, Command::SetLogic(_) | Command::Assert(_) | Command::CheckSat)
        };
        let mut script = test.script.clone();
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
        let expect = test.evidence.expect();
        if text.len() > LARGEST {
            return None;
        }
        let draft = draft(origin.clone(), &text, &|_| true, |_| claim(expect)).ok()?;
        let (status, witness) = match (&test.evidence, expect) {
            (Evidence::Witness(witness), _) => {
                let text = model_text(&test.script.terms, witness.model());
                (SeedStatus::Sat, Some(text).filter(|text| witnessed(&draft.script, text).is_some()))
            }
            (_, Expect::Unsat) => (SeedStatus::Unsat, None),
            (_, Expect::Sat | Expect::Unknown) => (SeedStatus::Unknown, None),
        };
        // What has no words is worth as little as what nobody knows.
        let status =
            if status == SeedStatus::Sat && witness.is_none() { SeedStatus::Unknown } else { status };
        let record =
            SeedRecord { origin, digest: draft.digest, status, why: test.evidence.reason(), witness };
        let seed = restore(&draft, &record).ok()?;
        Some(Kept { script: text, logic: seed.logic, record })
    }

    /// The seed, the same every time.
    pub fn seed(&self) -> Result<Seed, Unusable> {
        let expect = match self.record.status {
            SeedStatus::Sat => Expect::Sat,
            SeedStatus::Unsat => Expect::Unsat,
            _ => Expect::Unknown,
        };
        let draft = draft(self.record.origin.clone(), &self.script, &|_| true, |_| claim(expect))?;
        restore(&draft, &self.record)
    }
}

fn claim(expect: Expect) -> Claim {
    Claim { expect, by: "the campaign that made it" }
}
