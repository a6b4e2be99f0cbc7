//! `gainsay make`: writes generated tests to files.

use super::at_least;
use crate::evidence::Test;
use crate::rules::{Patterns, equivalences};
use crate::strategy::strings::{self, OwnPatterns, Pools};
use crate::strategy::{
    Inputs, LARGEST_SIZE, Recipe, Scope, Strategy, Strings, Unit, strategies, strategy, written,
};
use crate::value::{Int, Text};
use crate::words::counted;
use anyhow::{Context, anyhow, bail};
use serde::Deserialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Make tests from nothing, each with its right answer
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay make bits --count 1000 --out DIR        DIR/00001-sat.smt2 and so on, small ones first
  gainsay make floats --size 3 --out DIR          all of the same size
  gainsay make bits --logic QF_BV --status unsat --max-width 8 --out DIR
  gainsay make bv_few_unsat --out DIR             3 bits, unsatisfiable (Dewey, Table 5.1)
  gainsay make terms --count 10 --json            print them, one JSON object per line
  gainsay make strings --out DIR                  the whole suite of string tests
  gainsay make strings --pool mine.toml --all --out DIR   all combinations of your constants
A pool has strings = [\"\", \"a\", \"\\u00e9\"], ints = [-1, 0, \"100000000000000000000\"], and patterns for
quantifiers by the names in rules/equivalences.smt2: patterns.E8 = [\"(str.++ s1 s2)\"].
Each file states its status in (set-info :status ..), and the reason in comments: a model, or the
command that makes it again. `gainsay suite DIR --solver X` tests a solver with them.")]
pub struct Args {
    /// A strategy that needs no seeds: bits, floats, terms, syntactic, strings, swarm, or one of the
    /// generators bv_few_sat, bv_many_unsat, fp_few_syntactic and so on (docs: Strategies)
    strategy: String,
    /// How many tests to make [default: 100; for `strings`, a fixed suite]
    #[arg(short, long, value_name = "N")]
    count: Option<u64>,
    /// The folder to write them to, new or empty; required unless --json is given
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The random seed; the same seed makes the same tests
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// Their size, from 1 to 100 [default: growing from 1 to 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(LARGEST_SIZE)))]
    size: Option<u32>,
    /// A file with the constants and patterns of the suite of string tests [default: strings and numbers at
    /// which operations change behaviour, and the paper's patterns]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "size"])]
    pool: Option<PathBuf>,
    /// Use all combinations of these constants, up to 4096 per operation, instead of some
    #[arg(long, conflicts_with_all = ["count", "size"])]
    all: bool,
    /// Only tests of these logics, separated by commas
    #[arg(long, value_name = "LOGICS", value_delimiter = ',')]
    logic: Vec<String>,
    /// Only tests with this answer
    #[arg(long, value_name = "ANSWER", value_parser = ["sat", "unsat"])]
    status: Option<String>,
    /// Only tests whose bit-vectors have at most N bits
    #[arg(long, value_name = "N", value_parser = at_least(1))]
    max_width: Option<u64>,
    /// Print one JSON object per test
    #[arg(long)]
    json: bool,
}

/// A file with constants, with patterns, or with both.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pool {
    strings: Option<Vec<String>>,
    ints: Option<Vec<Number>>,
    #[serde(default)]
    patterns: OwnPatterns,
}

/// A number, or a text if it is too large for TOML.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Small(i64),
    Large(String),
}

fn read_pools(path: &Path) -> anyhow::Result<(Pools, OwnPatterns)> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let pool: Pool = toml::from_str(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    let string = |text: &String| {
        let characters: Vec<u32> = text.chars().map(u32::from).collect();
        Text::new(&characters)
            .with_context(|| format!("{}: {text:?} has a character above U+2FFFF", path.display()))
    };
    let int = |number: &Number| match number {
        Number::Small(number) => Ok(Int::from(*number)),
        Number::Large(text) => {
            Int::parse(text).with_context(|| format!("{}: {text:?} is not a number", path.display()))
        }
    };
    let mut pools = Pools::default();
    if let Some(strings) = &pool.strings {
        pools.strings = strings.iter().map(string).collect::<Result<_, _>>()?;
    }
    if let Some(ints) = &pool.ints {
        pools.ints = ints.iter().map(int).collect::<Result<_, _>>()?;
    }
    if pools.strings.is_empty() || pools.ints.is_empty() {
        bail!("{}: at least one string and one number are needed", path.display());
    }
    let mut patterns = OwnPatterns::new();
    for (name, own) in &pool.patterns {
        let whose = || format!("{}: the pattern of {name}", path.display());
        let equivalence = equivalences().iter().find(|known| known.name == *name);
        let equivalence =
            equivalence.with_context(|| format!("{}: there is no such equivalence", whose()))?;
        for pattern in own {
            // On one line, as it is written into the test.
            let pattern = pattern.split_whitespace().collect::<Vec<_>>().join(" ");
            let wrong = |why| anyhow!("{} cannot be `{pattern}`: {why}", whose());
            equivalence.with(&Patterns::Own(pattern.clone())).map_err(wrong)?;
            patterns.entry(name.clone()).or_default().push(pattern);
        }
    }
    Ok((pools, patterns))
}

