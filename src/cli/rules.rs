//! `gainsay rules`: the rules from which tests are derived, and whether they are right.

use super::inputs::complain;
use super::{BAD_INPUT, catalogue, choose_solvers, megabytes, print, read_text, seconds};
use crate::answer::Outcome;
use crate::judge::{ModelVerdict, examine_model};
use crate::quote::one_line;
use crate::rules::rare::{RareRule, rare_claims, rare_trial, read_rare};
use crate::rules::{
    Claim, FIELDS, Finder, Rule, RuleBook, RuleError, Scale, Trial, claims, find_fusions, find_weakenings,
    read_what_can_be_read, trial,
};
use crate::script::{Printer, ReadOptions};
use crate::solver::{Ask, Limits, Session, SessionConfig};
use crate::words::counted;
use anyhow::{Context, bail};
use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Check the rules from which tests are derived, or find new ones
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay rules check                             check them with the evaluator, z3 and cvc5
  gainsay rules check mine.smt2 --solver z3 -t 5  check rules of your own
  gainsay rules check bv/rewrites -s none         rules of cvc5 (RARE), or tables of Carcara
  gainsay rules check --json
  gainsay rules find bits > mine.smt2             new fusion functions, for hunt --rules mine.smt2
  gainsay rules find ints --kind weakening        atoms that imply other atoms

Rules of other programs that could not be tried are listed with the reason; they are no error.

Exit codes: 0 all fine, 1 a rule is wrong or cannot be read, 2 wrong usage or a solver that
cannot be run.")]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// The old spelling of `gainsay list rules`
    #[command(hide = true)]
    List {
        /// Files of rules [default: the shipped ones]
        files: Vec<PathBuf>,
    },
    /// Find rules among the small terms of two values: fusion functions or weakenings
    ///
    /// A fusion function is a term from which at least one of the two values can be recovered; a weakening is
    /// a formula and the next weaker one. Prints, as rules for `hunt --rules`, those that nothing refutes and
    /// that a solver proves for wide bit-vectors and all numbers.
    Find {
        /// What they are about
        #[arg(value_parser = PossibleValuesParser::new(FIELDS.iter().map(|field| field.name)))]
        theory: String,
        /// Which kind of rules
        #[arg(long, default_value = "fusion")]
        kind: Findable,
        /// How many symbols, constants and operators a term has at most
        #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u64).range(3..=7))]
        size: u64,
        /// Stop after N rules
        #[arg(long, default_value_t = 50, value_name = "N")]
        count: usize,
        /// Solvers that prove them [default: z3 and cvc5; `none` prints what nothing refutes]
        #[arg(short, long = "solver", value_name = "SOLVER")]
        solvers: Vec<String>,
        /// CPU time for each question: seconds, or as in 500ms or 2m
        #[arg(short, long, default_value_t = 2.0, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
        timeout: f64,
        /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Try to refute rules: with all or many values, and with solvers
    Check {
        /// Files of rules [default: the shipped ones]
        files: Vec<PathBuf>,
        /// Solvers, as for `gainsay check` [default: z3 and cvc5; `none` for the evaluator alone]
        #[arg(short, long = "solver", value_name = "SOLVER")]
        solvers: Vec<String>,
        /// CPU time for each question: seconds, or as in 500ms or 2m
        #[arg(short, long, default_value_t = 2.0, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
        timeout: f64,
        /// Memory for each solver: megabytes, or a size such as 512M or 4G
        #[arg(long, default_value_t = 4096, value_name = "SIZE", value_parser = megabytes)]
        memory: u64,
        /// Number of values to try where there are too many to try all
        #[arg(long, default_value_t = SAMPLES, value_name = "N")]
        samples: u64,
        /// Ask all solvers about each claim, not only until one decides it
        #[arg(long)]
        thorough: bool,
        /// Print JSON lines, one object per rule
        #[arg(long)]
        json: bool,
        /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
}

/// What can be found instead of written.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Findable {
    Fusion,
    Weakening,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.action.unwrap_or(Action::List { files: Vec::new() }) {
        Action::List { files } => list(&files),
        Action::Find { theory, kind, size, count, solvers, timeout, config } => {
            let mut checker = Checker::new(&solvers, config, computing(timeout), SAMPLES, false)?;
            find(&theory, kind, size as usize, count, &mut checker)
        }
        Action::Check { files, solvers, timeout, memory, samples, thorough, json, config } => {
            let limits = Limits { memory: memory << 20, ..computing(timeout) };
            let mut checker = Checker::new(&solvers, config, limits, samples, thorough)?;
            let (rules, errors) = load(&files)?;
            let (mut wrong, mut untried) = (0, 0);
            for rule in &rules {
                let report = match rule {
                    AnyRule::Own(rule) => checker.check(rule)?,
                    AnyRule::Rare(rule) => checker.check_rare(rule)?,
                };
                wrong += usize::from(!report.is_fine());
                untried += usize::from(report.untried.is_some());
                print(&if json { format!("{}\n", report.as_json()) } else { report.as_text() })?;
            }
            if !files.is_empty() {
                let tried = rules.len() - untried;
                let unread = errors.len();
                remark!(
                    "{}: {tried} tried, {wrong} of them wrong; {untried} could not be tried, {unread} not be read",
                    counted(rules.len() + unread, "rule")
                );
            }
            Ok(exit_code(wrong + errors.len()))
        }
    }
}

