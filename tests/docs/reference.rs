//! The pages of the book that are made from the code: the command line, the settings, the strategies, the solvers.

use gainsay::cli::command;
use gainsay::solver::{Profiles, Source};
use gainsay::strategy::strategies;
use std::fmt::Write;

/// Page by page: the path below `docs/src`, and the text.
pub fn pages() -> Vec<(&'static str, String)> {
    vec![
        ("reference/commands.md", commands()),
        ("reference/strategies.md", strategy_table()),
        ("reference/settings.md", settings()),
        ("reference/solvers.md", solver_table()),
    ]
}

const MADE: &str =
    "<!-- Made from the code by `cargo run --release -p gainsay-tools --bin reference`. -->\n\n";
/// Help is laid out for a page of this many columns, whatever terminal it is made on.
const COLUMNS: usize = 100;

fn commands() -> String {
    let mut text = format!("# Commands\n\n{MADE}");
    let mut whole = command().term_width(COLUMNS);
    whole.build();
    let _ = write!(text, "```text\n{}\n```\n", whole.render_help().to_string().trim_end());
    let mut section = |title: &str, help: String| {
        let help: Vec<&str> = help.lines().map(str::trim_end).collect();
        let _ = write!(text, "\n{title}\n\n```text\n{}\n```\n", help.join("\n").trim_end());
    };
    for sub in whole.get_subcommands_mut().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help") {
        let name = sub.get_name().to_owned();
        section(&format!("## {name}"), sub.render_long_help().to_string());
        for inner in sub.get_subcommands_mut().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help") {
            section(&format!("### {name} {}", inner.get_name()), inner.render_long_help().to_string());
        }
    }
    text
}

fn strategy_table() -> String {
    let mut text =
        format!("# Strategies\n\n{MADE}| name | what it makes | seeds | by default |\n|---|---|---|---|\n");
    let word = |holds: bool| if holds { "yes" } else { "no" };
    for strategy in strategies() {
        let (seeds, default) = (word(strategy.needs_seeds()), word(strategy.is_default()));
        let _ = writeln!(text, "| `{}` | {} | {seeds} | {default} |", strategy.name(), strategy.about());
    }
    text
}

/// The keys of `[hunt]` are the options of `gainsay hunt`.
fn settings() -> String {
    let mut text = format!("# Settings\n\n{MADE}{SETTINGS}| key of `[hunt]` | |\n|---|---|\n");
    let whole = command();
    let hunt = whole.find_subcommand("hunt").expect("a command of the program");
    for argument in hunt.get_arguments() {
        let key = argument.get_long().unwrap_or(argument.get_id().as_str());
        if !argument.is_global_set() && !NOT_SETTINGS.contains(&key) {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "| `{key}` | {} |", help.replace('|', "\\|"));
        }
    }
    text
}

/// Options of one run, which no file sets.
const NOT_SETTINGS: [&str; 5] = ["json", "config", "pins", "shard", "units"];

const SETTINGS: &str = "\
Settings go into `gainsay.toml` in the folder where the program is started, or into the file that `--config` names. The \
command line takes precedence over the file.

- `[hunt]`: the options of a hunt, below.
- `[solver.NAME]`: a solver of your own, with the keys of the shipped files `solvers/*.toml`: see [your own \
  solver](../tutorial/own-solver.md).
- `[[ignore]]`: known bugs that hunts do not report: see [from finding to report](../tutorial/filing.md).

";

fn solver_table() -> String {
    let mut text = format!(
        "# Solvers\n\n{MADE}| name | installed from | several questions in one process |\n|---|---|---|\n"
    );
    for profile in Profiles::shipped().iter() {
        let sources: Vec<String> = profile.install.iter().map(source).collect();
        let sources = if sources.is_empty() {
            "not installed by gainsay: name a command".to_owned()
        } else {
            sources.join(", ")
        };
        let sessions = if profile.session.is_some() { "yes" } else { "no" };
        let _ = writeln!(text, "| `{}` | {sources} | {sessions} |", profile.name);
    }
    text
}

fn source(source: &Source) -> String {
    match source {
        Source::Pip { package, .. } => format!("PyPI: `{package}`"),
        Source::Apt { package, .. } => format!("Debian: `{package}`"),
    }
}
