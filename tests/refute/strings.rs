//! Questions about strings: what lengths and languages refute, and that nothing that has a model is refuted.

use super::answers::check_unsat;
use super::verdict;
use gainsay::refute::Verdict;
use gainsay::rng::Rng;
use gainsay::theory::signature::Pattern;
use gainsay::theory::sort::Sort;
use gainsay::theory::{Op, table};

const SYMBOLS: &str =
    "(declare-const s String)(declare-const t String)(declare-const u String)(declare-const i Int)";

#[test]
fn lengths_refute() {
    for assertions in [
        "(= (str.++ s t) (str.++ t s \"a\"))",
        "(and (= s (str.++ t u)) (< (str.len s) (str.len u)))",
        "(and (= (str.len s) 0) (distinct s \"\"))",
        "(and (= s t) (distinct (str.len s) (str.len t)))",
        "(and (= s \"abc\") (distinct (str.len s) 3))",
        "(> (str.len (ite (= s t) \"ab\" \"c\")) 2)",
        "(and (str.contains s t) (> (str.len t) (str.len s)))",
        "(and (str.prefixof s t) (str.suffixof t s) (distinct s t))",
        "(and (= (str.len (str.substr s i 3)) 2) (distinct (+ i 2) (str.len s)))",
        "(and (= (str.at s i) \"\") (<= 0 i) (< i (str.len s)))",
        "(and (= (str.indexof s t 2) i) (< i 2) (> i (- 1)))",
        "(> (str.len (str.replace s \"ab\" \"c\")) (str.len s))",
        "(and (= (str.to_code s) 97) (distinct (str.len s) 1))",
        "(= (str.len (str.from_code i)) 2)",
        "(and (= (str.from_int i) \"\") (= i 7))",
        "(and (= (str.rev s) t) (distinct (str.rev s) t))",
    ] {
        check_unsat(&format!("{SYMBOLS}(assert {assertions})"));
    }
}

#[test]
fn languages_refute() {
    for assertions in [
        "(and (str.in_re s (re.+ (str.to_re \"ab\"))) (< (str.len s) 2))",
        "(and (str.in_re s (re.* (str.to_re \"ab\"))) (str.in_re s (re.+ (str.to_re \"ba\"))))",
        "(and (str.in_re s (str.to_re \"ab\")) (not (str.in_re s (re.* re.allchar))))",
        "(str.in_re s (re.inter (re.range \"a\" \"c\") (re.range \"d\" \"e\")))",
        "(not (str.in_re s re.all))",
        "(and (str.in_re s (str.to_re t)) (= s u) (not (str.in_re u (str.to_re t))))",
    ] {
        check_unsat(&format!("{SYMBOLS}(assert {assertions})"));
    }
}

/// Some values of a sort, if there are any here.
fn values(pattern: &Pattern) -> Option<&'static [&'static str]> {
    let words: &[&str] =
        &["\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"ba\"", "\"aab\"", "\"7\"", "\"042\"", "\"\\u{2FFFF}\""];
    let numbers: &[&str] = &["0", "1", "2", "3", "97", "(- 1)", "(- 2)", "196607", "196608", "1000000000000"];
    let languages: &[&str] = &[
        "re.none",
        "re.all",
        "re.allchar",
        "(str.to_re \"ab\")",
        "(re.+ (re.range \"a\" \"b\"))",
        "(re.comp (str.to_re \"a\"))",
    ];
    match pattern {
        Pattern::Sort(Sort::STRING) => Some(words),
        Pattern::Sort(Sort::INT) => Some(numbers),
        Pattern::Sort(sort) if *sort == Sort::REGLAN => Some(languages),
        _ => None,
    }
}

/// An application to symbols that have these values is equal to the one to the values.
fn application(op: &Op, rng: &mut Rng) -> Option<String> {
    let (mut symbols, mut written, mut script) = (Vec::new(), Vec::new(), String::new());
    for (at, pattern) in op.signature.args.iter().enumerate() {
        let value = *rng.pick(values(pattern)?);
        let sort = match pattern {
            Pattern::Sort(Sort::STRING) => "String",
            Pattern::Sort(Sort::INT) => "Int",
            _ => "",
        };
        written.push(value);
        if sort.is_empty() {
            symbols.push(value.to_owned());
            continue;
        }
        symbols.push(format!("x{at}"));
        // Not an equation, which would make the symbol a name of the value.
        script += &format!("(declare-const x{at} {sort})(assert (not (distinct x{at} {value})))");
    }
    let (left, right) = (symbols.join(" "), written.join(" "));
    Some(format!("{script}(assert (= ({0} {left}) ({0} {right})))", op.name))
}

#[test]
fn nothing_that_has_a_model_is_refuted() {
    let mut rng = Rng::new(1);
    let mut tried = 0;
    for op in table().ops() {
        let has_strings = op.on_strings.is_some() || op.signature.args.contains(&Pattern::Sort(Sort::STRING));
        for _ in 0..if has_strings && op.signature.indices == Some(0) { 60 } else { 0 } {
            let Some(script) = application(op, &mut rng) else { break };
            tried += 1;
            let verdict = verdict(&script);
            assert!(!matches!(verdict, Verdict::Unsat(_) | Verdict::Alarm(_)), "{script}: {verdict:?}");
        }
    }
    assert!(tried > 1000, "only {tried} tried");
}
