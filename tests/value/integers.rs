//! `Int` and `Rational` against num-bigint and num-rational.

use crate::value::random::{Random, rounds};
use gainsay::value::{Int, Rational};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{Euclid, One, Signed, Zero};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

fn big(value: &Int) -> BigInt {
    value.to_string().parse().expect("decimal digits")
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The value is the expected one, and is represented as any other way of making it would.
fn check(actual: &Int, expected: &BigInt, what: &str) {
    assert_eq!(actual.to_string(), expected.to_string(), "{what}");
    let reparsed = Int::parse(&expected.to_string()).expect("decimal digits");
    assert!(*actual == reparsed && hash(actual) == hash(&reparsed), "{what}: {expected} is not canonical");
}

#[test]
fn integer_operators_agree_with_num_bigint() {
    let mut random = Random(1);
    for round in rounds(60_000) {
        let bits = [62, 66, 130, 400][round % 4];
        let (a, b) = (random.int(bits), random.int(bits));
        let (x, y) = (big(&a), big(&b));
        check(&(&a + &b), &(&x + &y), "+");
        check(&(&a - &b), &(&x - &y), "-");
        check(&(&a * &b), &(&x * &y), "*");
        check(&-&a, &-&x, "neg");
        check(&!&a, &!&x, "not");
        check(&(&a & &b), &(&x & &y), "&");
        check(&(&a | &b), &(&x | &y), "|");
        check(&(&a ^ &b), &(&x ^ &y), "^");
        check(&a.abs(), &x.abs(), "abs");
        check(&a.gcd(&b), &x.gcd(&y), "gcd");
        assert_eq!(a.cmp(&b), x.cmp(&y));
        assert_eq!(a == b, x == y);
        assert_eq!(a.sign(), x.cmp(&BigInt::zero()));
        match (a.div_euclid(&b), a.mod_euclid(&b)) {
            (Some(quotient), Some(remainder)) => {
                check(&quotient, &x.div_euclid(&y), "div");
                check(&remainder, &x.rem_euclid(&y), "mod");
            }
            _ => assert!(y.is_zero()),
        }
    }
}

#[test]
fn integer_bits_agree_with_num_bigint() {
    let mut random = Random(2);
    for round in rounds(60_000) {
        let a = random.int([62, 66, 130, 400][round % 4]);
        let x = big(&a);
        let n = random.below(200) as usize;
        check(&a.shl(n), &(&x << n), "shl");
        check(&a.shr(n), &(&x >> n), "shr");
        check(&a.mod_pow2(n), &x.rem_euclid(&(BigInt::one() << n)), "mod_pow2");
        check(&a.pow(n as u32 % 9), &x.pow(n as u32 % 9), "pow");
        assert_eq!(a.bits_len() as u64, x.bits());
        assert_eq!(a.bit(n), x.bit(n as u64));
        assert_eq!(a.trailing_zeros().map(|zeros| zeros as u64), x.trailing_zeros());
        assert_eq!(a.is_power_of_two(), x.is_positive() && x.magnitude().count_ones() == 1);
        assert_eq!(a.to_i64(), i64::try_from(&x).ok());
        assert_eq!(a.to_u64(), u64::try_from(&x).ok());
        assert_eq!(a.to_u128(), u128::try_from(&x).ok());
        match a.sqrt_rem() {
            Some((root, rest)) => {
                check(&root, &x.sqrt(), "sqrt");
                check(&(&(&root * &root) + &rest), &x, "sqrt remainder");
            }
            None => assert!(x.is_negative()),
        }
        for (radix, text) in [(2, x.abs().to_str_radix(2)), (16, x.abs().to_str_radix(16))] {
            check(&Int::from_radix(&text, radix).expect("digits"), &x.abs(), "from_radix");
        }
    }
}

/// Long enough for the library's fast algorithms. Hexadecimal, because decimal conversion is one of them.
#[test]
fn long_integers_agree_with_num_bigint() {
    let mut random = Random(17);
    for _ in rounds(100) {
        let lengths = [(); 2].map(|()| 1 + random.below(60_000) as usize);
        let [a, b] = lengths.map(|bits| &random.uniform(bits) + &Int::ONE);
        let [x, y] = [&a, &b].map(|value| {
            BigInt::parse_bytes(format!("{value:x}").as_bytes(), 16).expect("hexadecimal digits")
        });
        let same =
            |actual: &Int, expected: BigInt| assert_eq!(format!("{actual:x}"), expected.to_str_radix(16));
        let (quotient, remainder) = a.div_rem_euclid(&b).expect("not zero");
        same(&quotient, &x / &y);
        same(&remainder, &x % &y);
        same(&(&a * &b), &x * &y);
        same(&(&a * &a), &x * &x);
        same(&(&a - &b).mod_pow2(30_000), (&x - &y).mod_floor(&(BigInt::one() << 30_000)));
        same(&a.sqrt_rem().expect("positive").0, x.sqrt());
        same(&(&a * &b).gcd(&(&b * &quotient)), (&x * &y).gcd(&(&y * (&x / &y))));
        check(&a, &x, "decimal digits");
    }
}

#[test]
fn integers_from_machine_integers() {
    for value in
        [0, 1, -1, i64::MAX as i128, i64::MAX as i128 + 1, i64::MIN as i128 - 1, i128::MIN, i128::MAX]
    {
        check(&Int::from(value), &BigInt::from(value), "i128");
        check(&Int::from(value as u128), &BigInt::from(value as u128), "u128");
        check(&Int::from(value as u64), &BigInt::from(value as u64), "u64");
        check(&Int::from(value as i64), &BigInt::from(value as i64), "i64");
    }
}

#[test]
fn text_that_is_no_number() {
    for text in ["", "-", "+1", "1_000", "0x1", " 1", "1 ", "--1", "1.", "a", "٣"] {
        assert_eq!(Int::parse(text), None, "{text:?}");
        assert_eq!(Rational::parse_decimal(text), None, "{text:?}");
    }
    for text in [".5", "1.2.3", "1.-2", "1.+2", "-", "1e5", "1/2"] {
        assert_eq!(Rational::parse_decimal(text), None, "{text:?}");
    }
    assert_eq!(Int::from_radix("2", 2), None);
    assert_eq!(Int::from_radix("1", 0), None);
    assert_eq!(Int::from_radix("1", 64), None);
}

#[test]
fn rationals_agree_with_num_rational() {
    let mut random = Random(3);
    for round in rounds(60_000) {
        let bits = [8, 62, 66, 130][round % 4];
        let [n, d, m, e] = [(); 4].map(|()| random.int(bits));
        let (Some(a), Some(b)) = (Rational::new(n.clone(), d.clone()), Rational::new(m.clone(), e.clone()))
        else {
            assert!(d.is_zero() || e.is_zero());
            continue;
        };
        let (x, y) = (Ratio::new(big(&n), big(&d)), Ratio::new(big(&m), big(&e)));
        let same = |actual: Rational, expected: Ratio<BigInt>| {
            check(actual.numerator(), expected.numer(), "numerator");
            check(actual.denominator(), expected.denom(), "denominator");
            assert_eq!(actual.to_string(), expected.to_string());
        };
        same(a.clone(), x.clone());
        same(&a + &b, &x + &y);
        same(&a - &b, &x - &y);
        same(&a * &b, &x * &y);
        same(-&a, -&x);
        same(a.abs(), x.abs());
        match a.div(&b) {
            Some(quotient) => same(quotient, &x / &y),
            None => assert!(y.is_zero()),
        }
        check(&a.floor(), &x.floor().to_integer(), "floor");
        check(&a.ceil(), &x.ceil().to_integer(), "ceil");
        assert_eq!(a.cmp(&b), x.cmp(&y));
        assert_eq!(a.sign(), x.cmp(&Ratio::zero()));
        assert_eq!(a.is_integer(), x.is_integer());
    }
}

#[test]
fn decimals() {
    for (text, expected) in [
        ("12.50", "25/2"),
        ("0.0", "0"),
        ("-0.125", "-1/8"),
        ("007.10", "71/10"),
        ("3.00", "3"),
        ("123456789012345678901234567890.5", "246913578024691357802469135781/2"),
    ] {
        let value = Rational::parse_decimal(text).expect(text);
        assert_eq!(value.to_string(), expected);
    }
}
