//! How fast ground terms of each theory are evaluated: `cargo run --release -p gainsay-benches --bin eval_speed`.

use gainsay::eval::{Evaluator, Limits, Model, Scratch};
use gainsay::generate::Values;
use gainsay::rng::Rng;
use gainsay::script::{Decl, Script, Term};
use gainsay::theory::sort::SortKind;
use gainsay_benches::cpu_time;

/// A name, the sort of all terms, and operators that take two of them and give one (the rounding mode left out).
type Theory = (&'static str, SortKind, &'static [&'static str]);

const THEORIES: &[Theory] = &[
    ("Core", SortKind::Bool, &["and", "or", "xor", "=>", "="]),
    ("Ints", SortKind::Int, &["+", "-"]),
    ("Reals", SortKind::Real, &["+", "-"]),
    ("BitVec 8", SortKind::BitVec(8), &["bvadd", "bvmul", "bvand", "bvxor", "bvudiv", "bvshl"]),
    ("BitVec 32", SortKind::BitVec(32), &["bvadd", "bvmul", "bvand", "bvxor", "bvudiv", "bvshl"]),
    ("BitVec 128", SortKind::BitVec(128), &["bvadd", "bvmul", "bvand", "bvxor", "bvudiv", "bvshl"]),
    ("Float16", SortKind::Float(5, 11), &["fp.add", "fp.mul", "fp.sub"]),
    ("Float32", SortKind::Float(8, 24), &["fp.add", "fp.mul", "fp.sub"]),
    ("Float64", SortKind::Float(11, 53), &["fp.add", "fp.mul", "fp.sub"]),
    ("Float64 fp.div", SortKind::Float(11, 53), &["fp.div"]),
    ("Float64 fp.rem", SortKind::Float(11, 53), &["fp.rem"]),
];

fn main() {
    let nodes = 10_000;
    println!("{:16} {:>10} {:>12}", "theory", "ns a node", "million/s");
    for (name, kind, operators) in THEORIES {
        let mut script = Script::default();
        let mut rng = Rng::new(7);
        let mut model = Model::default();
        let sort = script.terms.sorts.intern(kind.clone());
        let mut pool: Vec<Term> = Vec::new();
        for at in 0..100 {
            let symbol = script.terms.symbols.intern(&format!("x{at}"));
            let decl = script.terms.declare(Decl::constant(symbol, sort));
            let value = Values { terms: &script.terms, model: &Model::default(), rng: &mut rng }
                .value(sort)
                .expect("a value");
            model.set(&script.terms, decl, value).expect("sorted");
            pool.push(script.terms.constant(decl));
        }
        let mode = script.terms.apply("RNE", &[]).expect("sorted");
        let start = script.terms.len();
        let mut roots = Vec::new();
        while script.terms.len() - start < nodes {
            let (a, b) = (pool[rng.index(pool.len())], pool[rng.index(pool.len())]);
            let operator = rng.pick(operators);
            let terms = &mut script.terms;
            let term = terms.apply(operator, &[a, b]).or_else(|_| terms.apply(operator, &[mode, a, b]));
            let term = term.expect("sorted");
            let place = rng.index(pool.len());
            pool[place] = term;
            roots.push(term);
        }
        let made = script.terms.len() - start;
        let mut scratch = Scratch::default();
        let mut rounds = 0;
        let begin = cpu_time();
        while cpu_time() - begin < 300_000_000 {
            let mut evaluator = Evaluator::with(scratch, &script.terms, &model, Limits::default());
            for &root in &roots {
                std::hint::black_box(evaluator.eval(root).is_ok());
            }
            scratch = evaluator.into_scratch();
            rounds += 1;
        }
        let nanoseconds = (cpu_time() - begin) as f64 / f64::from(rounds) / made as f64;
        println!("{name:16} {nanoseconds:10.1} {:12.2}", 1000.0 / nanoseconds);
    }
    println!("size of a value: {} bytes", size_of::<gainsay::value::Value>());
}
