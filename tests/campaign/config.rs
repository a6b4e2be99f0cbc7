//! What users get wrong, and folders that cannot be used.

use crate::campaign::{Folder, HUNT, hunt, output};
use std::fs;

fn failure(folder: &Folder, arguments: &[&str]) -> String {
    let (code, stdout, stderr) = output(&folder.0, &[HUNT, arguments].concat());
    assert_eq!(code, 2, "{stdout}{stderr}");
    stderr
}

#[test]
fn a_file_can_say_all_and_flags_win() {
    let folder = Folder::new("file");
    fs::write(folder.join("gainsay.toml"), "[hunt]\ntests = 7\nseed = 3\ncampaign = 'here'\njobs = 1\n")
        .unwrap();
    let events = hunt(&folder.0, &["--seed", "4"]);
    assert_eq!((&events[0]["seed"], &events[0]["campaign"]), (&4.into(), &"here".into()));
    assert_eq!(crate::campaign::summary(&events)["units"], 7);
    assert!(folder.join("here/campaign.db").exists());
}

#[test]
fn mistakes_in_the_file_are_named_with_their_place() {
    let folder = Folder::new("mistakes");
    let failed = |text: &str| {
        fs::write(folder.join("gainsay.toml"), text).unwrap();
        failure(&folder, &["--tests", "1"])
    };
    let unknown = failed("[hunt]\ntests = 7\nstratgy = ['operators']\n");
    for part in ["gainsay.toml", "line 3", "stratgy", "strategy"] {
        assert!(unknown.contains(part), "{part} is missing: {unknown}");
    }
    assert!(failed("[hunt]\nfor = 'soon'\n").contains("1h30m"));
    assert!(failed("[hunt]\nfor = true\n").contains("1h30m"));
    // A number of seconds is a time, so that what comes next is found fault with.
    assert!(failed("[hunt]\nfor = 60\njobs = 0\n").contains("at least 1"));
    assert!(failed("[hunt]\ntimeout = -1.0\n").contains("longer than 0 s"));
    assert!(failed("[hunt]\ntimeout = 'soon'\n").contains("expected a number of seconds"));
    assert!(failed("[hunt]\nmemory = 5\n").contains("at least 64 MB"));
    assert!(failed("[hunt]\noracle = 'maybe'\n").contains("\"sat\" or \"unsat\""));
    assert!(failed("[hunt]\nstrategy = 5\n").contains("or a list of them"));
    assert!(failed("[hunt]\njobs = [1]\n").contains("not a list"));
}

/// `timeout = 5` and `timeout = "5s"`, one strategy and a list of them.
#[test]
fn the_file_takes_what_the_command_line_takes() {
    let folder = Folder::new("forms");
    let forms = [
        "timeout = 1\nmemory = 2048\nstrategy = 'operators'\nlogic = 'QF_LIA'",
        "timeout = '1s'\nmemory = '2G'\nstrategy = ['operators']\nlogic = ['QF_LIA']",
        "timeout = '1000ms'\nmemory = '2GiB'\nstrategy = 'operators'\nlogic = 'QF_LIA,QF_LIA'",
        "timeout = 1.0\nmemory = '2048'\njobs = '1'\nstrategy = ['operators']\nlogic = ['QF_LIA']",
    ];
    for form in forms {
        let text = format!("[hunt]\ncampaign = 'here'\nseeds = 'seeds'\nsolver = 'z3'\ntests = 3\n{form}\n");
        fs::write(folder.join("gainsay.toml"), text).unwrap();
        let (code, stdout, stderr) = output(&folder.0, &["hunt", "--json"]);
        assert_eq!((code, stderr.as_str()), (0, "using gainsay.toml\n"), "{form}: {stdout}");
        let _ = fs::remove_dir_all(folder.join("here"));
    }
}

#[test]
fn mistakes_on_the_command_line_are_explained() {
    let folder = Folder::new("usage");
    assert!(failure(&folder, &["--strategy", "magic"]).contains("there are "));
    assert!(failure(&folder, &["no-such-folder"]).contains("no-such-folder"));
    assert!(failure(&folder, &["--for", "soon"]).contains("1h30m"));
    assert!(failure(&folder, &["-i", "0"]).contains('0'));
    assert!(failure(&folder, &["-i", "3", "--tests", "4"]).contains("cannot be used with"));
}

#[test]
fn another_campaign_is_not_mixed_with_this_one() {
    let folder = Folder::new("another");
    let known = ["--campaign", "campaign", "--tests", "3"];
    hunt(&folder.0, &known);
    let failed = |arguments: &[&str]| failure(&folder, &[&known, arguments].concat());
    assert!(failed(&["--seed", "9"]).contains("--seed"));
    assert!(failed(&["--strategy", "operators"]).contains("--strategy"));
    assert!(failed(&["-o", "sat"]).contains("-o"));
    // What asks, and for how long, may change; it is told.
    let (code, _, stderr) = output(&folder.0, &[HUNT, &known, &["--memory", "1000"]].concat());
    assert_eq!(code, 0);
    assert!(stderr.contains("memory"), "{stderr}");
}

#[test]
fn folders_that_cannot_be_used_are_told_apart() {
    let folder = Folder::new("folders");
    fs::create_dir(folder.join("letters")).unwrap();
    fs::write(folder.join("letters/letter.txt"), "dear").unwrap();
    let failed = |name: &str| failure(&folder, &["--campaign", name, "--tests", "1"]);
    assert!(failed("letters").contains("is not the folder of a campaign"));
    assert_eq!(fs::read_dir(folder.join("letters")).unwrap().count(), 1);

    fs::create_dir(folder.join("text")).unwrap();
    fs::write(folder.join("text/campaign.db"), "this is a text and no database, as one sees".repeat(100))
        .unwrap();
    assert!(failed("text").contains("is not the database of a campaign"));

    fs::create_dir(folder.join("foreign")).unwrap();
    let foreign = rusqlite::Connection::open(folder.join("foreign/campaign.db")).unwrap();
    foreign.execute_batch("CREATE TABLE cats (name TEXT)").unwrap();
    assert!(failed("foreign").contains("another program made it"));

    hunt(&folder.0, &["--campaign", "old", "--tests", "1"]);
    let old = rusqlite::Connection::open(folder.join("old/campaign.db")).unwrap();
    old.pragma_update(None, "user_version", 99).unwrap();
    assert!(failed("old").contains("99"));

    fs::write(folder.join("file"), "").unwrap();
    assert!(failed("file").contains("file"));
}

#[test]
fn a_folder_that_is_in_use_is_left_alone() {
    let folder = Folder::new("locked");
    hunt(&folder.0, &["--campaign", "campaign", "--tests", "2"]);
    let lock = fs::File::options().append(true).open(folder.join("campaign/campaign.lock")).unwrap();
    lock.try_lock().unwrap();
    let failed = failure(&folder, &["--campaign", "campaign", "--tests", "4"]);
    assert!(failed.contains("in use by another gainsay"), "{failed}");
    drop(lock);
    let events = hunt(&folder.0, &["--campaign", "campaign", "--tests", "4"]);
    assert_eq!(crate::campaign::summary(&events)["units"], 4);
}
