//! Regular expressions: every operator on its edges, depth, and expressions that are known to blow up.

use gainsay::value::fuel::{Fuel, OutOfFuel};
use gainsay::value::regex::{Automaton, Regex};
use gainsay::value::text::{MAX_CHAR, Text};

fn text(characters: &str) -> Text {
    Text::from_chars(characters).unwrap()
}

fn re(word: &str) -> Regex {
    Regex::word(text(word))
}

fn range(low: &str, high: &str) -> Regex {
    Regex::range(&text(low), &text(high))
}

fn any_of(words: &[&str]) -> Regex {
    words.iter().fold(Regex::none(), |union, word| union.union(&re(word)))
}

fn fuel() -> Fuel {
    Fuel::new(100_000)
}

/// That `regex` accepts and rejects these words.
#[track_caller]
fn check(regex: &Regex, accepted: &[&str], rejected: &[&str]) {
    let mut automaton = Automaton::new(regex, &mut fuel()).unwrap();
    for (words, expected) in [(accepted, true), (rejected, false)] {
        for word in words {
            assert_eq!(automaton.matches(&text(word), &mut fuel()), Ok(expected), "{word}");
            assert_eq!(regex.matches(&text(word), &mut fuel()), Ok(expected), "{word}");
        }
    }
}

#[test]
fn operators() {
    check(&Regex::none(), &[], &["", "a"]);
    check(&Regex::all(), &["", "a", "ab\u{2FFFF}"], &[]);
    check(&Regex::allchar(), &["a", "\0", "\u{2FFFF}"], &["", "ab"]);
    check(&re(""), &[""], &["a"]);
    check(&re("abc"), &["abc"], &["", "ab", "abcd", "abd"]);
    check(&re("a").concat(&re("b")), &["ab"], &["a", "b", "ba", ""]);
    check(&re("a").concat(&Regex::none()), &[], &["", "a"]);
    check(&re("a").union(&re("b")), &["a", "b"], &["", "ab"]);
    check(&Regex::all().inter(&re("a")), &["a"], &["", "aa"]);
    check(&re("ab").star(), &["", "ab", "abab"], &["a", "aba"]);
    check(&Regex::none().star(), &[""], &["a"]);
    check(&re("").star(), &[""], &["a"]);
    check(&re("a").plus(), &["a", "aa"], &[""]);
    check(&re("").plus(), &[""], &["a"]);
    check(&Regex::none().plus(), &[], &["", "a"]);
    check(&re("a").opt(), &["", "a"], &["aa"]);
    check(&Regex::none().opt(), &[""], &["a"]);
    check(&re("a").comp(), &["", "b", "aa"], &["a"]);
    check(&re("a").comp().comp(), &["a"], &["", "aa"]);
    check(&re("a").star().diff(&re("aa")), &["", "a", "aaa"], &["aa", "b"]);
    check(&re("a").diff(&Regex::all()), &[], &["", "a"]);
}

#[test]
fn ranges() {
    check(&range("b", "d"), &["b", "c", "d"], &["", "a", "e", "bc"]);
    check(&range("b", "b"), &["b"], &["a", "c"]);
    // The standard: empty unless both are single characters, and empty for descending bounds.
    check(&range("d", "b"), &[], &["", "b", "c", "d"]);
    check(&range("ab", "c"), &[], &["a", "b", "ab"]);
    check(&range("a", "bc"), &[], &["a", "b"]);
    check(&range("", "c"), &[], &["", "a"]);
    let whole = Regex::range(&Text::from_code(0), &Text::from_code(i64::from(MAX_CHAR)));
    assert_eq!(whole.is_equivalent_to(&Regex::allchar(), &mut fuel()), Ok(true));
}

