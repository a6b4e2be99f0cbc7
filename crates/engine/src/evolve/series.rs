//! Comparison of several evolutions: the figures of paper 004's Table I and Fig. 6, averaged over runs with
//! different seeds.

use super::state::{Moment, State};
use gainsay_lang::words::counted;
use serde::Serialize;
use std::fmt::Write;

/// Runs that differ only in their random seed.
#[derive(Clone, Debug)]
pub struct Group {
    pub variant: String,
    pub population: usize,
    pub runs: Vec<Figures>,
}

/// The figures of one evolution.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figures {
    pub generations: f64,
    /// Places of the target's code that all questions reached, if it reports coverage.
    pub places: Option<f64>,
    /// The same for a member on average.
    pub mean_places: Option<f64>,
    pub mean_score: f64,
    /// Questions of the whole search on which the target ran out of time and a reference answered.
    pub timeouts: f64,
    /// Members of the last population that the target does not finish, if the result set was asked.
    pub beyond: Option<f64>,
    pub mean_complexity: f64,
    /// The generation from which the mean score changed little.
    pub converged: f64,
    /// Seconds of search until then.
    pub converged_seconds: f64,
}

/// A column of the table.
type Column = (&'static str, fn(&Figures) -> Option<f64>);

const COLUMNS: [Column; 9] = [
    ("generations", |run| Some(run.generations)),
    ("all places", |run| run.places),
    ("mean places", |run| run.mean_places),
    ("mean score (s)", |run| Some(run.mean_score)),
    ("not done in the search", |run| Some(run.timeouts)),
    ("beyond the limit", |run| run.beyond),
    ("mean complexity", |run| Some(run.mean_complexity)),
    ("converged in generation", |run| Some(run.converged)),
    ("converged after (s)", |run| Some(run.converged_seconds)),
];

impl Figures {
    /// `None` if there is no population yet.
    pub fn of(state: &State) -> Option<Figures> {
        let last = state.history.last()?;
        let converged = converged(&state.history)?;
        // An incomplete result set says nothing.
        let complete = state.results.as_ref().filter(|results| results.members.len() == state.members.len());
        Some(Figures {
            generations: last.generation as f64,
            places: last.places.map(|places| places as f64),
            mean_places: last.mean_places,
            mean_score: last.mean_score,
            timeouts: last.timeouts as f64,
            beyond: complete.map(|results| results.tally(0).beyond as f64),
            mean_complexity: last.mean_complexity,
            converged: converged.generation as f64,
            converged_seconds: converged.seconds,
        })
    }
}

/// The relative difference to its last value within which the mean score counts as converged.
const CLOSE: f64 = 0.1;

/// The first moment after which the mean score stays close to the last one.
fn converged(history: &[Moment]) -> Option<&Moment> {
    let last = history.last()?.mean_score;
    let is_far = |moment: &Moment| (moment.mean_score - last).abs() > CLOSE * last.abs();
    history.get(history.iter().rposition(is_far).map_or(0, |far| far + 1))
}

/// The mean and the standard deviation of a sample; a single value has none.
pub fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    if values.len() < 2 {
        return (mean, 0.0);
    }
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0)).sqrt())
}

/// A Markdown table with a row for each group: means and standard deviations. Columns without values are left
/// out.
pub fn table(groups: &[Group]) -> String {
    let values =
        |group: &Group, column: &Column| -> Vec<f64> { group.runs.iter().filter_map(column.1).collect() };
    let is_known = |column: &&Column| groups.iter().any(|group| !values(group, column).is_empty());
    let columns: Vec<&Column> = COLUMNS.iter().filter(is_known).collect();
    let mut out = "| variant | population | runs |".to_owned();
    columns.iter().for_each(|column| {
        // Writing to a string does not fail.
        let _ = write!(out, " {} |", column.0);
    });
    let _ = writeln!(out, "\n|---|---:|---:|{}", "---:|".repeat(columns.len()));
    for group in groups {
        let _ = write!(out, "| {} | {} | {} |", group.variant, group.population, group.runs.len());
        for column in &columns {
            let values = values(group, column);
            let (mean, deviation) = mean_and_deviation(&values);
            let _ = match values.len() {
                0 => write!(out, " - |"),
                1 => write!(out, " {mean:.2} |"),
                _ => write!(out, " {mean:.2} ± {deviation:.2} |"),
            };
        }
        out.push('\n');
    }
    out
}

/// The table with an introduction, as a page.
pub fn page(groups: &[Group], target: &str, references: &[String]) -> String {
    let runs = groups.iter().map(|group| group.runs.len()).sum::<usize>();
    format!(
        "# Evolutions against {target}\n\nReferences: {}. {}; each cell is a mean and its standard deviation. Converged: the mean score \
         stays within {:.0} % of its last value.\n\n{}",
        references.join(", "),
        counted(runs, "run"),
        100.0 * CLOSE,
        table(groups)
    )
}
