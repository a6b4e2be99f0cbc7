//! Fresh processes that misbehave.

use crate::solver::guests::{Fake, QUESTION, is_zombie, limits, processes_with};
use crate::support::{cpu_seconds, eventually, with_time_enough};
use gainsay::answer::{Answer, Exit, Limit, Outcome, SignatureKind, Status};
use gainsay::solver::Limits;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

fn ask(mode: &str) -> Answer {
    ask_within(mode, &limits())
}

fn ask_within(mode: &str, limits: &Limits) -> Answer {
    let fake = Fake::new(mode);
    let answer = fake.solver.ask_fresh(QUESTION, limits).expect("the fake solver starts");
    assert_eq!(fake.survivors(), 0, "{mode} left processes behind");
    answer
}

/// Of a solver that never ends, once it had time for what it does first.
fn stopped(mode: &str, is_done: impl Fn(&Answer) -> bool) -> Answer {
    let answer = with_time_enough(|limits| ask_within(mode, limits), is_done);
    assert_eq!(answer.exit, Exit::Killed(Limit::Wall), "{mode}");
    answer
}

#[test]
fn an_answer_is_read_and_measured() {
    let answer = ask("sat-slowly");
    assert_eq!((answer.outcome, answer.exit), (Outcome::Sat, Exit::Code(0)));
    assert!(
        answer.wall > Duration::ZERO && answer.cpu > Duration::ZERO,
        "{:?} {:?}",
        answer.wall,
        answer.cpu
    );
    // A busy machine may not have looked before the process ended.
    eventually("a look at the memory", || ask("sat-slowly").peak_memory > 1 << 20);
}

#[test]
fn a_script_comes_in_a_file_where_standard_input_is_not_read() {
    let fake = Fake::with_profile("sat", "");
    assert_eq!(fake.solver.ask_fresh(QUESTION, &limits()).unwrap().outcome, Outcome::Sat);
    let ours = format!("gainsay-{}-", std::process::id());
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&ours) && name.ends_with(".smt2")
    };
    let entries = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten().map(|entry| entry.path());
    let seen: Vec<PathBuf> = entries.filter(is_ours).collect();
    // Other tests of this process have such files, too, but each not for long.
    eventually("the removal of all temporary files", || !seen.iter().any(|path| path.exists()));
}

#[test]
fn silence_is_unknown() {
    assert_eq!(ask("silent").outcome, Outcome::Unknown("no answer".into()));
}

#[test]
fn a_sleeper_is_stopped() {
    assert_eq!(stopped("sleeps", |_| true).outcome, Outcome::Timeout);
}

#[test]
fn cpu_time_is_limited_too() {
    let fake = Fake::new("burns");
    let tight = cpu_seconds(1.0);
    let answer = fake.solver.ask_fresh(QUESTION, &tight).unwrap();
    assert_eq!((answer.outcome, answer.exit), (Outcome::Timeout, Exit::Killed(Limit::Cpu)));
    assert!(answer.cpu >= Duration::from_millis(900), "{:?}", answer.cpu);
}

#[test]
fn a_flood_is_cut_off() {
    for mode in ["floods", "floods-both"] {
        let fake = Fake::new(mode);
        let narrow = Limits { output: 1 << 20, ..limits() };
        let answer = fake.solver.ask_fresh(QUESTION, &narrow).unwrap();
        assert_eq!(answer.exit, Exit::Killed(Limit::Output), "{mode}");
        assert!(matches!(answer.outcome, Outcome::Unknown(_)));
        assert!(answer.stdout.len() + answer.stderr.len() <= 1 << 20);
        assert_eq!(fake.survivors(), 0);
    }
}

#[test]
fn what_was_answered_before_a_limit_counts() {
    let answer = ask("floods-after-answer");
    assert_eq!((answer.outcome, answer.exit), (Outcome::Unsat, Exit::Killed(Limit::Output)));
    stopped("lingers", |answer| answer.outcome == Outcome::Unsat);
}

#[test]
fn bytes_that_are_not_text_do_no_harm() {
    let answer = ask("not-utf8");
    assert_eq!(answer.outcome, Outcome::Sat);
    assert!(answer.stdout.contains('\u{fffd}'));
    assert_eq!(answer.later_errors.len(), 1);
}

