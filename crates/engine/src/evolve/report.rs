//! The report of an evolution: the defects, the front, and the course of the search.

use super::individual::Individual;
use super::objectives::time_score;
use super::results::{ResultSet, Tally, distribution};
use super::state::{State, Suspicion};
use super::{Evolution, Moment};
use crate::files::WorkError;
use crate::report::plot::{Axis, Mark, Plot, Series};
use gainsay_lang::quote::{markdown, one_line};
use gainsay_lang::words::counted;
use std::fmt::Write;

/// Writes `report.md`, its plots, and the scripts of suspicions.
pub fn write(evolution: &Evolution<'_>, state: &State, front: &[usize]) -> Result<(), WorkError> {
    let folder = evolution.folder;
    folder.write("front.svg", &front_plot(evolution, state, front).svg())?;
    let labels: Vec<&str> = labels(evolution).collect();
    folder.write("times.svg", &distribution(state, &labels).svg())?;
    folder.write("history.svg", &history_plot(evolution, state).svg())?;
    for (number, suspicion) in state.suspicions.iter().enumerate() {
        folder.write(&format!("suspicions/{}.smt2", number + 1), &suspicion_script(evolution, suspicion))?;
    }
    for (number, candidate) in state.unconfirmed().enumerate() {
        folder.write(&format!("candidates/{}.smt2", number + 1), &candidate.text)?;
    }
    for (number, &at) in front.iter().enumerate() {
        folder.write(&format!("front/{}.smt2", number + 1), &state.members[at].text)?;
    }
    folder.write("report.md", &text(evolution, state, front))
}

fn text(evolution: &Evolution<'_>, state: &State, front: &[usize]) -> String {
    let setup = evolution.setup;
    let mut out = format!("# Evolution against {}\n\n", markdown(&setup.target));
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "References: {}. Logics: {}. Variant: {}. Number: {}. Population: {}. {:.0} s, {}, {} \
         ({} refused), {:.1} s each at most.\n",
        markdown(&setup.references.join(", ")),
        markdown(&setup.logics.join(", ")),
        setup.variant,
        setup.seed,
        setup.population,
        state.seconds,
        counted(state.generation, "generation"),
        counted(state.tests, "question"),
        state.refused,
        setup.limit,
    );
    match evolution.bench.unit {
        Some(unit) => {
            let _ = writeln!(out, "Coverage: {} {unit} of the target.\n", state.reached.places());
        }
        None => out.push_str(
            "The target does not tell what code it reaches: the objective of coverage is left out, and individuals are told \
             apart by their operators.\n\n",
        ),
    }
    out.push_str("## Defects\n\n");
    if state.defects.is_empty() {
        out.push_str("None.\n");
    }
    for (number, defect) in (1..).zip(&state.defects) {
        let (summary, ratio) = (markdown(&defect.summary()), defect.ratio());
        let lines = counted(defect.reduced.lines().count(), "line");
        let _ = writeln!(
            out,
            "{number}. [{summary}](defects/{number}/report.md) ({lines}, {ratio:.0} times as slow)"
        );
    }
    let (all, open) = (counted(state.candidates.len(), "candidate"), state.unconfirmed().count());
    let _ = writeln!(out, "\n{all} in total, {open} of them not confirmed (in `candidates/`).\n");
    if !state.suspicions.is_empty() {
        out.push_str("## Suspicions\n\nWrong in another way; `gainsay check` tells who is right.\n\n");
        for (number, suspicion) in state.suspicions.iter().enumerate() {
            let _ = writeln!(out, "- `suspicions/{}.smt2`: {}", number + 1, markdown(&suspicion.why));
        }
        out.push('\n');
    }
    front_section(&mut out, evolution, state, front);
    match &state.results {
        Some(results) => results_section(&mut out, evolution, results, state.members.len()),
        None => out.push_str("\n## The last population\n\nAs the search asked it.\n"),
    }
    out.push_str("\n![times](times.svg)\n\n## How it went\n\n![history](history.svg)\n");
    out
}

