//! `gainsay reduce`: makes a script small while a solver stays wrong about it, or a command does what it did.

use super::check::decided;
use super::{
    BAD_INPUT, LEAST_MEMORY, at_least, catalogue, choose_solvers, duration, print, print_aside, read_text,
    seconds,
};
use crate::consult::{Consultation, as_it_is_asked, as_it_stands, consult};
use crate::evidence::{Evidence, Test};
use crate::judge::{Finding, FindingKind, judge, witness_among};
use crate::reduce::{
    Accusation, Budget, Candidate, CommandOutput, Matching, NotReducible, Progress, Reduced, patience,
    reduce, reduce_finding,
};
use crate::script::{Printer, Script};
use crate::solver::{Limits, Outcome, Solver};
use crate::words::counted;
use anyhow::{Context, bail};
use regex_lite::Regex;
use serde_json::json;
use std::cell::Cell;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Make a script small while a solver stays wrong about it
///
/// What is kept is the verdict: the same solver, the same kind of finding, and a reason that still holds. For a wrong unsat
/// that is a model under which every assertion is true; for a wrong sat, that all assignments were tried or that solvers of
/// two other families prove unsat (one, if there is only one, and if the solver's own model is false); for an invalid
/// model, that it is false; for a crash, its signature. Behind `--`, any command can be given, as for ddSMT: it gets the
/// script's file as its last argument, and its exit code and output are kept.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay reduce bug.smt2 --solver z3@4.8.7 -o small.smt2   the installed ones give second opinions
  gainsay reduce bug.smt2 --solver z3@4.8.7 --solver cvc5 --solver yices -j 4
  gainsay reduce bug.smt2 --solver \"mine=./build/solver\" --expect crash --for 10m
  gainsay reduce bug.smt2 -o small.smt2 --match-err 'assertion violation' -- ./solver --model

