//! The operators of the theory `UnicodeStrings` on their edges, and against their definitions by brute force.

use gainsay::value::slices::{self, MAX_LENGTH};
use gainsay::value::text::{MAX_CHAR, Text};

use crate::value::text::random::Random;

fn text(characters: &str) -> Text {
    Text::from_chars(characters).unwrap()
}

#[test]
fn substr() {
    let check =
        |whole, start, length, expected| assert_eq!(text(whole).substr(start, length), text(expected));
    check("hello", 1, 3, "ell");
    check("hello", 1, 100, "ello");
    check("hello", 1, i64::MAX, "ello");
    check("hello", 0, 5, "hello");
    check("hello", 4, 1, "o");
    check("hello", 5, 1, "");
    check("hello", 6, 1, "");
    check("hello", i64::MAX, i64::MAX, "");
    check("hello", -1, 3, "");
    check("hello", i64::MIN, i64::MAX, "");
    check("hello", 1, 0, "");
    check("hello", 1, -1, "");
    check("hello", 1, i64::MIN, "");
    check("", 0, 1, "");
}

#[test]
fn at() {
    let check = |whole, position, expected| assert_eq!(text(whole).at(position), text(expected));
    check("abc", 0, "a");
    check("abc", 2, "c");
    check("abc", 3, "");
    check("abc", -1, "");
    check("abc", i64::MAX, "");
    check("abc", i64::MIN, "");
    check("", 0, "");
}

#[test]
fn prefix_suffix_contains() {
    let check = |part, whole, prefix, suffix, contains| {
        assert_eq!(text(part).is_prefix_of(&text(whole)), prefix, "{part} {whole}");
        assert_eq!(text(part).is_suffix_of(&text(whole)), suffix, "{part} {whole}");
        assert_eq!(text(whole).contains(&text(part)), contains, "{part} {whole}");
    };
    check("", "", true, true, true);
    check("", "a", true, true, true);
    check("a", "", false, false, false);
    check("ab", "abc", true, false, true);
    check("bc", "abc", false, true, true);
    check("b", "abc", false, false, true);
    check("abc", "abc", true, true, true);
    check("abcd", "abc", false, false, false);
    check("ac", "abc", false, false, false);
}

#[test]
fn index_of() {
    let check = |whole, needle, start, expected| {
        assert_eq!(text(whole).index_of(&text(needle), start), expected, "{whole} {needle} {start}");
    };
    check("abcabc", "c", 0, Some(2));
    check("abcabc", "c", 2, Some(2));
    check("abcabc", "c", 3, Some(5));
    check("abcabc", "c", 6, None);
    check("abcabc", "c", 7, None);
    check("abcabc", "c", -1, None);
    check("abcabc", "c", i64::MIN, None);
    check("abcabc", "c", i64::MAX, None);
    check("abcabc", "x", 0, None);
    // The empty string occurs at every position up to and including the length.
    check("abc", "", 0, Some(0));
    check("abc", "", 2, Some(2));
    check("abc", "", 3, Some(3));
    check("abc", "", 4, None);
    check("abc", "", -1, None);
    check("", "", 0, Some(0));
    check("", "", 1, None);
    check("", "a", 0, None);
}

#[test]
fn last_index_of() {
    let check = |whole, needle, expected| assert_eq!(text(whole).last_index_of(&text(needle)), expected);
    check("abcabc", "c", Some(5));
    check("abcabc", "abc", Some(3));
    check("aaa", "aa", Some(1));
    check("abc", "", Some(3));
    check("", "", Some(0));
    check("abc", "x", None);
    check("a", "aa", None);
}

#[test]
fn replace() {
    let check = |whole, old, new, first, all| {
        assert_eq!(text(whole).replace(&text(old), &text(new)), Some(text(first)), "{whole} {old} {new}");
        assert_eq!(text(whole).replace_all(&text(old), &text(new)), Some(text(all)), "{whole} {old} {new}");
    };
    check("abab", "a", "xy", "xybab", "xybxyb");
    check("abab", "c", "x", "abab", "abab");
    check("abab", "ab", "", "ab", "");
    check("aaa", "aa", "b", "ba", "ba");
    check("aaa", "a", "aa", "aaaa", "aaaaaa");
    check("", "a", "x", "", "");
    // `str.replace` finds the empty string in front of everything, `str.replace_all` ignores it.
    check("ab", "", "x", "xab", "ab");
    check("", "", "x", "x", "");
}

#[test]
fn order() {
    let check = |less: &str, greater: &str| assert!(text(less) < text(greater), "{less} {greater}");
    check("", "a");
    check("a", "aa");
    check("aa", "b");
    check("Z", "a");
    check("\u{FFFF}", "\u{10000}");
    assert!(text("a") <= text("a") && text("a").cmp(&text("a")).is_eq());
}

