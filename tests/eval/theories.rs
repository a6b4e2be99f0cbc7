use crate::eval::{check, check_false, check_true};

#[test]
fn integer_division_is_euclidean() {
    for (a, b, quotient, remainder) in [
        ("7", "2", "3", "1"),
        ("(- 7)", "2", "(- 4)", "1"),
        ("7", "(- 2)", "(- 3)", "1"),
        ("(- 7)", "(- 2)", "4", "1"),
        ("6", "(- 3)", "(- 2)", "0"),
        ("123456789012345678901234567890", "(- 987654321)", "(- 124999998873437499901)", "574845669"),
    ] {
        check(&format!("(div {a} {b})"), quotient);
        check(&format!("(mod {a} {b})"), remainder);
    }
    check("(div 100 7 2)", "7");
    check("(rem 7 (- 2))", "(- 1)");
    check("(rem (- 7) 2)", "1");
    check("(div_total 5 0)", "0");
    check("(mod_total 5 0)", "5");
    check("(abs (- 5))", "5");
    check("(- 1 2 3)", "(- 4)");
    check("(+ 1 2 3 4)", "10");
    check("(* 99999999999 99999999999)", "9999999999800000000001");
    check_true("((_ divisible 3) (- 9))");
    check_false("((_ divisible 3) 10)");
    check_true("(< 1 2 3)");
    check_false("(< 1 3 2)");
}

#[test]
fn what_cvc5_adds_to_integers() {
    check("(int.pow2 10)", "1024");
    check("(int.pow2 (- 1))", "0");
    check("(int.log2 1023)", "9");
    check("(int.log2 (- 5))", "0");
    check_true("(int.ispow2 64)");
    check_false("(int.ispow2 0)");
    check("((_ iand 4) (- 1) 21)", "5");
    check("(^ 2 10)", "1024");
    check("(^ (- 1) 1000000000001)", "(- 1)");
}

#[test]
fn reals_are_exact() {
    check("(+ (/ 1.0 3.0) (/ 1.0 6.0))", "0.5");
    check("(/ 1 3 2)", "(/ 1.0 6.0)");
    check("(to_int (- 0.5))", "(- 1)");
    check("(to_int 2.9)", "2");
    check_true("(is_int (* 2.0 0.5))");
    check_false("(is_int 0.1)");
    check("(to_real (- 3))", "(- 3.0)");
    check_true("(= (+ 0.1 0.2) 0.3)");
    check("(^ 0.5 (- 2.0))", "4.0");
    check("(sqrt 2.25)", "1.5");
    check("(/_total 1.0 0.0)", "0.0");
}

#[test]
fn bit_vectors() {
    for (term, expected) in [
        ("(bvudiv #x07 #x00)", "#xff"),
        ("(bvurem #x07 #x00)", "#x07"),
        ("(bvsdiv #x07 #x00)", "#xff"),
        ("(bvsdiv #xf9 #x00)", "#x01"),
        ("(bvsrem #xf9 #x00)", "#xf9"),
        ("(bvsmod #xf9 #x00)", "#xf9"),
        ("(bvsdiv #x80 #xff)", "#x80"),
        ("(bvsrem #xf9 #x02)", "#xff"),
        ("(bvsmod #xf9 #x02)", "#x01"),
        ("(bvsmod #x07 #xfe)", "#xff"),
        ("(bvshl #x01 #x08)", "#x00"),
        ("(bvlshr #x80 #xff)", "#x00"),
        ("(bvashr #x80 #xff)", "#xff"),
        ("(bvsub #b1111 #b0001)", "#b1110"),
        ("((_ extract 3 0) #b10001000)", "#b1000"),
        ("((_ sign_extend 4) #b1111)", "#b11111111"),
        ("((_ zero_extend 4) #b1111)", "#b00001111"),
        ("((_ rotate_left 9) #x81)", "#x03"),
        ("((_ rotate_right 1) #x81)", "#xc0"),
        ("(ext_rotate_left #x81 #x09)", "#x03"),
        ("((_ repeat 3) #b10)", "#b101010"),
        ("(concat #b1 #b01 #b001)", "#b101001"),
        ("(bvcomp #x01 #x01)", "#b1"),
        ("(bvnand #b0011 #b0101)", "#b1110"),
        ("(bvnor #b0011 #b0101)", "#b1000"),
        ("(bvxnor #b0011 #b0101)", "#b1001"),
        ("(bvneg #x80)", "#x80"),
        ("(bvadd #xff #x01 #x01)", "#x01"),
        ("(bvredor #x00)", "#b0"),
        ("(bvredand #xff)", "#b1"),
        ("(bvite #b1 #x01 #x02)", "#x01"),
        ("(bvite #b0 #x01 #x02)", "#x02"),
        ("((_ int_to_bv 8) (- 1))", "#xff"),
        ("((_ int2bv 8) 257)", "#x01"),
        (
            "(bvmul #xffffffffffffffffffffffffffffffff #xffffffffffffffffffffffffffffffff)",
            "#x00000000000000000000000000000001",
        ),
    ] {
        check(term, expected);
    }
    check("(ubv_to_int #xff)", "255");
    check("(bv2nat #xff)", "255");
    check("(sbv_to_int #xff)", "(- 1)");
    check_true("(bvslt #b1111 #b0000)");
    check_false("(bvult #b1111 #b0000)");
    check_true("(bvnego #x80)");
    check_true("(bvsmulo #x80 #xff)");
    check_false("(bvsmul_noovfl #x80 #xff)");
    check_true("(bvsmul_noudfl #x80 #xff)");
    check_false("(bvsmul_noudfl #x80 #x02)");
    check_true("(bvsmul_noovfl #x80 #x02)");
    check_true("(bvusubo #x00 #x01)");
    check_true("(bvsdivo #x80 #xff)");
    check_true("((_ bit2bool 7) #x80)");
}

