//! Real rewriters: what they print is read, and known mistakes are found.

use crate::support::{cpu_seconds, real};
use gainsay::script::{ReadOptions, Script};
use gainsay::simplify::{Config, Event, FIELDS, Finding, Tally, hunt};
use gainsay::solver::{Request, Rewriter, Rewritten};

fn hunted(solver: &str, theory: &str, count: u64) -> (Tally, Vec<Finding>) {
    let fields = FIELDS.iter().filter(|row| row.name == theory).collect();
    let config = Config { seed: 0, fields, limits: cpu_seconds(20.0), count: Some(count) };
    hunt(&real(solver), &config, &|| false, &mut |_: Event<'_>| ()).unwrap()
}

#[test]
fn what_rewriters_print_is_understood() {
    for solver in ["z3@5.4.0", "cvc5@1.4.2", "bitwuzla@0.9.1"] {
        let (tally, findings) = hunted(solver, "bits-2", 3000);
        assert!(tally.compared + tally.unchanged > 2500, "{solver}: {tally:?}");
        assert!(findings.is_empty(), "{solver}: {findings:?}");
    }
}

#[test]
fn many_terms_in_one_command_come_back_in_their_order() {
    for solver in ["z3@5.4.0", "cvc5@1.4.2", "bitwuzla@0.9.1"] {
        let sorts = ["Bool".to_owned(), "(_ BitVec 8)".to_owned()];
        let mut rewriter = Rewriter::new(&real(solver), "(declare-const x (_ BitVec 8))\n", &sorts).unwrap();
        let texts: Vec<String> = (0..130).map(|number| format!("(bvadd #x01 #x{number:02x})")).collect();
        let mut requests: Vec<Request<'_>> = texts.iter().map(|term| Request { term, sort: 1 }).collect();
        requests.insert(70, Request { term: "(= x x)", sort: 0 });
        // One term that is refused does not hide the others.
        requests.insert(20, Request { term: "(bvadd #x01 #b1)", sort: 1 });
        let results = rewriter.rewrite(&requests, "", &cpu_seconds(20.0), &|| false).unwrap();
        let value = |text: &str| match text.strip_prefix("#b") {
            Some(bits) => u32::from_str_radix(bits, 2).unwrap(),
            None => u32::from_str_radix(text.strip_prefix("#x").unwrap(), 16).unwrap(),
        };
        assert!(matches!(results[20], Rewritten::Refused(_)), "{solver}: {:?}", results[20]);
        assert_eq!(results[71], Rewritten::Term("true".to_owned()), "{solver}");
        let numbers = results.iter().enumerate().filter(|(at, _)| ![20, 71].contains(at));
        for (number, (_, result)) in numbers.enumerate() {
            let Rewritten::Term(result) = result else { panic!("{solver}: {result:?}") };
            assert_eq!(value(result), number as u32 + 1, "{solver}");
        }
    }
}

#[test]
fn parts_that_are_printed_once_come_back_whole() {
    let (declarations, sorts) =
        ("(declare-const x (_ BitVec 8))\n", ["Bool".to_owned(), "(_ BitVec 8)".to_owned()]);
    let mut texts: Vec<String> =
        (0..90).map(|number| format!("(bvudiv (bvmul x x) (bvurem x #x{number:02x}))")).collect();
    // A quantified formula has names of its own for what it has twice.
    texts.extend((0..90).map(|number| {
        format!(
            "(forall ((y (_ BitVec 8))) (bvult (bvudiv (bvurem (bvmul x x) y) (bvmul x x)) \
             (bvudiv (bvurem (bvmul x x) y) #x{number:02x})))"
        )
    }));
    for solver in ["z3@5.4.0", "z3@4.8.7"] {
        let mut rewriter = Rewriter::new(&real(solver), declarations, &sorts).unwrap();
        let limits = cpu_seconds(20.0);
        let sort = |text: &str| usize::from(!text.starts_with("(forall"));
        let requests: Vec<Request<'_>> =
            texts.iter().map(|term| Request { term, sort: sort(term) }).collect();
        let together = rewriter.rewrite(&requests, "", &limits, &|| false).unwrap();
        let mut script = Script::read(declarations);
        for (text, together) in texts.iter().zip(&together) {
            let alone = rewriter.rewrite_one(text, "", &limits).unwrap();
            let mut read = |result: &Rewritten| match result {
                Rewritten::Term(text) => {
                    script.read_terms(&[text], ReadOptions::default()).remove(0).unwrap()
                }
                other => panic!("{solver}: {text}: {other:?}"),
            };
            assert_eq!(read(together), read(&alone), "{solver}: {text}");
        }
    }
}
