//! Whatever a script is made of, each phase ends: what would take too long is too large, or not known.
//!
//! The scripts here would take more than a lifetime, or more memory than there is, if something were done along every path.

use gainsay::eval::{Bounds, Decision, Evaluator, Limits, Model, decide};
use gainsay::script::{Printer, Script};
use gainsay::value::{Int, Rational};

/// `(declare-datatypes ...)` for D0, D1, ..., each with two fields of the one before it.
fn doubling_datatypes(depth: usize, first: &str) -> String {
    let level = |at: usize| {
        let part = if at == 0 { first.to_owned() } else { format!("D{}", at - 1) };
        format!("(declare-datatypes ((D{at} 0)) (((c{at} (s{at} {part}) (t{at} {part})))))\n")
    };
    (0..depth).map(level).collect()
}

/// `name` defined in so many steps, each of which mentions the one before twice.
fn doubling_lets(depth: usize, first: &str, step: &str, last: &str) -> String {
    let mut text = format!("(let ((v0 {first})) ");
    for at in 1..depth {
        let step = step.replace('?', &format!("v{}", at - 1));
        text += &format!("(let ((v{at} {step})) ");
    }
    text + &last.replace('?', &format!("v{}", depth - 1)) + &")".repeat(depth)
}

/// All that can be done with a script without a solver: what the decider says.
fn through_every_phase(text: &str) -> Decision {
    let script = Script::read(text);
    let printed = Printer::default().script(&script);
    assert!(printed.len() < 4 * text.len() + (1 << 20), "{} bytes became {}", text.len(), printed.len());
    assert_eq!(Printer::default().script(&Script::read(&printed)), printed, "printing is a fixpoint");
    let mut model = Model::default();
    model.complete_with_defaults = true;
    let mut evaluator = Evaluator::new(&script.terms, &model, Limits::default());
    for assertion in script.assertions() {
        let _ = evaluator.eval(assertion);
    }
    decide(&script.question(), Bounds { steps: 1 << 22, ..Bounds::default() })
}

#[test]
fn datatypes_that_double_are_counted_once() {
    let two = "(declare-const d D59)(declare-const e D59)(assert (distinct d e))(check-sat)";
    let text = doubling_datatypes(60, "Bool") + two;
    assert!(matches!(through_every_phase(&text), Decision::TooLarge), "2^2^60 elements");
    // Only one element, which is as large as the others.
    let text = format!("(declare-datatypes ((U 0)) (((u))))\n{}{two}", doubling_datatypes(60, "U"));
    assert!(matches!(through_every_phase(&text), Decision::Unsat(_)), "one element is not two");
    // Each contains all others, by way of arrays.
    let names: String = (0..60).map(|at| format!("(D{at} 0)")).collect();
    let bodies: String = (0..60)
        .map(|at| format!("((c{at} (s{at} (Array D{0} Bool)) (t{at} (Array D{0} Bool))))", (at + 59) % 60))
        .collect();
    let text = format!("(declare-datatypes ({names}) ({bodies})){two}");
    assert!(!matches!(through_every_phase(&text), Decision::Unsat(_)));
    // A long chain does not use up the stack.
    let chain: String = (1..20_000)
        .map(|at| format!("(declare-datatypes ((D{at} 0)) (((c{at} (s{at} D{})))))\n", at - 1))
        .collect();
    let text = format!(
        "(declare-datatypes ((D0 0)) (((c0 (s0 Bool)))))\n{chain}\
         (declare-const d D19999)(assert (distinct d d))(check-sat)"
    );
    through_every_phase(&text);
}

#[test]
fn sorts_that_double_are_not_written_out() {
    let defined = |kind: &str, first: &str| {
        let sorts: String =
            (1..60).map(|at| format!("(define-sort A{at} () ({kind} A{0} A{0}))\n", at - 1)).collect();
        format!("(define-sort A0 () {first})\n{sorts}(declare-const d A59)(assert (= d d))(check-sat)")
    };
    for text in [
        defined("Array", "Bool"),
        format!("(declare-sort P 2)(declare-sort B 0){}", defined("P", "B")),
        format!("(declare-datatypes ((P 2)) ((par (X Y) ((mk (fst X) (snd Y))))))\n{}", defined("P", "Int")),
    ] {
        let script = Script::read(&text);
        assert!(!script.is_understood(), "nobody is judged by what was not read");
        through_every_phase(&text);
    }
    // Also where nobody wrote the sort down.
    let pair = "(declare-datatypes ((P 2)) ((par (X Y) ((mk (fst X) (snd Y))))))";
    let text = format!("{pair}(assert {})(check-sat)", doubling_lets(60, "true", "(mk ? ?)", "(= ? ?)"));
    assert!(!Script::read(&text).is_understood());
    through_every_phase(&text);
    let deep = format!("(assert (= {0}1{1} {0}2{1}))", "(seq.unit ".repeat(20_000), ")".repeat(20_000));
    through_every_phase(&deep);
    // What people write is read.
    let nested = (0..100).fold("Int".to_owned(), |sort, _| format!("(Array Int {sort})"));
    assert!(Script::read(&format!("(declare-const a {nested})(assert (= a a))")).is_understood());
}

