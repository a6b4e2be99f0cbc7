//! Table I, Fig. 4 to 6: how the search goes.

use super::{VARIANTS, Variant, evolve, members, population};
use crate::bench::{Bench, Campaign};
use crate::statistics::{Statistics, whole};
use crate::table::{NONE, Table};
use gainsay::report::plot::{Axis, Mark, Plot, Series};
use serde_json::Value;

/// A figure of the last generation.
fn last(run: &Campaign, key: &str) -> Option<f64> {
    run.summary()["last"][key].as_f64()
}

fn shown(value: Option<f64>, digits: usize) -> String {
    value.map_or(NONE.to_owned(), |value| format!("{value:.digits$}"))
}

pub fn table1(bench: &mut Bench) -> anyhow::Result<Table> {
    let columns = [
        "variant",
        "ours",
        "paper: total lines",
        "mean lines",
        "mean score",
        "mean complexity",
        "ours: total places",
        "mean places",
        "mean score",
        "mean complexity",
        "generations",
        "tests",
    ];
    let mut table = Table::new(columns);
    for Variant { paper, name, printed: [total, lines, score, _, complexity] } in VARIANTS {
        let run = evolve(bench, name, population(bench), 1)?;
        let places = |key: &str| last(&run, key).map_or(NONE.to_owned(), whole);
        let generations = run.summary()["generations"].as_f64().unwrap_or(0.0);
        table.row([
            paper.to_owned(),
            format!("`{name}`"),
            total.to_owned(),
            lines.to_owned(),
            score.to_owned(),
            complexity.to_owned(),
            places("places"),
            places("mean_places"),
            shown(last(&run, "mean_score"), 3),
            shown(last(&run, "mean_complexity"), 1),
            whole(generations),
            whole(run.tests()),
        ]);
    }
    Ok(table)
}

/// The generations of a run.
fn generations(run: &Campaign) -> Vec<&Value> {
    run.events.iter().filter(|event| event["event"] == "generation").collect()
}

fn scores(run: &Campaign) -> Vec<f64> {
    generations(run).iter().filter_map(|event| event["mean_score"].as_f64()).collect()
}

/// Both crowding distances: where the mean score is in the end, as the paper says.
const FIG_4: [(&str, &str); 2] =
    [("default", "7 to 9, then about 9"), ("default-crowding", "7 to 8.5, then about 8")];

pub fn fig4(bench: &mut Bench) -> anyhow::Result<Table> {
    let columns = [
        "crowding",
        "paper: mean score",
        "flat from",
        "ours: generations",
        "first",
        "a quarter",
        "half",
        "three quarters",
        "last",
    ];
    let mut table = Table::new(columns);
    let mut series = Vec::new();
    for (name, printed) in FIG_4 {
        let run = evolve(bench, name, population(bench), 1)?;
        let scores = scores(&run);
        let at = |quarter: usize| scores.get(scores.len().saturating_sub(1) * quarter / 4).copied();
        let mut cells = vec![
            format!("`{name}`"),
            printed.to_owned(),
            "generation 45 to 55".to_owned(),
            scores.len().to_string(),
        ];
        cells.extend((0..=4).map(|quarter| shown(at(quarter), 3)));
        table.row(cells);
        let points = scores.iter().enumerate().map(|(generation, score)| (generation as f64, *score));
        series.push(Series::new(name, Mark::Line, points.collect()));
    }
    let title = "Mean time score".to_owned();
    table.draw(&Plot { title, x: Axis::linear("generation"), y: Axis::linear("score"), series });
    Ok(table)
}

