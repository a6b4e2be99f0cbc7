//! A part of somebody else does not read the disk.

use super::{gainsay, pipe};
use crate::support::Folder;
use crate::support::records::{campaign, record};
use gainsay::files::{ForeignFolder, Refused, plain};
use rusqlite::Connection;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// All plain files below a folder, by their text.
fn texts_below(folder: &Path) -> Vec<String> {
    let (mut folders, mut texts) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type().unwrap() {
                kind if kind.is_dir() => folders.push(entry.path()),
                kind if kind.is_file() => {
                    texts.push(String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap()).into_owned());
                }
                _ => {}
            }
        }
    }
    texts
}

/// A part with one bug, and a secret beside it; gives the folder of the bug.
fn part(name: &str) -> (Folder, PathBuf) {
    let folder = Folder::new(name);
    folder.write("secret/id_rsa", "the key");
    campaign(&folder, "part", 1, &[record("wrong-sat", "(assert false)(check-sat)")], 1);
    let bugs = folder.0.join("part/bugs");
    let bug = std::fs::read_dir(&bugs).unwrap().next().unwrap().unwrap().path();
    (folder, bug)
}

/// Merges the part, adds it to a docket and makes a site of it; nothing of the secret may arrive, and all of it ends.
fn nothing_arrives(folder: &Folder) -> String {
    let merged = gainsay(folder, &["merge", "out", "part"]);
    assert_eq!(merged.code.map(|code| code == 0 || code == 75), Some(true), "{merged:?}");
    let added = gainsay(folder, &["docket", "--docket", "docket", "add", "part"]);
    assert_eq!(added.code, Some(0), "{added:?}");
    let site = gainsay(folder, &["site", "site", "part", "docket"]);
    assert_eq!(site.code, Some(0), "{site:?}");
    let shown = gainsay(folder, &["bugs", "part", "show", "1"]);
    for place in ["out", "docket", "site"] {
        let texts = texts_below(&folder.0.join(place));
        assert!(!texts.iter().any(|text| text.contains("the key")), "{place}");
    }
    assert!(!shown.out.contains("the key"), "{}", shown.out);
    [merged.err, added.err, site.err, shown.err].concat()
}

#[test]
fn a_folder_outside_of_the_campaign_is_not_copied() {
    let (folder, _) = part("foreign-folder");
    let absolute = folder.0.join("secret").display().to_string();
    for place in [absolute.as_str(), "part/../secret", "secret", "..", "", "/"] {
        let database = Connection::open(folder.0.join("part/campaign.db")).unwrap();
        database.execute("UPDATE buckets SET folder = ?1", [place]).unwrap();
        drop(database);
        let told = nothing_arrives(&folder);
        assert!(!place.ends_with("secret") || told.contains("of a bug is not read"), "{place}: {told}");
        assert!(!folder.0.join("out/bugs/secret").exists());
        for made in ["out", "docket", "site"] {
            std::fs::remove_dir_all(folder.0.join(made)).unwrap();
        }
    }
}

#[test]
fn links_and_pipes_of_a_part_are_told_and_left_out() {
    let (folder, bug) = part("foreign-links");
    std::fs::remove_file(bug.join("output.txt")).unwrap_or_default();
    symlink(folder.0.join("secret/id_rsa"), bug.join("output.txt")).unwrap();
    symlink(folder.0.join("secret"), bug.join("below")).unwrap();
    let inside = bug.strip_prefix(&folder.0).unwrap().join("proof.cnf");
    std::fs::remove_file(bug.join("proof.cnf")).unwrap_or_default();
    pipe(&folder, inside.to_str().unwrap());
    let told = nothing_arrives(&folder);
    assert!(told.contains("output.txt is not copied") && told.contains("proof.cnf is not copied"), "{told}");
    let name = bug.file_name().unwrap();
    assert!(folder.0.join("out/bugs").join(name).join("bug.json").is_file(), "the rest goes on: {told}");
}

#[test]
fn a_folder_of_bugs_that_is_a_link_is_not_followed() {
    let (folder, bug) = part("foreign-linked");
    let elsewhere = folder.0.join("secret/moved");
    std::fs::rename(&bug, &elsewhere).unwrap();
    std::fs::copy(folder.0.join("secret/id_rsa"), elsewhere.join("output.txt")).unwrap();
    symlink(&elsewhere, &bug).unwrap();
    let told = nothing_arrives(&folder);
    assert!(told.contains("is not read: it is a link"), "{told}");
}

#[test]
fn a_database_that_is_a_pipe_or_a_link_is_refused() {
    let folder = Folder::new("foreign-database");
    folder.write("pipe/x", "");
    pipe(&folder, "pipe/campaign.db");
    folder.write("link/x", "");
    symlink(folder.0.join("elsewhere.db"), folder.0.join("link/campaign.db")).unwrap();
    for campaign in ["pipe", "link"] {
        let ran = gainsay(&folder, &["bugs", campaign]);
        assert_eq!((ran.code, ran.err.contains("it is no plain file")), (Some(2), true), "{ran:?}");
    }
}

#[test]
fn history_is_not_written_through_a_link() {
    let folder = Folder::new("foreign-write");
    folder.write("rc", "mine");
    folder.write("bug/x", "");
    symlink(folder.0.join("rc"), folder.0.join("bug/bug.json")).unwrap();
    symlink(folder.0.join("rc"), folder.0.join("bug/.bug.json.draft")).unwrap();
    ForeignFolder::new(&folder.0).below("bug").replace("bug.json", "new").unwrap();
    assert_eq!((folder.read("rc"), folder.read("bug/bug.json")), ("mine".to_owned(), "new".to_owned()));
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    for odd in ["", ".", "..", ".ssh", "a/b", "/etc/passwd", "a\\b", "a\nb", "a\0b", "\u{1b}[31m"] {
        assert_eq!(plain(odd), None, "{odd:?}");
        let folder = ForeignFolder::new(Path::new("/"));
        assert!(matches!(folder.text(odd), Err(Refused::Name)), "{odd:?}");
        assert!(matches!(folder.below(odd).check(), Err(Refused::Name)), "{odd:?}");
    }
    assert_eq!(plain(&"x".repeat(300)), None);
    assert_eq!(plain("wrong-sat-z3-4.12.2-1a2b3c4d"), Some("wrong-sat-z3-4.12.2-1a2b3c4d"));
    // A file that grows without end is read to the limit at most, a device not at all.
    assert!(matches!(ForeignFolder::new(Path::new("/dev")).text("zero"), Err(Refused::NotPlain)));
}
