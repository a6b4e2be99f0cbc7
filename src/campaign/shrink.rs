//! Makes the test of a bug small before it is filed: small tests of one bug look alike, and people read them.

use super::Campaign;
use super::known::Known;
use crate::consult::Consultation;
use crate::eval::Witness;
use crate::evidence::{Evidence, Search, Test};
use crate::reduce::{Accusation, Budget, Candidate, Progress, reduce_finding};
use crate::script::{Command, Printer, Script};
use crate::solver::{AskError, Limits, Solver};
use crate::strategy::{Seed, dialogue};
use crate::triage::{Bucket, Bug, Confirmed, Examined, MadeFrom, examine, mending_options};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many smaller tests are tried ..
const TRIES: usize = 1000;
/// .. and for how long: the hunt is more important than the last word of a script.
const TIME: Duration = Duration::from_secs(30);
/// Of that, so much is for tests that are made again without some of their steps.
const TIME_FOR_STEPS: Duration = Duration::from_secs(4);

/// Makes the test of a finding again without the steps with these numbers.
pub type Again<'a> = &'a dyn Fn(&BTreeSet<usize>) -> Option<Test>;

/// A script as people read it.
fn text_of(script: &Script) -> String {
    Printer::default().script(script)
}

/// What is to be reported of a confirmed finding. First whole steps are taken back, then the rest is reduced, until it is seen
/// to be of a known bucket: only the first of a bucket is reported. Notes are not reduced.
pub fn shrink(
    campaign: &Campaign<'_>,
    confirmed: Confirmed,
    seeds: &[Arc<Seed>],
    again: Again<'_>,
    known: &Known,
) -> Result<Bug, AskError> {
    let is_known = |confirmed: &Confirmed| known.has_bug(&confirmed.bucket().key());
    // A smaller script would have to be asked often to tell whether it shows the same.
    if confirmed.finding.is_unsteady() || is_known(&confirmed) {
        let (mended_by, unit, made_from) = (Vec::new(), None, None);
        return Ok(Bug { original: confirmed, reduced: None, mended_by, unit, made_from });
    }
    let mut solvers = campaign.solvers().to_vec();
    // The accused may need fewer arguments than the campaign gives it, and is not to be its own witness.
    let Confirmed { solver: accused, .. } = &confirmed;
    let is_accused = |solver: &Solver| solver.with_only(&accused.arguments).label() == accused.label();
    if !solvers.iter().any(|solver| solver.label() == accused.label()) {
        solvers.retain(|solver| !is_accused(solver));
        solvers.push(accused.clone());
    }
    let start = Instant::now();
    let mut reduced = with_fewest_steps(campaign, &solvers, &confirmed, again, start)?;
    let best = reduced.as_ref().unwrap_or(&confirmed);
    let made_from = (!seeds.is_empty()).then(|| MadeFrom {
        seeds: seeds.iter().map(|seed| text_of(&seed.script)).collect(),
        with_fewest_steps: text_of(best.test.script()),
    });
    if !is_known(best)
        && let Some(test) = smaller(campaign, &solvers, best, start, known)
        && let Some(smaller) = still(campaign, &solvers, &confirmed, test)?
    {
        reduced = Some(smaller);
    }
    let best = reduced.as_ref().unwrap_or(&confirmed);
    let is_reported = best.finding.is_bug() && !is_known(best);
    let mended_by = if is_reported { mending_options(best)? } else { Vec::new() };
    Ok(Bug { original: confirmed, reduced, mended_by, unit: None, made_from })
}

/// The finding again, in another test, if that shows it.
fn still(
    campaign: &Campaign<'_>,
    solvers: &[Solver],
    confirmed: &Confirmed,
    test: Test,
) -> Result<Option<Confirmed>, AskError> {
    let examined = examine(confirmed.suspect(test), solvers, &campaign.limits, &campaign.ignores)?;
    Ok(match examined {
        Examined::Confirmed(again) if again.finding.is_bug() => Some(*again),
        _ => None,
    })
}

