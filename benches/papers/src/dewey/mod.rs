//! Paper 003, Dewey: guaranteed satisfiable and unsatisfiable formulas of bit-vectors and floating point. Figures are those of its Section 5.5.

mod bugs;
mod reuse;

use crate::experiment::{Experiment, Way};

pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "003-table5.2",
        place: "Table 5.2",
        measured: "unique bugs that each of ten generators finds in ten hours",
        differs: "Seconds instead of hours, and releases of 2019 and 2020, the oldest installed, instead of revisions of the \
            time of the thesis, so the bugs are different ones. Bugs of a kind that the same installed release fixes count as \
            one, like bugs fixed by one revision in the paper.",
        way: Way::Here(bugs::table52),
    },
    Experiment {
        name: "003-table5.3",
        place: "Table 5.3",
        measured: "unique bugs by solver",
        differs: "The hunts of 003-table5.2, on z3 and cvc4 only: MathSAT has no package, and Boolector was not tested.",
        way: Way::Here(bugs::table53),
    },
    Experiment {
        name: "003-reuse",
        place: "Section 5.5.2",
        measured: "speedup by reusing a solver's process",
        differs: "The paper changed the solvers' front ends; gainsay resets a process by SMT-LIB's own `(reset)`. Small tests \
            of `bits`, and the newest releases.",
        way: Way::Here(reuse::reuse),
    },
];
