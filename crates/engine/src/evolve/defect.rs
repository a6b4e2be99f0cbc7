//! From a slow question to a defect: ask the solvers alone at growing limits, reduce the script, and vary its
//! size.

use super::growth::{Growth, fit};
use super::known::{Pattern, pattern};
use super::measure::{Bench, Ending, MeasureError, SHORTEST, Timed};
use super::scale::{Knob, knobs};
use super::slow::Slow;
use super::state::Candidate;
use crate::reduce::{self, Budget};
use gainsay_guests::solver::is_interrupted;
use gainsay_lang::script::{Printer, Script};
use serde::{Deserialize, Serialize};

/// A question that takes the target many times as long as a reference.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Defect {
    pub original: String,
    /// The smallest script that shows the defect, in a layout for readers.
    pub reduced: String,
    pub origin: String,
    pub born: u64,
    /// Times for the reduced script: the target at each limit, then the references, each in a process of its
    /// own.
    pub times: Vec<Row>,
    pub families: Vec<Family>,
    /// Operators by which the same defect is recognised.
    pub pattern: Pattern,
}

/// One solver's answer in a process of its own.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Row {
    pub solver: String,
    pub limit: f64,
    pub timed: Timed,
}

impl Row {
    /// Whether it used up its CPU time. On a busy machine the wall-clock limit may end it earlier.
    pub fn is_used_up(&self) -> bool {
        self.timed.ending == Ending::NotDone && self.timed.seconds >= 0.95 * self.limit
    }
}

/// Times for scripts of the same shape at several sizes.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Family {
    pub what: String,
    /// The size in the reduced script.
    pub here: u64,
    pub points: Vec<Point>,
    pub growth: Growth,
    /// Whether the growth was fitted to the target's own count of steps instead of its time.
    pub by_work: bool,
}

#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Point {
    pub size: u64,
    pub target: Timed,
    pub reference: Timed,
}

/// A confirmed script with its times.
struct Shown {
    script: Script,
    times: Vec<Row>,
    families: Vec<Family>,
}

/// Examines candidates.
pub struct Examiner<'a> {
    pub bench: &'a Bench,
    /// The last and largest limit, in seconds.
    pub confirm_limit: f64,
    pub jobs: usize,
}

/// The least ratio between the times of the target and of the best reference.
const LEAST_RATIO: f64 = 10.0;
/// How many scripts are tried at most while reducing.
const MOST_TRIES: usize = 600;
/// How many knobs of a script are tried at most.
const MOST_KNOBS: usize = 8;

impl Defect {
    /// The time of the fastest reference with an answer.
    pub fn reference_seconds(&self) -> f64 {
        let answered = self.times.iter().filter(|row| row.timed.ending.is_answer());
        answered.map(|row| row.timed.seconds).fold(f64::INFINITY, f64::min)
    }

    /// The target's row at its largest limit.
    pub fn target(&self) -> Option<&Row> {
        let label = &self.times.first()?.solver;
        self.times.iter().rfind(|row| row.solver == *label)
    }

    pub fn ratio(&self) -> f64 {
        let target = self.target().map_or(0.0, |row| row.timed.seconds);
        target / self.reference_seconds().max(SHORTEST)
    }

    /// The family with the worst growth, if any is bad.
    pub fn worst(&self) -> Option<&Family> {
        let known = self.families.iter().filter(|family| family.growth.severity() > 0.5);
        known.max_by(|a, b| a.growth.severity().total_cmp(&b.growth.severity()))
    }

    /// The defect in a sentence.
    pub fn summary(&self) -> String {
        let (target, reference) = (self.target(), self.reference_seconds());
        let slow = match target {
            Some(row) if row.is_used_up() => format!("{} is not done in {} s", row.solver, row.limit),
            Some(row) if !row.timed.ending.is_answer() => {
                format!("{}: {} after {:.1} s", row.solver, row.timed.ending.word(), row.timed.seconds)
            }
            Some(row) => format!("{} takes {:.1} s", row.solver, row.timed.seconds),
            None => String::new(),
        };
        let growth = match self.worst() {
            Some(family) => format!("; in {}: {}", family.what, family.growth),
            None => String::new(),
        };
        format!("{slow}, another solver takes {reference:.2} s{growth}")
    }
}

