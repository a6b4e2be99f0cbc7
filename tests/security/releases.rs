//! Installing a release runs nothing of the folder that the user is in.

use super::command;
use crate::support::Folder;
use gainsay::solver::{Cache, InstallError, Profiles, SolverSpec, SpecError, install};

const LEAVES_A_TRACE: &str = "open('PWNED', 'w')\n";

/// A folder with modules for Python that leave a trace.
fn scene(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("x.smt2", "(declare-const x Bool)(assert x)(check-sat)");
    for module in ["pip.py", "sitecustomize.py", "runpy.py", "json.py"] {
        folder.write(module, format!("open({:?}, 'w')\n", folder.0.join("PWNED")));
    }
    folder
}

#[test]
fn no_module_of_the_folder_is_run() {
    for with_package in [false, true] {
        let folder = scene("pip-here");
        if with_package {
            std::fs::remove_file(folder.0.join("pip.py")).unwrap();
            folder.write("pip/__init__.py", LEAVES_A_TRACE);
            folder.write("pip/__main__.py", LEAVES_A_TRACE);
        }
        let commands: [&[&str]; 3] = [
            &["solvers", "add", "z3@99.9.9"],
            &["check", "x.smt2", "--solver", "z3@99.9.9"],
            &["bisect", "x.smt2", "--solver", "bitwuzla", "--expect", "sat", "--versions", "99.1..99.2"],
        ];
        for arguments in commands {
            let mut started = command(&folder, arguments);
            let nowhere = [("PIP_NO_INDEX", "1"), ("PIP_FIND_LINKS", "file:///no-such-folder")];
            let output = started.envs(nowhere).env("PYTHONPATH", &folder.0).output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!folder.0.join("PWNED").exists(), "{arguments:?}: {told}");
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn a_release_looks_like_one() {
    for odd in ["1/x-99-py3-none-any.whl", "./x", "1 @ file:x", "latest", "1;x", "1=2", "-1", ".1"] {
        let spec = format!("z3@{odd}").parse::<SolverSpec>();
        let is_refused = matches!(&spec, Err(SpecError::NoRelease(_)))
            || spec.is_ok_and(|spec| spec.version.as_deref().is_some_and(|version| odd.starts_with(version)));
        assert!(is_refused, "{odd}");
        // Releases also come from campaigns.
        let folder = Folder::new("odd-release");
        let z3 = Profiles::shipped().get("z3").unwrap().clone();
        let installed = install(&z3, Some(odd), &Cache::at(&folder.0));
        assert!(matches!(installed, Err(InstallError::NoRelease(_))), "{odd}");
    }
    for release in ["4.8.10.post1", "1.0.3.dev42+gabc", "4.8.12-3.1", "1.8~rc1"] {
        assert_eq!(format!("z3@{release}").parse::<SolverSpec>().unwrap().version.as_deref(), Some(release));
    }
}

#[test]
fn a_settings_file_installs_nothing_of_its_folder() {
    let folder = Folder::new("wheel-here");
    folder.write("z3-solver==1/z3_solver-99.0-py3-none-any.whl", "");
    folder.write("gainsay.toml", "[hunt]\nsolver = ['z3@1/z3_solver-99.0-py3-none-any.whl']\n");
    let output = command(&folder, &["hunt", "--tests", "1"]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("names no release") && output.status.code() == Some(2), "{told}");
}
