//! Workers and the server are killed; the campaign must come out as if nothing had happened.

use super::postgres::Server;
use super::worker::{Programs, left_behind, summary};
use serde_json::Value;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 20_000)]
    units: u64,
    #[arg(long, default_value_t = 4)]
    workers: usize,
    /// Seconds between two kills
    #[arg(long, default_value_t = 20)]
    every: u64,
    /// Into how many parts it is cut
    #[arg(long, default_value_t = 7)]
    parts: u64,
}

/// What the parts are put together to.
const WHOLE: &str = "all";

pub fn run(args: &Args, programs: &Programs, server: &Server) -> bool {
    let folder = std::env::temp_dir().join(format!("gainsay-kills-{}", std::process::id()));
    let units = args.units.to_string();
    let (alone, merged) = by_one(args, programs, &folder);
    let campaign = server.campaign("kills");
    let begin = |name: &str| programs.hunt(&folder, &campaign, name, &["--tests", &units]);
    let mut is_right = hunt_and_kill(args, server, &begin);
    let last = begin("last.json").wait();
    println!("the last one, which finds nothing to do, ends with {last:?}");
    let shared = summary(&folder, "last.json");
    for key in ["units", "tests", "checksum"] {
        is_right &= alone[key] == merged[key] && alone[key] == shared[key];
        println!("{key}: {} alone, {} in parts, {} shared", alone[key], merged[key], shared[key]);
    }
    let bugs = programs.bugs(&folder, "alone");
    for (how, name) in [("in parts", WHOLE), ("shared", campaign.as_str())] {
        is_right &= has_bugs(&bugs, how, &programs.bugs(&folder, name));
    }
    let twice = "SELECT count(*) FROM gainsay_kills.blocks JOIN gainsay_kills.leases USING (block)
        WHERE (totals::json ->> 'units')::int <> bit_count(done::bit(64))";
    let twice: i64 = server.client().query_one(twice, &[]).expect("a number").get(0);
    println!("blocks that counted another number of units than they have done: {twice}");
    let left = left_behind();
    println!("processes left: {left}");
    is_right &= twice == 0 && left == 0;
    println!("{}", if is_right { "the same" } else { "NOT the same" });
    let _ = std::fs::remove_dir_all(&folder);
    is_right
}

/// The campaign in one folder and, at the same time, in parts one after the other; what they come to.
fn by_one(args: &Args, programs: &Programs, folder: &Path) -> (Value, Value) {
    let units = args.units.to_string();
    let start = Instant::now();
    let mut alone = programs.hunt(folder, "alone", "alone.json", &["--tests", &units]);
    let names: Vec<String> = (1..=args.parts).map(|part| format!("part-{part}")).collect();
    for (part, name) in (1..).zip(&names) {
        let shard = format!("{part}/{}", args.parts);
        let more = ["--tests", &units, "--shard", &shard];
        let _ = programs.hunt(folder, name, &format!("{name}.json"), &more).wait();
    }
    println!("{} parts: {:.0} s", args.parts, start.elapsed().as_secs_f64());
    let merged = programs.merge(folder, WHOLE, &names);
    let _ = alone.wait();
    println!("alone, at the same time: {:.0} s", start.elapsed().as_secs_f64());
    (summary(folder, "alone.json"), merged)
}

/// Workers of one campaign, each of which is killed in its turn, and twice the server; says whether it lasted so long.
fn hunt_and_kill(args: &Args, server: &Server, begin: &dyn Fn(&str) -> Child) -> bool {
    let mut workers: Vec<Child> = (0..args.workers).map(|at| begin(&format!("{at}.json"))).collect();
    let (mut kills, mut crashes, start) = (0, 0, Instant::now());
    let mut next = Duration::from_secs(args.every);
    while workers.iter_mut().any(|worker| matches!(worker.try_wait(), Ok(None))) {
        sleep(Duration::from_millis(100));
        if start.elapsed() < next {
            continue;
        }
        next += Duration::from_secs(args.every);
        let at = kills % workers.len();
        let was_alive = matches!(workers[at].try_wait(), Ok(None));
        let _ = workers[at].kill();
        let _ = workers[at].wait();
        let seconds = || start.elapsed().as_secs_f64();
        if was_alive {
            kills += 1;
            println!("{:4.0} s: worker {at} killed, {} units done", seconds(), done(server));
            workers[at] = begin(&format!("{at}-{kills}.json"));
        }
        if crashes < 2 && kills % 2 == 1 {
            crashes += 1;
            server.kill();
            sleep(Duration::from_secs(2));
            server.start_again();
            println!("{:4.0} s: the server killed and started again", seconds());
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("shared: {seconds:.0} s, {kills} workers and the server {crashes} times killed");
    if crashes < 2 {
        println!("it was over too soon: ask for more with --units, or kill more often with --every");
    }
    crashes == 2
}

/// Whether bugs are those that one machine found; tells the differences.
fn has_bugs(alone: &[String], how: &str, found: &[String]) -> bool {
    println!("bugs: {} alone, {} {how}", alone.len(), found.len());
    alone.iter().filter(|bug| !found.contains(bug)).for_each(|bug| println!("  only alone: {bug}"));
    found.iter().filter(|bug| !alone.contains(bug)).for_each(|bug| println!("  only {how}: {bug}"));
    alone == found
}

fn done(server: &Server) -> i64 {
    let sql = "SELECT coalesce(sum(bit_count(done::bit(64))), 0)::bigint FROM gainsay_kills.leases";
    server.client().query_one(sql, &[]).map_or(0, |row| row.get(0))
}
