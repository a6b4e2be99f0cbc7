//! One worker: makes tests, asks the solvers, judges their answers, and examines what is suspicious.

use super::Campaign;
use super::activity::{Activity, Doing};
use super::draw::OptionDraw;
use super::known::Known;
use super::panel::Panel;
use super::plan::{BlockSeeds, Refused};
use super::shrink::shrink;
use super::throttle::SuspectThrottle;
use super::units::Units;
use crate::consult::{Consultation, Request, consult};
use crate::store::{CoverageRow, Leases, Tally, TurnRow};
use crate::triage::{
    Bucket, Bug, Confirmed, Examined, MANY_REPEATS, Suspect, USUAL_REPEATS, examine, leaking_scopes,
    state_leak, suspects,
};
use gainsay_guests::coverage::CoverageError;
use gainsay_guests::solver::{AskError, SessionsOff, Share, Solver, time_waited};
use gainsay_judge::judge::{Basis, Certainty, Finding, RecordPolicy, Testimony, Verdict, judge};
use gainsay_lang::answer::Outcome;
use gainsay_lang::hash::HashMap;
use gainsay_lang::rng::digest_with;
use gainsay_lang::script::{Names, Script};
use gainsay_prove::evidence::{Search, Test};
use gainsay_strategies::strategy::{Seed, Skip};
use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// State that the workers share.
pub struct Shared<'a> {
    pub campaign: &'a Campaign<'a>,
    pub units: Units,
    pub throttle: SuspectThrottle,
    pub activity: Activity,
    pub known: Known,
    /// The blocks leased to this process, in a shared campaign.
    pub leases: Option<Arc<Leases>>,
    /// Solvers that were seen to give different answers from run to run.
    pub unsteady: Mutex<BTreeSet<String>>,
}

impl Shared<'_> {
    /// How often a solver is asked to repeat its answer.
    fn repeats(&self, solver: &str) -> usize {
        if self.is_unsteady(solver) { MANY_REPEATS } else { USUAL_REPEATS }
    }

    fn is_unsteady(&self, solver: &str) -> bool {
        self.unsteady.lock().unwrap_or_else(PoisonError::into_inner).contains(solver)
    }

    /// Whether a bug with the signature of this finding is known for the accused solver.
    fn is_known_fault(&self, finding: &Finding, test: &Test, solvers: &[Solver]) -> bool {
        let Some(signature) = finding.signature.as_deref() else { return false };
        let accused = solvers.iter().find(|solver| solver.label() == finding.solver);
        let bucket = |name: &str| Bucket::new(finding.kind, name, test.script(), Some(signature));
        accused.is_some_and(|accused| self.known.has_bug(&bucket(&accused.name).key()))
    }

    fn is_worth_a_look(&self, finding: &Finding, test: &Test, is_known: bool) -> bool {
        self.throttle.is_worth_a_look(finding, test, is_known, self.leases.as_deref())
    }

    /// Claims the bucket of a bug, so that no other process reduces a test of the same bucket at the same time;
    /// returns the bucket's key.
    fn claim(&self, confirmed: &Confirmed) -> Option<String> {
        let leases = self.leases.as_ref().filter(|_| confirmed.finding.is_bug())?;
        let bucket = confirmed.bucket().key();
        // If the server is lost, nothing can be claimed; the collector will report the loss.
        leases.claim(&bucket, &|| self.units.is_over()).ok()?;
        Some(bucket)
    }

    fn note_unsteady(&self, finding: &Finding) {
        if finding.is_unsteady() {
            self.unsteady.lock().unwrap_or_else(PoisonError::into_inner).insert(finding.solver.clone());
        }
    }
}

/// The name under which skipped units are counted if no seed could be used.
pub const SEEDS: &str = "seeds";
pub const NO_SEED: &str = "no seed can be used";

