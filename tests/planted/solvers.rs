//! Solvers with planted bugs, real solvers beside them, and scripts that trigger the bugs.

use crate::support::{catalogue, python, real};
use gainsay::consult::{Consultation, consult};
use gainsay::eval::{Bounds, Decision, decide};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{Testimony, judge};
use gainsay::script::Script;
use gainsay::solver::{Catalogue, Limits, Profiles, Solver};
use gainsay::triage::{self, Confirmed, Examined, Ignores, Suspect, examine};
use std::sync::LazyLock;

/// Two real solvers that start quickly.
pub static HONEST: LazyLock<[Solver; 2]> = LazyLock::new(|| ["z3@5.4.0", "yices"].map(real));

/// The profile of a real solver with a planted bug, by its name in `planted.py`.
pub fn profile(bug: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/planted/planted.py");
    let (python, real) = (python(), &HONEST[0].argv[0]);
    format!(
        "[solver.planted]\ncommand = ['{python}', '-I', '-S', '{script}', '{bug}', '{real}']\nstdin = []\nsession = []\nanswers = ['optimum', 'horn', 'partition', 'abduct', 'elimination', 'tactic', 'dialogue', 'models']\n\
         options = {{ seed = ['--seed={{seed}}'] }}\n\
         patterns = {{ crash = ['Fatal failure within'], out_of_memory = ['std::bad_alloc'] }}"
    )
}

/// A real solver with a planted bug and with arguments from the user.
pub fn planted_with(bug: &str, arguments: &str) -> Solver {
    let mut profiles = Profiles::shipped();
    profiles.add_text("planted.toml", &profile(bug)).unwrap();
    let mut solver = Catalogue { profiles, ..catalogue() }.solver(&format!("planted {arguments}")).unwrap();
    solver.version = "1.0".to_owned();
    solver
}

pub fn planted(bug: &str) -> Solver {
    planted_with(bug, "")
}

/// The solver together with the honest ones.
pub fn with_honest(solver: &Solver) -> Vec<Solver> {
    std::iter::once(solver).chain(HONEST.iter()).cloned().collect()
}

/// A script with this operator. Its constants and symbols vary with the number.
pub fn script(operator: &str, satisfiable: bool, number: usize) -> Script {
    let relation = if satisfiable { "bvule" } else { "distinct" };
    let (constant, x, y) = (number % 7 + 1, format!("x{number}"), format!("y{number}"));
    let text = format!(
        "(set-logic QF_BV)(declare-const {x} (_ BitVec 4))(declare-const {y} (_ BitVec 4))\
         (assert (= ({operator} {x} #x{constant}) {y}))(assert ({relation} {y} ({operator} {x} #x{constant})))(check-sat)"
    );
    Script::parse(&text).unwrap()
}

/// The script with evidence for its answer.
pub fn test(operator: &str, satisfiable: bool, number: usize) -> Test {
    let script = script(operator, satisfiable, number);
    let evidence = match decide(&script.question(), Bounds::default()) {
        Decision::Sat { witness, .. } => Evidence::Witness(witness),
        Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
        other => panic!("{other:?}"),
    };
    Test::given(script, evidence)
}

pub fn asking(limits: Limits) -> Consultation {
    Consultation { limits, cores: false, other_seed: None, keep_options: false }
}

/// The suspicions after a test.
pub fn suspects(test: &Test, solvers: &[Solver], how: &Consultation) -> Vec<Suspect> {
    let testimonies: Vec<Testimony> = consult(test.script(), solvers, how).unwrap();
    let verdict = judge(test, &testimonies);
    assert!(verdict.alarms.is_empty(), "{:?}", verdict.alarms);
    triage::suspects(test, &testimonies, &verdict)
}

/// Examines without ignore lists.
pub fn examined(suspect: Suspect, solvers: &[Solver], limits: &Limits) -> Examined {
    examine(suspect, solvers, limits, &Ignores::default()).unwrap()
}

pub fn confirmed(examined: Examined) -> Confirmed {
    match examined {
        Examined::Confirmed(confirmed) => *confirmed,
        other => panic!("{other:?}"),
    }
}
