//! `gainsay solvers`: lists, installs, removes and checks solvers.

use super::{listening, print_aside};
use crate::solver::{Catalogue, Checkup, Choice, Found, ResolveError, Solver, SolverSpec, examine, install};
use crate::words::did_you_mean;
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

/// List, install, remove and check solvers
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  gainsay solvers                                  list them
  gainsay solvers add z3@4.8.10 z3 cvc5            install releases side by side
  gainsay solvers doctor z3                        does it work here?
  gainsay solvers doctor \"mine=./build/solver\"
  gainsay solvers options z3@4.12.2                options that hunts may use
  gainsay solvers remove z3@4.8.10

Exit codes: 0 fine, 1 a solver gives no or wrong answers, 2 wrong usage or nothing to install.")]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// Print JSON instead of a table
    #[arg(long, global = true)]
    json: bool,
    /// The file with your own solvers [default: gainsay.toml in this folder, if there is one]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the solvers that are known, installed or on PATH (the default)
    List,
    /// Install solvers side by side, such as `z3@4.8.10 cvc5`; without a version, the newest release
    Add {
        /// Known solvers, each with a release unless it is to be the newest
        #[arg(required = true, value_name = "NAME[@VERSION]")]
        solvers: Vec<String>,
    },
    /// Remove installed solvers; without a version, all releases
    Remove {
        /// Installed solvers, each with a release unless all are meant
        #[arg(required = true, value_name = "NAME[@VERSION]")]
        solvers: Vec<String>,
    },
    /// Ask each solver a few easy questions, and show whether it answers them, prints models and cores, and how
    /// fast it starts
    Doctor {
        /// Solvers [default: all that are installed or on PATH]
        #[arg(value_name = "SOLVER")]
        solvers: Vec<String>,
    },
    /// List the options under which hunts may ask a solver, by its own account, one argument per line
    Options {
        /// The solver, with a release unless it is to be the newest
        #[arg(value_name = "SOLVER")]
        solver: String,
        /// Also those that the solver warns of
        #[arg(long)]
        all: bool,
    },
}

pub fn run(args: Args) -> Result<ExitCode> {
    let action = args.action.unwrap_or(Action::List);
    // A list is possible even if the settings file is not trusted.
    let catalogue = match action {
        Action::List | Action::Remove { .. } => super::known_solvers(args.config)?,
        _ => super::catalogue(args.config)?,
    };
    match action {
        Action::List => list(&catalogue, args.json),
        Action::Add { solvers } => add(&catalogue, &solvers),
        Action::Remove { solvers } => remove(&catalogue, &solvers),
        Action::Doctor { solvers } => doctor(&catalogue, &solvers, args.json),
        Action::Options { solver, all } => options(&catalogue, &solver, all, args.json),
    }
}

