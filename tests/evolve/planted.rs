//! An evolution finds a planted defect, makes it small, says how it grows, and survives a kill.

use gainsay::evolve::{Origins, VARIATIONS, cross, vary_by};
use gainsay::rng::Rng;
use gainsay::script::Script;
use gainsay::seeds::Library;
use serde_json::Value;
use std::fs;
use std::io::BufRead;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Takes twice as many steps for each character more of the longest string over a and b, far too many from about 9 on, and
/// counts them: how they grow does not depend on how busy the machine is.
const SLOW: &str = "#!/bin/sh
longest=$(grep -o '\"[ab]*\"' | awk 'length > most { most = length } END { print most + 0 }')
[ \"$longest\" -gt 30 ] && longest=30
i=0
while [ $i -lt $((512 << longest)) ]; do i=$((i + 1)); done
echo sat
echo \"(:steps $i)\"
";

/// Says sat to everything at once.
const FAST: &str = "#!/bin/sh
cat > /dev/null
echo sat
";

/// Says unsat to everything at once.
const CONTRARY: &str = "#!/bin/sh
cat > /dev/null
echo unsat
";

/// Never ends where a length is asked for, and says sat at once to everything else.
const ENDLESS: &str = "#!/bin/sh
if grep -q 'str.len'; then while :; do :; done; fi
echo sat
";

/// Never ends where a string over a and b has more than two characters.
const STUCK: &str = "#!/bin/sh
if grep -q '\"[ab][ab][ab][ab]*\"'; then while :; do :; done; fi
echo sat
";

/// A folder with the solvers, and the file that describes them.
pub(super) fn prepared(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evolve").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut config = String::new();
    let programs =
        [("slow", SLOW), ("fast", FAST), ("contrary", CONTRARY), ("endless", ENDLESS), ("stuck", STUCK)];
    for (name, text) in programs {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        config += &format!("[solver.{name}]\ncommand = ['sh', '{}']\nstdin = []\n", path.display());
    }
    config = config.replacen("stdin = []", "stdin = []\nwork = ':steps'", 1);
    fs::write(folder.join("gainsay.toml"), config).unwrap();
    folder
}

pub(super) fn evolve(folder: &Path, arguments: &str) -> Command {
    let mut command = crate::support::gainsay();
    command.arg("evolve").args(arguments.split_whitespace()).current_dir(folder);
    command
}

pub(super) fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

pub(super) fn events(output: &Output, kind: &str) -> Vec<Value> {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let events = stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    events.filter(|event| event["event"] == kind).collect()
}

#[test]
fn a_planted_defect_is_found_reduced_scaled_and_reported() {
    let folder = prepared("found");
    let how = "--target slow --reference fast --timeout 0.4 --confirm-limit 1 --generations 1 --population 20 \
               --defects 1 -j 2 --out evolution --json";
    let output = evolve(&folder, how).output().unwrap();
    assert_eq!(code(&output), Some(10), "{output:?}");
    let [defect] = <[Value; 1]>::try_from(events(&output, "defect")).unwrap();
    let script = defect["script"].as_str().unwrap();
    assert!(script.lines().count() < 5 && script.len() < 150, "not small: {script}");
    let own = folder.join("evolution/defects/1");
    let report = fs::read_to_string(own.join("report.md")).unwrap();
    assert!(report.contains("slow is not done in 1 s"), "{report}");
    assert!(report.contains("in **the length of the constant"), "{report}");
    assert!(report.contains("the steps that the target counts: **exponential, by 2.00"), "{report}");
    for file in ["original.smt2", "scaling.tsv", "scaling-1.svg", "../../front.svg", "../../report.md"] {
        assert!(fs::metadata(own.join(file)).is_ok_and(|file| file.len() > 0), "{file}");
    }
    let repro = |solver: &str| {
        let mut command = Command::new("sh");
        command.arg(own.join("repro.sh")).env("SOLVER", solver).current_dir("/");
        code(&command.output().unwrap())
    };
    assert_eq!(repro(""), Some(0));
    assert_eq!(repro(&format!("sh {}", folder.join("fast").display())), Some(1));
    // Again, it has nothing left to do, and says what it found.
    let again = evolve(&folder, how).output().unwrap();
    assert_eq!((code(&again), events(&again, "generation").len()), (Some(10), 0), "{again:?}");
}

/// Several are slow at once only where each of them is.
#[test]
fn several_targets_are_slow_on_the_same_question() {
    let folder = prepared("several");
    let how = "--target stuck --target endless --reference fast --timeout 0.2 --confirm-limit 0.8 --generations 6 \
               --population 30 --defects 1 -j 2 --logic QF_SLIA --out evolution --json";
    let output = evolve(&folder, how).output().unwrap();
    assert_eq!(code(&output), Some(10), "{output:?}");
    let [defect] = <[Value; 1]>::try_from(events(&output, "defect")).unwrap();
    let script = defect["script"].as_str().unwrap();
    let is_long = script.split('"').any(|part| part.len() >= 3 && part.chars().all(|c| "ab".contains(c)));
    assert!(is_long && script.contains("str.len"), "{script}");
    let own = folder.join("evolution/defects/1");
    let report = fs::read_to_string(own.join("report.md")).unwrap();
    assert!(report.contains("each of stuck and endless is not done in 0.8 s"), "{report}");
    let repro = fs::read_to_string(own.join("repro.sh")).unwrap();
    assert!(repro.contains("if the first 2 solvers are not done"), "{repro}");
    let run = || code(&Command::new("sh").arg(own.join("repro.sh")).output().unwrap());
    assert_eq!(run(), Some(0));
    // As soon as one of them is fast, it does not show.
    fs::copy(folder.join("fast"), folder.join("endless")).unwrap();
    assert_eq!(run(), Some(1));
}

/// Whoever stops while a slow question is being confirmed keeps it, and is told so.
#[test]
fn a_question_that_was_not_confirmed_is_kept() {
    let folder = prepared("unconfirmed");
    let how = "--target slow --reference fast --timeout 0.4 --confirm-limit 1000 --generations 1 --population 20 -j 2 --out e";
    let mut child = evolve(&folder, how).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = std::io::BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(told.any(|line| line.unwrap().contains("confirming one of")), "it ended by itself");
    // SAFETY: a signal to a child that was not waited for.
    assert_eq!(unsafe { libc::kill(child.id() as i32, libc::SIGINT) }, 0);
    told.for_each(drop);
    let output = child.wait_with_output().unwrap();
    let story = String::from_utf8_lossy(&output.stdout);
    assert_eq!(code(&output), Some(11), "{story}");
    assert!(story.contains("0 defects") && story.contains("not confirmed (in e/candidates"), "{story}");
    let kept = fs::read_to_string(folder.join("e/candidates/1.smt2")).unwrap();
    assert!(Script::parse(&kept).is_ok(), "{kept}");
}

#[test]
fn nothing_is_found_where_nothing_is_slow() {
    let folder = prepared("nothing");
    let how = "--target fast --reference fast --timeout 0.5 --confirm-limit 2 --generations 2 --population 10 --json";
    let output = evolve(&folder, how).output().unwrap();
    assert_eq!(code(&output), Some(0), "{output:?}");
    assert_eq!(events(&output, "generation").len(), 3);
    assert!(folder.join("evolutions").is_dir());
}

#[test]
fn a_place_where_nothing_can_be_written_is_told_once() {
    let folder = prepared("nowhere");
    let output = evolve(&folder, "--target fast --reference fast --out gainsay.toml/x").output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    let (using, error) = told.split_once('\n').unwrap();
    assert!(using.starts_with("using gainsay.toml, which names the programs "), "{told}");
    assert_eq!(error, "error: cannot read gainsay.toml/x/setup.json: Not a directory (os error 20)\n");
    assert_eq!(code(&output), Some(2));
}

#[test]
fn contrary_answers_are_kept_as_suspicions() {
    let folder = prepared("contrary");
    let how =
        "--target fast --reference contrary --timeout 0.5 --generations 0 --population 4 --out e --json";
    let output = evolve(&folder, how).output().unwrap();
    assert_eq!((code(&output), events(&output, "suspicion").len()), (Some(0), 4), "{output:?}");
    let script = fs::read_to_string(folder.join("e/suspicions/1.smt2")).unwrap();
    assert!(script.starts_with("; contrary answers\n"), "{script}");
    assert!(Script::parse(&script).is_ok());
}

#[test]
fn a_killed_evolution_goes_on() {
    let folder = prepared("killed");
    let how = "--target fast --reference fast --timeout 0.5 --population 10 -j 1 --out e --json";
    let mut child = evolve(&folder, how).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let state = folder.join("e/state.json");
    let generation = || -> Option<u64> {
        serde_json::from_str::<Value>(&fs::read_to_string(&state).ok()?).ok()?["generation"].as_u64()
    };
    while generation().is_none_or(|generation| generation < 2) {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let reached = generation().unwrap();
    let output = evolve(&folder, &format!("{how} --generations {}", reached + 2)).output().unwrap();
    assert_eq!(code(&output), Some(0), "{output:?}");
    let new: Vec<u64> =
        events(&output, "generation").iter().map(|event| event["generation"].as_u64().unwrap()).collect();
    assert_eq!(new, [reached + 1, reached + 2]);
    // Another question needs another folder.
    let other = evolve(&folder, &format!("{how} --seed 9 --generations 9")).output().unwrap();
    assert_eq!(code(&other), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another number (--seed)"), "{other:?}");
}

#[test]
fn wrong_usage_is_told() {
    let folder = prepared("usage");
    let cases = [
        ("--target fast", "--reference"),
        ("--target fast --reference fast --logic strings", "not a list of logics"),
        ("--target fast --reference fast --variant best", "possible values: default, only-time"),
        ("--target fast --reference fast --timeout 9 --confirm-limit 3", "less than --timeout"),
        ("--target nobody --reference fast", "no solver `nobody`"),
    ];
    for (arguments, message) in cases {
        let output = evolve(&folder, arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(code(&output) == Some(2) && stderr.contains(message), "{arguments}: {stderr}");
    }
}

/// Of any theory: what comes out reads as what it is, and is well-sorted.
#[test]
fn variations_make_well_sorted_scripts_of_any_theory() {
    for (logic, least) in [("QF_SLIA", 14), ("QF_BV", 8), ("QF_FP", 8), ("QF_LIA", 8), ("QF_ABV", 8)] {
        let logics = [logic.to_owned()];
        let library = Library::builtin().with_logics(&logics).unwrap_or_else(|_| Library::none());
        let origins = Origins::new(&logics, library).unwrap();
        let mut worked: Vec<&str> = Vec::new();
        let drafts: Vec<_> = (0..60).filter_map(|number| origins.draft(5, number)).collect();
        assert!(drafts.len() >= 20, "{logic}: {}", drafts.len());
        for (number, pair) in drafts.windows(2).enumerate() {
            let rng = &mut Rng::of_unit(11, number as u64);
            let made = VARIATIONS.iter().map(|variation| {
                let made = vary_by(variation, &pair[0].text, &origins.language, rng);
                if made.as_ref().is_some_and(|made| made.text != pair[0].text)
                    && !worked.contains(&variation.name)
                {
                    worked.push(variation.name);
                }
                made
            });
            let made: Vec<_> = made.collect();
            for draft in made.into_iter().chain(cross(&pair[0].text, &pair[1].text, rng)).flatten() {
                let script = Script::parse(&draft.text).unwrap_or_else(|why| panic!("{why}: {}", draft.text));
                assert!(script.is_fully_sorted() && script.assertions().count() > 0, "{}", draft.text);
            }
        }
        assert!(worked.len() >= least, "{logic}: only {worked:?} did anything");
    }
}

/// The same number, the same first population.
#[test]
fn drafts_are_a_function_of_the_number() {
    let logics = ["QF_S".to_owned(), "QF_SLIA".to_owned()];
    let origins = || Origins::new(&logics, Library::builtin().with_logics(&logics).unwrap()).unwrap();
    let (one, two) = (origins(), origins());
    for number in 0..40 {
        assert_eq!(one.draft(3, number), two.draft(3, number));
    }
    assert!((0..40).any(|number| one.draft(3, number) != one.draft(4, number)));
}
