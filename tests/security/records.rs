//! Records of campaigns and dockets that nobody can have written: they are refused, and do nothing to files or terminals.

use super::gainsay;
use crate::support::Folder;
use crate::support::records::{campaign, record};
use gainsay::files::replace;
use rusqlite::Connection;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

const SCRIPT: &str = "(declare-const x Bool)(assert x)(check-sat)";

#[test]
fn an_impossible_campaign_is_refused() {
    for (number, change) in [
        "UPDATE campaign SET value = json_set(value, '$.timeout', -1) WHERE key = 'setup'",
        "UPDATE campaign SET value = json_set(value, '$.timeout', 0) WHERE key = 'setup'",
        "UPDATE campaign SET value = json_set(value, '$.timeout', 1e20) WHERE key = 'setup'",
        "UPDATE campaign SET value = json_set(value, '$.block', 0) WHERE key = 'setup'",
        "UPDATE campaign SET value = json_set(value, '$.part', json('[5, 2]')) WHERE key = 'setup'",
        "INSERT INTO done VALUES (9223372036854775807, 1)",
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("impossible-{number}"));
        campaign(&folder, "c", 1, &[record("wrong-sat", SCRIPT)], 1);
        let database = Connection::open(folder.0.join("c/campaign.db")).unwrap();
        assert_eq!(database.execute(change, []).unwrap(), 1);
        drop(database);
        let commands: [&[&str]; 6] = [
            &["replay", "c", "1", "--solver", "z3@5.4.0"],
            &["replay", "c", "--all", "--solver", "z3@5.4.0"],
            &["hunt", "--campaign", "c", "--tests", "3", "--solver", "z3@5.4.0"],
            &["merge", "out", "c"],
            &["site", "site", "c"],
            &["bugs", "c"],
        ];
        let all = commands.map(|command| {
            let ran = gainsay(&folder, command);
            assert!(!ran.err.contains("panicked") && ran.code != Some(101), "{change}: {command:?}: {ran:?}");
            ran
        });
        let is_told = |why: &str| all.iter().any(|ran| ran.code == Some(2) && ran.err.contains(why));
        let why =
            ["it has a time limit that is none", "it has blocks without units", "ends before it begins"];
        assert!(why.into_iter().any(is_told), "{change}: {all:?}");
    }
}

/// A docket with one bug, and the folder of the bug.
fn docket(name: &str) -> (Folder, PathBuf) {
    let folder = Folder::new(name);
    campaign(&folder, "part", 1, &[record("wrong-sat", SCRIPT)], 1);
    assert_eq!(gainsay(&folder, &["docket", "-d", "docket", "add", "part"]).code, Some(0));
    let entries = std::fs::read_dir(folder.0.join("docket")).unwrap().map(|entry| entry.unwrap().path());
    let bug = entries.into_iter().find(|path| path.is_dir()).unwrap();
    (folder, bug)
}

#[test]
fn nothing_is_written_through_a_draft_that_is_a_link() {
    let (folder, bug) = docket("draft-links");
    folder.write("rc", "mine");
    for draft in ["life.draft", "bug.draft", "report.draft"] {
        symlink(folder.0.join("rc"), bug.join(draft)).unwrap();
    }
    let name = bug.file_name().unwrap().to_str().unwrap();
    let ran = gainsay(&folder, &["docket", "-d", "docket", "set", name, "reported", "https://example.org/1"]);
    assert_eq!((ran.code, folder.read("rc")), (Some(0), "mine".to_owned()), "{ran:?}");
    let ran = gainsay(&folder, &["docket", "-d", "docket", "retest", "-s", "z3@5.4.0"]);
    assert_eq!(folder.read("rc"), "mine", "{ran:?}");
    // What is replaced may itself be a link.
    symlink(folder.0.join("rc"), folder.0.join("page.md")).unwrap();
    symlink(folder.0.join("rc"), folder.0.join("page.draft")).unwrap();
    replace(&folder.0.join("page.md"), "a page").unwrap();
    assert_eq!((folder.read("rc"), folder.read("page.md")), ("mine".to_owned(), "a page".to_owned()));
}

#[test]
fn a_life_does_nothing_to_a_terminal() {
    let (folder, bug) = docket("life-text");
    let life = std::fs::read_to_string(bug.join("life.json")).unwrap();
    let red = r"\u001b[31mRED\nBUG 99: forged\u001b]0;title";
    let mut value: serde_json::Value = serde_json::from_str(&life).unwrap();
    let red_text: String = serde_json::from_str(&format!("\"{red}\"")).unwrap();
    value["sightings"][0]["campaign"] = red_text.clone().into();
    value["events"] =
        serde_json::json!([{ "when": red_text, "who": red_text, "state": "open", "why": red_text }]);
    let name = bug.file_name().unwrap().to_str().unwrap();
    let mut told = String::new();
    for state in ["open", red_text.as_str()] {
        value["events"][0]["state"] = state.into();
        std::fs::write(bug.join("life.json"), value.to_string()).unwrap();
        for action in [&["show", name][..], &["list"], &["same"]] {
            let ran = gainsay(&folder, &[&["docket", "-d", "docket"], action].concat());
            let text = ran.out + &ran.err;
            assert!(!text.contains('\u{1b}'), "{action:?}: {text:?}");
            told += &text;
        }
    }
    assert!(told.contains("\\u001b[31mRED") && told.contains("is not a state"), "{told}");
}