/// The finding in a test with as few steps as it needs: the smallest difference to the seed. All steps are left out, then
/// halves, quarters, single ones.
fn with_fewest_steps(
    campaign: &Campaign<'_>,
    solvers: &[Solver],
    confirmed: &Confirmed,
    again: Again<'_>,
    start: Instant,
) -> Result<Option<Confirmed>, AskError> {
    let count = confirmed.test.lineage().steps.len();
    let mut best = None;
    // What only a derivation speaks for may be proved of a smaller test.
    let may_be_proved = confirmed.finding.kind.row().rests_on.right_answer().is_known();
    if !confirmed.finding.is_bug() && !may_be_proved {
        return Ok(best);
    }
    let mut left_out = BTreeSet::new();
    // The simplest form of the question first.
    let dialogue = confirmed.test.lineage().steps.iter().rposition(|step| step.rule == dialogue::RULE);
    if let Some(last) = dialogue
        && let Some(test) = again(&BTreeSet::from([last]))
        && let Some(flat) = still(campaign, solvers, confirmed, test)?
    {
        best = Some(flat);
        left_out.insert(last);
    }
    let mut size = count;
    while size > 0 {
        for first in (0..count).step_by(size) {
            let mut more = left_out.clone();
            more.extend(first..(first + size).min(count));
            if campaign.stop.is_set() || start.elapsed() > TIME_FOR_STEPS {
                return Ok(best);
            }
            if more.len() > left_out.len()
                && let Some(test) = again(&more)
                && let Some(fewer) = still(campaign, solvers, confirmed, test)?
            {
                (best, left_out) = (Some(fewer), more);
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Ok(best)
}

/// What solvers may use for a smaller test: one that takes much longer than the whole test is no good way to show it, and
/// there are hundreds of them.
fn limits_of_smaller(limits: Limits, whole: Duration) -> Limits {
    const LEAST: Duration = Duration::from_millis(300);
    const TIMES: u32 = 10;
    let most = (whole * TIMES).max(LEAST);
    Limits { wall: limits.wall.min(most), cpu: limits.cpu.min(most), ..limits }
}

fn smaller(
    campaign: &Campaign<'_>,
    solvers: &[Solver],
    confirmed: &Confirmed,
    start: Instant,
    known: &Known,
) -> Option<Test> {
    let Confirmed { finding, test, solver, .. } = confirmed;
    if !finding.is_bug() || !finding.kind.row().reduced {
        return None;
    }
    let how = Consultation {
        limits: limits_of_smaller(campaign.limits, confirmed.answer.wall),
        cores: false,
        other_seed: confirmed.other_seed,
        keep_options: true,
    };
    let accusation = Accusation::of(finding, solvers, &[], &how)?;
    let model = match &test.evidence() {
        Evidence::Witness(witness) => Some(witness.model().clone()),
        _ => None,
    };
    let seen_before = Cell::new(false);
    let progress = |progress: &Progress<'_>| {
        if progress.improved {
            let bucket =
                Bucket::new(finding.kind, &solver.name, &progress.best.script, finding.signature.as_deref());
            seen_before.set(known.has_bug(&bucket.key()));
        }
    };
    let stop = || seen_before.get() || campaign.stop.is_set() || start.elapsed() > TIME;
    let budget = Budget { tries: TRIES, stop: &stop, progress: &progress };
    // A test asks its question without saying so; what is reduced must say.
    let mut script = test.script().clone();
    if !script.asks() {
        script.commands.push(Command::CheckSat);
    }
    let whole = Candidate::new(script, model);
    let Candidate { script, model } = reduce_finding(&whole, &accusation, 1, &budget).ok()?.best;
    let witness = model.and_then(|model| Witness::check(&script.question(), model).ok());
    let evidence =
        witness.map_or_else(|| Evidence::by_search(&script.question(), Search::HUNT), Evidence::Witness);
    Some(Test::new(script, evidence, test.lineage().clone()))
}