/// The result of a unit of work.
#[derive(Default)]
pub struct UnitOutcome {
    pub unit: u64,
    pub strategy: &'static str,
    /// Its contribution to the campaign's counts.
    pub tally: Tally,
    pub findings: Vec<FoundBug>,
    /// The places that it was the first to reach.
    pub coverage: Vec<CoverageRow>,
    pub alarms: Vec<String>,
    pub warnings: Vec<String>,
    /// Seeds that could not be used.
    pub refused: Vec<Refused>,
    /// For each solver that gave no answer: its label, the outcome and its message.
    pub complaints: Vec<(String, &'static str, String)>,
    /// The arm of its turn, with the cost and reward of this unit; `None` if the schedule does not learn.
    pub turn: Option<TurnRow>,
}

/// A confirmed finding.
pub struct FoundBug {
    pub bug: Bug,
    /// The text of the test as the unit makes it. For a leak of state: all scripts needed to show it.
    pub script: String,
    /// The bucket that was claimed for it, in a shared campaign.
    pub claim: Option<String>,
}

/// A message from a worker to the collector.
pub enum News {
    /// A bug is confirmed. Its test is reduced from now on, which takes long and may be cut short.
    Confirmed(Box<UnreducedBug>),
    Done(Box<UnitOutcome>),
}

/// A confirmed bug of a unit that is still being worked on.
pub struct UnreducedBug {
    pub unit: u64,
    pub strategy: &'static str,
    pub bug: FoundBug,
    /// The arm of the unit's turn: without it the test cannot be made again.
    pub turn: Option<TurnRow>,
}

pub type Sender = SyncSender<Result<News, NoUnit>>;

/// Why a unit cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum NoUnit {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error("cannot use the seed {}: {}", .0.origin, .0.why)]
    Seed(Refused),
}

/// Works until no unit is left, or the collector is gone.
pub fn work(shared: &Shared<'_>, number: usize, sender: &Sender) {
    let mut worker = Worker::new(shared, number, sender);
    let mut run = VecDeque::new();
    // Units of the run that are left at the end are not done; they come again when the campaign is resumed.
    while let Some(unit) = run.pop_front().filter(|_| !shared.units.is_over()).or_else(|| shared.units.take())
    {
        let (start, waited) = (Instant::now(), time_waited());
        let done = catch_unwind(AssertUnwindSafe(|| {
            if run.is_empty() && !worker.prepared.contains_key(&unit) {
                run.extend(shared.units.take_within(unit..shared.campaign.schedule.end_of_run(unit)));
                worker.prepare(unit, &run)?;
            }
            worker.unit(unit)
        }));
        // A solver that was interrupted has not said what it would have said: the unit is dropped.
        if shared.campaign.stop.is_set() {
            return;
        }
        let mut outcome = match done {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => {
                let _ = sender.send(Err(error));
                return;
            }
            Err(panic) => {
                worker = Worker::new(shared, number, sender);
                let text = format!("gainsay panicked: {}", message(&*panic));
                UnitOutcome { alarms: vec![text], ..UnitOutcome::new(unit) }
            }
        };
        outcome.tally.units = 1;
        outcome.tally.alarms = outcome.alarms.len() as u64;
        outcome.tally.working = start.elapsed();
        outcome.tally.time_by_strategy.insert(outcome.strategy.to_owned(), outcome.tally.working);
        outcome.tally.waiting = time_waited().saturating_sub(waited);
        let reward = shared.known.reward(&outcome);
        for found in outcome.findings.iter().filter(|found| found.bug.best().finding.is_bug()) {
            shared.campaign.schedule.favour(found.bug.bucket().cause.operators());
        }
        outcome.turn = shared.campaign.schedule.learn(unit, outcome.tally.working, reward);
        if sender.send(Ok(News::Done(Box::new(outcome)))).is_err() {
            return;
        }
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}

impl UnitOutcome {
    fn new(unit: u64) -> UnitOutcome {
        UnitOutcome { unit, ..UnitOutcome::default() }
    }

    fn skip(&mut self, by: &str, reason: &str) {
        *self.tally.skips.entry((by.to_owned(), reason.to_owned())).or_default() += 1;
    }
}

struct Worker<'a> {
    shared: &'a Shared<'a>,
    number: usize,
    sender: &'a Sender,
    /// The solvers under the user's options.
    usual: Panel,
    /// The solvers under the options of the last draw.
    varied: Option<Panel>,
    /// The options in use now.
    options: OptionDraw,
    /// The seeds of the last block that needed any.
    seeds: Option<BlockSeeds>,
    /// Tests of the units to come, which were asked about together with the first of the run.
    prepared: HashMap<u64, (UnitOutcome, Option<Test>)>,
    /// When this worker started.
    start: Instant,
    /// The time spent on confirming notes (slow, unknown, ..) rather than bugs.
    notes: Share,
}

