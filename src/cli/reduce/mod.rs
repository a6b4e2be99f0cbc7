//! `gainsay reduce`: makes a script smaller while a solver stays wrong about it, or while a command behaves the
//! same.

mod reduction;

use super::output::{may_write, write_atomically};
use super::{BAD_INPUT, catalogue, choose_solvers, duration, megabytes, print_data, read_text, seconds};
use crate::answer::Outcome;
use crate::consult::{Consultation, Request, consult, pin_models_off};
use crate::evidence::{Evidence, Search, Test};
use crate::judge::{Basis, Finding, FindingKind, RecordPolicy, judge, witness_among};
use crate::reduce::{
    Accusation, Candidate, CommandOutput, Matching, NotReducible, Reduced, patience, reduce, reduce_finding,
};
use crate::script::{Names, Question, Script};
use crate::solver::{Limits, Solver, is_interrupted};
use crate::words::counted;
use anyhow::bail;
use reduction::{Form, Reduction};
use regex_lite::Regex;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Reduce a script on which a solver is wrong
///
/// The verdict is preserved: the same solver, the same kind of finding, and a reason that still holds. For a
/// wrong unsat, the reason is a model under which every assertion is true. For a wrong sat, it is a proof of
/// unsat (as by `gainsay prove`), or solvers of two other families that say unsat (one is enough if there is
/// only one, and the solver's own model is false). For an invalid model, it is a false assertion; for a
/// crash, its signature. The script's :status is dropped, and the result is spelt as the solver reads it.
/// After `--` you can give any command, as for ddSMT: it gets the script's file as its last argument, and its
/// exit code and output are preserved.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay reduce bug.smt2 --solver z3@4.8.7 -o small.smt2   installed solvers give second opinions
  gainsay reduce bug.smt2 --solver z3@4.8.7 --solver cvc5 --solver yices -j 4
  gainsay reduce bug.smt2 --solver \"mine=./build/solver\" --expect crash --for 10m
  gainsay reduce bug.smt2 -o small.smt2 --match-err 'assertion violation' -- ./solver --model

Ctrl-C keeps the best result so far. An existing file is not overwritten without --force; with it,
reduction continues from that file if it still shows the same bug.
Exit codes: 0 reduced, 1 the script does not show anything to preserve, 2 wrong usage or a solver
that cannot be run.")]
pub struct Args {
    /// The script (.smt2, .smt2.gz); `-` is standard input
    file: PathBuf,
    /// The wrong solver first, then those to ask for a second opinion [default: those installed]
    #[arg(short, long = "solver", value_name = "SOLVER")]
    solvers: Vec<String>,
    /// The behaviour of the solver to preserve [default: the most serious one, except rejecting the script]
    #[arg(long, value_enum, value_name = "ANSWER")]
    expect: Option<Expect>,
    /// The file for the result; it always holds the best so far [default: standard output, at the end]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the output file if it exists
    #[arg(long, requires = "output")]
    force: bool,
    /// Number of candidates to try at once
    #[arg(short, long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// Time for each question: seconds, or as in 500ms or 2m [default: twice what an earlier one took, plus
    /// 0.75 s]
    #[arg(short, long, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<f64>,
    /// Stop after this time, as in 90s, 10m or 2h
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Memory for each process: megabytes, or a size such as 512M or 4G
    #[arg(long, default_value_t = 4096, value_name = "SIZE", value_parser = megabytes)]
    memory: u64,
    /// Print one JSON object with the result
    #[arg(long)]
    json: bool,
    /// With a command: its standard output must match this regular expression
    #[arg(long, value_name = "RE", requires = "command", allow_hyphen_values = true)]
    match_out: Option<Regex>,
    /// With a command: its standard error must match this regular expression
    #[arg(long, value_name = "RE", requires = "command", allow_hyphen_values = true)]
    match_err: Option<Regex>,
    /// With a command: it must exit with this code [default: as for the whole script]
    #[arg(long, value_name = "N", requires = "command")]
    exit: Option<i32>,
    /// With a command: only its exit code counts
    #[arg(long, requires = "command", conflicts_with_all = ["match_out", "match_err"])]
    ignore_output: bool,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
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
    /// It rejects a script that others take
    Rejected,
}

