//! Makes the test of a bug small before it is filed: small tests of one bug look alike, and people read them.

use super::Campaign;
use super::known::Known;
use crate::consult::{Consultation, Request};
use crate::evidence::{Evidence, Search, Test, witness};
use crate::judge::Basis;
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
        return Ok(Bug::unreduced(confirmed));
    }
    let start = Instant::now();
    let mut reduced =
        with_fewest_steps(campaign, &solvers_with(campaign, &confirmed.solver), &confirmed, again, start)?;
    let best = reduced.as_ref().unwrap_or(&confirmed);
    let made_from = (!seeds.is_empty()).then(|| MadeFrom {
        seeds: seeds.iter().map(|seed| text_of(&seed.script)).collect(),
        with_fewest_steps: text_of(best.test.script()),
    });
    while let best = reduced.as_ref().unwrap_or(&confirmed)
        && !is_known(best)
        && let Some(smaller) = smaller(campaign, best, start, known)?
    {
        // What turns out to show in default mode while it gets smaller is made smaller in that mode.
        let was_freed = !best.solver.arguments.is_empty() && smaller.solver.arguments.is_empty();
        reduced = Some(smaller);
        if !was_freed {
            break;
        }
    }
    let best = reduced.as_ref().unwrap_or(&confirmed);
    let is_reported = best.finding.is_bug() && !is_known(best);
    let mended_by = if is_reported { mending_options(best)? } else { Vec::new() };
    Ok(Bug { original: confirmed, reduced, mended_by, unit: None, made_from })
}

/// The solvers of the campaign, with the accused as it is accused: it may need fewer arguments than the campaign gives it, or
/// more, and is not to be its own witness.
fn solvers_with(campaign: &Campaign<'_>, accused: &Solver) -> Vec<Solver> {
    let mut solvers = campaign.solvers().to_vec();
    let is_accused = |solver: &Solver| solver.with_only(&accused.arguments).label() == accused.label();
    if !solvers.iter().any(|solver| solver.label() == accused.label()) {
        solvers.retain(|solver| !is_accused(solver));
        solvers.push(accused.clone());
    }
    solvers
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

/// The finding in a smaller test.
fn smaller(
    campaign: &Campaign<'_>,
    confirmed: &Confirmed,
    start: Instant,
    known: &Known,
) -> Result<Option<Confirmed>, AskError> {
    let solvers = solvers_with(campaign, &confirmed.solver);
    match smaller_test(campaign, &solvers, confirmed, start, known) {
        Some(test) => still(campaign, &solvers, confirmed, test),
        None => Ok(None),
    }
}

/// Whether a script gets the same answer from the accused without any options, where the answer tells.
fn shows_in_default_mode(confirmed: &Confirmed, script: &Script, limits: &Limits) -> bool {
    let tells = match confirmed.finding.kind.row().rests_on {
        Basis::Satisfiable | Basis::Unsatisfiable | Basis::Fault => true,
        Basis::Model | Basis::Core | Basis::Reply | Basis::OwnAnswers | Basis::History => false,
        Basis::ContraryAnswer | Basis::CoreSize | Basis::Comparison => false,
    };
    if !tells || confirmed.solver.arguments.is_empty() {
        return false;
    }
    let asked = Request::new(script, true).ask(&confirmed.solver.with_only(&[]), limits);
    asked.is_ok_and(|asked| asked.answer.outcome == confirmed.answer.outcome)
}

/// A smaller test that shows the finding; the first one that shows it in default mode, if one does.
fn smaller_test(
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
    let is_enough = Cell::new(false);
    let progress = |progress: &Progress<'_>| {
        if progress.improved {
            let bucket =
                Bucket::new(finding.kind, &solver.name, &progress.best.script, finding.signature.as_deref());
            let is_known = known.has_bug(&bucket.key());
            is_enough.set(is_known || shows_in_default_mode(confirmed, &progress.best.script, &how.limits));
        }
    };
    let stop = || is_enough.get() || campaign.stop.is_set() || start.elapsed() > TIME;
    let budget = Budget { tries: TRIES, stop: &stop, progress: &progress };
    // A test asks its question without saying so; what is reduced must say.
    let mut script = test.script().clone();
    if !script.asks() {
        script.commands.push(Command::CheckSat);
    }
    let whole = Candidate::new(script, model);
    let Candidate { script, model } = reduce_finding(&whole, &accusation, 1, &budget).ok()?.best;
    let witness = model.and_then(|model| witness(&script.question(), model).ok());
    let evidence =
        witness.map_or_else(|| Evidence::by_search(&script.question(), Search::HUNT), Evidence::Witness);
    Some(Test::new(script, evidence, test.lineage().clone()))
}
