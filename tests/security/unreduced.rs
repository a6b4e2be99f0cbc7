//! A bug that is confirmed when the time ends is told and kept, though its test is not small yet.

use super::{command, gainsay};
#[cfg(feature = "postgres")]
use crate::support::postgres::Server;
use crate::support::{Folder, eventually};
use rusqlite::Connection;
use std::path::Path;
use std::process::Stdio;

fn count(campaign: &Path, like: &str) -> Option<i64> {
    let database = Connection::open(campaign.join("campaign.db")).ok()?;
    let sql = "SELECT count(*) FROM buckets WHERE key LIKE ?1";
    database.query_row(sql, [like], |row| row.get(0)).ok()
}

/// How many units are done, the last one of them included.
fn count_units(campaign: &Path) -> i64 {
    let database = Connection::open(campaign.join("campaign.db")).unwrap();
    let sql = "SELECT coalesce(max(last) + 1, 0) FROM done";
    database.query_row(sql, [], |row| row.get(0)).unwrap()
}

const UNREDUCED: &str = "unreduced unit %";

#[test]
fn what_is_confirmed_is_kept_and_reduced_when_the_hunt_goes_on() {
    let folder = Folder::new("unreduced");
    let campaign = folder.0.join("c");
    is_kept_and_reduced(&folder, "c", &|like| count(&campaign, like), &|| count_units(&campaign));
}

#[cfg(feature = "postgres")]
#[test]
fn what_is_confirmed_is_kept_on_a_server_too() {
    let Some(server) = Server::start() else { return };
    let folder = Folder::new("unreduced-server");
    let ask = |sql: &str| -> Option<i64> { server.client().query_one(sql, &[]).ok().map(|row| row.get(0)) };
    let count = |like: &str| ask(&format!("SELECT count(*) FROM gainsay_c.buckets WHERE key LIKE '{like}'"));
    let done =
        || ask("SELECT coalesce(sum(bit_count(done::bit(64))), 0)::bigint FROM gainsay_c.leases").unwrap();
    is_kept_and_reduced(&folder, &server.campaign("c"), &count, &done);
}

/// Interrupts a hunt after its first bug was written down, and lets it go on. `count` tells how many buckets have such a key, and
/// `done` how many units are done.
fn is_kept_and_reduced(
    folder: &Folder,
    campaign: &str,
    count: &dyn Fn(&str) -> Option<i64>,
    done: &dyn Fn() -> i64,
) {
    // Slow enough for a test to be small only after the bug was written down, and then as slow as this test wants.
    folder.program(
        "liar",
        "here=$(dirname \"$0\")\n[ -e \"$here/fast\" ] && echo unsat && exit\n\
         [ -e \"$here/block\" ] && sleep 600\nsleep 0.3\necho unsat",
    );
    let how = [
        "hunt",
        "--solver",
        "liar=./liar",
        "--strategy",
        "bits",
        "--status",
        "sat",
        "-j",
        "1",
        "--campaign",
        campaign,
        "-t",
        "600",
        "--options",
        "off",
    ];
    let mut started = command(folder, &how);
    let child = started.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    eventually("a bug", || count(UNREDUCED) == Some(1));
    folder.write("block", "");
    // SAFETY: the call takes integers only.
    assert_eq!(unsafe { libc::kill(child.id() as i32, libc::SIGINT) }, 0);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(10), "{told}");
    assert!(told.contains("BUG 1") && told.contains("(1 not reduced yet)"), "{told}");
    let listed = gainsay(folder, &["bugs", campaign]).out;
    assert!(listed.contains("[not reduced yet]"), "{listed}");
    folder.write("fast", "");
    let more = (done() + 1).to_string();
    let again = gainsay(folder, &["hunt", "--campaign", campaign, "--tests", &more, "-q"]);
    assert_eq!(again.code, Some(10), "{again:?}");
    assert_eq!(count(UNREDUCED), Some(0));
    let listed = gainsay(folder, &["bugs", campaign]).out;
    assert!(listed.contains("bug") && !listed.contains("not reduced"), "{listed}");
}
