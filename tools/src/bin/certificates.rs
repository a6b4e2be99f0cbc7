//! How many scripts of a folder `refute::prove` decides with evidence, by logic: a model for sat, a certificate for unsat.
//!
//! ```text
//! cargo run --release -p gainsay-tools --bin certificates -- FOLDER.. [--timeout 2] [--beside z3,cvc5] [--plain] [--list]
//! ```
//! What an answer must be is said by the folder of a script (`sat`, `unsat`, `expected_sat`, ..), by its `:status`, or by its
//! one `; EXPECT:` line. Time is processor time, of ourselves and of the solvers. With `--list`, a line for each script. With `--plain`, what is
//! refuted is refuted by plain clauses, too, and both are measured. A
//! wrong answer and an alarm are printed, and end the program with 1.

use gainsay::answer::{Outcome, Status};
use gainsay::refute::{
    Bounds, Certificate, CertificateText, Effort, PlainFailure, Verdict, prove, refute_plainly,
};
use gainsay::script::{STATUS, Script};
use gainsay::solver::{Ask, Catalogue, Limits, Solver};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut folders, mut seconds, mut names) = (Vec::new(), 2.0, String::new());
    let (mut list, mut plain) = (false, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--timeout" => seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(seconds),
            "--beside" => names = arguments.next().unwrap_or_default(),
            "--list" => list = true,
            "--plain" => plain = true,
            _ => folders.push(PathBuf::from(argument)),
        }
    }
    let names = names.split(',').filter(|name| !name.is_empty());
    let solvers: Result<Vec<Solver>, _> =
        Catalogue::load(None).and_then(|catalogue| names.map(|name| catalogue.solver(name)).collect());
    let solvers = match solvers {
        Ok(solvers) if !folders.is_empty() => solvers,
        Ok(_) => {
            eprintln!("usage: certificates FOLDER.. [--timeout 2] [--beside z3,cvc5] [--plain] [--list]");
            return ExitCode::from(2);
        }
        Err(error) => {
            eprintln!("no solvers: {error}");
            return ExitCode::from(2);
        }
    };
    let mut survey = Survey { seconds, list, plain, solvers, tallies: BTreeMap::new(), wrong: 0 };
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
    plain: bool,
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
    plain: PlainTally,
}

/// What came of plain clauses for the scripts that are refuted.
#[derive(Default)]
struct PlainTally {
    /// The measures of those that both encoders refute: ordinary and plain.
    both: Vec<[Measure; 2]>,
    reasons: BTreeMap<String, usize>,
}

/// How large a certificate is, and how long it took to make.
#[derive(Clone, Copy)]
struct Measure {
    clauses: usize,
    steps: usize,
    bytes: usize,
    seconds: f64,
}

impl Measure {
    fn of(clauses: usize, steps: usize, text: CertificateText, time: Duration) -> Measure {
        let bytes = text.files().iter().map(|(_, text)| text.len()).sum();
        Measure { clauses, steps, bytes, seconds: time.as_secs_f64() }
    }
}

impl Survey {
    fn take(&mut self, path: &Path) {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
        let script = Script::read(&text);
        let expected = expected(path, &text, &script);
        let before = processor_time();
        let (answer, why, certificate) = self.decide(&script);
        let time = processor_time().saturating_sub(before);
        let plain = certificate.filter(|_| self.plain).map(|ordinary| self.plainly(&script, &ordinary, time));
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
        match plain {
            Some(Ok(both)) => tally.plain.both.push(both),
            Some(Err(why)) => {
                if !matches!(why, PlainFailure::Undecided(_)) {
                    self.wrong += 1;
                    println!("WRONG {}: {why}", path.display());
                }
                *tally.plain.reasons.entry(why.to_string()).or_default() += 1;
            }
            None => {}
        }
        match answer {
            Status::Unknown => *tally.reasons.entry(why).or_default() += 1,
            _ => tally.decided += 1,
        }
    }

    /// The same script by plain clauses, measured beside the ordinary certificate.
    fn plainly(
        &self,
        script: &Script,
        ordinary: &Certificate,
        time: Duration,
    ) -> Result<[Measure; 2], PlainFailure> {
        let before = processor_time();
        let plain = self.within_time(|bounds| refute_plainly(&script.question(), bounds))?;
        let plain_time = processor_time().saturating_sub(before);
        let measure = |refuted: &gainsay::refute::Refuted, text, time| {
            Measure::of(refuted.clauses(), refuted.steps(), text, time)
        };
        Ok([
            measure(&ordinary.refuted, ordinary.to_text(), time),
            measure(&plain.refuted, plain.to_text(), plain_time),
        ])
    }

    /// The answer, why there is none, and the certificate of a refutation.
    fn decide(&self, script: &Script) -> (Status, String, Option<Box<Certificate>>) {
        if !script.is_understood() {
            return (Status::Unknown, "the script was not understood".to_owned(), None);
        }
        match self.within_time(|bounds| prove(&script.question(), bounds)) {
            Verdict::Sat(_) => (Status::Sat, String::new(), None),
            Verdict::Unsat(certificate) => (Status::Unsat, String::new(), Some(certificate)),
            Verdict::Undecided(why) => (Status::Unknown, why.to_string(), None),
            Verdict::Alarm(how) => (Status::Unknown, format!("{ALARM}: {how}"), None),
        }
    }

    fn within_time<T>(&self, decide: impl FnOnce(Bounds<'_>) -> T) -> T {
        let (limit, begun, before) =
            (Duration::from_secs_f64(self.seconds), Instant::now(), processor_time());
        let is_over = || begun.elapsed() > limit && processor_time().saturating_sub(before) > limit;
        decide(Bounds { effort: Effort { work: u64::MAX, stop: &is_over }, ..Bounds::default() })
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
            if self.plain {
                tally.plain.print();
            }
        }
        println!("{} wrong", self.wrong);
    }
}

impl PlainTally {
    /// Medians and sums of what both encoders refute.
    fn print(&self) {
        for (name, at) in [("ordinary", 0), ("plain", 1)] {
            let all: Vec<Measure> = self.both.iter().map(|both| both[at]).collect();
            let median = |of: fn(&Measure) -> usize| {
                let mut values: Vec<usize> = all.iter().map(of).collect();
                values.sort_unstable();
                values.get(values.len() / 2).copied().unwrap_or(0)
            };
            println!(
                "    {name:<9} {} refuted by both, medians: {} clauses, {} steps, {} bytes; empty clause alone {}; {:.1} s in all",
                all.len(),
                median(|measure| measure.clauses),
                median(|measure| measure.steps),
                median(|measure| measure.bytes),
                all.iter().filter(|measure| measure.clauses == 1).count(),
                all.iter().map(|measure| measure.seconds).sum::<f64>()
            );
        }
        self.reasons.iter().for_each(|(reason, count)| println!("{count:>30} not plainly: {reason}"));
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
