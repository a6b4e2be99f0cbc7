//! How messages are worded.

use gainsay::words::{counted, did_you_mean, times};

#[test]
fn one_is_not_many() {
    assert_eq!(counted(1, "test"), "1 test");
    assert_eq!(counted(0, "test"), "0 tests");
    assert_eq!(counted(2u64, "try"), "2 tries");
    assert_eq!(counted(1usize, "try"), "1 try");
    assert_eq!(counted(3, "day"), "3 days");
    assert_eq!(counted(2, "class"), "2 classes");
    assert_eq!((times(1), times(2)), ("once".to_owned(), "2 times".to_owned()));
}

#[test]
fn slips_are_seen_and_nothing_is_guessed() {
    let names = ["fusion", "floats", "bits", "strings"];
    let meant = |word| did_you_mean(word, names);
    for (word, name) in [("flaots", "floats"), ("FUSION", "fusion"), ("string", "strings"), ("bts", "bits")] {
        assert_eq!(meant(word), format!(" (did you mean {name}?)"), "{word}");
    }
    for word in ["", "x", "nothing", "everything", "fo"] {
        assert_eq!(meant(word), "", "{word}");
    }
    assert_eq!(did_you_mean("fusion", []), "");
}
