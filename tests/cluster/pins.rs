//! Solvers are the same on all machines.

use crate::support::{Folder, gainsay};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// A solver of one's own: it says nothing but unknown.
const SOLVER: &str = "#!/bin/sh\ncase \"$1\" in --version) echo mine 1.0;; *) echo unknown;; esac\n";

#[test]
fn a_program_of_ones_own_is_shipped_by_its_hash_and_another_one_is_refused() {
    let folder = Folder::new("pins");
    let program = folder.write("build/mine", SOLVER);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    folder.write(
        "monday/campaign.toml",
        "[hunt]\nsolver = [\"mine=./build/mine\", \"yices\"]\ntests = 100\nstrategy = \"bits\"\n",
    );
    let run = |arguments: &[&str]| {
        let output = gainsay().args(arguments).current_dir(&folder.0).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let prepare = ["cluster", "prepare", "monday", "--trust"];
    assert_eq!(run(&prepare).0, Some(0));
    let pins = fs::read_to_string(folder.0.join("monday/pins.toml")).unwrap();
    let own: Vec<_> = fs::read_dir(folder.0.join("monday/solvers/own")).unwrap().collect();
    let [Ok(own)] = &own[..] else { panic!("{own:?}") };
    let hash = own.file_name().into_string().unwrap();
    assert!(
        pins.contains(&format!("name = \"mine={{folder}}/solvers/own/{hash}/mine\"\nsha256 = \"{hash}\"")),
        "{pins}"
    );
    assert!(pins.contains("name = \"yices@"), "{pins}");
    // The copy is what is run, whatever becomes of the original; the folder can be anywhere.
    fs::remove_file(&program).unwrap();
    fs::rename(folder.0.join("monday"), folder.0.join("moved")).unwrap();
    let hunt =
        ["hunt", "--config", "moved/campaign.toml", "--pins", "moved/pins.toml", "--shard", "1/2", "-j", "1"];
    let (code, told) = run(&[&hunt[..], &["--campaign", "one"]].concat());
    assert!(matches!(code, Some(0 | 3 | 10)), "{told}");
    fs::write(folder.0.join("moved/solvers/own").join(&hash).join("mine"), format!("{SOLVER}# changed\n"))
        .unwrap();
    let (code, told) = run(&[&hunt[..], &["--campaign", "two"]].concat());
    assert!(code == Some(2) && told.contains("mine@1.0 is another program here: its SHA-256 is"), "{told}");
    let (code, told) = run(&["cluster", "prepare", "moved", "--trust"]);
    assert!(code == Some(2) && told.contains("is another program here"), "{told}");
}
