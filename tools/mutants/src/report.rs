//! Prints counts, and the survivors without a reason.

use crate::Folder;
use crate::build::Population;
use crate::plan::{Key, Plan};
use crate::reach;
use crate::trial::{Result, results};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// The counts of mutants of a module.
#[derive(Default)]
struct Count {
    points: usize,
    compiled: usize,
    reached: usize,
    tried: usize,
    killed: usize,
    accepted: usize,
    survived: usize,
}

pub fn print(folder: &Folder, population: &Population, plan: &Plan, only: &str) -> io::Result<()> {
    let (refused, results) = (folder.refused(population), results(folder));
    let reached: BTreeSet<u32> =
        reach::read(folder, population)?.into_iter().flat_map(|test| test.reached).collect();
    let (mut counts, mut used): (BTreeMap<&str, Count>, BTreeSet<usize>) = Default::default();
    for (number, key) in &population.keys {
        let count = counts.entry(key.module()).or_default();
        count.points += 1;
        if refused.contains(number) {
            continue;
        }
        count.compiled += 1;
        count.reached += usize::from(reached.contains(number));
        let reason = plan.accepted.iter().position(|reason| reason.covers(key));
        used.extend(reason);
        let Some(result) = results.get(&key.text()) else { continue };
        count.tried += 1;
        match (result.is_killed(), reason) {
            (true, _) => count.killed += 1,
            (false, Some(_)) => count.accepted += 1,
            (false, None) => {
                count.survived += 1;
                if !only.is_empty() && key.file.contains(only) {
                    show(population, *number, key, result);
                }
            }
        }
    }
    println!("module | points | compiled | reached | tried | killed | accepted | survived");
    for (module, count) in &counts {
        let Count { points, compiled, reached, tried, killed, accepted, survived } = count;
        println!(
            "{module} | {points} | {compiled} | {reached} | {tried} | {killed} | {accepted} | {survived}"
        );
    }
    for (at, reason) in plan.accepted.iter().enumerate().filter(|(at, _)| !used.contains(at)) {
        println!("reason {} fits no mutant: {} {:?}", at + 1, reason.file, reason.original);
    }
    Ok(())
}

fn show(population: &Population, number: u32, key: &Key, result: &Result) {
    let Key { file, function, original, replacement, .. } = key;
    let line = population.line(number);
    println!("{file}:{line} {function}: {original}  =>  {replacement}  ({} {})", result.outcome, result.by);
}
