//! Tokens and lists.

use gainsay::sexp::{Kind, Lexer, Malformed, Tape, elided, quoted};

fn kinds(text: &str) -> Vec<Kind> {
    let mut lexer = Lexer::new(text);
    std::iter::repeat_with(|| lexer.token().kind).take_while(|kind| *kind != Kind::End).collect()
}

#[test]
fn tokens_of_every_kind() {
    use Kind::*;
    assert_eq!(
        kinds("(a |b c| :k 12 1.50 #xFf #b01 \"a\"\"b\") ; end"),
        vec![Open, Symbol, Quoted, Keyword, Numeral, Decimal, Hex, Binary, String, Close]
    );
    assert_eq!(kinds("#f1m5 -5 1. 1.x 12a #b #xg"), vec![Symbol; 7]);
    assert_eq!(kinds("\"open"), vec![Bad]);
    assert_eq!(kinds("|open"), vec![Bad]);
}

#[test]
fn a_byte_order_mark_is_no_token() {
    assert_eq!(kinds("\u{feff}(a)"), [Kind::Open, Kind::Symbol, Kind::Close]);
    assert_eq!(kinds("\u{feff}"), []);
}

#[test]
fn tape_knows_its_children() {
    let text = "(f (g 1 2) |x y| \"s\")";
    let tape = Tape::parse(text).unwrap();
    let root = tape.root(text);
    let texts: Vec<_> = root.children().map(|child| child.text()).collect();
    assert_eq!(texts, ["f", "(g 1 2)", "|x y|", "\"s\""]);
    assert_eq!(root.children().nth(2).and_then(|node| node.symbol()), Some("x y"));
}

#[test]
fn malformed_texts_are_told_apart() {
    assert_eq!(Tape::parse("(a").unwrap_err(), Malformed::Unclosed);
    assert_eq!(Tape::parse(")").unwrap_err(), Malformed::Unopened);
    assert_eq!(Tape::parse("(\"a").unwrap_err(), Malformed::Unterminated);
    assert_eq!(Tape::parse("  ").unwrap_err(), Malformed::Missing);
}

#[test]
fn a_million_parentheses_are_no_problem() {
    let text = "(".repeat(1_000_000) + &")".repeat(1_000_000);
    assert!(Tape::parse(&text).is_ok());
}

#[test]
fn names_that_need_bars() {
    for (name, written) in [("x", "x"), ("a b", "|a b|"), ("let", "|let|"), ("1a", "|1a|"), ("", "||")] {
        assert_eq!(quoted(name).to_string(), written);
    }
}

#[test]
fn long_terms_are_left_out_in_parts_and_still_are_terms() {
    let long = format!("(f (g a {}) b)", "(h c) ".repeat(50));
    assert_eq!(elided(&long, 20), "(f (g a (h c) (h c) ...))");
    assert_eq!(elided("(f a b)", 20), "(f a b)");
    assert_eq!(elided("(f \"a string (with) blanks\")", 10), "(f ...)");
    assert_eq!(elided(&format!("#b{}", "01".repeat(50)), 10), "#b01010101... (102 characters)");
    for longest in 0..long.len() {
        let text = elided(&long, longest);
        assert!(longest == 0 || Tape::parse(&text).is_ok(), "{text}");
    }
}
