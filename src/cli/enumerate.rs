//! `gainsay enumerate`: a sweep over all small formulas of a logic.

use super::live::Form;
use super::process::{cores, listen_to_signals, new_folder};
use super::settings::Config;
use super::{Colour, at_least, choose_solvers, duration, megabytes, paint, seconds};
use crate::enumerate::{LANGUAGES, LanguageRow, language};
use crate::files::WorkFolder;
use crate::solver::{Limits, Solver};
use crate::sweep::{
    Bug, Event, Mode, PAGE, Plan, Setup, State, Sweep, Watcher, languages_known_to, page, run as sweep,
    statements,
};
use crate::theory::table;
use crate::words::{counted, did_you_mean, grouped};
use anyhow::bail;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Ask about all small formulas of a logic, each with a known answer
///
/// Asks about all formulas from small to large, up to the names of symbols and the order of arguments,
/// thousands a second. The right answer to each is known by trying all values of its symbols, so no second
/// solver is needed. It ends in a statement about each solver, and a page for it. Everything is kept in a
/// folder: run the same command with `--out` to resume. With `--swarm`, it asks about larger random formulas,
/// each batch over a random choice of operators.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay enumerate z3 --logic QF_BV --size 4
  gainsay enumerate z3 cvc5 --logic QF_SLIA,QF_LIA --size 4 --for 10m
  gainsay enumerate yices --logic QF_BV --operators bvadd,bvmul,bvult --size 7 --out sweeps/yices
  gainsay enumerate bitwuzla --swarm --for 1h

Exit codes: 0 no bugs, 3 nothing was tested, 10 bugs were found (now or earlier in the same folder),
2 wrong usage, a solver that cannot be run, or a folder that cannot be written.")]
pub struct Args {
    /// The solvers: name, name@version, "name=command arguments", or a command line
    #[arg(required = true)]
    solvers: Vec<String>,
    /// The logics, or other languages of formulas, separated by commas, or `all` that one of the solvers knows;
    /// a wrong name lists them [default: QF_BV; for a swarm all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    logic: Vec<String>,
    /// The size of the largest formulas: how many symbols, constants and operators they have [default: 4; for a
    /// swarm 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=40))]
    size: Option<u64>,
    /// The maximum number of symbols in a formula
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(0..=LanguageRow::MOST_SYMBOLS as u64))]
    symbols: u64,
    /// The maximum number of constants per sort
    #[arg(long, value_name = "N", default_value_t = 4)]
    constants: usize,
    /// Only these operators (and =), separated by commas [default: all that the solvers know]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    operators: Vec<String>,
    /// Ask about random formulas, each batch over a random choice of operators, until the time is up
    #[arg(long)]
    swarm: bool,
    /// The random seed of a swarm
    #[arg(long, value_name = "N", default_value_t = 0, requires = "swarm")]
    seed: u64,
    /// The form of questions, where a solver has it: scope, tactic (z3), or plain, which is slower
    #[arg(long, value_name = "NAME", default_value = "scope")]
    form: String,
    /// How long to run, such as 60s, 90m, 1h30m [default: to the end, or until Ctrl-C]
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Time for each question: seconds, or as in 500ms or 2m
    #[arg(short, long, value_name = "TIME", value_parser = seconds, default_value = "2", allow_negative_numbers = true)]
    timeout: f64,
    /// Memory for each solver: megabytes, or a size such as 512M or 4G
    #[arg(long, default_value_t = 4096, value_name = "SIZE", value_parser = megabytes)]
    memory: u64,
    /// Number of questions asked at once [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = at_least(1))]
    jobs: Option<u64>,
    /// The folder; an existing one is resumed [default: a new one in sweeps/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object per event; the last one is a summary
    #[arg(long)]
    json: bool,
    /// The file with `[solver.NAME]` and `[[ignore]]` tables [default: gainsay.toml in this folder, if there is
    /// one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The default size of a sweep of all formulas.
const SIZE: u64 = 4;
/// The default size of a swarm.
const SWARM_SIZE: u64 = 10;

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let config = Config::find(args.config.clone())?;
    let (solvers, ignores) = (choose_solvers(&config.catalogue()?, &args.solvers)?, config.ignores()?);
    let languages = languages(&args, &solvers)?;
    if let Some(wrong) = args.operators.iter().find(|name| table().meanings(name).is_empty()) {
        let meant = did_you_mean(wrong, table().names().iter().copied());
        bail!("there is no operator `{wrong}`{meant}; `gainsay list ops` lists them");
    }
    let plan = plan(&args, &solvers, languages);
    let setup = setup(&args, &solvers, &plan);
    let out = args.out.clone().unwrap_or_else(|| new_folder("sweeps"));
    let (folder, state) = WorkFolder::open(&out, &setup)?;
    let limits = Limits { memory: args.memory << 20, ..Limits::seconds(args.timeout) };
    let stop = listen_to_signals()?;
    let work = Sweep {
        plan,
        solvers: &solvers,
        limits,
        ignores,
        folder: &folder,
        jobs: args.jobs.map_or_else(cores, |jobs| jobs as usize),
        time: args.time,
        stop,
        form: args.form.clone(),
    };
    let mut display = Display::new(args.json, &setup, &folder)?;
    let mut state = sweep(&work, state, &mut display)?;
    let is_complete = setup.swarm.is_none() && work.plan.pieces().nth(state.done as usize).is_none();
    state.statements = statements(&setup, &state, is_complete);
    folder.save(&state)?;
    folder.write(PAGE, &page(&setup, &state))?;
    display.finish(&state, &folder, is_complete)?;
    Ok(ExitCode::from(match (state.bugs.is_empty(), state.formulas) {
        (false, _) => super::FOUND,
        (true, 0) => super::NOTHING_TESTED,
        (true, _) => 0,
    }))
}