fn list(catalogue: &Catalogue, as_json: bool) -> Result<ExitCode> {
    let found = catalogue.found();
    if as_json {
        let describe = |Found { solver, origin }: &Found| json!({ "name": solver.name, "version": solver.version, "origin": origin, "command": solver.argv });
        let installed: Vec<Value> = found.iter().map(describe).collect();
        let known: Vec<&str> = catalogue.profiles.iter().map(|profile| profile.name.as_str()).collect();
        let all = json!({ "home": catalogue.cache.root(), "known": known, "found": installed });
        say!("{}", serde_json::to_string_pretty(&all)?);
        return Ok(ExitCode::SUCCESS);
    }
    say!("{:24} {:12} FROM", "SOLVER", "VERSION");
    for profile in catalogue.profiles.iter() {
        let mut versions = found.iter().filter(|found| found.solver.profile.name == profile.name).peekable();
        if versions.peek().is_none() {
            let hint = match profile.install.is_empty() {
                true => format!("not found: put `{}` on PATH", profile.program()),
                false => format!("not installed: gainsay solvers add {}", profile.name),
            };
            say!("{:24} {:12} {hint}", profile.name, "-");
        }
        for Found { solver, origin } in versions {
            say!("{:24} {:12} {origin}", profile.name, solver.version);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn add(catalogue: &Catalogue, solvers: &[String]) -> Result<ExitCode> {
    for text in solvers {
        let spec = name_and_version(text)?;
        let profile = catalogue.profiles.by_program(&spec.program).with_context(|| {
            let known: Vec<&str> = catalogue.profiles.iter().map(|profile| profile.name.as_str()).collect();
            let meant = did_you_mean(&spec.program, known.iter().copied());
            format!("`{text}` is not a known solver{meant}; known are {}", known.join(", "))
        })?;
        remark!("installing {text} ...");
        let installed = install(profile, spec.version.as_deref(), &catalogue.cache)?;
        say!("{}@{} from {}", profile.name, installed.manifest.version, installed.manifest.origin);
    }
    Ok(ExitCode::SUCCESS)
}

fn remove(catalogue: &Catalogue, solvers: &[String]) -> Result<ExitCode> {
    for text in solvers {
        let spec = name_and_version(text)?;
        for removed in catalogue.cache.remove(&spec.program, spec.version.as_deref())? {
            say!("removed {}@{}", removed.manifest.name, removed.manifest.version);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn name_and_version(text: &str) -> Result<SolverSpec> {
    let spec: SolverSpec = text.parse()?;
    if spec.name.is_some() || !spec.arguments.is_empty() {
        bail!(
            "`{text}` is a command line; here only a name, or a name and a version as in z3@4.8.10, can be given"
        );
    }
    Ok(spec)
}

fn options(catalogue: &Catalogue, solver: &str, all: bool, as_json: bool) -> Result<ExitCode> {
    let solver = catalogue.solver(solver)?;
    let choices: Vec<Choice> = solver.choices().into_iter().filter(|choice| all || choice.is_safe).collect();
    if choices.is_empty() {
        bail!("{} prints no list of options that is known how to read", solver.label());
    }
    if as_json {
        let describe = |Choice { name, arguments, is_safe }: &Choice| json!({ "name": name, "arguments": arguments, "safe": is_safe });
        let all: Vec<Value> = choices.iter().map(describe).collect();
        say!("{}", serde_json::to_string_pretty(&all)?);
    } else {
        for argument in choices.iter().flat_map(|choice| &choice.arguments) {
            say!("{argument}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn doctor(catalogue: &Catalogue, solvers: &[String], as_json: bool) -> Result<ExitCode> {
    let patients: Vec<Solver> = if solvers.is_empty() {
        catalogue.found().into_iter().map(|found| found.solver).collect()
    } else {
        let patients = solvers.iter().map(|text| catalogue.solver(text));
        let patients = patients.collect::<Result<Vec<_>, ResolveError>>()?;
        // Also one that does not answer: that is what is to be found out.
        patients.into_iter().map(|solver| listening(solver.clone()).unwrap_or(solver)).collect()
    };
    if patients.is_empty() {
        bail!("no solver is installed or on PATH; `gainsay solvers add z3 cvc5` installs two");
    }
    let mut checkups: Vec<(String, Checkup)> = Vec::new();
    for solver in &patients {
        if std::io::stderr().is_terminal() {
            print_aside(&format!("\r\x1b[Kasking {} ..", solver.label()));
        }
        checkups.push((solver.label(), examine(solver)));
    }
    if std::io::stderr().is_terminal() {
        print_aside("\r\x1b[K");
    }
    if as_json {
        let all: Vec<Value> = checkups.iter().map(|(label, checkup)| report(label, checkup)).collect();
        say!("{}", serde_json::to_string_pretty(&all)?);
    } else {
        print_table(&checkups)?;
    }
    let healthy = checkups.iter().all(|(_, checkup)| checkup.answers);
    Ok(if healthy { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report(label: &str, checkup: &Checkup) -> Value {
    json!({
        "solver": label,
        "answers": checkup.answers,
        "model": checkup.model,
        "core": checkup.core,
        "session": checkup.session,
        "startup_ms": checkup.startup.as_secs_f64() * 1000.0,
        "complaint": checkup.complaint,
    })
}

fn print_table(checkups: &[(String, Checkup)]) -> Result<()> {
    let width = checkups.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0).max(16);
    say!("{:width$} ANSWERS MODEL CORE SESSION  START-UP", "SOLVER");
    let mark = |works| if works { "yes" } else { "no" };
    for (label, checkup) in checkups {
        let startup = match checkup.answers {
            true => format!("{:.1} ms", checkup.startup.as_secs_f64() * 1000.0),
            false => "-".to_owned(),
        };
        say!(
            "{label:width$} {:>7} {:>5} {:>4} {:>7} {startup:>9}",
            mark(checkup.answers),
            mark(checkup.model),
            mark(checkup.core),
            mark(checkup.session),
        );
        if let Some(complaint) = &checkup.complaint {
            say!("  {complaint}");
        }
    }
    Ok(())
}
