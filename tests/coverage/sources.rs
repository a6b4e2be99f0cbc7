//! What a solver reached, as it tells itself: the same for every source.

use crate::coverage::toy::{Build, toy};
use crate::support::{cpu_seconds, with_time_enough};
use gainsay::coverage::{Probe, Reached, Source, Trace, instrument_in};
use gainsay::rng::Rng;
use gainsay::solver::{Ask, Instrument, Limits, Session, SessionConfig};
use serde_json::Value;

const PLUS: &str = "(declare-const x Int)(assert (= x (+ x x 11)))(check-sat)";
const STRINGS: &str = "(declare-const s String)(assert (str.< s s))(check-sat)";

fn probe(build: Build) -> Probe {
    Probe::attach(&toy(build).solver()).unwrap().unwrap()
}

fn trace(probe: &mut Probe, script: &str) -> Trace {
    probe.clear();
    probe.solver().ask_fresh(script, &cpu_seconds(10.0)).unwrap();
    probe.read().unwrap()
}

fn tells_what_is_new(build: Build) {
    let mut probe = probe(build);
    let (plus, again) = (trace(&mut probe, PLUS), trace(&mut probe, PLUS));
    let strings = trace(&mut probe, STRINGS);
    assert!(plus.places() > 10, "{plus:?}");
    assert_eq!(plus, again);
    assert_eq!(plus.similarity(&again), 1.0);
    let similar = plus.similarity(&strings);
    assert!(0.1 < similar && similar < 1.0, "{similar}");
    let mut reached = Reached::default();
    assert_eq!(reached.add(&plus), plus.places());
    assert_eq!(reached.reward(&again), again.places() as u64);
    assert!(reached.reward(&strings) > 100 + strings.places() as u64);
    assert_eq!(reached.add(&again), 0);
    let new = reached.add(&strings);
    assert!(0 < new && new < strings.places());
    assert_eq!(reached.places(), plus.places() + new);
}

/// The loop over the digits of a number runs once for each.
fn counts_how_often(build: Build) {
    let mut probe = probe(build);
    let mut digits = |count: usize| {
        let trace = trace(&mut probe, &format!("(assert (= x {}))", "1".repeat(count)));
        trace.iter().map(|(_, count)| count).collect::<Vec<_>>()
    };
    let (few, many) = (digits(20), digits(60));
    assert_eq!(few.len(), many.len());
    let more: Vec<u32> =
        few.iter().zip(&many).map(|(few, many)| many - few).filter(|more| *more > 0).collect();
    assert!(!more.is_empty() && more.contains(&40), "{more:?}");
}

#[test]
fn edges_tell_what_is_new() {
    tells_what_is_new(Build::Edges);
    counts_how_often(Build::Edges);
}

#[test]
fn lines_tell_what_is_new() {
    tells_what_is_new(Build::Gcov);
    counts_how_often(Build::Gcov);
}

/// The lines that gcc's own tool names are those that we find, and no others.
#[test]
fn lines_are_those_of_gcov() {
    let toy = toy(Build::Gcov);
    let mut probe = probe(Build::Gcov);
    for script in [PLUS, STRINGS, "(assert false)(check-sat)(reset)(assert true)(check-sat)(exit)", ""] {
        let trace = trace(&mut probe, script);
        let ours: Vec<u32> = trace.iter().map(|(place, _)| place & 0x3ffff).collect();
        let prefix = &probe.solver().environment.iter().find(|(name, _)| name == "GCOV_PREFIX").unwrap().1;
        let built = toy.program.parent().unwrap();
        let folder = std::path::Path::new(prefix).join(built.strip_prefix("/").unwrap());
        std::fs::copy(built.join("toy.gcno"), folder.join("toy.gcno")).unwrap();
        let mut gcov = std::process::Command::new("gcov");
        gcov.args(["--json-format", "--stdout", "--branch-probabilities", "toy.gcda"]).current_dir(&folder);
        let output = gcov.output().unwrap();
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        let lines = json["files"][0]["lines"].as_array().unwrap();
        let run = lines.iter().filter(|line| line["count"].as_u64() > Some(0));
        let theirs: Vec<u32> = run.map(|line| line["line_number"].as_u64().unwrap() as u32).collect();
        assert!(theirs.len() > 5);
        assert_eq!(ours, theirs, "{script}");
        // So are functions and branches, and how many there are.
        let functions = json["files"][0]["functions"].as_array().unwrap();
        let branches: Vec<&Value> =
            lines.iter().flat_map(|line| line["branches"].as_array().unwrap()).collect();
        let many =
            |list: &[&Value], key: &str| list.iter().filter(|entry| entry[key].as_u64().unwrap() > 0).count();
        let called = many(&functions.iter().collect::<Vec<_>>(), "execution_count");
        let source = Source::find(&toy.solver()).unwrap().unwrap();
        let reached = source.counts(&trace.all().iter().map(|(place, _)| place).collect());
        let theirs = [("lines", theirs.len()), ("functions", called), ("branches", many(&branches, "count"))];
        assert_eq!(reached, theirs, "{script}");
        let totals = [("lines", lines.len()), ("functions", functions.len()), ("branches", branches.len())];
        assert_eq!(source.totals(), totals);
    }
}

#[test]
fn a_program_with_a_counter_for_each_edge_tells_how_many_there_are() {
    let folder = crate::support::Folder::new("edges-counted");
    folder.program("counted", "[ \"$GAINSAY_EDGES\" ] && echo 1234 && exit\necho unknown # __AFL_SHM_ID");
    let path = folder.0.join("counted");
    let solver = crate::support::real(&format!("c={}", path.display()));
    assert_eq!(Source::find(&solver).unwrap().unwrap().totals(), [("edges", 1234)]);
    // Hashed edges share counters, and nobody knows how many there are.
    assert_eq!(Source::find(&toy(Build::Edges).solver()).unwrap().unwrap().totals(), []);
}