impl Expect {
    fn allows(self, kind: FindingKind, answer: &Outcome) -> bool {
        match self {
            Expect::Crash => kind.is_fault(),
            Expect::Rejected => kind == FindingKind::RejectedInput,
            Expect::Sat => *answer == Outcome::Sat,
            Expect::Unsat => *answer == Outcome::Unsat,
        }
    }
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let text = read_text(&args.file)?;
    if let Some(output) = &args.output {
        may_write(output, &args.file, args.force)?;
    }
    let reduction = Reduction::start(&args, &text)?;
    let outcome = match args.command.is_empty() {
        true => reduce_verdict(&args, &text, &reduction)?,
        false => reduce_behaviour(&args, &text, &reduction)?,
    };
    reduction.end_line();
    match outcome {
        Ok((reduced, kept)) => finish(&args, &reduced, &kept, &reduction),
        Err(why) => {
            remark!("{}: {why}", args.file.display());
            Ok(ExitCode::from(BAD_INPUT))
        }
    }
}

/// The reduced script and what was preserved, or why there is nothing to preserve.
type Result = std::result::Result<(Reduced, String), String>;

/// The most seconds for a question while it is determined what to preserve.
const FIRST_TIMEOUT: f64 = 10.0;

/// Questions that take longer are asked again after all quick ones.
const HASTE: Duration = Duration::from_secs(2);

fn limits(args: &Args, seconds: f64) -> Limits {
    Limits { memory: args.memory << 20, ..Limits::seconds(seconds) }
}

fn reduce_verdict(args: &Args, text: &str, reduction: &Reduction<'_>) -> anyhow::Result<Result> {
    let mut script = Script::read(text);
    if !script.is_understood() {
        return Ok(Err(
            "the script is not understood (see `gainsay info`); give a command after `--`".to_owned()
        ));
    }
    if !script.asks() {
        return Ok(Err("it asks nothing: it has no (check-sat)".to_owned()));
    }
    // A solver that aborts because its answer differs from `:status` has done nothing wrong.
    script.forget_status();
    let solvers = solvers(args)?;
    let Some(case) = find_case(args, &script, &solvers, reduction)? else {
        let label = solvers[0].label();
        // With less time than a first question gets, a timeout says nothing about the solver.
        if reduction.is_over() || reduction.share(1) < FIRST_TIMEOUT {
            return Ok(Err(format!("the time was up before it was known what {label} does wrong")));
        }
        let limits = limits(args, FIRST_TIMEOUT);
        let how = Consultation { limits, cores: false, other_seed: None, keep_options: false };
        return Ok(Err(match first_words(&script.question(), &solvers[0], &how)? {
            Outcome::Rejected(why) => {
                format!("{label} rejects the script, which --expect rejected reduces: {}", why.trim())
            }
            _ => format!("nothing is wrong with what {label} says; `gainsay check` shows its answer"),
        }));
    };
    let Case { question, accusation, finding } = case;
    let keep_options = accusation.how.keep_options;
    let kept = format!("{} {}: {}", finding.solver, finding.kind.word(), finding.why);
    let form_of = |script: &Script| Form {
        names: spelling(script, &accusation),
        asks_for_model: accusation.kind.row().rests_on == Basis::Model && !keep_options,
        is_command: false,
    };
    reduction.form.set(form_of(&question));
    let attempt = |start: Script| {
        let start = Candidate::new(start, None);
        reduction.run(|budget| reduce_finding(&start, &accusation, args.jobs, budget))
    };
    let earlier = reduction.earlier_result().map(|mut earlier| {
        earlier.forget_status();
        attempt(if keep_options { pin_models_off(&earlier) } else { earlier })
    });
    let reduced = match earlier {
        Some(Ok(reduced)) => Ok(reduced),
        _ => attempt(question),
    };
    if let Ok(reduced) = &reduced {
        reduction.form.set(form_of(&reduced.best.script));
    }
    match reduced {
        Err(NotReducible::CannotAsk(why)) => bail!(why),
        reduced => Ok(reduced.map(|reduced| (reduced, kept)).map_err(|error| error.to_string())),
    }
}