pub fn fig5(bench: &mut Bench) -> anyhow::Result<Table> {
    let columns = [
        "crowding",
        "paper",
        "ours: members",
        "target's seconds: mean",
        "deviation",
        "complexity: mean",
        "deviation",
    ];
    let mut table = Table::new(columns);
    let mut series = Vec::new();
    for (name, printed) in [("default", "scattered"), ("default-crowding", "concentrated")] {
        let run = evolve(bench, name, population(bench), 1)?;
        let members = members(bench, &run)?;
        let seconds: Vec<f64> =
            members.iter().filter_map(|one| one["measure"]["target"]["seconds"].as_f64()).collect();
        let complexity: Vec<f64> = members.iter().filter_map(|one| one["complexity"].as_f64()).collect();
        let points = complexity.iter().copied().zip(seconds.iter().copied()).collect();
        series.push(Series::new(name, Mark::Dots, points));
        let mut cells = vec![format!("`{name}`"), printed.to_owned(), members.len().to_string()];
        for (values, digits) in [(seconds, 3), (complexity, 1)] {
            let of = Statistics::of(&values);
            cells.push(shown(of.as_ref().map(|of| of.mean), digits));
            cells.push(shown(of.as_ref().map(|of| of.deviation), digits));
        }
        table.row(cells);
    }
    let title = "The last populations".to_owned();
    table.draw(&Plot {
        title,
        x: Axis::linear("complexity"),
        y: Axis::linear("seconds of the target"),
        series,
    });
    Ok(table)
}

/// When the mean score first reaches 95 % of its highest value.
fn converged(run: &Campaign) -> Option<f64> {
    let highest = scores(run).into_iter().reduce(f64::max)?;
    let first = generations(run)
        .into_iter()
        .find(|event| event["mean_score"].as_f64().is_some_and(|score| score >= 0.95 * highest))?;
    first["seconds"].as_f64()
}

/// Sizes as in the paper.
const SIZES: [usize; 4] = [20, 40, 60, 80];

pub fn fig6(bench: &mut Bench) -> anyhow::Result<Table> {
    let columns = [
        "size",
        "paper",
        "ours: size",
        "seconds to converge",
        "beside 40",
        "timeouts",
        "mean score",
        "generations",
    ];
    let mut table = Table::new(columns);
    let mut runs = Vec::new();
    for size in SIZES {
        let ours = (size * population(bench) / 40).max(2);
        runs.push((size, ours, evolve(bench, "default", ours, 1)?));
    }
    let mut bars = Vec::new();
    let of_forty = runs.iter().find(|(size, ..)| *size == 40).and_then(|(.., run)| converged(run));
    for (size, ours, run) in &runs {
        let time = converged(run);
        let beside = time.zip(of_forty).map(|(time, forty)| time / forty);
        let printed = if (40..=60).contains(size) { "recommended" } else { NONE };
        bars.extend(time.map(|time| (format!("{ours}: seconds to converge"), time)));
        bars.extend(last(run, "timeouts").map(|timeouts| (format!("{ours}: timeouts"), timeouts)));
        table.row([
            size.to_string(),
            printed.to_owned(),
            ours.to_string(),
            shown(time, 1),
            shown(beside, 2),
            shown(last(run, "timeouts"), 0),
            shown(last(run, "mean_score"), 3),
            generations(run).len().to_string(),
        ]);
    }
    table.draw_bars("seconds to converge and timeouts, by the size of our population", &bars);
    Ok(table)
}

pub fn runs(bench: &mut Bench) -> anyhow::Result<Table> {
    let count = bench.count(3, 50);
    let mut table =
        Table::new(["figure", "paper: mean of 50", "ours: runs", "mean", "min", "max", "deviation"]);
    let mut all = Vec::new();
    for seed in 1..=count as u64 {
        all.push(evolve(bench, "default", population(bench), seed)?);
    }
    for (key, what, printed) in [
        ("mean_score", "mean score", "7.85"),
        ("mean_complexity", "mean complexity", "22.88"),
        ("places", "total lines", "21,188.5"),
    ] {
        let values: Vec<f64> = all.iter().filter_map(|run| last(run, key)).collect();
        let mut cells = vec![what.to_owned(), printed.to_owned(), values.len().to_string()];
        cells.extend(
            Statistics::of(&values)
                .into_iter()
                .flat_map(|of| [of.mean, of.least, of.most, of.deviation])
                .map(|value| format!("{value:.3}")),
        );
        table.row(cells);
    }
    Ok(table)
}