#[test]
fn floats() {
    let zero = "(_ +zero 8 24)";
    let minus = "(_ -zero 8 24)";
    let nan = "(_ NaN 8 24)";
    check_true(&format!("(= {nan} (fp.div RNE {zero} {zero}))"));
    check_false(&format!("(fp.eq {nan} {nan})"));
    check_false(&format!("(= {zero} {minus})"));
    check_true(&format!("(fp.eq {zero} {minus})"));
    check_false(&format!("(fp.isNegative {nan})"));
    check_false(&format!("(fp.isPositive {nan})"));
    check_false(&format!("(fp.leq {nan} {nan})"));
    check(&format!("(fp.min {nan} {zero})"), zero);
    check(&format!("(fp.min {zero} {zero})"), zero);
    check("(fp.add RTP ((_ to_fp 5 11) RNE 1.0) ((_ to_fp 5 11) RNE 0.0001))", "((_ to_fp 5 11) #x3c01)");
    check("((_ to_fp 5 11) RTP 0.1)", "((_ to_fp 5 11) #x2e67)");
    check("((_ to_fp 5 11) RTZ 0.1)", "((_ to_fp 5 11) #x2e66)");
    check("((_ to_fp 5 11) RTZ 100000.0)", "((_ to_fp 5 11) #x7bff)");
    check("((_ to_fp 5 11) RNE 100000.0)", "(_ +oo 5 11)");
    check("((_ to_fp 5 11) RNE #xffff)", "((_ to_fp 5 11) RNE (- 1.0))");
    check("((_ to_fp_unsigned 5 11) RNE #x00ff)", "((_ to_fp 5 11) RNE 255.0)");
    check("((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE 255.9))", "#xff");
    check("((_ fp.to_sbv 8) RNE ((_ to_fp 8 24) RNE (- 128.5)))", "#x80");
    check("(fp.to_real ((_ to_fp 8 24) RNE 0.5))", "0.5");
    check("(fp.to_ieee_bv ((_ to_fp 5 11) RNE 1.0))", "#x3c00");
    check("(fp #b0 #b01111 #b0000000000)", "((_ to_fp 5 11) RNE 1.0)");
    check("(fp.rem ((_ to_fp 8 24) RNE 5.0) ((_ to_fp 8 24) RNE 3.0))", "((_ to_fp 8 24) RNE (- 1.0))");
    check("(fp.sqrt RNE ((_ to_fp 8 24) RNE 9.0))", "((_ to_fp 8 24) RNE 3.0)");
    check(
        "(fp.fma RNE ((_ to_fp 8 24) RNE 2.0) ((_ to_fp 8 24) RNE 3.0) ((_ to_fp 8 24) RNE 1.0))",
        "((_ to_fp 8 24) RNE 7.0)",
    );
    check("(fp.roundToIntegral RNA ((_ to_fp 8 24) RNE 2.5))", "((_ to_fp 8 24) RNE 3.0)");
    check("((_ to_fp 8 24) RNE 3.0 2)", "((_ to_fp 8 24) RNE 12.0)");
    check("roundTowardZero", "RTZ");
}

