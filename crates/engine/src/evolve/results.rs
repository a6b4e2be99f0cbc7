//! The result set: the whole last population, each member asked alone with a long limit (paper 004, Table I and
//! Fig. 3).

use super::measure::{Bench, Ending, Measure, MeasureError, Timed};
use super::state::State;
use crate::report::plot::{Axis, Mark, Plot, Series};
use serde::{Deserialize, Serialize};

/// The result set so far.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct ResultSet {
    /// CPU time of each solver for each member, in seconds.
    pub limit: f64,
    pub members: Vec<ResultOf>,
}

/// A member of the last population, by its text.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct ResultOf {
    pub text: String,
    pub measure: Measure,
}

/// The counts of one solver on the result set.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Out of time.
    pub beyond: usize,
    /// Answered.
    pub within: usize,
    /// Neither: unknown, a crash, out of memory, refused.
    pub without: usize,
}

impl ResultSet {
    /// The part of an earlier result set that is valid for the current population and limit.
    fn kept(self, state: &State, limit: f64) -> ResultSet {
        let is_member = |text: &str| state.members.iter().any(|member| member.text == text);
        let mut members = if self.limit == limit { self.members } else { Vec::new() };
        members.retain(|result| is_member(&result.text));
        ResultSet { limit, members }
    }

    /// The counts of a solver; 0 is the target, references follow.
    pub fn tally(&self, solver: usize) -> Tally {
        let mut tally = Tally::default();
        for timed in self.times(solver) {
            match timed.ending {
                Ending::NotDone => tally.beyond += 1,
                ending if ending.is_answer() => tally.within += 1,
                _ => tally.without += 1,
            }
        }
        tally
    }

    fn times(&self, solver: usize) -> impl Iterator<Item = &Timed> {
        self.members.iter().filter_map(move |result| timed(&result.measure, solver))
    }

    /// How many members the target does not finish while a reference does.
    pub fn slow(&self) -> usize {
        self.members.iter().filter(|result| result.measure.is_timeout()).count()
    }
}

fn timed(measure: &Measure, solver: usize) -> Option<&Timed> {
    if solver == 0 { Some(&measure.target) } else { measure.references.get(solver - 1) }
}

/// Asks about the members that are not in the result set yet, in small groups; calls `save` after each.
pub fn ask<E: From<MeasureError>>(
    bench: &Bench,
    state: &mut State,
    limit: f64,
    is_stopped: &dyn Fn() -> bool,
    mut save: impl FnMut(&State) -> Result<(), E>,
) -> Result<(), E> {
    let mut results = state.results.take().unwrap_or_default().kept(state, limit);
    let is_new = |text: &str| results.members.iter().all(|result| result.text != text);
    let open: Vec<String> =
        state.members.iter().map(|member| member.text.clone()).filter(|text| is_new(text)).collect();
    for texts in open.chunks(bench.workers()) {
        if is_stopped() {
            break;
        }
        let measures = bench.measure_alone(texts, limit)?;
        let asked = texts.iter().zip(measures);
        results.members.extend(
            asked.filter_map(|(text, measure)| Some(ResultOf { text: text.clone(), measure: measure? })),
        );
        state.results = Some(results.clone());
        save(state)?;
    }
    state.results = Some(results);
    Ok(())
}

/// The share of the population that each solver has answered after a time (Fig. 3), from the result set if
/// there is one, otherwise from the search.
pub fn distribution(state: &State, labels: &[&str]) -> Plot {
    let searched = || state.members.iter().map(|member| &member.measure);
    let measures: Vec<&Measure> = match &state.results {
        Some(results) => results.members.iter().map(|result| &result.measure).collect(),
        None => searched().collect(),
    };
    let series = labels.iter().enumerate().map(|(solver, label)| {
        let mut times: Vec<f64> = measures
            .iter()
            .filter_map(|measure| timed(measure, solver))
            .filter(|timed| timed.ending.is_answer())
            .map(|timed| timed.seconds.max(LEAST))
            .collect();
        times.sort_by(f64::total_cmp);
        let share = |count: usize| count as f64 / measures.len().max(1) as f64;
        let mut points: Vec<(f64, f64)> = vec![(LEAST, 0.0)];
        points.extend(times.iter().enumerate().map(|(at, &time)| (time, share(at + 1))));
        // The last value holds up to the limit.
        let limit = measures.first().map(|measure| measure.limit);
        points.extend(limit.map(|limit| (limit, share(times.len()))));
        Series::new(*label, Mark::Steps, points)
    });
    Plot {
        title: "The share of the last population that is answered".to_owned(),
        x: Axis::logarithmic("seconds of CPU time"),
        y: Axis::linear("answered"),
        series: series.collect(),
    }
}

/// The least time shown: a logarithmic axis has no zero.
const LEAST: f64 = 0.001;
