//! Makes the test of a bug small before it is filed: small tests of one bug look alike, and people read them.

use super::Campaign;
use crate::consult::Consultation;
use crate::eval::{Bounds, Decision, Witness, decide};
use crate::evidence::{Evidence, Test};
use crate::judge::FindingKind;
use crate::reduce::{Accusation, Budget, Candidate, reduce_finding};
use crate::script::{Command, Script};
use crate::solver::{AskError, Solver};
use crate::triage::{Bug, Confirmed, Examined, examine};
use std::time::{Duration, Instant};

/// How many smaller tests are tried ..
const TRIES: usize = 1000;
/// .. and for how long: the hunt is more important than the last word of a script.
const TIME: Duration = Duration::from_secs(30);

/// What is to be reported of a confirmed finding. Notes are not reduced.
pub fn shrink(campaign: &Campaign<'_>, confirmed: Confirmed) -> Result<Bug, AskError> {
    let mut solvers = campaign.solvers.clone();
    // The accused may need fewer arguments than the campaign gives it.
    if !solvers.iter().any(|solver| solver.label() == confirmed.solver.label()) {
        solvers.push(confirmed.solver.clone());
    }
    let mut reduced = None;
    if let Some(test) = smaller(campaign, &solvers, &confirmed)
        && let Examined::Confirmed(smaller) =
            examine(confirmed.suspect(test), &solvers, &campaign.limits, &campaign.ignores)?
        && smaller.finding.is_bug()
    {
        reduced = Some(*smaller);
    }
    Ok(Bug { original: confirmed, reduced, replay: None })
}

fn smaller(campaign: &Campaign<'_>, solvers: &[Solver], confirmed: &Confirmed) -> Option<Test> {
    let Confirmed { finding, test, .. } = confirmed;
    if !finding.is_bug() || finding.kind > FindingKind::Nondeterminism {
        return None;
    }
    let how = Consultation {
        limits: campaign.limits,
        cores: false,
        other_seed: confirmed.other_seed,
        keep_options: false,
    };
    let accusation = Accusation::of(finding, solvers, &[], &how)?;
    let model = match &test.evidence {
        Evidence::Witness(witness) => Some(witness.model().clone()),
        _ => None,
    };
    let start = Instant::now();
    let stop = || campaign.stop.is_set() || start.elapsed() > TIME;
    let budget = Budget { tries: TRIES, stop: &stop, ..Budget::default() };
    // A test asks its question without saying so; what is reduced must say.
    let mut script = test.script.clone();
    script.commands.retain(|command| *command != Command::CheckSat);
    script.commands.push(Command::CheckSat);
    let whole = Candidate::new(script, model);
    let Candidate { mut script, model } = reduce_finding(&whole, &accusation, 1, &budget).ok()?.best;
    script.commands.retain(|command| *command != Command::CheckSat);
    let witness = model.and_then(|model| Witness::check(&script, model).ok());
    let evidence = witness.map_or_else(|| decided(&script), Evidence::Witness);
    Some(Test { script, evidence, lineage: test.lineage.clone() })
}

fn decided(script: &Script) -> Evidence {
    match decide(script, Bounds::default()) {
        Decision::Sat { witness, .. } => Evidence::Witness(witness),
        Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
        Decision::TooLarge | Decision::Unknown(_) => Evidence::None,
    }
}
