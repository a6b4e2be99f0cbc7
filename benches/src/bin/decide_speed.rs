//! How fast small formulas of each theory are evaluated, each time under another model, and how many assignments the
//! exhaustive decider tries: `cargo run --release -p gainsay-benches --bin decide_speed`.

use gainsay::eval::{
    Bounds, Decision, Evaluator, Limits, Model, Scratch, SortDomains, decide, eval, has_sort,
};
use gainsay::script::{Decl, DeclKind, Script, Term};
use gainsay::value::{Size, Value};
use gainsay_benches::cpu_time;

/// A theory, declarations with a value for each symbol, and a formula over them.
const FORMULAS: &[(&str, &str, &str)] = &[
    (
        "Core",
        "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)",
        "(xor (ite (= p q) (not r) (or p r)) (=> q (and (not p) (distinct q r))) (= (or q r) (not (xor p r))))",
    ),
    (
        "Ints",
        "(declare-const x Int)(declare-const y Int)(declare-const z Int)",
        "(< (+ (* x 7) (div y 3) (- z)) (- (mod (* y y) 11) (* 5 (abs (- x z))) (* z (+ x y 1))))",
    ),
    (
        "Reals",
        "(declare-const x Real)(declare-const y Real)(declare-const z Real)",
        "(< (+ (* x 7.5) (/ y 3.0) (- z)) (- (* y (* y 0.25)) (* 5.0 (- x z)) (* z (+ x y 1.5))))",
    ),
    (
        "FixedSizeBitVectors",
        "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(declare-const z (_ BitVec 32))",
        "(bvult (bvadd (bvmul x y) (bvudiv y (bvnot z)) (bvneg x)) (bvxor (bvshl y #x00000003) \
         (bvor ((_ rotate_left 3) x) z) (concat ((_ extract 15 0) x) ((_ extract 31 16) (bvsdiv z y)))))",
    ),
    (
        "FloatingPoint",
        "(declare-const x Float32)(declare-const y Float32)(declare-const z Float32)",
        "(fp.lt (fp.add RNE (fp.mul RTZ x y) (fp.div RNE y (fp.neg z))) (fp.fma RTP x (fp.abs y) \
         (fp.sub RNE z (fp.roundToIntegral RNA x))))",
    ),
    (
        "UnicodeStrings",
        "(declare-const x String)(declare-const y String)(declare-const z String)",
        "(str.< (str.++ (str.replace x \"a\" y) (str.substr z 0 2)) (str.++ (str.at y 1) \
         (ite (str.prefixof x z) (str.from_int (str.len x)) (str.replace_all z \"b\" x))))",
    ),
    (
        "Sequences",
        "(declare-const x (Seq Int))(declare-const y (Seq Int))(declare-const z Int)",
        "(= (seq.++ (seq.extract x 0 2) (seq.unit z) y) (seq.replace (seq.++ x y) (seq.unit z) (seq.at y 0)))",
    ),
    (
        "ArraysEx",
        "(declare-const x (Array Int Int))(declare-const y Int)(declare-const z Int)",
        "(= (select (store (store x y 3) z 4) (select x z)) (select (store x (+ y 1) (select x y)) z))",
    ),
    (
        "Sets",
        "(declare-const x (Set Int))(declare-const y (Set Int))(declare-const z Int)",
        "(set.subset (set.inter x (set.union y (set.singleton z))) (set.minus (set.union x y) (set.singleton 3)))",
    ),
    (
        "datatypes",
        "(declare-datatype T ((leaf) (node (label Int) (below T))))(declare-const x T)(declare-const z Int)",
        "(= (node (+ z 1) (node z x)) (ite ((_ is leaf) x) (node 1 (node z leaf)) (node (label (node z x)) x)))",
    ),
];

/// For so long everything is repeated, in nanoseconds.
const LONG_ENOUGH: u64 = 300_000_000;

fn main() {
    println!("{:<22}{:>12}{:>14}{:>12}", "theory", "nodes", "nodes/s", "ns a node");
    for (theory, declarations, formula) in FORMULAS {
        ground(theory, &format!("{declarations}(assert {formula})"));
    }
    println!();
    for (what, text) in SEARCHES {
        search(what, text);
    }
}

/// Evaluates one assertion again and again, each time under another model.
fn ground(theory: &str, text: &str) {
    let script = Script::parse(text).unwrap_or_else(|problem| panic!("{theory}: {problem}"));
    let assertion = script.assertions().next().expect("one assertion");
    let nodes = script.terms.postorder(&[assertion]).len();
    let models: Vec<Model> = (0..64).map(|number| model(&script, number)).collect();
    let mut scratch = Scratch::default();
    let (mut evaluated, mut known) = (0u64, 0u64);
    let start = cpu_time();
    while cpu_time() - start < LONG_ENOUGH {
        for model in &models {
            let mut evaluator = Evaluator::with(scratch, &script.terms, model, Limits::default());
            known += u64::from(evaluator.eval_bool(assertion).is_ok());
            scratch = evaluator.into_scratch();
            evaluated += 1;
        }
    }
    assert_eq!(known, evaluated, "{theory}: a value is not known");
    let seconds = (cpu_time() - start) as f64 / 1e9;
    let all = (evaluated * nodes as u64) as f64;
    println!("{theory:<22}{nodes:>12}{:>14.0}{:>12.1}", all / seconds, seconds / all * 1e9);
}

