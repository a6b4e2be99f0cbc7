//! Questions about numbers: what is decided, against answers that are known.

use super::answers::{check_sat, check_undecided, check_unsat};
use super::verdict;
use gainsay::refute::Verdict;
use gainsay::rng::Rng;
use std::fmt::Write;

#[test]
fn real_numbers() {
    let symbols = "(declare-const x Real)(declare-const y Real)(declare-const z Real)";
    check_sat(&format!("{symbols}(assert (< 0 x y (/ 1 3)))(assert (= z (+ x y)))"));
    check_sat(&format!("{symbols}(assert (and (> x y) (> y z) (distinct z 0.0) (< x 0.1) (> z (- 0.1))))"));
    check_unsat(&format!("{symbols}(assert (and (> x y) (> y z) (>= z x)))"));
    check_unsat(&format!(
        "{symbols}(assert (= (+ x y) 1.0))(assert (= (- x y) 2.0))(assert (distinct (* 2 x) 3.0))"
    ));
    check_unsat(&format!("{symbols}(assert (> (ite (< x y) x y) x))"));
    check_unsat(&format!(
        "{symbols}(assert (or (< x 0) (< y 0)))(assert (and (<= 1 (+ x y)) (<= x 0.5) (>= x 0) (<= y 0.25)))"
    ));
}

#[test]
fn integers() {
    let symbols = "(declare-const x Int)(declare-const y Int)(declare-const z Int)";
    check_sat(&format!("{symbols}(assert (= (+ (* 3 x) (* 5 y)) 1))(assert (< 10 x))"));
    check_unsat(&format!("{symbols}(assert (= (+ (* 4 x) (* 6 y)) (+ 1 (* 2 z))))"));
    check_unsat(&format!("{symbols}(assert (< (* 2 x) (+ (* 2 y) 1) (* 2 z) (+ (* 2 x) 2)))"));
    // No single row shows it.
    check_unsat(&format!(
        "{symbols}(assert (= (+ x (* 2 y)) (* 3 z)))(assert (= (+ x y) (+ 1 (* 3 z))))(assert (= (- x y) (* 3 x)))(assert (distinct y (- 1)))"
    ));
    // A triangle without integers in it.
    check_unsat(&format!(
        "{symbols}(assert (and (< 0 x) (< 0 y) (< (+ (* 3 x) (* 3 y)) 8) (> (+ (* 2 x) y) 3) (> (+ (* 2 y) x) 3)))"
    ));
}

#[test]
fn quotients_and_remainders() {
    let symbols = "(declare-const x Int)(declare-const y Int)(declare-const r Real)";
    check_unsat(&format!("{symbols}(assert (distinct x (+ (* (- 7) (div x (- 7))) (mod x (- 7)))))"));
    check_unsat(&format!("{symbols}(assert (not (<= 0 (mod x 5) 4)))"));
    check_sat(&format!("{symbols}(assert (and (= (mod x 5) 3) (= (div x 5) (- 2)) (= (abs x) 7)))"));
    check_unsat(&format!("{symbols}(assert (and (= (mod x 5) 3) (= (div x 5) (- 2)) (distinct x (- 7))))"));
    check_sat(&format!("{symbols}(assert (= (to_int r) 3))(assert (not (is_int r)))"));
    check_unsat(&format!("{symbols}(assert (= (to_int r) 3))(assert (>= r 4.0))"));
    check_unsat(&format!("{symbols}(assert (< (abs x) x))"));
    // By zero it may be anything, and is the same always.
    check_sat(&format!("{symbols}(assert (= (div x 0) (+ x 1)))(assert (= (mod x 0) 3))"));
    check_unsat(&format!("{symbols}(assert (= x y))(assert (distinct (div x 0) (div y 0)))"));
    check_unsat(&format!("{symbols}(assert (= r 0.0))(assert (distinct (/ r 0.0) (/ 0.0 r)))"));
}

#[test]
fn vectors_as_numbers() {
    let symbols = "(declare-const v (_ BitVec 5))(declare-const w (_ BitVec 5))(declare-const x Int)";
    check_unsat(&format!("{symbols}(assert (> (ubv_to_int v) 31))"));
    check_unsat(&format!("{symbols}(assert (distinct v ((_ int_to_bv 5) (ubv_to_int v))))"));
    check_sat(&format!("{symbols}(assert (= ((_ int_to_bv 5) x) #b10011))(assert (< x (- 40)))"));
    check_sat(&format!("{symbols}(assert (= (sbv_to_int v) (- 11)))(assert (= (ubv_to_int v) 21))"));
}

