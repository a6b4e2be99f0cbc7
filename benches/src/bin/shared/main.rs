//! Campaigns on a PostgreSQL server: whether killed workers and a killed server change anything, and what sharing costs.
//!
//! `shared kills` does a campaign alone, in parts that are merged, and with several workers, one of which is killed with -9 every
//! so often, and twice the server; units, tests and bugs must be the same. `shared speed` compares workers of one campaign with as many separate
//! folders, and tells what the server has to do.

mod kills;
#[path = "../../../../tests/support/postgres.rs"]
#[allow(clippy::unwrap_used, dead_code, reason = "tests use more of it, and fail loudly")]
mod postgres;
mod speed;
mod worker;

use clap::{Parser, Subcommand};
use std::path::PathBuf;

#[derive(Parser)]
struct Args {
    /// The program [default: gainsay beside this one]
    #[arg(long)]
    gainsay: Option<PathBuf>,
    #[command(subcommand)]
    action: Action,
    /// Arguments of `gainsay hunt`, behind `--` [default: a solver that answers at once]
    #[arg(global = true, last = true)]
    hunt: Vec<String>,
}

#[derive(Subcommand)]
enum Action {
    /// The same units, tests and bugs, whoever is killed
    Kills(kills::Args),
    /// Units a second, statements a second and bytes a unit
    Speed(speed::Args),
}

fn main() {
    let args = Args::parse();
    let beside = |name: &str| std::env::current_exe().expect("this program").with_file_name(name);
    let gainsay = args.gainsay.unwrap_or_else(|| beside("gainsay"));
    let instant = || vec!["--solver".to_owned(), format!("z3={}", beside("fake_solver").display())];
    let hunt = if args.hunt.is_empty() { instant() } else { args.hunt };
    let programs = worker::Programs { gainsay, hunt };
    let Some(server) = postgres::Server::start() else { std::process::exit(1) };
    let is_right = match args.action {
        Action::Kills(args) => kills::run(&args, &programs, &server),
        Action::Speed(args) => speed::run(&args, &programs, &server),
    };
    drop(server);
    std::process::exit(if is_right { 0 } else { 1 });
}
