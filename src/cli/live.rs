//! How the progress of long work is shown: live on a terminal, in plain lines elsewhere, or as JSON.

use super::print;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

pub enum Form {
    Live(ProgressBar),
    Plain,
    Json,
}

impl Form {
    /// The form for whoever looks on; the live one looks as the template says.
    pub fn new(json: bool, template: &str) -> anyhow::Result<Form> {
        if json {
            return Ok(Form::Json);
        }
        if !std::io::stderr().is_terminal() {
            return Ok(Form::Plain);
        }
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template(template)?);
        Ok(Form::Live(bar))
    }

    /// Prints, beside the live display if there is one.
    pub fn print(&self, text: &str) -> anyhow::Result<()> {
        match self {
            Form::Live(bar) => bar.suspend(|| print(text)),
            Form::Plain | Form::Json => print(text),
        }
    }

    /// Takes the live display away.
    pub fn clear(&self) {
        if let Form::Live(bar) = self {
            bar.finish_and_clear();
        }
    }
}
