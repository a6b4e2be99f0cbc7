//! Workers and the server are killed; the campaign must come out as if nothing had happened.

use super::postgres::Server;
use super::worker::{Programs, summary};
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
}

pub fn run(args: &Args, programs: &Programs, server: &Server) -> bool {
    let folder = std::env::temp_dir().join(format!("gainsay-kills-{}", std::process::id()));
    let units = args.units.to_string();
    let more = ["--tests", units.as_str()];
    let start = Instant::now();
    let _ = programs.hunt(&folder, "alone", "alone.json", &more).wait();
    println!("alone: {:.0} s", start.elapsed().as_secs_f64());
    let campaign = server.campaign("kills");
    let begin = |name: &str| programs.hunt(&folder, &campaign, name, &more);
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
        if was_alive {
            kills += 1;
            println!(
                "{:4.0} s: worker {at} killed, {} units done",
                start.elapsed().as_secs_f64(),
                done(server)
            );
            workers[at] = begin(&format!("{at}-{kills}.json"));
        }
        if crashes < 2 && kills % 2 == 1 {
            crashes += 1;
            server.kill();
            sleep(Duration::from_secs(2));
            server.start_again();
            println!("{:4.0} s: the server killed and started again", start.elapsed().as_secs_f64());
        }
    }
    println!(
        "shared: {:.0} s, {kills} workers and the server {crashes} times killed",
        start.elapsed().as_secs_f64()
    );
    let last = begin("last.json").wait();
    println!("the last one, which finds nothing to do, ends with {last:?}");
    let (alone, shared) = (summary(&folder, "alone.json"), summary(&folder, "last.json"));
    let mut is_right = true;
    for key in ["units", "tests", "checksum"] {
        is_right &= alone[key] == shared[key];
        println!("{key}: {} alone, {} shared", alone[key], shared[key]);
    }
    let (bugs_alone, bugs_shared) = (programs.bugs(&folder, "alone"), programs.bugs(&folder, &campaign));
    is_right &= bugs_alone == bugs_shared;
    println!("bugs: {} alone, {} shared", bugs_alone.len(), bugs_shared.len());
    for bug in bugs_alone.iter().filter(|bug| !bugs_shared.contains(bug)) {
        println!("  only alone: {bug}");
    }
    for bug in bugs_shared.iter().filter(|bug| !bugs_alone.contains(bug)) {
        println!("  only shared: {bug}");
    }
    let twice = "SELECT count(*) FROM gainsay_kills.blocks JOIN gainsay_kills.leases USING (block)
        WHERE (totals::json ->> 'units')::int <> bit_count(done::bit(64))";
    let twice: i64 = server.client().query_one(twice, &[]).expect("a number").get(0);
    println!("blocks that counted another number of units than they have done: {twice}");
    let left = left_behind(programs);
    println!("processes left: {left}");
    is_right &= twice == 0 && left == 0;
    println!("{}", if is_right { "the same" } else { "NOT the same" });
    let _ = std::fs::remove_dir_all(&folder);
    is_right
}

fn done(server: &Server) -> i64 {
    let sql = "SELECT coalesce(sum(bit_count(done::bit(64))), 0)::bigint FROM gainsay_kills.leases";
    server.client().query_one(sql, &[]).map_or(0, |row| row.get(0))
}

/// How many processes of our solver there are.
fn left_behind(programs: &Programs) -> usize {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let runs = processes.filter_map(|process| std::fs::read_link(process.path().join("exe")).ok());
    runs.filter(|program| *program == programs.solver).count()
}
