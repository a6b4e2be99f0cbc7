//! Paper 004, MulStringFuzz: evolution for performance defects. Figures are those of its Section IV.

mod results;
mod search;

use crate::bench::{Bench, Campaign, file_name};
use crate::experiment::{Experiment, Way};
use serde_json::Value;

pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "004-table1",
        place: "Table I",
        measured: "lines, mean time score and mean complexity of seven variants after 24 hours",
        differs: "Seconds instead of hours, a smaller population, and a limit of half a second instead of five, so scores are \
            far smaller. cvc5 instead of CVC4 1.6 as the reference. Lines need an instrumented target (--instrumented).",
        way: Way::Here(search::table1),
    },
    Experiment {
        name: "004-timeouts",
        place: "Table I, Num_timeout",
        measured: "tests of the result set that the target does not solve in 2,400 s",
        differs: "The result set is the last population of a short search, and the limit is seconds.",
        way: Way::Here(results::timeouts),
    },
    Experiment {
        name: "004-fig3",
        place: "Fig. 3",
        measured: "distribution of the target's times on the result sets",
        differs: "As in 004-timeouts. The paper's curves are missing from the text that we have; the points that it gives in words are shown here.",
        way: Way::Here(results::fig3),
    },
    Experiment {
        name: "004-fig4",
        place: "Fig. 4",
        measured: "mean time score over the generations, with the crowding distance by traces and with NSGA-II's own",
        differs: "As in 004-table1; without an instrumented target, individuals are distinguished by their operators, not by traces.",
        way: Way::Here(search::fig4),
    },
    Experiment {
        name: "004-fig5",
        place: "Fig. 5",
        measured: "the fronts of both crowding distances",
        differs: "The paper shows two plots, and says that the front by traces is more scattered; here it is the spread in \
            two of the three objectives. The third, \
                  coverage, needs an instrumented target.",
        way: Way::Here(search::fig5),
    },
    Experiment {
        name: "004-fig6",
        place: "Fig. 6",
        measured: "time to converge and timeouts by population size, beside those of 40",
        differs: "As in 004-table1, with populations that are smaller in the same proportion. A run has converged when the \
            mean score first reaches 95 % of its highest value. The paper's bars are missing from the text; it recommends \
            sizes from 40 to 60.",
        way: Way::Here(search::fig6),
    },
    Experiment {
        name: "004-runs",
        place: "Section IV.B",
        measured: "averages of 50 runs",
        differs: "Fewer and shorter runs; the paper prints means only.",
        way: Way::Here(search::runs),
    },
    Experiment {
        name: "004-stringfuzz",
        place: "Section IV.C",
        measured: "MulStringFuzz beside StringFuzz itself",
        differs: "",
        way: Way::Not(
            "StringFuzz has no package that could be installed; its objectives are the variants `single` and `single-difference` of \
             004-table1, with our variations",
        ),
    },
];

/// A variant of the paper: method and name there, our name, and Table I: total lines, mean lines, mean score, timeouts, mean complexity.
struct Variant {
    paper: &'static str,
    name: &'static str,
    printed: [&'static str; 5],
}

const VARIANTS: [Variant; 7] = [
    Variant {
        paper: "StringFuzz, Default",
        name: "single",
        printed: ["15,332.1", "13,011.8", "4.33", "4", "44.07"],
    },
    Variant {
        paper: "StringFuzz, Runtime-difference",
        name: "single-difference",
        printed: ["18,268.5", "13,048.7", "4.78", "5", "48.87"],
    },
    Variant {
        paper: "MulStringFuzz, Default",
        name: "default",
        printed: ["21,188.5", "13,593.5", "7.85", "13", "22.88"],
    },
    Variant {
        paper: "Only-Time",
        name: "only-time",
        printed: ["20,093.2", "13,496.6", "4.25", "6", "21.26"],
    },
    Variant {
        paper: "No-Coverage",
        name: "no-coverage",
        printed: ["18,326.2", "13,127.5", "5.93", "5", "20.5"],
    },
    Variant {
        paper: "No-Complexity",
        name: "no-complexity",
        printed: ["22,161.1", "16,434.2", "8.98", "12", "95.5"],
    },
    Variant {
        paper: "Default-Crowding",
        name: "default-crowding",
        printed: ["21,570.6", "13,246.0", "7.56", "10", "26.03"],
    },
];

/// The target of the paper, z3str3, in a release of that time.
fn target(bench: &Bench) -> String {
    bench.options().instrumented.clone().unwrap_or_else(|| bench.solver("z3@4.8.10 smt.string_solver=z3str3"))
}

/// A search, as long as it takes at the chosen scale.
fn evolve(bench: &mut Bench, variant: &str, population: usize, seed: u64) -> anyhow::Result<Campaign> {
    let target = target(bench);
    let time = format!("{:.0}s", bench.scaled(15.0, 24.0 * 3600.0).max(1.0));
    let limit = if bench.options().paper_scale { "5" } else { "500ms" };
    let (population, seed) = (population.to_string(), seed.to_string());
    let mut arguments =
        vec!["evolve", "--target", &target, "--reference", "cvc5", "--variant", variant, "--for", &time];
    arguments.extend([
        "-t",
        limit,
        "--population",
        &population,
        "--defects",
        "0",
        "-j",
        "1",
        "--seed",
        &seed,
    ]);
    let name = file_name(&arguments);
    arguments.extend(["--json", "--out", &name]);
    bench.remembered(&arguments, &name)
}

/// The population of the paper, and a smaller one for searches of seconds.
fn population(bench: &Bench) -> usize {
    if bench.options().paper_scale { 40 } else { 12 }
}

/// The last population of a search.
fn members(bench: &Bench, run: &Campaign) -> anyhow::Result<Vec<Value>> {
    let text = std::fs::read_to_string(bench.folder.join(&run.name).join("state.json"))?;
    let state: Value = serde_json::from_str(&text)?;
    Ok(state["members"].as_array().cloned().unwrap_or_default())
}
