use gainsay::script::*;
use std::time::Instant;
fn run(name: &str, text: &str) {
    let t = Instant::now();
    let s = Script::read(text);
    let r = t.elapsed();
    let t = Instant::now();
    let out = Printer::default().script(&s);
    let p = t.elapsed();
    let t = Instant::now();
    let pretty = Printer::pretty().script(&s);
    let q = t.elapsed();
    println!(
        "{name}: {} bytes, {} terms, {} problems {:?}; read {r:?} ({:.1} MB/s), print {p:?} {} bytes ({:.0} MB/s), pretty {q:?} {}",
        text.len(),
        s.terms.len(),
        s.problems.len(),
        s.problems.first().map(|p| &p.message),
        text.len() as f64 / r.as_secs_f64() / 1e6,
        out.len(),
        out.len() as f64 / p.as_secs_f64() / 1e6,
        pretty.len()
    );
    let again = Script::read(&out);
    assert_eq!(Printer::default().script(&again), out);
}
fn main() {
    let n = 1_000_000;
    run("not", &format!("(declare-const p Bool)(assert {}p{})", "(not ".repeat(n), ")".repeat(n)));
    run("parens", &format!("(assert {}p{})", "(".repeat(n), ")".repeat(n)));
    run("forall", &format!("(assert {}true{})", "(forall ((x Int)) ".repeat(200_000), ")".repeat(200_000)));
    run(
        "forall-use",
        &format!("(assert {}(> x 0){})", "(forall ((x Int)) ".repeat(200_000), ")".repeat(200_000)),
    );
    let mut chain = String::from("(declare-const x Int)(assert (let ((v0 x)) ");
    for i in 1..=200_000 {
        chain += &format!("(let ((v{i} (+ v{} 1))) ", i - 1);
    }
    chain += "(> v200000 0)";
    chain += &")".repeat(200_001);
    chain += ")";
    run("let chain", &chain);
    let mut chain = String::from("(declare-const x Int)(assert (let ((v0 x)) ");
    for i in 1..=1000 {
        chain += &format!("(let ((v{i} (+ v{0} v{0}))) ", i - 1);
    }
    chain += "(> v1000 0)";
    chain += &")".repeat(1001);
    chain += ")";
    run("doubling", &chain);
    let mut chain = String::from("(declare-const p Bool)(assert (let ((v0 p)) ");
    for i in 1..=1000 {
        chain += &format!(
            "(let ((v{i} (and (forall ((x Int)) (or v{0} (> x 0))) (exists ((x Int)) (and v{0} (< x 0)))))) ",
            i - 1
        );
    }
    chain += "v1000";
    chain += &")".repeat(1001);
    chain += ")";
    run("doubling in quantifiers", &chain);
    let mut sort = String::new();
    sort += &"(Array Int ".repeat(100_000);
    sort += "Int";
    sort += &")".repeat(100_000);
    run("deep sort", &format!("(declare-const a {sort})(declare-const b {sort})(assert (= a b))"));
    let line = "(assert (and (bvult (bvadd x #x00000001) (bvmul y x)) (not (= (select a ((_ extract 7 0) x)) #b1)) (or p (bvsle x y))))\n";
    let mut big = String::from(
        "(set-logic QF_ABV)(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(declare-const p Bool)(declare-const a (Array (_ BitVec 8) (_ BitVec 1)))\n",
    );
    while big.len() < 20_000_000 {
        big += line;
    }
    run("shared lines", &big);
    let mut big = String::from(
        "(set-logic QF_ABV)(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(declare-const p Bool)(declare-const a (Array (_ BitVec 8) (_ BitVec 1)))\n",
    );
    let mut i = 0u32;
    while big.len() < 200_000_000 {
        i += 1;
        big += &format!(
            "(assert (and (bvult (bvadd x #x{i:08x}) (bvmul y #x{:08x})) (not (= (select a ((_ extract 7 0) (bvor x #x{i:08x}))) #b1)) (or p (bvsle x #x{:08x}))))\n",
            i.wrapping_mul(77),
            i ^ 0xff00ff
        );
    }
    run("200MB", &big);
    for f in std::env::args().skip(1) {
        let mut all = String::new();
        let mut stack = vec![std::path::PathBuf::from(&f)];
        while let Some(p) = stack.pop() {
            if p.is_dir() {
                for e in std::fs::read_dir(&p).unwrap() {
                    stack.push(e.unwrap().path())
                }
            } else {
                all += &String::from_utf8_lossy(&std::fs::read(&p).unwrap());
                all += "\n(reset)\n";
            }
        }
        run(&f, &all);
    }
}