/// After this many failed attempts in a row, the strategy gives up.
const PATIENCE: u64 = 10_000;

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let strategy = seedless(&args.strategy)?;
    if args.out.is_none() && !args.json {
        bail!("need --out DIR to write the tests to a new folder, or --json to print them");
    }
    let is_suite = strategy.name() == Strings.name() && args.count.is_none() && args.size.is_none();
    if !is_suite && (args.pool.is_some() || args.all) {
        bail!("only `strings` has constants to choose");
    }
    let (pools, patterns) = args.pool.as_deref().map_or_else(|| Ok(Default::default()), read_pools)?;
    let scope = Arc::new(Scope::new(&args.logic, args.status.as_deref(), args.max_width));
    if !scope.suits(strategy) {
        bail!("`{}` makes no tests with {scope}", strategy.name());
    }
    if let Some(folder) = &args.out {
        prepare(folder)?;
    }
    if is_suite {
        let choices = if args.all { strings::ALL } else { strings::SOME };
        let mut number = 0;
        let tests = strings::suite_with_variants(&pools, &patterns, choices);
        for (variant, test) in tests.filter(|(_, test)| scope.admits(test)) {
            number += 1;
            finish(&args, &test, variant.map(Recipe::Variant).as_ref(), number, None)?;
        }
        return Ok(done(&args, number));
    }
    let count = args.count.unwrap_or(100);
    let (mut number, mut unit, mut failures) = (0, 0, 0);
    while number < count {
        let size = args.size.unwrap_or_else(|| growing(number, count));
        let recipe = Recipe::Unit(Unit {
            strategy: strategy.name().to_owned(),
            seed: args.seed,
            number: unit,
            size,
            scope: scope.clone(),
        });
        unit += 1;
        match recipe.make() {
            Ok(test) => {
                number += 1;
                failures = 0;
                finish(&args, &test, Some(&recipe), number, Some(size))?;
            }
            Err(skip) => {
                failures += 1;
                if failures > PATIENCE {
                    bail!("`{}` makes no more tests of size {size}: {skip}", strategy.name());
                }
            }
        }
    }
    Ok(done(&args, number))
}

/// Reports where the tests are.
fn done(args: &Args, count: u64) -> ExitCode {
    if let Some(folder) = &args.out {
        remark!("{}: {}", folder.display(), counted(count, "test"));
    }
    ExitCode::SUCCESS
}

/// The strategy of this name, which must need no seeds.
fn seedless(name: &str) -> anyhow::Result<&'static dyn Strategy> {
    let chosen = strategy(name)?;
    if chosen.needs_seeds() {
        let seedless = strategies().iter().filter(|strategy| !strategy.needs_seeds());
        let names = seedless.map(|strategy| strategy.name()).collect::<Vec<_>>().join(", ");
        bail!("`{name}` makes tests from seeds, and `gainsay make` has none; these need no seeds: {names}");
    }
    Ok(chosen)
}

/// Creates the folder; refuses one that is not empty.
fn prepare(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut entries =
        std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    if entries.next().is_some() {
        bail!("{} is not empty; choose a new folder", folder.display());
    }
    Ok(())
}

/// Sizes grow from 1 to the largest size.
fn growing(number: u64, count: u64) -> u32 {
    1 + (number * u64::from(Inputs::LARGE) / count.max(1)) as u32
}

fn finish(
    args: &Args,
    test: &Test,
    recipe: Option<&Recipe>,
    number: u64,
    size: Option<u32>,
) -> anyhow::Result<()> {
    let status = test.evidence().answer().word();
    let text = written::write(test, recipe);
    if let Some(folder) = &args.out {
        // Tests of a suite are named after their category.
        let category = test.lineage().steps.first().filter(|_| size.is_none());
        let category = category.map_or_else(String::new, |step| format!("-{}", step.rule));
        let path = folder.join(format!("{number:05}-{status}{category}.smt2"));
        std::fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        let steps: Vec<&str> = test.lineage().steps.iter().map(|step| step.rule.as_str()).collect();
        let line = json!({
            "number": number,
            "strategy": test.lineage().strategy,
            "size": size,
            "status": status,
            "why": test.evidence().reason(),
            "steps": steps,
            "script": text,
        });
        say!("{line}");
    }
    Ok(())
}
