//! Reading a campaign where nothing can be written.

use rusqlite::Connection;
use serde_json::Value;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A campaign that found a liar out, and a copy of the program that anybody may run.
struct Campaign(PathBuf);

impl Campaign {
    fn new(name: &str) -> Campaign {
        let folder = std::env::temp_dir().join(format!("gainsay-reading-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let campaign = Campaign(folder);
        fs::write(campaign.path("liar"), "#!/bin/sh\ngrep -q check-sat && echo unsat\n").unwrap();
        // Not copied by this process: what other tests start meanwhile would hold it open, and nobody could run it.
        let copied = Command::new("cp").arg(crate::support::program()).arg(campaign.path("gainsay")).status();
        assert!(copied.unwrap().success());
        for program in ["liar", "gainsay"] {
            fs::set_permissions(campaign.path(program), Permissions::from_mode(0o755)).unwrap();
        }
        let liar = format!("liar={}", campaign.path("liar").display());
        let arguments = ["hunt", "--strategy", "bits", "--tests", "30", "-j", "1", "--campaign", "c"];
        let output = campaign.command().args(arguments).args(["--solver", &liar]).output().unwrap();
        assert_eq!(output.status.code(), Some(10), "{output:?}");
        campaign
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.path("gainsay"));
        // Somebody else than who made the campaign has to trust its programs.
        command.current_dir(&self.0).env("NO_COLOR", "1").env("GAINSAY_TRUST", "1");
        command
    }

    /// As somebody whom permissions hold back: not as root.
    fn as_somebody(&self, arguments: &[&str]) -> (i32, String, String) {
        const NOBODY: u32 = 65534;
        let mut command = self.command();
        if fs::metadata("/proc/self").unwrap().uid() == 0 {
            command.uid(NOBODY).gid(NOBODY).env("HOME", "/");
        }
        result(command.args(arguments).output().unwrap())
    }

    /// The numbers of findings that `gainsay bugs` tells.
    fn counts(&self, campaign: &str) -> Vec<u64> {
        let (code, stdout, stderr) = self.as_somebody(&["bugs", campaign, "--json"]);
        assert_eq!(code, 0, "{campaign}: {stderr}");
        let bugs: Vec<Value> = serde_json::from_str(&stdout).unwrap();
        bugs.iter().map(|bug| bug["findings"].as_u64().unwrap()).collect()
    }
}

fn result(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

impl Drop for Campaign {
    fn drop(&mut self) {
        set_writable(&self.0, true);
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Lets nobody write to a folder and what is in it, or lets its owner.
fn set_writable(folder: &Path, writable: bool) {
    let mode = |folder| if folder { 0o555 } else { 0o444 } | if writable { 0o200 } else { 0 };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            set_writable(&path, writable);
        } else if path.parent().is_some_and(|parent| parent.join("campaign.db").exists()) {
            fs::set_permissions(&path, Permissions::from_mode(mode(false))).unwrap();
        }
    }
    fs::set_permissions(folder, Permissions::from_mode(mode(true))).unwrap();
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_campaign_is_read_where_nothing_can_be_written() {
    let campaign = Campaign::new("folder");
    let before = files(&campaign.path("c"));
    assert!(!campaign.counts("c").is_empty());
    assert_eq!(files(&campaign.path("c")), before, "reading leaves nothing behind");
    set_writable(&campaign.path("c"), false);
    assert!(!campaign.counts("c").is_empty());
    let read = |arguments: &[&str]| campaign.as_somebody(arguments);
    for arguments in [&["bugs", "c"][..], &["bugs", "c", "export", "--format", "json"]] {
        let (code, stdout, stderr) = read(arguments);
        assert!(code == 0 && stdout.contains("wrong-unsat"), "{arguments:?}: {stderr}");
    }
    let (code, _, stderr) = read(&["coverage", "c"]);
    assert!(code == 2 && stderr.contains("no coverage data"), "{stderr}");
    let (_, stdout, _) = read(&["bugs", "c", "--json"]);
    let bugs: Vec<Value> = serde_json::from_str(&stdout).unwrap();
    let id = bugs[0]["id"].to_string();
    assert_eq!(read(&["bugs", "c", "show", &id]).0, 0);
    let (code, stdout, stderr) = read(&["replay", "c", &id]);
    assert_eq!(code, 10, "{stdout}{stderr}");
}

/// While somebody writes, and after somebody was killed, the newest part is in a second file.
#[test]
fn what_was_written_last_is_read() {
    let campaign = Campaign::new("last");
    let writer = Connection::open(campaign.path("c/campaign.db")).unwrap();
    writer.pragma_update(None, "journal_mode", "WAL").unwrap();
    writer.execute("UPDATE buckets SET count = 77", []).unwrap();
    fs::create_dir(campaign.path("killed")).unwrap();
    for file in ["campaign.db", "campaign.db-wal"] {
        fs::copy(campaign.path("c").join(file), campaign.path("killed").join(file)).unwrap();
    }
    for folder in ["c", "killed"] {
        set_writable(&campaign.path(folder), false);
        let counts = campaign.counts(folder);
        assert!(!counts.is_empty() && counts.iter().all(|count| *count == 77), "{folder}: {counts:?}");
    }
    assert_eq!(files(&campaign.path("killed")), ["campaign.db", "campaign.db-wal"]);
    // The writer is not held up.
    set_writable(&campaign.path("c"), true);
    writer.execute("UPDATE buckets SET count = 78", []).unwrap();
    assert!(campaign.counts("c").iter().all(|count| *count == 78));
}

/// A process that may write no byte to any file is as badly off as one on a full disk.
#[test]
fn a_campaign_is_read_on_a_full_disk() {
    let campaign = Campaign::new("full");
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec ./gainsay bugs c"]).current_dir(&campaign.0);
    let (code, stdout, stderr) = result(shell.output().unwrap());
    assert!(code == 0 && stdout.contains("wrong-unsat"), "{stdout}{stderr}");
}
