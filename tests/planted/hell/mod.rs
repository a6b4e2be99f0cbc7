//! A solver from hell: its answers are right, but its behaviour is as bad as possible. It must never be
//! accused; if it is told to lie, exactly that lie must be found. The tool `hell` tries more plans than these.

mod trial;

use crate::support::{Folder, gainsay, imp};
use std::path::Path;
use std::sync::LazyLock;
use trial::{Hell, PROFILE, Plan};

static HELL: LazyLock<Hell> =
    LazyLock::new(|| Hell::new(&imp::build(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("hell"))));

fn nobody_is_accused_falsely(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let plan = Plan::new(seed, HELL.tests.len());
        let complaints = HELL.trial(&plan);
        assert!(complaints.is_empty(), "{plan:?} about {}: {complaints:#?}", HELL.text_of(&plan));
    }
}

#[test]
fn bad_manners_are_no_crime() {
    nobody_is_accused_falsely(0..400);
}

#[test]
fn bad_manners_hide_no_crime() {
    nobody_is_accused_falsely(400..800);
}

/// Checks that lies can be found at all: otherwise the tests above would show nothing.
#[test]
fn each_lie_is_found_where_nothing_disturbs() {
    for (lie, scripts) in HELL.shown() {
        assert!(scripts >= 2, "the lie about {lie} is found in {scripts} scripts");
    }
}

#[test]
fn the_command_line_accuses_only_liars() {
    let folder = Folder::new("hell");
    for seed in 0..40 {
        let plan = Plan::new(seed, HELL.tests.len());
        folder.write("question.smt2", HELL.text_of(&plan));
        let code_of = |plan: &Plan| {
            let words: Vec<String> =
                HELL.command(plan.arguments()).iter().map(|word| format!("'{word}'")).collect();
            folder
                .write("gainsay.toml", format!("[solver.imp]\ncommand = [{}]\n{PROFILE}", words.join(", ")));
            let mut check = gainsay();
            check.args([
                "check",
                "question.smt2",
                "--config",
                "gainsay.toml",
                "--solver",
                "imp",
                "-t",
                "120",
            ]);
            let output = check.current_dir(&folder.0).output().unwrap();
            (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let (code, said) = code_of(&plan);
        assert!(matches!(code, Some(0 | 1 | 2 | 3 | 10 | 11)), "{plan:?}: {code:?}: {said}");
        if plan.lie.is_none() || plan.is_clear() {
            let quiet = code_of(&plan.without_habits()).0;
            assert_eq!(code == Some(10), quiet == Some(10), "{plan:?}: {said}");
        }
    }
}
