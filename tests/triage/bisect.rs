//! Histories of releases: where a bug came, where it went, and what was not tried.

use gainsay::judge::FindingKind;
use gainsay::triage::{Fate, Fates, History, Outlook, ReleaseVerdict, Seen, Trial, most_trials, next_to_try};

fn history(kind: Option<FindingKind>, verdicts: &[ReleaseVerdict]) -> History {
    let trial = |(at, verdict): (usize, &ReleaseVerdict)| Trial {
        release: format!("1.{at}"),
        verdict: *verdict,
        said: String::new(),
    };
    History::new("z3", kind, verdicts.iter().enumerate().map(trial).collect(), true)
}

#[test]
fn a_strip_says_only_what_was_tried() {
    use ReleaseVerdict::*;
    let (wrong_sat, wrong_unsat) = (Bad(FindingKind::WrongSat), Bad(FindingKind::WrongUnsat));
    let gaps =
        history(None, &[Rejected, Right, wrong_sat, Undecided, wrong_unsat, NotInstalled, NotTried, Right]);
    assert_eq!(gaps.text(), "-.!?!x_.");
    assert_eq!(gaps.kind, Some(FindingKind::WrongUnsat));
    assert!(!gaps.is_in_newest());
    assert_eq!((gaps.first_bad(), gaps.fixed_in()), (Some("1.2"), None));
    assert_eq!(gaps.since(), "1.2 (1.1 is good)");
    assert_eq!(gaps.until(), "bad in 1.4, good in 1.7; between them: 1.5 not installable; 1.6 not tried");
    assert_eq!(gaps.in_short(), ("1.2".to_owned(), "<=1.7".to_owned()));
    assert_eq!(gaps.story().last().unwrap(), "not tried: 1.6");
    // The same releases from a list: nobody knows what lies between them.
    let list = History { complete: false, ..history(None, &[Right, wrong_sat, Right]) };
    assert_eq!((list.first_bad(), list.fixed_in()), (None, None));
    assert_eq!(list.since(), "good in 1.0, bad in 1.1; nothing between them was tried");
    let oldest = history(None, &[wrong_sat, wrong_sat]);
    assert_eq!(oldest.since(), "1.0 or older (nothing older was tried)");
    assert_eq!(oldest.until(), "not in 1.1 (nothing newer was tried)");
    assert_eq!(oldest.in_short(), ("<=1.0".to_owned(), ">1.1".to_owned()));
    let rejected = history(None, &[Rejected, Rejected, Rejected, wrong_sat, Undecided]);
    assert_eq!(rejected.since(), "1.3 or older (1.0 to 1.2 rejected it)");
    assert_eq!(rejected.until(), "not in 1.3 (1.4 undecided)");
    let none = history(None, &[Right, NotTried, Right]);
    assert_eq!(none.story(), ["first bad: in none of the 2 releases asked", "not tried: 1.1"]);
}

#[test]
fn a_bug_of_another_kind_is_not_this_one() {
    use ReleaseVerdict::*;
    let (crash, invalid_model) = (Bad(FindingKind::Crash), Bad(FindingKind::InvalidModel));
    let crashes = history(Some(FindingKind::Crash), &[Right, crash, invalid_model, NotInstalled]);
    assert_eq!(crashes.text(), ".C.x");
    assert_eq!((crashes.first_bad(), crashes.fixed_in()), (Some("1.1"), Some("1.2")));
    let models = history(None, &[crash, invalid_model, NotInstalled]);
    let seen = models.beginning().map(|edge| edge.bad);
    assert_eq!((models.text().as_str(), seen, models.fixed_in()), ("C!x", Some("1.1"), None));
    assert!(models.is_in_newest());
    // A model of an unsatisfiable script is wrong, whatever it is.
    let reduced = history(Some(FindingKind::InvalidModel), &[Bad(FindingKind::WrongSat), Right]);
    assert_eq!((reduced.text().as_str(), reduced.fixed_in()), ("!.", Some("1.1")));
    let other = history(Some(FindingKind::InvalidModel), &[Bad(FindingKind::WrongUnsat), Right]);
    assert_eq!(other.beginning().map(|edge| edge.bad), None);
    let none = history(None, &[Right, Undecided]);
    assert_eq!((none.kind, none.first_bad(), none.fixed_in()), (None, None, None));
    assert!(none.tells_anything());
    assert!(!history(None, &[NotInstalled, Rejected, Undecided, NotTried]).tells_anything());
}

/// What a search tries of releases that are bad from `first` on and before `end`.
fn search(count: usize, first: usize, end: usize, missing: &[usize], start: Option<usize>) -> Vec<Seen> {
    let mut seen = vec![Seen::NotYet; count];
    while let Some(at) = next_to_try(&seen, start) {
        assert_eq!(seen[at], Seen::NotYet, "tried twice");
        seen[at] = match (first..end).contains(&at) {
            _ if missing.contains(&at) => Seen::Missing,
            true => Seen::Bad,
            false => Seen::NotBad,
        };
    }
    seen
}

#[test]
fn a_search_tries_few_releases_and_finds_both_edges() {
    for count in 1..70 {
        for first in 0..count {
            for end in first + 1..=count {
                let seen = search(count, first, end, &[], Some((first + end) / 2));
                let tried = seen.iter().filter(|seen| **seen != Seen::NotYet).count();
                assert!(tried <= most_trials(count), "{tried} of {count}");
                assert_eq!(seen[first], Seen::Bad, "{count} {first} {end} {seen:?}");
                assert!(first == 0 || seen[first - 1] == Seen::NotBad);
                assert_eq!(seen[end - 1], Seen::Bad);
                assert!(end == count || seen[end] == Seen::NotBad);
            }
        }
    }
    assert!(most_trials(64) <= 17 && most_trials(3) == 3);
}

