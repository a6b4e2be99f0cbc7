//! What is made of the times that were measured.

use gainsay::answer::Status;
use gainsay::evolve::{Ending, Measure, Timed};

fn timed(ending: Ending, seconds: f64) -> Timed {
    Timed { ending, seconds, clock: seconds, work: None, runs: 1 }
}

#[test]
fn the_best_reference_counts() {
    let references = vec![
        timed(Ending::Answered(Status::Unknown), 0.0),
        timed(Ending::Answered(Status::Sat), 0.2),
        timed(Ending::Answered(Status::Sat), 0.5),
    ];
    let slow = Measure { target: timed(Ending::NotDone, 2.0), references, limit: 2.0 };
    assert_eq!((slow.reference_seconds(), slow.ratio(), slow.is_defect()), (0.2, 10.0, true));
    let lost = Measure { references: vec![timed(Ending::Answered(Status::Unknown), 0.0)], ..slow.clone() };
    assert_eq!((lost.reference_seconds(), lost.is_defect()), (2.0, false));
    let done = Measure { target: timed(Ending::Answered(Status::Sat), 2.0), ..slow };
    assert!(!done.is_defect());
}

#[test]
fn contrary_answers_are_not_lost() {
    let of = |target, reference| {
        let references = vec![timed(reference, 0.1)];
        Measure { target: timed(target, 0.1), references, limit: 1.0 }.suspicion()
    };
    assert_eq!(of(Ending::Answered(Status::Sat), Ending::Answered(Status::Unsat)), Some("contrary answers"));
    assert_eq!(of(Ending::Crash, Ending::Answered(Status::Unsat)), Some("crash"));
    assert_eq!(of(Ending::NotDone, Ending::Answered(Status::Unsat)), None);
}

#[test]
fn the_least_time_is_kept() {
    let mut first = timed(Ending::Answered(Status::Sat), 0.5);
    first.and(timed(Ending::Answered(Status::Sat), 0.3));
    first.and(timed(Ending::NotDone, 1.0));
    assert_eq!(first, Timed { runs: 3, ..timed(Ending::Answered(Status::Sat), 0.3) });
}

#[test]
fn endings_are_words() {
    let endings = [Ending::Answered(Status::Unsat), Ending::NotDone, Ending::OutOfMemory];
    let text = serde_json::to_string(&endings).unwrap();
    assert_eq!(text, r#"["unsat","not-done","out-of-memory"]"#);
    assert_eq!(serde_json::from_str::<[Ending; 3]>(&text).unwrap(), endings);
}