#[test]
fn counts() {
    check(&re("a").power(0), &[""], &["a"]);
    check(&re("a").power(1), &["a"], &["", "aa"]);
    check(&re("a").power(3), &["aaa"], &["", "aa", "aaaa"]);
    check(&Regex::none().power(0), &[""], &["a"]);
    check(&Regex::none().power(2), &[], &["", "a"]);
    check(&re("a").repeat_between(1, 3), &["a", "aa", "aaa"], &["", "aaaa"]);
    check(&re("a").repeat_between(0, 0), &[""], &["a"]);
    check(&re("a").repeat_between(3, 1), &[], &["", "a", "aa", "aaa"]);
    check(&re("a").opt().power(3), &["", "a", "aa", "aaa"], &["aaaa"]);
    check(&any_of(&["a", "aa"]).power(2), &["aa", "aaa", "aaaa"], &["", "a", "aaaaa"]);
    check(&re("ab").repeat_between(2, 3).star(), &["", "abab", "ababab", "abababab"], &["ab", "aba"]);
    check(&re("ab").power(2).power(3), &["abababababab"], &["abab"]);
    check(&re("a").power(2).concat(&re("a").repeat_between(0, 1)), &["aa", "aaa"], &["a", "aaaa"]);
}

#[test]
fn huge_counts_are_not_expanded() {
    let huge = re("a").repeat_between(0, 1_000_000_000);
    check(&huge, &["", "a", "aaaaaaaa"], &["b", "ab"]);
    check(&re("a").power(100_000), &[], &["", "a"]);
    let word = Text::new(&vec![97; 100_000]).unwrap();
    assert_eq!(re("a").power(100_000).matches(&word, &mut Fuel::new(2_000_000)), Ok(true));
    assert_eq!(re("a").power(100_001).matches(&word, &mut Fuel::new(2_000_000)), Ok(false));
    assert_eq!(re("a").power(u64::MAX).concat(&huge).is_empty(&mut fuel()), Ok(false));
    check(
        &any_of(&["a", "aa"]).power(u64::MAX).concat(&any_of(&["a", "aa"]).power(u64::MAX)),
        &[],
        &["aaaa"],
    );
    let nested = huge.concat(&re("b").opt()).repeat_between(5, 1 << 60);
    check(&nested, &["", "aabab", "bbbbb"], &["c"]);
}

#[test]
fn blow_ups_need_little_fuel() {
    let word = |length| Text::new(&vec![97; length]).unwrap();
    let accepts = |regex: &Regex, word: &Text| regex.matches(word, &mut Fuel::new(3_000_000));
    let a = re("a");

    let optional = (0..200).fold(re(""), |product, _| product.concat(&a.opt()));
    let exact = (0..200).fold(re(""), |product, _| product.concat(&a));
    assert_eq!(accepts(&optional.concat(&exact), &word(200)), Ok(true));
    assert_eq!(accepts(&optional.concat(&exact), &word(199)), Ok(false));
    assert_eq!(accepts(&a.opt().power(2000).concat(&a.power(2000)), &word(2000)), Ok(true));

    let nested_stars = (0..50).fold(a.clone(), |inner, _| inner.star().concat(&re("b").star()).star());
    assert_eq!(accepts(&nested_stars, &word(500)), Ok(true));
    let not_quite = nested_stars.concat(&re("c"));
    assert_eq!(accepts(&not_quite, &word(500)), Ok(false));
    let plus_nest = (0..50).fold(a.clone(), |inner, _| inner.plus().union(&inner.concat(&inner)).plus());
    assert_eq!(accepts(&plus_nest, &word(500)), Ok(true));

    assert_eq!(accepts(&a.union(&a).star().concat(&re("b")), &word(1000)), Ok(false));
    assert_eq!(
        accepts(&any_of(&["a", "aa", "aaa"]).repeat_between(0, 1000).concat(&re("b")), &word(2000)),
        Ok(false)
    );
    assert_eq!(
        accepts(&any_of(&["a", "aa"]).repeat_between(10, 1000).concat(&a.power(5)), &word(500)),
        Ok(true)
    );

    let far_from_end = Regex::all().concat(&a).concat(&Regex::allchar().power(100));
    assert_eq!(accepts(&far_from_end, &word(150)), Ok(true));
    assert_eq!(accepts(&far_from_end.comp(), &word(100)), Ok(true));

    let words: Vec<String> = (0..1000).map(|number| format!("{number:b}")).collect();
    let union = words.iter().fold(Regex::none(), |union, word| union.union(&re(word)));
    assert_eq!(accepts(&union.star(), &text(&"1011".repeat(100))), Ok(true));

    let avoid = |word: &str| Regex::all().concat(&re(word)).concat(&Regex::all()).comp();
    let avoiding =
        ["ab", "ba", "bbb", "cc", "aaaa"].iter().fold(Regex::all(), |all, word| all.inter(&avoid(word)));
    assert_eq!(accepts(&avoiding, &text(&"aac".repeat(100))), Ok(true));
    assert_eq!(accepts(&avoiding, &text(&"aacb".repeat(100))), Ok(false));
    assert_eq!(accepts(&avoiding, &text(&format!("{}ab", "aac".repeat(100)))), Ok(false));
}

