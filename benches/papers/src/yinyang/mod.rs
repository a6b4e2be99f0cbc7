//! Paper 001, YinYang: semantic fusion. Figures are those of its Section 4.

mod bugs;
mod coverage;
mod speed;

use crate::bench::{Bench, Campaign, Hunt};
use crate::experiment::{Experiment, Need, Way};

pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "001-fig8",
        place: "Fig. 8",
        measured: "bugs of Z3 and CVC4 by status, type and logic",
        differs: "The paper counts what developers confirmed in four months of testing their newest commits; here it is a \
            short hunt on releases of that time (of CVC4, only 1.8 is packaged), and each bug is confirmed by its own \
            evidence. Whether a bug is reported, fixed, a duplicate or won't be fixed is decided by people.",
        way: Way::Here(bugs::fig8),
    },
    Experiment {
        name: "001-recheck",
        place: "Section 4.2, RQ1",
        measured: "formulas that triggered bugs, on the version with a fix",
        differs: "The version with the fix is the newest release, years later, not the next commit; the paper reports the \
            experiment without figures.",
        way: Way::Here(bugs::recheck),
    },
    Experiment {
        name: "001-speed",
        place: "Section 4.2, RQ1",
        measured: "test formulas a second, in one thread",
        differs: "CPU seconds of all processes, since the machine is shared; only tests that were asked count. Built-in seeds.",
        way: Way::Here(speed::speed),
    },
    Experiment {
        name: "001-fig10",
        place: "Fig. 10",
        measured: "how many of the found soundness bugs each release has",
        differs: "The bugs of our hunt on the installed releases; the paper's own bugs are not in our seeds. Its bars are \
            missing from the text that we have, which gives two of them in words.",
        way: Way::Here(bugs::fig10),
    },
    Experiment {
        name: "001-fig9",
        place: "Fig. 9",
        measured: "all soundness bugs in the trackers of Z3 (146) and CVC4 (42), by year",
        differs: "",
        way: Way::Not(
            "it is a count of reports that people filed in two trackers over nine years, and says nothing about a tool: no program \
             measures it",
        ),
    },
    Experiment {
        name: "001-fig11",
        place: "Fig. 11",
        measured: "line, function and branch coverage of seeds and fusion, by logic and status",
        differs: "Lines, functions and branches (or edges) of the newest Z3 whose source has a package; built-in seeds, of \
            which there are few per logic, and as many tests as a quarter of a minute allows with line counters, which take \
            half a second per question.",
        way: Way::Given(Need::Instrumented, coverage::fig11),
    },
    Experiment {
        name: "001-rq4",
        place: "Section 4.2, RQ4",
        measured: "bugs that concatenation alone triggers as well",
        differs: "The paper runs ConcatFuzz on the seeds of 50 bugs; here each bug's report says which steps of the \
            construction are needed, and a bug that needs none needs only the concatenation.",
        way: Way::Here(bugs::concatenation),
    },
    Experiment {
        name: "001-fig12",
        place: "Fig. 12",
        measured: "coverage of concatenation and fusion over that of the seeds",
        differs: "Lines, functions and branches, or edges; the paper's bars are missing from the text that we have, which \
            gives one difference in words.",
        way: Way::Given(Need::Instrumented, coverage::fig12),
    },
];

/// The logics of the paper's seeds (Fig. 7).
const LOGICS: &str = "LIA,LRA,NRA,QF_LIA,QF_LRA,QF_NRA,QF_SLIA,QF_S";

/// Releases of about the time of the paper (2019), each beside a newest one.
const TARGETS: [[&str; 2]; 2] = [["z3@4.8.5", "z3"], ["cvc4@1.8", "cvc5"]];

/// The hunt that several experiments look at.
fn hunt(bench: &mut Bench, [target, witness]: [&str; 2]) -> anyhow::Result<Campaign> {
    let solvers = format!("{target};{witness}");
    let seconds = bench.scaled(90.0, 120.0 * 24.0 * 3600.0);
    // Two seconds are the paper's; questions that take that long leave little of a short hunt.
    let limit = if bench.options().paper_scale { "2" } else { "500ms" };
    let more = ["--logic", LOGICS, "-t", limit];
    bench.hunt(&Hunt { strategies: "fusion", solvers: &solvers, seconds, seed: 1, more: &more })
}