#[test]
fn functions_and_arrays_of_numbers() {
    let symbols = "(declare-fun f (Int) Int)(declare-const x Int)(declare-const y Int)
        (declare-const a (Array Int Int))(declare-const b (Array Int Int))
        (declare-sort S 0)(declare-fun g (S Int) S)(declare-const s S)(declare-fun h ((Array Int Int)) Int)";
    check_unsat(&format!("{symbols}(assert (= (f x) (+ 1 (f (- y 1)))))(assert (= x (- y 1)))"));
    check_sat(&format!("{symbols}(assert (= (f x) (+ 1 (f (- y 1)))))(assert (= x y))"));
    check_unsat(&format!("{symbols}(assert (and (<= x y) (<= y x) (distinct (g s x) (g s y))))"));
    check_unsat(&format!(
        "{symbols}(assert (= b (store a x 3)))(assert (= (select b y) 4))(assert (<= 0 (- x y) 0))"
    ));
    check_sat(&format!(
        "{symbols}(assert (= b (store a x 3)))(assert (= (select b y) 4))(assert (= (select a y) (f x)))"
    ));
    check_unsat(&format!("{symbols}(assert (= (store a x (select a x)) b))(assert (distinct (h a) (h b)))"));
}

#[test]
fn products() {
    let symbols = "(declare-const x Real)(declare-const y Real)(declare-const i Int)(declare-const j Int)";
    check_unsat(&format!("{symbols}(assert (< (* x x) 0))"));
    check_unsat(&format!("{symbols}(assert (> x 1))(assert (<= (* x x) x))"));
    check_unsat(&format!("{symbols}(assert (and (< 0 x 2) (< 0 y 3) (> (* x y) 6)))"));
    check_unsat(&format!("{symbols}(assert (and (> x 2) (> (/ 1 x) 1)))"));
    check_unsat(&format!("{symbols}(assert (and (<= 2 i 3) (<= 4 j 5) (= (* i j) 11)))"));
    check_unsat(&format!("{symbols}(assert (and (< 0 j) (<= j 5) (< (mod i j) 0)))"));
    check_sat(&format!("{symbols}(assert (and (<= 2 i 3) (<= 4 j 5) (= (* i j) 12)))"));
    check_sat(&format!("{symbols}(assert (= x 3))(assert (= (* x y) 6))"));
}

/// A disjunction of inequalities of three small integers.
type Inequality = ([i64; 3], i64);

fn holds((factors, bound): &Inequality, point: [i64; 3]) -> bool {
    factors.iter().zip(point).map(|(factor, number)| factor * number).sum::<i64>() <= *bound
}

/// Random inequalities of integers in a small cube, each point of which is tried.
#[test]
fn random_integers_get_the_answer_that_trying_everything_gives() {
    let (mut sat, mut unsat) = (0, 0);
    for unit in 0..400 {
        let mut rng = Rng::of_unit(21, unit);
        let between =
            |rng: &mut Rng, least: i64, most: i64| least + rng.below((most - least + 1) as u64) as i64;
        let clauses: Vec<Vec<Inequality>> = (0..between(&mut rng, 4, 10))
            .map(|_| {
                let inequality = |rng: &mut Rng| {
                    let factors = [0; 3].map(|_| between(rng, -4, 4));
                    (factors, between(rng, -9, 2))
                };
                (0..between(&mut rng, 1, 2)).map(|_| inequality(&mut rng)).collect()
            })
            .collect();
        let mut text = String::from("(declare-const x Int)(declare-const y Int)(declare-const z Int)");
        text.push_str("(assert (and (<= -3 x 3) (<= -3 y 3) (<= -3 z 3)))");
        for clause in &clauses {
            text.push_str("(assert (or");
            for ([a, b, c], bound) in clause {
                let _ = write!(text, " (<= (+ (* {a} x) (* {b} y) (* {c} z)) {bound})");
            }
            text.push_str("))");
        }
        let text = negative_numbers(&text);
        let all = || (0..343).map(|at| [at / 49 - 3, at / 7 % 7 - 3, at % 7 - 3]);
        let expected = all().any(|point| clauses.iter().all(|any| any.iter().any(|one| holds(one, point))));
        match (verdict(&text), expected) {
            (Verdict::Sat(_), true) => sat += 1,
            (Verdict::Unsat(_), false) => unsat += 1,
            (other, _) => panic!("{text}: {other:?}"),
        }
    }
    assert!(sat > 50 && unsat > 50, "{sat} sat, {unsat} unsat");
}