#[test]
fn shared_subexpressions_are_not_multiplied() {
    let doubled = (0..60).fold(re("a"), |half, _| half.concat(&half));
    check(&doubled, &[], &["", "a", "aaaaaaaa"]);
    let doubled = (0..60).fold(re("a").opt(), |half, _| half.concat(&half));
    check(&doubled, &["", "a", "aaaaaaaa"], &["b"]);
    let again = (0..60).fold(re("a").opt(), |half, _| half.concat(&half));
    assert!(doubled == again);
    let union = (0..60).fold(re("a"), |half, _| half.union(&half.concat(&re("b"))).union(&half));
    check(&union, &["a", "ab", "abb"], &["", "b"]);
}

#[test]
fn any_depth() {
    // Each of these would overflow the stack of a recursive function.
    check_depth(1_000_000, Regex::concat, false);
    check_depth(1_000_000, |deep, a| a.concat(deep), false);
    check_depth(100_000, Regex::union, true);
    check_depth(100_000, |deep, a| deep.union(a).comp(), false);
    check_depth(100_000, |deep, a| deep.concat(a).star(), true);
    check_depth(100_000, |deep, a| a.concat(deep).star(), true);
    check_depth(100_000, |deep, a| deep.inter(&a.star()).union(a), true);
    check_depth(100_000, |deep, a| deep.concat(a).repeat_between(1, 3), false);
}

fn check_depth(depth: usize, grow: fn(&Regex, &Regex) -> Regex, accepts_one: bool) {
    let a = re("a");
    let build = || (0..depth).fold(a.clone(), |deep, _| grow(&deep, &a));
    let regex = build();
    assert!(regex == build() && regex != a);
    let mut fuel = Fuel::new(100_000_000);
    assert_eq!(regex.matches(&text("a"), &mut fuel), Ok(accepts_one));
}

#[test]
fn equality_is_structural() {
    assert_eq!(re("a").concat(&re("b")), re("a").concat(&re("b")));
    assert_ne!(re("a").concat(&re("b")), re("ab"));
    assert_ne!(re("a").union(&re("b")), re("a").inter(&re("b")));
    assert_ne!(re("a").power(2), re("a").power(3));
    assert_ne!(re("a"), re("b"));
}

#[test]
fn languages() {
    let included = |a: &Regex, b: &Regex| a.diff(b).is_empty(&mut fuel()).unwrap();
    let same = |a: &Regex, b: &Regex| a.is_equivalent_to(b, &mut fuel()).unwrap();
    let (a, b) = (re("a"), re("b"));
    assert!(included(&a.power(5), &a.star()) && !included(&a.star(), &a.power(5)));
    assert!(same(&a.union(&b).star(), &a.star().concat(&b.concat(&a.star()).star())));
    assert!(same(&a.concat(&b).star().concat(&a), &a.concat(&b.concat(&a).star())));
    assert!(same(&a.inter(&b), &Regex::none()) && !same(&a, &b));
    assert!(same(&a.comp().union(&a), &Regex::all()));
    assert!(same(&range("a", "m").union(&range("n", "z")), &range("a", "z")));
    assert!(same(&a.star().inter(&Regex::allchar().power(3)), &re("aaa")));
    assert_eq!(a.power(1_000_000).is_empty(&mut fuel()), Ok(false));
    let even_and_odd = a.power(2).star().inter(&a.power(2).star().concat(&a));
    assert_eq!(even_and_odd.is_empty(&mut fuel()), Ok(true));
    let huge_states = a.power(1_000_000).inter(&a.star().concat(&b));
    assert_eq!(huge_states.is_empty(&mut fuel()), Err(OutOfFuel));
}