/// Prints the rules of files, or the shipped ones.
pub fn list(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let (rules, errors) = load(files)?;
    for rule in rules {
        say!("{:10} {:32} {}", rule.word(), rule.name(), rule.place());
    }
    Ok(exit_code(errors.len()))
}

/// Searches for rules, and prints those that are proved.
fn find(
    theory: &str,
    kind: Findable,
    size: usize,
    count: usize,
    checker: &mut Checker,
) -> anyhow::Result<ExitCode> {
    let field = FIELDS.iter().find(|field| field.name == theory).context("no such theory")?;
    let (mut found, mut open, mut problem) = (0, 0, None);
    let (search, what): (fn(&_, _, Finder<'_>), _) = match kind {
        Findable::Fusion => (find_fusions, "fusion function"),
        Findable::Weakening => (find_weakenings, "weakening"),
    };
    search(field, size, &mut |rule, text| {
        let told = checker.check(rule).and_then(|report| match report.prover(checker.sessions.len()) {
            Some(prover) => {
                found += 1;
                print(&format!("; {prover}\n{text}\n"))
            }
            None => {
                open += 1;
                Ok(())
            }
        });
        problem = told.err();
        problem.is_some() || found >= count
    });
    if let Some(problem) = problem {
        return Err(problem);
    }
    remark!("{}, and {open} that no solver proves", counted(found, what));
    Ok(ExitCode::SUCCESS)
}

fn exit_code(wrong: usize) -> ExitCode {
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) }
}

/// A rule in our notation or in another program's.
enum AnyRule {
    Own(Box<Rule>),
    Rare(RareRule),
}

impl AnyRule {
    fn word(&self) -> &'static str {
        match self {
            AnyRule::Own(rule) => rule.kind.word(),
            AnyRule::Rare(_) => "rare",
        }
    }

    fn name(&self) -> &str {
        match self {
            AnyRule::Own(rule) => &rule.name,
            AnyRule::Rare(rule) => &rule.name,
        }
    }

    fn place(&self) -> &str {
        match self {
            AnyRule::Own(rule) => &rule.place,
            AnyRule::Rare(rule) => &rule.place,
        }
    }
}

fn computing(seconds: f64) -> Limits {
    Limits::computing(Duration::from_secs_f64(seconds))
}

/// The rules that can be read; prints errors for the others.
fn load(files: &[PathBuf]) -> anyhow::Result<(Vec<AnyRule>, Vec<RuleError>)> {
    if files.is_empty() {
        let shipped = RuleBook::shipped().rules().iter().cloned().map(Box::new).map(AnyRule::Own);
        return Ok((shipped.collect(), Vec::new()));
    }
    let (mut rules, mut errors) = (Vec::new(), Vec::new());
    for file in files {
        let (name, text) = (file.display().to_string(), read_text(file)?);
        let (found, wrong): (Vec<AnyRule>, Vec<RuleError>) = match read_rare(&name, &text) {
            Some((found, wrong)) => (found.into_iter().map(AnyRule::Rare).collect(), wrong),
            None => {
                let (found, wrong) = read_what_can_be_read(&name, &text);
                (found.into_iter().map(Box::new).map(AnyRule::Own).collect(), wrong)
            }
        };
        if found.is_empty() && wrong.is_empty() {
            bail!("{} has no rules", file.display());
        }
        rules.extend(found);
        errors.extend(wrong);
    }
    errors.iter().for_each(|error| complain(&error.to_string()));
    Ok((rules, errors))
}

/// The default number of values to try if there are too many to try all.
const SAMPLES: u64 = 2000;

/// The most problems that are shown for a rule; the rest are similar.
const SHOWN: usize = 3;

/// Tries to refute rules, by evaluation and with solvers.
struct Checker {
    sessions: Vec<Session>,
    limits: Limits,
    samples: u64,
    thorough: bool,
}

/// The result for a rule.
#[derive(Default)]
struct Report {
    name: String,
    place: String,
    trial: Trial,
    /// Why a rule of another program could not be tried.
    untried: Option<String>,
    /// For each solver, the numbers of claims that it proved and that it could not decide.
    proved: Vec<(String, u64, u64)>,
}

impl Checker {
    fn new(
        wanted: &[String],
        config: Option<PathBuf>,
        limits: Limits,
        samples: u64,
        thorough: bool,
    ) -> anyhow::Result<Checker> {
        let default = ["z3".to_owned(), "cvc5".to_owned()];
        let wanted = if wanted.is_empty() { &default } else { wanted };
        let solvers = match wanted {
            [none] if none == "none" => Vec::new(),
            _ => choose_solvers(&catalogue(config)?, wanted)?,
        };
        let session = |solver| Session::new(solver, SessionConfig::default());
        let sessions = solvers.into_iter().map(session).collect();
        Ok(Checker { sessions, limits, samples, thorough })
    }

