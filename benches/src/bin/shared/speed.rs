//! What it costs to share: workers of one campaign beside as many campaigns in folders, and what the server has to do.

use super::postgres::Server;
use super::worker::{Programs, summary};
use std::path::Path;
use std::process::Child;
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 8)]
    workers: u64,
    /// Units for each worker
    #[arg(long, default_value_t = 2_000)]
    units: u64,
    /// How often each way is measured, taking turns
    #[arg(long, default_value_t = 3)]
    rounds: u64,
}

pub fn run(args: &Args, programs: &Programs, server: &Server) -> bool {
    let folder = std::env::temp_dir().join(format!("gainsay-speed-{}", std::process::id()));
    let (mut apart, mut together) = (0.0, 0.0);
    count_statements(server);
    for round in 0..args.rounds {
        let start = Instant::now();
        let own = |at: u64| {
            let first = at * args.units;
            let range = format!("{first}..{}", first + args.units);
            let name = format!("own-{round}-{at}");
            programs.hunt(&folder, &name, &format!("{name}.json"), &["--units", &range])
        };
        wait((0..args.workers).map(own).collect());
        apart += start.elapsed().as_secs_f64();
        let campaign = server.campaign(&format!("speed{round}"));
        let all = (args.units * args.workers).to_string();
        let before = statements(server);
        let start = Instant::now();
        let shared = |at: u64| {
            programs.hunt(&folder, &campaign, &format!("shared-{round}-{at}.json"), &["--tests", &all])
        };
        wait((0..args.workers).map(shared).collect());
        let seconds = start.elapsed().as_secs_f64();
        together += seconds;
        let units = (args.units * args.workers) as f64;
        let done = summary(&folder, &format!("shared-{round}-0.json"));
        println!("round {round}: {} units done in {seconds:.1} s", done["units"]);
        let statements = (statements(server) - before) as f64;
        println!("  {:.1} statements a second, {:.3} a unit", statements / seconds, statements / units);
        let bytes = bytes(server, round);
        println!("  {bytes} bytes in tables and indices, {:.0} a unit", bytes as f64 / units);
    }
    let units = (args.units * args.workers * args.rounds) as f64;
    println!(
        "apart: {:.0} units a second; together: {:.0}, {:.0} %",
        units / apart,
        units / together,
        apart / together * 100.0
    );
    clean(&folder);
    together < apart * 1.2
}

fn wait(workers: Vec<Child>) {
    for mut worker in workers {
        let _ = worker.wait();
    }
}

/// Makes the server count what it does.
fn count_statements(server: &Server) {
    let set = "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'";
    server.client().batch_execute(set).expect("a setting");
    server.kill();
    server.start_again();
    server
        .client()
        .batch_execute("CREATE EXTENSION pg_stat_statements")
        .expect("an extension that comes with PostgreSQL");
}

fn statements(server: &Server) -> i64 {
    let sql = "SELECT sum(calls)::bigint FROM pg_stat_statements";
    server.client().query_one(sql, &[]).map_or(0, |row| row.get(0))
}

fn bytes(server: &Server, round: u64) -> i64 {
    let sql = "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        WHERE nspname = $1 AND relkind = 'r' AND relname IN ('leases', 'blocks', 'turns', 'claims', 'sorts')";
    server.client().query_one(sql, &[&format!("gainsay_speed{round}")]).map_or(0, |row| row.get(0))
}

fn clean(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}
