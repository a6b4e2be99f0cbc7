//! Paper 002, automatically testing string solvers. Figures are those of its Section 4; most cells of Table 4 are lost in the text that we
//! have, so that only what the prose says, and the sums that are legible, stand here.

mod bugs;
mod sample;
mod suite;

use crate::experiment::{Experiment, Need, Way};

pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "002-tests",
        place: "Table 4, third column",
        measured: "how many tests there are, satisfiable, unsatisfiable, and unsatisfiable with patterns",
        differs: "gainsay has 38 operations instead of 12, and writes a test with patterns only where there are quantifiers.",
        way: Way::Here(suite::tests),
    },
    Experiment {
        name: "002-table4",
        place: "Table 4",
        measured: "results of Z3-seq, Z3str3 and CVC4 on the tests, by category",
        differs: "A part of our suite, evenly spread, with a shorter time limit; z3 4.8.5 and cvc4 1.8 instead of 4.7.1 and \
            1.6, which cannot be installed. z3 4.8.5 is not asked tests with characters beyond ASCII, because it reads their \
            escapes in a way of its own.",
        way: Way::Here(suite::table4),
    },
    Experiment {
        name: "002-table5",
        place: "Table 5",
        measured: "how many known string bugs the tests find",
        differs: "Other bugs: those of the given table with strings whose release is installed. The paper looked for a failing test by hand; \
                  here a finding counts if the first installed release without the bug, which fixes many bugs at once, does \
                  not show it; \"and alike\" also requires that the finding uses only operators of the known bug.",
        way: Way::Given(Need::Bugs, bugs::table5),
    },
    Experiment {
        name: "002-improvements",
        place: "Section 4.1, recent improvements",
        measured: "tests that still fail on newer releases",
        differs: "The tests of 002-table4 that z3 4.8.5 and cvc4 1.8 did not pass, on the newest releases, years later; the paper's newer \
                  releases are 4.8.6 and 1.7.",
        way: Way::Here(suite::improvements),
    },
    Experiment {
        name: "002-stringfuzz",
        place: "Section 4.2",
        measured: "700 tests of StringFuzz with a known status on the same solvers",
        differs: "Solvers as in 002-table4. A `:status` is only a claim: a solver that contradicts it is counted as disputed. \
            You supply the tests, since StringFuzz has no package. Those of the book's chapter were made by a repaired copy \
            of its generators, assembled from stored versions of its source and of forks, and have the answer of z3 4.12.2 as \
            their status.",
        way: Way::Given(Need::StringFuzz, suite::stringfuzz),
    },
    Experiment {
        name: "002-table6",
        place: "Table 6",
        measured: "what the model counter MT-ABC makes of the tests",
        differs: "",
        way: Way::Not(
            "MT-ABC is built from a commit of its own and is no SMT solver that gainsay has a profile for; it reads a part of the language, with \
             other escapes, for which the paper rewrote its tests",
        ),
    },
    Experiment {
        name: "002-clusters",
        place: "Section 4.1",
        measured: "similar failures in clusters (as future work)",
        differs: "The paper only mentions it; ours are the findings of a hunt with `strings` on z3str3, and their buckets after reduction.",
        way: Way::Here(bugs::clusters),
    },
    Experiment {
        name: "002-seeds",
        place: "Section 4.1, Fig. 6",
        measured: "whether answers change with the random seed (0 and 1465)",
        differs: "Satisfiable tests of the sample of 002-table4; the paper gives no numbers. Only a change between sat and \
            unsat has its own mark here.",
        way: Way::Here(suite::seeds),
    },
];

/// Z3-seq, Z3str3 and CVC4, in releases that are packaged.
const SOLVERS: [(&str, &str); 3] =
    [("Z3-seq", "z3@4.8.5"), ("Z3str3", "z3@4.8.5 smt.string_solver=z3str3"), ("CVC4", "cvc4@1.8")];