/// Values of symbols that differ from number to number.
fn model(script: &Script, number: u64) -> Model {
    let values = |at: u64| {
        let n = (number * 31 + at * 7) % 50;
        [
            format!("{}", n.is_multiple_of(2)),
            format!("{n}"),
            format!("{n}.5"),
            format!("(_ bv{} 32)", n * 77_777 + 1),
            format!("((_ to_fp 8 24) RNE {n}.25)"),
            format!("\"ab{n}ba\""),
            format!("(seq.++ (seq.unit {n}) (seq.unit {at}) (seq.unit 3))"),
            format!("(store (store ((as const (Array Int Int)) 1) {n} 2) {at} 5)"),
            format!("(set.union (set.singleton {n}) (set.singleton 3))"),
        ]
    };
    let mut model = Model::default();
    model.complete_with_defaults = true;
    let free = script.terms.decls().filter(|(_, decl)| matches!(decl.kind, DeclKind::Free));
    for (at, (decl, declared)) in free.enumerate() {
        let fitting = values(at as u64).iter().find_map(|text| {
            let value: Value = value_of(text)?;
            let domains = SortDomains { terms: &script.terms, model: &model };
            has_sort(domains, &value, declared.result_sort()).then_some(value)
        });
        if let Some(value) = fitting {
            model.set(&script.terms, decl, value).expect("a value of the sort");
        }
    }
    model
}

fn value_of(text: &str) -> Option<Value> {
    let script = Script::parse(&format!("(assert (= {text} {text}))")).ok()?;
    let equation = script.assertions().next()?;
    let term: Term = *script.terms.children(equation).first()?;
    eval(&script.terms, term, &Model::default(), Limits::default()).ok()
}

/// Formulas that hold for no assignment. The first has 20 nodes and is one assertion that needs all symbols, so that
/// nothing can be cut.
const SEARCHES: &[(&str, &str)] = &[
    (
        "3 vectors of 3 bits, one assertion",
        "(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))(declare-const z (_ BitVec 3))
         (assert (not (= (bvadd (bvmul x (bvor y z)) (bvxor (bvsub y z) (bvand x z)) (bvnot (bvmul y z)))
           (bvsub (bvadd (bvxor (bvsub y z) (bvand x z)) (bvmul (bvor y z) x)) (bvadd (bvmul z y) (bvneg #b111))))))",
    ),
    (
        "the same for vectors of 6 bits",
        "(declare-const x (_ BitVec 6))(declare-const y (_ BitVec 6))(declare-const z (_ BitVec 6))
         (assert (not (= (bvadd (bvmul x (bvor y z)) (bvxor (bvsub y z) (bvand x z)) (bvnot (bvmul y z)))
           (bvsub (bvadd (bvxor (bvsub y z) (bvand x z)) (bvmul (bvor y z) x)) (bvadd (bvmul z y) (bvneg #b111111))))))",
    ),
    (
        "3 vectors of 6 bits, pruned",
        "(declare-const x (_ BitVec 6))(declare-const y (_ BitVec 6))(declare-const z (_ BitVec 6))
         (assert (bvult x y))(assert (bvult y z))(assert (= (bvadd x y) z))(assert (= (bvmul y z) #b000011))
         (assert (= ((_ extract 0 0) x) #b0))(assert (bvult (bvudiv z y) #b000001))",
    ),
    (
        "2 floats of 6 bits and a rounding mode",
        "(declare-const x (_ FloatingPoint 3 3))(declare-const y (_ FloatingPoint 3 3))
         (declare-const m RoundingMode)(assert (not (= (fp.add m x y) (fp.add m y x))))",
    ),
    (
        "a function and a quantifier",
        "(declare-fun f ((_ BitVec 2)) (_ BitVec 2))
         (assert (forall ((u (_ BitVec 2))) (= (f (f u)) (bvadd u #b01))))",
    ),
];

fn search(what: &str, text: &str) {
    let script = Script::parse(text).unwrap_or_else(|problem| panic!("{what}: {problem}"));
    let model = Model::default();
    let domains = SortDomains { terms: &script.terms, model: &model };
    let size = |decl: &Decl| match domains.size_of_all(&[decl.result_sort()]) {
        Size::Finite(size) => {
            let entries = domains.size_of_all(&decl.arg_sorts().unwrap_or_default());
            let Size::Finite(entries) = entries else { return f64::INFINITY };
            (size as f64).powf(entries as f64)
        }
        _ => f64::INFINITY,
    };
    let all: f64 = script.terms.decls().map(|(_, decl)| size(decl)).product();
    let (mut runs, mut tried) = (0u64, 0u64);
    let start = cpu_time();
    while cpu_time() - start < LONG_ENOUGH {
        match decide(&script.question(), Bounds::default()) {
            Decision::Unsat(exhausted) => tried += exhausted.assignments(),
            other => panic!("{what}: {other:?}"),
        }
        runs += 1;
    }
    let seconds = (cpu_time() - start) as f64 / 1e9;
    let assertions: Vec<Term> = script.assertions().collect();
    let nodes = script.terms.postorder(&assertions).len();
    println!("{what}: {nodes} nodes, {all:.0} assignments, {:.1} µs a script", seconds / runs as f64 * 1e6);
    println!(
        "  {:.1} million assignments/s covered, {:.1} million partial assignments/s tried ({} a script)",
        all * runs as f64 / seconds / 1e6,
        tried as f64 / seconds / 1e6,
        tried / runs
    );
}
