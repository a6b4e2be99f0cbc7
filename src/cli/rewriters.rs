//! `gainsay rewriters`: tests solvers' rewriters.

use super::live::Form;
use super::process::{in_background, listen_to_signals, new_folder};
use super::values::LimitArgs;
use super::{FOUND, NOTHING_TESTED, catalogue, choose_solvers, duration};
use crate::simplify::{Config, Event, FIELDS, FieldRow, Finding, Folder, Tally, hunt};
use crate::solver::{Solver, interrupt};
use crate::words::counted;
use anyhow::{Context, bail};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Find terms whose value a solver's rewriter changes
///
/// Gives small terms of all theories to the solver's `(simplify t)`, thousands a second, and evaluates both
/// sides under all or many assignments. A rewrite that changes a known value is a proved mistake, whether or
/// not it changes an answer. Each mistake is confirmed in a fresh process, reduced, and written to a folder
/// with scripts to paste.
#[derive(clap::Args)]
#[command(
    alias = "simplify",
    after_help = "\
Examples:
  gainsay rewriters z3 --for 60s
  gainsay rewriters z3@4.8.7 cvc5 bitwuzla --for 10m --theory bits-2,floats
  gainsay rewriters z3 --count 100000 --json

Exit codes: 0 no wrong rewrite, 10 wrong rewrites were found, 3 nothing was tested, 2 wrong usage or
a solver that cannot be run."
)]
pub struct Args {
    /// Solvers: name, name@version, "name=command arguments", or a command line
    #[arg(required = true)]
    solvers: Vec<String>,
    /// Theories of the terms, separated by commas [default: everything that the solver knows]
    #[arg(long, value_name = "THEORIES", value_delimiter = ',')]
    theory: Vec<String>,
    /// How long to run, such as 60s, 90m, 1h30m [default: until Ctrl-C]
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Stop after N terms of each solver
    #[arg(long, value_name = "N")]
    count: Option<u64>,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    limits: LimitArgs,
    /// The folder for findings [default: a new one in rewrites/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object per finding; the last one is a summary
    #[arg(long)]
    json: bool,
    /// The file with `[solver.NAME]` tables [default: gainsay.toml in this folder, if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let solvers = choose_solvers(&catalogue(args.config.clone())?, &args.solvers)?;
    for solver in &solvers {
        if let Some(setting) = solver.changed_by_arguments() {
            bail!(
                "nothing that {} says could be judged: `{}` changes what terms mean",
                solver.label(),
                setting.text
            );
        }
        if solver.profile.rewriter.is_none() {
            bail!("{} has no rewriter that gainsay can call; z3, cvc5 and bitwuzla have one", solver.label());
        }
    }
    let config = Config {
        seed: args.seed,
        fields: fields(&args.theory)?,
        limits: args.limits.limits(),
        count: args.count,
    };
    let stop = listen_to_signals()?;
    let start = Instant::now();
    let (time, stop) = (args.time, stop.0.clone());
    let is_stopped = move || {
        let is_up = time.is_some_and(|time| start.elapsed() >= time);
        is_up || stop.load(Ordering::Relaxed)
    };
    interrupt_when(is_stopped.clone())?;
    let folder = Folder::new(args.out.clone().unwrap_or_else(|| new_folder("rewrites")));
    let form = Form::new(args.json, "{spinner} {msg}")?;
    let output = Mutex::new(Output { folder, form, start, progress: Vec::new(), problem: None });
    let results: Vec<anyhow::Result<Hunted>> = std::thread::scope(|scope| {
        let start = |(at, solver)| {
            let (config, output, is_stopped) = (&config, &output, &is_stopped);
            let hunt = move || hunt_one(solver, at, config, is_stopped, output);
            std::thread::Builder::new().spawn_scoped(scope, hunt).context("cannot start a thread")
        };
        let hunters: Vec<_> = solvers.iter().enumerate().map(start).collect();
        hunters
            .into_iter()
            .map(|hunter| hunter?.join().unwrap_or_else(|_| bail!("a hunter panicked")))
            .collect()
    });
    let output = output.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    output.finish(&solvers, results)
}

/// Interrupts the questions in progress when the time is up, or the user stops.
fn interrupt_when(is_stopped: impl Fn() -> bool + Send + 'static) -> anyhow::Result<()> {
    in_background(move || {
        while !is_stopped() {
            std::thread::sleep(Duration::from_millis(50));
        }
        interrupt(true);
    })
}

/// The result for one solver.
struct Hunted {
    tally: Tally,
    findings: Vec<Finding>,
}

fn hunt_one(
    solver: &Solver,
    at: usize,
    config: &Config,
    is_stopped: &(dyn Fn() -> bool + Sync),
    output: &Mutex<Output>,
) -> anyhow::Result<Hunted> {
    let stopped = || is_stopped();
    let mut tell = |event: Event<'_>| {
        let mut output = output.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        output.tell(solver, at, event);
    };
    let (tally, findings) = hunt(solver, config, &stopped, &mut tell)?;
    Ok(Hunted { tally, findings })
}

/// The fields that the user named, or all of them.
fn fields(wanted: &[String]) -> anyhow::Result<Vec<&'static FieldRow>> {
    if wanted.is_empty() {
        return Ok(FIELDS.iter().collect());
    }
    let mut chosen: Vec<&FieldRow> = Vec::new();
    for name in wanted {
        let fitting =
            FIELDS.iter().filter(|row| row.name == name || row.name.split('-').next() == Some(name.as_str()));
        let before = chosen.len();
        chosen.extend(fitting);
        if chosen.len() == before {
            let names: Vec<&str> = FIELDS.iter().map(|row| row.name).collect();
            bail!("no theory is called `{name}`; there are {}", names.join(", "));
        }
    }
    Ok(chosen)
}

