//! How messages are worded.

use gainsay::words::{counted, did_you_mean, joined, shortened, time, times};

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

#[test]
fn lists_times_and_long_texts_are_put_in_words() {
    let lists = [&["a"][..], &["a", "b"], &["a", "b", "c"]].map(|names| joined(names.iter().copied()));
    assert_eq!(lists, ["a", "a and b", "a, b and c"]);
    let times = [0.42, 45.6, 200.0, 7500.0].map(time);
    assert_eq!(times, ["0.4 s", "45 s", "3 min 20 s", "2 h 5 min"]);
    assert_eq!(shortened("one\n  two three", 7), "one two ...");
    assert_eq!(shortened("one\ntwo", 7), "one two");
}