fn front_section(out: &mut String, evolution: &Evolution<'_>, state: &State, front: &[usize]) {
    out.push_str("## The front\n\n![front](front.svg)\n\n");
    let unit = evolution.bench.unit;
    let (heading, rule) = unit.map_or((String::new(), ""), |unit| (format!(" {unit} |"), "---|"));
    let _ =
        writeln!(out, "| script | target | best reference | complexity |{heading}\n|---|---|---|---|{rule}");
    for (number, &at) in (1..).zip(front) {
        let Individual { measure, complexity, trace, .. } = &state.members[at];
        let (target, reference) = (super::folder::seconds(&measure.target), measure.reference_seconds());
        let places = unit.map_or(String::new(), |_| format!(" {} |", trace.places()));
        let _ =
            writeln!(out, "| `front/{number}.smt2` | {target} | {reference:.2} s | {complexity} |{places}");
    }
}

/// How many members of the last population each solver did not finish, as in Table I of paper 004.
fn results_section(out: &mut String, evolution: &Evolution<'_>, results: &ResultSet, members: usize) {
    let ResultSet { limit, members: asked } = results;
    let _ = writeln!(
        out,
        "\n## The result set\n\nThe last population, {} of {members} asked alone with {limit} s of CPU time. The target is not done \
         with {} that a reference answers.\n\n| solver | beyond the limit | within | no answer |\n|---|---:|---:|---:|",
        asked.len(),
        results.slow(),
    );
    for (solver, label) in labels(evolution).enumerate() {
        let Tally { beyond, within, without } = results.tally(solver);
        let _ = writeln!(out, "| {} | {beyond} | {within} | {without} |", markdown(label));
    }
}

/// The labels of the target and the references.
fn labels<'a>(evolution: &'a Evolution<'_>) -> impl Iterator<Item = &'a str> {
    std::iter::once(&evolution.setup.target).chain(&evolution.setup.references).map(String::as_str)
}

/// Time over complexity. With coverage, larger dots are members that reach more.
fn front_plot(evolution: &Evolution<'_>, state: &State, front: &[usize]) -> Plot {
    let point = |member: &Individual| {
        let score = time_score(member.measure.target.seconds, member.measure.reference_seconds());
        (member.complexity as f64, score.max(0.001))
    };
    let places = state.members.iter().map(|member| member.trace.places());
    let (least, most) = (places.clone().min().unwrap_or(0), places.max().unwrap_or(0));
    let share = |member: &Individual| (member.trace.places() - least) as f64 / (most - least).max(1) as f64;
    let series = |name: &str, of_front: bool| {
        let chosen = (0..state.members.len()).filter(|at| front.contains(at) == of_front);
        let members: Vec<&Individual> = chosen.map(|at| &state.members[at]).collect();
        let mut series = Series::new(name, Mark::Dots, members.iter().map(|member| point(member)).collect());
        if evolution.bench.unit.is_some() {
            series.sizes = members.iter().map(|member| share(member)).collect();
        }
        series
    };
    let more = evolution.bench.unit.map_or(String::new(), |unit| format!("; larger: more {unit}"));
    Plot {
        title: format!("The last population{more}"),
        x: Axis::logarithmic("complexity"),
        y: Axis::logarithmic("time score (s)"),
        series: vec![series("first front", true), series("others", false)],
    }
}

fn history_plot(evolution: &Evolution<'_>, state: &State) -> Plot {
    let line = |name: &str, value: &dyn Fn(&Moment) -> f64| {
        let points = state.history.iter().map(|moment| (moment.seconds, value(moment)));
        Series::new(name, Mark::Line, points.collect())
    };
    let mut series = vec![
        line("mean time score (s)", &|moment| moment.mean_score),
        line("mean complexity", &|moment| moment.mean_complexity),
        line("candidates", &|moment| moment.candidates as f64),
    ];
    if let Some(unit) = evolution.bench.unit {
        series.push(line(unit, &|moment| moment.places.unwrap_or(0) as f64));
    }
    Plot { title: "The search".to_owned(), x: Axis::linear("seconds"), y: Axis::logarithmic(""), series }
}

fn suspicion_script(evolution: &Evolution<'_>, suspicion: &Suspicion) -> String {
    let mut out = format!("; {}\n", one_line(&suspicion.why));
    let timed = std::iter::once(&suspicion.measure.target).chain(&suspicion.measure.references);
    for (label, timed) in labels(evolution).zip(timed) {
        let _ = writeln!(out, "; {}: {}", one_line(label), super::folder::seconds(timed));
    }
    out + &suspicion.text
}