Ctrl-C keeps the best so far. If OUT is there already and still shows the verdict, it goes on
from there.
Exit codes: 0 reduced, 1 the script does not show anything to keep, 2 wrong usage or a solver
that cannot be run.")]
pub struct Args {
    /// The script; `-` is standard input
    file: PathBuf,
    /// The solver that is wrong, and then those to ask for a second opinion [default: those installed]
    #[arg(short, long = "solver", value_name = "SOLVER")]
    solvers: Vec<String>,
    /// The answer of the solver that is to be kept
    #[arg(long, value_enum, value_name = "ANSWER")]
    expect: Option<Expect>,
    /// Where the result goes; the best so far is there at any time [default: standard output, at the end]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Candidates that are tried at once
    #[arg(short, long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// Seconds for each question; by default twice what an earlier one took, and 0.75 more
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<f64>,
    /// Stop after this time, as in 90s, 10m or 2h
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Megabytes of memory for each process
    #[arg(long, default_value_t = 4096, value_name = "MB", value_parser = at_least(LEAST_MEMORY))]
    memory: u64,
    /// One JSON object with what came out
    #[arg(long)]
    json: bool,
    /// With a command: its standard output goes on to match this regular expression
    #[arg(long, value_name = "RE", requires = "command", allow_hyphen_values = true)]
    match_out: Option<Regex>,
    /// With a command: its standard error goes on to match this regular expression
    #[arg(long, value_name = "RE", requires = "command", allow_hyphen_values = true)]
    match_err: Option<Regex>,
    /// With a command: it exits with this code [default: as for the whole script]
    #[arg(long, value_name = "N", requires = "command")]
    exit: Option<i32>,
    /// With a command: only its exit code counts
    #[arg(long, requires = "command", conflicts_with_all = ["match_out", "match_err"])]
    ignore_output: bool,
    /// The file with solvers of your own [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A command to run on the script instead of a solver
    #[arg(last = true, value_name = "COMMAND", conflicts_with_all = ["solvers", "expect"])]
    command: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Expect {
    Sat,
    Unsat,
    Crash,
}

impl Expect {
    fn allows(self, kind: FindingKind, answer: &Outcome) -> bool {
        match self {
            Expect::Crash => kind.is_fault(),
            Expect::Sat => *answer == Outcome::Sat,
            Expect::Unsat => *answer == Outcome::Unsat,
        }
    }
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let text = read_text(&args.file)?;
    let course = Course::start(&args, &text)?;
    let outcome = match args.command.is_empty() {
        true => reduce_verdict(&args, &text, &course)?,
        false => reduce_behaviour(&args, &text, &course)?,
    };
    course.end_line();
    match outcome {
        Ok((reduced, kept)) => finish(&args, &text, &reduced, &kept, &course),
        Err(why) => {
            remark!("{}: {why}", args.file.display());
            Ok(ExitCode::from(BAD_INPUT))
        }
    }
}

/// What was reduced and what was kept, or why nothing was.
type Result = std::result::Result<(Reduced, String), String>;

/// A question takes no longer than this while it is found out what there is to keep.
const FIRST_TIMEOUT: f64 = 10.0;

/// Who takes longer is asked again after all that goes quickly.
const HASTE: Duration = Duration::from_secs(2);

fn limits(args: &Args, seconds: f64) -> Limits {
    Limits { memory: args.memory << 20, ..Limits::seconds(seconds) }
}

fn reduce_verdict(args: &Args, text: &str, course: &Course<'_>) -> anyhow::Result<Result> {
    let script = Script::read(text);
    if !script.is_understood() {
        return Ok(Err(
            "the script is not understood (see `gainsay info`); give a command behind `--`".to_owned()
        ));
    }
    if !script.asks() {
        return Ok(Err("it asks nothing: it has no (check-sat)".to_owned()));
    }
    let solvers = solvers(args)?;
    let Some(case) = find_case(args, &script, &solvers, course)? else {
        let label = solvers[0].label();
        // Where there was less time than a first question gets, its end says nothing about the solver.
        if course.is_over() || course.share(1) < FIRST_TIMEOUT {
            return Ok(Err(format!("the time was up before it was known what {label} does wrong")));
        }
        return Ok(Err(format!("nothing is wrong with what {label} says; `gainsay check` shows its answer")));
    };
    let Case { question, accusation, finding } = case;
    let keep_options = accusation.how.keep_options;
    let kept = format!("{} {}: {}", finding.solver, finding.kind.word(), finding.why);
    let attempt = |start: Script| {
        let start = Candidate::new(start, None);
        course.run(|budget| reduce_finding(&start, &accusation, args.jobs, budget))
    };
    if let Some(earlier) = course.earlier_result()
        && let Ok(reduced) = attempt(if keep_options { as_it_stands(&earlier) } else { earlier })
    {
        return Ok(Ok((reduced, kept)));
    }
    Ok(attempt(question).map(|reduced| (reduced, kept)).map_err(|error| error.to_string()))
}

/// The accused first, then those who are asked for a second opinion.
fn solvers(args: &Args) -> anyhow::Result<Vec<Solver>> {
    let catalogue = catalogue(args.config.clone())?;
    if args.solvers.is_empty() {
        bail!("which solver is wrong? give it with --solver, or a command behind `--`");
    }
    let mut solvers = choose_solvers(&catalogue, &args.solvers)?;
    if solvers.len() == 1 {
        let accused = solvers[0].label();
        solvers.extend(choose_solvers(&catalogue, &[])?.into_iter().filter(|other| other.label() != accused));
    }
    Ok(solvers)
}

/// What there is to keep.
struct Case {
    question: Script,
    accusation: Accusation,
    finding: Finding,
}

/// The gravest finding about the first solver in the questions of a script: asked flat and without the options that the script
/// sets, if it is there so; else as the script asks them; else asked for cores. Where the solver takes long, it is first seen
/// whether another form shows something: that it is slow is hardly what there is to keep.
fn find_case(
    args: &Args,
    script: &Script,
    solvers: &[Solver],
    course: &Course<'_>,
) -> anyhow::Result<Option<Case>> {
    let flat = script.queries();
    // What is found out about a question is known in its other forms too.
    let mut known: Vec<Test> =
        flat.iter().map(|question| Test::given(question.clone(), decided(question))).collect();
    let how = |keep_options: bool, cores: bool| {
        let first = args.timeout.unwrap_or(FIRST_TIMEOUT).min(course.share(solvers.len()));
        Consultation { limits: limits(args, first), cores, other_seed: None, keep_options }
    };
    let mut best: Option<Case> = None;
    let mut put_off = Vec::new();
    let stands = as_they_stand(script);
    for (questions, keep_options, cores) in
        [(&flat, false, false), (&stands, true, false), (&flat, false, true)]
    {
        for (number, question) in questions.iter().enumerate().take(known.len()) {
            if course.is_over() {
                return Ok(best);
            }
            let how = how(keep_options, cores);
            let asked = match first_words(question, &solvers[0], &how)? {
                Outcome::Crash(_) => &solvers[..1],
                outcome if gave_up(&outcome) => {
                    put_off.push((number, question, keep_options, cores));
                    continue;
                }
                _ => solvers,
            };
            best = graver(best, case(args, question, &mut known[number], asked, how)?);
        }
        if best.as_ref().is_some_and(|best| best.finding.kind <= FindingKind::Disagreement) {
            return Ok(best);
        }
    }
    for (number, question, keep_options, cores) in put_off {
        if course.is_over() {
            break;
        }
        let how = how(keep_options, cores);
        best = graver(best, case(args, question, &mut known[number], solvers, how)?);
    }
    Ok(best)
}

/// What a solver says soon, or that it does not.
fn first_words(question: &Script, accused: &Solver, how: &Consultation) -> anyhow::Result<Outcome> {
    let wall = how.limits.wall.min(HASTE);
    let how = Consultation { limits: Limits { wall, ..how.limits }, cores: false, ..*how };
    let mut testimonies = consult(question, std::slice::from_ref(accused), &how)?;
    Ok(testimonies.remove(0).answer.outcome)
}

fn gave_up(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Timeout | Outcome::OutOfMemory)
}