#[test]
fn terms_that_double_are_shared_to_the_end() {
    let tree = "(declare-datatypes ((T 0)) (((l) (n (a T) (b T)))))";
    let cases = [
        ("(declare-const x Int)", "(+ x 1)", "(+ ? ?)", "(> ? 7)"),
        ("(declare-const x (_ BitVec 8))", "x", "(bvmul ? (bvnot ?))", "(= ? #x07)"),
        ("(declare-const p Bool)", "p", "(xor ? (or ? p))", "?"),
        ("(declare-const x String)", "x", "(str.++ ? ?)", "(= ? \"a\")"),
        ("(declare-const x String)", "(str.to_re \"a\")", "(re.++ ? ?)", "(str.in_re x ?)"),
        ("(declare-const x (Seq Int))", "x", "(seq.++ ? ?)", "(= ? x)"),
        (tree, "l", "(n ? ?)", "((_ is l) ?)"),
        (
            "(declare-const x Int)",
            "(exists ((y Int)) (= y x))",
            "(exists ((z Bool)) (and z ? (or ? z)))",
            "?",
        ),
        (
            "(declare-const q Bool)(declare-const a (Array (_ BitVec 16) (_ BitVec 16)))",
            "a",
            "(ite q (store ? #x0001 #x0002) (store ? (select ? #x0003) #x0004))",
            "(= (select ? #x0007) #x0008)",
        ),
    ];
    for (declared, first, step, last) in cases {
        through_every_phase(&format!(
            "{declared}(assert {})(check-sat)",
            doubling_lets(50, first, step, last)
        ));
    }
}

#[test]
fn definitions_that_double_are_not_expanded_for_ever() {
    for step in ["(+ (f? a) (f? (+ a 1)))", "(f? (f? a))"] {
        let chain: String = (1..60)
            .map(|at| {
                let step = step.replace('?', &(at - 1).to_string());
                format!("(define-fun f{at} ((a Int)) Int {step})\n")
            })
            .collect();
        let text = format!(
            "(declare-const x Int)(define-fun f0 ((a Int)) Int (+ a 1))\n{chain}(assert (> (f59 x) (f59 1)))(check-sat)"
        );
        through_every_phase(&text);
    }
    let endless = "(define-fun-rec g ((x Int)) Int (+ 1 (g (+ x 1))))(assert (> (g 0) 5))(check-sat)";
    assert!(matches!(through_every_phase(endless), Decision::Unknown(_)));
}

#[test]
fn searches_are_bounded_by_their_steps() {
    let vectors: String = (0..4).map(|at| format!("(declare-const p{at} (_ BitVec 16))")).collect();
    let deep: String = (0..20_000).map(|at| format!("(bvadd p{} ", at % 4)).collect();
    let text = format!("{vectors}(assert (= #x1234 {deep}p0{}))(check-sat)", ")".repeat(20_000));
    assert!(matches!(through_every_phase(&text), Decision::TooLarge));
    let bound: String =
        (0..30).map(|at| format!("({} ((b{at} (_ BitVec 8))) ", ["forall", "exists"][at % 2])).collect();
    let sum: String = (0..30).map(|at| format!(" b{at}")).collect();
    let text = format!("(assert {bound}(= (bvadd{sum}) #x00){})(check-sat)", ")".repeat(30));
    assert!(matches!(through_every_phase(&text), Decision::TooLarge));
    // Tables of results, and of functions, have a limit together.
    let rotated: String = (1..5000)
        .map(|at| format!("(assert (distinct p0 ((_ rotate_left {at}) (bvadd p0 (_ bv{at} 16)))))"))
        .collect();
    through_every_phase(&format!("{vectors}{rotated}(check-sat)"));
    let functions: String = (0..500)
        .map(|at| format!("(declare-fun f{at} ((_ BitVec 20)) Bool)(assert (f{at} (_ bv{at} 20)))"))
        .collect();
    through_every_phase(&format!("{functions}(check-sat)"));
    let many: String = (0..20_000).map(|at| format!("(declare-const q{at} Bool)(assert q{at})")).collect();
    through_every_phase(&format!("{many}(check-sat)"));
    let words: String = (0..5000).map(|at| format!(" {at}")).collect();
    assert!(matches!(
        through_every_phase(&format!("(assert (distinct{words}))(check-sat)")),
        Decision::Sat { .. } | Decision::TooLarge
    ));
}

