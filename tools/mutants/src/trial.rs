//! Tries mutants, each with the tests that reach it, until one fails.

use crate::Folder;
use crate::build::Population;
use crate::plan::{Key, Plan};
use crate::process::run as run_tests;
use crate::reach::{self, Test};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

pub struct Options {
    part: (u32, u32),
    time: Duration,
    /// The time limit for the tests of one mutant together.
    each: Duration,
    only: String,
    again: bool,
    with: Option<String>,
}

impl Options {
    pub fn read(arguments: &[String]) -> io::Result<Options> {
        let (time, each) = (Duration::from_secs(480), Duration::from_secs(20));
        let mut options = Options { part: (1, 1), time, each, only: String::new(), again: false, with: None };
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            let mut value = || rest.next().map(String::as_str).unwrap_or_default();
            let number = |text: &str| text.parse::<u64>().map_err(io::Error::other);
            match name.as_str() {
                "--part" => {
                    let (at, of) = value().split_once('/').ok_or_else(|| io::Error::other("--part 3/10"))?;
                    let number = |text: &str| text.parse::<u32>().map_err(io::Error::other);
                    options.part = (number(at)?, number(of)?.max(1));
                }
                "--minutes" => options.time = Duration::from_secs(60 * number(value())?),
                "--seconds" => options.each = Duration::from_secs(number(value())?),
                "--only" => options.only = value().to_owned(),
                "--with" => options.with = Some(value().to_owned()),
                "--again" => options.again = true,
                other => return Err(io::Error::other(format!("unknown option {other}"))),
            }
        }
        Ok(options)
    }
}

/// The result of a mutant.
#[derive(Clone, Debug)]
pub struct Result {
    pub outcome: String,
    /// The tests among which one failed; for a survivor, how many of the tests that reach it were run.
    pub by: String,
}

impl Result {
    pub fn is_killed(&self) -> bool {
        !["survived", "unreached"].contains(&self.outcome.as_str())
    }
}

/// The last result of each mutant, by the text of its key.
pub fn results(folder: &Folder) -> BTreeMap<String, Result> {
    let text = std::fs::read_to_string(folder.path("results")).unwrap_or_default();
    let line = |line: &str| {
        let mut parts = line.split('\t');
        let key = parts.next()?.to_owned();
        Some((key, Result { outcome: parts.next()?.to_owned(), by: parts.next()?.to_owned() }))
    };
    text.lines().filter_map(line).collect()
}

pub fn run(folder: &Folder, population: &Population, plan: &Plan, options: &Options) -> io::Result<()> {
    let (program, tests) = (folder.program()?, reach::read(folder, population)?);
    if tests.is_empty() {
        return Err(io::Error::other("run `mutants reach` first: nothing is known of these mutants"));
    }
    let (known, refused) = (results(folder), folder.refused(population));
    let start = Instant::now();
    let mut tried = 0;
    for (number, key) in &population.keys {
        let before = known.get(&key.text());
        let wanted = match before {
            Some(result) => {
                options.again && !result.is_killed() && !plan.accepted.iter().any(|reason| reason.covers(key))
            }
            None => !options.again,
        };
        let (part, of) = options.part;
        if !wanted
            || refused.contains(number)
            || !key.file.contains(&options.only)
            || number % of != part % of
        {
            continue;
        }
        if start.elapsed() > options.time {
            println!("{tried} mutants tried; there are more");
            return Ok(());
        }
        let result = attempt(&program, &folder.path("copy"), &tests, *number, key, options)?;
        tried += 1;
        if result.is_killed() || options.with.is_none() {
            let line = format!("{}\t{}\t{}\n", key.text(), result.outcome, result.by);
            OpenOptions::new()
                .create(true)
                .append(true)
                .open(folder.path("results"))?
                .write_all(line.as_bytes())?;
        }
    }
    println!("{tried} mutants tried; that is all");
    Ok(())
}

/// Runs the tests of a mutant in groups of growing duration.
fn attempt(
    program: &Path,
    folder: &Path,
    tests: &[Test],
    number: u32,
    key: &Key,
    options: &Options,
) -> io::Result<Result> {
    let wanted = |test: &&Test| options.with.as_ref().is_none_or(|with| test.name.contains(with));
    let mut reaching: Vec<&Test> =
        tests.iter().filter(|test| test.reached.contains(&number)).filter(wanted).collect();
    if reaching.is_empty() {
        return Ok(Result { outcome: "unreached".to_owned(), by: String::new() });
    }
    // Prefer tests of the mutant's own module.
    let rank = |test: &Test| match test.name.split("::").next() == Some(key.module()) {
        true => test.cpu / 4,
        false => test.cpu,
    };
    reaching.sort_by_key(|test| rank(test));
    let (mut spent, mut at, mut limit) = (Duration::ZERO, 0, Duration::from_millis(200));
    let mutant = number.to_string();
    while at < reaching.len() && (at == 0 || spent < options.each) {
        let (mut group, mut cpu) = (Vec::new(), Duration::ZERO);
        while at < reaching.len() && (group.is_empty() || cpu + reaching[at].cpu <= limit) {
            cpu += reaching[at].cpu;
            group.push(reaching[at].name.as_str());
            at += 1;
        }
        let most = 3 + 8 * cpu.as_secs_f64().ceil() as u64;
        let ran = run_tests(program, folder, &group, most, &[("MUTANT", &mutant)])?;
        if !ran.status.success() {
            return Ok(Result { outcome: ran.outcome().to_owned(), by: group.join(" ") });
        }
        (spent, limit) = (spent + cpu, limit * 3);
    }
    Ok(Result { outcome: "survived".to_owned(), by: format!("{at} of {}", reaching.len()) })
}
