//! Which tests of the makers solvers do not take, and why: those are wasted.
//! `rejections [COUNT] [STRATEGY,..] [SOLVER,..]`, with an example of each message.

use gainsay::answer::Outcome;
use gainsay::consult::{Request, unsupported};
use gainsay::rng::Rng;
use gainsay::script::Names;
use gainsay::solver::{Catalogue, Limits, Session, SessionConfig, Solver};
use gainsay::strategy::{Inputs, Steps, Strategy, strategy};
use std::collections::BTreeMap;
use std::error::Error;

/// A script is taken or not before it is worked on.
const SECONDS: f64 = 0.1;
/// So many kinds of messages are shown.
const SHOWN: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let count = words.next().map_or(Ok(3000), |word| word.parse())?;
    let strategies = words.next().unwrap_or_else(|| "bits,floats,terms,syntactic".to_owned());
    let solvers = words.next().unwrap_or_else(|| "z3,cvc5,bitwuzla,yices".to_owned());
    let catalogue = Catalogue::load(None)?;
    for name in strategies.split(',') {
        let strategy = strategy(name)?;
        for solver in solvers.split(',') {
            survey(strategy, &catalogue.solver(solver)?, count)?;
        }
    }
    Ok(())
}

/// Asks one solver all tests of a strategy, and prints what it did not take.
fn survey(strategy: &dyn Strategy, solver: &Solver, count: u64) -> Result<(), Box<dyn Error>> {
    let mut session = Session::new(solver.clone(), SessionConfig::default());
    let mut names = Names::default();
    let (mut asked, mut rejected) = (0u64, 0u64);
    let mut messages: BTreeMap<String, (u64, String, String)> = BTreeMap::new();
    for unit in 0..count {
        let size = 1 + (unit % u64::from(Inputs::LARGE)) as u32;
        let inputs = Inputs::of_size(size);
        let made = strategy.make(&inputs, &mut Rng::of_unit(1, unit), &mut Steps::default());
        let Ok(test) = made else { continue };
        if unsupported(solver, test.script().logic(), &test.script().usage()).is_some() {
            continue;
        }
        let question = Request::new(test.script(), false);
        let answer = question.ask_through(solver, &mut session, &mut names, &Limits::seconds(SECONDS))?;
        asked += u64::from(!matches!(answer.outcome, Outcome::NotAsked(_)));
        if let Outcome::Rejected(message) = answer.outcome {
            rejected += 1;
            let text = question.text(Names::AsWritten).to_owned();
            let kind = messages.entry(kind(&message)).or_insert((0, message, text));
            kind.0 += 1;
        }
    }
    let share = 100.0 * rejected as f64 / asked.max(1) as f64;
    println!(
        "{:<10} {:<16} {asked:>6} asked {rejected:>5} rejected {share:>6.2}%",
        strategy.name(),
        solver.label()
    );
    let mut messages: Vec<_> = messages.into_values().collect();
    messages.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
    for (count, message, text) in messages.iter().take(SHOWN) {
        println!("  {count:>5} {message}");
        text.lines().for_each(|line| println!("        {line}"));
    }
    Ok(())
}

/// A message without what differs from script to script.
fn kind(message: &str) -> String {
    message.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).collect()
}
