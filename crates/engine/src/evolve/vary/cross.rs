//! Crossover: two individuals exchange assertions.

use crate::evolve::individual::Draft;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::import::{Import, Renaming};
use gainsay_lang::script::{Command, Script, Term};

/// Two children: in each, some assertions of the parent are replaced by as many of the other's. Their number is
/// a fifth of all assertions, as in paper 004, or one if a parent has fewer. Constants with the same name and
/// sort are identified.
pub fn cross(first: &str, second: &str, rng: &mut Rng) -> [Option<Draft>; 2] {
    let (first, second) = (Script::read(first), Script::read(second));
    let (some, others) = (first.assertions().count(), second.assertions().count());
    if some == 0 || others == 0 {
        return [None, None];
    }
    let fifth = (some + others) / 5;
    let count = if fifth == 0 || fifth > some.min(others) { 1 } else { fifth };
    let (given, taken) = (choose(rng, some, count), choose(rng, others, count));
    [with_others(&first, &given, &second, &taken), with_others(&second, &taken, &first, &given)]
        .map(|script| Draft::new(script, "crossover"))
}

/// `count` different random numbers below `from`.
fn choose(rng: &mut Rng, from: usize, count: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..from).collect();
    for at in 0..count.min(from) {
        numbers.swap(at, at + rng.index(from - at));
    }
    numbers.truncate(count);
    numbers
}

/// A script with some of its assertions replaced by some of another one's.
fn with_others(own: &Script, given: &[usize], other: &Script, taken: &[usize]) -> Script {
    let mut script = own.clone();
    let mut number = 0;
    script.commands.retain(|command| match command {
        Command::Assert(_) => {
            number += 1;
            !given.contains(&(number - 1))
        }
        Command::CheckSat => false,
        _ => true,
    });
    let assertions: Vec<Term> = other.assertions().collect();
    let roots: Vec<Term> = taken.iter().filter_map(|&at| assertions.get(at).copied()).collect();
    let mut import = Import::new(&script, Renaming::default());
    identify(&mut import, &script, other);
    // Declarations that turn out to be unused are dropped later, with all others.
    let declarations = import.declarations_of(other, &mut script.terms, &roots);
    script.commands.extend(declarations);
    for root in roots {
        let root = import.term(&other.terms, &mut script.terms, root);
        script.commands.push(Command::Assert(root));
    }
    script
}

/// Identifies constants with the same name and sort, unless the scripts declare the sort themselves.
fn identify(import: &mut Import, script: &Script, other: &Script) {
    let key = |script: &Script, constant: Term| -> Option<(String, String)> {
        let terms = &script.terms;
        let (sort, decl) = (terms.sort(constant), terms.declaration(constant)?);
        let is_own = |sort| terms.sorts.kind(sort).is_named();
        if is_own(sort) || terms.sorts.parts(sort).iter().copied().any(is_own) {
            return None;
        }
        let name = terms.symbols.name(terms.decl(decl).name).to_owned();
        Some((name, terms.sorts.to_text(&terms.symbols, sort)))
    };
    let own: Vec<(Option<(String, String)>, Term)> =
        script.free_constants().into_iter().map(|(term, _)| (key(script, term), term)).collect();
    for (constant, _) in other.free_constants() {
        let theirs = key(other, constant);
        if let Some((_, same)) = own.iter().find(|(ours, _)| ours.is_some() && *ours == theirs) {
            import.identify(constant, *same);
        }
    }
}