/// The one with the graver finding, or the first.
fn graver(first: Option<Case>, second: Option<Case>) -> Option<Case> {
    match (first, second) {
        (Some(first), Some(second)) if second.finding.kind < first.finding.kind => Some(second),
        (first, second) => first.or(second),
    }
}

/// The script up to each of its questions. A model is asked for only if the script does so: some go wrong only without.
fn as_they_stand(script: &Script) -> Vec<Script> {
    let whole = as_it_stands(script);
    let ends = (0..whole.commands.len()).filter(|&at| whole.commands[at].is_question());
    let until = |end: usize| {
        let mut prefix = whole.clone();
        prefix.commands.truncate(end + 1);
        prefix
    };
    ends.map(until).collect()
}

/// The gravest finding about the first solver in one question. A witness that a solver finds is added to what is known.
fn case(
    args: &Args,
    question: &Script,
    known: &mut Test,
    solvers: &[Solver],
    mut how: Consultation,
) -> anyhow::Result<Option<Case>> {
    let testimonies = consult(question, solvers, &how)?;
    // The terms of the script are the same in all forms, but for those that a witness needs.
    let question = &Script { terms: known.script.terms.clone(), ..question.clone() };
    let verdict = judge(&Test::given(question.clone(), known.evidence.clone()), &testimonies);
    if matches!(known.evidence, Evidence::None)
        && let Some((terms, witness)) = witness_among(&question.flat(), &testimonies, &verdict.models)
    {
        known.script.terms = terms;
        known.evidence = Evidence::Witness(witness);
    }
    let answer = &testimonies[0].answer;
    let wanted = |finding: &&Finding| {
        finding.solver == testimonies[0].solver
            && args.expect.is_none_or(|expect| expect.allows(finding.kind, &answer.outcome))
    };
    let Some(finding) = verdict.findings.iter().find(wanted) else { return Ok(None) };
    let answers = testimonies.iter().map(|testimony| &testimony.answer);
    let slowest = answers.filter(|answer| !gave_up(&answer.outcome)).map(|answer| answer.wall).max();
    how.limits =
        limits(args, args.timeout.unwrap_or_else(|| patience(slowest.unwrap_or_default()).as_secs_f64()));
    let accusation = Accusation::of(finding, solvers, &testimonies, &how);
    Ok(accusation.map(|accusation| Case { question: question.clone(), accusation, finding: finding.clone() }))
}

fn reduce_behaviour(args: &Args, text: &str, course: &Course<'_>) -> anyhow::Result<Result> {
    let command = Solver::of_command(&args.command);
    let matching = Matching {
        out: args.match_out.clone(),
        err: args.match_err.clone(),
        exit: args.exit,
        ignore_output: args.ignore_output,
    };
    let start = Candidate::new(Script::read(text), None);
    let first = limits(args, args.timeout.unwrap_or(60.0 * FIRST_TIMEOUT).min(course.share(1)));
    let mut interest = CommandOutput::new(command, &start.text(), matching, first, args.jobs)?;
    if args.timeout.is_none() {
        interest = interest.in_haste();
    }
    let kept = format!("what `{}` does", args.command.join(" "));
    if let Some(earlier) = course.earlier_result()
        && let Ok(reduced) =
            course.run(|budget| reduce(&Candidate::new(earlier, None), &mut interest, budget))
    {
        return Ok(Ok((reduced, kept)));
    }
    let reduced = course.run(|budget| reduce(&start, &mut interest, budget));
    Ok(reduced.map(|reduced| (reduced, kept)).map_err(|error| match error {
        NotReducible::NotInteresting => "the command does something else for the script".to_owned(),
        other => other.to_string(),
    }))
}

