//! Versions: how solvers tell them, and how they are ordered and named.

use crate::support::{Folder, catalogue, python, real};
use gainsay::answer::Outcome;
use gainsay::solver::{Cache, Limits, Manifest, release_key, release_name, version_in, version_key};

#[test]
fn versions_are_ordered_and_known_by_all_their_names() {
    assert!(version_key("4.8.9") < version_key("4.8.10"));
    let manifest = |version: &str, package_version: &str| Manifest {
        version: version.into(),
        package_version: package_version.into(),
        ..Manifest::default()
    };
    let old = manifest("4.8.0", "4.8.0.0.post1");
    assert!(["4.8.0", "4.8", "4.8.0.0.post1", "4.8.0.post1"].iter().all(|name| old.has_version(name)));
    assert!(!["4.8.1", "4.8.0.post2", "4.8.10"].iter().any(|name| old.has_version(name)));
    assert!(manifest("4.8.10", "4.8.10.0").has_version("4.8.10"));
    assert_eq!(release_key("4.8.10.0.post1"), release_key("4.8.10"));
    let names = ["4.8.10.0", "4.8.0.0.post1", "1.3.0", "0.9"].map(release_name);
    assert_eq!(names, ["4.8.10", "4.8.0.post1", "1.3.0", "0.9"]);
}

#[test]
fn versions_are_found_in_what_solvers_say() {
    let cases = [
        ("Z3 version 4.8.10 - 64 bit", "4.8.10"),
        ("This is cvc5 version 1.0.3\ncompiled with GCC version 12.2.0", "1.0.3"),
        ("Yices 2.6.5\nCopyright SRI International.", "2.6.5"),
        ("MathSAT5 version 5.6.11 (abc) (Jun 1 2024)", "5.6.11"),
        ("0.9.1-dev\n", "0.9.1-dev"),
    ];
    for (text, version) in cases {
        assert_eq!(version_in(text).as_deref(), Some(version), "{text}");
    }
    assert_eq!(version_in("usage: foo [options]"), None);
}

/// `nice` has a version, too.
#[test]
fn a_version_is_that_of_the_program_that_answers() {
    let z3 = real("z3@5.4.0");
    let path = &z3.argv[0];
    for wrapped in [format!("nice -n 1 {path}"), format!("env A=b {path}"), format!("timeout 600 {path}")] {
        let solver = real(&format!("z3={wrapped}"));
        assert!(solver.label().starts_with("z3@5.4.0 "), "{}", solver.label());
        assert!(solver.version_line().is_some_and(|line| line.contains("Z3 version")), "{wrapped}");
        assert_eq!(solver.ask_fresh("(check-sat)", &Limits::default()).unwrap().outcome, Outcome::Sat);
    }
    // What does not tell its version has none, nor has a script, whatever its interpreter is.
    let folder = Folder::new("version");
    folder.program("mute", "echo sat");
    let mute = folder.0.join("mute").display().to_string();
    let solver = real(&format!("mine=nice {mute}"));
    assert_eq!((solver.version.as_str(), solver.label()), ("", format!("mine {mute}")));
    let script = folder.write("script.sh", "echo sat").display().to_string();
    for interpreter in ["bash", python()] {
        assert_eq!(real(&format!("mine={interpreter} {script}")).version, "", "{interpreter}");
    }
}

/// A path that cannot be looked at is not one where nothing is.
#[test]
fn a_solver_that_cannot_be_looked_at_is_not_taken_for_missing() {
    let folder = Folder::new("unseen");
    // Whoever looks at it goes round in circles, and gets an error.
    let path = folder.0.join("z3");
    std::os::unix::fs::symlink("z3", &path).unwrap();
    let mut catalogue = catalogue();
    let table = format!("[solver.mine]\ncommand = ['{}']\n", path.display());
    catalogue.profiles.add_text("gainsay.toml", &table).unwrap();
    let cause = "Too many levels of symbolic links";
    for name in ["mine".to_owned(), path.display().to_string(), format!("other={} -st", path.display())] {
        let told = catalogue.solver(&name).unwrap_err().to_string();
        assert!(told.contains(cause) && told.contains(&*path.to_string_lossy()), "{told}");
        assert!(!told.contains("install"), "{told}");
    }
    // Nor is an installed one whose manifest cannot be read.
    catalogue.cache = Cache::at(&folder.0);
    folder.write("solvers/z3@5.4.0/install.toml/file", "");
    for name in ["z3", "z3@5.4.0"] {
        let told = catalogue.solver(name).unwrap_err().to_string();
        assert!(told.contains("install.toml: Is a directory") && !told.contains("cannot install"), "{told}");
    }
}