#[test]
fn all_evaluations_together_have_a_limit() {
    let hard = "(define-fun-rec f ((x Int)) Int (ite (< x 2) x (+ (f (- x 1)) (f (- x 2)))))";
    let many: String = (0..1000).map(|at| format!("(assert (> (f {}) 5))", 200 + at)).collect();
    let script = Script::read(&format!("{hard}{many}"));
    let model = Model::default();
    // Each alone would be done: together they are not, and the rest costs nothing.
    let limits = Limits { work: 50_000_000, ..Limits::default() };
    let mut evaluator = Evaluator::new(&script.terms, &model, limits);
    let known = script.assertions().filter(|&assertion| evaluator.eval(assertion).is_ok()).count();
    assert_eq!(known, 0);
}

#[test]
fn numbers_of_any_length_are_read_and_printed() {
    for places in [65_534, 65_535, 65_536, 300_000] {
        for digits in
            ["1".repeat(places), "5".to_owned() + &"0".repeat(places - 1), "0".repeat(places - 1) + "5"]
        {
            let text = format!(
                "(set-logic QF_LRA)\n(declare-const x Real)\n(assert (= x 0.{digits}))\n(check-sat)\n"
            );
            let script = Script::parse(&text).unwrap();
            let printed = Printer::default().script(&script);
            let shortest = digits.trim_end_matches('0');
            assert!(printed.contains(&format!("0.{shortest})")), "{places} places");
            assert_eq!(Printer::default().script(&Script::read(&printed)), printed);
        }
    }
    // A literal that is used often is printed once.
    let long = format!("#x{}", "ab".repeat(50_000));
    let text = format!(
        "(assert {})(check-sat)",
        doubling_lets(40, &long, "(bvadd ? (bvmul ? ?))", &format!("(= ? {long})"))
    );
    through_every_phase(&text);
}

#[test]
fn decimals_are_brought_to_lowest_terms() {
    let fraction = |text: &str| Rational::parse_decimal(text).unwrap();
    for (text, over, under) in [
        ("0.5", 1, 2),
        ("2.50", 5, 2),
        ("0.125", 1, 8),
        ("0.2", 1, 5),
        ("12.0", 12, 1),
        ("-0.75", -3, 4),
        ("0.00", 0, 1),
        ("1.28", 32, 25),
        ("62.5", 125, 2),
    ] {
        let value = fraction(text);
        assert_eq!((value.numerator(), value.denominator()), (&Int::from(over), &Int::from(under)), "{text}");
        assert_eq!(value, Rational::new(Int::from(over), Int::from(under)).unwrap());
    }
    for (over, under, digits) in [
        (1, 8, Some(("0125", 3))),
        (-7, 20, Some(("035", 2))),
        (5, 1, Some(("5", 0))),
        (1, 3, None),
        (1000, 64, Some(("15625", 3))),
    ] {
        let value = Rational::new(Int::from(over), Int::from(under)).unwrap();
        let expected = digits.map(|(digits, places): (&str, usize)| (digits.to_owned(), places));
        assert_eq!(value.decimal_digits(), expected, "{over}/{under}");
    }
    for (number, factor, rest, count) in
        [(0, 5, 0, 0), (1, 5, 1, 0), (5, 5, 1, 1), (-250, 5, -2, 3), (1 << 20, 2, 1, 20), (7, 1, 7, 0)]
    {
        let expected = (Int::from(rest), count);
        assert_eq!(Int::from(number).without_factor(&Int::from(factor)), expected, "{number} by {factor}");
    }
    let power = &Int::from(5).pow(10_007) * &Int::from(3);
    assert_eq!(power.without_factor(&Int::from(5)), (Int::from(3), 10_007));
}
