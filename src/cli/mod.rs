//! The command line: arguments in, text out. One file per subcommand; the work is done by the other modules.

/// Prints a line to standard output; fails as [`print`] does.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::cli::print(&format!("{}\n", format_args!($($words)*)))?
    };
}

/// Prints a line to standard error. Failing to print it is no reason to stop.
macro_rules! remark {
    ($($words:tt)*) => {
        $crate::cli::print_aside(&format!("{}\n", format_args!($($words)*)))
    };
}

mod asked;
mod audit;
mod bisect;
mod bugs;
mod check;
mod cluster;
mod colour;
mod completions;
mod coverage;
mod diagnostics;
mod docket;
mod door;
mod enumerate;
mod eval;
mod evolve;
mod fmt;
mod help;
mod hunt;
mod info;
mod inputs;
mod list;
mod live;
mod make;
mod man;
mod merge;
mod ops;
mod output;
mod page;
mod process;
mod prove;
mod reduce;
mod replay;
mod rewriters;
mod rules;
mod seeds;
mod serve;
mod settings;
mod shared;
mod site;
mod solvers;
mod suite;
mod values;
mod verify;

pub use help::command;
pub use hunt::{View, panel};
pub use process::time_name;
pub use values::{duration, megabytes, seconds};

use crate::files::{self, Source};
use crate::quote::{visible, visible_in_colour};
use crate::solver::{Cache, Catalogue, Pins, Solver, SolverSpec, set_trust, survive_file_size_limit};
use anyhow::{Context, anyhow, bail};
use clap::{ArgAction, FromArgMatches, Parser, Subcommand};
use colour::{Colour, paint};
use settings::Config;
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use values::{LimitArgs, at_least, number};

/// Finds wrong answers in SMT solvers, and proves that they are wrong.
#[derive(Parser)]
#[command(name = "gainsay", version, max_term_width = 100, after_help = EXIT_CODES, disable_help_flag = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    color: colour::When,
    /// Trust what the files named in this command say is to be run: programs in gainsay.toml, in campaigns and
    /// in dockets of others; this is remembered
    #[arg(long, global = true)]
    trust: bool,
    /// Print help, also on each command: -h in short, --help in full
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
}

const EXIT_CODES: &str = "\
Exit codes: 0 fine, 1 the input has errors, 2 wrong usage or a file that cannot be read or
written, 3 nothing was tested, 10 and above something was found. The help of each subcommand lists
its own. `gainsay completions SHELL` and `gainsay man` make completions and manual pages.";

/// The subcommands by group, one row each: its module has the arguments and runs it, and is called like it. What
/// stands beside no group is not shown: helpers for shells, and old names.
macro_rules! subcommands {
    ($($group:literal { $($name:ident => $module:ident,)* })*) => {
        #[derive(Subcommand)]
        enum Command {
            $($($name(Box<$module::Args>),)*)*
        }

        impl Command {
            fn run(self) -> anyhow::Result<ExitCode> {
                match self {
                    $($(Command::$name(args) => $module::run(*args),)*)*
                }
            }
        }

        /// What each group is for, and the names of its subcommands.
        const GROUPS: &[(&str, &[&str])] = &[$(($group, &[$(stringify!($module)),*])),*];
    };
}

/// The group that is not shown.
const HIDDEN: &str = "";

subcommands! {
    "Find: make questions, and collect the answers that are proved wrong" {
        Hunt => hunt,
        Enumerate => enumerate,
        Rewriters => rewriters,
        Evolve => evolve,
    }
    "Judge: say what is right about a script, and which solver is wrong" {
        Check => check,
        Prove => prove,
        Eval => eval,
        Reduce => reduce,
        Bisect => bisect,
    }
    "Bugs: look after what was found" {
        Bugs => bugs,
        Docket => docket,
        Page => page,
    }
    "Tests: write tests, try solvers on them, and see what they are made from" {
        Make => make,
        Suite => suite,
        List => list,
        Rules => rules,
    }
    "Set-up: install solvers, measure hunts, and spread them over machines" {
        Solvers => solvers,
        Coverage => coverage,
        Merge => merge,
        Cluster => cluster,
    }
    "Text: print and describe scripts" {
        Fmt => fmt,
        Info => info,
    }
    "" {
        Audit => audit,
        Completions => completions,
        Man => man,
        Ops => ops,
        Replay => replay,
        Seeds => seeds,
        Site => site,
        Verify => verify,
    }
}

/// Exit code: the input has errors, which were printed.
const BAD_INPUT: u8 = 1;
/// Exit code: bugs were found.
const FOUND: u8 = 10;
/// Exit code: the program could not do its work.
const FAILED: u8 = 2;
/// Exit code: nothing was tested, or a solver never answered, so "no bugs" means nothing.
const NOTHING_TESTED: u8 = 3;
/// Exit code: a part of a campaign, or the whole, is not finished; the same command resumes it. It is
/// `EX_TEMPFAIL`, on which batch systems can be told to try again.
const UNFINISHED: u8 = 75;
/// The exit code that a shell reports for a program killed by SIGPIPE.
const CLOSED_PIPE: u8 = 128 + 13;

/// Runs the program.
pub fn main() -> ExitCode {
    survive_file_size_limit();
    let cli = Cli::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit());
    colour::choose(cli.color);
    if let Ok(cache) = Cache::of_user() {
        set_trust(cache.root(), cli.trust);
    }
    cli.command.run().unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        inputs::complain(&with_causes(&error));
        ExitCode::from(FAILED)
    })
}

