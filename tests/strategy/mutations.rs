//! The strategies `operators` and `subterms`, of which the same is asked.

use crate::strategy::checks;

const NAMES: [&str; 2] = ["operators", "subterms"];

#[test]
fn tests_are_well_made() {
    NAMES.iter().for_each(|name| checks::are_well_made(name, 300));
}

#[test]
fn tests_are_a_function_of_the_stream() {
    NAMES.iter().for_each(|name| checks::are_deterministic(name, 50));
}

#[test]
fn linear_seeds_stay_mostly_linear() {
    NAMES.iter().for_each(|name| checks::stay_mostly_linear(name, 300));
}

#[test]
fn steps_can_be_left_out() {
    NAMES.iter().for_each(|name| checks::have_separate_steps(name, 50));
}

#[test]
fn evidence_is_true() {
    NAMES.iter().for_each(|name| checks::have_true_evidence(name, 100));
}

#[test]
fn real_solvers_accept_nearly_all() {
    NAMES.iter().for_each(|name| checks::are_accepted(name, 12));
}