#[test]
fn an_error_before_the_answer_is_a_rejection_and_one_after_it_hides_nothing() {
    let before = ask("error-before");
    assert_eq!(before.outcome, Outcome::Rejected("line 3: unknown constant y".into()));
    assert_eq!(before.statuses, [Status::Sat]);
    let after = ask("error-after");
    assert_eq!((after.outcome, after.later_errors), (Outcome::Sat, vec!["no model".to_owned()]));
}

#[test]
fn dying_half_way_is_no_answer() {
    let answer = ask("half");
    assert_eq!(answer.outcome, Outcome::Rejected("(model (define-fun x () Int".into()));
    assert_eq!((answer.model, answer.exit), (None, Exit::Code(3)));
}

#[test]
fn crashes_keep_the_answer_that_came_before() {
    let Outcome::Crash(signature) = ask("segfault").outcome else { panic!("no crash") };
    assert_eq!((signature.kind, signature.text.as_str()), (SignatureKind::Signal, "SIGSEGV"));
    let answer = ask("segfault-after-answer");
    assert!(matches!(answer.outcome, Outcome::Crash(_)), "{:?}", answer.outcome);
    assert_eq!(answer.statuses, [Status::Sat]);
    let Outcome::Crash(signature) = ask("assertion").outcome else { panic!("no crash") };
    assert_eq!(signature.text, "Fatal failure within void f() at node.cpp:12 Check failure a == b");
}

#[test]
fn memory_is_limited() {
    let fake = Fake::new("allocates");
    let small = Limits { memory: 256 << 20, ..limits() };
    let answer = fake.solver.ask_fresh(QUESTION, &small).unwrap();
    assert_eq!(answer.outcome, Outcome::OutOfMemory);
    assert_eq!(ask("killed").outcome, Outcome::OutOfMemory);
}

#[test]
fn the_peak_of_memory_is_the_solvers_own_however_much_we_have() {
    // More than the solver takes, and gone again: what the kernel counts for a child begins with our own peak.
    let ours = std::hint::black_box(vec![1_u8; 200 << 20]);
    drop(ours);
    let answer = stopped("holds-memory", |answer| answer.peak_memory >= 120 << 20);
    assert!((120 << 20..160 << 20).contains(&answer.peak_memory), "{}", answer.peak_memory);
}

#[test]
fn a_solver_that_does_not_read_or_closes_its_output_is_no_deadlock() {
    let fake = Fake::new("lingers");
    let long = "; a comment that no pipe can hold\n".repeat(100_000) + QUESTION;
    let ask = |limits: &Limits| fake.solver.ask_fresh(&long, limits).unwrap().outcome;
    assert_eq!(with_time_enough(ask, |outcome| *outcome == Outcome::Unsat), Outcome::Unsat);
    assert_eq!(stopped("closes-output", |_| true).outcome, Outcome::Timeout);
}

#[test]
fn descendants_die_with_the_solver() {
    assert_eq!(stopped("forks", |_| true).outcome, Outcome::Timeout);
    assert_eq!(ask("forks-and-answers").outcome, Outcome::Sat);
}

#[test]
fn a_hundred_timeouts_of_a_forking_solver_leave_nothing_behind() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/solver/forking_solver.sh");
    // The duration is also what the processes are known by.
    let duration = format!("9{}", std::process::id());
    let spec = format!("forking=sh {script} {duration}");
    let solver = crate::support::catalogue().solver(&spec).unwrap();
    for _ in 0..100 {
        assert_eq!(solver.ask_fresh("", &Limits::seconds(0.03)).unwrap().outcome, Outcome::Timeout);
    }
    assert_eq!(processes_with(&duration).len(), 0);
}

#[test]
fn solvers_run_in_a_folder_of_their_own_and_by_the_paths_of_the_user() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-folder");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let script = "[ \"$1\" = --version ] && echo 'mine 1.0' && exit\n[ -s left ] && exit 1\necho x > left\npwd >&2\necho sat\n";
    std::fs::write(folder.join("mine.sh"), script).unwrap();
    std::fs::write(folder.join("gainsay.toml"), "[solver.file]\ncommand = [\"sh\", \"mine.sh\"]\n").unwrap();
    std::fs::write(folder.join("question.smt2"), "(declare-const x Bool)(assert x)(check-sat)").unwrap();
    for solver in ["mine=sh mine.sh", "mine=sh ./mine.sh", "file"] {
        let output = crate::support::gainsay()
            .args(["check", "--no-cores", "--solver", solver, "question.smt2"])
            .current_dir(&folder)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && told.contains(" sat "), "{solver}: {told}");
    }
    assert!(!folder.join("left").exists());
}

