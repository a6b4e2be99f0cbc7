//! Profiles: those that come with the program, and those of users.

use gainsay::solver::Profiles;
use gainsay::theory::table;
use std::fs;
use std::path::PathBuf;

fn errors(text: &str) -> String {
    Profiles::shipped().add_text("gainsay.toml", text).unwrap_err().to_string()
}

#[test]
fn shipped_profiles_have_a_command_and_their_file_name() {
    let profiles = Profiles::shipped();
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/solvers")).unwrap();
    let paths = folder.map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    assert_eq!(profiles.iter().count(), files.len());
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let profile =
            profiles.get(name).unwrap_or_else(|| panic!("{name} has another name, or is not shipped"));
        assert!(!profile.command.is_empty(), "{name}");
    }
}

#[test]
fn users_add_and_replace_profiles_and_other_tables_are_left_alone() {
    let mut profiles = Profiles::shipped();
    let text = "[campaign]\nseed = 1\n[solver.mine]\ncommand = ['mine', '-q']\n[solver.z3]\ncommand = ['z3-nightly']";
    profiles.add_text("gainsay.toml", text).unwrap();
    assert_eq!(profiles.get("mine").unwrap().command, ["mine", "-q"]);
    assert_eq!(profiles.get("z3").unwrap().program(), "z3-nightly");
}

#[test]
fn a_table_for_a_known_program_says_only_what_differs() {
    let mut profiles = Profiles::shipped();
    let text = "[solver.mine]\ncommand = ['./build/z3', '-v:1']\nversion = ['-V']\n[solver.other]\ncommand = ['other']";
    profiles.add_text("gainsay.toml", text).unwrap();
    let (mine, z3) = (profiles.get("mine").unwrap(), profiles.get("z3").unwrap());
    assert_eq!(
        (mine.name.as_str(), mine.command.as_slice()),
        ("mine", ["./build/z3", "-v:1"].map(str::to_owned).as_slice())
    );
    assert_eq!((&mine.session, &mine.stdin, &mine.options.seed), (&z3.session, &z3.stdin, &z3.options.seed));
    assert_eq!((mine.version.as_slice(), mine.family.as_deref()), (["-V".to_owned()].as_slice(), Some("z3")));
    // What is installed by that name is not the user's program.
    assert!(mine.install.is_empty() && !z3.install.is_empty());
    assert!(profiles.get("other").unwrap().session.is_none());
}

#[test]
fn mistakes_name_the_file_the_key_and_the_remedy() {
    let unknown = errors("[solver.mine]\ncommand = ['mine']\npaterns = {}\n");
    assert!(unknown.contains("gainsay.toml") && unknown.contains("paterns") && unknown.contains("patterns"));
    assert!(errors("[solver.mine]\nversion = ['-v']").contains("[solver.mine] has no `command`"));
    assert!(errors("[solver.'../x']\ncommand = ['x']").contains("letters, digits"));
}

#[test]
fn a_program_is_known_by_its_file_name() {
    let profiles = Profiles::shipped();
    assert_eq!(profiles.by_program("/opt/bin/yices-smt2").unwrap().name, "yices");
    assert_eq!(profiles.by_program("cvc5").unwrap().name, "cvc5");
    assert!(profiles.by_program("oxiz").is_none());
}

#[test]
fn operators_of_changes_are_operators() {
    for profile in Profiles::shipped().iter() {
        let known = profile.known.iter().flat_map(|known| &known.operators);
        let changed = profile.changed.iter().flat_map(|change| &change.operators);
        for name in known.chain(changed) {
            assert!(!table().meanings(name).is_empty(), "{}: {name}", profile.name);
        }
    }
}