/// A reduction as the user sees it: when it ends, where its best goes, and a line of progress.
struct Course<'a> {
    args: &'a Args,
    started: Instant,
    interrupted: Arc<AtomicBool>,
    on_terminal: bool,
    /// When the line was last written.
    shown: Cell<Option<Instant>>,
    /// The size that it began with.
    bytes: usize,
}

impl<'a> Course<'a> {
    fn start(args: &'a Args, text: &str) -> anyhow::Result<Course<'a>> {
        let interrupted = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // The second one ends the program at once.
            signal_hook::flag::register_conditional_shutdown(signal, 130, interrupted.clone())?;
            signal_hook::flag::register(signal, interrupted.clone())?;
        }
        let on_terminal = std::io::stderr().is_terminal();
        let (started, shown) = (Instant::now(), Cell::new(None));
        Ok(Course { args, started, interrupted, on_terminal, shown, bytes: text.len() })
    }

    fn is_over(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
            || self.args.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// Seconds for each of so many questions, if they are to use up the time there is.
    fn share(&self, questions: usize) -> f64 {
        const LEAST: f64 = 0.1;
        let left = self.args.time.map(|time| time.saturating_sub(self.started.elapsed()).as_secs_f64());
        left.map_or(f64::MAX, |left| (left / questions.max(1) as f64).max(LEAST))
    }

    /// Does something within the time there is, showing how it goes.
    fn run<T>(&self, work: impl FnOnce(&Budget<'_>) -> T) -> T {
        let (stop, progress) = (|| self.is_over(), |progress: &Progress<'_>| self.show(progress));
        work(&Budget { tries: usize::MAX, stop: &stop, progress: &progress })
    }

    fn show(&self, progress: &Progress<'_>) {
        if progress.improved
            && let Some(path) = &self.args.output
        {
            // What fails now is said at the end, when the result is written.
            let _ = write_atomically(path, &readable(self.args, &progress.best.script));
        }
        let is_due = self.shown.get().is_none_or(|last| last.elapsed() > Duration::from_millis(100));
        if self.on_terminal && !self.args.json && is_due {
            self.shown.set(Some(Instant::now()));
            let seconds = self.started.elapsed().as_secs();
            print_aside(&format!(
                "\r\x1b[K{} -> {}, {}, {} taken, {seconds} s: {}",
                self.bytes,
                counted(progress.bytes, "byte"),
                counted(progress.tried, "try"),
                progress.accepted,
                progress.pass
            ));
        }
    }

    fn end_line(&self) {
        if self.shown.get().is_some() {
            print_aside("\r\x1b[K");
        }
    }

    /// What an earlier run left in the output file.
    fn earlier_result(&self) -> Option<Script> {
        let path = self.args.output.as_ref()?;
        Some(Script::read(&std::fs::read_to_string(path).ok()?))
    }
}

/// The script as it was asked, laid out for people.
fn readable(args: &Args, script: &Script) -> String {
    match args.command.is_empty() {
        true => Printer::pretty().script(&as_it_is_asked(script)),
        false => Printer::pretty().script(script),
    }
}

/// Writes a file that is there in full or not at all.
fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn finish(
    args: &Args,
    text: &str,
    reduced: &Reduced,
    kept: &str,
    course: &Course<'_>,
) -> anyhow::Result<ExitCode> {
    let result = readable(args, &reduced.best.script);
    match &args.output {
        Some(path) => write_atomically(path, &result)?,
        None if !args.json => print(&result)?,
        None => {}
    }
    let seconds = course.started.elapsed().as_secs_f64();
    if args.json {
        say!(
            "{}",
            json!({
                "kept": kept,
                "bytes_before": text.len(),
                "bytes": result.len(),
                "tried": reduced.tried,
                "accepted": reduced.accepted,
                "seconds": seconds,
                "finished": reduced.finished,
                "script": result,
            })
        );
    } else {
        let stopped = if reduced.finished { "" } else { " (stopped before the end)" };
        remark!("kept: {kept}");
        remark!(
            "{} -> {} in {seconds:.1} s, {}{stopped}",
            text.len(),
            counted(result.len(), "byte"),
            counted(reduced.tried, "try")
        );
    }
    Ok(ExitCode::SUCCESS)
}
