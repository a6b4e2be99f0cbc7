//! Paper 000, Sparrow: skeletal approximation enumeration. Figures are those of its Section 5.

mod bugs;
mod coverage;
mod refind;
mod speed;

pub use coverage::{OURS, reached, reached_by};

use crate::experiment::{Experiment, Need, Way};

pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "000-table4",
        place: "Tables 3, 4, Fig. 1",
        measured: "confirmed bugs of Z3 and CVC4 by type and theory",
        differs: "The paper counts what developers confirmed in months of testing their newest commits; here it is one short \
            hunt of one strategy on releases of that time, and each bug is confirmed by its own evidence. Whether a bug is \
            reported, a duplicate or won't be fixed is decided by people.",
        way: Way::Here(bugs::table4),
    },
    Experiment {
        name: "000-variants",
        place: "Section 5.3",
        measured: "the variants PST, LPI and PST+LPI beside each other",
        differs: "The paper compares them in Tables 5 to 7 and Fig. 2; here they are compared by tests and bugs in equal time \
            on a release of that time.",
        way: Way::Here(bugs::variants),
    },
    Experiment {
        name: "000-table5",
        place: "Table 5",
        measured: "milliseconds for a mutant",
        differs: "Built-in seeds of QF_LRA, which are small, instead of 1000 sampled ones; one machine for all our rows, but \
            not the paper's. The time is from a seed in memory to the text of the mutant, as for the tools themselves.",
        way: Way::Here(speed::table5),
    },
    Experiment {
        name: "000-table6",
        place: "Table 6",
        measured: "tested mutants an hour",
        differs: "CPU hours of all processes, since the machine is shared. gainsay asks many questions in one process of the \
            solver; the tools of the paper do not. Built-in seeds, and at the default scale 10 mutants of each instead of \
            300.",
        way: Way::Here(speed::table6),
    },
    Experiment {
        name: "000-table7",
        place: "Table 7",
        measured: "line coverage of Z3 and CVC4 after 300 mutants of 1000 seeds",
        differs: "Percentages of the newest Z3 whose source has a package; built-in seeds, and at the default scale up to 10 \
            mutants of each in a minute instead of 300.",
        way: Way::Given(Need::Instrumented, coverage::table7),
    },
    Experiment {
        name: "000-fig2",
        place: "Fig. 2",
        measured: "how many of 19 fixed correctness bugs are triggered again from seeds without them",
        differs: "Other bugs: those of the given table whose release is installed. The paper counts a bug as found if the \
            commit with its fix answers correctly. Here it is the first installed release without the bug, which fixes many \
            bugs at once, so \"found\" says less; \"and alike\" also requires that the finding uses only operators of the \
            known bug.",
        way: Way::Given(Need::Bugs, refind::fig2),
    },
    Experiment {
        name: "000-peers",
        place: "Section 5.3",
        measured: "YinYang (fusion and OpFuzz) beside Sparrow, mutants an hour",
        differs: "yinyang 0.3.0 as it is installed today, on the same seeds, solver and core as our strategies; CPU hours of all processes.",
        way: Way::Here(speed::peers),
    },
    Experiment {
        name: "000-runs",
        place: "Section 5.1",
        measured: "averages of ten independent runs",
        differs: "Fewer and shorter runs; the paper prints averages only, so the deviation cannot be compared.",
        way: Way::Here(speed::runs),
    },
];

/// A technique of the paper: its name there, and our strategy.
struct Technique {
    paper: &'static str,
    strategy: &'static str,
}

const PST: Technique = Technique { paper: "Sparrow(PST)", strategy: "pst" };
const LPI: Technique = Technique { paper: "Sparrow(LPI)", strategy: "lpi" };
const BOTH: Technique = Technique { paper: "Sparrow(PST+LPI)", strategy: "approximate" };
const FUSION: Technique = Technique { paper: "YinYang(Fusion)", strategy: "fusion" };
const OPFUZZ: Technique = Technique { paper: "YinYang(OpFuzz)", strategy: "operators" };
