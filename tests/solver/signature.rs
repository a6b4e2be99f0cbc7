//! Crashes: what is the same in every run.

use gainsay::answer::SignatureKind;
use gainsay::solver::signature;

fn assertion(output: &str) -> String {
    let patterns = ["ASSERTION VIOLATION", "Fatal failure within"];
    signature::of_message(SignatureKind::Assertion, output, &patterns).unwrap().text
}

#[test]
fn an_assertion_is_known_by_its_text_and_place() {
    let z3 = "sat\nASSERTION VIOLATION\nFile: ../src/ast/ast.cpp\nLine: 388\nUNEXPECTED CODE WAS REACHED.\n";
    assert_eq!(assertion(z3), "ASSERTION VIOLATION File: ast.cpp Line: 388 UNEXPECTED CODE WAS REACHED.");
    let cvc5 = "Fatal failure within void f(int) at /build/x/src/theory/engine.cpp:51\nCheck failure\n\n a == b\nsat";
    assert_eq!(assertion(cvc5), "Fatal failure within void f(int) at engine.cpp:51 Check failure a == b");
}

#[test]
fn a_sanitizer_report_is_known_by_its_first_frame_in_the_solver() {
    let report = "==812==ERROR: AddressSanitizer: heap-use-after-free on address 0x6020 at pc 0x55\n\
                  READ of size 8 at 0x6020 thread T0\n\
                  \x20   #0 0x7f in __interceptor_memcpy (libasan.so.6)\n\
                  \x20   #1 0x55d0 in smt::core::pop(unsigned) /home/me/z3/src/core.cpp:12:3\n";
    let signature = signature::of_sanitizer(report, "").unwrap();
    let expected = "AddressSanitizer: heap-use-after-free in smt::core::pop(unsigned) core.cpp:12:3";
    assert_eq!(signature.text, expected);
    let other_run = report.replace("812", "99").replace("0x55d0", "0x1234");
    assert_eq!(signature::of_sanitizer(&other_run, "").unwrap(), signature);
}

#[test]
fn runs_do_not_show() {
    let first = signature::of_death("SIGSEGV", "bad node 0x7ffe12 in /tmp/gainsay-1-2.smt2");
    let second = signature::of_death("SIGSEGV", "bad node 0x55aa in /tmp/gainsay-3-4.smt2");
    assert_eq!(first, second);
    assert_eq!(first.text, "SIGSEGV after: bad node 0x_ in _");
}
