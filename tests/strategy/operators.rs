//! The strategy `operators`.

use crate::checks;

const NAME: &str = "operators";

#[test]
fn tests_are_well_made() {
    checks::are_well_made(NAME, 300);
}

#[test]
fn tests_are_a_function_of_the_stream() {
    checks::are_deterministic(NAME, 50);
}

#[test]
fn linear_seeds_stay_mostly_linear() {
    checks::stay_mostly_linear(NAME, 300);
}

#[test]
fn steps_can_be_left_out() {
    checks::have_separate_steps(NAME, 50);
}

#[test]
fn evidence_is_true() {
    checks::have_true_evidence(NAME, 100);
}

#[test]
fn real_solvers_accept_nearly_all() {
    checks::are_accepted(NAME, 20);
}
