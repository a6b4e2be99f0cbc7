//! Whether subgoals can be satisfied.

use gainsay::answer::Status;
use gainsay::script::ReadOptions;
use gainsay::simplify::tactics::{proved, seems, status_of_reply};
use gainsay::simplify::{FIELDS, Field};

fn status(reply: &str) -> Status {
    let row = FIELDS.iter().find(|row| row.name == "bits-2").unwrap();
    let told = [seems, proved]
        .map(|teller| status_of_reply(&mut Field::new(row), reply, ReadOptions::default(), teller));
    assert_eq!(told[0], told[1], "{reply}");
    told[0]
}

#[test]
fn subgoals_tell_whether_a_goal_is_satisfiable() {
    let goal = |formulas: &str| format!("(goal {formulas} :precision precise :depth 1)");
    let goals = |all: &[&str]| {
        format!("(goals\n{}\n)", all.iter().map(|formulas| goal(formulas)).collect::<String>())
    };
    assert_eq!(status(&goals(&[""])), Status::Sat, "nothing is left to satisfy");
    assert_eq!(status(&goals(&["false"])), Status::Unsat);
    assert_eq!(status(&goals(&["(bvult a2 b2)"])), Status::Sat);
    assert_eq!(
        status(&goals(&["(bvult a2 b2) (= a2 b2)"])),
        Status::Unsat,
        "all formulas of a goal hold together"
    );
    assert_eq!(status(&goals(&["false", "(= a2 #b01)"])), Status::Sat, "one goal is enough");
    // Symbols of the tactic's own may be anything, and of any sort.
    assert_eq!(status(&goals(&["(or k!0 (bvult a2 b2))"])), Status::Unknown);
    assert_eq!(status(&goals(&["(or k!0 (bvult a2 b2))", "false"])), Status::Unknown);
    assert_eq!(status("(goals (goal false :precision under :depth 1))"), Status::Unknown);
    assert_eq!(status("(goals)"), Status::Unknown);
    assert_eq!(status("(error \"tactic failed\")"), Status::Unknown);
}
