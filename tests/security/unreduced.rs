//! A bug that is confirmed when the time ends is told and kept, though its test is not small yet.

use super::{command, gainsay};
use crate::support::Folder;
use rusqlite::Connection;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

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
        "c",
        "-t",
        "600",
        "--options",
        "off",
    ];
    let campaign = folder.0.join("c");
    let mut started = command(&folder, &how);
    let child = started.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    while count(&campaign, UNREDUCED) != Some(1) {
        sleep(Duration::from_millis(20));
    }
    folder.write("block", "");
    // SAFETY: the call takes integers only.
    assert_eq!(unsafe { libc::kill(child.id() as i32, libc::SIGINT) }, 0);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(10), "{told}");
    assert!(told.contains("BUG 1") && told.contains("(1 not reduced yet)"), "{told}");
    let listed = gainsay(&folder, &["bugs", "c"]).out;
    assert!(listed.contains("[not reduced yet]"), "{listed}");
    folder.write("fast", "");
    let done = count_units(&campaign) + 1;
    let again = gainsay(&folder, &["hunt", "--campaign", "c", "--tests", &done.to_string(), "-q"]);
    assert_eq!(again.code, Some(10), "{again:?}");
    assert_eq!(count(&campaign, UNREDUCED), Some(0));
    let listed = gainsay(&folder, &["bugs", "c"]).out;
    assert!(listed.contains("bug") && !listed.contains("not reduced"), "{listed}");
}
