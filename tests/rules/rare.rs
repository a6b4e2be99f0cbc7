//! Rules of other programs: right ones are left alone, wrong ones are found out, and what cannot be tried is said.

use gainsay::rules::rare::{RareRule, RareTrial, rare_claims, rare_trial, read_rare};

/// The rules of a text that must be RARE.
fn rules(text: &str) -> Vec<RareRule> {
    let (rules, errors) = read_rare("f", text).expect("it has something of RARE");
    assert!(errors.is_empty(), "{errors:?}");
    rules
}

/// What comes of a rule in a file that has something of RARE, whatever the rule itself has.
fn tried(text: &str) -> RareTrial {
    let mark = "(define-rule* mark ((xs Bool :list)) (and xs true) (and xs))";
    rare_trial(&rules(&format!("{text}\n{mark}"))[0], 400)
}

/// Each has something that is easy to get wrong: lists that are empty, indices that depend on widths, definitions, a context, numbers
/// that a condition defines, sorts that are open, and values that the standard leaves open.
const RIGHT: [&str; 14] = [
    "(define-rule* and-true ((xs Bool :list) (ys Bool :list)) (and xs true ys) (and xs ys))",
    "(define-rule or-twice ((xs Bool :list) (b Bool) (ys Bool :list)) (or xs b ys b) (or xs b ys))",
    "(define-rule plus-zero ((xs ? :list) (ys ? :list)) (+ xs 0 ys) (+ xs ys))",
    "(define-rule* len ((s String) (t String) (ts String :list)) (str.len (str.++ s t ts)) (str.len (str.++ t ts)) (+ (str.len s) _))",
    "(define-cond-rule whole ((x ?BitVec) (n Int)) (= n (- (@bvsize x) 1)) (extract n 0 x) x)",
    "(define-cond-rule merge ((x ?BitVec) (i Int) (j Int) (j1 Int) (k Int)) (= j1 (+ j 1))
       (concat (extract k j1 x) (extract j i x)) (extract k i x))",
    "(define-rule slt ((x ?BitVec) (y ?BitVec)) (def (n (@bvsize x)) (top (@bv (int.pow2 (- n 1)) n)))
       (bvslt x y) (bvult (bvadd x top) (bvadd y top)))",
    "(define-cond-rule rotate ((x ?BitVec) (a Int)) (= (mod a (@bvsize x)) 0) (rotate_left a x) x)",
    "(define-cond-rule shift-out ((x ?BitVec) (a Int) (w Int)) (>= a (@bvsize x)) (bvshl x (@bv a w)) (@bv 0 w))",
    "(define-rule read ((t ?Array) (i ?) (e ?)) (select (store t i e) i) e)",
    "(define-rule to-real ((x ?) (y ?)) (/ (to_real x) y) (/ x y))",
    "(define-rule no-element ((x ?Set)) (set.minus x x) (@set.empty_of_type (@type_of x)))",
    "(declare-rare-rule swap ((@T Type) (@n0 Int) (x1 @T) (y1 @T) (v (BitVec @n0)))
       :premises ((= (= x1 y1) false)) :args (x1 y1 v)
       :conclusion (= (ite (= x1 y1) v (bvnot v)) (let ((_let_1 (bvnot v))) _let_1)))",
    "(declare-rare-rule norm ((t Real) (s Real)) :args (t s) :conclusion (= (>= t s) (>= (- t s) 0/1)))",
];

#[test]
fn right_rules_are_left_alone() {
    for text in RIGHT {
        let trial = tried(text);
        assert!(trial.problems.is_empty() && trial.untried.is_none(), "{text}\n{trial:?}");
        assert!(trial.held > 1, "{text}\n{trial:?}");
    }
}

/// Wrong for one width or length only, at a border, for an empty list, by a swapped argument, or where the standard says nothing.
const WRONG: [(&str, &str); 11] = [
    (
        "(define-rule* and-false ((xs Bool :list) (ys Bool :list)) (and xs false ys) (and xs ys))",
        "counterexample",
    ),
    ("(define-rule one ((x ?BitVec)) (bvadd x x) (@bv 0 (@bvsize x)))", "(_ BitVec "),
    (
        "(define-rule empty ((xs String :list)) (str.len (str.++ xs \"a\")) (str.len (str.++ \"a\" \"a\" xs)))",
        "",
    ),
    (
        "(define-cond-rule shift ((x ?BitVec) (a Int) (w Int)) (>= a (@bvsize x)) (bvshl (@bv a w) x) (@bv 0 (@bvsize x)))",
        "a = ",
    ),
    (
        "(define-rule all-ones ((x ?BitVec)) (bvredand x) (bvnot (bvcomp x (bvnot (@bv 0 (@bvsize x))))))",
        "x = #",
    ),
    ("(define-cond-rule range ((s String) (n Int) (m Int)) (>= n m) (str.substr s n m) \"\")", "n = "),
    (
        "(define-cond-rule off ((x ?BitVec) (n Int)) (= n (- (@bvsize x) 1))
       (extract n n x) (ite (bvslt (@bv 0 (@bvsize x)) x) (@bv 0 1) (@bv 1 1)))",
        "",
    ),
    ("(define-rule* context ((x ?) (y Int :list)) (+ x 1 y) (+ x y) (+ _ 2))", ""),
    ("(define-rule nothing ((x Real) (xs Real :list)) (+ (/ x 0.0) xs) (+ 0.0 xs))", "leaves one open"),
    (
        "(declare-rare-rule gt ((t1 Int) (s1 Int)) :args (t1 s1) :conclusion (= (> t1 s1) (>= t1 s1)))",
        "t1 = ",
    ),
    ("(declare-rare-rule no-side ((a Bool :list)) :args (a) :conclusion (or a false))", ""),
];