/// Confirming notes takes at most one part in this many of the time.
const NOTES: u32 = 25;

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'a>, number: usize, sender: &'a Sender) -> Worker<'a> {
        let usual = Panel::new(shared.campaign, OptionDraw::NONE);
        let (start, notes) = (Instant::now(), Share::one_in(NOTES));
        let prepared = HashMap::default();
        Worker {
            shared,
            number,
            sender,
            usual,
            varied: None,
            options: OptionDraw::NONE,
            seeds: None,
            prepared,
            start,
            notes,
        }
    }

    /// Switches the solvers to the options of a unit's turn. The processes of other drawn options end.
    fn turn_to(&mut self, unit: u64) {
        let options = self.shared.campaign.schedule.arm(unit).options;
        if options != self.options {
            self.options = options;
            self.varied = None;
        }
    }

    fn panel(&mut self) -> &mut Panel {
        if self.options.is_none() {
            return &mut self.usual;
        }
        let new = || Panel::new(self.shared.campaign, self.options).with_patience_of(&self.usual);
        self.varied.get_or_insert_with(new)
    }

    /// The solvers under the current options.
    fn solvers(&mut self) -> Arc<[Solver]> {
        self.panel().solvers().clone()
    }

    /// Publishes what this worker is doing now.
    fn begin(&self, doing: Doing) {
        self.shared.activity.set(self.number, doing);
    }

    /// Makes the tests of a unit and of the others in its run, and asks about all of them at once.
    fn prepare(&mut self, unit: u64, others: &VecDeque<u64>) -> Result<(), NoUnit> {
        self.prepared.clear();
        if others.is_empty() {
            return Ok(());
        }
        self.turn_to(unit);
        for unit in std::iter::once(unit).chain(others.iter().copied()) {
            let made = self.make(unit)?;
            self.prepared.insert(unit, made);
        }
        let prepared = std::mem::take(&mut self.prepared);
        let mut tests: Vec<(u64, &Test)> =
            prepared.iter().filter_map(|(unit, (_, test))| Some((*unit, test.as_ref()?))).collect();
        tests.sort_unstable_by_key(|(unit, _)| *unit);
        let tests: Vec<&Test> = tests.into_iter().map(|(_, test)| test).collect();
        let asked = self.panel().ask_ahead(&tests);
        self.prepared = prepared;
        Ok(asked?)
    }

    fn unit(&mut self, unit: u64) -> Result<UnitOutcome, NoUnit> {
        let (mut outcome, test) = match self.prepared.remove(&unit) {
            Some(made) => made,
            None => self.make(unit)?,
        };
        let Some(test) = test else { return Ok(outcome) };
        self.turn_to(unit);
        let request = Request::new(test.script(), true);
        let script = request.text(Names::AsWritten).to_owned();
        outcome.tally.tests = 1;
        outcome.tally.checksum = digest_with(unit, &script);
        let testimonies = self.panel().hear(unit, &test, &request)?;
        // Whatever its options, it is counted as the same solver.
        for (testimony, solver) in testimonies.iter().zip(self.shared.campaign.solvers()) {
            let word = testimony.answer.outcome.word();
            let key = (outcome.strategy.to_owned(), solver.label(), word.to_owned());
            *outcome.tally.answers.entry(key).or_default() += 1;
            outcome
                .warnings
                .extend(testimony.answer.remark().map(|remark| format!("{}: {remark}", solver.label())));
            outcome.tally.cores += u64::from(testimony.core.is_some());
            outcome.tally.second_seeds += u64::from(testimony.other_seed.is_some());
            if !matches!(testimony.answer.outcome, Outcome::Sat | Outcome::Unsat) && self.options.is_none() {
                let text = testimony.answer.outcome.complaint().unwrap_or_default();
                outcome.complaints.push((solver.label(), word, text));
            }
        }
        self.note_coverage(&mut outcome);
        let (test, verdict) = self.judge(test, &testimonies, &mut outcome);
        if outcome.coverage.iter().any(|row| row.new > 0) && is_fit(&testimonies, &verdict, &outcome.coverage)
        {
            self.shared.campaign.seeds.keep(unit, &test);
        }
        let start = Instant::now();
        self.examine_suspects(&test, &script, &testimonies, verdict, &mut outcome)?;
        self.look_at_sessions(&test, &mut outcome)?;
        outcome.tally.examining = start.elapsed();
        Ok(outcome)
    }

    /// Judges the answers to a test. If a finding rests on a derived or disputed answer, a search for a proof
    /// of the right answer comes first.
    fn judge(&self, test: Test, testimonies: &[Testimony], outcome: &mut UnitOutcome) -> (Test, Verdict) {
        let verdict = judge(&test, testimonies);
        let is_open = |finding: &Finding| match finding.kind.row().rests_on {
            Basis::Satisfiable | Basis::Unsatisfiable => finding.certainty != Certainty::Proved,
            Basis::ContraryAnswer => true,
            Basis::Model | Basis::Core | Basis::Reply | Basis::CoreSize | Basis::Comparison => false,
            Basis::Fault | Basis::OwnAnswers | Basis::History => false,
        };
        if !verdict.findings.iter().any(is_open) {
            return (test, verdict);
        }
        match test.clone().settled(Search::HUNT) {
            Ok(settled) => {
                let verdict = judge(&settled, testimonies);
                (settled, verdict)
            }
            Err(why) => {
                outcome.alarms.push(why);
                (test, Verdict::default())
            }
        }
    }

    /// Makes the test of a unit, if that succeeds.
    fn make(&mut self, unit: u64) -> Result<(UnitOutcome, Option<Test>), NoUnit> {
        let mut outcome = UnitOutcome::new(unit);
        let campaign = self.shared.campaign;
        let (block, turn) = (campaign.plan.block_of(unit), campaign.plan.turn_of(unit));
        let arm = campaign.schedule.arm(unit);
        if arm.strategy.needs_seeds() && self.seeds.as_ref().is_none_or(|seeds| seeds.block != block) {
            self.begin(Doing::Seeds);
            let seeds = campaign.plan.seeds_of_block(block, campaign.seeds);
            if let Some(refused) = seeds.refused.iter().find(|refused| refused.why.is_passing()) {
                return Err(NoUnit::Seed(refused.clone()));
            }
            self.seeds = Some(seeds);
            self.begin(Doing::Testing);
        }
        let seeds = self.seeds.as_ref().filter(|seeds| seeds.block == block && arm.strategy.needs_seeds());
        if let Some(seeds) = seeds
            && unit == turn.first
        {
            seeds.refused.iter().for_each(|refused| outcome.skip(SEEDS, refused.why.reason()));
            outcome.refused.clone_from(&seeds.refused);
        }
        let made = campaign.plan.make(unit, arm, seeds);
        if made.test.is_none() && made.skips.is_empty() {
            outcome.skip(SEEDS, NO_SEED);
        }
        outcome.strategy = made.strategy;
        let tests = u64::from(made.test.is_some());
        outcome.tally.tests_by_strategy.insert(made.strategy.to_owned(), tests);
        for skip in &made.skips {
            outcome.skip(made.strategy, skip.word());
            if let Skip::Contradiction(why) = skip {
                let inputs = seeds.and_then(|seeds| seeds.inputs.as_ref());
                let origin = inputs.map_or("nothing", |inputs| &inputs.main.origin);
                outcome.alarms.push(format!("{}: {why} (from {origin})", made.strategy));
            }
        }
        Ok((outcome, made.test))
    }

    /// Notes what the solvers reached.
    fn note_coverage(&mut self, outcome: &mut UnitOutcome) {
        let (traces, trouble) = self.panel().traces();
        outcome.warnings.extend(trouble.iter().map(CoverageError::to_string));
        for (solver, trace) in &traces {
            let coverage = &self.shared.campaign.coverage;
            outcome.coverage.extend(coverage.note(outcome.unit, outcome.strategy, solver, trace));
        }
    }

    /// Asks again about every suspicion that is worth a look.
    fn examine_suspects(
        &mut self,
        test: &Test,
        script: &str,
        testimonies: &[Testimony],
        mut verdict: Verdict,
        outcome: &mut UnitOutcome,
    ) -> Result<(), AskError> {
        verdict.findings.retain(is_kept);
        // A solver that changes its answers is no witness against others.
        if testimonies.iter().any(|testimony| self.shared.is_unsteady(&testimony.solver)) {
            verdict.findings.retain(Finding::is_bug);
        }
        outcome.alarms.extend(verdict.alarms.drain(..).map(|alarm| alarm.why));
        for suspect in suspects(test, testimonies, &verdict) {
            let is_known = self.shared.is_known_fault(&suspect.finding, test, &self.solvers());
            let is_error = suspect.finding.kind.is_error();
            // No solver is called slow under options that it did not choose.
            let accused = testimonies.iter().find(|testimony| testimony.solver == suspect.finding.solver);
            let cost = accused.map(|testimony| testimony.answer.wall).unwrap_or_default();
            let is_due =
                is_error || self.options.is_none() && self.notes.has_room_for(cost, self.start.elapsed());
            if !is_due || !self.shared.is_worth_a_look(&suspect.finding, test, is_known) {
                outcome.tally.held_back += 1;
                continue;
            }
            let (kind, solver) = (suspect.finding.kind.word(), suspect.finding.solver.clone());
            self.begin(Doing::Confirming { kind, solver });
            let (solvers, Campaign { limits, ignores, .. }) = (self.solvers(), self.shared.campaign);
            let repeats = self.shared.repeats(&suspect.finding.solver);
            let start = Instant::now();
            let examined = examine(Suspect { repeats, ..suspect }, &solvers, limits, ignores)?;
            if !is_error {
                self.notes.note(start.elapsed());
            }
            if let (Examined::NotConfirmed(_), Some(accused)) = (&examined, accused) {
                self.panel().compare(accused)?;
            }
            self.record(examined, Some(script), outcome)?;
            self.begin(Doing::Testing);
        }
        Ok(())
    }

    /// Notes the result of an examination.
    fn record(
        &self,
        examined: Examined,
        script: Option<&str>,
        outcome: &mut UnitOutcome,
    ) -> Result<(), AskError> {
        match examined {
            Examined::Confirmed(confirmed) => {
                self.shared.note_unsteady(&confirmed.finding);
                let kind = confirmed.finding.kind.word().to_owned();
                *outcome.tally.findings.entry((outcome.strategy.to_owned(), kind)).or_default() += 1;
                // A leak of state between several scripts cannot be made again from one unit.
                let is_of_unit = script.is_some();
                let script = script.unwrap_or(&confirmed.text).to_owned();
                let campaign = self.shared.campaign;
                let again = |left_out: &BTreeSet<usize>| {
                    let arm = is_of_unit.then(|| campaign.schedule.arm(outcome.unit))?;
                    campaign.plan.make_without(outcome.unit, arm, self.seeds.as_ref(), left_out)
                };
                if is_of_unit {
                    self.tell_confirmed(&confirmed, &script, outcome);
                }
                let (kind, solver) = (confirmed.finding.kind.word(), confirmed.finding.solver.clone());
                self.begin(Doing::Reducing { kind, solver });
                let seeds = self.seeds_of(&confirmed.test);
                let claim = self.shared.claim(&confirmed);
                let bug = shrink(campaign, *confirmed, &seeds, &again, &self.shared.known)?;
                self.begin(Doing::Testing);
                outcome.findings.push(FoundBug { bug, script, claim });
            }
            Examined::NotConfirmed(_) | Examined::Ignored(_) => outcome.tally.dismissed += 1,
            Examined::Alarm(alarm) => outcome.alarms.push(alarm.why),
        }
        Ok(())
    }

    /// Sends a new bug to the collector before its test is reduced, so that it is kept if the time ends
    /// meanwhile.
    fn tell_confirmed(&self, confirmed: &Confirmed, script: &str, outcome: &UnitOutcome) {
        let campaign = self.shared.campaign;
        let is_new = confirmed.finding.is_bug() && !self.shared.known.has_bug(&confirmed.bucket().key());
        // A solver that was interrupted has not said what it would have said.
        if !is_new || campaign.stop.is_set() {
            return;
        }
        let bug = Bug::unreduced(confirmed.clone());
        let (unit, strategy) = (outcome.unit, outcome.strategy);
        let bug = FoundBug { bug, script: script.to_owned(), claim: None };
        let turn = campaign.schedule.turn_row(unit);
        // If the collector is gone, the campaign is over.
        let _ = self.sender.send(Ok(News::Confirmed(Box::new(UnreducedBug { unit, strategy, bug, turn }))));
    }

    /// The seeds that a test was made from, among those of the current block.
    fn seeds_of(&self, test: &Test) -> Vec<Arc<Seed>> {
        let inputs = self.seeds.as_ref().and_then(|seeds| seeds.inputs.as_ref());
        let all = || inputs.into_iter().flat_map(|inputs| inputs.others.iter().chain([&inputs.main]));
        let find = |origin: &String| all().find(|seed| seed.origin == *origin).cloned();
        test.lineage().seeds.iter().filter_map(find).collect()
    }

    /// Examines why sessions were given up: something leaked from one script to the next, which is a finding if
    /// confirmed.
    fn look_at_sessions(&mut self, test: &Test, outcome: &mut UnitOutcome) -> Result<(), AskError> {
        for (solver, off) in self.panel().leaks() {
            // A user is warned only about solvers as named, not about options that were drawn.
            let mut named = self.shared.campaign.solvers().iter();
            let is_named = named.any(|named| named.arguments == solver.arguments);
            if is_named && matches!(off, SessionsOff::NoReply { .. }) {
                outcome.warnings.push(off.to_string());
            }
            let Campaign { limits, ignores, .. } = self.shared.campaign;
            match leaking_scopes(&off, &solver, limits)? {
                Some(scopes) => self.look_at_scopes(&scopes, test, outcome)?,
                None => {
                    let examined = state_leak(&off, &solver, limits, ignores)?;
                    self.record(examined, None, outcome)?;
                }
            }
        }
        Ok(())
    }

    /// A leak that went through scopes is shown by one script with several questions, the last of which is the
    /// question of the test. That script is judged like any other test.
    fn look_at_scopes(
        &mut self,
        scopes: &str,
        test: &Test,
        outcome: &mut UnitOutcome,
    ) -> Result<(), AskError> {
        let (solvers, Campaign { limits, ignores, .. }) = (self.solvers(), self.shared.campaign);
        let test = Test::new(Script::read(scopes), test.evidence().clone(), test.lineage().clone());
        let how = Consultation { limits: *limits, cores: false, other_seed: None, keep_options: true };
        let testimonies = consult(test.script(), &solvers, &how)?;
        let (test, mut verdict) = self.judge(test, &testimonies, outcome);
        verdict.findings.retain(Finding::is_bug);
        for suspect in suspects(&test, &testimonies, &verdict) {
            let examined = examine(suspect, &solvers, limits, ignores)?;
            self.record(examined, None, outcome)?;
        }
        Ok(())
    }
}