    fn check(&mut self, rule: &Rule) -> anyhow::Result<Report> {
        let report = Report {
            name: rule.name.clone(),
            place: rule.place.clone(),
            trial: trial(rule, self.samples),
            ..Report::default()
        };
        self.ask_all(claims(rule, Scale::Large).unwrap_or_default(), report)
    }

    fn check_rare(&mut self, rule: &RareRule) -> anyhow::Result<Report> {
        let trial = rare_trial(rule, self.samples);
        let report = Report {
            name: rule.name.clone(),
            place: rule.place.clone(),
            trial: Trial {
                exhausted: trial.exhausted,
                sampled: trial.sampled,
                held: trial.held,
                problems: trial.problems,
            },
            untried: trial.untried,
            ..Report::default()
        };
        let claims = if self.sessions.is_empty() { Vec::new() } else { rare_claims(rule) };
        self.ask_all(claims, report)
    }

    /// Asks the solvers about claims, and adds the answers to a report.
    fn ask_all(&mut self, claims: Vec<Claim>, mut report: Report) -> anyhow::Result<Report> {
        let label = |session: &Session| (session.solver().label(), 0, 0);
        report.proved = self.sessions.iter().map(label).collect();
        for claim in claims {
            self.ask(&claim, &mut report)?;
        }
        Ok(report)
    }

    fn ask(&mut self, claim: &Claim, report: &mut Report) -> anyhow::Result<()> {
        let script = Printer::default().script(&claim.script);
        let text = format!("(set-option :produce-models true)\n{script}(check-sat)\n(get-model)\n");
        for (session, (label, proved, open)) in self.sessions.iter_mut().zip(&mut report.proved) {
            let answer = session.ask(&text, &self.limits)?;
            match &answer.outcome {
                Outcome::Unsat => *proved += 1,
                Outcome::Sat => {
                    let model = answer.model.unwrap_or_default();
                    let verdict = examine_model(&claim.script.question(), &model, ReadOptions::default());
                    let weight = match verdict {
                        ModelVerdict::Valid => "and its counterexample is right",
                        _ => "but its counterexample is not confirmed",
                    };
                    let Claim { what, instance, .. } = claim;
                    report
                        .trial
                        .problems
                        .push(format!("{label} denies that {what} ({instance}), {weight}: {model}"));
                }
                _ => {
                    *open += 1;
                    continue;
                }
            }
            if !self.thorough {
                break;
            }
        }
        Ok(())
    }
}

impl Report {
    /// Who proves all claims of a rule, in words; without solvers, that values were tried. `None` if some claim
    /// is open.
    fn prover(&self, solvers: usize) -> Option<String> {
        if !self.is_fine() {
            return None;
        }
        // Each solver is asked what the one before it did not decide.
        let is_proved = self.proved.last().is_none_or(|(_, _, open)| *open == 0);
        let by: Vec<&str> = self
            .proved
            .iter()
            .filter(|(_, proved, _)| *proved > 0)
            .map(|(solver, ..)| solver.as_str())
            .collect();
        match solvers {
            0 => Some("tried with many values".to_owned()),
            _ => (is_proved && !by.is_empty()).then(|| format!("proved by {}", by.join(" and "))),
        }
    }

    fn is_fine(&self) -> bool {
        self.trial.problems.is_empty()
    }

    fn as_text(&self) -> String {
        let word = match &self.untried {
            _ if !self.is_fine() => "WRONG",
            Some(_) => "-----",
            None => "right",
        };
        let mut text = format!(
            "{word} {:32} {:3} exhausted, {:3} sampled",
            self.name, self.trial.exhausted, self.trial.sampled
        );
        for (solver, proved, open) in &self.proved {
            text += &format!(", {solver} proves {proved}");
            if *open > 0 {
                text += &format!(" (not {open})");
            }
        }
        text.push('\n');
        if let Some(why) = &self.untried {
            text += &format!("      {}: not tried: {}\n", self.place, one_line(why));
        }
        for problem in self.trial.problems.iter().take(SHOWN) {
            let problem = problem.trim_end().replace('\n', "\n        ");
            text += &format!("      {}: {problem}\n", self.place);
        }
        text
    }

    fn as_json(&self) -> Value {
        let solver = |(solver, proved, open): &(String, u64, u64)| json!({ "solver": solver, "proved": proved, "open": open });
        let solvers: Vec<Value> = self.proved.iter().map(solver).collect();
        json!({
            "rule": self.name,
            "place": self.place,
            "right": self.is_fine(),
            "exhausted": self.trial.exhausted,
            "sampled": self.trial.sampled,
            "untried": self.untried,
            "solvers": solvers,
            "problems": self.trial.problems,
        })
    }
}