impl Examiner<'_> {
    /// Measures a candidate again. The inner error gives the reason why it does not count as a defect.
    pub fn examine(&self, candidate: &Candidate) -> Result<Result<Defect, String>, MeasureError> {
        let original = Script::read(&candidate.text);
        let mut best: Option<Shown> = None;
        // A script that was reduced at a small limit may be fast enough at larger ones, at any size. Then it is
        // reduced at a larger limit.
        for limit in [self.bench.limit, 4.0 * self.bench.limit] {
            let is_enough = best.as_ref().is_some_and(|shown| self.is_beyond(&shown.times));
            if is_enough || is_interrupted() || limit > self.confirm_limit {
                break;
            }
            let Some(small) = self.reduced(&original, limit) else { break };
            best = self.shown(small)?.or(best);
        }
        if best.is_none() {
            best = self.shown(original)?;
        }
        if is_interrupted() {
            return Ok(Err(INTERRUPTED.to_owned()));
        }
        let Some(Shown { script, times, families }) = best else {
            return Ok(Err("alone, the target is done in time".to_owned()));
        };
        Ok(Ok(Defect {
            original: candidate.text.clone(),
            reduced: Printer::pretty().script(&script),
            origin: candidate.origin.clone(),
            born: candidate.born,
            times,
            families,
            pattern: pattern(&script),
        }))
    }

    /// Confirms a script and tries it at other sizes; if the target finishes it, prefers a larger one that it
    /// does not finish.
    fn shown(&self, script: Script) -> Result<Option<Shown>, MeasureError> {
        let Some(times) = self.confirm(&Printer::default().script(&script))? else { return Ok(None) };
        let families = self.families(&script)?;
        let larger = if self.is_beyond(&times) { None } else { self.enlarged(&script, &families)? };
        let (script, times) = larger.unwrap_or((script, times));
        let families = families.into_iter().map(|(_, family)| family).collect();
        Ok(Some(Shown { script, times, families }))
    }

    /// Whether the target used up the largest limit.
    fn is_beyond(&self, times: &[Row]) -> bool {
        let largest = |row: &Row| row.limit >= self.confirm_limit && row.is_used_up();
        times.iter().any(largest)
    }

    fn reduced(&self, script: &Script, limit: f64) -> Option<Script> {
        let mut slow = Slow { bench: self.bench, limit, jobs: self.jobs };
        let budget = Budget { tries: MOST_TRIES, stop: &is_interrupted, ..Budget::default() };
        let start = reduce::Candidate::new(script.clone(), None);
        reduce::reduce(&start, &mut slow, &budget).ok().map(|reduced| reduced.best.script)
    }

    /// Asks about a script at growing limits; `None` if the target is not much slower than the best reference.
    fn confirm(&self, text: &str) -> Result<Option<Vec<Row>>, MeasureError> {
        let mut references = Vec::new();
        for reference in &self.bench.references {
            let limit = self.confirm_limit / LEAST_RATIO;
            let timed = reference.ask(text, limit)?;
            references.push(Row { solver: reference.solver.label(), limit, timed });
        }
        let answered = references.iter().filter(|row| row.timed.ending.is_answer());
        let fastest = answered.map(|row| row.timed.seconds).fold(f64::INFINITY, f64::min);
        let mut times = Vec::new();
        for limit in self.limits() {
            let timed = self.bench.target.ask(text, limit)?;
            let is_done = timed.ending != Ending::NotDone;
            times.push(Row { solver: self.bench.target.label(), limit, timed });
            if is_done || is_interrupted() {
                break;
            }
        }
        let slowest = times.last().map_or(0.0, |row| row.timed.seconds);
        times.extend(references);
        let is_slow = slowest >= LEAST_RATIO * fastest.max(SHORTEST) && slowest >= self.bench.limit / 2.0;
        Ok((is_slow && !is_interrupted()).then_some(times))
    }

    /// Limits from that of the search to the largest, each four times the one before.
    fn limits(&self) -> Vec<f64> {
        let growing = std::iter::successors(Some(self.bench.limit), |limit| Some(4.0 * limit));
        let mut limits: Vec<f64> = growing.take_while(|limit| 2.0 * limit < self.confirm_limit).collect();
        limits.push(self.confirm_limit);
        limits
    }

    /// The script's families: one for each knob that the target finishes at small sizes.
    fn families(&self, script: &Script) -> Result<Vec<(Knob, Family)>, MeasureError> {
        let mut families = Vec::new();
        for knob in knobs(script).into_iter().take(MOST_KNOBS) {
            if is_interrupted() {
                break;
            }
            let family = self.family(script, &knob)?;
            families.extend(family.map(|family| (knob, family)));
        }
        Ok(families)
    }

    /// The script at a size at which the target uses up the largest limit while a reference is fast.
    fn enlarged(
        &self,
        script: &Script,
        families: &[(Knob, Family)],
    ) -> Result<Option<(Script, Vec<Row>)>, MeasureError> {
        let mut worst: Vec<&(Knob, Family)> = families.iter().collect();
        worst.sort_by(|a, b| b.1.growth.severity().total_cmp(&a.1.growth.severity()));
        for (knob, family) in worst.into_iter().filter(|(_, family)| family.growth.severity() > 0.5).take(2) {
            let largest = family.points.iter().map(|point| point.size).max().unwrap_or(1);
            for times in [2, 8, 32] {
                let Some(text) = knob.turned(script, largest.saturating_mul(times)) else { break };
                if let Some(times) = self.confirm(&text)?
                    && self.is_beyond(&times)
                {
                    return Ok(Some((Script::read(&text), times)));
                }
                if is_interrupted() {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// Adds a point for each size, up to the first one without an answer of the target; returns that size.
    fn add_points(
        &self,
        script: &Script,
        knob: &Knob,
        sizes: impl IntoIterator<Item = u64>,
        points: &mut Vec<Point>,
    ) -> Result<Option<u64>, MeasureError> {
        for size in sizes {
            let Some(point) = self.point(script, knob, size)? else { break };
            let is_done = point.target.ending.is_answer();
            points.push(point);
            if !is_done {
                return Ok(Some(size));
            }
        }
        Ok(None)
    }

    fn family(&self, script: &Script, knob: &Knob) -> Result<Option<Family>, MeasureError> {
        let mut points: Vec<Point> = Vec::new();
        let first_not_done = self.add_points(script, knob, knob.sizes(), &mut points)?;
        if points.first().is_none_or(|point| !point.target.ending.is_answer()) {
            return Ok(None);
        }
        let more = between(&points, first_not_done, 2.0 * self.bench.limit);
        let not_done = self.add_points(script, knob, more, &mut points)?.or(first_not_done);
        points.sort_by_key(|point| point.size);
        let done: Vec<&Point> = points.iter().filter(|point| point.target.ending.is_answer()).collect();
        let by_work = done.iter().all(|point| point.target.work.is_some());
        let cost = |point: &&Point| match point.target.work {
            Some(work) if by_work => Some((point.size as f64, work as f64)),
            // Shorter times are noise.
            _ if point.target.seconds < SHORTEST => None,
            _ => Some((point.size as f64, point.target.seconds)),
        };
        let costs: Vec<(f64, f64)> = done.iter().filter_map(cost).collect();
        // If the last finished size already took long, the growth is not sudden.
        let is_quick = |point: &&&Point| point.target.seconds < self.bench.limit / 5.0;
        let sudden = not_done.filter(|_| done.last().filter(is_quick).is_some());
        let growth = fit(&costs, sudden);
        Ok(Some(Family { what: knob.what.clone(), here: knob.here, points, growth, by_work }))
    }

    fn point(&self, script: &Script, knob: &Knob, size: u64) -> Result<Option<Point>, MeasureError> {
        let Some(text) = knob.turned(script, size).filter(|_| !is_interrupted()) else { return Ok(None) };
        let limit = 2.0 * self.bench.limit;
        let target = self.bench.target.ask(&text, limit)?;
        let mut best: Option<Timed> = None;
        for reference in &self.bench.references {
            let timed = reference.ask(&text, limit)?;
            let rank = |timed: &Timed| (!timed.ending.is_answer(), timed.seconds);
            if best.as_ref().is_none_or(|best| rank(&timed) < rank(best)) {
                best = Some(timed);
            }
        }
        Ok(best.map(|reference| Point { size, target, reference }))
    }
}

/// More sizes between the last quick one and the first that was not finished: the growth shows there.
fn between(points: &[Point], not_done: Option<u64>, limit: f64) -> Vec<u64> {
    const MOST: u64 = 8;
    let Some(above) = not_done else { return Vec::new() };
    let is_quick = |point: &&Point| point.target.ending.is_answer() && point.target.seconds < limit / 100.0;
    let below = points.iter().filter(is_quick).map(|point| point.size).max().unwrap_or(0);
    let step = (above.saturating_sub(below) / MOST).max(1);
    let new = (1..=MOST).map(|number| below + number * step).filter(|size| *size < above);
    new.filter(|size| points.iter().all(|point| point.size != *size)).collect()
}

/// The reason given for a candidate whose examination was interrupted; it is examined again later.
pub const INTERRUPTED: &str = "interrupted";