/// Scripts may not say where solvers write to: files of the user's would be overwritten, and answers hidden.
#[test]
fn solvers_do_not_write_where_scripts_say() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("channel.txt");
    std::fs::write(&file, "mine").unwrap();
    for name in ["z3", "cvc5", "yices"] {
        for option in [":regular-output-channel", ":diagnostic-output-channel"] {
            let script = format!(
                "(set-option {option} \"{}\")(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)",
                file.display()
            );
            let answer = crate::support::real(name).ask_fresh(&script, &cpu_seconds(20.0)).unwrap();
            assert_eq!(answer.outcome, Outcome::Sat, "{name} {option}: {}", answer.stdout);
        }
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
}

/// With a limit on the size of files a campaign ends with a message, and goes on without it.
#[test]
fn a_limit_on_the_size_of_files_is_told() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("file-size");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 8; exec \"$@\"", "sh"])
        .arg(crate::support::program())
        .args([
            "hunt",
            "--strategy",
            "bits",
            "--tests",
            "400",
            "-j",
            "1",
            "--campaign",
            "campaign",
            "--solver",
            "z3",
        ])
        .current_dir(&folder)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("ulimit -f"), "{told}");
}

/// A solver whose children keep neither its environment nor its session, and what they are known by.
fn escaping(name: &str, more: &str) -> (String, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/solver/escaping_solver.sh");
    let duration = format!("8{}{}", std::process::id(), name.len());
    (format!("{name}=sh {script} {duration} {more}"), duration)
}

#[test]
fn who_clears_the_environment_and_leaves_the_session_dies_too() {
    let (spec, duration) = escaping("escaping", "");
    let solver = crate::support::catalogue().solver(&spec).unwrap();
    for _ in 0..20 {
        assert_eq!(solver.ask_fresh("(check-sat)", &limits()).unwrap().outcome, Outcome::Sat);
        assert_eq!(processes_with(&duration).len(), 0);
    }
}

#[test]
fn who_clears_the_environment_dies_when_we_are_killed() {
    let (spec, duration) = escaping("runaway", "stays");
    let mut gainsay = crate::support::gainsay()
        .args(["solvers", "doctor", &spec])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let sleeping = || {
        let is_sleep = |process: &String| {
            std::fs::read_to_string(format!("/proc/{process}/comm")).is_ok_and(|name| name.trim() == "sleep")
        };
        processes_with(&duration).iter().filter(|process| is_sleep(process)).count()
    };
    eventually("the start of all", || sleeping() >= 5);
    gainsay.kill().unwrap();
    gainsay.wait().unwrap();
    eventually("the end of all", || processes_with(&duration).is_empty());
}

#[test]
fn no_zombies_are_left() {
    let fake = Fake::new("forks");
    let seen_within = |limits: &Limits| {
        let mut seen = BTreeSet::new();
        std::thread::scope(|scope| {
            let asking = scope.spawn(|| fake.solver.ask_fresh(QUESTION, limits).unwrap());
            while !asking.is_finished() {
                seen.extend(fake.processes());
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        seen
    };
    let seen = with_time_enough(seen_within, |seen| seen.len() >= 5);
    assert!(seen.len() >= 5, "the family was not seen: {seen:?}");
    eventually("the burial of all", || !seen.iter().any(|process| is_zombie(process)));
}

#[test]
fn nothing_survives_when_we_are_killed() {
    let fake = Fake::new("forks");
    let command = format!("fake={}", fake.solver.command_line());
    let mut gainsay = crate::support::gainsay()
        .args(["solvers", "doctor", &command])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // The solver itself, its children, and our own command line.
    eventually("the start of the solver", || fake.survivors() >= 6);
    gainsay.kill().unwrap();
    gainsay.wait().unwrap();
    eventually("the end of the solver", || fake.survivors() == 0);
}