/// Prints and writes results of all solvers.
struct Output {
    folder: Folder,
    form: Form,
    start: Instant,
    /// The number of terms and findings so far, by solver.
    progress: Vec<(String, u64, usize)>,
    /// The first error in writing or printing.
    problem: Option<anyhow::Error>,
}

impl Output {
    fn tell(&mut self, solver: &Solver, at: usize, event: Event<'_>) {
        let told = match event {
            Event::Unit(tally) => {
                self.show_progress(solver, at, tally);
                Ok(())
            }
            Event::Found(finding) => self.tell_finding(at, finding),
            Event::Died { script } => self.say(
                json!({ "event": "died", "solver": solver.label(), "script": script }),
                &format!("{} does not survive {script}\n", solver.label()),
            ),
            Event::NotShownAgain(suspect) => self.say(
                json!({ "event": "not-shown-again", "solver": solver.label(), "term": suspect.term,
                        "result": suspect.result, "options": suspect.options }),
                &format!("{}: not shown again alone: {}\n", solver.label(), suspect.term),
            ),
        };
        if let Err(problem) = told {
            self.problem.get_or_insert(problem);
        }
    }

    fn show_progress(&mut self, solver: &Solver, at: usize, tally: &Tally) {
        self.row(at).0 = solver.label();
        self.row(at).1 = tally.asked;
        if let Form::Live(bar) = &self.form {
            let seconds = self.start.elapsed().as_secs_f64().max(0.001);
            let each = self.progress.iter().filter(|row| row.1 > 0).map(|(solver, terms, found)| {
                format!("{solver}: {terms} terms ({:.0}/s), {found} wrong", *terms as f64 / seconds)
            });
            bar.set_message(each.collect::<Vec<_>>().join("  "));
            bar.tick();
        }
    }

    fn row(&mut self, at: usize) -> &mut (String, u64, usize) {
        while self.progress.len() <= at {
            self.progress.push(Default::default());
        }
        &mut self.progress[at]
    }

    fn tell_finding(&mut self, at: usize, finding: &Finding) -> anyhow::Result<()> {
        self.row(at).2 += 1;
        let folder = self.folder.add(finding).context("cannot write down a finding")?;
        let assignment: Vec<String> =
            finding.assignment.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let options =
            if finding.options.is_empty() { String::new() } else { format!(" {}", finding.options) };
        let weight = if finding.turns_an_answer() { "\n  and a question gets a wrong answer" } else { "" };
        let Finding { solver, term, result, value, value_of_result, .. } = finding;
        let what = match &finding.tactic {
            Some(tactic) => format!("(apply {tactic}) makes {term}, which is {value}, {value_of_result}"),
            None => format!(
                "(simplify {term}{options}) gives {result}\n  where {}: {value} became {value_of_result}",
                assignment.join(", ")
            ),
        };
        let text = format!("{solver}: {what}{weight}\n  {}\n", folder.display());
        let mut data = json!(finding);
        data["event"] = json!("wrong-rewrite");
        self.say(data, &text)
    }

    fn say(&self, data: serde_json::Value, text: &str) -> anyhow::Result<()> {
        match self.form {
            Form::Json => self.form.print(&format!("{data}\n")),
            _ => self.form.print(text),
        }
    }

    fn finish(self, solvers: &[Solver], results: Vec<anyhow::Result<Hunted>>) -> anyhow::Result<ExitCode> {
        self.form.clear();
        let seconds = self.start.elapsed().as_secs_f64().max(0.001);
        let (mut asked, mut found) = (0, 0);
        for (solver, result) in solvers.iter().zip(results) {
            let Hunted { tally, findings } = result?;
            asked += tally.compared + tally.unchanged;
            found += findings.len();
            let rate = (tally.asked as f64 / seconds).round();
            let data = json!({
                "event": "summary", "solver": solver.label(), "seconds": seconds, "terms": tally.asked, "rate": rate,
                "unchanged": tally.unchanged, "compared": tally.compared, "unknown": tally.unknown,
                "refused": tally.refused, "late": tally.late, "died": tally.died, "not_understood": tally.unread,
                "findings": findings.len(),
                "goals": tally.goals, "goals_judged": tally.goals_judged,
                "similar": findings.iter().map(|finding| finding.similar).collect::<Vec<u64>>(),
            });
            let mut text = format!(
                "{}: {} in {seconds:.0} s ({rate}/s): {} unchanged, {} compared, {} of unknown value, {} refused, \
                 {} too late, {} fatal; {}\n",
                solver.label(),
                counted(tally.asked, "term"),
                tally.unchanged,
                tally.compared,
                tally.unknown,
                tally.refused,
                tally.late,
                tally.died,
                counted(findings.len() as u64, "wrong rewrite"),
            );
            if tally.goals > 0 {
                text += &format!("  tactics: {} applied, {} judged\n", tally.goals, tally.goals_judged);
            }
            let mut unread: Vec<(&String, &u64)> = tally.unread.iter().collect();
            unread.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
            for (what, number) in unread.into_iter().take(12) {
                text += &format!("  not understood {number} times: {what}\n");
            }
            self.say(data, &text)?;
        }
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        Ok(ExitCode::from(match (found, asked) {
            (0, 0) => NOTHING_TESTED,
            (0, _) => 0,
            _ => FOUND,
        }))
    }
}
