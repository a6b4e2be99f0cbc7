//! `gainsay completions`: scripts with which shells complete our command lines.

use super::{command, print};
use clap::Command;
use clap_complete::{Shell, generate};
use std::process::ExitCode;

/// Print shell completions
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay completions bash > ~/.local/share/bash-completion/completions/gainsay
  gainsay completions zsh > ~/.zfunc/_gainsay
  gainsay completions fish > ~/.config/fish/completions/gainsay.fish")]
pub struct Args {
    shell: Shell,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let mut text = Vec::new();
    let whole = command();
    let shown = whole.get_subcommands().filter(|sub| !sub.is_hide_set());
    let mut shown = Command::default()
        .disable_help_flag(true)
        .version(env!("CARGO_PKG_VERSION"))
        .args(whole.get_arguments())
        .subcommands(shown);
    generate(args.shell, &mut shown, "gainsay", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}
