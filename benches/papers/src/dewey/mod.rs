//! Paper 003, Dewey: guaranteed satisfiable and unsatisfiable formulas of bit-vectors and floating point. Figures are those of its Section 5.5.

mod bugs;
mod reuse;

use crate::experiment::{Experiment, Way};

pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "003-table5.2",
        place: "Table 5.2",
        measured: "unique bugs that each of ten generators finds in ten hours",
        differs: "Seconds in place of hours, and releases of 2019 and 2020, the oldest that are installed, in place of revisions of the time of the thesis, so that the bugs \
                  are others. Bugs of a kind that the same installed release mends are one, as revisions are in the paper.",
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
        measured: "how much faster tests are asked if a process is used again",
        differs: "The paper changed the solvers' front ends; gainsay resets a process by SMT-LIB's own `(reset)`. Small tests of `bits`, and the newest releases.",
        way: Way::Here(reuse::reuse),
    },
];