#[test]
fn a_process_that_does_not_end_by_itself_writes_no_lines() {
    let mut probe = probe(Build::Gcov);
    assert!(trace(&mut probe, "(check-sat)").places() > 0);
    probe.clear();
    probe.solver().ask_fresh("(declare-pool)", &Limits::seconds(0.3)).unwrap();
    let nothing = probe.read().unwrap();
    assert_eq!(nothing.all().places(), 0);
}

/// A process that is killed while it writes leaves anything behind.
#[test]
fn files_that_are_broken_are_no_reason_to_panic() {
    let mut probe = probe(Build::Gcov);
    let mut rng = Rng::new(1);
    trace(&mut probe, PLUS);
    let prefix = probe.solver().environment.iter().find(|(name, _)| name == "GCOV_PREFIX").unwrap().1.clone();
    let built = toy(Build::Gcov).program.with_file_name("toy.gcda");
    let file = std::path::Path::new(&prefix).join(built.strip_prefix("/").unwrap());
    let whole = std::fs::read(&file).unwrap();
    let (mut good, mut bad) = (0, 0);
    for _ in 0..300 {
        let mut broken = whole.clone();
        broken.truncate(rng.between(1, whole.len() as u64) as usize);
        let at = rng.index(broken.len());
        broken[at] = rng.next_u64() as u8;
        std::fs::write(&file, &broken).unwrap();
        match probe.read() {
            Ok(_) => good += 1,
            Err(error) => {
                bad += 1;
                assert!(error.to_string().contains("toy.gcda"), "{error}");
            }
        }
    }
    assert!(good > 0 && bad > 0, "{good} {bad}");
}

#[test]
fn edges_of_a_killed_process_are_known() {
    let mut probe = probe(Build::Edges);
    let normal = trace(&mut probe, "(check-sat)");
    let crashed = trace(&mut probe, "(check-sat)(declare-heap)");
    assert!(crashed.places() > normal.places());
    let hanging = |limits: &Limits| {
        probe.clear();
        let answer = probe.solver().ask_fresh("(assert (= 1 2))(declare-pool)", limits).unwrap();
        assert_eq!(answer.outcome.word(), "timeout");
        probe.read().unwrap().places()
    };
    let places = with_time_enough(hanging, |places| *places > normal.places());
    assert!(places > normal.places(), "{places}");
}

#[test]
fn a_session_tells_about_each_of_its_scripts() {
    let mut probe = probe(Build::Edges);
    let mut session = Session::new(probe.solver().clone(), SessionConfig::default());
    let mut ask = |script: &str| {
        probe.clear();
        let answer = session.ask(script, &cpu_seconds(10.0)).unwrap();
        assert_eq!(answer.outcome.word(), "unknown");
        probe.read().unwrap()
    };
    let mut reached = Reached::default();
    // The first one sees the start of the process, and the last ones may see the reset of the one before.
    for script in [PLUS, PLUS, PLUS] {
        reached.add(&ask(script));
    }
    assert!(reached.add(&ask(STRINGS)) > 0);
    assert!(session.off().is_none());
}

#[test]
fn who_counts_nothing_has_no_probe() {
    assert!(Probe::attach(&toy(Build::Plain).solver()).unwrap().is_none());
    let mut solver = toy(Build::Plain).solver();
    solver.profile.coverage = Some(Instrument::Edges);
    let error = Probe::attach(&solver).unwrap_err().to_string();
    assert!(error.contains("GAINSAY_EDGES"), "{error}");
}

/// The segments of the system: their numbers, how many processes are attached, and whether the kernel removes them with the
/// last of these.
fn segments() -> Vec<(i64, i64, bool)> {
    let text = std::fs::read_to_string("/proc/sysvipc/shm").unwrap();
    let rows = text.lines().skip(1).map(|line| line.split_ascii_whitespace().collect::<Vec<_>>());
    let removed = |permissions: &str| u32::from_str_radix(permissions, 8).unwrap() & 0o1000 != 0;
    rows.map(|row| (row[1].parse().unwrap(), row[6].parse().unwrap(), removed(row[2]))).collect()
}

#[test]
fn no_segment_is_left_behind() {
    let mut probe = probe(Build::Edges);
    let variables = &probe.solver().environment;
    let id: i64 = variables.iter().find(|(name, _)| name == "__AFL_SHM_ID").unwrap().1.parse().unwrap();
    trace(&mut probe, PLUS);
    // Only we are attached, and the segment goes with us, however we end.
    assert!(segments().contains(&(id, 1, true)));
    drop(probe);
    assert!(segments().iter().all(|(other, ..)| *other != id));
}

/// Also where they begin in one piece of a program and end in the next.
#[test]
fn marks_are_found_wherever_they_stand() {
    let marks: [(Instrument, &[u8]); 2] =
        [(Instrument::Edges, b"__AFL_SHM_ID"), (Instrument::Gcov, b"GCOV_PREFIX")];
    for (instrument, mark) in marks {
        let around = (60_000..70_000).step_by(1 << 12).chain((1 << 16) - 20..(1 << 16) + 2);
        for before in around.chain([0, 1, 3 << 16]) {
            let program = [&vec![b'.'; before], mark, b"rest"].concat();
            assert_eq!(instrument_in(&program[..]).ok().flatten(), Some(instrument), "{before}");
            let cut = [&vec![b'.'; before], &mark[1..], b"rest"].concat();
            assert_eq!(instrument_in(&cut[..]).ok(), Some(None), "{before}");
        }
    }
}
