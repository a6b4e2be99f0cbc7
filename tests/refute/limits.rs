//! Work that makes no clauses, of which there could be any amount: it ends.

use super::answers::{check_sat, check_unsat};
use gainsay::refute::{Bounds, Undecided, Verdict, prove};
use gainsay::script::Script;

/// Within few clauses it is not decided.
fn check_too_large(text: &str) {
    let script = Script::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    let verdict = prove(&script.question(), Bounds { clauses: 1000, ..Bounds::default() });
    assert!(matches!(verdict, Verdict::Undecided(Undecided::TooLarge)), "{verdict:?}");
}

/// `count` lets inside each other around a term, the one with number `n` being what `value` gives for the name before.
fn lets(count: usize, first: &str, value: impl Fn(&str) -> String, body: impl Fn(&str) -> String) -> String {
    let name = |at: usize| if at == 0 { first.to_owned() } else { format!("a{at}") };
    let open: String = (1..=count).map(|at| format!("(let ((a{at} {})) ", value(&name(at - 1)))).collect();
    open + &body(&name(count)) + &")".repeat(count)
}

#[test]
fn numbers_that_double_their_length() {
    let square = lets(60, "12345", |a| format!("(* {a} {a})"), |a| format!("(= x {a})"));
    check_too_large(&format!("(declare-const x Int)(assert {square})"));
    let multiple = lets(20_000, "x", |a| format!("(+ {a} {a})"), |a| format!("(= x {a})"));
    check_too_large(&format!("(declare-const x Int)(assert {multiple})"));
}

#[test]
fn sums_of_sums() {
    let declarations: String = (0..300).map(|at| format!("(declare-const x{at} Int)")).collect();
    let sum: String = (0..300).map(|at| format!("(+ x{at} ")).collect::<String>() + "0" + &")".repeat(300);
    check_too_large(&format!("{declarations}(assert (< 0 {sum}))"));
    let names: Vec<String> = (0..300).map(|at| format!("x{at}")).collect();
    check_sat(&format!("{declarations}(assert (< 0 (+ {})))", names.join(" ")));
}

#[test]
fn pairs_of_constants() {
    let numbers: Vec<String> = (0..1000).map(|at| at.to_string()).collect();
    check_too_large(&format!("(assert (distinct {}))", numbers.join(" ")));
    let rows: String = (0..1000).map(|at| format!("(assert (= (f {at}) {at}))")).collect();
    check_too_large(&format!("(declare-fun f (Int) Int){rows}"));
    // Written out they would need more memory than there is.
    let declarations: String = (0..60_000).map(|at| format!("(declare-const x{at} Int)")).collect();
    let names: Vec<String> = (0..60_000).map(|at| format!("x{at}")).collect();
    check_too_large(&format!("{declarations}(assert (distinct {}))", names.join(" ")));
}

#[test]
fn stores_in_stores() {
    let chain: String =
        "(store ".repeat(200) + "a" + &(0..200).map(|at| format!(" {at} {at})")).collect::<String>();
    check_too_large(&format!("(declare-const a (Array Int Int))(assert (= a {chain}))"));
}

/// A conjunction that is met on ever more ways is taken apart once.
#[test]
fn shared_conjunctions() {
    let pairs: String = (1..60)
        .map(|at| format!("(let ((p{at} (and p{0} q{0})) (q{at} (and q{0} p{0}))) ", at - 1))
        .collect();
    let question = |more: &str| {
        format!("(declare-const p0 Bool)(declare-const q0 Bool)(assert {pairs}p59{}){more}", ")".repeat(59))
    };
    check_sat(&question(""));
    check_unsat(&question("(assert (or (not p0) (not q0)))"));
}