/// The standard has no negative literals.
fn negative_numbers(text: &str) -> String {
    let mut result = String::new();
    for (at, piece) in text.split(" -").enumerate() {
        if at == 0 {
            result.push_str(piece);
            continue;
        }
        let digits = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
        let _ = write!(result, " (- {}){}", &piece[..digits], &piece[digits..]);
    }
    result
}

/// A number lies in no longer word: arrays of numbers have rows, however few their indices are, and datatypes with numbers are
/// not decided.
#[test]
fn numbers_beside_words() {
    let inner = "(Array Bool (_ BitVec 2))";
    let symbols = format!(
        "(declare-datatypes ((Colour 0) (Box 0)) (((red) (green)) ((none) (some (colour Colour) (inside (_ BitVec 2))))))
         (declare-const x Int)(declare-const y Int)(declare-const p Bool)(declare-const b Box)(declare-const m RoundingMode)
         (declare-const a (Array Bool Int))(declare-const c (Array Colour Real))
         (declare-const s {inner})(declare-const t {inner})(declare-const n (Array Int {inner}))
         (declare-fun f ({inner}) Int)(declare-fun g (Box Int) Real)"
    );
    check_unsat(&format!("{symbols}(assert (distinct (select (store a p x) p) x))"));
    check_unsat(&format!(
        "{symbols}(assert (< (select a true) x))(assert (< (select a false) x))(assert (= (select a p) x))"
    ));
    check_sat(&format!(
        "{symbols}(assert (< (select a true) (select a false)))(assert (= (select c red) 0.5))"
    ));
    check_sat(&format!("{symbols}(assert (= a (store (store a true 3) false 4)))"));
    check_unsat(&format!(
        "{symbols}(assert (= (select s true) (select t true)))(assert (= (select s false) (select t false)))
         (assert (< (f s) (f t)))"
    ));
    check_sat(&format!(
        "{symbols}(assert (distinct s t))(assert (= (select n x) s))(assert (= (select n 4) t))"
    ));
    check_unsat(&format!("{symbols}(assert (= x y))(assert (distinct (select n x) (select n y)))"));
    check_unsat(&format!(
        "{symbols}(assert (= b (some red #b01)))(assert (= x (ubv_to_int (inside b))))(assert (distinct (g b x) (g b 1)))"
    ));
    check_sat(&format!("{symbols}(assert (= b none))(assert (= (g b (ubv_to_int (inside b))) 2.5))"));
    check_unsat(&format!(
        "{symbols}(assert (forall ((q Bool)) (< (select a q) x)))(assert (>= (select a p) x))"
    ));
    check_unsat(&format!(
        "{symbols}(assert (= x (ite (= m RNE) 1 2)))(assert (fp.lt ((_ to_fp 5 11) m 0.1) ((_ to_fp 5 11) RTN 0.1)))"
    ));
    check_unsat("(declare-const x Int)(assert (= x (str.len \"abc\")))(assert (< x 3))");
}

#[test]
fn what_numbers_lie_in_is_not_decided() {
    let symbols = "(declare-datatypes ((Box 0)) (((none) (some (inside Int)))))(declare-const b Box)
        (declare-const x Real)(declare-const y Real)(declare-const c (Array Bool Box))";
    check_undecided(&format!("{symbols}(assert (= b (some 3)))"), "there are no circuits for the sort Box");
    check_undecided(
        &format!("{symbols}(assert (= none (select c true)))"),
        "there are no circuits for the sort Box",
    );
    check_undecided(
        &format!("{symbols}(assert (forall ((z Real)) (< z x)))"),
        "it has quantifiers or other binders",
    );
    // A conversion of something that is no constant, or that the standard leaves open.
    for number in ["x", "(- x x)", "(/ 1.0 0.0)"] {
        check_undecided(
            &format!("{symbols}(assert (fp.isNaN ((_ to_fp 5 11) RNE {number})))"),
            "there is no circuit for `to_fp`",
        );
    }
    check_undecided(
        &format!("{symbols}(assert (< x (fp.to_real (_ +oo 5 11))))"),
        "there is no circuit for `fp.to_real`",
    );
}
