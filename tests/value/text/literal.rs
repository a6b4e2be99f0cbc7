//! Literals: what is an escape and what is not, and that writing and reading are inverse.

use gainsay::value::text::{MAX_CHAR, Text};

use crate::value::text::random::Random;

#[test]
fn literals_of_the_standard() {
    let check = |raw, expected: &[u32]| {
        assert_eq!(Text::from_literal(raw).unwrap().code_points(), expected, "{raw}");
    };
    check("", &[]);
    check("ab", &[97, 98]);
    check(r#"a""b"#, &[97, 34, 98]);
    check(r#""""""#, &[34, 34]);
    check(r"\u0041", &[0x41]);
    check(r"\uD800", &[0xD800]);
    check(r"\u00e9\u00E9", &[0xE9, 0xE9]);
    check(r"\u{0}", &[0]);
    check(r"\u{a}\u{0a}\u{00a}\u{000a}\u{0000A}", &[10; 5]);
    check(r"\u{2FFFF}", &[MAX_CHAR]);
    check(r"\u{2ffff}x", &[MAX_CHAR, 120]);
    check(r"\u00411", &[0x41, 0x31]);
    // Not an escape: too large, too long, too short, not closed, not hexadecimal, another letter.
    for plain in [
        r"\u{30000}",
        r"\u{fffff}",
        r"\u{000041}",
        r"\u{}",
        r"\u{41",
        r"\u{4g}",
        r"\u{ 41}",
        r"\u004",
        r"\u004g",
        r"\u",
        r"\",
        r"\\",
        r"\n",
        r"\x41",
        r"\101",
        r"\U0041",
        r"\u{+1}",
        r"\u+041",
        "\t\n",
    ] {
        check(plain, &plain.chars().map(u32::from).collect::<Vec<_>>());
    }
    // Reading goes from left to right, and what is no escape ends at the backslash.
    check(r"\\u0041", &[92, 0x41]);
    check(r"\u\u0041", &[92, 117, 0x41]);
    check(r"\u{\u{41}", &[92, 117, 123, 0x41]);
    for disputed in ["é", "\u{30000}", "a\u{10FFFF}b"] {
        assert_eq!(Text::from_literal(disputed), None);
        assert_eq!(Text::from_old_literal(disputed), None);
    }
}

#[test]
fn literals_before_the_standard() {
    let check = |raw, expected: &[u32]| {
        assert_eq!(Text::from_old_literal(raw).unwrap().code_points(), expected, "{raw}");
    };
    check(r"\a\b\t\n\v\f\r", &[7, 8, 9, 10, 11, 12, 13]);
    check(r"\x41\xfF\x411", &[0x41, 0xFF, 0x41, 0x31]);
    check(r"\\n", &[92, 110]);
    check(r#"a""b"#, &[97, 34, 98]);
    check(r"\0\7\10\77\101\377\1012", &[0, 7, 8, 63, 65, 255, 65, 50]);
    check(r"\08\18\778\47", &[0, 56, 1, 56, 63, 56, 39]);
    check(r"\e\q\-", &[101, 113, 45]);
    check(r"\u0041", &[117, 48, 48, 52, 49]);
    for disputed in [r"\", r"a\", r"\x", r"\x4", r"\xg1", r"\400", r"\777", r"\8", r"\9"] {
        assert_eq!(Text::from_old_literal(disputed), None, "{disputed}");
    }
}

#[test]
fn written_literals() {
    let text = Text::new(&[97, 34, 92, 32, 126, 127, 31, 0, 0xE9]).unwrap();
    assert_eq!(text.to_literal(), r#"a""\u{5c} ~\u{7f}\u{1f}\u{0}\u{e9}"#);
    assert_eq!(text.to_old_literal().unwrap(), r#"a""\x5c ~\x7f\x1f\x00\xe9"#);
    assert_eq!(Text::new(&[0x100]).unwrap().to_old_literal(), None);
    assert_eq!(format!("{text:?}"), r#""a""\u{5c} ~\u{7f}\u{1f}\u{0}\u{e9}""#);
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = Random::new(2);
    let tricky: Vec<u32> = r#"\u{}x0123456789abcdefg""#.chars().map(u32::from).collect();
    for _ in 0..200_000 {
        let limit = [0x80, 0x100, MAX_CHAR as usize + 1][random.below(3)];
        let length = random.below(12);
        let mut pick = || match random.below(3) {
            0 => u32::try_from(random.below(limit)).unwrap(),
            _ => tricky[random.below(tricky.len())],
        };
        let text = Text::new(&(0..length).map(|_| pick()).collect::<Vec<_>>()).unwrap();
        assert_eq!(Text::from_literal(&text.to_literal()), Some(text.clone()));
        if let Some(literal) = text.to_old_literal() {
            assert_eq!(Text::from_old_literal(&literal), Some(text));
        }
    }
}

#[test]
fn reading_never_panics() {
    let mut random = Random::new(3);
    let alphabet: Vec<char> = r#"\\\\uuxx{}{}0123456789abfFgn""é𐀀"#.chars().collect();
    for _ in 0..200_000 {
        let length = random.below(14);
        let raw: String = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
        assert_eq!(Text::from_literal(&raw).is_some(), raw.is_ascii());
        let _ = Text::from_old_literal(&raw);
    }
}