/// The spelling that the accused accepts: old releases know only the names of their time.
fn spelling(script: &Script, accusation: &Accusation) -> Names {
    let Accusation { accused, how, .. } = accusation;
    let mut names = Names::default();
    let request = Request::new(script, how.keep_options);
    // If the solver cannot be asked any more, the script stays as it is written.
    let _ = request.ask_through(accused, &mut accused.clone(), &mut names, &how.limits);
    names
}

/// The accused first, then the solvers for a second opinion.
fn solvers(args: &Args) -> anyhow::Result<Vec<Solver>> {
    let catalogue = catalogue(args.config.clone())?;
    if args.solvers.is_empty() {
        bail!("which solver is wrong? name it with --solver, or give a command after `--`");
    }
    let mut solvers = choose_solvers(&catalogue, &args.solvers)?;
    if solvers.len() == 1 {
        let accused = solvers[0].label();
        solvers.extend(choose_solvers(&catalogue, &[])?.into_iter().filter(|other| other.label() != accused));
    }
    Ok(solvers)
}

/// A finding to preserve, and the question that shows it.
struct Case {
    question: Script,
    accusation: Accusation,
    finding: Finding,
}

/// The gravest finding about the first solver in the questions of a script: asked flat without the script's
/// options if it shows there; otherwise as the script asks them; otherwise with cores. If the solver is slow in
/// one form, other forms come first, since slowness is hardly what should be preserved.
fn find_case(
    args: &Args,
    script: &Script,
    solvers: &[Solver],
    reduction: &Reduction<'_>,
) -> anyhow::Result<Option<Case>> {
    let flat = script.questions();
    let is_over = || reduction.is_over();
    let proofs = flat.iter().map(|question| Evidence::by_search(question, Search::until(&is_over)));
    let proofs: Vec<Evidence> = proofs.collect();
    let flat: Vec<Script> = flat.into_iter().map(Question::into_script).collect();
    // What is found out about a question also holds for its other forms.
    let tests = flat.iter().zip(proofs).map(|(script, evidence)| Test::given(script.clone(), evidence));
    let mut known: Vec<Test> = tests.collect();
    let how = |keep_options: bool, cores: bool| {
        let first = args.timeout.unwrap_or(FIRST_TIMEOUT).min(reduction.share(solvers.len()));
        Consultation { limits: limits(args, first), cores, other_seed: None, keep_options }
    };
    let mut best: Option<Case> = None;
    let mut put_off = Vec::new();
    let stands = as_they_stand(script);
    for (questions, keep_options, cores) in
        [(&flat, false, false), (&stands, true, false), (&flat, false, true)]
    {
        for (number, question) in questions.iter().enumerate().take(known.len()) {
            if reduction.is_over() {
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
            best = graver(best, case(args, reduction, question, &mut known[number], asked, how)?);
            // What was cut short says nothing about the solver.
            if is_interrupted() {
                return Ok(None);
            }
        }
        if best.as_ref().is_some_and(|best| best.finding.kind.is_error()) {
            return Ok(best);
        }
    }
    for (number, question, keep_options, cores) in put_off {
        if reduction.is_over() {
            break;
        }
        let how = how(keep_options, cores);
        best = graver(best, case(args, reduction, question, &mut known[number], solvers, how)?);
    }
    Ok(best)
}

/// The solver's outcome within a short time.
fn first_words(question: &Script, accused: &Solver, how: &Consultation) -> anyhow::Result<Outcome> {
    let wall = how.limits.wall.min(HASTE);
    let how = Consultation { limits: Limits { wall, ..how.limits }, cores: false, ..*how };
    let mut testimonies = consult(question, std::slice::from_ref(accused), &how)?;
    Ok(testimonies.remove(0).answer.outcome)
}

fn gave_up(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Timeout | Outcome::OutOfMemory)
}

/// The case with the graver finding, or the first.
fn graver(first: Option<Case>, second: Option<Case>) -> Option<Case> {
    let gravity = |case: &Case| case.finding.kind.row().gravity;
    match (first, second) {
        (Some(first), Some(second)) if gravity(&second) < gravity(&first) => Some(second),
        (first, second) => first.or(second),
    }
}

