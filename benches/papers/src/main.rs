//! The experiments of the five papers that gainsay is built from, each with one command: our figures beside the printed ones.
//!
//! ```text
//! cargo run --release -p gainsay-papers                               # lists them
//! cargo run --release -p gainsay-papers -- 002-table4                 # repeats one, in a minute or two
//! cargo run --release -p gainsay-papers -- 002-table4 --paper-scale   # with the paper's times and numbers
//! cargo run --release -p gainsay-papers -- --all --out DIR            # all of them, DIR/NAME.md and DIR/NAME.json
//! cargo run --release -p gainsay-papers -- chapter DIR                # the book's chapter, from these
//! cargo run --release -p gainsay-papers -- refind --bugs BUGS.csv --strategy fusion --for 10m
//! cargo run --release -p gainsay-papers -- proved --bugs BUGS.csv     # which known wrong answers `check` proves to be wrong
//! ```
//!
//! An experiment is a row in the table of its paper (`sparrow`, `yinyang`, `strings`, `dewey`, `evolution`), with the figures of the paper
//! beside the function that measures ours. gainsay is asked as a user would ask it, by its command line and `--json`.

mod bars;
mod bench;
mod bugs;
mod chapter;
mod dewey;
mod evolution;
mod experiment;
mod proved;
mod refind;
mod sparrow;
mod statistics;
mod strings;
mod table;
mod yinyang;

use anyhow::{Context, bail};
use bench::{Bench, Options, is_gainsay};
use clap::{Parser, Subcommand};
use experiment::{Experiment, Way};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(
    about = "The experiments of the five papers, repeated with gainsay",
    args_conflicts_with_subcommands = true,
    after_help = "Exit codes: 0 fine, 2 something went wrong, 3 the experiment cannot be repeated, or lacks what it needs."
)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The experiment, such as 002-table4; without it, all are listed
    name: Option<String>,
    /// Repeat all that can be repeated
    #[arg(long, requires = "out", conflicts_with = "name")]
    all: bool,
    /// Print JSON instead of Markdown
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Command {
    /// Make the book's chapter from what `--all --out DIR` wrote
    Chapter {
        folder: PathBuf,
        /// Write it to DIR/papers.md, with its plots in DIR/papers, instead of printing it
        #[arg(long, value_name = "DIR")]
        book: Option<PathBuf>,
    },
    /// Say which known bugs a strategy finds again, and after which time
    Refind(refind::Args),
    /// Say which known wrong answers `gainsay check` proves to be wrong
    Proved(proved::Args),
}

fn main() -> ExitCode {
    if is_gainsay() {
        return gainsay::cli::main();
    }
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// It cannot be repeated, or not with what is there.
const NOT_RUN: u8 = 3;

/// All experiments, paper by paper.
fn experiments() -> impl Iterator<Item = &'static Experiment> {
    let papers = [
        sparrow::EXPERIMENTS,
        yinyang::EXPERIMENTS,
        strings::EXPERIMENTS,
        dewey::EXPERIMENTS,
        evolution::EXPERIMENTS,
    ];
    papers.into_iter().flatten()
}

fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match (&args.command, &args.name) {
        (Some(Command::Chapter { folder, book: Some(book) }), _) => chapter::write(folder, book)?,
        (Some(Command::Chapter { folder, book: None }), _) => print!("{}", chapter::chapter(folder)),
        (Some(Command::Refind(asked)), _) => print!("{}", refind::command(asked)?),
        (Some(Command::Proved(asked)), _) => print!("{}", proved::command(asked)?),
        (None, Some(name)) => {
            let found = experiments().find(|one| one.name == name);
            let experiment =
                found.with_context(|| format!("no experiment is called {name}: `papers` lists them"))?;
            return one(experiment, args);
        }
        (None, None) if args.all => all(args)?,
        (None, None) => list(args.json),
    }
    Ok(ExitCode::SUCCESS)
}

fn list(json: bool) {
    for Experiment { name, place, measured, way, .. } in experiments() {
        if json {
            println!("{}", json!({ "name": name, "place": place, "measured": measured, "runs": way.word() }));
        } else {
            println!("{name:20} {:24} {place}: {measured}", way.word());
        }
    }
}

fn one(experiment: &Experiment, args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(why) = experiment.lacks(&args.options) {
        println!("{}: {why}", experiment.name);
        return Ok(ExitCode::from(NOT_RUN));
    }
    let report = experiment.run(&mut Bench::open(&args.options)?)?;
    if let Some(out) = &args.options.out {
        report.write(out)?;
    }
    if args.json {
        println!("{}", report.json());
    } else {
        print!("{}", report.markdown());
    }
    Ok(ExitCode::SUCCESS)
}

/// One that fails does not end the others; those that are there are not run again.
fn all(args: &Args) -> anyhow::Result<()> {
    let out = args.options.out.as_ref().context("--out is needed")?;
    let mut failed = Vec::new();
    for experiment in experiments().filter(|one| !matches!(one.way, Way::Not(_))) {
        let name = experiment.name;
        if out.join(format!("{name}.json")).exists() {
            eprintln!("{name}: is there");
        } else if let Some(why) = experiment.lacks(&args.options) {
            eprintln!("{name}: {why}");
        } else {
            eprintln!("{name}");
            let run = Bench::open(&args.options).and_then(|mut bench| experiment.run(&mut bench)?.write(out));
            if let Err(error) = run {
                eprintln!("{name}: error: {error:#}");
                failed.push(name);
            }
        }
    }
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}
