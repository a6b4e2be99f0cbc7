//! How many scripts of a folder `refute::prove` decides with evidence, by logic: a model for sat, a certificate for unsat.
//!
//! ```text
//! cargo run --release -p gainsay-tools --bin certificates -- FOLDER.. [--timeout 2] [--beside z3,cvc5] [--list]
//! ```
//! What an answer must be is said by the folder of a script (`sat`, `unsat`, `expected_sat`, ..), by its `:status`, or by its
//! one `; EXPECT:` line. Time is processor time, of ourselves and of the solvers. With `--list`, a line for each script. A
//! wrong answer and an alarm are printed, and end the program with 1.

use gainsay::answer::{Outcome, Status};
use gainsay::refute::{Bounds, Effort, Verdict, prove};
use gainsay::script::{STATUS, Script};
use gainsay::solver::{Ask, Catalogue, Limits, Solver};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut folders, mut seconds, mut names, mut list) = (Vec::new(), 2.0, String::new(), false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--timeout" => seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(seconds),
            "--beside" => names = arguments.next().unwrap_or_default(),
            "--list" => list = true,
            _ => folders.push(PathBuf::from(argument)),
        }
    }
    let names = names.split(',').filter(|name| !name.is_empty());
    let solvers: Result<Vec<Solver>, _> =
        Catalogue::load(None).and_then(|catalogue| names.map(|name| catalogue.solver(name)).collect());
    let solvers = match solvers {
        Ok(solvers) if !folders.is_empty() => solvers,
        Ok(_) => {
            eprintln!("usage: certificates FOLDER.. [--timeout 2] [--beside z3,cvc5] [--list]");
            return ExitCode::from(2);
        }
        Err(error) => {
            eprintln!("no solvers: {error}");
            return ExitCode::from(2);
        }
    };
    let mut survey = Survey { seconds, list, solvers, tallies: BTreeMap::new(), wrong: 0 };
    for path in folders.iter().flat_map(|folder| scripts(folder)) {
        survey.take(&path);
    }
    survey.print();
    ExitCode::from(u8::from(survey.wrong > 0))
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let mut found = gainsay::files::find(folder).unwrap_or_default();
    found.sort();
    found
}

struct Survey {
    seconds: f64,
    list: bool,
    solvers: Vec<Solver>,
    tallies: BTreeMap<(String, &'static str), Tally>,
    wrong: usize,
}

/// What came of the scripts of one logic with one answer.
#[derive(Default)]
struct Tally {
    files: usize,
    decided: usize,
    time: Duration,
    /// How many each solver decides.
    beside: Vec<usize>,
    reasons: BTreeMap<String, usize>,
}

impl Survey {
    fn take(&mut self, path: &Path) {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
        let script = Script::read(&text);
        let expected = expected(path, &text, &script);
        let before = processor_time();
        let (answer, why) = self.decide(&script);
        let time = processor_time().saturating_sub(before);
        if why.starts_with(ALARM) || ![answer, expected].contains(&Status::Unknown) && answer != expected {
            self.wrong += 1;
            println!("WRONG {}: {}, expected {} {why}", path.display(), word(answer), word(expected));
        }
        if self.list {
            println!(
                "{} {} {:.3} {} {why}",
                path.display(),
                word(expected),
                time.as_secs_f64(),
                word(answer)
            );
        }
        let beside: Vec<bool> = self.solvers.iter().map(|solver| self.is_decided(solver, &text)).collect();
        let logic = script.logic().unwrap_or("no logic").to_owned();
        let tally = self.tallies.entry((logic, word(expected))).or_default();
        tally.files += 1;
        tally.time += time;
        tally.beside.resize(beside.len(), 0);
        tally.beside.iter_mut().zip(beside).for_each(|(count, decided)| *count += usize::from(decided));
        match answer {
            Status::Unknown => *tally.reasons.entry(why).or_default() += 1,
            _ => tally.decided += 1,
        }
    }

    /// The answer, and why there is none.
    fn decide(&self, script: &Script) -> (Status, String) {
        if !script.is_understood() {
            return (Status::Unknown, "the script was not understood".to_owned());
        }
        let (limit, begun, before) =
            (Duration::from_secs_f64(self.seconds), Instant::now(), processor_time());
        let is_over = || begun.elapsed() > limit && processor_time().saturating_sub(before) > limit;
        let effort = Effort { work: u64::MAX, stop: &is_over };
        match prove(&script.question(), Bounds { effort, ..Bounds::default() }) {
            Verdict::Sat(_) => (Status::Sat, String::new()),
            Verdict::Unsat(_) => (Status::Unsat, String::new()),
            Verdict::Undecided(why) => (Status::Unknown, why.to_string()),
            Verdict::Alarm(how) => (Status::Unknown, format!("{ALARM}: {how}")),
        }
    }

    fn is_decided(&self, solver: &Solver, text: &str) -> bool {
        let limits =
            Limits { wall: Duration::from_secs_f64(5.0 * self.seconds), ..Limits::seconds(self.seconds) };
        let answer = solver.clone().ask(text, &limits);
        answer.is_ok_and(|answer| matches!(answer.outcome, Outcome::Sat | Outcome::Unsat))
    }

    fn print(&self) {
        let names: Vec<String> =
            self.solvers.iter().map(|solver| format!("{:>14}", solver.label())).collect();
        println!(
            "{:<14}{:<9}{:>6}{:>9}{:>7}{:>9}{}",
            "logic",
            "expected",
            "files",
            "decided",
            "",
            "seconds",
            names.concat()
        );
        for ((logic, expected), tally) in &self.tallies {
            let share = 100.0 * tally.decided as f64 / tally.files as f64;
            let beside: Vec<String> = tally.beside.iter().map(|count| format!("{count:>14}")).collect();
            println!(
                "{logic:<14}{expected:<9}{:>6}{:>9}{share:>6.1}%{:>9.1}{}",
                tally.files,
                tally.decided,
                tally.time.as_secs_f64(),
                beside.concat()
            );
            let mut reasons: Vec<(&String, &usize)> = tally.reasons.iter().collect();
            reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            reasons.iter().for_each(|(reason, count)| println!("{count:>30} {reason}"));
        }
        println!("{} wrong", self.wrong);
    }
}

const ALARM: &str = "alarm";

fn word(status: Status) -> &'static str {
    match status {
        Status::Sat => "sat",
        Status::Unsat => "unsat",
        Status::Unknown => "unknown",
    }
}

/// What the answer must be.
fn expected(path: &Path, text: &str, script: &Script) -> Status {
    if script.count_questions() != 1 {
        return Status::Unknown;
    }
    let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let by_folder = folder.and_then(|name| Status::from_word(name.trim_start_matches("expected_")));
    let mut lines = text.lines().filter_map(|line| line.strip_prefix("; EXPECT:"));
    let by_comment = match (lines.next(), lines.next()) {
        (Some(line), None) => Status::from_word(line.trim()),
        _ => None,
    };
    by_folder.or_else(|| script.info(STATUS).and_then(Status::from_word)).or(by_comment).unwrap_or_default()
}

/// The time that this thread has had a processor.
fn processor_time() -> Duration {
    let read = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(read.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0))
}
