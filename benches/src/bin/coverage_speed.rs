//! What it costs to see what a question reaches: clearing and reading the map, comparing two traces, adding them up; and
//! what the counting costs the solver.
//!
//! `cargo run --release -p gainsay-benches --bin coverage_speed -- PROGRAM [SCRIPT..]`, with a program as `instrument/build-z3.sh` makes it.

use gainsay::coverage::{Probe, Reached, Trace};
use gainsay::solver::{Ask, Catalogue, Limits, Session, SessionConfig};
use std::time::{Duration, Instant};

const ROUNDS: u32 = 1000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().ok_or("name a program that was built to tell what it reaches")?;
    let solver = Catalogue::load(None)?.solver(&program)?;
    let mut probe = Probe::attach(&solver)?.ok_or("the program was not built to tell what it reaches")?;
    let mut scripts = arguments.map(std::fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    if scripts.is_empty() {
        scripts.push("(declare-const x Int)(assert (< (* x x) 5))(check-sat)".to_owned());
        scripts.push(
            "(declare-const s String)(assert (str.in_re s (re.* (str.to_re \"ab\"))))(check-sat)".to_owned(),
        );
    }
    let unit = probe.unit();
    let limits = Limits::default();
    let mut reached = Reached::default();
    let mut traces: Vec<Trace> = Vec::new();
    for script in &scripts {
        probe.clear();
        let answer = probe.solver().ask_fresh(script, &limits)?;
        let trace = probe.read()?;
        let new = reached.add(&trace);
        println!(
            "{:>9} in {:.3} s: {} {unit}, {new} of them new",
            answer.outcome.word(),
            answer.wall.as_secs_f64(),
            trace.places()
        );
        traces.push(trace);
    }
    let (first, last) = (&traces[0], &traces[traces.len() - 1]);
    println!("similarity of the first and the last: {:.3}", first.similarity(last));
    time("read", || probe.read().map_or(0, |trace| trace.places()));
    time("similarity", || first.similarity(last).to_bits() as usize);
    time("reward", || reached.reward(last) as usize);
    time("add", || reached.add(last));
    time("clear", || {
        probe.clear();
        0
    });
    let mut counting = Session::new(probe.solver().clone(), SessionConfig::default());
    let mut not_counting = Session::new(solver, SessionConfig::default());
    for (name, session, reads) in
        [("nobody reads", &mut not_counting, false), ("all is read", &mut counting, true)]
    {
        let mut longest = Duration::ZERO;
        let start = Instant::now();
        for _ in 0..10 {
            for script in &scripts {
                probe.clear();
                session.ask(script, &limits)?;
                let before = Instant::now();
                if reads {
                    reached.add(&probe.read()?);
                }
                longest = longest.max(before.elapsed());
            }
        }
        let each = start.elapsed() / (10 * scripts.len() as u32);
        println!("a question in a session, {name}: {each:.2?}, reading and adding at most {longest:.2?}");
    }
    Ok(())
}

fn time(name: &str, mut what: impl FnMut() -> usize) {
    let start = Instant::now();
    let sum: usize = (0..ROUNDS).fold(0, |sum, _| sum.wrapping_add(what()));
    println!("{name:>12}: {:?} ({sum:x})", start.elapsed() / ROUNDS);
}