/// An error with its causes, except those that it already contains. Errors quote what files say, so they set no colours.
fn with_causes(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    let told =
        causes.reduce(|told, cause| if told.contains(&cause) { told } else { format!("{told}: {cause}") });
    visible(&told.unwrap_or_default()).into_owned()
}

/// Whether the reader of our output has closed the pipe, as in `gainsay list ops | head`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Writes a message to standard output, with control characters made visible.
fn print(text: &str) -> anyhow::Result<()> {
    write_out(&visible_in_colour(text))
}

/// Writes data to standard output byte for byte; on a terminal, as a message.
fn print_data(text: &str) -> anyhow::Result<()> {
    if std::io::stdout().is_terminal() { print(text) } else { write_out(text) }
}

fn write_out(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a message to standard error; ignores failures.
fn print_aside(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(visible_in_colour(text).as_bytes()).and_then(|()| err.flush());
}

/// The known solvers, for a command that runs them: the shipped ones, and those of the user's file.
fn catalogue(config: Option<PathBuf>) -> anyhow::Result<Catalogue> {
    Config::find(config)?.catalogue()
}

/// The same for a command that runs none of them.
fn known_solvers(config: Option<PathBuf>) -> anyhow::Result<Catalogue> {
    Config::known(config)?.catalogue()
}

/// The solvers that were named; otherwise the newest of each installed one, otherwise z3 and cvc5.
fn choose_solvers(catalogue: &Catalogue, wanted: &[String]) -> anyhow::Result<Vec<Solver>> {
    let mut solvers: Vec<Solver> = Vec::new();
    let mut names = BTreeSet::new();
    for text in wanted {
        for spec in SolverSpec::parse_list(text)? {
            let solver = catalogue.resolve(&spec)?;
            let solver = usable(if spec.is_own() || solver.is_own { listening(solver)? } else { solver })?;
            let namesakes = || solvers.iter().filter(|other| other.label() == solver.label());
            if namesakes().any(|other| other.argv == solver.argv) {
                remark!("{} is named twice, and asked once", solver.label());
                continue;
            }
            let is_taken = spec.name.as_ref().is_some_and(|name| !names.insert(name.clone()));
            if is_taken || namesakes().next().is_some() {
                let name = spec.name.unwrap_or_else(|| solver.label());
                bail!(
                    "two solvers are called `{name}`; give each a name of its own, as in one=./build/solver"
                );
            }
            solvers.push(solver);
        }
    }
    if !solvers.is_empty() {
        solvers.iter().for_each(tell_of_arguments);
        return Ok(solvers);
    }
    for found in catalogue.found() {
        let known = solvers.iter().any(|solver: &Solver| solver.profile.name == found.solver.profile.name);
        if !known {
            solvers.push(catalogue.solver(&found.solver.profile.name)?);
        }
    }
    if solvers.is_empty() {
        for name in ["z3", "cvc5"] {
            solvers.push(catalogue.solver(name)?);
        }
    }
    Ok(solvers)
}

/// Reports arguments of a solver that change the question, or that are not among its options.
fn tell_of_arguments(solver: &Solver) {
    if let Some(setting) = solver.changed_by_arguments() {
        remark!(
            "{}: `{}` changes what is asked, so its answers are not judged, and speak against nobody; only crashes count",
            solver.label(),
            setting.text
        );
    }
    for argument in solver.unlisted_arguments() {
        remark!(
            "{} does not list `{argument}` among its options; it is started with it all the same",
            solver.label()
        );
    }
}

/// The solvers of a pins file, if they are the same here.
fn pinned_solvers(catalogue: &Catalogue, pins: &Path) -> anyhow::Result<Vec<Solver>> {
    let solvers = Pins::solvers(pins, catalogue)?.into_iter();
    solvers.map(|solver| usable(if solver.is_own { listening(solver)? } else { solver })).collect()
}

/// A solver that answers an easy question.
fn listening(solver: Solver) -> anyhow::Result<Solver> {
    let label = solver.label();
    solver.listening().map_err(|printed| {
        anyhow!(
            "{label} answers neither sat, nor unsat, nor unknown to an easy question; it prints: {printed}\n\
             It must take SMT-LIB from a file, which is its last argument, or from standard input; are its options right?"
        )
    })
}

/// Refuses a solver that does not answer with its arguments: its failures would not be bugs.
fn usable(solver: Solver) -> anyhow::Result<Solver> {
    let Some(why) = solver.unusable() else { return Ok(solver) };
    let blamed = solver.unusable_arguments();
    let arguments = if blamed.is_empty() { solver.arguments.join(" ") } else { blamed.join(" ") };
    let bare = solver.with_only(&[]).label();
    let listed = match solver.is_own || solver.choices().is_empty() {
        true => String::new(),
        false => format!(" `gainsay solvers options {bare}` lists most of those that it has."),
    };
    bail!(
        "{bare} does not answer a trivial question with `{arguments}`: {why}\n\
         Is each argument spelt right, with a value that it can have, and does this release have it?{listed}"
    )
}

/// The text of a file, or of standard input for `-`. Bytes that are not UTF-8 are replaced.
fn read_text(path: &Path) -> anyhow::Result<String> {
    Ok(read_source(path)?.text)
}

/// The contents of a file, or of standard input for `-`.
fn read_source(path: &Path) -> anyhow::Result<Source> {
    if path == Path::new("-") {
        return files::decode(std::io::stdin(), usize::MAX).context("cannot read standard input");
    }
    files::read(path).with_context(|| format!("cannot read {}", path.display()))
}
