//! What `--help` shows: the subcommands by group, and the options of a subcommand under headings.

use super::{Cli, GROUPS, HIDDEN};
use clap::{Arg, Command, CommandFactory};

/// The headings in the help of subcommands with many options, and the options below each.
const HEADINGS: [(&str, &str); 6] = [
    (
        "What is tested",
        "strategy logic status max-width rules oracle seed guide schedule size symbols constants operators swarm form \
         operation class count pool all",
    ),
    ("Solvers", "solver pins options target reference no-cores other-seed keep-options config"),
    (
        "Limits",
        "for tests shard units iterations generations defects timeout fixed-limits confirm-limit final-limit memory jobs",
    ),
    ("Evolution", "population crossover mutation variant runs"),
    ("What is preserved", "expect match-out match-err exit ignore-output"),
    ("Output", "campaign bugs bisect out output force only-differences csv markdown json quiet resume"),
];
/// The fewest options of a subcommand whose help has headings.
const MANY: usize = 10;

/// The definition of the command line.
pub fn command() -> Command {
    let whole = Cli::command();
    let globals: Vec<Arg> = whole.get_arguments().map(|arg| arg.clone().hide(true)).collect();
    let overview = overview(&whole);
    whole.help_template(overview).mut_subcommands(|sub| {
        let name = sub.get_name();
        let is_hidden = GROUPS.iter().any(|(group, names)| *group == HIDDEN && names.contains(&name));
        let sub = if sub.get_opts().count() < MANY { sub } else { sub.mut_args(with_heading) };
        sub.args(&globals).hide(is_hidden)
    })
}

/// The help of the whole program, which shows the subcommands by group.
fn overview(whole: &Command) -> String {
    let (header, literal) = (whole.get_styles().get_header(), whole.get_styles().get_literal());
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (group, names) in GROUPS.iter().filter(|(group, _)| *group != HIDDEN) {
        text += &format!("\n{header}{group}{header:#}\n");
        for name in *names {
            let about = whole.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            text += &format!("  {literal}{name:9}{literal:#}  {about}\n");
        }
    }
    text + &format!("\n{header}Options:{header:#}\n{{options}}{{after-help}}")
}

fn with_heading(arg: Arg) -> Arg {
    let is_below = |names: &str| names.split(' ').any(|name| arg.get_long() == Some(name));
    match HEADINGS.iter().find(|(_, names)| is_below(names)) {
        Some((heading, _)) => arg.help_heading(*heading),
        None => arg,
    }
}