#[test]
fn codes_and_digits() {
    assert_eq!(text("a").to_code(), Some(97));
    assert_eq!(text("").to_code(), None);
    assert_eq!(text("ab").to_code(), None);
    assert_eq!(Text::from_code(97), text("a"));
    assert_eq!(Text::from_code(0).code_points(), [0]);
    assert_eq!(Text::from_code(i64::from(MAX_CHAR)).code_points(), [MAX_CHAR]);
    for code in [-1, i64::from(MAX_CHAR) + 1, i64::MIN, i64::MAX, 1 << 32] {
        assert_eq!(Text::from_code(code), Text::empty());
    }
    assert_eq!(Text::new(&[MAX_CHAR + 1]), None);
    assert_eq!(Text::from_chars("\u{30000}"), None);
    for (digit, expected) in
        [("0", true), ("9", true), ("/", false), (":", false), ("", false), ("10", false), ("٣", false)]
    {
        assert_eq!(text(digit).is_digit(), expected, "{digit}");
    }
}

#[test]
fn integers() {
    let check = |string, digits: Option<&str>| assert_eq!(text(string).to_int_digits().as_deref(), digits);
    check("0", Some("0"));
    check("42", Some("42"));
    check("0023", Some("23"));
    check("000", Some("0"));
    check("123456789012345678901234567890", Some("123456789012345678901234567890"));
    check("", None);
    check("-1", None);
    check("+1", None);
    check("1 ", None);
    check("1a", None);
    check("٣", None);
    let check = |decimal, expected| assert_eq!(Text::from_int_digits(decimal), text(expected));
    check("0", "0");
    check("42", "42");
    check("0023", "23");
    check("123456789012345678901234567890", "123456789012345678901234567890");
    check("-1", "");
    check("-0", "");
    check("", "");
    check("x", "");
}

#[test]
fn extras_of_z3_and_cvc5() {
    assert_eq!(text("abc").reverse(), text("cba"));
    assert_eq!(text("aBz[`{@É").to_lower(), text("abz[`{@É"));
    assert_eq!(text("aBz[`{@é").to_upper(), text("ABZ[`{@é"));
    let check =
        |whole, position, new, expected| assert_eq!(text(whole).update(position, &text(new)), text(expected));
    check("abcd", 1, "xy", "axyd");
    check("abcd", 3, "xy", "abcx");
    check("abcd", 0, "vwxyz", "vwxy");
    check("abcd", 4, "x", "abcd");
    check("abcd", -1, "x", "abcd");
    check("abcd", i64::MAX, "x", "abcd");
    check("abcd", 2, "", "abcd");
    check("", 0, "x", "");
}

#[test]
fn concat_has_a_limit() {
    assert_eq!(Text::concat(&[&text("ab"), &text(""), &text("c")]), Some(text("abc")));
    assert_eq!(Text::concat(&[]), Some(Text::empty()));
    let long = Text::new(&vec![0; MAX_LENGTH / 2 + 1]).unwrap();
    assert_eq!(Text::concat(&[&long, &long]), None);
    assert_eq!(long.replace_all(&Text::from_code(0), &text("abc")), None);
}

#[test]
fn searches_agree_with_their_definitions() {
    let mut random = Random::new(1);
    for _ in 0..100_000 {
        let (word, needle, new) = (random.word(12, 2), random.word(5, 2), random.word(3, 3));
        let start = i64::try_from(random.below(15)).unwrap() - 1;
        let found: Vec<usize> = (0..=word.len()).filter(|&i| word[i..].starts_with(&needle)).collect();
        let first = found.iter().copied().find(|&i| start >= 0 && i64::try_from(i).unwrap() >= start);
        assert_eq!(slices::index_of(&word, &needle, start), first);
        assert_eq!(slices::last_index_of(&word, &needle), found.last().copied());
        assert_eq!(slices::contains(&word, &needle), !found.is_empty());
        let replaced = found.first().map(|&i| [&word[..i], &new, &word[i + needle.len()..]].concat());
        assert_eq!(slices::replace(&word, &needle, &new), Some(replaced.unwrap_or(word.clone())));
        assert_eq!(
            slices::replace_all(&word, &needle, &new),
            Some(replace_all_by_definition(&word, &needle, &new))
        );
    }
}

fn replace_all_by_definition(word: &[u32], old: &[u32], new: &[u32]) -> Vec<u32> {
    let mut rest = word;
    let mut result = Vec::new();
    while let Some((&first, behind)) = rest.split_first() {
        if !old.is_empty() && rest.starts_with(old) {
            result.extend(new);
            rest = &rest[old.len()..];
        } else {
            result.push(first);
            rest = behind;
        }
    }
    result
}

#[test]
fn long_searches_are_linear() {
    let mut word = vec![0; 2_000_000];
    let mut needle = vec![0; 1_000_000];
    needle.push(1);
    assert_eq!(slices::index_of(&word, &needle, 0), None);
    word.push(1);
    assert_eq!(slices::index_of(&word, &needle, 0), Some(1_000_000));
    assert_eq!(slices::last_index_of(&word, &needle), Some(1_000_000));
}