/// Whether a test that reached new code is fit to be a seed: each solver has answered it (`unknown` will do),
/// or rejected it without reaching anything new, and nothing is wrong. A test that takes long or shows a bug
/// would do so again and again.
fn is_fit(testimonies: &[Testimony], verdict: &Verdict, reached: &[CoverageRow]) -> bool {
    let reached_new = |solver: &str| reached.iter().any(|row| row.new > 0 && row.solver == solver);
    let mut outcomes = testimonies.iter().map(|testimony| (&testimony.solver, &testimony.answer.outcome));
    let harmless = outcomes.all(|(solver, outcome)| match outcome {
        Outcome::Sat | Outcome::Unsat | Outcome::Unknown(_) => true,
        Outcome::Rejected(_) | Outcome::NotJudged(_) | Outcome::NotAsked(_) => !reached_new(solver),
        _ => false,
    });
    // Notes (slow, unknown, ..) do not make a test unfit.
    let is_wrong = |finding: &Finding| is_kept(finding) && finding.kind.is_error();
    harmless && verdict.alarms.is_empty() && !verdict.findings.iter().any(is_wrong)
}

fn is_kept(finding: &Finding) -> bool {
    match finding.kind.row().noted {
        RecordPolicy::Always => true,
        RecordPolicy::OnlyBugs => finding.is_bug(),
        RecordPolicy::Never => false,
    }
}