#[test]
fn wrong_rules_are_found_out() {
    for (text, told) in WRONG {
        let trial = tried(text);
        assert!(!trial.problems.is_empty(), "not found out: {text}\n{trial:?}");
        assert!(trial.problems[0].contains(told), "{:?}", trial.problems);
    }
}

#[test]
fn what_cannot_be_tried_is_said() {
    for (text, why) in [
        ("(define-rule a ((x ?BitVec)) (bvfrob x) x)", "bvfrob"),
        ("(define-rule a ((xs Bool :list)) (not xs) (or xs false))", "takes no list"),
        ("(define-rule a ((x ?Frob) (y ? :list)) (+ 1 y) (+ y 1))", "Frob"),
        (
            "(define-rule a ((x ?BitVec) (y ?BitVec)) (bvnot x) (concat x y))",
            "where its left side has a sort",
        ),
        (
            "(define-cond-rule a ((x ?BitVec)) (> (@bvsize x) 100) x (bvnot x))",
            "its conditions held for no values",
        ),
    ] {
        let trial = tried(text);
        let untried = trial.untried.clone().unwrap_or_default();
        assert!(trial.problems.is_empty() && untried.contains(why), "{text}\n{trial:?}");
    }
}

#[test]
fn what_cannot_be_read_stands_alone() {
    let deep = format!("(define-rule d ((x ?)) {}x{} x)", "(not ".repeat(5000), ")".repeat(5000));
    let text = format!(
        "(define-rule a ((x ?)) x x)\n(define-rule b ((x ? :odd)) x x)\n(define-rule c ((x ?)) x)\n{deep}\n(declare-rule e () :requires ((1 2)))"
    );
    let (rules, errors) = read_rare("f", &text).unwrap();
    assert_eq!(rules.len(), 1);
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    for (error, told) in errors.iter().zip([
        "f:2: the parameter `x` is `:odd`",
        "f:3: the rule has 1 terms",
        "f:4: the rule is nested too deep",
        "f:5: what :requires means",
    ]) {
        assert!(error.starts_with(told), "{error}");
    }
    assert_eq!(errors.len(), 4);
}

/// Files in our own notation stay in it, the shipped ones among them.
#[test]
fn our_own_notation_is_not_rare() {
    for text in [
        "(define-rule a ((x ?T) (y ?T)) (= x y) (= y x))",
        "(define-weakening a ((x ?Arith) (y ?Arith)) (< x y) (<= x y))",
        include_str!("../../rules/equivalences.smt2"),
        include_str!("../../rules/strings.smt2"),
    ] {
        assert!(read_rare("f", text).is_none(), "{text}");
    }
}

/// What solvers are asked about is what was tried, only wider.
#[test]
fn claims_for_solvers_are_scripts() {
    let claims = rare_claims(&rules(RIGHT[6])[0]);
    assert!(claims.iter().all(|claim| claim.script.is_fully_sorted()) && claims.len() > 1, "{claims:?}");
}

#[test]
fn the_command_counts_them() {
    let folder = crate::support::Folder::new("rare");
    folder.write("some.rare", format!("{}\n{}\n(define-rule u ((x ?)) (frob x) x)", RIGHT[0], WRONG[0].0));
    let ran = folder.gainsay(&["rules", "check", "some.rare", "--solver", "none"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.err.contains("3 rules: 2 tried, 1 of them wrong; 1 could not be tried, 0 not be read"),
        "{ran:?}"
    );
    for line in ["right and-true", "WRONG and-false", "----- u ", "not tried: "] {
        assert!(ran.out.contains(line), "{ran:?}");
    }
    folder.write("right.rare", RIGHT[0]);
    assert_eq!(folder.gainsay(&["rules", "check", "right.rare", "--solver", "none"]).code, Some(0));
}
