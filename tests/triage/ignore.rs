//! What is not to be reported again.

use gainsay::judge::{Certainty, Finding, FindingKind};
use gainsay::script::Script;
use gainsay::solver::{Profiles, Solver};
use gainsay::triage::Ignores;

/// Whether an entry for these versions ignores a crash of a version; `None` if they are not understood.
fn ignores(versions: &str, version: &str) -> Option<bool> {
    let text = format!("[[ignore]]\nsolver = 'z3'\nversions = '{versions}'\nwhy = 'known'");
    let ignores = Ignores::read("gainsay.toml", &text).ok()?;
    let solver = Solver {
        name: "z3".to_owned(),
        version: version.to_owned(),
        profile: Profiles::shipped().get("z3").unwrap().clone(),
        argv: Vec::new(),
        environment: Vec::new(),
        arguments: Vec::new(),
        is_own: false,
    };
    let finding = Finding {
        kind: FindingKind::Crash,
        solver: solver.label(),
        certainty: Certainty::Proved,
        why: String::new(),
        signature: None,
        details: Vec::new(),
    };
    Some(ignores.reason(&finding, &solver, &Script::default()).is_some())
}

#[test]
fn ranges_of_versions() {
    for (range, version, expected) in [
        ("all", "4.8.9", Some(true)),
        ("4.8.9", "4.8.9", Some(true)),
        ("4.8.9", "4.8.10", Some(false)),
        ("up to 4.8.9", "4.8.10", Some(false)),
        ("since 4.8.9", "4.8.10", Some(true)),
        ("1.2.1 to 1.4.2", "1.4.2", Some(true)),
        ("1.2.1 to 1.4.2", "1.2.0", Some(false)),
        ("1.2.1 to 1.4.2", "", Some(true)),
        ("5.4.0, not 5.0.0", "5.4.0", None),
        ("some", "5.4.0", None),
    ] {
        assert_eq!(ignores(range, version), expected, "{range}: {version}");
    }
}
