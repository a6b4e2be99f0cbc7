//! The result set at a long limit: timeouts (Table I) and the distribution of times (Fig. 3).

use super::{VARIANTS, Variant, evolve, members, population, target};
use crate::bench::{Bench, file_name};
use crate::statistics::percent;
use crate::table::Table;
use gainsay::report::plot::{Axis, Mark, Plot, Series};

/// How long the target takes for the last population of a variant; nothing where it does not end.
fn times(bench: &mut Bench, variant: &str) -> anyhow::Result<Vec<Option<f64>>> {
    let run = evolve(bench, variant, population(bench), 1)?;
    let name = format!("{}-population", run.name);
    let folder = bench.folder.join(&name);
    std::fs::create_dir_all(&folder)?;
    for (number, member) in members(bench, &run)?.iter().enumerate() {
        std::fs::write(
            folder.join(format!("{number:03}.smt2")),
            member["text"].as_str().unwrap_or_default(),
        )?;
    }
    let (target, limit) = (target(bench), format!("{:.0}", limit(bench)));
    let arguments = ["check", &name, "--solver", &target, "-t", &limit, "-j", "1", "--no-cores", "--json"];
    let told = bench.remembered(&arguments, &file_name(&["check", &name, &limit]))?;
    let answers = told.events.iter().flat_map(|event| event["answers"].as_array()).flatten();
    Ok(answers
        .map(|answer| if answer["answer"] == "timeout" { None } else { answer["cpu_seconds"].as_f64() })
        .collect())
}

fn limit(bench: &Bench) -> f64 {
    bench.scaled(3.0, 2400.0).max(1.0)
}

pub fn timeouts(bench: &mut Bench) -> anyhow::Result<Table> {
    let limit = limit(bench);
    let mut table = Table::new([
        "variant",
        "ours",
        "paper: beyond 2,400 s",
        &format!("ours: beyond {limit:.0} s"),
        "result set",
    ]);
    for Variant { paper, name, printed: [.., timeouts, _] } in VARIANTS {
        let times = times(bench, name)?;
        let beyond = times.iter().filter(|time| time.is_none()).count();
        table.row([
            paper.to_owned(),
            format!("`{name}`"),
            timeouts.to_owned(),
            beyond.to_string(),
            times.len().to_string(),
        ]);
    }
    Ok(table)
}

/// Fig. 3 in words: the share of the result set that is solved within 1 s and 2,400 s.
const FIG_3: [(&str, [&str; 2]); 2] = [("default", ["70 %", "77.5 %"]), ("single", ["-", "90 %"])];

pub fn fig3(bench: &mut Bench) -> anyhow::Result<Table> {
    let limit = limit(bench);
    let steps = [0.01, 0.03, 0.1, 0.3, 1.0, limit];
    let mut columns = vec![
        "variant".to_owned(),
        "paper: within 1 s".to_owned(),
        "2,400 s".to_owned(),
        "ours: result set".to_owned(),
    ];
    columns.extend(steps.map(|step| format!("within {step} s")));
    let mut table = Table::new(columns);
    let mut series = Vec::new();
    for (name, printed) in FIG_3 {
        let times = times(bench, name)?;
        let within = steps
            .map(|step| percent(times.iter().flatten().filter(|time| **time <= step).count(), times.len()));
        let first =
            [format!("`{name}`"), printed[0].to_owned(), printed[1].to_owned(), times.len().to_string()];
        table.row(first.into_iter().chain(within));
        series.push(Series::new(name, Mark::Steps, distribution(&times)));
    }
    table.draw(&Plot {
        title: "Share of the result set that is solved in time".to_owned(),
        x: Axis::logarithmic("CPU seconds"),
        y: Axis::linear("share"),
        series,
    });
    Ok(table)
}

/// For each time, the share that takes no longer; what does not end counts, but is no point.
fn distribution(times: &[Option<f64>]) -> Vec<(f64, f64)> {
    let mut ended: Vec<f64> = times.iter().flatten().copied().collect();
    ended.sort_by(f64::total_cmp);
    ended.iter().enumerate().map(|(at, time)| (*time, (at + 1) as f64 / times.len() as f64)).collect()
}

#[cfg(test)]
mod tests {
    use super::distribution;

    #[test]
    fn what_does_not_end_keeps_the_share_below_one() {
        let times = [Some(2.0), None, Some(1.0), Some(4.0)];
        assert_eq!(distribution(&times), [(1.0, 0.25), (2.0, 0.5), (4.0, 0.75)]);
    }
}