#[test]
fn shortest_members() {
    let check = |regex: &Regex, length: Option<usize>| {
        let mut automaton = Automaton::new(regex, &mut fuel()).unwrap();
        let shortest = automaton.shortest_member(&mut fuel()).unwrap();
        assert_eq!(shortest.as_ref().map(Text::len), length);
        assert!(shortest.is_none_or(|member| automaton.matches(&member, &mut fuel()) == Ok(true)));
    };
    check(&Regex::none(), None);
    check(&re("").union(&re("ab")), Some(0));
    check(&range("b", "y").diff(&re("m")), Some(1));
    check(&any_of(&["abc", "a"]).inter(&Regex::allchar().power(2)), None);
    check(&re("a").power(40).inter(&re("a").star().concat(&re("b")).comp()), Some(40));
}

#[test]
fn replacing_matches() {
    let check = |word, regex: &Regex, first, all| {
        let mut automaton = Automaton::new(regex, &mut fuel()).unwrap();
        assert_eq!(automaton.replace(&text(word), &text("X"), &mut fuel()), Ok(text(first)), "{word}");
        assert_eq!(automaton.replace_all(&text(word), &text("X"), &mut fuel()), Ok(text(all)), "{word}");
    };
    check("baab", &re("a"), "bXab", "bXXb");
    check("baab", &re("a").plus(), "bXab", "bXXb");
    // The empty match is the shortest one at the very beginning, and does not count for `str.replace_re_all`.
    check("baab", &re("a").star(), "Xbaab", "bXXb");
    check("", &re("a").star(), "X", "");
    check("", &re("a"), "", "");
    check("ab", &re(""), "Xab", "ab");
    check("ab", &Regex::none(), "ab", "ab");
    // Leftmost comes before shortest.
    check("xabcab", &any_of(&["abc", "b"]), "xXab", "xXaX");
    check("aaaa", &any_of(&["aa", "aaa"]), "Xaa", "XX");
    check("abab", &re("a").comp(), "Xabab", "XX");
    check("aab", &re("a").union(&re("")).comp(), "Xb", "XX");
}

#[test]
fn index_of_match() {
    let check = |word, regex: &Regex, start, expected| {
        let mut automaton = Automaton::new(regex, &mut fuel()).unwrap();
        assert_eq!(automaton.index_of(&text(word), start, &mut fuel()), Ok(expected), "{word} {start}");
    };
    check("abcab", &re("b").plus(), 0, Some(1));
    check("abcab", &re("b").plus(), 2, Some(4));
    check("abcab", &re("b").plus(), 5, None);
    check("abcab", &re("b").star(), 5, Some(5));
    check("abcab", &re("b").star(), 3, Some(3));
    check("abcab", &re("b").star(), 6, None);
    check("abcab", &re("b").star(), -1, None);
    check("", &re(""), 0, Some(0));
    check("", &re("a"), 0, None);
}

#[test]
fn fuel_ends() {
    let regex = re("a").star();
    assert!(Automaton::new(&regex, &mut Fuel::new(1)).is_err());
    let mut automaton = Automaton::new(&regex, &mut fuel()).unwrap();
    let mut little = Fuel::new(10);
    assert_eq!(automaton.matches(&text(&"a".repeat(100)), &mut little), Err(OutOfFuel));
    assert_eq!(little.left(), 0);
    assert_eq!(automaton.matches(&text(&"a".repeat(100)), &mut fuel()), Ok(true));
}
