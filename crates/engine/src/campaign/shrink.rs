//! Reduces the test of a bug before it is filed: small tests of one bug look alike, and people read them.

use super::Campaign;
use super::known::Known;
use crate::consult::{Consultation, Request};
use crate::reduce::{Accusation, Budget, Candidate, Progress, reduce_finding};
use crate::triage::{Bucket, Bug, Confirmed, Examined, MadeFrom, examine, mending_options};
use gainsay_guests::solver::{AskError, Limits, Solver};
use gainsay_judge::judge::Basis;
use gainsay_lang::script::{Command, Printer, Script};
use gainsay_prove::evidence::{Evidence, Search, Test, witness};
use gainsay_strategies::strategy::{Seed, dialogue};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many smaller tests are tried at most.
const TRIES: usize = 1000;
/// The time for reducing one test: hunting on is more important than the last bit of reduction.
const TIME: Duration = Duration::from_secs(30);
/// The part of `TIME` for leaving out steps of the strategy.
const TIME_FOR_STEPS: Duration = Duration::from_secs(4);

/// A function that makes the test of a finding again without the steps with these numbers.
pub type Again<'a> = &'a dyn Fn(&BTreeSet<usize>) -> Option<Test>;

/// A script in the form that people read.
fn text_of(script: &Script) -> String {
    Printer::default().script(script)
}

/// The bug to be reported for a confirmed finding: first whole steps are left out, then the test is reduced,
/// until it turns out to belong to a known bucket, since only the first bug of a bucket is reported. Notes are
/// not reduced.
pub fn shrink(
    campaign: &Campaign<'_>,
    confirmed: Confirmed,
    seeds: &[Arc<Seed>],
    again: Again<'_>,
    known: &Known,
) -> Result<Bug, AskError> {
    let is_known = |confirmed: &Confirmed| known.has_bug(&confirmed.bucket().key());
    // For an unsteady solver, each smaller script would have to be asked many times.
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
        // If reducing shows that the bug also occurs without options, reduction goes on without them.
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

/// The solvers of the campaign, with the accused under exactly the arguments of the finding, which may be fewer
/// or more than the campaign's. The accused must not be its own witness under other arguments.
fn solvers_with(campaign: &Campaign<'_>, accused: &Solver) -> Vec<Solver> {
    let mut solvers = campaign.solvers().to_vec();
    let is_accused = |solver: &Solver| solver.with_only(&accused.arguments).label() == accused.label();
    if !solvers.iter().any(|solver| solver.label() == accused.label()) {
        solvers.retain(|solver| !is_accused(solver));
        solvers.push(accused.clone());
    }
    solvers
}

/// The finding confirmed for another test, if that shows it.
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

/// The finding in a test with as few steps as possible, that is, with the smallest difference to the seed.
/// Tries to leave out all steps, then halves, quarters and single steps.
fn with_fewest_steps(
    campaign: &Campaign<'_>,
    solvers: &[Solver],
    confirmed: &Confirmed,
    again: Again<'_>,
    start: Instant,
) -> Result<Option<Confirmed>, AskError> {
    let count = confirmed.test.lineage().steps.len();
    let mut best = None;
    // A test that rests on a derivation may become provable when it is smaller.
    let may_be_proved = confirmed.finding.kind.row().rests_on.right_answer().is_known();
    if !confirmed.finding.is_bug() && !may_be_proved {
        return Ok(best);
    }
    let mut left_out = BTreeSet::new();
    // First a single question instead of a dialogue.
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

/// Limits for a smaller test: one that takes much longer than the whole test is a bad example, and hundreds are
/// tried.
fn limits_of_smaller(limits: Limits, whole: Duration) -> Limits {
    const LEAST: Duration = Duration::from_millis(300);
    const TIMES: u32 = 10;
    let most = (whole * TIMES).max(LEAST);
    Limits { wall: limits.wall.min(most), cpu: limits.cpu.min(most), ..limits }
}

/// The finding confirmed for a reduced test.
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

/// Whether the accused gives the same answer to a script without any options, where that answer is itself the
/// fault.
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

/// A reduced test that shows the finding. Reduction stops early at a test that shows it without options, or
/// that belongs to a known bucket.
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
    // A test asks its question implicitly; for the reducer it must be in the script.
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