#[test]
fn strings() {
    check(r#"(str.replace "abc" "" "x")"#, r#""xabc""#);
    check(r#"(str.replace_all "abab" "" "x")"#, r#""abab""#);
    check(r#"(str.replace_all "aaa" "aa" "b")"#, r#""ba""#);
    check(r#"(str.indexof "abc" "" 3)"#, "3");
    check(r#"(str.indexof "abc" "" 4)"#, "(- 1)");
    check(r#"(str.indexof "abcabc" "bc" 2)"#, "4");
    check(r#"(str.indexof "abc" "a" (- 1))"#, "(- 1)");
    check(r#"(str.substr "abc" 1 100000000000000000000000)"#, r#""bc""#);
    check(r#"(str.substr "abc" (- 1) 2)"#, r#""""#);
    check(r#"(str.at "abc" 3)"#, r#""""#);
    check(r#"(str.to_int "007")"#, "7");
    check(r#"(str.to_int "")"#, "(- 1)");
    check(r#"(str.to_int "-1")"#, "(- 1)");
    check(r#"(str.from_int (- 1))"#, r#""""#);
    check(r#"(str.from_int 123)"#, r#""123""#);
    check(r#"(str.to_code "ab")"#, "(- 1)");
    check(r#"(str.from_code 196608)"#, r#""""#);
    check(r#"(str.len (str.from_code 196607))"#, "1");
    check(r#"(str.len "\u{2FFFF}\u0041")"#, "2");
    check(r#"(str.len "a""b")"#, "3");
    check(r#"(str.++ "a" "b" "c")"#, r#""abc""#);
    check_true(r#"(str.< "a" "ab" "b")"#);
    check_true(r#"(str.<= "" "")"#);
    check_true(r#"(str.prefixof "" "a")"#);
    check_true(r#"(str.contains "abc" "")"#);
    check_true(r#"(str.in_re "aab" (re.++ (re.* (str.to_re "a")) (str.to_re "b")))"#);
    check_false(r#"(str.in_re "" ((_ re.loop 3 2) (str.to_re "a")))"#);
    check(r#"(str.replace_re "xaab" (re.+ (str.to_re "a")) "c")"#, r#""xcab""#);
    check(r#"(str.replace_re_all "xaab" (re.+ (str.to_re "a")) "c")"#, r#""xccb""#);
    check_true(
        r#"(= (re.* (re.union (str.to_re "a") (str.to_re "b"))) (re.* (re.++ (re.* (str.to_re "a")) (re.* (str.to_re "b")))))"#,
    );
    check_false(r#"(= (re.* re.allchar) (re.+ re.allchar))"#);
    check_true(r#"(str.is_digit "7")"#);
    check(r#"(str.rev "abc")"#, r#""cba""#);
    check(r#"(str.update "abc" 1 "xyz")"#, r#""axy""#);
    check(r#"(str.from_sbv #xff)"#, r#""-1""#);
}

#[test]
fn sequences() {
    let one_two = "(seq.++ (seq.unit 1) (seq.unit 2))";
    check(&format!("(seq.len {one_two})"), "2");
    check(&format!("(seq.nth {one_two} 1)"), "2");
    check(&format!("(seq.at {one_two} 5)"), "(as seq.empty (Seq Int))");
    check(&format!("(seq.rev {one_two})"), "(seq.++ (seq.unit 2) (seq.unit 1))");
    check(&format!("(seq.indexof {one_two} (seq.unit 2) 0)"), "1");
    check_true(&format!("(seq.contains {one_two} (seq.unit 2))"));
    check_true(&format!("(seq.prefixof (seq.unit 1) {one_two})"));
    check(&format!("(seq.map (lambda ((x Int)) (+ x 1)) {one_two})"), "(seq.++ (seq.unit 2) (seq.unit 3))");
    check(&format!("(seq.foldl (lambda ((a Int) (x Int)) (+ (* 10 a) x)) 7 {one_two})"), "712");
    check(
        &format!("(seq.mapi (lambda ((n Int) (x Int)) (* n x)) 5 {one_two})"),
        "(seq.++ (seq.unit 5) (seq.unit 12))",
    );
    check(
        &format!("(seq.replace {one_two} (as seq.empty (Seq Int)) (seq.unit 0))"),
        "(seq.++ (seq.unit 0) (seq.unit 1) (seq.unit 2))",
    );
}

#[test]
fn sets() {
    let set = "(set.insert 1 2 (set.singleton 3))";
    check(&format!("(set.card (set.union {set} (set.singleton 1)))"), "3");
    check_true(&format!("(set.member 2 {set})"));
    check_true(&format!("(set.subset (set.singleton 2) {set})"));
    check(&format!("(set.minus {set} (set.singleton 2))"), "(set.insert 3 1 (as set.empty (Set Int)))");
    check("(set.choose (set.singleton 5))", "5");
    check(&format!("(set.map (lambda ((x Int)) (div x 2)) {set})"), "(set.insert 0 (set.singleton 1))");
    check(&format!("(set.filter (lambda ((x Int)) (> x 1)) {set})"), "(set.insert 2 (set.singleton 3))");
    check_false(&format!("(set.all (lambda ((x Int)) (> x 1)) {set})"));
    check_true(&format!("(set.some (lambda ((x Int)) (> x 1)) {set})"));
}

#[test]
fn arrays() {
    let zero = "((as const (Array Int Int)) 0)";
    check(&format!("(select (store {zero} 1 5) 1)"), "5");
    check(&format!("(select (store {zero} 1 5) 2)"), "0");
    check_true(&format!("(= (store (store {zero} 1 5) 1 0) {zero})"));
    check_true(&format!("(= (store (store {zero} 1 5) 2 6) (store (store {zero} 2 6) 1 5))"));
    check_false(&format!("(= {zero} ((as const (Array Int Int)) 1))"));
    check(&format!("(default (store {zero} 1 5))"), "0");
    check(
        &format!("((_ map (+ (Int Int) Int)) (store {zero} 1 5) ((as const (Array Int Int)) 2))"),
        "(store ((as const (Array Int Int)) 2) 1 7)",
    );
    check_true(&format!("(eqrange (store {zero} 1 5) {zero} 2 100)"));
    check_false(&format!("(eqrange (store {zero} 1 5) {zero} 0 100)"));
    check("(select (lambda ((x Int)) (* x x)) 5)", "25");
}

#[test]
fn arrays_over_finite_indices_are_equal_where_all_indices_are() {
    let zero = "((as const (Array Bool Int)) 0)";
    let one = "((as const (Array Bool Int)) 1)";
    check_true(&format!("(= (store {zero} true 1) (store {one} false 0))"));
    check_true(&format!("(= (store (store {zero} true 5) false 6) (store (store {one} false 6) true 5))"));
    check_false(&format!("(= (store {zero} true 1) (store {one} true 0))"));
    let bits = "((as const (Array (_ BitVec 1) Bool)) false)";
    check_true(&format!(
        "(= (store (store {bits} #b0 true) #b1 true) ((as const (Array (_ BitVec 1) Bool)) true))"
    ));
    // One element of 256 is left to the default.
    check_false(
        "(= ((as const (Array (_ BitVec 8) Bool)) false) (store ((as const (Array (_ BitVec 8) Bool)) true) #x00 false))",
    );
}

#[test]
fn datatypes() {
    check("(head (tail (cons 1 (cons 2 nil))))", "2");
    check_true("((_ is cons) (cons 1 nil))");
    check_false("((_ is cons) nil)");
    check_true("(distinct red green blue)");
    check_true("(= (pair 1 true) (pair 1 true))");
    check("(second (pair 1 #x05))", "#x05");
    check("((_ update head) (cons 1 nil) 7)", "(cons 7 nil)");
    check("((_ update head) nil 7)", "nil");
    check("(match (cons 3 nil) ((nil 0) ((cons h t) (+ h 1))))", "4");
    check("(match nil ((nil 0) ((cons h t) (+ h 1))))", "0");
    check("(match green ((red 1) (other 2)))", "2");
}