/// The script up to each of its questions. Models are requested only where the script does so: some bugs show
/// only without.
fn as_they_stand(script: &Script) -> Vec<Script> {
    let whole = pin_models_off(script);
    (1..=whole.count_questions()).filter_map(|number| whole.up_to_question(number)).collect()
}

/// The gravest finding about the first solver in one question. A solver's valid model is added to what is
/// known.
fn case(
    args: &Args,
    reduction: &Reduction<'_>,
    question: &Script,
    known: &mut Test,
    solvers: &[Solver],
    mut how: Consultation,
) -> anyhow::Result<Option<Case>> {
    let testimonies = consult(question, solvers, &how)?;
    testimonies.iter().for_each(|testimony| reduction.tell_of(testimony));
    // The terms of the script are the same in all forms, but for those that a witness needs.
    let question = &Script { terms: known.script().terms.clone(), ..question.clone() };
    let verdict = judge(&Test::given(question.clone(), known.evidence().clone()), &testimonies);
    if matches!(known.evidence(), Evidence::None)
        && let Some((terms, witness)) = witness_among(&question.question(), &testimonies, &verdict.models)
    {
        *known = known.clone().with_witness(terms, witness);
    }
    let answer = &testimonies[0].answer;
    let wanted = |finding: &&Finding| {
        finding.solver == testimonies[0].solver
            && match args.expect {
                Some(expect) => expect.allows(finding.kind, &answer.outcome),
                // A script is mostly rejected because an option is missing, and reducing it shows nothing else.
                None => finding.kind.row().noted != RecordPolicy::Never,
            }
    };
    let Some(finding) = verdict.findings.iter().find(wanted) else { return Ok(None) };
    let answers = testimonies.iter().map(|testimony| &testimony.answer);
    let slowest = answers.filter(|answer| !gave_up(&answer.outcome)).map(|answer| answer.wall).max();
    how.limits =
        limits(args, args.timeout.unwrap_or_else(|| patience(slowest.unwrap_or_default()).as_secs_f64()));
    let accusation = Accusation::of(finding, solvers, &testimonies, &how);
    Ok(accusation.map(|accusation| Case { question: question.clone(), accusation, finding: finding.clone() }))
}

fn reduce_behaviour(args: &Args, text: &str, reduction: &Reduction<'_>) -> anyhow::Result<Result> {
    let command = Solver::of_command(&args.command);
    let matching = Matching {
        out: args.match_out.clone(),
        err: args.match_err.clone(),
        exit: args.exit,
        ignore_output: args.ignore_output,
    };
    let start = Candidate::new(Script::read(text), None);
    let first = limits(args, args.timeout.unwrap_or(60.0 * FIRST_TIMEOUT).min(reduction.share(1)));
    let mut interest = CommandOutput::new(command, &start.text(), matching, first, args.jobs)?;
    if args.timeout.is_none() {
        interest = interest.with_short_runs();
    }
    let kept = interest.preserved();
    reduction.form.set(Form { is_command: true, ..Form::default() });
    if let Some(earlier) = reduction.earlier_result()
        && let Ok(reduced) =
            reduction.run(|budget| reduce(&Candidate::new(earlier, None), &mut interest, budget))
    {
        return Ok(Ok((reduced, kept)));
    }
    let reduced = reduction.run(|budget| reduce(&start, &mut interest, budget));
    Ok(reduced.map(|reduced| (reduced, kept)).map_err(|error| match error {
        NotReducible::NotInteresting => "the command does something else for the script".to_owned(),
        other => other.to_string(),
    }))
}

fn finish(args: &Args, reduced: &Reduced, kept: &str, reduction: &Reduction<'_>) -> anyhow::Result<ExitCode> {
    let (text, result) = (&reduction.text, reduction.result(&reduced.best.script));
    match &args.output {
        Some(path) => write_atomically(path, &result)?,
        None if !args.json => print_data(&result)?,
        None => {}
    }
    let seconds = reduction.started.elapsed().as_secs_f64();
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
        remark!("preserved: {kept}");
        let (bytes, tries) = (counted(result.len(), "byte"), counted(reduced.tried, "try"));
        remark!("{} -> {bytes} in {seconds:.1} s, {tries}{stopped}", text.len());
    }
    Ok(ExitCode::SUCCESS)
}
