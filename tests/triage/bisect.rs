//! Strips of releases: where a bug came, and where it went.

use gainsay::judge::FindingKind;
use gainsay::triage::{Conduct, Strip, Trial};

fn strip(kind: Option<FindingKind>, conducts: &[Conduct]) -> Strip {
    let trial = |(at, conduct): (usize, &Conduct)| Trial {
        release: format!("1.{at}"),
        conduct: *conduct,
        said: String::new(),
    };
    Strip::new("z3", kind, conducts.iter().enumerate().map(trial).collect())
}

#[test]
fn first_bad_and_fixed_are_found() {
    use Conduct::*;
    let strip =
        strip(None, &[Rejected, Right, WrongSat, Undecided, WrongUnsat, NotInstalled, Undecided, Right]);
    assert_eq!(strip.text(), "-.!?!x?.");
    assert_eq!((strip.first_bad(), strip.fixed_in()), (Some("1.2"), Some("1.7")));
    assert_eq!(strip.kind.as_deref(), Some("wrong-unsat"));
    assert!(!strip.is_in_newest());
}

#[test]
fn a_bug_of_another_kind_is_not_this_one() {
    use Conduct::*;
    let crashes = strip(Some(FindingKind::Crash), &[Right, Crash, InvalidModel, NotInstalled]);
    assert_eq!(crashes.text(), ".C.x");
    assert_eq!((crashes.first_bad(), crashes.fixed_in()), (Some("1.1"), Some("1.2")));
    let models = strip(None, &[Crash, InvalidModel, NotInstalled]);
    assert_eq!((models.text().as_str(), models.first_bad(), models.fixed_in()), ("C!x", Some("1.1"), None));
    assert!(models.is_in_newest());
    let none = strip(None, &[Right, Undecided]);
    assert_eq!((none.kind.as_deref(), none.first_bad(), none.fixed_in()), (None, None, None));
}
