//! Text of a database does nothing to a terminal.

use super::gainsay;
use crate::support::Folder;
use rusqlite::Connection;

#[test]
fn names_in_a_database_make_no_lines_and_no_colours() {
    let folder = Folder::new("foreign-text");
    folder.program("liar", "echo unsat");
    let how =
        ["--strategy", "bits", "--status", "sat", "-j", "1", "--campaign", "c", "--solver", "liar=./liar"];
    let first = gainsay(&folder, &[&["hunt", "--tests", "2"], &how[..]].concat());
    assert_eq!(first.code, Some(10), "{first:?}");
    let database = Connection::open(folder.0.join("c/campaign.db")).unwrap();
    let name = "\u{1b}[31mRED\nBUG 99: forged";
    database.execute("UPDATE buckets SET solver = ?1, folder = ?1", [name]).unwrap();
    database.execute("UPDATE findings SET solver = ?1, strategy = ?1", [name]).unwrap();
    drop(database);
    let commands: [&[&str]; 3] = [
        &["hunt", "--tests", "3", "--campaign", "c", "--solver", "liar=./liar"],
        &["bugs", "c"],
        &["bugs", "c", "show", "1"],
    ];
    for command in commands {
        let ran = gainsay(&folder, command);
        let text = ran.out + &ran.err;
        assert!(!text.contains('\u{1b}'), "{command:?}: {text}");
        assert!(!text.lines().any(|line| line.starts_with("BUG 99")), "{command:?}: {text}");
        assert!(text.contains("\\u001b[31mRED\\nBUG 99"), "{command:?}: {text}");
    }
}