#[test]
fn a_search_goes_around_releases_that_are_missing() {
    let seen = search(20, 5, 12, &[0, 4, 8, 9, 19], None);
    assert!(seen[5] == Seen::Bad && seen[3] == Seen::NotBad, "{seen:?}");
    assert!(seen[11] == Seen::Bad && seen[12] == Seen::NotBad, "{seen:?}");
    // Where nothing can be had, everything is tried once.
    assert!(search(9, 0, 0, &[0, 1, 2, 3, 4, 5, 6, 7, 8], None).iter().all(|seen| *seen == Seen::Missing));
}

#[test]
fn a_search_without_a_bad_release_gives_up() {
    let seen = search(100, 0, 0, &[], None);
    let tried = seen.iter().filter(|seen| **seen == Seen::NotBad).count();
    assert_eq!(tried, most_trials(100));
    assert!(seen.contains(&Seen::NotYet));
}

#[test]
fn a_release_that_cannot_be_asked_is_neither_good_nor_bad() {
    use ReleaseVerdict::*;
    let wrong_sat = Bad(FindingKind::WrongSat);
    let gaps = history(None, &[CannotBeAsked, CannotBeAsked, wrong_sat, CannotBeAsked, Right, CannotBeAsked]);
    assert_eq!(gaps.text(), "~~!~.~");
    assert_eq!((gaps.first_bad(), gaps.fixed_in()), (None, None));
    assert_eq!(gaps.since(), "1.2 or older (1.0, 1.1 cannot be asked so)");
    assert_eq!(gaps.until(), "bad in 1.2, good in 1.4; between them: 1.3 cannot be asked so");
    assert!(!gaps.is_in_newest());
    let newest = history(None, &[Right, wrong_sat, CannotBeAsked]);
    assert!(newest.is_in_newest());
    let nobody = history(None, &[CannotBeAsked, CannotBeAsked]);
    assert_eq!(nobody.story(), ["first bad: unknown, no release could be asked"]);
    assert!(!nobody.tells_anything());
}

fn fate(kind: FindingKind, verdict: ReleaseVerdict, said: &str) -> Option<Fate> {
    Fate::of(kind, &Trial { release: "1".to_owned(), verdict, said: said.to_owned() })
}

#[test]
fn nothing_is_fixed_that_nobody_answered() {
    use ReleaseVerdict::*;
    let (wrong, crash) = (FindingKind::WrongUnsat, FindingKind::Crash);
    for kind in [wrong, crash] {
        assert_eq!(fate(kind, Right, "sat"), Some(Fate::Fixed));
        assert_eq!(fate(kind, Bad(kind), "x"), Some(Fate::StillThere));
        for said in ["timeout", "out of memory", "unknown: no answer, exit code 1"] {
            assert_eq!(fate(kind, Undecided, said), Some(Fate::NoAnswer), "{said}");
        }
        assert_eq!(fate(kind, Rejected, "rejected: no such operator"), Some(Fate::NoAnswer));
        for said in ["unknown", "unknown: incomplete"] {
            assert_eq!(fate(kind, Undecided, said), Some(Fate::Unknown), "{said}");
        }
        for verdict in [CannotBeAsked, NotInstalled, NotTried] {
            assert_eq!(fate(kind, verdict, ""), None);
        }
    }
    assert_eq!(fate(crash, Undecided, "unsat"), Some(Fate::Fixed));
    assert_eq!(fate(FindingKind::InvalidModel, Undecided, "unsat"), Some(Fate::Changed));
    assert_eq!(fate(wrong, Bad(crash), "crash: SIGSEGV"), Some(Fate::AnotherBug));
    assert_eq!(fate(crash, Bad(wrong), "unsat"), Some(Fate::AnotherBug));
}

#[test]
fn all_is_well_only_where_all_was_answered() {
    let outlook = |fates: &[Option<Fate>]| fates.iter().copied().collect::<Fates>().outlook();
    let [fixed, changed, unknown, mute, other, still] = Fate::ALL.map(Some);
    assert_eq!(outlook(&[]), Outlook::Good);
    assert_eq!(outlook(&[fixed, changed]), Outlook::Good);
    assert_eq!(outlook(&[changed, unknown]), Outlook::Good);
    assert_eq!(outlook(&[unknown, unknown]), Outlook::NoAnswer);
    assert_eq!(outlook(&[fixed, mute]), Outlook::NoAnswer);
    assert_eq!(outlook(&[fixed, mute, None]), Outlook::NotAsked);
    assert_eq!(outlook(&[None, mute, other]), Outlook::Bad);
    assert_eq!(outlook(&[still, fixed, None]), Outlook::Bad);
    let all: Fates = [fixed, changed, unknown, mute, other, still, None].into_iter().collect();
    let words =
        "1 fixed, 1 changed, 1 still there, 1 with another bug, 1 unknown, 1 without an answer, 1 not asked";
    assert_eq!(all.words(), words);
    assert_eq!([fixed].into_iter().collect::<Fates>().words(), "1 fixed, 0 changed, 0 still there");
}
