//! How long building and walking takes on one script: `cargo run --release -p gainsay-benches --bin rewrite_speed FILE`.
#![allow(clippy::unwrap_used)]

use gainsay::script::cnf::{Definitions, clauses};
use gainsay::script::import::Renaming;
use gainsay::script::occurrences::{Occurrences, Place};
use gainsay::script::rewrite::{Rewriter, replace_at};
use gainsay::script::skeleton::Skeleton;
use gainsay::script::{Printer, Script, Term};
use std::hint::black_box;
use std::time::Instant;

fn time(name: &str, mut run: impl FnMut()) {
    for _ in 0..100 {
        run();
    }
    let best = (0..20)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..200 {
                run();
            }
            start.elapsed().as_nanos() / 200
        })
        .min();
    println!("{name:40} {:>10} ns", best.unwrap());
}

fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let mut script = Script::read(&text);
    let mut roots: Vec<Term> = script.assertions().collect();
    let nodes = script.terms.postorder(&roots).len();
    println!("{} bytes, {} assertions, {nodes} nodes", text.len(), roots.len());
    let constants = script.free_constants();
    let (x, places) = *constants.iter().max_by_key(|constant| constant.1).unwrap();
    let y = constants.iter().find(|c| script.terms.sort(c.0) == script.terms.sort(x)).unwrap().0;
    println!("{} constants, the one replaced has {places} places", constants.len());
    let mark = script.terms.mark();
    let mut rewriter = Rewriter::default();
    let original = roots.clone();
    time("substitute one constant, roll back", || {
        roots.copy_from_slice(&original);
        let new = script.terms.declare_constant("fresh", script.terms.sort(x));
        rewriter.substitute_all(&mut script.terms, &mut roots, &[(x, new)]);
        black_box(&roots);
        script.terms.rollback(mark);
    });
    time("swap two constants, roll back", || {
        roots.copy_from_slice(&original);
        rewriter.substitute_all(&mut script.terms, &mut roots, &[(x, y), (y, x)]);
        black_box(&roots);
        script.terms.rollback(mark);
    });
    let mut occurrences = Occurrences::default();
    time("find and count the places of a constant", || occurrences.find(&script.terms, &original, x));
    let mut place = Place::default();
    time("go to one place", || {
        black_box(occurrences.nth_into(&script.terms, occurrences.count() / 2, &mut place));
    });
    time("replace at one place, roll back", || {
        let new = script.terms.declare_constant("fresh", script.terms.sort(x));
        black_box(replace_at(&mut script.terms, original[place.root], &place.path, new));
        script.terms.rollback(mark);
    });
    let mut printer = Printer::default();
    let mut out = String::new();
    time("substitute, print all assertions, roll back", || {
        out.clear();
        roots.copy_from_slice(&original);
        let new = script.terms.declare_constant("fresh", script.terms.sort(x));
        rewriter.substitute_all(&mut script.terms, &mut roots, &[(x, new)]);
        for &root in &roots {
            printer.write_term(&mut out, &script.terms, root);
        }
        script.terms.rollback(mark);
    });
    let mut skeleton = Skeleton::default();
    time("skeleton with polarities", || skeleton.find(&script.terms, &original));
    time("clauses, roll back", || {
        black_box(clauses(&mut script.terms, &original, Definitions::BothWays));
        script.terms.rollback(mark);
    });
    time("usage and logic", || {
        black_box(script.needed_logic());
    });
    time("copy under other names", || {
        black_box(script.renamed(Renaming { prefix: "a".into(), suffix: String::new() }));
    });
    let commands = script.commands.len();
    time("append to itself, roll back", || {
        let other = script.clone();
        script.append(&other, Renaming::default(), |_| true);
        script.commands.truncate(commands);
        script.terms.rollback(mark);
    });
    time("clone", || {
        black_box(script.clone());
    });
    time("read", || {
        black_box(Script::read(&text));
    });
}