/// Seconds between two lines of progress without a live display.
const TELL_EVERY: f64 = 10.0;

/// The languages that were named, or the default ones.
fn languages(args: &Args, solvers: &[Solver]) -> anyhow::Result<Vec<&'static LanguageRow>> {
    let all = || languages_known_to(solvers);
    match &args.logic[..] {
        [] if !args.swarm => Ok(vec![language_of("QF_BV")?]),
        [] => Ok(all()),
        [name] if name == "all" => Ok(all()),
        names => names.iter().map(|name| language_of(name)).collect(),
    }
}

fn language_of(name: &str) -> anyhow::Result<&'static LanguageRow> {
    let names = || LANGUAGES.iter().map(|row| row.name);
    let Some(row) = language(name) else {
        let known = names().collect::<Vec<_>>().join(", ");
        bail!("there is no language `{name}`{}; there are {known}", did_you_mean(name, names()));
    };
    Ok(row)
}

fn plan(args: &Args, solvers: &[Solver], languages: Vec<&'static LanguageRow>) -> Plan {
    let size = args.size.unwrap_or(if args.swarm { SWARM_SIZE } else { SIZE }) as usize;
    let mode = if args.swarm { Mode::Swarm { seed: args.seed, size } } else { Mode::All { size } };
    Plan {
        languages,
        mode,
        symbols: args.symbols as usize,
        constants: args.constants,
        operators: Plan::operators(solvers, &args.operators),
        float: Plan::float_for(solvers),
    }
}

fn setup(args: &Args, solvers: &[Solver], plan: &Plan) -> Setup {
    let (size, swarm) = match plan.mode {
        Mode::All { size } => (size, None),
        Mode::Swarm { seed, size } => (size, Some(seed)),
    };
    Setup {
        solvers: solvers.iter().map(Solver::label).collect(),
        languages: plan.languages.iter().map(|row| row.name.to_owned()).collect(),
        size,
        swarm,
        symbols: plan.symbols,
        constants: plan.constants,
        operators: plan.operator_names(),
        form: args.form.clone(),
        timeout: args.timeout,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

struct Display {
    form: Form,
    /// When progress was last reported, in seconds.
    told: f64,
    /// The error if the reader of our output is gone.
    failure: Option<anyhow::Error>,
}

impl Display {
    fn new(json: bool, setup: &Setup, folder: &WorkFolder) -> anyhow::Result<Display> {
        let form = Form::new(json, "{spinner} {elapsed} {msg}")?;
        if let Form::Live(bar) = &form {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        let folder = folder.path.display().to_string();
        if json {
            say!("{}", json!({"event": "start", "folder": folder, "setup": serde_json::to_value(setup)?}));
        } else {
            say!("sweep {folder}: {} up to size {}", setup.languages.join(", "), setup.size);
            say!("  solvers    {}", setup.solvers.join(", "));
            say!("  operators  {}", counted(setup.operators.len(), "operator"));
        }
        Ok(Display { form, told: 0.0, failure: None })
    }

    fn print(&mut self, text: &str) {
        if let Err(error) = self.form.print(text) {
            self.failure.get_or_insert(error);
        }
    }

    fn bug(&mut self, bug: &Bug) {
        let line = match &self.form {
            Form::Json => {
                json!({"event": "bug", "bug": serde_json::to_value(bug).unwrap_or_default()}).to_string()
            }
            Form::Live(_) | Form::Plain => {
                format!("{} {} by {}: {}", paint("BUG", Colour::Red), bug.kind, bug.solver, bug.formula)
            }
        };
        self.print(&format!("{line}\n"));
    }

    fn finish(mut self, state: &State, folder: &WorkFolder, is_complete: bool) -> anyhow::Result<()> {
        self.form.clear();
        let statements: Vec<&str> = state.statements.iter().map(|said| said.text.as_str()).collect();
        if matches!(self.form, Form::Json) {
            let summary = json!({
                "event": "summary",
                "statements": statements,
                "complete": is_complete,
                "formulas": state.formulas,
                "seconds": state.seconds,
                "counts": serde_json::to_value(state.totals())?,
                "bugs": serde_json::to_value(&state.bugs)?,
                "alarms": state.alarms,
                "not_shown": state.not_shown.len(),
            });
            self.print(&format!("{summary}\n"));
        } else {
            let rate = state.formulas as f64 / state.seconds.max(0.001);
            self.print(&format!("{}\n", statements.join("\n")));
            let line = format!("{} in {:.0} s ({rate:.0} a second)", grouped(state.formulas), state.seconds);
            self.print(&format!("formulas: {line}\npage: {}\n", folder.path.join(PAGE).display()));
        }
        self.failure.map_or(Ok(()), Err)
    }
}

impl Watcher for Display {
    fn notice(&mut self, event: Event<'_>) {
        match event {
            Event::Bug(bug) => self.bug(bug),
            Event::Alarm(why) => remark!(
                "{}: gainsay contradicts itself, please report it: {why}",
                paint("ALARM", Colour::Red)
            ),
            Event::Progress(state) => {
                let rate = state.formulas as f64 / state.seconds.max(0.001);
                let size = state.levels.values().map(|level| level.size).max().unwrap_or(0);
                let bugs = counted(state.bugs.len(), "bug");
                let line =
                    format!("{} formulas, {rate:.0} a second, size {size}, {bugs}", grouped(state.formulas));
                match &self.form {
                    Form::Live(bar) => bar.set_message(line),
                    Form::Plain if state.seconds - self.told >= TELL_EVERY => {
                        self.told = state.seconds;
                        remark!("{:6.0} s: {line}", state.seconds);
                    }
                    Form::Plain | Form::Json => {}
                }
            }
        }
    }
}
